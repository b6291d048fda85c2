"""Battles of a campaign: who is fielded, what the match is opened with, what it means for everybody."""

import pytest

from campaigns.domain.acts import decide, needs, parse
from campaigns.domain.battles import battle_setup
from campaigns.domain.fielding import Fielding
from campaigns.domain.world import THE_HOUSE, World
from rules.istra.progression import PROGRESSION
from rules.istra.system import ISTRA
from rules.kernel.dice import HouseDice, dice_key
from rules.kernel.errors import NeedDice
from tests.campaigns.domain.nights import Night
from tests.rules.play import Play, rule

PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}


def sides(**heroes):
    """The sides of `start_battle`, one hero each unless told."""
    return {seat: {"company": company, "heroes": ["h1"]} for seat, company in heroes.items()}


# Fielding


@rule("IST-CAMP-11", "KERNEL-CAMP-05")
def test_a_battle_takes_a_snapshot_of_each_fielded_hero():
    night = Night.running(ann=2, bob=1)
    night.do("buy_item", company="ann", item="one_handed")
    night.do("assign_item", company="ann", hero="h2", item="one_handed")
    night.do("choose_talent", company="ann", hero="h2", talent="power_attack")
    game = night.start("m1", {"s1": ("ann", "h1", "h2"), "s2": ("bob", "h1")})
    model = game.player("s1-h2")
    assert (model.name, model.power_max, model.equipment, model.talents) == (
        "Ann 2",
        5,
        ("one_handed",),
        ("power_attack",),
    )
    assert [(model.id, model.leader) for model in game.state.models] == [
        ("s1-h1", True),
        ("s1-h2", False),
        ("s2-h1", True),
    ]
    side = game.state.sides[0]
    assert (side.name, side.motto, side.hall) == ("Ann's", "On", "The Hall")


@rule("KERNEL-CAMP-05")
def test_the_gm_brings_the_ground_and_sides_of_its_own():
    night = Night.running(ann=1, bob=1)
    night.start("m1", PAIR)
    wolves = {"models": [{"id": "wolf", "kind": "monster", "power_max": 3, "finesse_max": 3, "will_max": 3}]}
    ground = {"turn_limit": 6, "sides": {"gm": wolves}}
    setup = battle_setup(World(night.campaign, night.companies), "m1", ground)
    assert (setup["turn_limit"], sorted(setup["sides"])) == (6, ["gm", "s1", "s2"])
    assert Play.setup(ISTRA, setup).player("wolf").power == 3


@rule("IST-CAMP-11", "IST-ILL-56", "KERNEL-CAMP-05")
def test_nothing_changes_a_company_while_it_is_in_an_open_battle():
    night = Night.running(ann=1, bob=1, cid=1)
    night.start("m1", PAIR)
    about = {"company": "ann", "rule": "IST-CAMP-11"}
    for name, fields in (
        ("buy_item", {"item": "dagger"}),
        ("recruit_hero", {"name": "A", "race": "human", "calling": "fighter"}),
        ("award_gold", {"amount": 1, "reason": "x"}),
        ("correct", {"field": "gold", "value": 1, "reason": "x"}),
        ("declare_fate", {"hero": "h1", "fate": "dead", "reason": "x"}),
        ("transfer", {"to": "cid", "gold": 1, "reason": "x"}),
        ("hand_over", {"account": "bob"}),
        ("disband", {}),
        ("declare_invasion", {"defender": "cid", "invasion": "i1"}),
    ):
        night.refuses(name, "company_in_battle", **about, **fields)
    night.refuses("transfer", "company_in_battle", at="to", company="cid", to="ann", gold=1, reason="x")
    night.refuses(
        "start_battle", "company_in_battle", at="sides.s2.company", match="m2", sides=sides(s1="cid", s2="ann")
    )
    night.do("buy_item", company="cid", item="dagger")


