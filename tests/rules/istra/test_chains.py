"""What follows on what: strikes that answer strikes, flights that end battles, and refusals that say how to go on."""

from __future__ import annotations

import pytest

from rules.istra import events as ev
from rules.istra.system import ISTRA
from tests.rules.istra.battles import man, position, setup, wall
from tests.rules.istra.fights import Fight, duel, found, one
from tests.rules.istra.skirmish import Skirmish, walk
from tests.rules.play import names, rule

FAR = man("z", (4000, 4000))
SPEAR = {"equipment": ["spear"]}


@rule("IST-REACT-10", "IST-Q-126", "IST-WPN-06")
def test_it_works() -> None:
    """The First strike hurts and costs Power; the attack it answered is rolled with what is left, and kills."""
    fight = duel(None, SPEAR, [], [FAR])
    fight.do("melee", model="a", target="b")
    events = fight.do("react", model="b", option="first_strike", dice=[12, 3, 16, 2])
    dealt = [(hit.source, hit.total, hit.damage_mod, hit.final) for hit in found(events, ev.DamageDealt)]
    assert dealt == [("b", 17, 2, 19), ("a", 20, 0, 20)]
    assert (fight["a"].health, fight["a"].power, fight["b"].status) == (1, 4, "out")
    assert not fight.state.engaged


@rule("IST-REACT-10", "IST-REACT-13", "IST-FUM-02", "IST-FUM-03")
def test_a_first_strike_may_fumble_before_the_attack_goes_on() -> None:
    fight = duel(b=SPEAR)
    fight.do("melee", model="a", target="b")
    events = fight.do("react", model="b", option="first_strike", dice=[1, 3, 10, 2])
    assert [roll.total for roll in found(events, ev.RollMade)] == [6, 8, 15, 5]
    assert (fight["b"].status, fight["a"].health) == ("out", 20)


@rule("IST-REACT-04", "IST-REACT-06", "IST-TURN-04", "IST-RACE-18")
def test_after_a_charger_is_shot_down_the_archer_is_still_to_act() -> None:
    """It has no action left; its end is the turn's, and takes the die of the next turn's start."""
    elf = man("e", (4000, 4000), race="wood_elf")
    archer = man("b", (2000, 1000), equipment=["bow"])
    fight = Fight(
        [man("a", (1000, 1000), health=14), elf], [archer, FAR | {"pos": [100, 4000]}], nominations=["e", "z"]
    )
    fight.do("move", model="a", path=[[1900, 1000]])
    events = fight.do("react", model="b", option="charged_shot", range=900, dice=[9, 3])
    assert (fight["a"].status, fight.state.turn) == ("out", 1)
    assert "turn_ended" not in names(events)
    fight.do("nominate", model="b", by="s1")
    fight.do("end_activation", model="b", dice=[18])
    assert (fight.state.turn, fight["e"].standard_action) == (2, 2)


@rule("IST-CORE-02", "IST-FUM-02", "IST-FUM-03", "IST-Q-127")
@pytest.mark.parametrize(("health", "left", "cause"), [(8, 1, "core"), (7, 0, "health")])
def test_who_fumbles_its_last_core_stat_away_takes_the_blow_too(health: int, left: int, cause: str) -> None:
    fight = duel({"power": 1, "finesse": 0, "will": 0, "health": health}, None, [FAR])
    fight.do("melee", model="a", target="b", dice=[1, 2])
    assert (fight["a"].status, fight["a"].health, fight["a"].out_cause) == ("out", left, cause)


@rule("IST-MELEE-04", "IST-Q-35", "IST-Q-99", "IST-END-01")
def test_two_last_models_that_kill_each_other_leave_a_draw() -> None:
    fight = duel({"health": 15}, {"health": 15})
    ended = one(fight.do("melee", model="a", target="b", dice=[10, 10]), ev.BattleEnded)
    assert (ended.termination, ended.winners) == ("goal", ())


