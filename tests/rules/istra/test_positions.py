"""Positions: any situation as plain JSON and back, and those that cannot exist."""

from typing import Any

import msgspec
import pytest

from rules.istra import state as frames
from rules.istra.evolve import evolve
from rules.istra.position import opened_from_setup, position_of
from rules.istra.state import Activation, BattleFrame, Nomination, State
from rules.kernel.agenda import Window
from rules.kernel.reading import check_plain, plain
from tests.examples import given, st
from tests.rules.istra.battles import Json, man, of, opened, placed, position, refused, setup, unreadable, wall
from tests.rules.istra.situations import situation
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import rule

A, B, C = (1000, 1000), (1150, 1000), (3000, 3000)


def duel(**fields: Any) -> Json:
    """a1 and b1 Engaged half an inch apart, b2 farther away."""
    models = ([man("a1", A)], [man("b1", B), man("b2", C)])
    return position(*models, engaged=[["a1", "b1"]], **fields)


def hurt(**fields: Any) -> Json:
    """A position in which a1 is as given."""
    return position([man("a1", A, **fields)], [man("b1", C)])


# Round trips


@given(seed=st.integers(0, 10**6))
def test_any_situation_reads_back_to_itself(seed: int) -> None:
    state = placed(situation(seed))
    document = position_of(state)
    check_plain(document)
    assert placed(msgspec.json.decode(msgspec.json.encode(document))) == state
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


@given(seed=st.integers(0, 10**6))
def test_a_position_of_a_position_is_the_same_document(seed: int) -> None:
    document = position_of(placed(situation(seed)))
    assert position_of(placed(document)) == document


@pytest.mark.parametrize("scenario", ["annihilation", "carry_the_relic", "break_through"])
def test_what_a_setup_opens_reads_back_to_itself(scenario: str) -> None:
    document = setup([man("a1", race="goblin")], [man("b1")], races={"goblin": {"power": 1, "finesse": 2, "will": 3}})
    event = opened_from_setup({**document, "scenario": scenario}, {"zone_depth": 900})
    state = evolve(None, event)
    assert placed(position_of(state), zone_depth=900) == state


AGENDAS: dict[str, list[Any]] = {
    "movement": [frames.Movement(model="a1", kind="move", origin=(800, 1000, 0), shooters=("b1",), gaps={"b1": 400})],
    "tie": [frames.Movement(model="a1", kind="sprint", origin=(800, 1000, 0), ties=("b1", "b2"))],
    "charged shot": [
        frames.Movement(model="a1", kind="move", origin=(800, 1000, 0), shooters=("b1",), gaps={"b1": 400}),
        Window(trigger="charged_shot", rule="IST-D-04", waiting=("b1",), about="a1"),
    ],
    "flight": [frames.Flight(model="a1", distance=1350, edge="bottom", stage="path")],
    "first strike": [
        frames.Attack(
            kind="melee",
            attacker="a1",
            weapon="dagger",
            exchanges=(frames.Exchange("b1", "b1"),),
            declared=("power_attack", "smite"),
        ),
        Window(trigger="first_strike", rule="IST-D-05", waiting=("b1",), about="a1"),
    ],
    "rolled": [
        frames.Attack(
            kind="shoot",
            attacker="a1",
            weapon="bow",
            stage="rolled",
            distance=650,
            cover=True,
            into_melee=True,
            exchanges=(
                frames.Exchange("b1", "b2", frames.Throw(7, 12), winners=("a1",), target_harm=3, critical=True),
            ),
            throw=frames.Throw(20, 23, 1, ((5, "Finesse", "IST-SHOOT-02"), (-2, "Dagger", "IST-WPN-02"))),
            asked=("shot_at:b1", "shot_at:b2"),
            out=("b2",),
        )
    ],
    "chain": [
        frames.Attack(
            kind="spell",
            attacker="a1",
            spell="lightning_fork",
            origin="chain",
            stage="damaged",
            exchanges=(frames.Exchange("b1", "b1", frames.Throw(3, 8)),),
            throw=frames.Throw(8, 13),
            chained=("b1",),
        ),
        Window(trigger="chain", rule="IST-D-12", waiting=("a1",)),
    ],
    "blast": [frames.Attack(kind="spell", attacker="a1", spell="fireball", point=(1200, 1200, 0))],
    "ray": [frames.Attack(kind="spell", attacker="a1", spell="ray_of_frost", direction=(3, -4))],
    "whirlwind": [frames.Series(model="a1", kind="melee", origin="whirlwind", targets=("b1", "b2"))],
    "sight": [frames.SightAsked(attacker="a1", target="b2", command={"type": "shoot", "model": "a1", "target": "b2"})],
    "ally": [frames.AllyChoice(attacker="a1", target="b1", allies=("b1", "b2"), seat="s2")],
}
BASE = [BattleFrame(stage="nomination"), Activation(model="a1", seat="s1", stage="act")]