@rule("KERNEL-CAMP-05", "KERNEL-ILL-24")
def test_it_refuses_battles_that_cannot_be_fielded():
    night = Night.running(ann=1, bob=1)
    night.refuses("start_battle", "too_few_sides", match="m1", sides=sides(s1="ann"), at="sides")
    night.refuses("start_battle", "unknown_seat", match="m1", sides=sides(s1="ann", x="bob"), at="sides.x")
    night.refuses("start_battle", "company_twice", match="m1", sides=sides(s1="ann", s2="ann"))
    night.refuses("start_battle", "battle_exists", match="", sides=sides(s1="ann", s2="bob"), at="match")
    for heroes, code, field in (
        ([], "no_heroes", "sides.s2.heroes"),
        (["h1", "h1"], "hero_twice", "sides.s2.heroes[1]"),
        (["h7"], "unknown_hero", "sides.s2.heroes[0]"),
    ):
        fielded = {**sides(s1="ann"), "s2": {"company": "bob", "heroes": heroes}}
        night.refuses("start_battle", code, match="m1", sides=fielded, at=field)
    night.fight("m1", PAIR)
    night.refuses("start_battle", "battle_exists", match="m1", sides=sides(s1="ann", s2="bob"))


@rule("KERNEL-CAMP-05")
def test_the_gm_brings_the_ground_of_a_battle():
    night = Night.running(ann=1, bob=1)
    wolves = {"gm": {"models": [{"id": "wolf", "kind": "monster", "power_max": 4, "finesse_max": 6, "will_max": 2}]}}
    ground = {"board": {"width": 3000, "depth": 2400}, "scenario": "hold_the_centre", "turn_limit": 4, "sides": wolves}
    night.do("start_battle", match="m1", sides=sides(s1="ann", s2="bob"), ground=ground)
    assert [event.ground for events in night.told.values() for event in events if hasattr(event, "ground")] == [ground]
    setup = battle_setup(World(night.campaign, night.companies), "m1", ground)
    assert set(setup["sides"]) == {"s1", "s2", "gm"}
    opened = ISTRA.open(setup, {}, HouseDice(b"k"))[0]
    assert (opened.board.width, opened.scenario.name, opened.scenario.turn_limit) == (3000, "hold_the_centre", 4)


@rule("KERNEL-CAMP-05", "KERNEL-ILL-24")
@pytest.mark.parametrize(
    ("ground", "code", "field"),
    [
        ({"board": {"width": 0, "depth": 0}}, "bad_setup", "ground.board.width"),
        ({"scenario": "a_brawl"}, "bad_setup", "ground.scenario"),
        ({"weather": "rain"}, "bad_ground", "ground.weather"),
        ({"terrain": 7}, "bad_ground", "ground.terrain"),
    ],
)
def test_it_refuses_ground_that_no_match_could_open_on(ground, code, field):
    night = Night.running(ann=1, bob=1)
    night.refuses("start_battle", code, match="m1", sides=sides(s1="ann", s2="bob"), ground=ground, at=field)


@rule("KERNEL-CAMP-11", "KERNEL-ILL-30")
def test_it_refuses_companies_of_elsewhere():
    night = Night.running(ann=1)
    fielded = sides(s1="ann", s2="stranger")
    night.refuses("start_battle", "unknown_company", match="m1", sides=fielded, at="sides.s2.company")
    night.refuses("declare_invasion", "unknown_company", company="ann", defender="x", invasion="i", at="defender")
    night.refuses("buy_item", "unknown_company", company="x", item="dagger", rule="KERNEL-CAMP-11")


@rule("IST-ILL-52")
def test_it_refuses_heroes_with_a_pending_core_raise_and_dead_ones():
    night = Night.running(ann=2, bob=1)
    night.do("award_xp", company="ann", hero="h1", amount=4, reason="a year of drill")
    night.do("declare_fate", company="ann", hero="h2", fate="dead", reason="fever")
    for hero in ("h1", "h2"):
        fielded = {**sides(s1="bob"), "s2": {"company": "ann", "heroes": [hero]}}
        field = "sides.s2.heroes[0]"
        night.refuses("start_battle", "hero_not_ready", match="m1", sides=fielded, rule="IST-D-16", at=field)
    night.do("raise_core", company="ann", hero="h1", stat="power")
    assert night.start("m1", PAIR).player("s1-h1").power_max == 6


