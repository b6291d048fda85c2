"""What the campaign hooks say of squads: sheets, who is barred and until when, what a match leaves behind."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.ishmek import events as ev
from rules.ishmek.progression import PROGRESSION, CampaignRules
from rules.ishmek.system import ISHMEK
from rules.kernel.dice import TableDice
from rules.kernel.errors import Refused
from rules.kernel.progression import Absence, Consequence, Figure, FinishedMatch, Injury, RecruitOrder, Roster
from rules.kernel.reading import plain
from tests.rules.ishmek.arena import GREASE, SHIELD, gm_effect, mage, man, play
from tests.rules.ishmek.scrum import SEEN, UNSEEN, choose, duel, foul, umpire_call
from tests.rules.play import Play, only, rule

BOOK = CampaignRules()
KEPT = CampaignRules(slots="kept")
PAIR = {"hanna": "h1", "arno": "a1"}
SHEET = {"spells_l1": [SHIELD, GREASE]}


def recruit(name: str = "Hanna", **fields: Any) -> Figure:
    return PROGRESSION.recruit(BOOK, RecruitOrder(id=name.lower(), name=name, **fields))


def caster(name: str = "Hanna") -> Figure:
    return recruit(name, stats={"cast_mod": 4, "slots_l1": 2}, sheet=SHEET)


def refused(code: str, call: Any, *args: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        call(*args)
    assert caught.value.code == code
    assert caught.value.rule.startswith("ISH-")
    assert caught.value.message
    assert caught.value.field
    assert caught.value.hint
    return caught.value


def over(game: Play) -> Play:
    game.do({"type": "forfeit", "team": "home", "reason": "dusk"}, by="gm")
    return game


def settled(game: Play, rules: CampaignRules = BOOK, **figures: Figure) -> dict[str, Consequence]:
    """What a match means for Hanna, who was h1, and Arno, who was a1. No die falls."""
    played = FinishedMatch(game.state, game.events, PAIR, figures)
    return {one.figure: one for one in PROGRESSION.settle(rules, played, TableDice())}


def number(game: Play, kind: type[Any]) -> int:
    return game.events.index(only(game.events, kind)) + 1


# Sheets


def test_the_game_offers_it() -> None:
    assert ISHMEK.progression is PROGRESSION


def test_a_player_is_what_its_sheet_says() -> None:
    player = recruit(stats={"prof": 3, "str_mod": 2, "cast_mod": 4, "slots_l1": 2}, sheet=SHEET, race="orc")
    assert player.stats == {"prof": 3, "str_mod": 2, "dex_mod": 0, "cast_mod": 4, "speed": 30, "slots_l1": 2}
    assert player.sheet == SHEET
    assert (player.name, player.race, player.level, player.standing) == ("Hanna", "orc", 1, "ready")
    assert "cast_mod" not in recruit().stats


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"stats": {"prof": 9}}, "stats.prof"),
        ({"stats": {"power": 5}}, "stats.power"),
        ({"sheet": {"luck": 1}}, "sheet.luck"),
        ({"sheet": {"spells_l1": [{"name": "gust"}]}}, "sheet.spells_l1[0].casting_time"),
        ({"sheet": {"spells_l1": [{"name": "gust", "casting_time": "minute"}]}}, "sheet.spells_l1[0].casting_time"),
        ({"sheet": {"sr_mods": [{"kind": "flying", "amount": 1}]}}, "sheet.sr_mods"),
        ({"talents": ("rage",)}, "talents"),
        ({"spells": ("gust",)}, "spells"),
    ],
)
def test_what_is_no_sheet_is_refused_where_it_is_wrong(given: dict[str, Any], field: str) -> None:
    order = RecruitOrder(**{"id": "hanna", "name": "Hanna", **given})
    no = refused("bad_setup", PROGRESSION.recruit, BOOK, order)
    assert no.field == field
    assert no.hint


@rule("ISH-Q-80")
def test_gold_goods_halls_and_levels_are_not_in_the_book() -> None:
    player, trade, growth = recruit(), PROGRESSION.trade, PROGRESSION.growth
    assert (trade.starting_gold, trade.price_of_figure(BOOK, "orc"), trade.worth(BOOK, player)) == (0, 0, 0)
    assert (trade.income(BOOK, won=True), trade.loot(BOOK), trade.value_of_item(BOOK, "orb")) == (0, 0, 0)
    assert (growth.level(BOOK, 40), growth.owed(BOOK, player), PROGRESSION.halls.upgrades(BOOK)) == (1, {}, {})
    refused("item_not_for_sale", PROGRESSION.trade.price_of_item, BOOK, "dagger")
    refused("item_not_for_sale", PROGRESSION.trade.resale, BOOK, "dagger")
    refused("item_not_for_sale", PROGRESSION.trade.check_kit, BOOK, player, "dagger")
    refused("no_such_choice", PROGRESSION.growth.choose, BOOK, player, "talent", "rage")
    assert (PROGRESSION.growth.choices, PROGRESSION.growth.options(BOOK, player, "talent")) == ({}, {})
    refused("no_halls", PROGRESSION.setup, BOOK, {}, "home")


# Into a match


def test_a_match_begins_with_the_sheets_of_who_is_fielded() -> None:
    hanna = replace(caster(), id="home-hanna")
    rosters = {
        "home": Roster("c1", "Ravens", (hanna,)),
        "away": Roster("c2", "Herons", (recruit("Arno", stats={"speed": 25}),)),
    }
    game = Play.setup(ISHMEK, {"turns_total": 4, **PROGRESSION.setup(BOOK, rosters)})
    home, away = game.player("home-hanna"), game.player("arno")
    assert (home.name, home.cast_mod, home.slots_l1, plain(home.spells_l1)) == ("Hanna", 4, 2, SHEET["spells_l1"])
    assert (away.team, away.speed) == ("away", 25)
    assert [team.name for team in game.state.teams] == ["Ravens", "Herons"]


# Who is barred


@rule("ISH-INJ-07", "ISH-FOUL-08", "ISH-SPELL-04", "ISH-ILL-05")
def test_the_dead_the_ejected_and_the_badly_hurt_do_not_play() -> None:
    def why(figure: Figure) -> tuple[str, str, str]:
        refusal = PROGRESSION.unfit(BOOK, figure)
        assert refusal is not None
        return refusal.code, refusal.rule, refusal.message

    player = recruit()
    assert PROGRESSION.unfit(BOOK, player) is None
    assert why(replace(player, standing="dead")) == ("player_barred", "ISH-INJ-07", "Hanna is dead.")
    for reason, cited in (("injured", "ISH-INJ-07"), ("ejected", "ISH-FOUL-08"), ("dismissed", "ISH-SPELL-04")):
        away = replace(player, absence=Absence(why=reason, until="tournament"))
        assert why(away) == ("player_barred", cited, f"Hanna is {reason}, until the end of the tournament.")
    on_leave = replace(player, absence=Absence(why="on leave", matches=1))
    assert why(on_leave) == ("player_barred", "ISH-INJ-07", "Hanna is on leave.")


# After a match


def test_who_stayed_on_its_feet_carries_nothing_over() -> None:
    game = over(duel())
    for one in settled(game).values():
        assert (one.fate, one.how, one.rule, one.event) == (
            "survived",
            "on_field",
            "ISH-END-01",
            number(game, ev.MatchEnded),
        )
        assert (one.xp, one.carried, one.injuries, one.absence, one.faces) == (0, {}, (), None, ())


def test_a_match_without_a_result_means_nothing() -> None:
    assert settled(duel()) == {}


@rule("ISH-INJ-05")
def test_injuries_are_over_with_their_match() -> None:
    game = over(play([man("h1", (5, 1), injuries=["noodly_legs", "unnerved"])], go="h1"))
    hanna = settled(game)["hanna"]
    assert hanna.injuries == (
        Injury(name="noodly_legs", title="Noodly Legs", until="match"),
        Injury(name="unnerved", title="Unnerved", until="match"),
    )
    assert (hanna.fate, hanna.absence) == ("survived", None)


@rule("ISH-INJ-07")
@pytest.mark.parametrize(
    ("die", "fate", "absence"),
    [
        (1, "survived", None),
        (10, "survived", None),
        (11, "survived", Absence(why="injured", until="tournament")),
        (19, "survived", Absence(why="injured", until="tournament")),
        (20, "dead", None),
    ],
)
def test_what_a_removal_means_for_the_next_match(die: int, fate: str, absence: Absence | None) -> None:
    game = duel()
    foul(game, 6, 3)
    game.do(choose("floor"), dice=[13, die, *UNSEEN])  # 13 + 8 = 21
    arno = settled(over(game))["arno"]

    assert (arno.fate, arno.absence, arno.how, arno.rule) == (fate, absence, "injured", "ISH-INJ-07")
    assert (arno.event, arno.faces) == (number(game, ev.PlayerRemoved), (die,))


@rule("ISH-FOUL-08")
def test_who_was_ejected_is_out_of_the_tournament() -> None:
    game = duel()
    foul(game, 6, 3)
    game.do(choose("floor"), dice=[12, *SEEN])  # 12 + 8 = 20
    hanna = settled(over(game))["hanna"]
    assert (hanna.fate, hanna.how, hanna.rule) == ("survived", "ejected", "ISH-FOUL-08")
    assert hanna.absence == Absence(why="ejected", until="tournament")
    assert (hanna.event, hanna.faces) == (number(game, ev.PlayerEjected), ())


@rule("ISH-SPELL-04")
def test_who_was_dismissed_is_out_of_the_tournament() -> None:
    game = duel()
    game.do({"type": "dismiss", "player": "a1", "reason": "fireball"}, by="gm")
    arno = settled(over(game))["arno"]
    assert (arno.how, arno.rule, arno.event) == ("dismissed", "ISH-SPELL-04", number(game, ev.PlayerDismissed))
    assert arno.absence == Absence(why="dismissed", until="tournament")


@rule("ISH-FOUL-06", "ISH-Q-49")
def test_the_rest_of_a_penalty_lapses_with_the_match() -> None:
    game = duel()
    foul(game, 6, 3)
    game.do(choose("floor"), dice=[8, *SEEN])  # 8 + 8 = 16: five rounds
    hanna = settled(over(game))["hanna"]
    assert (hanna.fate, hanna.how, hanna.absence) == ("survived", "sitting_out", None)


# Who had to leave the field


def removals(game: Play) -> list[tuple[str, str, int, str, str, bool]]:
    played = FinishedMatch(game.state, game.events, PAIR)
    return [tuple(one) for one in PROGRESSION.removals(played)]


@rule("ISH-FOUL-05", "ISH-FOUL-06", "ISH-FOUL-07")
@pytest.mark.parametrize(
    ("die", "term", "cited"),
    [
        (7, "point", "ISH-FOUL-05"),
        (8, "turns", "ISH-FOUL-06"),
        (9, "turns", "ISH-FOUL-06"),
        (10, "match", "ISH-FOUL-07"),
        (11, "match", "ISH-FOUL-07"),
    ],
)
def test_a_penalty_is_told_with_its_length(die: int, term: str, cited: str) -> None:
    """The injury roll is the die + 8: 15 a point, 16 and 17 five rounds, 18 and 19 the match."""
    game = duel()
    foul(game, 6, 3)
    game.do(choose("floor"), dice=[die, *SEEN])
    sat_out = number(game, ev.PlayerSatOut)
    assert removals(game) == [("hanna", term, sat_out, cited, "intent to injure", True)]


@rule("ISH-FOUL-08")
def test_an_ejection_is_told() -> None:
    game = duel()
    foul(game, 6, 3)
    game.do(choose("floor"), dice=[12, *SEEN])  # 12 + 8 = 20
    ejected = number(game, ev.PlayerEjected)
    assert removals(game) == [("hanna", "tournament", ejected, "ISH-FOUL-08", "intent to injure", True)]


@rule("ISH-SPELL-04")
def test_a_dismissal_is_told_with_its_reason() -> None:
    game = duel()
    game.do({"type": "dismiss", "player": "a1", "reason": "fireball"}, by="gm")
    dismissed = number(game, ev.PlayerDismissed)
    assert removals(game) == [("arno", "tournament", dismissed, "ISH-SPELL-04", "fireball", True)]


@rule("ISH-INJ-07")
@pytest.mark.parametrize(("die", "term"), [(10, "match"), (11, "tournament"), (20, "good")])
def test_an_injury_is_told_and_is_no_foul(die: int, term: str) -> None:
    game = duel()
    foul(game, 6, 3)
    game.do(choose("floor"), dice=[13, die, *UNSEEN])  # 13 + 8 = 21
    assert removals(game) == [("arno", term, number(game, ev.PlayerRemoved), "ISH-INJ-07", "injured", False)]


@rule("ISH-UMP-01")
def test_what_is_always_seen_has_its_own_rule() -> None:
    game = duel()
    game.do(umpire_call("a1", "illegal_handling"), by="gm")
    sat_out = number(game, ev.PlayerSatOut)
    assert removals(game) == [("arno", "point", sat_out, "ISH-UMP-01", "illegal handling", True)]


def test_what_play_was_turned_back_from_is_not_told() -> None:
    """The campaign has None in place of such events."""
    game = duel()
    game.do(umpire_call("a1", "illegal_handling"), by="gm")
    gone = [None if isinstance(one, ev.PlayerSatOut) else one for one in game.events]
    assert PROGRESSION.removals(FinishedMatch(game.state, gone, PAIR)) == ()


def test_of_a_fork_what_happened_before_it_is_told_without_a_number() -> None:
    game = duel()
    game.do(umpire_call("a1", "illegal_handling"), by="gm")
    fork = FinishedMatch(game.state, (), PAIR, before=game.events)
    assert [(one.figure, one.event) for one in PROGRESSION.removals(fork)] == [("arno", 0)]


def test_those_of_other_rosters_are_not_told() -> None:
    game = duel()
    game.do(umpire_call("a1", "illegal_handling"), by="gm")
    assert PROGRESSION.removals(FinishedMatch(game.state, game.events, {"hanna": "h1"})) == ()


# Slots


def test_slots_are_full_again_unless_the_league_keeps_count() -> None:
    game = play([mage("h1", (5, 1))], go="h1")
    game.do(gm_effect(player="h1", slots_l1=1))
    over(game)
    assert settled(game)["hanna"].carried == {}
    kept = settled(game, KEPT, hanna=caster(), arno=recruit("Arno"))
    assert (kept["hanna"].carried, kept["arno"].carried) == ({"slots_l1": 1}, {})


def test_slots_that_were_kept_are_those_of_the_next_match() -> None:
    tired = replace(caster(), carried={"slots_l1": 1})
    for rules, slots in ((KEPT, 1), (CampaignRules(), 2)):
        players = PROGRESSION.setup(rules, {"home": Roster("c1", "Ravens", (tired,))})["teams"]["home"]["players"]
        assert [player["slots_l1"] for player in players] == [slots]


@rule("ISH-SR-01")
def test_the_figures_of_a_sheet_may_be_entered_within_their_bounds() -> None:
    entries = PROGRESSION.entries(BOOK)
    assert list(entries) == ["prof", "str_mod", "dex_mod", "cast_mod", "speed", "slots_l1"]
    for name, entry in entries.items():
        for value in (entry.low, entry.high):
            assert recruit(stats={name: value}).stats[name] == value
        for value in (entry.low - 1, entry.high + 1):
            refused("bad_setup", lambda name=name, value=value: recruit(stats={name: value}))


@rule("ISH-Q-80")
def test_there_is_neither_race_nor_class_nor_anything_to_buy() -> None:
    assert (PROGRESSION.recruits(BOOK), PROGRESSION.trade.goods(BOOK)) == ({}, ())
