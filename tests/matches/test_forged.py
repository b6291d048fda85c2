"""Logs that somebody forged: whatever is taken in can be looked at everywhere, and what cannot is refused."""

import copy
import io
import json
from random import Random
from uuid import uuid4

import pytest
from django.db import connection

from eventstore import api as store
from matches import event_codec, service
from matches.game_adapter import adapter_of
from matches.loading import load_match, recent_folds
from matches.models import DiceSecret, Match, stream_of
from rules.kernel.reading import plain
from tests.eventstore.flushing import unguarded
from tests.matches.pages.battles import FIELD, battle
from tests.matches.pages.conftest import IN_A_GO, opened
from web.errors import Refusal
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

MUTANTS = 8
STEPS = 10
PAGES = ("", "/replay", "/replay.json", "/dice", "/verify", "/fork", "/export", "/join")
API = ("", "state", "pending", "legal", "events", "replay", "verify", "export", "seats/", "seats/home/")
WHOLE = ("position_set", "decided")
"""What a situation stands in, or frames of its agenda."""
STRANGE = (None, -1, 0, 1, 99, 10**6, "", "nobody", "gm", [], {}, True, [0, 0], "h1", "s1")


@pytest.fixture(params=["ishmek", "istra"])
def played(request, alice, users):
    """The events of a match that bots have played for a while, as documents."""
    match_id = (
        opened(alice, users, position=IN_A_GO) if request.param == "ishmek" else battle(alice, users, position=FIELD)
    )
    rng = Random(3)
    for _ in range(STEPS):
        match = load_match(match_id)
        if match.table.outcome() is not None:
            break
        command = plain(match.ruleset.bots()["sample"](match.state, rng))
        service.give_command(THE_HOUSE, match_id, command)
    return request.param, documents(match_id)


def documents(match_id):
    return [{"schema": one.schema, **json.loads(one.body)} for one in store.read(stream_of(match_id))]


def elsewhere():
    """Empty the log and the rows, as in another installation."""
    with unguarded(), connection.cursor() as cursor:
        for table in ("event", "command", "snapshot", "stream", "subscription"):
            cursor.execute(f"DELETE FROM eventstore_{table}")  # noqa: S608
    Match.objects.all().delete()
    DiceSecret.objects.all().delete()


def taken_in(who, game, events):
    """The match that a forged log becomes here; None where it is refused. Nothing is left of those before."""
    match_id, first = uuid4(), {"match": ""}
    first["match"] = str(match_id)
    written = []
    for number, event in enumerate(copy.deepcopy(events)):
        schema = event.pop("schema")
        body = {**event, **first} if number == 0 else event
        written.append(
            store.NewEvent(event_codec.log_name(adapter_of(game), event["type"]), schema, json.dumps(body).encode())
        )
    name = stream_of(match_id)
    store.append(name, 0, written, actor="eve", command_id=uuid4(), fingerprint=b"f" * 32)
    file = io.BytesIO()
    store.export_streams([name], file)
    elsewhere()
    file.seek(0)
    try:
        service.import_match(who, file)
    except Refusal as refusal:
        refused = refusal
    else:
        recent_folds.forget(match_id)
        return match_id
    assert refused.code == "bad_export", refused
    return None


