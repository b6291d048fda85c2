"""Undoing what a battle made of heroes: deaths declared for it, rolls that stand, companies that are gone, forks."""

import pytest

from campaigns.domain.world import Finished
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}
WHY = {"reason": "the wrong table"}


def struck_down(night, match="m1"):
    night.fight(match, PAIR, out=("s2-h1",), won=("s1",))


# Fates that the GM declared for the battle


@rule("KERNEL-CAMP-07", "IST-D-18")
def test_a_death_that_the_gm_declared_for_a_battle_goes_with_it():
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    night.do("buy_item", company="bob", item="dagger")
    night.do("assign_item", company="bob", hero="h1", item="dagger")
    before = night.companies["bob"].heroes, night.companies["bob"].leader
    struck_down(night)
    night.do("declare_fate", company="bob", hero="h1", fate="dead", match="m1", **WHY)
    shown = [line[:5] for line in night.lines("void_battle", match="m1", **WHY)]
    assert ("bob", "h1", "standing", "dead", "ready") in shown
    night.do("void_battle", match="m1", **WHY)
    assert (night.companies["bob"].heroes, night.companies["bob"].leader) == before
    assert night.companies["bob"].undecided == {}


@rule("KERNEL-CAMP-07", "IST-XP-01")
def test_experience_of_a_declared_survivor_goes_with_its_battle():
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    struck_down(night)
    night.do("declare_fate", company="bob", hero="h1", fate="survived", match="m1", **WHY)
    assert night.hero("bob").xp == 1
    night.do("record_again", match="m1", **WHY)
    assert night.hero("bob").xp == 1
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("bob").xp == 0


@rule("KERNEL-CAMP-07", "IST-D-18")
def test_once_the_battle_was_void_its_fates_are_owed_anew():
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    struck_down(night)
    night.do("declare_fate", company="bob", hero="h1", fate="dead", match="m1", **WHY)
    night.do("void_battle", match="m1", **WHY)
    night.do("record_again", match="m1", **WHY)
    assert (night.hero("bob").standing, night.companies["bob"].open_fates) == ("ready", {"h1": ("m1",)})


# Fates that were rolled


@rule("KERNEL-CAMP-07", "IST-Q-100")
def test_who_has_rolled_rolls_no_other_fate():
    """A 2 is death on 6+; however often the battle is settled, and though it was void in between."""
    night = Night.running({"fate": "survival_roll", "survival": 6}, ann=1, bob=1)
    night.fight("m1", PAIR, dice=(2,), out=("s2-h1",), won=("s1",))
    for _ in range(2):
        night.do("record_again", match="m1", **WHY)
        assert night.hero("bob").standing == "dead"
        assert night.of("bob", "hero_fate_set")[0].faces == (2,)
        assert "fate_rolled" not in [type(event).__struct_config__.tag for event in night.told["campaign-k1"]]
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("bob").standing == "ready"
    night.do("record_again", match="m1", **WHY)
    assert night.hero("bob").standing == "dead"


@rule("KERNEL-CAMP-07", "IST-Q-100")
def test_only_who_is_newly_taken_out_rolls():
    night = Night.running({"fate": "survival_roll", "survival": 6}, ann=1, bob=2)
    night.fight("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1", "h2")}, dice=(6,), out=("s2-h1",), won=("s1",))
    night.finish("m1", night.table("m1"), out=("s2-h1", "s2-h2"))
    night.do("record_again", match="m1", dice=(5,), **WHY)
    assert [night.hero("bob", hero).standing for hero in ("h1", "h2")] == ["ready", "dead"]


@rule("KERNEL-CAMP-07", "IST-Q-100")
def test_the_preview_shows_what_is_yet_to_be_rolled():
    night = Night.running({"fate": "survival_roll", "win_income": 10}, ann=1, bob=1)
    night.fight("m1", PAIR, won=("s1",))
    night.finish("m1", night.table("m1"), out=("s2-h1",), won=("s1",))
    lines = {line[:5]: line.why for line in night.lines("record_again", match="m1", **WHY)}
    assert lines.keys() == {("bob", "h1", "xp", 1, 0), ("bob", "h1", "standing", "ready", "to_be_rolled")}
    (why,) = lines["bob", "h1", "standing", "ready", "to_be_rolled"]
    assert (why.rule, why.undone) == ("IST-Q-100", 0)


# Companies and battles since


@rule("KERNEL-CAMP-07")
@pytest.mark.parametrize("deed", ["void_battle", "record_again"])
def test_a_company_that_was_disbanded_holds_nobody_up(deed):
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR)
    night.do("disband", by="ann", company="ann")
    night.do(deed, match="m1", **WHY)
    assert {night.hero(name).xp for name in ("ann", "bob")} == {0 if deed == "void_battle" else 1}


