"""What a player may do in a turn: Action, Reaction, Bonus Action, names used once, the free drop."""

from typing import Any

import pytest

from rules.ishmek.events import (
    ActionSpent,
    BonusSpent,
    FoulCalled,
    OrbDropped,
    PlayerSatOut,
    PlayRewound,
    ReactionSpent,
    SrRolled,
    WindowOpened,
)
from rules.kernel.errors import Refused
from tests.rules.ishmek.arena import GREASE, JUMP, SHIELD, act, end_go, let_pass, mage, man, pick, play, react, step
from tests.rules.play import all_of, names, only, rule

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
CONTROL: dict[str, Any] = {"orb": "home"}
DOWN: dict[str, Any] = {"direction": [0, 1], "distance": 1}
DROP = {"type": "drop", "player": "h1"}


def source(*actions: str, **fields: Any) -> dict[str, Any]:
    return {"name": "Cunning Action", "actions": list(actions), **fields}


@rule("ISH-ECON-01", "ISH-ECON-04")
def test_movement_action_and_reaction_may_be_mixed_freely() -> None:
    game = play([man("h1", (6, 4))], go="h1")
    game.do(step("h1", 5, 4))
    game.do(step("h1", 4, 4))
    game.pass_all()
    events = game.do(act("h1", "control", **CONTROL), dice=[5])  # 5 + 5 = 10 vs 10
    assert only(events, ActionSpent).name == "control"
    game.pass_all()
    game.do(step("h1", 5, 4))
    game.pass_all()
    # 10 + 5 = 15 vs 2 × 1: margin 13, it stays.
    events = game.do(act("h1", "propel", "reaction", **DOWN), dice=[10])
    assert only(events, ReactionSpent).name == "propel"
    game.do(step("h1", 6, 3))
    player = game.player("h1")
    assert (player.at, player.move_used, player.action_used, player.reaction_used) == ((6, 3), 4, True, True)


@rule("ISH-ECON-01")
def test_one_action_and_one_reaction_a_turn() -> None:
    game = play([man("h1", (4, 4))], go="h1")
    game.do(act("h1", "dash"))
    game.refuses(act("h1", "control", **CONTROL), "action_spent")
    game.do(act("h1", "control", "reaction", **CONTROL), dice=[10])
    game.refuses(act("h1", "propel", "reaction", **DOWN), "reaction_spent")


@rule("ISH-ECON-02")
@pytest.mark.parametrize(("first", "second"), [("action", "reaction"), ("reaction", "action"), ("bonus", "action")])
def test_no_named_action_twice_whatever_the_slots(first: str, second: str) -> None:
    game = play([man("h1", (4, 4), bonus_sources=[source("control")])], go="h1")
    # 4 + 5 = 9 vs 10: missed by 1, the orb stays where it is.
    game.do(act("h1", "control", first, **CONTROL), dice=[4])
    game.refuses(act("h1", "control", second, **CONTROL), "same_action_twice")


@rule("ISH-ECON-02")
def test_a_reaction_on_somebody_elses_go_counts_too() -> None:
    game = play([man("h1", (4, 4))], go="a1")
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", **CONTROL), dice=[4])
    game.do(end_go("a1"))
    game.do(pick("h1"))
    game.refuses(act("h1", "control", **CONTROL), "same_action_twice")


@rule("ISH-ECON-02")
def test_committed_as_a_foul_the_second_use_is_undone_and_punished() -> None:
    game = play([man("h1", (4, 4)), man("h2", (9, 1))], go="h1")
    game.do(act("h1", "control", **CONTROL), dice=[4])
    events = game.do(act("h1", "control", "reaction", **CONTROL, as_foul=True))  # no die falls
    assert only(events, PlayRewound).name == "control"
    assert (only(events, FoulCalled).player, only(events, FoulCalled).foul) == ("h1", "same_action")
    assert only(events, PlayerSatOut).until == "point"
    assert not all_of(events, SrRolled)
    assert game.player("h1").at is None


@rule("ISH-ECON-03")
@pytest.mark.parametrize("slot", ["action", "reaction"])
def test_control_and_propel_go_with_action_and_reaction(slot: str) -> None:
    loose = play([man("h1", (4, 4))], go="h1")
    assert loose.needs(act("h1", "control", slot, **CONTROL)).target == 10
    held = play([man("h1", (4, 4))], go="h1", orbs={"home": {"holder": "h1"}})
    assert held.needs(act("h1", "propel", slot, **DOWN)).target == 2


@rule("ISH-ECON-03")
@pytest.mark.parametrize("slot", ["action", "reaction"])
def test_seize_push_and_spells_go_with_action_and_reaction(slot: str) -> None:
    spells = [GREASE, SHIELD]
    game = play(
        [mage("h1", (8, 4), spells_l1=spells)],
        [man("a1", (9, 4), reaction_used=True)],
        go="h1",
        orbs={"away": {"holder": "a1"}},
    )
    spell = "grease" if slot == "action" else "shield"
    for deed, fields in (
        ("seize", {"target": "a1"}),
        ("push_pull", {"target": "a1"}),
        ("cast_spell", {"spell": spell}),
    ):
        assert any(
            (command.name, command.slot) == (deed, slot)
            for command in game.record.ruleset.legal(game.state)
            if command.__struct_config__.tag == "act"
        )
        started = play(
            [mage("h1", (8, 4), spells_l1=spells)],
            [man("a1", (9, 4), reaction_used=True)],
            go="h1",
            orbs={"away": {"holder": "a1"}},
        )
        started.do(act("h1", deed, slot, **fields))
        assert getattr(started.player("h1"), f"{slot}_used")


