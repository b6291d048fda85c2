"""Battles that do not count after all: what they did is put back, whatever the companies have done since."""

from campaigns.domain.company.events import Undone
from rules.kernel.messages import tag_of
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}
WHY = {"reason": "the wrong table"}


def figures(night):
    return {name: company.heroes for name, company in night.companies.items()}


@rule("KERNEL-CAMP-07")
def test_voiding_the_last_battle_gives_everything_back():
    night = Night.running({"battle_income": 20, "fate": "deadly", "carry_damage": "on"}, ann=1, bob=1)
    night.do("buy_item", company="bob", item="dagger")
    night.do("assign_item", company="bob", hero="h1", item="dagger")
    before = night.companies
    heroes, stash, leader = figures(night), before["bob"].stash, before["bob"].leader
    game = night.start("m1", PAIR)
    game.do({"type": "gm_adjust", "model": "s1-h1", "field": "health", "value": 9, "reason": "x"}, by="gm")
    night.finish("m1", game, out=("s2-h1",), won=("s1",))
    night.do("record_battle", match="m1")
    assert figures(night) != heroes
    night.do("void_battle", match="m1", **WHY)
    assert figures(night) == heroes
    assert (night.companies["bob"].stash, night.companies["bob"].leader) == (stash, leader)
    assert (night.gold("ann"), night.gold("bob")) == (400, 398)
    assert night.campaign.battles["m1"].stage == "voided"
    assert night.campaign.battles["m1"].winners == ()


@rule("KERNEL-CAMP-07")
def test_each_event_of_the_battle_is_named_by_the_one_that_undoes_it():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR)
    recorded = len(night.told["company-ann"])
    night.do("void_battle", match="m1", **WHY)
    log = night.logs["company-ann"]
    undone = [event for event in log if isinstance(event, Undone)]
    assert [tag_of(log[event.event - 1]) for event in undone] == [
        "hero_restored",
        "xp_gained",
        "hero_fate_set",
        "battle_recorded",
    ]
    assert len(undone) == recorded
    assert {event.reason for event in undone} == {"the wrong table"}


@rule("KERNEL-CAMP-07")
def test_the_gm_sees_what_will_change_before_confirming():
    night = Night.running({"battle_income": 20}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    before = dict(night.logs)
    assert night.preview("void_battle", match="m1", **WHY) == {
        ("ann", "", "gold", 420, 400),
        ("ann", "h1", "xp", 1, 0),
        ("bob", "", "gold", 420, 400),
    }
    assert night.logs == before


@rule("KERNEL-CAMP-07")
def test_choices_go_with_the_levels_that_earned_them():
    night = Night.running(ann=1, bob=1)
    night.do("award_xp", company="ann", hero="h1", amount=3, **WHY)
    night.fight("m1", PAIR)
    about = {"company": "ann", "hero": "h1"}
    night.do("raise_core", stat="power", **about)
    night.do("choose_talent", talent="cleave", **about)
    night.do("choose_talent", talent="toughness", **about)
    assert night.hero("ann").stats["health"] > 20
    assert ("ann", "h1", "stats.power", 6, 5) in night.preview("void_battle", match="m1", **WHY)
    night.do("void_battle", match="m1", **WHY)
    hero = night.hero("ann")
    assert (hero.xp, hero.level, hero.raised, hero.talents) == (3, 1, 0, ("cleave",))
    assert (hero.stats["power"], hero.stats["health"]) == (5, 20)
    night.fight("m2", PAIR)
    night.do("raise_core", stat="will", **about)
    night.do("choose_talent", talent="toughness", **about)
    assert (night.hero("ann").stats["will"], night.hero("ann").level) == (6, 2)


@rule("KERNEL-CAMP-07")
def test_a_level_that_later_battles_earned_again_is_kept():
    night = Night.running(ann=1, bob=1)
    night.do("award_xp", company="ann", hero="h1", amount=3, **WHY)
    night.fight("m1", PAIR)
    night.do("raise_core", company="ann", hero="h1", stat="power")
    night.fight("m2", PAIR)
    night.do("void_battle", match="m1", **WHY)
    assert (night.hero("ann").xp, night.hero("ann").level, night.hero("ann").stats["power"]) == (4, 2, 6)


@rule("KERNEL-CAMP-07")
def test_who_died_in_a_later_battle_stays_dead():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR)
    night.do("set_house_rule", name="fate", value="deadly")
    night.fight("m2", PAIR, out=("s2-h1",), won=("s1",))
    night.do("void_battle", match="m1", **WHY)
    assert (night.hero("bob").standing, night.hero("bob").xp) == ("dead", 0)
    night.do("void_battle", match="m2", **WHY)
    assert night.hero("bob").standing == "ready"


