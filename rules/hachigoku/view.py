"""What a seat may see of a Skirmish, in the vocabulary of `rules.kernel.scene`: the generic board draws all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.hachigoku.badges import badges, where
from rules.hachigoku.cards import cards
from rules.hachigoku.questions import (
    DEAD,
    able,
    defense,
    effective_range,
    find,
    future,
    get,
    has,
    height_of,
    initiative_total,
    level,
    track_of,
    unspent,
)
from rules.hachigoku.state import ActionDie, Attacking, Batch, Character, DieMark, DieState, Moment, State
from rules.hachigoku.tables import CLOSE, MOMENTS, RANGES
from rules.kernel.reading import plain
from rules.kernel.scene import Apart, Figure, Gauge, Knot, Knots, Noted, Queued, Slot, Track

LETTERS = 26
MARKS: Mapping[DieMark, str] = {"": "", "no_attack": "no attack", "movement": "movement only"}
"""How the Moment track marks dice of an interruption. [HAC-INT-06, HAC-INT-08]"""
GONE: tuple[DieState, ...] = ("spent", "exchanged", "lost", "forfeited")
"""How a die stands that can buy nothing more."""


def view(state: State, seat: str) -> dict[str, Any]:
    """The figures, where they are, their dice and turns. What a batch has committed nobody sees. [HAC-SIM-01]"""
    scene = {
        "ground": Knots(tuple(knots(state))),
        "tracks": [track(state)],
        "queue": queue(state),
        "cards": cards(state),
        "scene": state.scene,
        "ranges": {"names": state.ranges.names, "rows": state.ranges.rows},
    }
    return {
        **headline(state),
        "figures": {one.id: figure(state, one) for one in state.characters},
        **plain(scene),
        "turn": state.round or "–",
        "round": state.round,
        "moment": state.moment,
        "surprise": state.surprise,
        "batch": [name for frame in state.agenda if isinstance(frame, Batch) for name in frame.asked],
    }


# Figures


def figure(state: State, one: Character) -> dict[str, Any]:
    """A character as it is drawn, and the roster below it."""
    drawn = Figure(
        name=one.called,
        seat=next(side.seat for side in state.sides if side.id == one.side),
        status=status(one),
        active=one.id in acting(state),
        gone=not able(one),
        gauges=gauges(one),
        badges=badges(state, one),
    )
    more = {"level": level(one), "defense": defense(one), "total": initiative_total(one)}
    return {**plain(one), **plain(drawn), **more}


def status(one: Character) -> str:
    """Where somebody stands in a word or two, with the Defense of who can still be attacked. [HAC-WOUND-01]"""
    if one.left:
        return "left"
    if level(one) == DEAD:
        return "dead"
    told = f"Defense {defense(one)}"
    return told if able(one) else f"{lying(one)}, {told}"


def lying(one: Character) -> str:
    """Why somebody who is still there cannot act."""
    return "Unconscious" if has(one, "unconscious") else level(one).capitalize()


def gauges(one: Character) -> tuple[Gauge, ...]:
    """The wound track, level by level; of who has no Light or Heavy Wounds the first is Down. [HAC-WOUND-01]"""
    found = []
    left = one.wounds
    for step in track_of(one).steps:
        most = step.holds if step.name != "light" else step.holds - 1
        if most and step.able:
            found.append(Gauge(f"{step.name.capitalize()} Wounds", min(left, most), most, low=left > 0))
        left = max(0, left - most)
    return tuple(found)


def acting(state: State) -> tuple[str, ...]:
    """Who acts now: whose attack is under way, or who names an Action."""
    for frame in reversed(state.agenda):
        match frame:
            case Attacking(attacker=attacker):
                return (attacker,)
            case Batch(asked=asked):
                return asked
            case Moment(stage="choose", acting=(first, *_)):
                return (first,)
    return ()


# Where everybody is


def melees(state: State) -> list[list[str]]:
    """Who and what is close to each other, heights included. [HAC-RANGE-04, HAC-Q-34]"""
    gone = {one.id for one in state.characters if one.left}
    found: list[list[str]] = []
    for name in state.ranges.names:
        knot = next((each for each in found if effective_range(state, each[0], name) == CLOSE), None)
        if name not in gone and knot is not None:
            knot.append(name)
        elif name not in gone:
            found.append([name])
    return found


def knots(state: State) -> Iterator[Knot]:
    """The melees in a line, each with its Range to the next one, and to those that are not beside it. [HAC-RANGE-04]"""
    line = in_line(state, melees(state))
    for place, knot in enumerate(line):
        ranges = [RANGES[effective_range(state, knot[0], other[0])] for other in line]
        far = [other for other in range(len(line)) if abs(other - place) > 1]
        people = tuple(name for name in knot if find(state, name) is not None)
        yield Knot(
            tuple(name for name in people if able(get(state, name))),
            label_of(state, knot),
            tuple(Apart("", letter(other), ranges[other]) for other in far),
            name=letter(place),
            noted=tuple(Noted(name, note) for name in people if (note := told_of(get(state, name)))),
            to_next="".join(ranges[place + 1 : place + 2]),
            out=tuple(name for name in people if not able(get(state, name))),
        )


def told_of(one: Character) -> str:
    """What stands beside somebody in a melee: who lies there, height, cover and mount."""
    return ", ".join(filter(None, ["" if able(one) else lying(one).lower(), where(one)]))


def in_line(state: State, found: list[list[str]]) -> list[list[str]]:
    """The melees, that of the first character first, and after each the nearest that is left."""
    line, left = found[:1], found[1:]
    while left:
        nearest = min(left, key=lambda knot: effective_range(state, line[-1][0], knot[0]))
        line.append(nearest)
        left.remove(nearest)
    return line


def letter(place: int) -> str:
    """What a melee is called by its place: A to Z, then numbers."""
    return chr(ord("A") + place) if place < LETTERS else str(place + 1)


def label_of(state: State, knot: list[str]) -> str:
    """What a melee is called: how many, at what, how high."""
    people = [name for name in knot if find(state, name) is not None]
    things = [called(state, name) for name in knot if name not in people]
    height = height_of(state, knot[0])
    words = ["Close to each other" if len(people) > 1 else "Alone" if people else "Nobody"]
    words += [f"at {thing}" for thing in things] + ([f"height {height}"] if height else [])
    return ", ".join(words)


def called(state: State, name: str) -> str:
    """How the ground names somebody, by id, or something."""
    return next((place.name or place.id for place in state.scene.objects if place.id == name), name)


# Dice


def track(state: State) -> Track:
    """The Moments from 10 to 1, each with the Action Dice of its face. [HAC-INIT-05, HAC-INIT-07]"""
    slots = (
        Slot(str(number), now=number == state.moment, noted=tuple(on_track(state, number)))
        for number in range(MOMENTS, 0, -1)
    )
    return Track(f"Round {state.round}, Moment" if state.round else "Moment", tuple(slots))


def on_track(state: State, number: int) -> Iterator[Noted]:
    """The dice of a face: whose, and how they stand; equal ones once, with their number."""
    for one in state.characters:
        stands = [standing_of(state, die) for die in one.dice if die.face == number]
        for how in dict.fromkeys(stands):
            count = stands.count(how)
            lit = how not in (*GONE, "future")
            yield Noted(one.id, f"{count} {how}" if count > 1 else how, gone=how in GONE, lit=lit)


def standing_of(state: State, die: ActionDie) -> str:
    """Spent, exchanged and so on; an unspent die is held, of this Moment, or future, with what it may not pay for."""
    if die.state != "unspent":
        return die.state
    if not state.moment or die.face < state.moment:
        return "future"
    held = "held" if die.face > state.moment else ""
    return ", ".join(filter(None, [held, MARKS[die.mark]])) or "current"


# Order


def queue(state: State) -> list[Queued]:
    """Initiative Totals, the highest first: of those who have declared, else of all who have dice. [HAC-INIT-10]"""
    top = next((frame for frame in reversed(state.agenda) if isinstance(frame, Moment | Batch)), None)
    names = () if top is None else top.asked if isinstance(top, Batch) else top.acting
    line = [get(state, name) for name in names] or [one for one in state.characters if able(one) and unspent(one)]
    line.sort(key=lambda one: -initiative_total(one))
    totals = [initiative_total(one) for one in line]
    now = acting(state)
    return [
        Queued(one.id, total_of(state, one, shared=totals.count(initiative_total(one)) > 1), now=one.id in now)
        for one in line
    ]


def total_of(state: State, one: Character, *, shared: bool) -> str:
    """An Initiative Total and the dice it is made of; `shared`: somebody else's is equal. [HAC-INIT-10, HAC-INIT-11]"""
    made_of = {
        "held": [die.face for die in unspent(one) if die.face > state.moment],
        "current": [die.face for die in unspent(one) if die.face == state.moment],
        "future": [die.face for die in future(state, one)],
    }
    parts = [f"{name} {' + '.join(map(str, sorted(faces, reverse=True)))}" for name, faces in made_of.items() if faces]
    words = [f"total {initiative_total(one)}" + (f": {', '.join(parts)}" if parts and state.moment else "")]
    return "; ".join([*words, "equal"] if shared else words)


# In a line


def headline(state: State) -> dict[str, Any]:
    """The match in a line: the sides, how many of each can act, the round."""
    return {
        "teams": {side.seat: {"name": side.name or side.id, "colour": side.colour} for side in state.sides},
        "score": standing(state),
        "turn": state.round,
    }


def standing(state: State) -> dict[str, int]:
    """How many of each side can still act, by seat."""
    return {side.seat: sum(able(one) for one in state.characters if one.side == side.id) for side in state.sides}
