"""Acts of recovery: by whom, how often, by which dice, and what comes of them. [KERNEL-CAMP-19]"""

import pytest

from rules.kernel.errors import Malformed, NeedDice, Refused
from rules.kernel.progression import Figure, Recovery, RecoveryCase
from tests.campaigns.domain.bouts import Season
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

RUB = {"company": "ann", "hero": "h1", "act": "rub"}
BY_H2 = {"details": {"helper": "h2"}}


@pytest.fixture
def season(ring):
    """Ann's first wrestler has fought two draws, and lacks 2 × 2 of 6 breath."""
    season = Season.running({"captives": "on"}, ann=2, bob=2)
    for match in ("m1", "m2"):
        season.bout(match, red="ann", blue="bob")
    return season


@rule("KERNEL-CAMP-19")
def test_the_owner_tries_it_and_the_dice_are_on_record(season):
    told = season.do("recover", by="ann", dice=(3,), **RUB, **BY_H2)
    assert told == ["recovery_rolled", "recovered"]
    (roll,) = season.told["campaign-k1"]
    assert (roll.by, roll.company, roll.act, roll.dice, roll.target, roll.success) == (
        *("h2", "ann", "rub"),
        *(((6, 3, True),), 3, True),
    )
    (done,) = season.of("ann", "recovered")
    assert (done.act, done.day, done.said, done.old, done.carried) == (
        "rub",
        1,
        "1 breath back",
        {"breath": 4},
        {"breath": 3},
    )
    assert season.hero("ann").carried == {"breath": 3}  # 4 - 1


@rule("KERNEL-CAMP-19")
def test_what_failed_was_tried_too(season):
    season.do("recover", by="ann", dice=(2,), **RUB, **BY_H2)
    assert (season.hero("ann").carried, season.of("ann", "recovered")[0].carried) == ({"breath": 4}, None)
    season.refuses("recover", "already_recovered", by="ann", **RUB, **BY_H2, rule="RING-CAMP-05", at="act")


@rule("KERNEL-CAMP-19", "KERNEL-ILL-44")
def test_once_a_day_is_once_for_each_hero_on_a_day_of_the_clock(season):
    season.bout("m3", hero="h2", red="ann", blue="bob")
    season.do("recover", by="ann", dice=(3,), **RUB, **BY_H2)
    season.do("recover", by="ann", dice=(3,), company="ann", hero="h2", act="rub", details={"helper": "h1"})
    season.do("advance_clock", hours=23, reason="x")
    season.refuses("recover", "already_recovered", by="ann", **RUB, **BY_H2)
    season.do("advance_clock", hours=1, reason="x")
    season.do("recover", by="ann", dice=(3,), **RUB, **BY_H2)
    assert (season.of("ann", "recovered")[0].day, season.hero("ann").carried) == (2, {"breath": 2})


@rule("KERNEL-CAMP-19", "RING-CAMP-05")
def test_what_is_said_of_it_counts(season):
    season.do("recover", by="ann", dice=(4,), **RUB, details={"helper": "h2", "hard": True})  # wants 5
    assert season.hero("ann").carried == {"breath": 4}
    season.do("advance_clock", days=1, reason="x")
    season.do("recover", by="ann", dice=(5,), **RUB, details={"helper": "h2", "hard": True})
    assert season.hero("ann").carried == {"breath": 2}  # 4 - 2


@rule("KERNEL-CAMP-19", "KERNEL-ILL-44")
def test_it_refuses_what_the_game_refuses_and_what_is_not_said(season):
    season.refuses("recover", "no_helper", by="ann", **RUB, details={"helper": "h1"}, at="details.helper")
    season.refuses("recover", "not_out_of_breath", company="ann", hero="h2", act="rub", details={"helper": "h1"})
    season.refuses("recover", "unknown_recovery", company="ann", hero="h1", act="pray", rule="KERNEL-CAMP-19", at="act")
    season.refuses("recover", "gm_only", by="ann", company="ann", hero="h1", act="bless", at="act")
    season.refuses("recover", "not_yours", by="bob", **RUB, **BY_H2)
    season.refuses("recover", "unknown_hero", company="ann", hero="h9", act="rub", **BY_H2)
    for details, field in (({}, "details"), ({"helper": 2}, "details.helper"), ({"helper": "h2", "oil": 1}, "details")):
        with pytest.raises(Malformed) as caught:
            season.do("recover", **RUB, details=details)
        assert caught.value.field.startswith(field)
    with pytest.raises(Malformed):
        season.do("recover", company="ann", hero="h1", act="bless", details={"helper": "h2"})
    with pytest.raises(NeedDice):
        season.do("recover", **RUB, **BY_H2)


