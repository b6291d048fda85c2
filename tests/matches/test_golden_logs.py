"""Whole logs of old: what Skald wrote once is taken in, verified, folded and audited for ever.

`golden/logs/NAME.skald` is a match as a Skald of its day exported it, `NAME.json` what that Skald said it adds up to:
`house_dice` with the facts of that day and every table event but those of typed dice, `table_dice` with those, `fork`
begun in the midst of the first, `battle` that of a campaign; all by the first release of Ishmêk and of each schema.
`handed_on` is a battle of Storm of Istra whose campaign got another GM meanwhile.
Files are added, never changed. A new version of a game's rules changes the `verdict`: the commit tells why.
"""

import io
import json
from pathlib import Path

import pytest

from eventstore import api as store
from matches import service
from matches.documents import plain
from matches.facts import FACTS
from matches.loading import load_match, recent_folds
from matches.models import Match, match_of, stream_of
from rules.kernel.replay import seek
from rules.kernel.table_events import TABLE_EVENTS
from tests.eventstore.sealed_files import resealed
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

LOGS = Path(__file__).parent / "golden" / "logs"
NAMES = sorted(path.stem for path in LOGS.glob("*.skald"))


class Golden:
    """A log of old, what it must add up to, and the match that it became here."""

    def __init__(self, name):
        self.raw = (LOGS / f"{name}.skald").read_bytes()
        self.told = json.loads((LOGS / f"{name}.json").read_bytes())
        (stream,) = store.check_export(io.BytesIO(self.raw)).streams
        self.id = match_of(stream.name)


@pytest.fixture(params=NAMES)
def golden(request, db):
    """Taken in as what this house has signed, so that people are who they were."""
    golden, key = Golden(request.param), store.seal_key()
    raw = resealed(golden.raw, sealed_by=key.id, secret=key.secret)
    assert service.import_match(THE_HOUSE, io.BytesIO(raw)) == golden.id
    recent_folds.forget(golden.id)
    return golden


def test_they_are_all_there():
    assert {"battle", "fork", "handed_on", "house_dice", "table_dice"} <= set(NAMES)
    assert set(NAMES) == {path.stem for path in LOGS.glob("*.json")}


def test_every_event_of_the_table_and_every_fact_stands_in_one_of_them():
    events = [json.loads(line) for name in NAMES for line in (LOGS / f"{name}.skald").read_bytes().splitlines()[1:-1]]
    written = {(event["type"], event["schema"]) for event in events}
    asked = {**TABLE_EVENTS, **FACTS}.items()
    schemas = {(name, schema) for name, kind in asked for schema in range(1, getattr(kind, "schema", 1) + 1)}
    assert schemas <= written


def test_it_verifies(golden):
    assert store.verify_store() == []
    assert store.head(stream_of(golden.id)).hash.hex() == golden.told["head"]


def test_it_folds_to_what_it_was(golden):
    store.discard_snapshots(stream_of(golden.id))
    match = load_match(golden.id)
    outcome = match.table.outcome()
    assert match.version == golden.told["version"]
    assert plain(match.ruleset.position(match.state)) == golden.told["position"]
    assert plain(match.roster) == golden.told["roster"]
    told = {"termination": outcome.termination, "winner": outcome.winner, "score": outcome.score} if outcome else None
    assert told == golden.told["outcome"]


def test_its_rows_are_made_again(golden):
    store.rebuild("matches")
    assert store.check("matches") == []
    row = Match.objects.get(pk=golden.id)
    assert (row.title, row.status, row.version) == tuple(golden.told[key] for key in ("title", "status", "version"))


def test_its_rules_and_dice_are_verified(golden):
    found = service.verify_match(THE_HOUSE, golden.id)
    assert found["chain"]["ok"]
    assert found["dice"]["ok"]
    assert found["rules"]["verdict"] == golden.told["verdict"]
    counts = (found["rules"]["decisions"], found["dice"]["rolls"], found["dice"]["recomputed"])
    assert counts == tuple(golden.told[key] for key in ("decisions", "rolls", "recomputed"))


def test_it_is_exported_as_it_came(golden):
    """But for the moment of the export, and so for the footer."""
    file = io.BytesIO()
    service.export_match(THE_HOUSE, golden.id, file)
    came, goes = golden.raw.splitlines(), file.getvalue().splitlines()
    assert goes[1:-1] == came[1:-1]
    assert json.loads(goes[0])["streams"] == json.loads(came[0])["streams"]


def test_its_replay_ends_where_the_match_does(golden):
    document = service.replay_document(THE_HOUSE, golden.id)
    version = golden.told["version"]
    assert [entry["n"] for entry in document["events"]] == list(range(1, version + 1))
    assert seek(document, version) == service.state_document(THE_HOUSE, golden.id, version)["view"]