@pytest.mark.parametrize("name", AGENDAS)
def test_every_frame_between_commands_reads_back(name: str) -> None:
    agenda = (*BASE, *AGENDAS[name])
    state = placed(duel(agenda=[plain(frame) for frame in agenda]))
    assert state.agenda == agenda
    assert placed(position_of(state)) == state


def test_a_finished_battle_reads_back() -> None:
    state = placed(duel(result={"termination": "goal", "winners": ["s1"]}))
    assert state.agenda == ()
    assert placed(position_of(state)) == state


# What is left out


def test_it_works() -> None:
    state = placed(position())
    assert state.agenda == (BattleFrame(stage="nomination"),)
    assert (state.turn, state.order, state.nominator) == (1, ("s1", "s2"), "s1")
    assert [(model.status, model.move_action, model.standard_action) for model in state.models] == [
        ("on_board", 1, 1)
    ] * 2


def test_who_was_nominated_has_nothing_left_and_the_active_one_has() -> None:
    state = placed(duel(nominations=["a1", "b2"], active="a1"))
    assert state.nominations == (Nomination("a1", "s1"), Nomination("b2", "s2"))
    assert [of(state, name).standard_action for name in ("a1", "b1", "b2")] == [1, 1, 0]
    assert state.agenda == tuple(BASE)


@rule("IST-TURN-01", "IST-ILL-01", "IST-Q-10")
def test_the_active_model_counts_as_nominated() -> None:
    assert placed(duel(active="a1")).nominations == (Nomination("a1", "s1"),)
    assert placed(duel(active="a1", nominations=["b2"])).nominations == (Nomination("b2", "s2"), Nomination("a1", "s1"))
    fight = Skirmish(duel(active="a1"))
    fight.end("a1")
    fight.refuses({"type": "nominate", "model": "a1"}, "already_nominated", by="s1")
    wolf = position(
        [man("a1", A)], [man("b1", C), man("wolf", (2000, 2000), owner="gm")], active="wolf", nominator="s2"
    )
    assert placed(wolf).nominations == (Nomination("wolf", "s2"),)


def test_who_has_no_place_is_in_reserve() -> None:
    state = placed(position([man("a1", A), man("a2")], [man("b1", C)], stage="deployment", seat="s1"))
    assert (of(state, "a2").status, of(state, "a2").move_action) == ("reserve", 0)
    assert state.agenda == (BattleFrame(stage="deployment", seat="s1"),)


def test_pairs_are_put_in_order() -> None:
    assert placed(position([man("a1", A)], [man("b1", B)], engaged=[["b1", "a1"]])).engaged == (("a1", "b1"),)


def test_a_neutral_monster_is_played_by_who_nominated_it() -> None:
    document = position([man("a1", A)], [man("b1", C)], gm=False, active="wolf", nominator="s2")
    document["sides"]["gm"] = {"models": [man("wolf", (2000, 2000), kind="monster", race="beast")]}
    state = placed(document)
    assert (state.gm, state.order) == (False, ("s1", "s2"))
    assert state.agenda[-1] == Activation(model="wolf", seat="s2", stage="act")


def test_a_hand_written_position_may_name_a_scenario() -> None:
    state = placed(position(scenario="hold_the_centre"))
    assert [zone.id for zone in state.zones] == ["centre"]


def test_a_model_may_be_in_the_midst_of_a_climb() -> None:
    clinging = position([man("a1", (1000, 850, 150))], [man("b1", C)], terrain=[wall("w", 900, 900, 1100, 1100)])
    assert of(placed(clinging), "a1").pos == (1000, 850, 150)


def test_who_is_still_to_be_shifted_may_stand_on_a_friend() -> None:
    arriving = frames.Movement(model="a1", kind="move", origin=(800, 1000, 0), ties=("b1", "b2"))
    models = ([man("a1", A), man("a2", (950, 1000))], [man("b1", (1150, 1000)), man("b2", (1000, 1150))])
    state = placed(position(*models, agenda=[plain(frame) for frame in (*BASE, arriving)]))
    assert placed(position_of(state)) == state
    assert refused(placed, position(*models)).rule == "IST-Q-117"