@pytest.mark.parametrize("leaving", ["dismiss_hero", "retire_hero"])
def test_it_refuses_heroes_that_have_left(leaving):
    night = Night.running(ann=2, bob=1)
    night.do(leaving, company="ann", hero="h1")
    night.refuses("start_battle", "hero_not_ready", match="m1", sides=sides(s1="ann", s2="bob"))


# After a battle


@rule("IST-FATE-01", "IST-FATE-02", "IST-FATE-03", "IST-XP-01", "IST-Q-100", "KERNEL-CAMP-06")
def test_survivors_learn_and_the_taken_out_recover_without():
    night = Night.running(ann=2, bob=2)
    night.fight("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1", "h2")}, out=("s2-h1",), won=("s1",))
    assert [hero.xp for hero in (night.hero("ann"), night.hero("bob"), night.hero("bob", "h2"))] == [1, 0, 1]
    assert [event.fate for event in night.of("bob", "hero_fate_set")] == ["taken_out", "survived"]
    assert night.hero("bob").standing == "ready"
    assert night.hero("bob").carried == {}
    assert night.hero("ann", "h2").xp == 0


@rule("KERNEL-CAMP-06")
def test_each_consequence_names_the_event_of_the_match_that_caused_it():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    fate = night.of("bob", "hero_fate_set")[0]
    cause = night.matches["m1"].events[fate.because.event - 1]
    assert (fate.because.match, type(cause).__name__, cause.model) == ("m1", "ModelOut", "s2-h1")
    for stream in ("company-ann", "company-bob", "campaign-k1"):
        assert {event.because.match for event in night.told[stream]} == {"m1"}
        assert {event.batch for event in night.told[stream]} == {night.campaign.battles["m1"].batch}


@rule("KERNEL-CAMP-06")
def test_won_lost_and_drawn_are_on_record():
    night = Night.running(ann=1, bob=1)
    for match, won, results in (("m1", ("s1",), ["won", "lost"]), ("m2", (), ["drawn", "drawn"])):
        night.fight(match, PAIR, won=won)
        assert [night.of(name, "battle_recorded")[0].result for name in ("ann", "bob")] == results
        assert night.companies["ann"].in_battle == ""
    assert night.campaign.battles["m1"].winners == ("ann",)
    assert night.campaign.battles["m1"].stage == "recorded"


@rule("IST-ILL-55", "KERNEL-ILL-25")
def test_it_refuses_to_record_a_battle_twice():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR)
    night.refuses("record_battle", "battle_already_recorded", match="m1", at="match", rule="KERNEL-CAMP-06")


@rule("KERNEL-CAMP-06", "KERNEL-ILL-25")
def test_it_refuses_to_record_what_is_not_over_or_no_battle():
    night = Night.running(ann=1, bob=1)
    night.refuses("record_battle", "unknown_battle", match="m9", at="match")
    game = night.start("m1", PAIR)
    night.refuses("record_battle", "battle_not_over", match="m1")
    night.keep("m1", game)
    night.refuses("record_battle", "battle_not_over", match="m1")


@rule("KERNEL-CAMP-06")
def test_a_friendly_battle_means_nothing():
    night = Night.running({"battle_income": 50, "fate": "deadly"}, ann=1, bob=1)
    told = night.fight("m1", PAIR, kind="friendly", out=("s2-h1",), won=("s1",))
    assert told == ["battle_settled", "battle_left", "battle_left"]
    assert (night.gold("ann"), night.hero("ann").xp, night.hero("bob").standing) == (400, 0, "ready")
    night.do("buy_item", company="ann", item="dagger")