@rule("KERNEL-CAMP-07", "IST-Q-122")
def test_a_battle_that_did_nothing_is_voided_while_its_companies_fight_another():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR, kind="friendly")
    night.start("m2", PAIR)
    night.do("void_battle", match="m1", **WHY)
    assert night.campaign.battles["m1"].stage == "voided"
    assert {night.companies[name].in_battle for name in ("ann", "bob")} == {"m2"}


@rule("KERNEL-CAMP-07", "IST-Q-82", "IST-XP-03")
def test_choices_that_the_level_still_earns_stay_whatever_the_house_has_changed():
    """Six XP are level 2, and so are the five that are left: the raise stays though no other could be made now."""
    night = Night.running(ann=1, bob=1)
    night.do("award_xp", company="ann", hero="h1", amount=5, **WHY)
    night.do("raise_core", company="ann", hero="h1", stat="power")
    night.fight("m1", PAIR)
    night.do("set_house_rule", name="race_table", value="cap")
    assert night.preview("void_battle", match="m1", **WHY) == {
        ("ann", "h1", "xp", 6, 5),
        ("bob", "h1", "xp", 1, 0),
    }


@rule("KERNEL-CAMP-08", "KERNEL-CAMP-04")
def test_debts_are_those_of_now_and_not_of_the_battle():
    night = Night.running({"win_income": 100}, ann=1, bob=1)
    night.fight("m1", PAIR, won=("s1",))
    night.do("fine", company="ann", amount=500, reason="spent")
    night.finish("m1", night.table("m1"), won=("s2",))
    night.refuses("record_again", "not_enough_gold", match="m1", **WHY)
    night.do("set_house_rule", name="debt", value="on")
    night.do("record_again", match="m1", **WHY)
    assert night.gold("ann") == -100
    night.finish("m1", night.table("m1"), won=("s1",))
    night.do("record_again", match="m1", **WHY)
    night.do("set_house_rule", name="debt", value="off")
    night.finish("m1", night.table("m1"), won=("s2",))
    night.refuses("record_again", "not_enough_gold", match="m1", **WHY)


# Invasions are fought once


def invaded():
    """Two battles for one invasion: the first was void, and is to count again."""
    night = Night.running({"invasion_loot": 50}, ann=1, bob=1)
    night.do("declare_invasion", by="ann", company="ann", defender="bob", invasion="i1")
    night.fight("m1", PAIR, kind="invasion", invasion="i1", won=("s1",))
    night.do("void_battle", match="m1", **WHY)
    night.fight("m2", PAIR, kind="invasion", invasion="i1", won=("s1",))
    return night


@rule("KERNEL-CAMP-07", "IST-HALL-02", "KERNEL-ILL-26")
def test_an_invasion_is_not_counted_twice():
    night = invaded()
    night.refuses("record_again", "invasion_fought", match="m1", rule="KERNEL-CAMP-07", at="match", **WHY)
    assert (night.gold("ann"), night.gold("bob")) == (450, 350)
    night.do("void_battle", match="m2", **WHY)
    night.do("record_again", match="m1", **WHY)
    assert (night.gold("ann"), night.gold("bob")) == (450, 350)


@rule("KERNEL-CAMP-07", "IST-HALL-02")
def test_an_invasion_that_another_battle_has_fought_is_not_declared_again():
    night = Night.running(ann=1, bob=1)
    night.do("declare_invasion", by="ann", company="ann", defender="bob", invasion="i1")
    night.fight("m1", PAIR, kind="invasion", invasion="i1", won=("s1",))
    night.do("void_battle", match="m1", **WHY)
    assert night.campaign.invasions["i1"].stage == "declared"
    night.start("m2", PAIR, kind="invasion", invasion="i1")
    night.do("void_battle", match="m2", **WHY)
    assert night.campaign.invasions["i1"].stage == "declared"
    night.fight("m3", PAIR, kind="invasion", invasion="i1", won=("s1",))
    assert night.campaign.invasions["i1"].stage == "fought"


# Forks


def forked(night, name, of, **how):
    """A fork of a match, played to another end."""
    game = night.table("m1")
    night.finish(name, game, **how)
    night.matches[name] = Finished(game.state, game.events, game.outcome, (of, "m1") if of != "m1" else ("m1",))


