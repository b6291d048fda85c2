"""What follows when a match ends is written with its last events, by those who asked for it."""

from uuid import UUID

import pytest

from matches import end_hooks, service
from matches.access import holder_of
from matches.facts import CampaignJoined, Fielding, Holder, SeatTaken, TitleSet
from matches.handler import Decision, carry_out, command_request
from matches.loading import load_match
from matches.models import DiceSecret, Invite, Match
from matches.opening import Battle, open_battle
from tests.matches.conftest import TABLE, new
from web.errors import Refusal
from web.people import THE_HOUSE, person

pytestmark = pytest.mark.postgresql


@pytest.fixture
def told(monkeypatch):
    """Who asks for a row whenever a match ends: each is noted here, and written as an invitation."""
    monkeypatch.setattr(end_hooks, "_end_hooks", [])
    noted = []

    def follow(match, events):
        noted.append((match.id, match.version, match.table.outcome(), tuple(events)))
        return [lambda: Invite.objects.create(match=match.id, seat=f"after {match.version}")]

    end_hooks.register_end_hook(follow)
    return noted


def abandon(match_id, who=THE_HOUSE):
    return service.give_command(who, match_id, {"type": "abandon", "reason": "rain"})


def rows():
    return list(Invite.objects.order_by("id").values_list("match", "seat"))


def test_it_works(told, house_match, alice):
    abandon(house_match)
    match = load_match(house_match)
    [(match_id, version, outcome, events)] = told
    assert (match_id, version, outcome.termination) == (house_match, match.version, "abandoned")
    assert [event.__struct_config__.tag for event in events] == ["match_abandoned", "secret_revealed"]
    assert rows() == [(house_match, f"after {match.version}")]


def test_nobody_is_asked_while_it_goes_on_nor_for_what_is_said_afterwards(told, match, alice):
    service.set_title(alice, match, "Lamps at dawn")
    assert told == []
    abandon(match)
    service.set_title(alice, match, "Lamps of old")
    assert len(told) == 1


def test_what_is_registered_twice_is_asked_once(told, match):
    end_hooks.register_end_hook(end_hooks._end_hooks[0])
    abandon(match)
    assert len(told) == 1


def test_neither_is_without_the_other(told, match, monkeypatch):
    def fail(match, events):
        def row():
            raise LookupError("no such table")

        return [row]

    end_hooks.register_end_hook(fail)
    before = load_match(match).version
    with pytest.raises(LookupError):
        abandon(match)
    assert load_match(match).version == before
    assert rows() == []


# A match of a campaign

BATTLE = UUID("0b0e2a52-6a3f-5a60-8f4e-1c6a4d1f0001")
JOINED = CampaignJoined(
    campaign="5f0d8a3e-6a55-4b0f-9d36-0c5c1a2b3d4e",
    kind="counting",
    sides={"home": Fielding("9a7b6c5d-4e3f-4210-8a1b-2c3d4e5f6071", "Gulls", 12)},
)


def battle_of(users, rows=None):
    seat = SeatTaken(seat="home", holder=holder_of(person(users["bob"])))
    return Battle(BATTLE, holder_of(person(users["alice"])), [JOINED, seat], rows)


def test_a_battle_is_opened_under_the_id_chosen_for_it(users, alice, bob):
    written = []
    done = open_battle(THE_HOUSE, new(), battle_of(users, lambda: written.append("row")), key="job 1")
    match = load_match(done.match.id)
    assert match.id == BATTLE
    assert match.roster.campaign == JOINED.campaign
    assert match.roster.gm == Holder(alice.key, "alice")
    assert match.roster.seats == {"home": Holder(bob.key, "bob")}
    assert Match.objects.get(pk=match.id).seats.get(name="home").holder == "bob"
    assert DiceSecret.objects.filter(match=match.id).exists()
    assert written == ["row"]


def test_it_is_opened_once(users):
    written = []
    battle = battle_of(users, lambda: written.append("row"))
    first = open_battle(THE_HOUSE, new(dice=TABLE), battle, key="job 1")
    again = open_battle(THE_HOUSE, new(dice=TABLE), battle, key="job 1")
    assert (again.match.id, again.repeated, written) == (first.match.id, True, ["row"])


def test_it_refuses_an_id_that_another_match_has(users):
    open_battle(THE_HOUSE, new(), battle_of(users), key="job 1")
    with pytest.raises(Refusal) as refused:
        open_battle(THE_HOUSE, new(title="Another"), battle_of(users), key="job 2")
    assert refused.value.code == "match_exists"
    assert load_match(Match.objects.get().pk).roster.title == "Lamps at dusk"


def test_what_others_decide_along_with_it_is_written_too(told, match):
    """The rows of a decision, and then those that follow."""
    order = []
    request = command_request(THE_HOUSE, "title", "Dark", None)
    carry_out(match, request, lambda *_: Decision([TitleSet(title="Dark")], lambda: order.append("own")))
    assert order == ["own"]