def broken(client, match_id):
    """The addresses of a match that answer with an error of the server's."""
    version = load_match(match_id).version
    addresses = [f"/matches/{match_id}{page}" for page in PAGES]
    addresses += [f"/api/v1/matches/{match_id}/{part}" for part in API]
    for number in {3, version // 2, version - 1}:
        addresses += [f"/matches/{match_id}/fork?n={number}", f"/api/v1/matches/{match_id}/state?version={number}"]
    addresses += ["/", "/api/v1/matches/"]
    client.raise_request_exception = False
    found = {}
    for address in addresses:
        answer = client.get(address)
        if answer.streaming:
            list(answer)
        if answer.status_code >= 500:
            found[address] = answer.status_code
    return found


def check_whole():
    """What `verify` and `rebuild --check` would say: nothing."""
    assert store.verify_store() == []
    assert store.check("matches") == []


def leaves(value, path=()):
    """The paths to everything that stands in a document."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        if key not in ("type", "schema"):
            yield from leaves(one, (*path, key))


def put(document, path, value):
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value


def test_an_honest_log_is_taken_in(client, users, alice, played):
    game, events = played
    match_id = taken_in(alice, game, events)
    assert match_id is not None
    client.force_login(users["alice"])
    assert broken(client, match_id) == {}
    check_whole()


def of(kind, events):
    """The first event of a kind."""
    return next(event for event in events if event["type"] == kind)


def closed(events, **more):
    """An event that ends a command nobody gave, so that what stands before it can be forked from."""
    keep = len(of("position_set", events)["state"]["agenda"])
    return {"schema": of("decided", events)["schema"], "type": "decided", "by": "gm", "keep": keep, **more}


def stage_of_nobody(game, events, stage="deployment"):
    """A situation in which the game waits for what cannot be: models to deploy, or walls of no hall."""
    situation = copy.deepcopy(of("position_set", events))
    frames = {"istra": {"frame": "battle", "stage": stage, "seat": "s1"}, "ishmek": {"frame": "go", "player": "nobody"}}
    state = situation["state"]
    if game == "istra":  # somebody waits, but not of that seat
        waits = next(model for model in state["models"] if model["side"] == "s2")
        waits["status"] = "reserve"
        del waits["pos"]
        state["engaged"] = []
    state["agenda"] = [frames[game]] if game == "istra" else [state["agenda"][0], frames[game]]
    return situation


def cut(game, events):
    """It ends in the midst of a command."""
    return events[: max(place for place, event in enumerate(events) if event["type"] == "decided")]


def opened_command(game, events):
    """A command that cannot be read waits for typed dice."""
    events[0]["dice"] = dict.fromkeys(events[0]["dice"], "table")
    return [*events, {"schema": 1, "type": "command_opened", "by": "gm", "command": {"type": "nonsense"}}]


def cut_and_opened(game, events):
    """A command waits for dice in the midst of another."""
    return opened_command(game, cut(game, events))


def over_and_opened(game, events):
    """A command waits for dice though the match is over."""
    abandoned = {"schema": 1, "type": "match_abandoned", "by": "gm", "reason": "rain"}
    return opened_command(game, [*events, abandoned])


def ends_nowhere(game, events):
    """It ends in a situation that cannot be."""
    return [*events, stage_of_nobody(game, events), closed(events, keep=9)]


def walls_of_no_hall(game, events):
    """The same with a stage that only an invasion has."""
    return [*events, stage_of_nobody(game, events, "walls"), closed(events, keep=9)]


def was_nowhere(game, events):
    """It was once in a situation that cannot be, and is in order now."""
    situation = copy.deepcopy(of("position_set", events))
    return [*ends_nowhere(game, events), situation, closed(events, keep=9)]


@pytest.mark.parametrize(
    "forge", [cut, opened_command, cut_and_opened, over_and_opened, ends_nowhere, walls_of_no_hall, was_nowhere]
)
def test_it_refuses_a_log_that_leads_nowhere(alice, played, forge):
    """The pages of some of them answered with 500: a roll for no command, models to deploy of a side that has none."""
    game, events = played
    assert taken_in(alice, game, forge(game, events)) is None
    check_whole()


@pytest.mark.parametrize("seed", range(MUTANTS))
def test_a_forged_value_breaks_no_page(client, users, alice, played, seed):
    game, events = played
    rng = Random(seed)
    forged = copy.deepcopy(events)
    said = [one for one in forged if one["type"] in WHOLE] if seed % 2 else forged
    event = rng.choice(said)
    paths = list(leaves(event))
    if paths:
        put(event, rng.choice(paths), rng.choice(STRANGE))
    match_id = taken_in(alice, game, forged)
    if match_id is not None:
        client.force_login(users["alice"])
        assert broken(client, match_id) == {}
    check_whole()
