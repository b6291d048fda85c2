"""Corrections by the GM: every field, what follows from it, and what is refused."""

import pytest

from campaigns.domain.company.events import InjuryTaken, Undone, UsesSpent
from campaigns.domain.company.evolve import evolve
from campaigns.domain.event_base import Change
from rules.kernel.progression import Injury
from tests.campaigns.domain.nights import Night
from tests.campaigns.domain.rows import WHY, correct, fact, give, happened, night, refused, uncorrectable
from tests.rules.every_game.rows import played
from tests.rules.play import rule

MOST = 1_000_000_000
PAID = 50 + 100
H1 = {"hero": "h1"}


def mend(night, field, value, hero="", company="ann"):
    """Correct one field; the names of the events."""
    return night.do("correct", company=company, hero=hero, field=field, value=value, **WHY)


def refuses(night, code, field, value, hero="", at="value"):
    """Assert that a correction is refused so."""
    return night.refuses("correct", code, company="ann", hero=hero, field=field, value=value, at=at, **WHY)


def order_built(stage):
    """The walls that were ordered stand, where they are `built`."""
    return (give("start_downtime"), give("finish_upgrades")) if stage == "built" else ()


def with_reason(night):
    (received,) = night.of("ann", "item_received")
    assert received.reason == "a slip"


