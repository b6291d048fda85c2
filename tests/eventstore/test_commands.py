"""The management commands."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from eventstore import api
from eventstore.models import EventType, Snapshot
from tests.eventstore.counting import Counts, counts
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import write
from tests.eventstore.sealed_files import resealed

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


def test_verify_says_that_all_is_as_recorded():
    assert run("verify")[0] == 0
    assert run("verify")[1][-1].endswith("events: as recorded")
    assert run("verify", "match-1", "company-1") == (0, ["match-1, company-1: as recorded"])
    assert run("verify", "--json") == (0, [])


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
    with pytest.raises(CommandError, match="64 hexadecimal digits"):
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
    assert run("rebuild", "--check") == (0, ["counts: as the log adds up"])
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
        f"{file}: sealed with the key at hand; its seal fits",
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