@rule("ISH-ECON-03")
def test_dash_is_never_a_reaction_and_intercept_never_anything_else() -> None:
    game = play([man("h1", (4, 4), bonus_sources=[source("intercept", "dash")])], go="h1")
    game.refuses(act("h1", "dash", "reaction"), "dash_not_as_reaction")
    game.refuses(act("h1", "intercept", "action", **CONTROL), "intercept_reaction_only")
    game.refuses(act("h1", "intercept", "bonus", **CONTROL), "intercept_reaction_only")


@rule("ISH-ECON-04")
def test_on_the_own_go_the_reaction_needs_no_trigger() -> None:
    game = play([man("h1", (4, 4))], go="h1")
    assert not all_of(game.events, WindowOpened)
    events = game.do(act("h1", "control", "reaction", **CONTROL), dice=[10])
    assert only(events, ReactionSpent).player == "h1"
    assert not game.player("h1").action_used


@rule("ISH-ECON-05")
def test_a_bonus_action_comes_from_a_source_that_names_the_action() -> None:
    game = play([man("h1", (4, 4), bonus_sources=[source("dash")])], go="h1")
    game.refuses(act("h1", "control", "bonus", **CONTROL), "no_bonus_source")
    events = game.do(act("h1", "dash", "bonus"))
    assert (only(events, BonusSpent).name, only(events, BonusSpent).source) == ("dash", "Cunning Action")
    player = game.player("h1")
    assert (player.bonus_used, player.action_used, player.reaction_used) == (True, False, False)


@rule("ISH-ECON-05")
def test_at_most_one_bonus_action_a_turn_and_no_name_twice() -> None:
    game = play([man("h1", (4, 4), bonus_sources=[source("dash", "control")])], go="h1")
    game.do(act("h1", "dash", "bonus"))
    game.refuses(act("h1", "control", "bonus", **CONTROL), "bonus_spent")
    game.refuses(act("h1", "dash"), "same_action_twice")


@rule("ISH-ECON-05")
def test_a_source_with_a_number_of_uses_runs_dry() -> None:
    game = play([man("h1", (4, 4), bonus_sources=[source("dash", uses=1)])], go="h1", picks=["a1"])
    game.do(act("h1", "dash", "bonus"))
    assert game.player("h1").bonus_sources[0].uses == 0
    game.do(end_go("h1"), dice=[15, 3])
    game.do(pick("h1"))
    game.refuses(act("h1", "dash", "bonus"), "no_bonus_source")


@rule("ISH-ECON-05")
def test_a_bonus_action_belongs_to_the_own_go() -> None:
    game = play([man("h1", (4, 4), bonus_sources=[source("control")])], go="a1")
    game.refuses(act("h1", "control", "bonus", **CONTROL), "not_your_go")
    game.do(step("a1", 13, 7))
    game.cannot_read(react("h1", "control", slot="bonus", **CONTROL))


@rule("ISH-ECON-06", "ISH-Q-01")
def test_a_reaction_used_before_the_own_go_is_missing_during_it() -> None:
    game = play([man("h1", (4, 4))], go="a1")
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", **CONTROL), dice=[10])
    game.do(end_go("a1"))
    game.do(pick("h1"))
    game.refuses(act("h1", "propel", "reaction", **DOWN), "reaction_spent")
    assert game.needs(act("h1", "propel", **DOWN)).target == 2  # the Action is there


@rule("ISH-ECON-06")
def test_everything_comes_back_at_the_start_of_a_turn() -> None:
    spent = {
        "action_used": True,
        "reaction_used": True,
        "bonus_used": True,
        "used_names": ["dash", "control", "propel"],
        "move_used": 6,
        "dash_bonus": 6,
    }
    game = play([man("h1", (4, 4), **spent)], go="h1", picks=["a1"])
    game.do(end_go("h1"), dice=[15, 3])
    player = game.player("h1")
    assert (player.action_used, player.reaction_used, player.bonus_used) == (False, False, False)
    assert (player.used_names, player.move_used, player.dash_bonus) == ((), 0, 0)
    game.do(pick("h1"))
    assert game.needs(act("h1", "control", "reaction", **CONTROL)).target == 10


@rule("ISH-ECON-06")
def test_nothing_comes_back_between_two_goes_of_one_turn() -> None:
    game = play([man("h1", (4, 4), reaction_used=True, used_names=["control"])], go="a1")
    game.do(end_go("a1"))
    game.do(pick("h1"))
    player = game.player("h1")
    assert (player.reaction_used, player.used_names) == (True, ("control",))


