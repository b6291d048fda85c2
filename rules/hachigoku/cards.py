"""What lies open on the table: the attack under way and its window, falls, what the GM decides, ambush and duel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.hachigoku.pools import added_tn
from rules.hachigoku.questions import find
from rules.hachigoku.state import Adjudicating, Attacking, Batch, Falling, Keeping, Landing, Praying, Scene, State
from rules.kernel.agenda import Frame
from rules.kernel.messages import tag_of
from rules.kernel.scene import Card

WINDOWS = {
    "guards": "Somebody may guard",
    "defense": "An Active Defense is asked for",
    "divide": "The Wounds are divided",
    "disarm": "A Disarm is possible",
}
"""What is open about an attack, by its stage."""

SPRUNG = "They and those who noticed it have dice in this round."


def cards(state: State) -> list[Card]:
    """What is going on, the latest first, then what holds for the whole Scene."""
    found = [card for frame in reversed(state.agenda) if (card := card_of(state, frame)) is not None]
    return [*found, *of_scene(state, state.scene)]


def card_of(state: State, frame: Frame) -> Card | None:
    """What a frame is about. Of a batch only who is in it, and who has chosen: what is hidden. [HAC-SIM-01]"""
    match frame:
        case Attacking():
            return attack(state, frame)
        case Batch():
            chosen = [one.who for one in frame.made]
            text = f"{named(state, frame.asked)} act together. What they choose is hidden until all have chosen."
            return Card("Equal totals", text, f"chosen: {named(state, chosen)}" if chosen else "nobody has chosen")
        case Keeping():
            kept = f"{frame.keep} of {', '.join(map(str, frame.values))} are kept."
            return Card("Dice to keep", kept, named(state, [frame.character]))
        case Landing():
            text = f"{named(state, [frame.character])} is thrown by {named(state, [frame.thrower])}."
            return Card("Thrown", text, "may roll to land on their feet")
        case Falling():
            levels = "one level" if frame.levels == 1 else f"{frame.levels} levels"
            return Card("Fall", f"{named(state, [frame.character])} falls {levels}.", "may roll Earth")
        case Praying():
            text = f"{named(state, [frame.order.character])} prays: {frame.order.text}."
            return Card("Prayer", text, f"may be answered: {named(state, frame.waiting)}")
        case Adjudicating():
            what = tag_of(type(frame.order)).replace("_", " ")
            return Card(
                what.capitalize(), f"What comes of it is the GM's word: {named(state, [frame.order.character])}."
            )
    return None


def attack(state: State, frame: Attacking) -> Card:
    """An attack: who, whom, with what, how, the roll once it has fallen, and the window that is open."""
    order = frame.order
    how = [f"with {order.weapon or 'bare hands'}", *(one.replace("_", " ") for one in order.maneuvers)]
    if order.raises.number:
        how.append("1 Raise" if order.raises.number == 1 else f"{order.raises.number} Raises")
    text = f"{named(state, [frame.attacker])} attacks {named(state, order.targets)} {', '.join(how)}."
    guarded = [one.by_guard for one in frame.struck if one.by_guard]
    if guarded:
        text += f" {named(state, guarded)} stands in the way."
    if frame.stage in WINDOWS:
        text += f" {WINDOWS[frame.stage]}: {named(state, frame.waiting)}." if frame.waiting else ""
    tn = frame.tn + added_tn(state.rules, order.raises)
    return Card("Attack", text, f"{frame.total} against TN {tn}" if frame.total else "")


def of_scene(state: State, scene: Scene) -> Iterator[Card]:
    """Ambush and duel, and what the ground is like."""
    if scene.ambush is not None:
        noticed = named(state, scene.ambush.detected_by)
        note = f"noticed by {noticed}" if noticed else "noticed by nobody"
        laid = f"Laid by {named(state, scene.ambush.ambushers)}."
        yield Card("Ambush", f"{laid} {SPRUNG}" if state.surprise else laid, note)
    if scene.duel is not None:
        yield Card("Duel", f"{' and '.join(called(state, name) for name in scene.duel.principals)}.", scene.duel.kind)
    ground = list(of_ground(state, scene))
    if ground:
        yield Card("Ground", f"{'. '.join(ground)}.")


def of_ground(state: State, scene: Scene) -> Iterator[str]:
    """What the whole Scene brings. [HAC-MOVE-04, HAC-MINOR-05, HAC-FALL-08, HAC-Q-84]"""
    if scene.max_height:
        yield f"The highest level is {scene.max_height}"
    if scene.uneven:
        yield "All of it is uneven: one step harder on physical rolls"
    if scene.soft_landing:
        yield f"A fall is soft for {named(state, scene.soft_landing)}"
    if scene.dive_melee:
        yield "A Dive avoids melee attacks, too"


def named(state: State, names: Iterable[str]) -> str:
    return ", ".join(called(state, name) for name in names)


def called(state: State, name: str) -> str:
    one = find(state, name)
    return name if one is None else one.called
