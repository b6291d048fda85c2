"""The story of a hero, and why a value is what it is."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from campaigns.domain.company.decide.heroes import gain_xp
from campaigns.domain.company.events import CoreRaised, HeroRecruited, Undone, XpGained
from campaigns.domain.company.evolve import fold
from campaigns.domain.event_base import Cause, Change
from campaigns.domain.history import Entry, of_hero, why
from rules.kernel.messages import tag_of
from tests.campaigns.domain.companies import Dealings

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def recorded(wolves):
    """The events of a company as recorded, one a minute from noon on."""
    return [
        Entry(number, NOON + timedelta(minutes=number), event) for number, event in enumerate(wolves.events, start=1)
    ]


@pytest.fixture
def wolves():
    """Brand won his second level in four battles, and raised his Power."""
    wolves = Dealings.with_hero()
    for match in ("m1", "m2", "m3", "m4"):
        wolves.deed(gain_xp, "h1", 1, because=Cause(match, 30))
    wolves.do("raise_core", hero="h1", stat="power")
    return wolves


def test_it_works(wolves):
    steps = why(recorded(wolves), "stats.power", "h1")
    assert [(type(step.entry.event), step.old, step.new) for step in steps] == [
        (HeroRecruited, None, 5),
        (CoreRaised, 5, 6),
    ]
    assert steps[-1].entry.version == len(wolves.events)


def test_every_point_of_xp_names_its_match(wolves):
    steps = why(recorded(wolves), "xp", "h1")[1:]
    assert [(step.new, step.entry.event.because) for step in steps] == [
        (number, Cause(f"m{number}", 30)) for number in (1, 2, 3, 4)
    ]


def test_values_of_the_company_are_explained_too(wolves):
    steps = why(recorded(wolves), "gold")
    assert [(step.old, step.new) for step in steps] == [(None, 0), (0, 500), (500, 400)]
    assert [step.new for step in why(recorded(wolves), "hall.upgrades")] == [()]
    assert [step.new for step in why(recorded(wolves), "leader")] == ["", "h1"]


def test_what_was_undone_is_part_of_the_story(wolves):
    wolves.happen(Undone(event=9, changes=(Change(hero="h1", field="xp", old=4, new=3),)))
    last = why(recorded(wolves), "xp", "h1")[-1]
    assert (type(last.entry.event), last.old, last.new) == (Undone, 4, 3)


@pytest.mark.parametrize(("field", "hero"), [("stats.luck", "h1"), ("wings", "h1"), ("xp", "h9"), ("wings.left", "")])
def test_nothing_is_said_of_what_is_not_there(wolves, field, hero):
    assert why(recorded(wolves), field, hero) == []


def test_the_past_is_not_changed_by_reading_it(wolves):
    entries = recorded(wolves)
    before = fold(wolves.events[:5])
    why(entries, "xp", "h1")
    assert fold(wolves.events[:5]) == before
    assert replace(before) == before
    assert any(isinstance(event, XpGained) for event in wolves.events)


def test_a_hero_has_a_story_of_its_own(wolves):
    wolves.do("recruit_hero", name="Osk", race="dwarf", calling="expert")
    wolves.do("buy_item", item="bow")
    wolves.do("assign_item", hero="h2", item="bow")
    wolves.do("name_leader", hero="h2")
    wolves.join_battle("m5")
    wolves.happen(Undone(event=9, changes=(Change(hero="h1", field="xp", old=4, new=3),)))
    brand = [tag_of(entry.event) for entry in of_hero(recorded(wolves), "h1")]
    osk = [tag_of(entry.event) for entry in of_hero(recorded(wolves), "h2")]
    assert brand == [
        *("hero_recruited", "leader_named", *["xp_gained"] * 4, "level_gained", "core_raised"),
        *("leader_named", "battle_joined", "undone"),
    ]
    assert osk == ["hero_recruited", "item_assigned", "leader_named", "battle_joined"]
    assert of_hero(recorded(wolves), "h9") == []