# What cannot exist


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"health": 21}, "health"),
        ({"health": -1}, "health"),
        ({"power": 6}, "power"),
        ({"health": 0}, "status"),
        ({"power": 0, "finesse": 0, "will": 0}, "status"),
        ({"status": "reserve"}, "status"),
        ({"status": "out"}, "status"),
        ({"move_action": -1}, "move_action"),
        ({"used": {"dancing": 1}}, "used.dancing"),
        ({"used": {"smite": -1}}, "used.smite"),
        ({"used_this_turn": {"dancing": 1}}, "used_this_turn.dancing"),
        ({"unloaded": [{"weapon": "rifle"}]}, "unloaded[0].weapon"),
        ({"equipment": ["bow"], "unloaded": [{"weapon": "bow"}]}, "unloaded[0].weapon"),
        ({"equipment": ["rifle"], "unloaded": [{"weapon": "rifle", "progress": 2}]}, "unloaded[0].progress"),
        ({"equipment": ["rifle"], "unloaded": [{"weapon": "rifle"}] * 2}, "unloaded[1].weapon"),
        ({"conditions": [{"name": "ongoing", "source": "nobody"}]}, "conditions[0].source"),
        ({"conditions": [{"name": "challenged"}]}, "conditions[0].source"),
        ({"conditions": [{"name": "climbed"}] * 2}, "conditions[1]"),
        ({"conditions": [{"name": "climbed", "amount": -1}]}, "conditions[0].amount"),
        ({"level": 0}, "level"),
    ],
)
def test_it_refuses_a_model_that_cannot_be_so(fields: Json, field: str) -> None:
    caught = refused(placed, hurt(**fields))
    assert (caught.code, caught.field) == ("bad_position", f"position.sides.s1.models.a1.{field}")


def test_who_has_no_core_stat_left_is_out() -> None:
    gone: Json = {"power": 0, "finesse": 0, "will": 0, "status": "out", "out_cause": "core"}
    document = position([man("a1", **gone), man("a2", A)], [man("b1", C)])
    assert of(placed(document), "a1").out_cause == "core"


@pytest.mark.parametrize(
    ("engaged", "why"),
    [
        ([["a1", "a1"]], "Two models"),
        ([["a1", "nobody"]], "Two models"),
        ([["a1", "c1"]], "Two models"),
        ([["a1", "b1"], ["b1", "a1"]], "twice"),
        ([["b1", "b3"]], "friends"),
        ([["a1", "b2"]], "more than 1 inch"),
    ],
)
def test_it_refuses_pairs_that_are_none(engaged: list[list[str]], why: str) -> None:
    models = ([man("a1", A)], [man("b1", B), man("b2", C), man("b3", (1150, 1100))], [man("c1")])
    caught = refused(placed, position(*models, engaged=engaged))
    assert caught.field == f"position.engaged[{len(engaged) - 1}]"
    assert why in caught.message


@rule("IST-Q-115")
def test_it_refuses_melee_of_allies() -> None:
    document = position([man("a1", A)], [man("b1", B)], [man("c1", C)], engaged=[["a1", "b1"]])
    document["sides"]["s1"]["alliance"] = document["sides"]["s2"]["alliance"] = "north"
    assert refused(placed, document).rule == "IST-Q-115"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"turn": -1}, "turn"),
        ({"turn_limit": 0}, "turn_limit"),
        ({"order": ["s1", "s1"]}, "order[1]"),
        ({"order": ["s9"]}, "order[0]"),
        ({"nominator": "s9"}, "nominator"),
        ({"nominations": ["a1", "a1"]}, "nominations[1]"),
        ({"nominations": ["nobody"]}, "nominations[0]"),
        ({"nominations": [{"model": "a1", "by": "me"}]}, "nominations[0].by"),
        ({"active": "nobody"}, "active"),
        ({"stage": "deployment", "seat": "s1"}, "agenda[0]"),
        ({"sight": [{"attacker": "a1", "target": "nobody"}]}, "sight[0]"),
        ({"sight": [{"attacker": "a1", "target": "b1", "by": ["me"]}]}, "sight[0]"),
        ({"result": {"termination": "goal", "winners": ["s9"]}}, "result.winners"),
        ({"board": {"width": 0, "depth": 0}}, "board.width"),
        ({"agenda": []}, "agenda"),
    ],
)
def test_it_refuses_a_battle_that_cannot_be_so(fields: Json, field: str) -> None:
    caught = refused(placed, position(**fields))
    assert (caught.code, caught.field) == ("bad_position", f"position.{field}")


