"""Who joins a roster of Hachigoku, who may fight, and how they come to a Skirmish."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.hachigoku.progression import PROGRESSION
from rules.hachigoku.system import HACHIGOKU
from rules.kernel.dice import TableDice
from rules.kernel.progression import BY_THE_GM, Condition, Figure, Lacking, Roster
from tests.rules.hachigoku.campaign import BOOK, SHEET, as_told, recruit, refused
from tests.rules.hachigoku.dojo import KATANA
from tests.rules.play import rule

DOWN = Condition(name="down", title="Down", source="5 Wounds", ends=BY_THE_GM, id="c1", match="m9", event=41)
KNOCKED = Condition(name="unconscious", title="Unconscious", ends=BY_THE_GM, id="c2", match="m9", event=17)


def wounded(figure: Figure, number: int, **more: Any) -> Figure:
    return replace(figure, carried={"wounds": number}, **more)


# Sheets


def test_the_game_offers_it() -> None:
    assert HACHIGOKU.progression is PROGRESSION


@rule("HAC-WOUND-02", "HAC-KAO-01")
@pytest.mark.parametrize(
    ("earth", "calling", "wounds"),
    [(1, "named", 5), (2, "named", 7), (3, "named", 9), (4, "named", 11), (5, "named", 13), (4, "mook", 3)],
)
def test_so_many_wounds_are_the_whole_track(earth: int, calling: str, wounds: int) -> None:
    assert recruit(stats={"earth": earth}, calling=calling).stats["wounds"] == wounds


def test_what_a_sheet_leaves_out_is_as_on_a_roster() -> None:
    ranks = dict.fromkeys(("earth", "water", "fire", "wind", "void"), 2)
    more = {"initiative_bonus_dice": 0, "attacks_per_action": 1, "honor_points": 0, "wounds": 7}
    figure = recruit(sheet={})
    assert (figure.stats, figure.calling, figure.standing) == ({**ranks, **more}, "named", "ready")


@rule("HAC-Q-47", "HAC-Q-88", "HAC-Q-93", "HAC-DICE-03")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"calling": "samurai"}, "calling"),
        ({"race": "orc"}, "race"),
        ({"talents": ("rage",)}, "talents"),
        ({"spells": ("gust",)}, "spells"),
        ({"stats": {"earth": 11}}, "stats.earth"),
        ({"stats": {"honor_points": -1}}, "stats.honor_points"),
        ({"stats": {"wounds": 9}}, "stats.wounds"),
        ({"sheet": {"luck": 1}}, "sheet.luck"),
        ({"sheet": {"skills": [{"name": "Kenjutsu", "rank": 11}]}}, "sheet.skills[0].rank"),
        ({"sheet": {"skills": [{"name": "Kenjutsu"}, {"name": "Kenjutsu"}]}}, "sheet.skills"),
        ({"sheet": {"weapons": [{**KATANA, "lost": "ground"}]}}, "sheet.weapons[0].lost"),
        ({"sheet": {"weapons": [KATANA, KATANA]}}, "sheet.weapons"),
        ({"sheet": {"weapons": [{**KATANA, "damage": "21k2"}]}}, "sheet.weapons[0].damage"),
        ({"sheet": {"armor": [{"type": "light"}, {"type": "heavy"}]}}, "sheet.armor"),
    ],
)
def test_what_is_no_sheet_is_refused_where_it_is_wrong(given: dict[str, Any], field: str) -> None:
    assert refused("bad_setup", lambda: recruit(**given)).field == field


@rule("HAC-Q-88")
def test_ashigaru_armor_has_no_quality() -> None:
    sheet = {"armor": [{"type": "ashigaru", "quality": "high"}]}
    assert refused("armor_quality_invalid", lambda: recruit(sheet=sheet)).field == "sheet.armor.quality"


# Who may fight


@rule("HAC-WOUND-01", "HAC-WOUND-05", "HAC-WOUND-06", "HAC-WOUND-07", "HAC-Q-97")
def test_down_out_and_dead_do_not_fight_and_heavy_wounds_do() -> None:
    aoi = recruit()
    assert [PROGRESSION.unfit(BOOK, wounded(aoi, number)) for number in (0, 2, 4)] == [None, None, None]
    rules = [as_told("fighter_not_fit", PROGRESSION.unfit(BOOK, wounded(aoi, number))).rule for number in (5, 6, 7)]
    assert rules == ["HAC-WOUND-05", "HAC-WOUND-06", "HAC-WOUND-07"]


@rule("HAC-KAO-01")
def test_a_kaonashi_is_down_from_one_wound() -> None:
    mook = recruit(calling="mook")
    assert as_told("fighter_not_fit", PROGRESSION.unfit(BOOK, wounded(mook, 1))).rule == "HAC-WOUND-05"


@rule("HAC-WOUND-05", "HAC-KO-02")
def test_the_refusal_cites_the_event_behind_it() -> None:
    aoi = recruit()
    fallen = as_told("barred_by_condition", PROGRESSION.unfit(BOOK, wounded(aoi, 5, conditions=(DOWN,))))
    assert (fallen.event, fallen.rule) == (("match-m9", 41), "HAC-WOUND-05")
    knocked = as_told("barred_by_condition", PROGRESSION.unfit(BOOK, replace(aoi, conditions=(KNOCKED,))))
    assert (knocked.event, knocked.rule) == (("match-m9", 17), "HAC-KO-02")


@rule("HAC-Q-97")
def test_who_is_down_by_an_old_word_but_not_by_wounds_may_fight() -> None:
    assert PROGRESSION.unfit(BOOK, wounded(recruit(), 4, conditions=(DOWN,))) is None


@rule("HAC-WOUND-07")
def test_the_dead_do_not_fight() -> None:
    as_told("fighter_not_fit", PROGRESSION.unfit(BOOK, replace(recruit(), standing="dead")))


# Into a Skirmish


@rule("HAC-Q-97", "HAC-Q-43")
def test_they_come_with_their_wounds_the_honor_that_is_left_and_the_weapons_at_hand() -> None:
    bow = {"name": "yumi", "skill": "Kyujutsu", "kind": "bow", "damage": "1k1", "reload": "light"}
    aoi = recruit(stats={"honor_points": 3}, sheet={**SHEET, "weapons": [KATANA, bow]})
    aoi = replace(aoi, id="s1-aoi", carried={"wounds": 3, "honor_points": 2}, item_states={"katana": "dropped"})
    rosters = {
        "s1": Roster("c1", "Cranes", (aoi,)),
        "s2": Roster("c2", "Boars", (replace(recruit("Botan", calling="mook"), id="s2-b"),)),
    }
    setup = PROGRESSION.setup(BOOK, rosters)
    state = HACHIGOKU.open(setup, {}, TableDice()).state
    assert [(side.id, side.seat, side.name) for side in state.sides] == [("s1", "s1", "Cranes"), ("s2", "s2", "Boars")]
    one, other = state.characters
    assert (one.id, one.wounds, one.honor_points, [each.name for each in one.weapons]) == ("s1-aoi", 3, 1, ["yumi"])
    assert (one.skills, one.kind, other.kind) == ({"Kenjutsu": 3, "Medicine": 3}, "named", "mook")
    assert [each.name for each in other.weapons] == ["katana"]


def test_there_are_no_halls_and_weapons_are_what_may_be_lost() -> None:
    refused("no_halls", PROGRESSION.setup, BOOK, {}, "s1")
    assert PROGRESSION.items(BOOK, recruit()) == {"katana": "katana"}
    assert PROGRESSION.bounds(BOOK)["wounds"] == (3, 2003)


@rule("HAC-DISARM-03", "HAC-DICE-07")
@pytest.mark.parametrize(("sheet", "states", "means"), [
    ({"weapons": [KATANA]}, {}, None),
    ({"weapons": [KATANA]}, {"katana": "lost"}, ("bare hands, unskilled", "HAC-DISARM-03")),
    ({"weapons": [KATANA], "skills": [{"name": "Karate", "rank": 2}]}, {"katana": "dropped"},
        ("bare hands, Karate 2", "HAC-DISARM-03")),
    ({"weapons": [KATANA, {**KATANA, "name": "tanto"}]}, {"katana": "lost"}, None),
    ({"skills": [{"name": "Karate", "rank": 1}]}, {}, None),
    ({}, {}, ("bare hands, unskilled", "HAC-DICE-07")),
])  # fmt: skip
def test_who_marches_out_unarmed_is_warned_of(sheet: Any, states: Any, means: Any) -> None:
    found = PROGRESSION.lacks(BOOK, replace(recruit(sheet=sheet), item_states=states))
    assert found == (None if means is None else Lacking("a weapon", *means))
