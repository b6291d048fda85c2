"""What a player may do in a turn: Action, Reaction, Bonus Action, names used once, the free drop."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek.commands import Act
from rules.ishmek.events import (
    BonusSpent,
    FoulCalled,
    OrbDropped,
    PlayerSatOut,
    PlayRewound,
    ReactionSpent,
    SrRolled,
    WindowOpened,
)
from tests.rules.every_game.rows import (
    PASS,
    Played,
    asked,
    do,
    each,
    finds,
    illegal,
    just,
    needs,
    never,
    once,
    orb,
    played,
    player,
    refused,
    seat_asked,
    unread,
)
from tests.rules.ishmek.arena import GREASE, JUMP, SHIELD, act, end_go, let_pass, mage, man, pick, play, react, step
from tests.rules.play import Play, rule

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
HELD = {"home": {"holder": "h1"}}
DOWN: dict[str, Any] = {"direction": [0, 1], "distance": 1}
DROP = {"type": "drop", "player": "h1"}
SPENT = {
    "action_used": True,
    "reaction_used": True,
    "bonus_used": True,
    "used_names": ["dash", "control", "propel"],
    "move_used": 6,
    "dash_bonus": 6,
}
A2_SITS = man("a2", status="sitting_out", sit_out={"kind": "rounds", "back": 3})


def source(*actions: str, **fields: Any) -> dict[str, Any]:
    return {"name": "Cunning Action", "actions": list(actions), **fields}


def control(slot: str = "action", **fields: Any) -> dict[str, Any]:
    return act("h1", "control", slot, orb="home", **fields)


def beside(*sources: dict[str, Any], go: str = "h1", picks: tuple[str, ...] = (), **fields: Any) -> Callable[[], Play]:
    """h1 stands beside the loose home orb; with these sources of Bonus Actions."""
    return lambda: play([man("h1", (4, 4), bonus_sources=sources, **fields)], go=go, picks=list(picks))


def facing(*more: dict[str, Any], go: str = "h1", at: tuple[int, int] = (9, 4), **fields: Any) -> Callable[[], Play]:
    """h1 at (8,4) holds the home orb, unless `orbs` says otherwise; a1 at (9,4); `more` are mates of h1."""
    return lambda: play([man("h1", (8, 4)), *more], [man("a1", at)], go=go, **{"orbs": HELD, **fields})


IN_A_WINDOW = [step("a1", 13, 7), do(react("h1", "control", orb="home"), 4), end_go("a1"), pick("h1")]
"""h1 uses its Reaction on a1's go, 4 + 5 = 9 against 10: the orb stays where it is."""