@rule("IST-MOR-04", "IST-Q-77", "IST-MOVE-10", "IST-END-01")
@pytest.mark.parametrize(("y", "gone"), [(1350, True), (1352, False)])
def test_a_flight_that_just_reaches_the_edge_ends_the_battle(y: int, gone: bool) -> None:
    """13.5 inches: 9 of the Move, 4.5 of the Sprint."""
    fight = Skirmish(position([man("a", (2400, y), health=4)], [FAR], turn=2, nominator="s1"))
    events = fight.nominate("a", dice=[20])
    assert one(events, ev.FleeStarted).distance == 1350
    assert bool(found(events, ev.BattleEnded)) is gone
    assert fight.model("a").status == ("left_board" if gone else "on_board")


@rule("IST-MOVE-04", "IST-MOVE-05", "IST-REACT-12")
def test_who_climbs_to_an_enemy_is_struck_first() -> None:
    crate = wall("crate", 1200, 800, 1600, 1200, height=100)
    fight = Fight([man("a", (1000, 1000))], [man("b", (1500, 1000, 100), equipment=["one_handed"])], terrain=[crate])
    events = fight.do("move", model="a", path=[[1400, 1000]])
    assert [climb.climbed for climb in found(events, ev.ModelClimbed)] == [100]
    fight.do("melee", model="a", target="b")
    assert fight.asked() == ("first_strike", "b")


@rule("IST-TAL-02", "IST-Q-89", "IST-ADV-06", "IST-REACT-10")
def test_a_first_strike_that_kills_cleaves_on() -> None:
    """Both of its enemies flank it: each defends with two dice while the other stands."""
    spear = man("b", (1100, 1000), equipment=["spear"], talents=["cleave"])
    heroes = [man("a", (1000, 1000), health=1), man("a2", (1200, 1000), health=1), FAR]
    fight = Fight(heroes, [spear], engaged=[["a", "b"], ["a2", "b"]])
    fight.do("melee", model="a", target="b")
    fight.do("react", model="b", option="first_strike", dice=[12, 3, 2])
    assert (fight.asked(), fight["a"].status) == (("cleave", "b"), "out")
    fight.do("react", model="b", option="cleave", target="a2", dice=[12, 3])
    assert fight["a2"].status == "out"
    assert [ask.kind for ask in ISTRA.pending(fight.state).asks] == ["nominate"]


@rule("IST-SPELL-06", "IST-CAST-06", "IST-CAST-09", "IST-Q-68")
def test_lightning_leaps_on_though_it_fails_until_its_caster_is_out() -> None:
    """4 + 5 against 25 fails by 16, 2 damage, and 4 is even; the second failure is the last."""
    wizard = man("a", (500, 500), spells=["lightning_fork"], health=4, **{"class": "magic_user"})
    fight = Fight([wizard, FAR], [man("b", (1000, 500)), man("c", (1000, 900))])
    fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[4, 20])
    assert (fight["a"].health, fight.asked()) == (2, ("chain", "a"))
    fight.do("react", model="a", option="chain", target="c", dice=[4, 20])
    assert (fight["a"].status, fight.asked()) == ("out", ("", ""))


@rule("IST-FUM-04", "IST-Q-46", "IST-SHOOT-02")
def test_a_fumble_into_melee_is_rolled_again_with_what_is_left_of_finesse() -> None:
    """Finesse 5 loses one point to the fumble and one to the answer: 12 + 3 against the friend."""
    bow = man("a", (500, 500), equipment=["bow"])
    fight = Fight([bow, man("a2", (1900, 1000), equipment=["shield"])], [man("b", (2000, 1000))], engaged=[["a2", "b"]])
    events = fight.do("shoot", model="a", target="b", dice=[1, 9, 2, 12, 14, 5])
    assert [fought.attack_total for fought in found(events, ev.CombatResolved)] == [6, 15]
    assert (fight["a"].finesse, fight["a"].health, fight["a2"].health) == (3, 13, 6)
    assert not found(events, ev.WindowOpened)


