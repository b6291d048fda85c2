"""What is listed is accepted; of what can be named one by one, all that is accepted is listed; what is near it is not.

The universe of commands is built here from the rosters alone, without asking the engine what is possible. Of ways and
places the list holds representatives: for them, commands that differ in what makes them legal must be refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from rules.istra import commands as co
from rules.istra.points import POINTS
from rules.istra.questions import are_enemies, engaged_with, get, on_board, spell_of
from rules.istra.state import (
    Activation,
    AllyChoice,
    BattleFrame,
    Flight,
    Movement,
    SightAsked,
    State,
)
from rules.istra.system import ISTRA
from rules.istra.tables import TALENTS, WEAPONS
from rules.kernel.agenda import Window
from rules.kernel.asks import GM
from rules.kernel.errors import Refused
from rules.kernel.reading import plain
from tests.chance import random_seeds
from tests.rules.istra.battles import Json, man, piece, placed, position, rect, setup, wall
from tests.rules.istra.invariants import AnyDice, check_refusal
from tests.rules.istra.random_battles import random_battle, random_situation
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import rule

DECLARABLE = get_args(co.Declarable)
AIMED = ("cleave", "chain", "contact", "fumble_ally")
DECLARING = ("charged_shot", "first_strike", "cleave")
SPATIAL = (co.Walk, co.Teleport, co.Deploy, co.PlaceWalls, co.RemoveTerrain)


def refusal(state: State, command: Any) -> Refused | None:
    """Why `decide` does not take a command, by a rule; None: it does."""
    try:
        ISTRA.decide(state, command, AnyDice(), ISTRA.owner(state, command) or GM)
    except Refused as refused:
        check_refusal(refused)
        return refused
    return None


def check_listed(state: State) -> list[Any]:
    """Everything listed is accepted, and listed once."""
    listed = list(ISTRA.legal(state))
    assert listed, "nothing is legal"
    assert len(set(map(repr, listed))) == len(listed), "a command is listed twice"
    for command in listed:
        refused = refusal(state, command)
        assert refused is None, f"{command} is listed and refused: {refused}"
    return listed


# The universe of what can be named one by one


def declared(most: int = 4) -> Iterator[tuple[co.Declarable, ...]]:
    """Every set of talents, in the order of the book."""
    for count in range(most + 1):
        yield from combinations(DECLARABLE, count)


def of_activation(state: State, frame: Activation) -> Iterator[Any]:
    """What the active model could mean, and that everybody else is done."""
    names, me = [model.id for model in state.models], frame.model
    yield from (co.EndActivation(model=name) for name in names)
    yield from (co.Nominate(model=name) for name in names)
    yield from (co.PickUp(model=me, item=item) for item in ["nothing", *(one.id for one in state.items)])
    yield from (co.SwitchWeapon(model=me, weapon=weapon) for weapon in ("unarmed", "club", *WEAPONS))
    yield from (co.Load(model=me, action=action) for action in ("move", "standard"))
    for kind, target, second, chosen in product((co.Melee, co.Shoot), names, (None, *names), declared()):
        yield kind(model=me, target=target, second=second, declare=chosen)
    foes = [model.id for model in state.models if are_enemies(state, model, get(state, me))]
    for count, chosen in product(range(len(foes) + 1), declared(2)):
        yield from (co.Whirlwind(model=me, order=order, declare=chosen) for order in combinations(foes, count))
    for talent in TALENTS:
        yield from (co.UseTalent(model=me, talent=talent, target=one) for one in targets_of(talent, names))
    for spell in dict.fromkeys(spell for model in state.models for spell in model.spells):
        yield co.Cast(model=me, spell=spell)
        yield from (co.Cast(model=me, spell=spell, target=name) for name in names)


def targets_of(talent: str, names: list[str]) -> list[str | None]:
    """Whom a talent could be for: one that is for nobody is named once."""
    return [None] if talent == "gather_power" else [None, *names]


def of_window(state: State, frame: Window) -> Iterator[Any]:
    """Every answer of everybody."""
    names, below = [model.id for model in state.models], state.agenda[-2]
    farthest = below.gaps[frame.waiting[0]] if isinstance(below, Movement) else 0
    ranges = {0, min(600, farthest), farthest, farthest + 2}
    yield from (co.PassWindow(model=name) for name in names)
    for name, option in product(names, get_args(co.ReactOption)):
        for target, far, chosen in product(
            names if option in AIMED else [None],
            ranges if option == "charged_shot" else [None],
            declared() if option in DECLARING else [()],
        ):
            yield co.React(model=name, option=option, target=target, range=far, declare=chosen)


def of_contact(state: State, frame: Movement) -> Iterator[Any]:
    names = [model.id for model in state.models]
    yield from (co.React(model=one, option="contact", target=other) for one, other in product(names, names))


def of_ally(state: State, frame: AllyChoice) -> Iterator[Any]:
    yield from (co.React(model=frame.target, option="fumble_ally", target=one.id) for one in state.models)


def of_sight(state: State, frame: SightAsked) -> Iterator[Any]:
    """What may be said in words that differ: where nothing is seen there is no cover."""
    yield co.PassWindow()
    for los, cover in ((None, None), (False, None), (True, False), (True, True)):
        yield co.GmSight(attacker=frame.attacker, target=frame.target, los=los, cover=cover)


def of_flight(state: State, frame: Flight) -> Iterator[Any]:
    yield from (co.FleePath(model=model.id) for model in state.models)


def of_battle(state: State, frame: BattleFrame) -> Iterator[Any]:
    yield co.PassWindow()
    yield from (co.Nominate(model=model.id) for model in state.models)


UNIVERSE: dict[type, Any] = {
    Activation: of_activation,
    Window: of_window,
    Movement: of_contact,
    AllyChoice: of_ally,
    SightAsked: of_sight,
    Flight: of_flight,
    BattleFrame: of_battle,
}


def in_universe(state: State, command: Any) -> bool:
    """Whether a command can be named one by one: no way, no place, no direction."""
    if isinstance(command, co.Cast):
        spell = spell_of(state, command.spell)
        return spell is not None and spell.shape == "target"
    if isinstance(command, co.FleePath):
        return not command.waypoints
    if isinstance(command, co.UseTalent):
        return command.pos is None
    return not isinstance(command, (*SPATIAL, co.Concede))


def check_legal(state: State) -> None:
    """What is listed is accepted; what is accepted and can be named one by one is listed."""
    listed = {repr(command) for command in check_listed(state) if in_universe(state, command)}
    universe = UNIVERSE[type(state.agenda[-1])](state, state.agenda[-1])
    taken = {repr(command) for command in universe if refusal(state, command) is None}
    assert listed - taken == set(), "listed, and not in the universe"
    assert taken - listed == set(), "accepted, and not listed"


def look_at(battle: Any, often: float) -> None:
    """Play on, and look at some decisions; at every kind of them that is rare."""
    for _ in range(80):
        if not battle.record.pending().asks:
            return
        state = battle.record.state
        top = state.agenda[-1]
        common = isinstance(top, Activation | BattleFrame)
        if battle.rng.random() < often or not common:
            check_legal(state)
            check_strays(state, battle.rng)
        battle.go_on()


@random_seeds(3)
def test_legal_lists_what_is_accepted_from_the_start(seed: int) -> None:
    with random_battle(seed) as battle:
        look_at(battle, 0.1)


@random_seeds(7)
def test_legal_lists_what_is_accepted_in_any_situation(seed: int) -> None:
    with random_situation(seed) as battle:
        look_at(battle, 0.3)


def test_every_kind_of_decision_has_a_universe() -> None:
    assert set(UNIVERSE) == {point.frame for point in POINTS.all()}


# What is near a legal command


def strays(state: State, command: Any) -> Iterator[Any]:
    """Commands that differ from a legal one in what makes it legal."""
    friends = [one.id for one in on_board(state) if one.side == get(state, command.model).side]
    stray = next((name for name in ("spell_fist", "lethal_hunter") if name not in _talents(state, command.model)), "")
    if hasattr(command, "declare") and stray and not isinstance(command, co.React):
        yield replace(command, declare=(*command.declare, stray))
        if command.declare:
            yield replace(command, declare=(*command.declare, command.declare[0]))
    if isinstance(command, co.Melee | co.Shoot):
        yield from (replace(command, target=friend) for friend in friends)
    elif isinstance(command, co.Whirlwind):
        yield replace(command, order=command.order[1:])
        yield replace(command, order=(*command.order, command.order[0]))
    elif isinstance(command, co.Teleport):
        yield replace(command, pos=(command.pos[0] + 100_000, command.pos[1]))
    elif isinstance(command, co.SwitchWeapon):
        yield replace(command, weapon=get(state, command.model).active_weapon)
    elif isinstance(command, co.Move | co.Sprint):
        yield replace(command, path=())
        yield from _there_and_back(state, command)
    elif isinstance(command, co.Deploy):
        yield replace(command, pos=(-command.pos[0] - 1, command.pos[1]))
        yield replace(command, active_weapon="club")
    elif isinstance(command, co.Cast):
        yield replace(command, spell="frostbite")


def _talents(state: State, name: str) -> tuple[str, ...]:
    return get(state, name).talents


def _there_and_back(state: State, command: co.Walk) -> Iterator[Any]:
    """A level way gone to and fro until it is longer than anybody goes, unless an enemy or the edge is at its end."""
    start = get(state, command.model).pos
    level = all(place[2:] in ((), start[2:]) for place in command.path) and not command.jumps  # type: ignore[index]
    walked = ISTRA.decide(state, command, AnyDice(), GM).state
    there = get(walked, command.model)
    free = not engaged_with(walked, there.id) and not any(isinstance(frame, Movement) for frame in walked.agenda)
    if level and free and start and there.pos:
        apart = max(abs(there.pos[0] - start[0]), abs(there.pos[1] - start[1]))
        times = 4000 // max(1, apart)
        if times < 200:
            yield replace(command, path=(*command.path, *((start, *command.path) * times)))


def check_strays(state: State, rng: Random) -> None:
    """What is near a legal command and not one is refused, and nothing has happened."""
    listed = [command for command in ISTRA.legal(state) if getattr(command, "model", None)]
    before = repr(state)
    for command in rng.sample(listed, min(6, len(listed))):
        for stray in strays(state, command):
            assert refusal(state, stray) is not None, f"{stray} is accepted"
        for other in state.models:
            if other.id != command.model and not isinstance(command, co.Nominate | co.Deploy | co.PassWindow):
                _refused_for_another(state, command, other.id)
    assert repr(state) == before


def _refused_for_another(state: State, command: Any, other: str) -> None:
    """Nobody else may do it; which ally is shot it does not matter who says."""
    if not (isinstance(command, co.React) and command.option == "fumble_ally"):
        assert refusal(state, replace(command, model=other)) is not None, f"{other} may {command}"


# By hand


def listed(fight: Skirmish, kind: type[Any]) -> list[Any]:
    return [command for command in check_listed(fight.state) if isinstance(command, kind)]


@rule("IST-D-03", "IST-MOVE-06", "IST-MOVE-15")
def test_ways_are_listed_for_the_actions_that_are_left() -> None:
    """Free: a Move. Having moved: a Sprint, half as far. Engaged: only to disengage."""
    fight = Skirmish(position([man("a", (1000, 1000))], [man("b", (4000, 4000))], active="a"))
    assert {type(order) for order in listed(fight, co.Walk)} == {co.Move}
    assert max(order.path[-1][0] for order in listed(fight, co.Move)) == 1900
    fight.move("a", (1900, 1000))
    assert {type(order) for order in listed(fight, co.Walk)} == {co.Sprint}
    assert max(order.path[-1][0] for order in listed(fight, co.Sprint)) == 2350
    held = Skirmish(position([man("a", (1000, 1000))], [man("b", (1100, 1000))], active="a", engaged=[["a", "b"]]))
    assert {type(order) for order in listed(held, co.Walk)} == {co.Disengage}


@rule("IST-D-03", "IST-MOVE-10")
def test_a_way_over_each_edge_in_reach_is_listed() -> None:
    fight = Skirmish(position([man("a", (300, 500))], [man("b", (4000, 4000))], active="a"))
    ends = [order.path[-1][:2] for order in listed(fight, co.Move)]
    assert (300, -1) in ends
    assert (-1, 500) in ends
    brink = Skirmish(position([man("a", (300, 0))], [man("b", (4000, 4000))], active="a"))
    assert (300, -1) in [order.path[-1][:2] for order in listed(brink, co.Move)]


@rule("IST-D-03", "IST-MOVE-05", "IST-Q-22")
def test_who_stands_beside_an_enemy_that_has_fled_from_it_may_engage_it_again() -> None:
    fight = Skirmish(position([man("a", (2000, 2000))], [man("b", (2100, 2000))], active="a"))
    again = [order for order in listed(fight, co.Move) if order.path[-1][:2] == (2100, 2000)]
    assert len(again) == 1
    fight.do(plain(again[0]))
    assert fight.state.engaged == (("a", "b"),)


@rule("IST-D-03", "IST-MOVE-14", "IST-Q-55")
def test_handling_things_is_listed_with_every_action_that_will_do() -> None:
    """A crossbow is loaded with either action; the dagger or nothing may be taken instead; the gem lies near."""
    crossbow = {"equipment": ["crossbow", "dagger"], "active_weapon": "crossbow", "unloaded": [{"weapon": "crossbow"}]}
    gem = [{"id": "gem", "pos": [1100, 1000, 0]}]
    fight = Skirmish(position([man("a", (1000, 1000), **crossbow)], [man("b", (4000, 4000))], active="a", items=gem))
    assert [order.action for order in listed(fight, co.Load)] == ["move", "standard"]
    assert {order.weapon for order in listed(fight, co.SwitchWeapon)} == {"dagger", "unarmed"}
    assert [order.item for order in listed(fight, co.PickUp)] == ["gem"]


@rule("IST-D-03", "IST-TAL-03", "IST-TAL-07", "IST-Q-88")
def test_an_attack_is_listed_with_every_set_of_talents() -> None:
    """Two talents that can be declared: none, either, both; against each of two enemies."""
    paladin = {"talents": ["power_attack", "smite"], "level": 2}
    fight = Skirmish(
        position(
            [man("a", (1000, 1000), **paladin)],
            [man("b", (1100, 1000)), man("c", (900, 1000))],
            active="a",
            engaged=[["a", "b"], ["a", "c"]],
        )
    )
    found = {(order.target, order.declare) for order in listed(fight, co.Melee)}
    sets = [(), ("power_attack",), ("smite",), ("power_attack", "smite")]
    assert found == {(target, chosen) for target in "bc" for chosen in sets}


@rule("IST-D-03", "IST-SPELL-04", "IST-SPELL-05", "IST-SPELL-06")
def test_spells_are_listed_at_and_toward_where_somebody_is() -> None:
    """Fireball at either model, the ray toward the enemy, the fork at the enemy."""
    mage: Json = {"class": "magic_user", "level": 3, "spells": ["fireball", "ray_of_frost", "lightning_fork"]}
    fight = Skirmish(position([man("a", (1000, 1000), **mage)], [man("b", (2000, 1000))], active="a"))
    found = {(order.spell, order.target, order.point, order.direction) for order in listed(fight, co.Cast)}
    assert found == {
        ("fireball", None, (1000, 1000, 0), None),
        ("fireball", None, (2000, 1000, 0), None),
        ("ray_of_frost", None, None, (1000, 0)),
        ("lightning_fork", "b", None, None),
    }


@rule("IST-Q-04", "IST-CAST-01")
def test_nobody_is_asked_whether_a_caster_sees_itself() -> None:
    """By house rule the GM says what is seen: of b, but not of a itself."""
    ward: list[Json] = [{"name": "ward", "tn": 14, "effect": "gm", "range": 2000}]
    caster = man("a", (1000, 1000), **{"class": "magic_user", "spells": ["ward"]})
    models = [caster], [man("b", (2000, 1000))]
    fight = Skirmish(position(*models, active="a", spells=ward, gm=True), {"sight": "declared"})
    assert {order.target for order in listed(fight, co.Cast)} == {None, "a", "b"}
    fight.do({"type": "cast", "model": "a", "spell": "ward", "target": "a"}, dice=[12])
    assert isinstance(fight.top, Activation)


@rule("IST-D-03", "IST-RACE-19", "IST-Q-130")
def test_a_steppe_elf_may_appear_round_itself_and_beside_others() -> None:
    fight = Skirmish(
        position([man("a", (2000, 2000), race="steppe_elf")], [man("b", (2700, 2000))], active="a", engaged=[])
    )
    found = {order.pos for order in listed(fight, co.Teleport)}
    assert {(3200, 2000, 0), (2000, 800, 0), (2600, 2000, 0), (2800, 2000, 0)} <= found
    fight.do({"type": "teleport", "model": "a", "pos": [2000, 800]})
    assert not listed(fight, co.Teleport)


@rule("IST-D-04", "IST-REACT-04")
def test_a_charged_shot_is_listed_from_nowhere_near_and_far() -> None:
    archer = man("b", (2500, 1000), equipment=["bow"], active_weapon="bow")
    fight = Skirmish(position([man("a", (1700, 1000))], [archer], active="a"))
    fight.move("a", (2500, 1000))
    assert [order.range for order in listed(fight, co.React)] == [0, 600, 700]


@rule("IST-D-14", "IST-Q-22")
def test_of_equally_near_enemies_each_is_listed_and_passing_is_not() -> None:
    pair = [man("b", (1500, 1060)), man("c", (1500, 940))]
    fight = Skirmish(position([man("a", (1000, 1000))], pair, active="a"))
    fight.move("a", (1800, 1000))
    assert [type(frame) for frame in fight.state.agenda][-1] is Movement
    assert [order.target for order in check_listed(fight.state)] == ["b", "c"]


@rule("IST-D-13", "IST-Q-75")
def test_flights_lead_nearer_to_an_edge_or_nowhere() -> None:
    """A wall bars the straight way down; round it or to the left it goes on."""
    barrier = wall("w", 700, 300, 1300, 400, standable=False, climbable=False)
    coward = man("a", (1000, 600), health=2, will_max=0)
    fight = Skirmish(
        position([coward], [man("b", (1000, 3000))], stage="nomination", nominator="s1", terrain=[barrier])
    )
    fight.nominate("a", dice=[1])
    assert isinstance(fight.top, Flight)
    found = check_listed(fight.state)
    assert found[0] == co.FleePath(model="a")
    assert len(found) > 3
    assert all(order.waypoints[-1][1] < 600 or order.waypoints[-1][0] < 600 for order in found[1:])
    assert {repr(ISTRA.sample(fight.state, Random(seed))) for seed in range(9)} <= set(map(repr, found))


@rule("IST-D-01", "IST-SETUP-06", "IST-Q-08")
def test_places_to_deploy_lie_in_the_zone_and_on_what_stands_there() -> None:
    tower = wall("tower", 2000, 200, 2400, 500)
    fight = Skirmish.begun(setup(terrain=[tower]), dice=[20, 1])
    spots = [order.pos for order in listed(fight, co.Deploy)]
    assert len(spots) >= 12
    assert all(0 <= y <= 600 for _, y, _ in spots)
    assert (2200, 350, 300) in spots
    assert {order.model for order in listed(fight, co.Deploy)} == {"a1"}


@rule("IST-D-01")
def test_a_narrow_zone_is_searched_more_finely_and_a_full_one_leaves_only_to_concede() -> None:
    """A slot 0.3 inches wide between two rocks, in a zone 2 inches wide; then a lake over all of the zone."""
    rocks = [wall("l", 850, 0, 960, 650, standable=False), wall("r", 990, 0, 1150, 650, standable=False)]
    narrow = setup(terrain=rocks)
    narrow["sides"]["s1"]["zone"] = rect(900, 60, 1100, 600)
    fight = Skirmish.begun(narrow, dice=[20, 1])
    assert {order.pos[0] for order in listed(fight, co.Deploy)} == {975}
    narrow["terrain"] = [piece("lake", rect(800, 0, 1200, 700), ground="impassable")]
    fight = Skirmish.begun(narrow, dice=[20, 1])
    assert check_listed(fight.state) == [co.Concede(side="s1")]
    assert ISTRA.sample(fight.state, Random(1)) == co.Concede(side="s1")
    assert ISTRA.bots()["sensible"](fight.state, Random(1)) == co.Concede(side="s1")


@rule("IST-D-17", "IST-HALL-03", "IST-HALL-04", "IST-Q-106", "IST-Q-107")
def test_what_a_halls_defender_may_clear_and_build() -> None:
    """Three pieces, one of them fixed: two alone, or both. Walls alone or in a row of four, inside the zone."""
    pieces = [piece(name, rect(x, 2000, x + 100, 2100)) for name, x in (("p", 100), ("q", 400), ("r", 700))]
    pieces[1]["fixed"] = True
    hall = {"defender": "s1", "upgrades": ["clear_the_area", "walls"]}
    fight = Skirmish.setup(setup(terrain=pieces, invasion=hall))
    fight.let_pass()
    removals = [order.ids for order in listed(fight, co.RemoveTerrain)]
    assert removals == [("p",), ("r",), ("p", "r")]
    fight.let_pass()
    walls = [order.sections for order in listed(fight, co.PlaceWalls)]
    assert {len(sections) for sections in walls} == {1, 4}
    assert {sections[0].along for sections in walls} == {"x", "y"}


@rule("IST-D-02", "IST-TURN-02")
def test_nominations_begin_with_ones_own() -> None:
    models = [man("a", (1000, 1000))], [man("b", (3000, 3000)), man("c", (2000, 3000))]
    first = placed(position(*models, nominator="s2"))
    assert [order.model for order in check_listed(first)] == ["b", "c"]
    later = placed(position(*models, nominator="s2", turn=2))
    assert [order.model for order in check_listed(later)] == ["a", "b", "c"]


def test_nothing_is_legal_after_the_end() -> None:
    fight = Skirmish(position([man("a", (1000, 1000))], [man("b", (3000, 3000))], active="a"))
    fight.do({"type": "concede", "side": "s2"})
    assert list(ISTRA.legal(fight.state)) == []


def test_the_comparison_can_fail() -> None:
    """An engine that takes one command more than is listed is found."""
    fight = Skirmish(position([man("a", (1000, 1000), equipment=["dagger"])], [man("b", (3000, 3000))], active="a"))
    check_legal(fight.state)
    model = replace(fight.model("a"), equipment=("dagger", "bow"))
    richer = replace(fight.state, models=(model, *fight.state.models[1:]))
    less, more = ({repr(order) for order in ISTRA.legal(state)} for state in (fight.state, richer))
    assert less < more


@pytest.mark.parametrize("seed", range(3))
def test_what_is_drawn_varies(seed: int) -> None:
    """Ten draws from one situation are not all the same."""
    rng = Random(seed)
    fight = Skirmish(position([man("a", (1000, 1000))], [man("b", (3000, 3000))], active="a"))
    assert len({repr(ISTRA.sample(fight.state, rng)) for _ in range(10)}) > 3


@rule("IST-D-01")
def test_where_nobody_waits_to_be_deployed_nothing_is_offered() -> None:
    """A forged log may say that a side deploys which has no models left; it was an IndexError."""
    fight = Skirmish(position(active="a1"))
    frames = (BattleFrame(stage="deployment", seat="s1"),)
    assert list(ISTRA.legal(replace(fight.state, agenda=frames))) == []