@rule("IST-Q-122", "KERNEL-CAMP-06")
def test_an_abandoned_battle_means_nothing():
    night = Night.running({"battle_income": 50}, ann=1, bob=1)
    game = night.start("m1", PAIR)
    game.do({"type": "gm_adjust", "model": "s2-h1", "field": "health", "value": 1, "reason": "x"}, by="gm")
    game.do({"type": "end_battle", "result": "abandoned", "reason": "late"}, by="gm")
    night.keep("m1", game)
    assert night.do("record_battle", match="m1") == ["battle_abandoned", "battle_left", "battle_left"]
    assert (night.gold("ann"), night.hero("ann").xp, night.hero("bob").carried) == (400, 0, {})
    night.refuses("record_battle", "battle_already_recorded", match="m1")


@rule("IST-Q-122")
def test_so_does_one_that_the_table_has_abandoned():
    night = Night.running(ann=1, bob=1)
    game = night.start("m1", PAIR)
    game.record.submit({"type": "abandon", "reason": "the power is gone"}, "gm")
    night.keep("m1", game)
    assert night.do("record_battle", match="m1") == ["battle_abandoned", "battle_left", "battle_left"]


@rule("IST-XP-02", "IST-XP-03", "IST-XP-04", "IST-XP-06", "IST-Q-104")
def test_four_battles_bring_a_level_and_its_choices():
    night = Night.running(ann=1, bob=1)
    for number in range(1, 5):
        told = night.fight(f"m{number}", PAIR)
    assert "level_gained" in told
    assert (night.hero("ann").xp, night.hero("ann").level) == (4, 2)
    night.refuses("start_battle", "hero_not_ready", match="m5", sides=sides(s1="ann", s2="bob"))
    night.do("raise_core", by="ann", company="ann", hero="h1", stat="will")
    night.do("choose_talent", by="ann", company="ann", hero="h1", talent="cleave")
    night.do("choose_talent", by="ann", company="ann", hero="h1", talent="power_attack")
    night.do("raise_core", by="bob", company="bob", hero="h1", stat="power")
    model = night.start("m5", PAIR).player("s1-h1")
    assert (model.level, model.will_max, model.talents) == (2, 6, ("cleave", "power_attack"))


@rule("IST-Q-102")
def test_by_house_rule_all_that_live_learn():
    night = Night.running({"xp": "all_living"}, ann=2, bob=1)
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    assert [night.hero("ann").xp, night.hero("ann", "h2").xp, night.hero("bob").xp] == [1, 1, 1]
    assert len(night.of("ann", "hero_fate_set")) == 1


@rule("IST-Q-100", "IST-Q-110")
def test_by_house_rule_the_taken_out_die_and_leave_their_gear():
    night = Night.running({"fate": "deadly"}, ann=1, bob=2)
    night.do("buy_item", company="bob", item="dagger")
    night.do("assign_item", company="bob", hero="h1", item="dagger")
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    assert night.hero("bob").standing == "dead"
    assert night.companies["bob"].stash == {"dagger": 1}
    assert night.companies["bob"].leader == ""
    night.refuses("start_battle", "hero_not_ready", match="m2", sides=sides(s1="ann", s2="bob"))