ITEMS = [
    played("KERNEL-CAMP-09", "items come into the stash and go from it", night(ann=1),
           correct("stash.dagger", 3, "item_received"), with_reason, fact("stash", {"dagger": 3}),
           correct("stash.dagger", 1, "item_lost"), fact("stash", {"dagger": 1}),
           correct("stash.dagger", 0), fact("stash", {}), fact("gold", 400)),
    played("KERNEL-CAMP-09 IST-Q-112", "a hero finds and loses items", night(ann=1),
           correct("equipment.dagger", 2, "item_received item_assigned item_received item_assigned", "h1"),
           fact("h1.equipment", ("dagger", "dagger")),
           correct("equipment.dagger", 1, "item_lost", "h1"), fact("h1.equipment", ("dagger",)), fact("stash", {}),
           correct("equipment.shield", 1, hero="h1"),
           uncorrectable("cannot_assign", "equipment.shield", 2, **H1, at="field")),
    played("KERNEL-CAMP-11 KERNEL-CAMP-09", "items off the list and counts that are none", night(ann=1),
           uncorrectable("unknown_item", "stash.moon", 1, at="field"),
           uncorrectable("unknown_item", "equipment.moon", 1, **H1, at="field"),
           uncorrectable("nothing_to_change", "stash.moon", 0),
           uncorrectable("bad_value", "stash.dagger", -1, 10_001, True, "two", None),
           uncorrectable("bad_value", "equipment.dagger", -1, 10_001, True, "two", None, **H1),
           uncorrectable("unknown_field", "stash", 1, at="field"),
           uncorrectable("unknown_item", "stash.", 1, at="field"),
           uncorrectable("unknown_field", "equipment", 1, **H1, at="field")),
    played("KERNEL-CAMP-11", "a hero who is gone carries nothing more", night(ann=2),
           give("dismiss_hero", hero="h2"),
           uncorrectable("hero_gone", "equipment.dagger", 1, hero="h2", at="hero")),
]  # fmt: skip
CHOICES = [
    played("KERNEL-CAMP-09 IST-XP-03", "a raise is taken back and made again", night(ann=1),
           give("award_xp", **H1, amount=8, **WHY),
           give("raise_core", **H1, stat="power"), give("raise_core", **H1, stat="power"),
           correct("raised.power", None, "undone", "h1"), fact("h1.raised", 1), fact("h1.stats.power", 6),
           give("raise_core", **H1, stat="will"), correct("raised.power", None, hero="h1"),
           fact("h1.raised", 1), fact("h1.stats.power", 5), fact("h1.stats.will", 6),
           uncorrectable("nothing_to_change", "raised.power", None, **H1, at="field")),
    played("KERNEL-CAMP-09 IST-Q-103 IST-Q-118", "a talent goes with what it gave", night(ann=1),
           give("choose_talent", **H1, talent="toughness"), fact("h1.stats.health", 24),
           correct("talents.toughness", None, hero="h1"), fact("h1.talents", ()), fact("h1.stats.health", 20),
           give("choose_talent", **H1, talent="cleave"), fact("h1.talents", ("cleave",)),
           uncorrectable("nothing_to_change", "talents.toughness", None, **H1, at="field")),
    played("KERNEL-CAMP-09 IST-XP-05", "a spell is taken back", night(ann=0),
           give("recruit_hero", name="Mo", race="human", calling="magic_user", talents=["gather_power"],
                spells=["fireball"]),
           correct("spells.fireball", None, hero="h1"), fact("h1.spells", ()), fact("h1.talents", ("gather_power",)),
           give("choose_spell", **H1, spell="ray_of_frost")),
    played("KERNEL-CAMP-09", "what can only be taken away takes no value", night(ann=1),
           *(uncorrectable("bad_value", field, 1, **H1)
             for field in ("raised.power", "talents.cleave", "spells.fireball", "injuries.limp", "absence")),
           uncorrectable("bad_value", "upgrades.walls", 0)),
    # Power 5, raised to 6 at level 2. A value that was corrected since stays; else it is the 5 of the race again.
    *(played("KERNEL-CAMP-07 KERNEL-CAMP-09", f"a raise that goes leaves a correction to {power}", night(ann=1),
             give("award_xp", **H1, amount=4, **WHY), give("raise_core", **H1, stat="power"),
             *(() if power is None else (correct("stats.power", power, hero="h1"),)),
             correct("xp", 3, hero="h1"),
             fact("h1.level", 1), fact("h1.raised", 0), fact("h1.stats.power", after))
      for power, after in ((5, 5), (0, 0), (9, 9), (None, 5))),
    played("KERNEL-CAMP-07 KERNEL-CAMP-09", "a raise from a corrected value goes back to it", night(ann=1),
           correct("stats.power", 3, hero="h1"),
           give("award_xp", **H1, amount=4, **WHY), give("raise_core", **H1, stat="power"), fact("h1.stats.power", 4),
           correct("xp", 0, hero="h1"), fact("h1.stats.power", 3)),
]  # fmt: skip
SCAR = Injury(name="scar", until="season")
OTHERS = [
    played("KERNEL-CAMP-09", "an injury is healed", night(ann=1),
           happened(InjuryTaken(hero="h1", injury=Injury(name="limp", until="season"))),
           happened(InjuryTaken(hero="h1", injury=SCAR)),
           correct("injuries.limp", None, "injury_healed", "h1"), fact("h1.injuries", (SCAR,)),
           uncorrectable("nothing_to_change", "injuries.limp", None, **H1, at="field")),
    played("KERNEL-CAMP-09 IST-Q-72", "uses of the campaign are given back", night(ann=1),
           happened(UsesSpent(hero="h1", uses={"teleport": 2})),
           correct("spent.teleport", 1, hero="h1"), fact("h1.spent", {"teleport": 1}),
           uncorrectable("nothing_to_change", "spent.teleport", 1, **H1),
           uncorrectable("bad_value", "spent.teleport", -1, 2, **H1),
           uncorrectable("unknown_field", "spent.grace", 1, **H1, at="field")),
    played("KERNEL-CAMP-09 IST-CAMP-02", "the hall gets another name", night(ann=1),
           correct("hall", "  The  Den ", "corrected"), fact("hall.name", "The Den"), fact("name", "Ann's"),
           uncorrectable("missing_company_field", "hall", " "),
           uncorrectable("missing_company_field", "name", ""),
           uncorrectable("missing_hero_field", "name", "", **H1)),
    # Clear the Area costs 50 gold, Walls 100 (IST-Q-105).
    played("KERNEL-CAMP-09 IST-HALL-01 IST-Q-105", "an upgrade bought by mistake is refunded", night(ann=1),
           give("upgrade_hall", upgrade="clear_the_area"), give("upgrade_hall", upgrade="walls"),
           fact("gold", 400 - PAID),
           correct("upgrades.clear_the_area", None), fact("hall.upgrades", ("walls",)),
           fact("gold", 400 - PAID + 50), fact("ledger.correction", 50),
           uncorrectable("nothing_to_change", "upgrades.clear_the_area", None, at="field"),
           uncorrectable("unknown_upgrade", "upgrades.moat", None, at="field"),
           give("upgrade_hall", upgrade="clear_the_area"), fact("hall.upgrades", ("walls", "clear_the_area"))),
    *(played("KERNEL-CAMP-09 KERNEL-CAMP-10", f"an upgrade {stage} goes too", night({"hall_downtimes": 1}, ann=1),
             give("upgrade_hall", upgrade="walls"), *order_built(stage),
             correct("upgrades.walls", None),
             fact("hall.orders", ()), fact("hall.upgrades", ()), fact("gold", 400))
      for stage in ("on order", "built")),
    played("KERNEL-CAMP-09 IST-CAMP-10", "a leader is set and taken away", night(ann=2),
           correct("leader", None, "leader_named"), fact("leader", ""), correct("leader", "h2"), fact("leader", "h2"),
           uncorrectable("nothing_to_change", "leader", "h2"),
           uncorrectable("unknown_hero", "leader", "h9"),
           uncorrectable("bad_value", "leader", 2)),
    played("KERNEL-CAMP-09 IST-XP-02", "no more XP than the highest level has", night(ann=1),
           correct("xp", 39_998, hero="h1"),
           refused("award_xp", "bad_value", **H1, amount=2, at="amount", **WHY),
           give("award_xp", **H1, amount=1, **WHY), fact("h1.level", 10_000)),
    played("KERNEL-CAMP-08", "no more gold or debt than a company can have", night({"debt": "on"}, ann=1, bob=1),
           refused("award_gold", "bad_value", amount=MOST - 399, at="amount", **WHY),
           give("award_gold", amount=MOST - 400, **WHY),
           refused("transfer", "bad_value", company="bob", to="ann", gold=1, at="gold", **WHY),
           uncorrectable("bad_value", "gold", MOST + 1), correct("gold", -MOST),
           refused("fine", "bad_value", amount=1, at="amount", **WHY),
           refused("transfer", "bad_value", to="bob", gold=1, at="gold", **WHY)),
]  # fmt: skip


