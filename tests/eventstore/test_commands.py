"""The management commands."""

import json
import re
from io import StringIO

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from eventstore import api
from eventstore.models import EventType, Snapshot
from tests.eventstore.counting import Counts, counts
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import write
from tests.eventstore.sealed_files import resealed
from tests.eventstore.test_exports import exported, forget

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def run(*words, **options):
    """Return the exit code and the lines that a command printed."""
    out, code = StringIO(), 0
    try:
        call_command(*words, stdout=out, stderr=StringIO(), **options)
    except SystemExit as ending:
        code = int(ending.code)
    return code, out.getvalue().splitlines()


@pytest.fixture(autouse=True)
def log():
    write("match-1", 3)
    write("company-1", 2)


@pytest.fixture
def model():
    api.subscriber("counts")(Counts)
    return api.find_subscriber("counts").origin


def damage():
    with unguarded():
        EventType.objects.update(name="thing.denied")


def test_verify_says_that_all_is_as_recorded(monkeypatch):
    monkeypatch.setenv("SKALD_SEAL_KEY", "11" * 32)
    assert run("verify")[0] == 0
    assert run("verify")[1][-1].endswith("events: as recorded")
    assert run("verify", "match-1", "company-1") == (0, ["match-1, company-1: as recorded"])
    assert run("verify", "--json") == (0, [])


def test_verify_says_that_without_a_key_it_checked_no_seal(monkeypatch, settings, tmp_path):
    """It is a note and no finding: the exit code stays 0."""
    api.seal_log()
    assert not any("seals not checked" in line for line in run("verify")[1])
    monkeypatch.delenv("SKALD_SEAL_KEY", raising=False)
    settings.VAR_DIR = tmp_path
    code, lines = run("verify")
    assert (code, lines[0]) == (0, "seals not checked: there is no seal key here")
    code, lines = run("verify", "--json")
    assert (code, [json.loads(line) for line in lines]) == (
        0,
        [{"kind": "note", "message": "seals not checked: there is no seal key here"}],
    )
    assert run("verify", "match-1") == (0, ["match-1: as recorded"])


def test_verify_names_what_was_changed():
    damage()

    code, lines = run("verify", "company-1")
    assert code == 1
    assert lines[0].startswith("altered: company-1 version 1, position")

    code, lines = run("verify", "--json")
    assert code == 1
    finding = json.loads(lines[0])
    assert (finding["kind"], finding["stream"], finding["version"]) == ("altered", "match-1", 1)


def test_verify_refuses_an_unknown_stream():
    with pytest.raises(CommandError, match="there is no stream match-9"):
        run("verify", "match-9")


def test_seal_seals_what_is_new():
    assert run("seal")[1][0].startswith("seal 1, positions 1 to ")
    assert run("seal") == (0, ["nothing to seal"])


def test_seal_refuses_a_key_that_is_none(monkeypatch):
    monkeypatch.setenv("SKALD_SEAL_KEY", "x")
    with pytest.raises(ImproperlyConfigured, match="SKALD_SEAL_KEY must be a key of 64 hexadecimal digits"):
        run("seal")


def test_rebuild_makes_all_read_models_again(model):
    run("rebuild")
    Snapshot.objects.update(saved_at=70)

    code, lines = run("rebuild", "counts")

    assert code == 0
    assert lines[0].startswith("counts: 5 events, caught up, position ")
    assert counts() == {"match-1": 3, "company-1": 2}


def test_rebuild_tells_that_one_was_parked(model):
    model.poison = {event.position for event in api.read("match-1")}
    code, lines = run("rebuild")
    assert code == 1
    assert "parked" in lines[0]


def test_rebuild_checks(model):
    assert run("rebuild", "--check") == (0, ["counts: matches the log"])
    Snapshot.objects.update(saved_at=70)
    code, lines = run("rebuild", "counts", "--check")
    assert code == 1
    assert "counts: match-1 has 3 events, the row says 70" in lines


def test_rebuild_refuses_what_it_cannot_do(model):
    with pytest.raises(CommandError, match="there is no subscription 'x'; there are: counts"):
        run("rebuild", "x")
    api.subscriber("plain")(print)
    with pytest.raises(CommandError, match="plain: this subscriber does not offer that"):
        run("rebuild", "plain")


def test_streams_are_listed():
    code, lines = run("streams", "list")
    assert [line.split()[0] for line in lines] == ["company-1", "match-1"]
    assert "version 3" in lines[1]
    api.close_stream("match-1", 3)
    code, lines = run("streams", "list", "--kind", "match", "--json")
    assert code == 0
    (line,) = map(json.loads, lines)
    assert (line["stream"], line["version"], line["closed"]) == ("match-1", 3, True)