@rule("IST-Q-100", "KERNEL-CAMP-06")
@pytest.mark.parametrize(("face", "standing"), [(5, "dead"), (6, "ready")])
def test_by_house_rule_a_roll_decides_who_lives(face, standing):
    night = Night.running({"fate": "survival_roll"}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",), dice=(face,))
    assert (night.hero("bob").standing, night.hero("bob").xp) == (standing, 0)
    roll = next(event for event in night.told["campaign-k1"] if hasattr(event, "dice"))
    assert (roll.by, roll.company, roll.match, roll.target, roll.total) == ("h1", "bob", "m1", 6, face)
    assert (roll.success, roll.chance, roll.rule) == (standing == "ready", (15, 20), "IST-Q-100")


@rule("IST-Q-100")
def test_house_dice_of_a_campaign_are_never_used_twice():
    night = Night.running({"fate": "survival_roll"}, ann=1, bob=2)
    night.finish(
        "m1",
        night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1", "h2")}),
        out=("s2-h1", "s2-h2"),
        won=("s1",),
    )
    command = parse({"type": "record_battle", "match": "m1"})
    dice = HouseDice(dice_key(b"secret", "k1", {}), 7)
    night.acts += 1
    night.happen(decide(night.world(command), command, THE_HOUSE, dice, batch=f"b{night.acts}"))
    assert night.campaign.dice_index == dice.index == 9


@rule("IST-Q-100")
def test_a_roll_for_a_fate_waits_for_its_dice():
    night = Night.running({"fate": "survival_roll"}, ann=1, bob=1)
    night.finish("m1", night.start("m1", PAIR), out=("s2-h1",), won=("s1",))
    before = night.campaign
    with pytest.raises(NeedDice) as caught:
        night.do("record_battle", match="m1")
    assert caught.value.need.purpose == "survival"
    assert night.campaign == before


@rule("IST-Q-101")
def test_by_house_rule_damage_stays():
    night = Night.running({"carry_damage": "on"}, ann=1, bob=1)
    game = night.start("m1", PAIR)
    for field, value in (("health", 12), ("power", 4)):
        game.do({"type": "gm_adjust", "model": "s1-h1", "field": field, "value": value, "reason": "x"}, by="gm")
    night.finish("m1", game)
    night.do("record_battle", match="m1")
    assert night.hero("ann").carried == {"power": 1, "health": 8}
    night.start("m2", PAIR)
    hurt = Play.setup(ISTRA, battle_setup(World(night.campaign, night.companies), "m2")).player("s1-h1")
    assert (hurt.power, hurt.power_max, hurt.health, hurt.health_max) == (4, 5, 12, 20)


@rule("IST-Q-109")
def test_by_house_rule_battles_bring_gold():
    night = Night.running({"battle_income": 20, "win_income": 30}, ann=1, bob=1)
    night.fight("m1", PAIR, won=("s2",))
    assert (night.gold("ann"), night.gold("bob")) == (420, 450)
    assert night.of("bob", "gold_changed")[0].because.match == "m1"


@rule("IST-Q-109")
def test_by_default_battles_bring_none():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR, won=("s2",))
    assert (night.gold("ann"), night.gold("bob")) == (400, 400)


# Invasions


@rule("IST-HALL-02", "IST-Q-108", "IST-HALL-05")
def test_an_invasion_is_fought_with_the_defenders_upgrades():
    night = Night.running(ann=1, bob=1)
    for upgrade in ("walls", "clear_the_area"):
        night.do("upgrade_hall", by="bob", company="bob", upgrade=upgrade)
    night.do("declare_invasion", by="ann", company="ann", defender="bob", invasion="i1")
    game = night.start("m1", PAIR, kind="invasion", invasion="i1")
    assert game.state.invasion.defender == "s2"
    assert set(game.state.invasion.upgrades) == {"walls", "clear_the_area"}
    assert game.state.sides[1].edge == "bottom"
    night.finish("m1", game, won=("s1",))
    night.do("record_battle", match="m1")
    assert (night.gold("ann"), night.gold("bob")) == (400, 250)
    assert night.companies["bob"].hall.upgrades == ("walls", "clear_the_area")
    assert night.start("m2", PAIR).state.invasion is None


@rule("IST-Q-108")
def test_by_house_rule_the_winner_of_an_invasion_takes_loot():
    night = Night.running({"invasion_loot": 300}, ann=1, bob=1)
    night.do("award_gold", company="ann", amount=5, reason="x")
    night.do("fine", company="bob", amount=350, reason="x")
    for number, (won, gold) in enumerate(((("s1",), (455, 0)), ((), (455, 0)), (("s2",), (155, 300))), 1):
        night.do("declare_invasion", by="ann", company="ann", defender="bob", invasion=f"i{number}")
        night.fight(f"m{number}", PAIR, kind="invasion", invasion=f"i{number}", won=won)
        assert (night.gold("ann"), night.gold("bob")) == gold