@rule("IST-MOVE-02", "IST-Q-01", "IST-Q-14")
@pytest.mark.parametrize(
    ("path", "cost"),
    [
        ([(1212, 1212), (1424, 1424), (1636, 1636)], 899),  # three times 299.81
        ([(1001, 1001), (1002, 1000), (1003, 1001), (1004, 1000)], 6),  # four times 1.41
    ],
)
def test_a_way_of_many_pieces_is_rounded_once(path: list[tuple[int, int]], cost: int) -> None:
    fight = Skirmish(position([man("a", (1000, 1000))], [FAR], active="a"))
    assert one(fight.move("a", *path), ev.ModelMoved).cost == cost


@rule("IST-END-01", "IST-Q-28", "IST-MOVE-10")
def test_a_furnished_scenario_may_be_entered_with_the_relic_on_its_way() -> None:
    relic = {"id": "relic", "carrier": "a"}
    scene = position([man("a", (1000, 100))], [FAR], active="a", scenario="carry_the_relic", items=[relic])
    ended = one(Skirmish(scene).move("a", (1000, -10)), ev.BattleEnded)
    assert (ended.winners, ended.reason) == (("s1",), "carry_off")


# Refusals


@rule("IST-MOVE-02", "IST-ILL-11")
def test_a_way_too_long_says_what_it_costs() -> None:
    fight = Skirmish(position([man("a", (1000, 1000))], [FAR], active="a"))
    assert fight.refuses(walk("move", "a", (1950, 1000)), "move_too_far").hint == 'It costs 9.5" of 9".'


@rule("IST-SIGHT-07", "IST-ILL-24")
def test_a_target_out_of_range_says_how_far_it_is() -> None:
    fight = Skirmish(position([man("a", (1000, 1000), equipment=["bow"])], [man("b", (3550, 1000))], active="a"))
    fault = fight.refuses({"type": "shoot", "model": "a", "target": "b"}, "out_of_range")
    assert (fault.rule, fault.hint) == ("IST-SIGHT-07", 'It is 24.5" away; 24" is in range.')


@rule("IST-Q-20")
@pytest.mark.parametrize("jumps", [[1], [-1]])
def test_a_jump_is_one_of_the_waypoints(jumps: list[int]) -> None:
    fight = Skirmish(position([man("a", (1000, 1000))], [FAR], active="a"))
    assert fight.refuses(walk("move", "a", (1100, 1000), jumps=jumps), "path_blocked").field == "jumps"


@rule("IST-D-05", "IST-D-14", "IST-ILL-06")
def test_an_open_window_says_whom_it_waits_for() -> None:
    fight = duel(b=SPEAR)
    fight.do("melee", model="a", target="b")
    assert "b must answer first (first_strike)" in fight.refuses("end_activation", "window_open", model="a").message
    torn = Skirmish(position([man("a", (1000, 1000))], [man("b", (1500, 1200)), man("c", (1500, 800))], active="a"))
    torn.move("a", (1900, 1000))
    assert "contact" in torn.refuses({"type": "end_activation", "model": "a"}, "window_open").message


@rule("IST-HALL-04", "IST-D-17")
def test_walls_are_for_the_defender_of_a_hall() -> None:
    fight = Skirmish.setup(setup())
    sections = [{"centre": [1000, 300]}]
    fight.refuses({"type": "place_walls", "sections": sections}, "upgrade_not_available", by="s1")


@rule("IST-SETUP-04", "IST-Q-107", "IST-Q-128")
def test_a_piece_that_cannot_stand_is_named_by_its_place_in_the_command() -> None:
    rock = wall("rock", 2000, 2000, 2100, 2100)
    fight = Skirmish.setup(setup(terrain=[rock], gm=True, invasion={"defender": "s1", "upgrades": ["walls"]}))
    tower = wall("tower", 4750, 2050, 4850, 2150)
    assert fight.refuses({"type": "place_terrain", "terrain": [rock]}, "bad_setup").field == "terrain[0].id"
    assert fight.refuses({"type": "place_terrain", "terrain": [tower]}, "bad_setup").field == "terrain[0].footprint"
    fight.let_pass()
    crossed = [{"centre": [1000, 300]}, {"centre": [100, 300]}]
    refused = fight.refuses({"type": "place_walls", "sections": crossed}, "upgrade_not_available", by="s1")
    assert refused.field == "sections[1]"
