"""What a Skirmish leaves behind: Wounds, deaths, captives, weapons, Honor; and what standings count."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from rules.hachigoku.progression import PROGRESSION
from rules.kernel.progression import BY_THE_GM, Captive, Score
from tests.rules.hachigoku.campaign import finished, over, recruit, settled
from tests.rules.hachigoku.dojo import ACT, HIT, KATANA, a, attack, b, fighter, held_by, moment
from tests.rules.play import Play, rule

THIRD = {"cho": "c"}


def c(*dice: int, **more: Any) -> dict[str, Any]:
    return fighter("c", "boar", *dice, **more)


def struck(**more: Any) -> Play:
    """Aoi has hit Botan for one Wound (20 against 10); Cho of the Boar still stands."""
    game = moment(8, a(8), b(3, **more), c(2))()
    game.do(ACT)
    game.do(attack(), HIT)
    return game


def number(game: Play, kind: type[Any]) -> int:
    return next(place for place, event in enumerate(game.events, 1) if isinstance(event, kind))


@rule("HAC-Q-97", "HAC-WOUND-01")
def test_wounds_stay() -> None:
    told = settled(over(struck(wounds=2)))
    assert (told["botan"].fate, told["botan"].carried, told["botan"].how) == ("survived", {"wounds": 3}, "")
    assert (told["aoi"].fate, told["aoi"].carried) == ("survived", {})


@rule("HAC-WOUND-05", "HAC-WOUND-06")
@pytest.mark.parametrize(("before", "how", "title"), [(4, "down", "Down"), (5, "out", "Out")])
def test_down_and_out_are_told_with_the_event(before: int, how: str, title: str) -> None:
    game = over(struck(wounds=before))
    told = settled(game)["botan"]
    assert (told.fate, told.how, told.carried) == ("survived", how, {"wounds": before + 1})
    assert told.event == number(game, ev.WoundLevelChanged)
    assert [(one.name, one.title, one.ends) for one in told.conditions] == [(how, title, BY_THE_GM)]


@rule("HAC-WOUND-07")
def test_the_dead_are_dead() -> None:
    game = over(struck(wounds=6))
    told = settled(game)["botan"]
    assert (told.fate, told.rule, told.carried, told.conditions) == ("dead", "HAC-WOUND-07", {}, ())
    assert told.event == number(game, ev.WoundLevelChanged)


@rule("HAC-KO-02")
def test_the_unconscious_sleep_until_the_next_scene() -> None:
    told = settled(over(struck(conditions=["unconscious"], wounds=0)))["botan"]
    assert (told.how, told.rule, told.carried) == ("unconscious", "HAC-KO-02", {"wounds": 1})
    assert [(one.name, one.ends) for one in told.conditions] == [("unconscious", BY_THE_GM)]


@rule("HAC-GRAP-02")
def test_who_is_held_at_the_end_is_captive() -> None:
    game = over(moment(8, a(8), b(3, conditions=[held_by("a", "fully", "katana")]), c(2))())
    told = settled(game)
    assert told["botan"].captive == Captive(captor="a", device="katana")
    assert (told["botan"].how, told["aoi"].captive) == ("captured", None)


@rule("HAC-DISARM-03")
@pytest.mark.parametrize(("to", "state"), [("ground", "dropped"), ("a", "lost")])
def test_a_weapon_out_of_the_grasp_stays_so(to: str, state: str) -> None:
    game = over(moment(8, a(8), b(3, weapons=[{**KATANA, "ready": False, "lost": to}]), c(2))())
    told = settled(game)
    assert (told["botan"].items, told["aoi"].items) == ({"katana": state}, {})


@rule("HAC-HONOR-01", "HAC-Q-43")
def test_honor_that_was_spent_is_lacking() -> None:
    game = over(moment(8, a(8), b(3, honor_points=1, honor_spent=2), c(2))())
    told = settled(game, botan=recruit("Botan", stats={"honor_points": 3}))["botan"]
    assert (told.carried, told.spent) == ({"honor_points": 2}, {"honor": 2})


@rule("HAC-END-04")
def test_a_match_without_a_result_means_nothing() -> None:
    assert settled(struck(wounds=6)) == {}


# Standings


def score(game: Play, models: dict[str, str] | None = None) -> Score:
    return PROGRESSION.score(finished(game, models))


def counts(parts: dict[str, int] | None = None, **some: int) -> dict[str, int]:
    return {**dict.fromkeys(PROGRESSION.counted, 0), **some, **(parts or {})}


@rule("HAC-END-04")
def test_who_fell_counts_for_who_did_it() -> None:
    game = over(struck(wounds=4), "crane")
    assert score(game, {"aoi": "a"}) == Score(counts(down_caused=1), {"aoi": 1})
    assert score(game, {"botan": "b", "cho": "c"}) == Score(counts(down_suffered=1), {}, "defeated")


@rule("HAC-END-04", "HAC-KAO-01")
def test_kaonashi_that_died_are_counted() -> None:
    game = over(struck(kind="mook", wounds=2), "crane")
    assert score(game, {"aoi": "a"}) == Score(counts(dead_caused=1), {"aoi": 1})
    assert score(game, {"botan": "b", "cho": "c"}).counts == counts(dead_suffered=1, kaonashi_lost=1)


@rule("HAC-END-04", "HAC-KAO-02")
def test_kaonashi_that_died_are_counted_by_their_group() -> None:
    game = over(struck(kind="mook", group_id="band", wounds=2), "crane")
    lost = counts({"kaonashi_lost:band": 1}, dead_suffered=1, kaonashi_lost=1)
    assert score(game, {"botan": "b", "cho": "c"}).counts == lost


@rule("HAC-END-04")
def test_a_draw_has_no_ending() -> None:
    assert score(over(struck()), {"botan": "b", "cho": "c"}) == Score(counts())


@rule("HAC-SCOPE-04")
def test_a_duel_counts_for_the_companies_of_its_principals() -> None:
    scene = {"duel": {"principals": ["a", "b"]}}
    game = over(moment(8, a(8), b(3), fighter("c", "boar", 2), scene=scene)(), "crane")
    assert score(game, {"aoi": "a"}) == Score(counts({"duels:a": 1, "duels_won:a": 1}, duels=1, duels_won=1))
    assert score(game, {"botan": "b"}) == Score(counts({"duels:b": 1}, duels=1), {}, "defeated")
    assert score(game, {"cho": "c"}) == Score(counts(), {}, "defeated")


@rule("HAC-Q-27")
@pytest.mark.parametrize(("by", "ending"), [("s2", "surrendered"), ("gm", "defeated")])
def test_who_gives_up_has_surrendered(by: str, ending: str) -> None:
    game = moment(8, a(8), b(3))()
    game.do({"type": "leave", "character": "b", "reason": "enough"}, by=by)
    assert game.state.result.winner == "crane"
    told = settled(game)["botan"]
    assert (score(game, {"botan": "b"}).ending, told.rule) == (ending, "HAC-Q-27")
    assert told.how == ("surrendered" if by == "s2" else "gm")