@pytest.mark.parametrize("row", [*ITEMS, *CHOICES, *OTHERS])
def test_corrections(row):
    row.check()


@rule("KERNEL-CAMP-09", "IST-RACE-01")
@pytest.mark.parametrize(
    ("field", "low", "high"),
    [
        ("stats.power", 0, 99),
        ("stats.armour", 0, 99),
        ("stats.health", 1, 999),
        ("xp", 0, 39_999),
        ("carried.will", 0, 5),
    ],
)
def test_a_number_is_one_that_a_battle_takes(field, low, high):
    """A model has 0 to 99 in each Core Stat and in Armour, 1 to 999 Health, level 1 to 10,000; 4 XP make a level."""
    night = Night.running(ann=1)
    for value in (low - 1, high + 1, 10**9):
        assert f"from {low} to {high}" in refuses(night, "bad_value", field, value, "h1").hint
    for value in (high, low):
        mend(night, field, value, "h1")


@rule("IST-CAMP-11", "KERNEL-CAMP-09")
@pytest.mark.parametrize("value", [0, 99])
def test_a_hero_with_a_corrected_stat_can_be_fielded(value):
    night = Night.running(ann=1, bob=1)
    mend(night, "stats.power", value, "h1")
    model = night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")}).player("s1-h1")
    assert (model.power, model.power_max) == (value, value)
    assert (model.finesse, model.will, model.health) == (5, 5, 20)  # a human's, IST-RACE-01
    assert night.companies["ann"].in_battle == "m1"


@rule("IST-Q-101", "KERNEL-CAMP-09")
def test_who_has_lost_more_of_a_stat_than_it_has_now_has_none_of_it_left():
    night = Night.running({"carry_damage": "on"}, ann=1, bob=1)
    mend(night, "carried.power", 4, "h1")
    mend(night, "stats.power", 3, "h1")
    game = night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")})
    assert next(model.power for model in game.state.models if model.id == "s1-h1") == 0


@rule("KERNEL-CAMP-09", "KERNEL-ILL-28")
@pytest.mark.parametrize("reason", ["", "  ", "\u200b", " \u200b\n\u2060 ", "\u2800", "\u3164", "..."])
def test_what_cannot_be_seen_is_no_reason(reason):
    night = Night.running(ann=1)
    night.refuses("award_gold", "reason_wanted", company="ann", amount=1, reason=reason, at="reason")


def test_an_undoing_from_before_several_fates_were_kept_is_folded():
    company = Night.running(ann=1).companies["ann"]
    change = Change(field="undecided.h1", old="m2", new="m1")
    company = evolve(company, Undone(event=1, changes=(change,)))
    assert company.undecided == {"h1": ("m1",)}
    gone = Change(field="undecided.h1", old="m1")
    assert evolve(company, Undone(event=2, changes=(gone,))).undecided == {}