@pytest.mark.parametrize(
    "agenda",
    [
        [Activation(model="a1", seat="s1")],
        [BattleFrame(), BattleFrame()],
        [BattleFrame(stage="walls", seat="s1")],
        [BattleFrame(stage="deployment", seat="s9")],
        [BattleFrame(stage="initiative"), Activation(model="a1", seat="s1")],
        [*BASE, Activation(model="b1", seat="s2")],
        [BASE[0], Activation(model="nobody", seat="s1")],
        [BASE[0], frames.Flight(model="a1", distance=100, edge="top")],
        [*BASE, frames.Flight(model="nobody", distance=100, edge="top")],
        [*BASE, frames.Flight(model="a1", distance=-1, edge="top")],
        [*BASE, frames.Movement(model="a1", kind="move", origin=(0, 0, 0), shooters=("b1",))],
        [*BASE, frames.Attack(kind="melee", attacker="a1", weapon="halberd")],
        [*BASE, frames.Attack(kind="spell", attacker="a1", spell="smile")],
        [*BASE, frames.Attack(kind="melee", attacker="a1", weapon="bow", spell="fireball")],
        [
            *BASE,
            frames.Attack(
                kind="melee", attacker="a1", weapon="bow", stage="rolled", exchanges=(frames.Exchange("b1", "b1"),)
            ),
        ],
        [*BASE, frames.Attack(kind="melee", attacker="a1", weapon="bow", asked=("tea:b1",))],
        [*BASE, frames.Attack(kind="melee", attacker="a1", weapon="dagger")],
        [*BASE, frames.Attack(kind="shoot", attacker="a1", weapon="dagger", exchanges=(frames.Exchange("b1", "b1"),))],
        [*BASE, msgspec.structs.replace(AGENDAS["rolled"][0], exchanges=(frames.Exchange("b1", "b1"),))],
        [*BASE, frames.SightAsked(attacker="a1", target="b1", command={})],
        [*BASE, frames.Series(model="a1", kind="melee", origin="whirlwind", targets=("nobody",))],
        [*BASE, Window(trigger="first_strike", rule="IST-D-05", waiting=("b1",))],
        [*BASE, *AGENDAS["tie"], Window(trigger="first_strike", rule="IST-D-05", waiting=("b1",))],
        [*BASE, *AGENDAS["tie"], Window(trigger="charged_shot", rule="IST-D-04", waiting=("b1", "b2"))],
        [*BASE, *AGENDAS["tie"], Window(trigger="charged_shot", rule="IST-D-04", waiting=("b1",), about="a1")],
        [*BASE, *AGENDAS["charged shot"], *AGENDAS["flight"]],
        [*BASE, frames.AllyChoice(attacker="a1", target="b1", allies=("b1",), seat="s2")],
        [*BASE, frames.SightAsked(attacker="a1", target="nobody", command={"type": "move", "model": "a1", "path": []})],
    ],
)
def test_it_refuses_an_agenda_that_no_battle_has(agenda: list[Any]) -> None:
    caught = refused(placed, duel(agenda=[plain(frame) for frame in agenda]))
    assert caught.code == "bad_position"
    assert caught.field.startswith("position.agenda")


def test_it_reads_an_answer_that_was_declared() -> None:
    window = plain(AGENDAS["first strike"][1])
    declared = {"player": "b1", "command": {"type": "react", "model": "b1", "option": "sing"}}
    agenda = [*map(plain, (*BASE, AGENDAS["first strike"][0])), {**window, "declared": [declared]}]
    assert unreadable(placed, duel(agenda=agenda)).startswith("position.agenda.declared.command")


def test_it_reads_the_command_that_waits_for_a_word() -> None:
    asked = frames.SightAsked(attacker="a1", target="b1", command={"type": "dance"})
    agenda = [plain(frame) for frame in [*BASE, asked]]
    assert unreadable(placed, duel(agenda=agenda)) == "position.agenda.command.type"


def test_it_names_the_field_that_cannot_be_read() -> None:
    assert unreadable(placed, hurt(health=1.5)) == "position.sides.s1.models[0].health"
    assert unreadable(placed, position(engaged=[["a1"]])) == "position.engaged[0]"
    assert unreadable(placed, position(agenda=[{"frame": "tea"}])).startswith("position.agenda[0]")


def test_a_race_of_the_house_needs_no_row_where_all_is_said() -> None:
    state = opened(
        setup([man("a1", race="goblin")], [man("b1")], races={"goblin": {"power": 1, "finesse": 1, "will": 1}})
    )
    assert of(placed(position_of(state)), "a1").race == "goblin"
    assert refused(placed, hurt(race="goblin")).code == "race_has_no_stats"