def test_streams_are_exported_checked_and_imported(tmp_path):
    file = tmp_path / "both.skald"
    assert run("streams", "export", "match-1", "company-1", "--to", str(file), "--seal")[1] == [
        f"5 events of 2 streams written to {file}"
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["both.skald"]
    assert run("streams", "check", str(file))[1][0].startswith("match-1  version 3  head ")
    assert run("streams", "import", str(file))[1] == [
        "match-1: all here already",
        "company-1: all here already",
        f"{file}: sealed with the current key; its seal fits",
    ]


def test_streams_tells_a_seal_that_cannot_be_checked_here(tmp_path, monkeypatch):
    file = tmp_path / "theirs.skald"
    monkeypatch.setenv("SKALD_SEAL_KEY", "aa" * 32)
    run("streams", "export", "match-1", "--to", str(file), "--seal")
    monkeypatch.setenv("SKALD_SEAL_KEY", "bb" * 32)
    for act in ("check", "import"):
        assert "sealed by another Skald" in run("streams", act, str(file))[1][-1]


@pytest.mark.parametrize("act", ["check", "import"])
def test_streams_ignores_a_seal_of_old_only_when_told_to(tmp_path, monkeypatch, act):
    file = tmp_path / "old.skald"
    run("streams", "export", "match-1", "--to", str(file))
    file.write_bytes(resealed(file.read_bytes(), sealed_by=None, secret=b"\xaa" * 32))
    monkeypatch.setenv("SKALD_SEAL_KEY", "bb" * 32)
    with pytest.raises(CommandError, match="the seal does not fit"):
        run("streams", act, str(file))
    assert run("streams", act, str(file), "--ignore-seal")[1][-1].endswith("its seal was not checked")


def test_streams_refuses_with_one_line(tmp_path):
    file = tmp_path / "x.skald"
    with pytest.raises(CommandError, match="there is no stream match-9"):
        run("streams", "export", "match-9", "--to", str(file))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(CommandError, match="No such file"):
        run("streams", "check", str(file))
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(CommandError, match="line 1: "):
        run("streams", "import", str(file))


class TestImports:
    """What came from a file without a trusted seal is told wherever a command speaks of its stream."""

    WORDS = re.compile(r"mported by (eve|the house) on \d{4}-\d\d-\d\d \d\d:\d\d UTC, not sealed by this server")

    @pytest.fixture
    def file(self, tmp_path):
        """A file of match-1, of which nothing is here."""
        raw = exported("match-1")
        forget()
        write("match-2", 1)
        path = tmp_path / "one.skald"
        path.write_bytes(raw)
        return path

    @pytest.fixture
    def imported(self, file):
        with file.open("rb") as raw:
            api.import_streams(raw, by="user:eve")
        return file

    def test_the_list_marks_its_stream(self, imported):
        theirs, ours = run("streams", "list")[1]
        assert self.WORDS.search(theirs)
        assert theirs.startswith("match-1")
        assert "mported" not in ours
        told = {line["stream"]: line["imported"] for line in map(json.loads, run("streams", "list", "--json")[1])}
        assert told == {"match-1": "eve", "match-2": None}

    def test_verify_counts_and_names_them(self, imported):
        told = "1 stream came from a file without a trusted seal; who acted there, and when, nobody here can confirm"
        code, lines = run("verify")
        assert (code, lines[-1]) == (0, "all 4 events: as recorded")
        assert f"{told} (--verbosity 2 names it)" in lines
        code, lines = run("verify", verbosity=2)
        assert code == 0
        assert told in lines
        (named,) = [line for line in lines if line.startswith("match-1: ")]
        assert self.WORDS.search(named)
        assert named.endswith("(events 1 to 3)")

    def test_verify_counts_those_it_was_asked_for(self, imported):
        assert run("verify", "match-2") == (0, ["match-2: as recorded"])
        code, lines = run("verify", "match-1")
        assert (code, len(lines), lines[-1]) == (0, 2, "match-1: as recorded")

    def test_verify_tells_programs(self, imported):
        code, lines = run("verify", "match-1", "--json", verbosity=2)
        note, told = map(json.loads, lines)
        assert (code, note["kind"], told["kind"]) == (0, "note", "import")
        told.pop("at")
        import_of_three = {"stream": "match-1", "first": 1, "last": 3, "by": "eve", "trusted": False}
        assert told == {"kind": "import", **import_of_three}

    def test_verify_tells_what_a_trusted_server_has_signed_apart(self, tmp_path, monkeypatch):
        monkeypatch.setenv("SKALD_SEAL_KEY", "11" * 32)
        file = tmp_path / "ours.skald"
        run("streams", "export", "match-1", "company-1", "--to", str(file), "--seal")
        forget()
        run("streams", "import", str(file))
        assert run("verify")[1] == ["all 5 events: as recorded"]
        named = [line for line in run("verify", verbosity=2)[1] if line.startswith("match-1: ")]
        assert [line.endswith("sealed by this server (events 1 to 3)") for line in named] == [True]

    def test_a_file_is_read_out_with_what_it_tells_of_imports(self, imported, tmp_path, monkeypatch):
        """Of a file with a trusted seal that is how it is; of another, what the file says."""
        monkeypatch.setenv("SKALD_SEAL_KEY", "11" * 32)
        sealed, bare = tmp_path / "sealed.skald", tmp_path / "bare.skald"
        run("streams", "export", "match-1", "--to", str(sealed), "--seal")
        run("streams", "export", "match-1", "--to", str(bare))
        for path, doubt in ((sealed, ""), (bare, ", says the file, which has no trusted seal")):
            for act in ("check", "import"):
                lines = run("streams", act, str(path))[1]
                (told,) = [line for line in lines if "imported by" in line]
                assert told.startswith("match-1  events 1 to 3 imported by eve on ")
                assert told.endswith(f" UTC, without a trusted seal{doubt}")

    def test_a_file_of_what_happened_there_tells_of_none(self, file):
        assert not [line for line in run("streams", "check", str(file))[1] if "imported" in line]