@rule("KERNEL-CAMP-07")
def test_who_was_brought_back_and_died_again_stays_dead():
    night = Night.running({"fate": "deadly"}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    night.do("declare_fate", company="bob", hero="h1", fate="survived", reason="a miracle")
    night.do("declare_fate", company="bob", hero="h1", fate="dead", reason="a fall")
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("bob").standing == "dead"


@rule("KERNEL-CAMP-07")
def test_heroes_that_left_since_give_back_what_they_learnt():
    night = Night.running(ann=2, bob=1)
    night.fight("m1", PAIR)
    night.do("dismiss_hero", company="ann", hero="h1")
    night.do("void_battle", match="m1", **WHY)
    assert (night.hero("ann").standing, night.hero("ann").xp) == ("dismissed", 0)


@rule("KERNEL-CAMP-07")
def test_gear_of_the_dead_that_others_have_taken_stays_with_them():
    night = Night.running({"fate": "deadly"}, ann=1, bob=2)
    for item in ("shield", "dagger"):
        night.do("buy_item", company="bob", item=item)
        night.do("assign_item", company="bob", hero="h1", item=item)
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    night.do("assign_item", company="bob", hero="h2", item="shield")
    night.do("name_leader", company="bob", hero="h2")
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("bob").equipment == ("dagger",)
    assert night.hero("bob", "h2").equipment == ("shield",)
    assert night.companies["bob"].leader == "h2"


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-08", "KERNEL-ILL-27")
def test_it_refuses_an_undoing_for_which_the_gold_is_gone():
    night = Night.running({"win_income": 100}, ann=1, bob=1)
    night.fight("m1", PAIR, won=("s1",))
    night.do("fine", company="ann", amount=450, **WHY)
    night.refuses("void_battle", "not_enough_gold", match="m1", **WHY)
    night.do("set_house_rule", name="debt", value="on")
    night.do("void_battle", match="m1", **WHY)
    assert night.gold("ann") == -50


@rule("KERNEL-CAMP-07")
def test_loot_goes_back():
    night = Night.running({"invasion_loot": 80}, ann=1, bob=1)
    night.do("declare_invasion", by="ann", company="ann", defender="bob", invasion="i1")
    night.fight("m1", PAIR, kind="invasion", invasion="i1", won=("s1",))
    assert (night.gold("ann"), night.gold("bob")) == (480, 320)
    night.do("void_battle", match="m1", **WHY)
    assert (night.gold("ann"), night.gold("bob")) == (400, 400)


@rule("KERNEL-CAMP-07")
def test_of_the_damage_that_stays_each_battle_takes_back_its_own():
    night = Night.running({"carry_damage": "on"}, ann=1, bob=1)
    for number, health in ((1, 15), (2, 11)):
        game = night.start(f"m{number}", PAIR)
        game.do({"type": "gm_adjust", "model": "s1-h1", "field": "health", "value": health, "reason": "x"}, by="gm")
        night.finish(f"m{number}", game)
        night.do("record_battle", match=f"m{number}")
    assert night.hero("ann").carried == {"health": 9}
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("ann").carried == {"health": 4}
    night.do("void_battle", match="m2", **WHY)
    assert night.hero("ann").carried == {}


@rule("KERNEL-CAMP-07")
def test_spells_go_with_their_levels_too():
    night = Night.running(ann=0, bob=1)
    night.do("recruit_hero", company="ann", name="Ysolde", race="human", calling="magic_user", spells=["fireball"])
    night.do("award_xp", company="ann", hero="h1", amount=3, **WHY)
    night.fight("m1", PAIR)
    night.do("choose_spell", company="ann", hero="h1", spell="ray_of_frost")
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("ann").spells == ("fireball",)


@rule("KERNEL-CAMP-07")
def test_gear_that_can_no_longer_be_carried_stays_in_the_stash():
    night = Night.running({"fate": "deadly"}, ann=1, bob=2)
    night.do("buy_item", company="bob", item="shield", count=2)
    night.do("assign_item", company="bob", hero="h1", item="shield")
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    night.do("declare_fate", company="bob", hero="h1", fate="survived", reason="a miracle")
    night.do("assign_item", company="bob", hero="h1", item="shield")
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("bob").equipment == ("shield",)
    assert night.companies["bob"].stash == {"shield": 1}
    assert night.companies["bob"].leader == "h1"


@rule("KERNEL-CAMP-07")
def test_a_leader_who_has_left_since_does_not_lead_again():
    night = Night.running({"fate": "deadly"}, ann=1, bob=2)
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    night.do("declare_fate", company="bob", hero="h1", fate="survived", reason="a miracle")
    night.do("retire_hero", company="bob", hero="h1")
    night.do("void_battle", match="m1", **WHY)
    assert (night.hero("bob").standing, night.companies["bob"].leader) == ("retired", "")


@rule("KERNEL-CAMP-07")
def test_a_fate_that_was_owed_is_owed_no_more():
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    night.do("void_battle", match="m1", **WHY)
    assert night.companies["bob"].undecided == {}


@rule("KERNEL-CAMP-07")
def test_an_invasion_whose_battle_is_void_may_be_fought_again():
    night = Night.running(ann=1, bob=1)
    night.do("declare_invasion", by="ann", company="ann", defender="bob", invasion="i1")
    night.fight("m1", PAIR, kind="invasion", invasion="i1")
    assert night.campaign.invasions["i1"].stage == "fought"
    night.do("void_battle", match="m1", **WHY)
    night.fight("m2", PAIR, kind="invasion", invasion="i1")
    assert night.campaign.invasions["i1"].stage == "fought"


@rule("KERNEL-CAMP-07")
def test_an_open_battle_is_left():
    night = Night.running(ann=1, bob=1)
    night.start("m1", PAIR)
    assert night.do("void_battle", match="m1", **WHY) == ["battle_voided", "battle_left", "battle_left"]
    night.do("buy_item", company="ann", item="dagger")


@rule("KERNEL-CAMP-07")
def test_a_corrected_match_is_settled_as_it_stands_now():
    night = Night.running({"fate": "deadly"}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    game = night.table("m1")
    night.finish("m1", game, out=("s1-h1",), won=("s2",))
    night.do("record_again", match="m1", reason="the sides were mixed up")
    assert (night.hero("ann").standing, night.hero("ann").xp) == ("dead", 0)
    assert (night.hero("bob").standing, night.hero("bob").xp) == ("ready", 1)
    assert (night.campaign.battles["m1"].stage, night.campaign.battles["m1"].winners) == ("recorded", ("bob",))
    night.do("void_battle", match="m1", **WHY)
    assert [(hero.standing, hero.xp) for hero in (night.hero("ann"), night.hero("bob"))] == [("ready", 0)] * 2


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-08")
def test_settling_anew_leaves_alone_what_comes_out_the_same():
    night = Night.running({"win_income": 100}, ann=1, bob=1)
    night.do("award_xp", company="ann", hero="h1", amount=3, **WHY)
    night.fight("m1", PAIR, won=("s1",))
    night.do("raise_core", company="ann", hero="h1", stat="will")
    night.do("choose_talent", company="ann", hero="h1", talent="cleave")
    night.do("fine", company="ann", amount=500, reason="spent")
    heroes = night.companies["ann"].heroes
    night.do("record_again", match="m1", reason="a slip in its middle")
    assert night.companies["ann"].heroes == heroes
    assert night.gold("ann") == 0


@rule("KERNEL-CAMP-07", "IST-Q-108")
def test_loot_is_taken_anew_from_what_the_loser_had():
    night = Night.running({"invasion_loot": 80}, ann=1, bob=1)
    night.do("fine", company="bob", amount=320, reason="poor")
    night.do("declare_invasion", by="ann", company="ann", defender="bob", invasion="i1")
    night.fight("m1", PAIR, kind="invasion", invasion="i1", won=("s1",))
    for won, gold in ((("s1",), (480, 0)), (("s2",), (320, 160)), ((), (400, 80))):
        night.finish("m1", night.table("m1"), won=won)
        night.do("record_again", match="m1", **WHY)
        assert (night.gold("ann"), night.gold("bob")) == gold


@rule("KERNEL-CAMP-07", "IST-Q-102")
def test_settling_anew_teaches_nobody_who_came_later():
    night = Night.running({"xp": "all_living"}, ann=2, bob=1)
    night.fight("m1", PAIR)
    night.recruit("ann", "Late")
    night.do("record_again", match="m1", **WHY)
    assert [hero.xp for hero in night.companies["ann"].heroes.values()] == [1, 1, 0]


@rule("KERNEL-CAMP-07")
def test_a_void_battle_may_count_after_all():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR)
    night.do("void_battle", match="m1", **WHY)
    night.refuses("record_battle", "battle_voided", match="m1")
    night.do("record_again", match="m1", reason="it was the right table")
    assert night.hero("ann").xp == 1


@rule("KERNEL-ILL-25", "KERNEL-ILL-26")
def test_it_refuses_to_void_twice_and_to_record_again_what_never_was():
    night = Night.running(ann=1, bob=1)
    night.start("m1", PAIR)
    night.refuses("record_again", "battle_open", match="m1", rule="KERNEL-CAMP-07", **WHY)
    night.do("void_battle", match="m1", **WHY)
    night.refuses("void_battle", "battle_voided", match="m1", rule="KERNEL-CAMP-07", **WHY)
    night.refuses("void_battle", "unknown_battle", match="m9", **WHY)


@rule("IST-CAMP-11")
def test_it_refuses_to_undo_while_a_company_is_in_another_battle():
    night = Night.running(ann=1, bob=1, cid=1)
    night.fight("m1", PAIR)
    night.start("m2", {"s1": ("bob", "h1"), "s2": ("cid", "h1")})
    night.refuses("void_battle", "company_in_battle", at="match", match="m1", **WHY)