@rule("ISH-ECON-07")
def test_dropping_an_orb_is_free_and_opens_no_window() -> None:
    game = play([man("h1", (8, 4))], [man("a1", (9, 4))], go="h1", orbs={"home": {"holder": "h1"}})
    events = game.do(DROP)
    dropped = only(events, OrbDropped)
    assert (dropped.orb, dropped.player, dropped.at) == ("home", "h1", (8, 4))
    assert names(events) == ["orb_dropped"]
    assert (game.orb("home").state, game.orb("home").holder) == ("loose", None)
    player = game.player("h1")
    assert (player.action_used, player.reaction_used, player.bonus_used, player.used_names) == (False, False, False, ())
    assert [ask.kind for ask in game.asks()] == ["go"]


@rule("ISH-Q-65")
def test_nobody_drops_an_orb_outside_the_own_go() -> None:
    game = play([man("h1", (8, 4))], [man("a1", (12, 7))], go="a1", orbs={"home": {"holder": "h1"}})
    game.refuses(DROP, "not_your_go")
    game.do(step("a1", 13, 7))  # h1 may propel: its window is open
    assert [ask.player for ask in game.asks("window")] == ["h1"]
    with pytest.raises(Refused):
        game.do(DROP)
    assert game.orb("home").holder == "h1"


@rule("ISH-Q-61")
def test_an_orb_is_handed_over_by_dropping_it() -> None:
    mates = [man("h1", (8, 4), reaction_used=True), man("h2", (9, 4))]
    game = play(mates, go="h1", orbs={"home": {"holder": "h1"}})
    game.do(step("h1", 9, 5))
    game.refuses(react("h2", "control", **CONTROL), "no_window")  # h2 can do nothing about a held orb
    game.do(DROP)
    game.do(step("h1", 10, 5))
    game.do(react("h2", "control", **CONTROL), dice=[5])  # 5 + 5 = 10 vs 10
    assert game.orb("home").holder == "h2"


@rule("ISH-Q-61")
def test_control_of_an_orb_in_a_mates_hands_is_refused() -> None:
    mates = [man("h1", (8, 4)), man("h2", (9, 4))]
    game = play(mates, go="h1", orbs={"home": {"holder": "h2"}})
    game.refuses(act("h1", "control", **CONTROL), "orb_controlled")


@rule("ISH-Q-01")
def test_the_rest_of_the_turn_outlasts_the_go_in_which_an_injury_was_taken() -> None:
    game = play([man("h1", (8, 4), injuries=["wobbly_legs"])], go="h1")
    game.do(end_go("h1"))
    assert [injury.name for injury in game.player("h1").injuries] == ["wobbly_legs"]
    game.do(pick("a1"))
    assert game.player("h1").injuries
    game.do(end_go("a1"), dice=[15, 3])
    assert game.player("h1").injuries == ()


@rule("ISH-Q-01")
def test_a_sit_out_of_rounds_counts_turns() -> None:
    away = [man("a1", (12, 7)), man("a2", status="sitting_out", sit_out={"kind": "rounds", "back": 3})]
    game = play([man("h1", (5, 1))], away, go="h1", picks=["a1"], turn=1)
    game.do(end_go("h1"), dice=[15, 3])  # turn 2: a2 still sits
    assert game.player("a2").status == "sitting_out"
    game.do(pick("h1"))
    game.do(end_go("h1"))
    game.do(pick("a1"))
    game.do(end_go("a1"))  # turn 3: a2 comes back
    assert [(ask.kind, ask.seat) for ask in game.asks()] == [("place", "away")]


@rule("ISH-ECON-04")
def test_a_push_on_the_own_go_may_be_a_reaction() -> None:
    game = play([man("h1", (8, 4))], [man("a1", (9, 4))], go="h1", orbs=FAR)
    game.do(act("h1", "push_pull", "reaction", target="a1"))
    game.do(let_pass(), dice=[10, 12])  # 15 against 17: lost by 2, nothing held, nothing happens
    assert (game.player("h1").reaction_used, game.player("h1").action_used) == (True, False)


@pytest.mark.parametrize(
    ("fields", "slots"),
    [
        ({}, ["action", "reaction"]),
        ({"bonus_sources": [source("dash")]}, ["action", "reaction", "bonus"]),
        ({"bonus_sources": [source("dash", uses=0)]}, ["action", "reaction"]),
        ({"slots_l1": 1, "cast_mod": 2, "spells_l1": [GREASE]}, ["action", "reaction"]),
        ({"slots_l1": 1, "cast_mod": 2, "spells_l1": [JUMP]}, ["action", "reaction", "bonus"]),
    ],
)
def test_a_bonus_action_is_offered_only_with_a_source(fields: dict[str, Any], slots: list[str]) -> None:
    game = play([man("h1", (4, 4), **fields)], go="h1")
    (ask,) = game.record.pending().asks
    assert ask.options["slots"] == slots


def test_people_are_told_by_name_what_is_asked() -> None:
    game = play([man("h1", (4, 4), name="Ylva")], [man("a1", (5, 4), name="Saskia")], go="h1")
    game.do(step("h1", 4, 3))
    assert {ask.why for ask in game.record.pending().asks} == {"Ylva has moved one square."}
