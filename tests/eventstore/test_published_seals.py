"""Published seals: whoever has the database and the key can rewrite the log, but not what was published elsewhere."""

import json
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from eventstore import api
from eventstore.models import Command, Event, Seal, Stream
from eventstore.seals import witness_file
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import write

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def log(monkeypatch, tmp_path):
    """Eight events, five of them sealed, beside a key of their own."""
    monkeypatch.setattr("django.conf.settings.VAR_DIR", tmp_path)
    write("match-1", 3)
    write("company-1", 2)
    api.seal_log()
    write("match-1", 2)
    write("match-2", 1)


def seal(*words):
    """The exit code of `manage.py seal`, and the lines that it printed."""
    out, code = StringIO(), 0
    try:
        call_command("seal", *words, stdout=out, stderr=StringIO())
    except SystemExit as ending:
        code = int(ending.code)
    return code, out.getvalue().splitlines()


def published():
    (line,) = seal("publish")[1]
    return line


def rewrite_with_the_key():
    """Cut off the last event and tell another one, then seal all of it anew, without a trace beside the key."""
    with unguarded():
        Seal.objects.all().delete()
        stream = Stream.objects.get(name="match-2")
        Event.objects.filter(stream=stream).delete()
        Command.objects.filter(stream=stream).delete()
        stream.delete()
    witness_file().unlink()
    write("match-3", 1)
    api.seal_log()


def test_it_works():
    line = published()
    told = json.loads(line)
    assert (told["skald_seal"], told["number"], told["last_position"]) == (1, 2, 8)

    code, (said,) = seal("check", line)
    assert code == 0
    assert "seal 2 of 20" in said
    assert said.endswith("with or without the key.")

    write("match-1", 1)
    api.seal_log()
    assert seal("check", line)[1][0].endswith("It says nothing of the 1 that came since.")


def test_without_a_word_it_seals_as_ever():
    code, (said,) = seal()
    assert (code, "seal 2" in said) == (0, True)
    assert seal() == (0, ["nothing to seal"])


def test_a_file_grows_by_a_line_and_all_of_its_lines_are_checked(tmp_path):
    file = tmp_path / "seals of mine.txt"
    seal("publish", "--to", str(file))
    write("match-1", 1)
    assert "was added to" in seal("publish", "--to", str(file))[1][0]
    assert [json.loads(line)["number"] for line in file.read_text().splitlines()] == [2, 3]
    code, (said,) = seal("check", str(file))
    assert (code, said.split(" of ")[0]) == (0, "seal 3")


def test_a_mail_is_read_as_it_came(monkeypatch):
    mail = f"From: house@league.example\nSubject: seal\n\n{published()}\n-- \nthe house\n"
    monkeypatch.setattr(sys, "stdin", StringIO(mail))
    assert seal("check", "-")[0] == 0


@pytest.mark.parametrize("mark", ["> ", ">> ", "> > ", "  "])
def test_a_mail_that_was_answered_is_read_too(tmp_path, mark):
    mail = tmp_path / "saved-mail.txt"
    mail.write_text(f"Who has kept it?\n\n{mark}{published()}\n{mark}the house\n")
    assert seal("check", str(mail))[0] == 0
    assert seal("check", f"{mark}{published()}")[0] == 0


def test_it_refuses_a_file_that_is_not_there_in_words(tmp_path):
    for path, words in ((tmp_path / "gone.txt", "there is no file"), (tmp_path, "Is a directory")):
        with pytest.raises(CommandError, match=words) as refused:
            seal("check", str(path))
        assert "Errno" not in str(refused.value)
        assert str(path) in str(refused.value)


def test_it_finds_a_log_that_was_sealed_anew_with_the_key():
    """Nothing on the machine that was rewritten can find it."""
    line = published()
    rewrite_with_the_key()
    assert api.verify_store() == []

    code, found = seal("check", line)
    assert code == 1
    assert found[0].startswith("cut: position 8: seal 2 of ")


def test_it_finds_one_seal_that_took_the_place_of_another():
    line = published()
    with unguarded():
        Seal.objects.filter(number=2).delete()
    witness_file().unlink()
    write("match-1", 1)
    api.seal_log()
    assert api.verify_store() == []

    code, (finding,) = seal("check", line)
    assert code == 1
    assert "seal 2 here differs in signature, events, end, time: the log was changed since" in finding


@pytest.mark.parametrize("change", [{"digests": "0" * 64}, {"mac": "0" * 64}, {"last_position": 7}, {"sealed_at": 5}])
def test_it_finds_each_difference(change):
    code, (finding,) = seal("check", json.dumps(json.loads(published()) | change))
    assert code == 1
    assert finding.startswith("seal: position ")


def test_it_finds_a_change_below_a_seal_without_the_key(monkeypatch, tmp_path):
    line = published()
    monkeypatch.setattr("django.conf.settings.VAR_DIR", tmp_path / "elsewhere")
    with unguarded():
        Event.objects.filter(position=2).update(actor="somebody else")
    code, found = seal("check", line)
    assert code == 1
    assert any(finding.startswith("altered: match-1 version 2, position 2") for finding in found)


@pytest.mark.parametrize("text", ["{}", '{"skald_seal":2}', '{"skald_seal":1,"number":9223372036854775808}', "{[["])
def test_it_refuses_what_is_no_published_seal(text):
    with pytest.raises(CommandError, match="line 1 is no published seal"):
        seal("check", text)


def test_it_refuses_a_file_without_one(tmp_path):
    (tmp_path / "letter").write_text("dear Istra\n")
    with pytest.raises(CommandError, match="it holds no published seal"):
        seal("check", str(tmp_path / "letter"))
    with pytest.raises(CommandError, match="there is no file"):
        seal("check", str(tmp_path / "nothing"))


class TestAddress:
    """`/seal`, for whoever keeps what it answers."""

    def test_it_answers_the_newest_seal_to_anybody(self, client):
        api.seal_log()
        answer = client.get("/seal")
        assert answer.status_code == 200
        assert answer["Content-Type"] == "application/json"
        assert "public" in answer["Cache-Control"]
        assert seal("check", answer.content.decode())[0] == 0
        assert answer.content.decode().strip() == published()

    def test_it_says_where_nothing_is_sealed(self, client):
        with unguarded():
            Seal.objects.all().delete()
        answer = client.get("/seal")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_seal")
