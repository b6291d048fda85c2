"""What campaigns and companies write once can be read for ever.

`tests/golden/campaigns/KIND_v1.jsonl` has a body of every event as it stands in a log; `golden/shapes.txt` a line for
each event and schema number that was ever written, as that of the matches has: lines are added, never changed.
`SKALD_UPDATE_GOLDEN=1 python -m pytest tests/campaigns/test_event_codec.py` adds those of new events and new numbers.
"""

import json
import os
import uuid
from pathlib import Path

import msgspec
import pytest

from campaigns import event_codec
from campaigns.domain.event_base import CampaignEvent
from campaigns.event_codec import AGGREGATES, Aggregate
from eventstore import api as store
from rules.kernel.errors import Malformed
from rules.kernel.messages import by_tag
from tests.matches.test_event_shapes import differences, number_of, shape_of

SHAPES = Path(__file__).parent / "golden" / "shapes.txt"
SAMPLES = Path(__file__).parents[1] / "golden" / "campaigns"
UPDATE = os.environ.get("SKALD_UPDATE_GOLDEN") == "1"
KINDS = sorted(AGGREGATES)


def kinds():
    """Every class of event, by the name that it bears in the log."""
    return {
        event_codec.log_name(aggregate, wire): kind
        for aggregate in AGGREGATES.values()
        for wire, kind in aggregate.event_types.items()
    }


def kept():
    """The shapes on file: (name, schema number) → shape."""
    lines = (line.split(" ", 2) for line in SHAPES.read_text(encoding="utf-8").splitlines())
    return {(name, int(number)): shape for name, number, shape in lines}


def samples(key):
    """The bodies on file, each with its name in the log and the schema number it was written under."""
    for path in sorted(SAMPLES.glob(f"{key}_v*.jsonl")):
        number = int(path.stem.rpartition("_v")[2])
        for line in path.read_bytes().splitlines():
            yield event_codec.log_name(AGGREGATES[key], json.loads(line)["type"]), number, line


def test_every_event_has_the_shape_that_it_was_written_with():
    if UPDATE:
        now = {(name, number_of(kind)): shape_of(kind) for name, kind in kinds().items()}
        lines = sorted((now | (kept() if SHAPES.exists() else {})).items())
        SHAPES.write_text("".join(f"{name} {number} {shape}\n" for (name, number), shape in lines), encoding="utf-8")
    assert list(differences(kinds(), kept())) == []


def test_every_event_that_was_ever_written_is_still_known():
    assert {name for name, _number in kept()} - kinds().keys() == set()


@pytest.mark.parametrize("key", KINDS)
def test_every_event_has_a_sample_that_is_read_as_it_was_written(key):
    sampled = set()
    for name, number, body in samples(key):
        event = event_codec.read_event(AGGREGATES[key], name, number, body)
        sampled.add((name, number))
        if number == number_of(type(event)):
            written = event_codec.stored(AGGREGATES[key], event)
            assert (written.type, written.schema) == (name, number)
            assert json.loads(written.body) == json.loads(body)
    assert {one for one in kept() if one[0].startswith(f"{key}.")} == sampled


@pytest.mark.parametrize("key", KINDS)
def test_every_sample_can_be_folded(key):
    """On whatever came before: the fold is total."""
    aggregate = AGGREGATES[key]
    events = [event_codec.read_event(aggregate, *sample) for sample in samples(key)]
    opening = aggregate.evolve(None, events[0])
    for event in events[1:]:
        state = aggregate.evolve(opening, event)
        assert msgspec.json.decode(msgspec.json.encode(state), type=aggregate.state_type) == state
    for event in events[1:]:
        opening = aggregate.evolve(opening, event)
    assert opening.id == (events[0].campaign if key == "campaign" else events[0].company)


class Moved(CampaignEvent, frozen=True, kw_only=True, tag="moved"):
    """Somebody moved, so many steps; by the first schema in feet."""

    schema = 2
    steps: int


def test_an_event_of_old_is_lifted_to_the_present_schema():
    lifts = {("moved", 1): lambda body: {"type": "moved", "steps": body["feet"] // 3}}
    aggregate = Aggregate("caravan", by_tag((Moved,)), lambda state, event: event, Moved, lifts)
    assert event_codec.read_event(aggregate, "caravan.moved", 1, b'{"type":"moved","feet":9}') == Moved(steps=3)
    assert event_codec.stored(aggregate, Moved(steps=3)).schema == 2


@pytest.mark.parametrize(
    ("name", "schema", "body"),
    [
        ("company.flown", 1, b"{}"),
        ("company.match_opened", 1, b"{}"),
        ("company.hero_renamed", 1, b'{"type":"hero_renamed"}'),
        ("company.hero_renamed", 2, b'{"type":"hero_renamed","hero":"h1","name":"A","old":"B"}'),
    ],
)
def test_it_refuses_what_no_company_has(name, schema, body):
    with pytest.raises(Malformed):
        event_codec.read_event(AGGREGATES["company"], name, schema, body)


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_log_is_read_as_it_was_written():
    """By pages for a fold, and one by one for a history."""
    company = AGGREGATES["company"]
    events = [event_codec.read_event(company, *sample) for sample in samples("company")]
    store.append(
        "company-x",
        0,
        [event_codec.stored(company, event) for event in events],
        actor="house",
        command_id=uuid.uuid4(),
        fingerprint=bytes(32),
    )
    assert list(event_codec.read_events(company, "company-x")) == events
    told = list(event_codec.history(company, "company-x", after=2, upto=4))
    assert [(one.entry.version, one.event) for one in told] == [(3, events[2]), (4, events[3])]
    assert told[0].at == told[0].recorded.recorded