@pytest.mark.parametrize("case", [
    # 5 + 5 = 10 against 10: held; 10 + 5 = 15 against 2 × 1: margin 13, it stays where it lands
    played("ISH-ECON-01 ISH-ECON-04", "movement, Action and Reaction in any order",
        lambda: play([man("h1", (6, 4))], go="h1"), step("h1", 5, 4), step("h1", 4, 4), PASS, do(control(), 5), PASS,
        step("h1", 5, 4), PASS, do(act("h1", "propel", "reaction", **DOWN), 10), once(ReactionSpent, name="propel"),
        step("h1", 6, 3), player("h1", at=(6, 3), move_used=4, action_used=True, reaction_used=True)),
    played("ISH-ECON-01", "one Action and one Reaction", beside(), act("h1", "dash"),
        refused(control(), "action_spent"), do(control("reaction"), 10),
        refused(act("h1", "propel", "reaction", **DOWN), "reaction_spent")),
    *(played("ISH-ECON-02", f"no name twice, {first} and {second}", beside(source("control")), do(control(first), 4),
        refused(control(second), "same_action_twice"))
        for first, second in [("action", "reaction"), ("reaction", "action"), ("bonus", "action")]),
    played("ISH-ECON-02", "a Reaction on somebody else's go counts", beside(go="a1"), *IN_A_WINDOW,
        refused(control(), "same_action_twice")),
    played("ISH-ECON-02", "as a foul it is undone and punished",
        lambda: play([man("h1", (4, 4)), man("h2", (9, 1))], go="h1"), do(control(), 4),
        control("reaction", as_foul=True), once(PlayRewound, name="control"),
        once(FoulCalled, player="h1", foul="same_action"), once(PlayerSatOut, until="point"), each(SrRolled, total=[9]),
        player("h1", at=None)),
    *(played("ISH-ECON-03", f"Control, {slot}", beside(), needs(control(slot), target=10))
        for slot in ("action", "reaction")),
    *(played("ISH-ECON-03", f"propel, {slot}", facing(), needs(act("h1", "propel", slot, **DOWN), target=2))
        for slot in ("action", "reaction")),
    played("ISH-ECON-03", "no Dash as Reaction, no intercept as anything else", beside(source("intercept", "dash")),
        refused(act("h1", "dash", "reaction"), "dash_not_as_reaction"),
        refused(act("h1", "intercept", "action", orb="home"), "intercept_reaction_only"),
        refused(act("h1", "intercept", "bonus", orb="home"), "intercept_reaction_only")),
    played("ISH-ECON-04", "on the own go the Reaction needs no trigger", beside(), never(WindowOpened),
        do(control("reaction"), 10), once(ReactionSpent, player="h1"), player("h1", action_used=False)),
    # 15 against 17: lost by 2, nothing held, nothing happens
    played("ISH-ECON-04", "a push as Reaction on the own go", facing(orbs=FAR),
        act("h1", "push_pull", "reaction", target="a1"), do(let_pass(), 10, 12),
        player("h1", reaction_used=True, action_used=False)),
    played("ISH-ECON-05", "a Bonus Action needs a source that names it", beside(source("dash")),
        refused(control("bonus"), "no_bonus_source"), act("h1", "dash", "bonus"),
        once(BonusSpent, name="dash", source="Cunning Action"),
        player("h1", bonus_used=True, action_used=False, reaction_used=False)),
    played("ISH-ECON-05", "one Bonus Action a turn, no name twice", beside(source("dash", "control")),
        act("h1", "dash", "bonus"), refused(control("bonus"), "bonus_spent"),
        refused(act("h1", "dash"), "same_action_twice")),
    played("ISH-ECON-05", "a source with a number of uses runs dry", beside(source("dash", uses=1), picks=("a1",)),
        act("h1", "dash", "bonus"),
        finds(0, lambda game: game.player("h1").bonus_sources[0].uses), do(end_go("h1"), 15, 3), pick("h1"),
        refused(act("h1", "dash", "bonus"), "no_bonus_source")),
    illegal("ISH-ECON-05", "no Bonus Action on another go", beside(source("control"), go="a1"), control("bonus"),
        "not_your_go", step("a1", 13, 7), unread(react("h1", "control", slot="bonus", orb="home"))),
    played("ISH-ECON-06 ISH-Q-01", "a Reaction used before the go is missing in it", beside(go="a1"), *IN_A_WINDOW,
        refused(act("h1", "seize", "reaction", target="a1"), "reaction_spent"), player("h1", action_used=False)),
    played("ISH-ECON-06", "all comes back with the turn", beside(picks=("a1",), **SPENT), do(end_go("h1"), 15, 3),
        player("h1", action_used=False, reaction_used=False, bonus_used=False, used_names=(), move_used=0,
            dash_bonus=0), pick("h1"), needs(control("reaction"), target=10)),
    played("ISH-ECON-06", "nothing comes back between two goes",
        beside(go="a1", reaction_used=True, used_names=["control"]), end_go("a1"), pick("h1"),
        player("h1", reaction_used=True, used_names=("control",))),
    played("ISH-ECON-07", "a drop is free and opens no window", facing(), DROP, just("orb_dropped"),
        once(OrbDropped, orb="home", player="h1", at=(8, 4)), orb("home", state="loose", holder=None),
        player("h1", action_used=False, reaction_used=False, bonus_used=False, used_names=()), asked("go", "h1")),
    illegal("ISH-Q-65", "no drop on another go", facing(go="a1", at=(12, 7)), DROP, "not_your_go", step("a1", 13, 7),
        asked("window", "h1"), refused(DROP, "decision_pending"), orb("home", holder="h1")),
    # h2 can do nothing about a held orb; dropped, 5 + 5 = 10 against 10
    played("ISH-Q-61", "an orb is handed over by a drop",
        lambda: play([man("h1", (8, 4), reaction_used=True), man("h2", (9, 4))], go="h1", orbs=HELD), step("h1", 9, 5),
        refused(react("h2", "control", orb="home"), "no_window"), DROP, step("h1", 10, 5),
        do(react("h2", "control", orb="home"), 5), orb("home", holder="h2")),
    illegal("ISH-Q-61", "no Control of what a mate holds", facing(man("h2", (8, 5)), orbs={"home": {"holder": "h2"}}),
        control(), "orb_controlled"),
    played("ISH-Q-01", "an injury lasts to the end of the turn, not of the go",
        lambda: play([man("h1", (8, 4), injuries=["wobbly_legs"])], go="h1"), end_go("h1"), pick("a1"),
        finds(["wobbly_legs"], lambda game: [injury.name for injury in game.player("h1").injuries]),
        do(end_go("a1"), 15, 3), player("h1", injuries=())),
    played("ISH-Q-01", "a sit-out of rounds counts turns",
        lambda: play([man("h1", (5, 1))], [man("a1", (12, 7)), A2_SITS], go="h1", picks=["a1"], turn=1),
        do(end_go("h1"), 15, 3), player("a2", status="sitting_out"), pick("h1"), end_go("h1"), pick("a1"),
        end_go("a1"), seat_asked("place", "away")),
])  # fmt: skip
def test_economy_of_a_turn(case: Played) -> None:
    case.check()


SPELLS = [GREASE, SHIELD]


@rule("ISH-ECON-03")
@pytest.mark.parametrize(("slot", "spell"), [("action", "grease"), ("reaction", "shield")])
@pytest.mark.parametrize("name", ["seize", "push_pull", "cast_spell"])
def test_seize_push_and_spells_go_with_action_and_reaction(name: str, slot: str, spell: str) -> None:
    opponent = man("a1", (9, 4), reaction_used=True)
    game = play([mage("h1", (8, 4), spells_l1=SPELLS)], [opponent], go="h1", orbs={"away": {"holder": "a1"}})
    order = act("h1", name, slot, **({"spell": spell} if name == "cast_spell" else {"target": "a1"}))
    assert (name, slot) in {(one.name, one.slot) for one in game.record.ruleset.legal(game.state) if type(one) is Act}
    game.do(order)
    assert getattr(game.player("h1"), f"{slot}_used")


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
    (ask,) = play([man("h1", (4, 4), **fields)], go="h1").asks()
    assert ask.options["slots"] == slots


def test_people_are_told_by_name_what_is_asked() -> None:
    game = play([man("h1", (4, 4), name="Ylva")], [man("a1", (5, 4), name="Saskia")], go="h1")
    game.do(step("h1", 4, 3))
    assert {ask.why for ask in game.asks()} == {"Ylva has moved one square."}
