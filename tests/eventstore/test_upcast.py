"""Old schemas, read today."""

import json
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest

from eventstore import api
from tests.eventstore.log import FINGERPRINT

GOLDEN = Path(__file__).parent / "golden"

# The schemas of an imaginary app: a move once said only where to, then at which pace, then in feet instead of squares.
upcasts = api.Upcasts()
CURRENT = {("piece.moved", 3), ("piece.rested", 1)}


@upcasts.lift("piece.moved", 1)
def with_pace(body):
    return {**body, "pace": "walk"}


@upcasts.lift("piece.moved", 2)
def in_feet(body):
    body["feet"] = body.pop("squares") * 5
    return body


def test_it_lifts_step_by_step():
    assert upcasts.decode("piece.moved", 1, b'{"squares": 4}') == (3, {"feet": 20, "pace": "walk"})
    assert upcasts.decode("piece.moved", 2, b'{"squares": 4, "pace": "run"}') == (3, {"feet": 20, "pace": "run"})
    assert upcasts.decode("piece.moved", 3, b'{"feet": 7}') == (3, {"feet": 7})
    assert upcasts.decode("piece.rested", 1, b"{}") == (1, {})


def test_it_knows_the_schemas_it_reads_and_leads_to():
    assert upcasts.schemas() == {("piece.moved", 1), ("piece.moved", 2), ("piece.moved", 3)}


def test_a_schema_is_lifted_once():
    with pytest.raises(ValueError, match="lifted from schema 1 twice"):
        upcasts.lift("piece.moved", 1)(with_pace)


@pytest.mark.postgresql
@pytest.mark.django_db
def test_what_is_stored_stays_as_it_is():
    body = b'{"squares":4}'
    api.append(
        "match-1",
        0,
        [api.NewEvent("piece.moved", 1, body), api.NewEvent("piece.moved", 3, b'{"feet":5}')],
        actor="gm",
        command_id=uuid4(),
        fingerprint=FINGERPRINT,
    )
    lifted = [upcasts.decode(event.type, event.schema, event.body) for event in api.read("match-1")]

    assert lifted == [(3, {"feet": 20, "pace": "walk"}), (3, {"feet": 5})]
    assert next(iter(api.read("match-1"))).body == body


@pytest.mark.parametrize("sample", api.load_samples(GOLDEN), ids=lambda sample: sample.path.stem)
def test_golden_samples_read_as_they_did(sample):
    assert sample.fault(upcasts) == ""


def test_every_schema_ever_written_has_a_sample():
    samples = api.load_samples(GOLDEN)
    assert api.unsampled(CURRENT | upcasts.schemas(), samples) == []
    assert api.unsampled({("piece.moved", 4), ("piece.rested", 1)}, samples) == [("piece.moved", 4)]


def test_a_sample_shows_what_changed(tmp_path):
    text = {"type": "piece.moved", "schema": 1, "body": '{"squares":4}', "reads_as": {"feet": 4, "pace": "walk"}}
    (tmp_path / "piece.moved.1.json").write_text(json.dumps(text))

    (sample,) = api.load_samples(tmp_path)
    assert "reads as {'pace': 'walk', 'feet': 20}" in sample.fault(upcasts)


def test_a_file_that_is_no_sample_is_refused(tmp_path):
    (tmp_path / "x.json").write_text('{"type": "x"}')
    with pytest.raises(msgspec.DecodeError):
        api.load_samples(tmp_path)