@rule("IST-ILL-57")
def test_it_refuses_to_invade_its_own_hall():
    night = Night.running(ann=1)
    night.refuses(
        "declare_invasion",
        "cannot_invade_self",
        by="ann",
        company="ann",
        defender="ann",
        invasion="i1",
        rule="IST-HALL-02",
        at="defender",
    )


@rule("IST-ILL-58", "IST-Q-123")
def test_it_refuses_to_invade_who_cannot_defend():
    night = Night.running(ann=1, bob=1, cid=0)
    invasion = {"company": "ann", "invasion": "i1", "rule": "IST-Q-123", "at": "defender"}
    night.refuses("declare_invasion", "no_defender", by="ann", defender="cid", **invasion)
    night.do("award_xp", company="bob", hero="h1", amount=4, reason="x")
    night.refuses("declare_invasion", "no_defender", by="ann", defender="bob", **invasion)
    assert Fielding(PROGRESSION, PROGRESSION.rules_type()).fit(night.companies["bob"]) == []
    night.do("raise_core", company="bob", hero="h1", stat="power")
    night.do("declare_invasion", by="ann", company="ann", defender="bob", invasion="i1")
    night.do("dismiss_hero", company="bob", hero="h1")
    late = {"kind": "invasion", "invasion": "i1", "match": "m1", "sides": sides(s1="ann", s2="bob")}
    night.refuses("start_battle", "no_defender", rule="IST-Q-123", at="invasion", **late)
    night.do("award_gold", company="ann", amount=25, reason="the hall stood empty")


@rule("IST-HALL-02")
def test_it_refuses_invasions_that_nobody_has_declared():
    night = Night.running(ann=1, bob=1, cid=1)
    opening = {"match": "m1", "sides": sides(s1="ann", s2="bob")}
    night.refuses("start_battle", "no_such_invasion", kind="invasion", **opening)
    night.do("declare_invasion", by="ann", company="ann", defender="cid", invasion="i1")
    night.refuses("start_battle", "bad_invasion", kind="invasion", invasion="i1", **opening, at="sides")
    night.refuses("start_battle", "bad_invasion", invasion="i1", **opening)
    night.refuses("declare_invasion", "not_yours", by="ann", company="bob", defender="cid", invasion="i2")
    night.refuses("declare_invasion", "bad_invasion", by="ann", company="ann", defender="bob", invasion="i1")
    night.refuses("withdraw_invasion", "not_yours", by="bob", invasion="i1")
    night.do("withdraw_invasion", by="ann", invasion="i1")
    fielded = {"match": "m1", "sides": sides(s1="ann", s2="cid")}
    night.refuses("start_battle", "no_such_invasion", kind="invasion", invasion="i1", **fielded)


# What an act looks at


def test_an_act_says_which_streams_it_looks_at():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR)
    for document, streams in (
        ({"type": "start_downtime"}, ()),
        ({"type": "end_campaign"}, ("company-ann", "company-bob")),
        ({"type": "buy_item", "company": "ann", "item": "dagger"}, ("company-ann",)),
        ({"type": "buy_item", "company": "elsewhere", "item": "dagger"}, ()),
        ({"type": "transfer", "company": "ann", "to": "bob", "reason": "x"}, ("company-ann", "company-bob")),
        ({"type": "record_battle", "match": "m1"}, ("company-ann", "company-bob", "match-m1")),
        ({"type": "void_battle", "match": "m1", "reason": "x"}, ("company-ann", "company-bob")),
        ({"type": "record_battle", "match": "m9"}, ("match-m9",)),
    ):
        assert needs(parse(document), night.campaign) == streams