@rule("KERNEL-CAMP-19", "RING-CAMP-07")
def test_an_act_changes_conditions_items_uses(season):
    season.bout("m3", hero="h2", red="bob", blue="ann", off="blue")
    season.do("free_captive", company="ann", hero="h2")
    told = season.do("recover", company="ann", hero="h2", act="bless")
    assert told == ["recovered", "uses_spent", "condition_ended", "condition_gained", "item_state_changed"]
    hero = season.hero("ann", "h2")
    assert ([one.name for one in hero.conditions], hero.item_states, hero.spent) == (["blessed"], {}, {"blessing": 1})
    assert (hero.conditions[0].since, hero.conditions[0].ends, hero.conditions[0].match) == (0, "hour:2", "")
    season.do("recover", company="ann", hero="h2", act="bless")  # as often as wanted


@rule("KERNEL-CAMP-19", "KERNEL-CAMP-17", "RING-CAMP-06")
def test_a_captive_gets_away(season):
    season.bout("m3", red="ann", blue="bob", off="blue")
    wriggle = {"by": "bob", "company": "bob", "hero": "h1", "act": "wriggle"}
    season.do("recover", dice=(5,), **wriggle)
    assert season.hero("bob").captive is not None
    assert season.do("recover", dice=(6,), **wriggle) == ["recovery_rolled", "recovered", "hero_freed"]
    assert ([one.why for one in season.of("bob", "hero_freed")], season.hero("bob").captive) == (["recovery"], None)


@rule("KERNEL-CAMP-19", "KERNEL-CAMP-07")
def test_what_was_treated_stays_treated_when_the_battle_is_settled_again(season):
    season.do("recover", by="ann", dice=(3,), **RUB, **BY_H2)
    season.do("record_again", match="m1", reason="x")
    assert season.hero("ann").carried == {"breath": 3}  # 2 + 2 - 1
    season.do("void_battle", match="m1", reason="x")
    assert season.hero("ann").carried == {"breath": 1}  # 2 - 1


@rule("KERNEL-CAMP-19")
def test_a_preview_rolls_nothing(season):
    assert season.preview("recover", **RUB, **BY_H2) == {("ann", "h1", "recovery", None, "to_be_rolled")}


def test_games_without_acts_have_none():
    night = Night.running(ann=1)
    night.refuses("recover", "unknown_recovery", company="ann", hero="h1", act="rest", rule="KERNEL-CAMP-19")
    with pytest.raises(Refused) as caught:
        Recovery().recover(None, "rest", RecoveryCase(Figure(id="h1", name="Asa"), {}), None)
    assert (Recovery().acts(None), caught.value.code) == ({}, "unknown_recovery")


@rule("KERNEL-CAMP-09")
def test_the_gm_grants_and_takes_uses(season):
    """Used yet or not, within the game's bounds of 0 to 9."""
    order = {"company": "ann", "hero": "h1", "field": "spent.blessing", "reason": "x"}
    season.do("correct", **order, value=2)
    assert season.hero("ann").spent == {"blessing": 2}
    season.do("recover", company="ann", hero="h1", act="bless")
    season.do("correct", **order, value=0)
    assert season.hero("ann").spent == {"blessing": 0}
    season.refuses("correct", "bad_value", **order, value=10, at="value")
    season.refuses("correct", "unknown_field", **{**order, "field": "spent.wings"}, value=1, at="field")


@rule("KERNEL-CAMP-19", "KERNEL-CAMP-07")
def test_what_was_healed_of_a_battle_is_not_healed_once_more_by_its_undoing(ring):
    """2 lost and healed, 2 lost since: without the first battle there is nothing to heal, and 2 are lost."""
    season = Season.running(ann=2, bob=2)
    season.bout("m1", red="ann", blue="bob")
    season.do("recover", by="ann", dice=(5,), **RUB, details={"helper": "h2", "hard": True})
    season.bout("m2", red="ann", blue="bob")
    season.do("void_battle", match="m1", reason="x")
    assert season.hero("ann").carried == {"breath": 2}


def test_each_act_has_a_last_day_of_its_own(season):
    season.do("recover", by="ann", dice=(3,), **RUB, **BY_H2)
    season.do("advance_clock", days=1, reason="x")
    season.do("recover", company="ann", hero="h1", act="bless")
    assert season.hero("ann").recovered == {"rub": 1, "bless": 2}