@rule("KERNEL-CAMP-07")
def test_a_fork_is_settled_in_the_place_of_its_match():
    night = Night.running({"win_income": 30, "fate": "deadly"}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s1-h1",), won=("s2",))
    forked(night, "f1", "m1", out=("s2-h1",), won=("s1",))
    night.do("record_again", match="m1", played="f1", **WHY)
    assert (night.hero("ann").standing, night.hero("bob").standing) == ("ready", "dead")
    assert (night.gold("ann"), night.gold("bob")) == (430, 400)
    battle = night.campaign.battles["m1"]
    assert (battle.winners, battle.played, battle.fought) == (("ann",), "f1", "f1")
    assert {event.because.match for event in night.of("bob", "hero_fate_set")} == {"f1"}
    night.do("void_battle", match="m1", **WHY)
    assert (night.hero("ann").xp, night.hero("bob").standing, night.gold("ann")) == (0, "ready", 400)
    night.do("record_again", match="m1", **WHY)
    assert (night.hero("ann").standing, night.campaign.battles["m1"].played) == ("dead", "")


@rule("KERNEL-CAMP-07", "IST-Q-101")
def test_wounds_of_a_fork_are_counted_where_its_battle_was_fought():
    night = Night.running({"carry_damage": "on"}, ann=1, bob=1)
    wound = {"type": "gm_adjust", "model": "s1-h1", "field": "health", "value": 15, "reason": "x"}
    game = night.start("m1", PAIR)
    game.do(wound, by="gm")
    night.finish("m1", game)
    night.do("record_battle", match="m1")
    night.fight("m2", PAIR, out=("s1-h1",), won=("s2",))
    night.matches["f1"] = night.matches["m1"]._replace(sources=("m1",))
    night.do("record_again", match="m1", played="f1", **WHY)
    assert night.hero("ann").carried == {}


@rule("KERNEL-CAMP-07", "IST-Q-101")
@pytest.mark.parametrize(("gone", "left"), [("m0", 2), ("m1", 3)])
def test_wounds_of_a_fork_stay_as_those_of_its_battle_do(gone, left):
    """3 lost in the first battle, 2 in the second, which a fork of its match has settled."""
    night = Night.running({"carry_damage": "on"}, ann=1, bob=1)
    for match, health in (("m0", 20 - 3), ("m1", 20 - 5)):
        wound = {"type": "gm_adjust", "model": "s1-h1", "field": "health", "value": health, "reason": "x"}
        game = night.start(match, PAIR)
        game.do(wound, by="gm")
        night.finish(match, game)
        night.do("record_battle", match=match)
    night.matches["f1"] = night.matches["m1"]._replace(sources=("m1",))
    night.do("record_again", match="m1", played="f1", **WHY)
    assert night.hero("ann").carried == {"health": 5}
    night.do("void_battle", match=gone, **WHY)
    assert night.hero("ann").carried == {"health": left}


@rule("KERNEL-CAMP-07", "IST-D-18")
def test_a_fate_of_a_fork_is_owed_to_its_battle():
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    night.fight("m1", PAIR)
    forked(night, "f1", "m1", out=("s2-h1",), won=("s1",))
    night.do("record_again", match="m1", played="f1", **WHY)
    assert night.companies["bob"].undecided == {"h1": ("m1",)}
    night.do("declare_fate", company="bob", hero="h1", fate="dead", match="m1", **WHY)
    night.do("record_again", match="m1", played="f1", **WHY)
    assert (night.hero("bob").standing, night.companies["bob"].undecided) == ("dead", {})
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("bob").standing == "ready"


@rule("KERNEL-CAMP-07", "KERNEL-ILL-26")
def test_it_refuses_a_match_that_is_no_fork_or_is_not_over():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR)
    forked(night, "f2", "f1", won=("s1",))
    night.matches["f3"] = night.matches["f2"]._replace(outcome=None)
    night.matches["x1"] = night.matches["f2"]._replace(sources=("m7",))
    for played in ("x1", "nowhere", "m1"):
        night.refuses("record_again", "not_its_fork", match="m1", played=played, at="played", **WHY)
    night.refuses("record_again", "battle_not_over", match="m1", played="f3", at="played", **WHY)
    night.do("record_again", match="m1", played="f2", **WHY)


@rule("KERNEL-CAMP-07")
def test_who_died_in_a_later_battle_stays_dead_whatever_a_fork_of_the_first_says():
    night = Night.running({"fate": "deadly"}, ann=1, bob=1)
    night.fight("m1", PAIR)
    forked(night, "f1", "m1", out=("s2-h1",), won=("s1",))
    struck_down(night, "m2")
    night.do("record_again", match="m1", played="f1", **WHY)
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("bob").standing == "dead"
    night.do("void_battle", match="m2", **WHY)
    assert night.hero("bob").standing == "ready"


@rule("KERNEL-CAMP-07", "IST-D-18")
def test_who_was_declared_alive_after_one_battle_and_died_in_the_next_stays_dead():
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    for match, fate in (("m1", "taken_out"), ("m2", "dead")):
        struck_down(night, match)
        night.do("declare_fate", company="bob", hero="h1", fate=fate, match=match, **WHY)
    night.do("record_again", match="m1", **WHY)
    assert night.hero("bob").standing == "dead"
