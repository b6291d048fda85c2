"""Whole campaigns of old: what Skald wrote once is taken in, verified and folded for ever.

`golden/logs/NAME.skald` is a campaign with its companies and matches as a Skald of its day exported it, `NAME.json`
what that Skald said it adds up to. Files are added, never changed.
"""

import io
import json
import uuid
from pathlib import Path

import pytest

from campaigns import event_codec, service
from campaigns.loading import load
from campaigns.models import Battle, Campaign, Company, Hero, id_of
from eventstore import api as store
from rules.kernel.reading import plain
from tests.eventstore.sealed_files import resealed
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

GAINED = ("deaths",)
"""Fields that states have gained since; what is in them is tested where they are made."""
LOGS = Path(__file__).parent / "golden" / "logs"
NAMES = sorted(path.stem for path in LOGS.glob("*.skald"))


class Golden:
    """A campaign of old, and what it must add up to."""

    def __init__(self, name):
        self.raw = (LOGS / f"{name}.skald").read_bytes()
        self.told = json.loads((LOGS / f"{name}.json").read_bytes())
        summary = store.check_export(io.BytesIO(self.raw))
        self.heads = dict(zip((stream.name for stream in summary.streams), summary.heads, strict=True))
        self.id = uuid.UUID(self.told["campaign"])

    @property
    def states(self):
        """What its campaign and its companies add up to here, by stream, in the fields of that day."""
        found = {
            stream: plain(load(event_codec.AGGREGATES[stream.partition("-")[0]], id_of(stream)).state)
            for stream in self.heads
            if id_of(stream) is not None
        }
        return {
            stream: {name: value for name, value in state.items() if name not in GAINED}
            for stream, state in found.items()
        }


@pytest.fixture(params=NAMES)
def golden(request):
    """Taken in as what this house has signed, so that people are who they were."""
    golden = Golden(request.param)
    key = store.seal_key()
    store.import_streams(io.BytesIO(resealed(golden.raw, sealed_by=key.id, secret=key.secret)), key)
    store.catch_up_all()
    return golden


def test_they_are_all_there():
    assert "winter" in NAMES
    assert set(NAMES) == {path.stem for path in LOGS.glob("*.json")}


def test_it_verifies_and_has_the_heads_it_had(golden):
    assert list(store.verify_store()) == []
    assert {stream: store.head(stream).hash.hex() for stream in golden.heads} == golden.heads


def test_it_folds_to_what_it_was(golden):
    assert golden.states == golden.told["states"]


def test_its_rows_are_made(golden):
    assert store.check("campaigns") == []
    state = golden.told["states"][f"campaign-{golden.id}"]
    row = Campaign.objects.get()
    assert (row.title, row.stage, row.gm_name, row.gm) == (state["title"], state["stage"], "gail", None)
    assert Battle.objects.count() == len(state["battles"])
    assert Company.objects.count() == len(state["companies"])
    heroes = sum(len(one.get("heroes", {})) for one in golden.told["states"].values())
    assert Hero.objects.count() == heroes


def test_it_is_exported_as_it_came(golden):
    file = io.BytesIO()
    store.export_streams(list(golden.heads), file)
    assert file.getvalue().splitlines()[1:-1] == golden.raw.splitlines()[1:-1]


def test_the_house_goes_on_with_it(golden):
    order = {"type": "rename_campaign", "title": "Another winter"}
    service.give_command(THE_HOUSE, golden.id, order)
    assert Campaign.objects.get().title == "Another winter"
    assert store.check("campaigns") == []
