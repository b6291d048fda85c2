"""In words: how a battle begins and ends, its turns and nominations, and the GM's hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from matches.pages.boards.common import listed, reason
from matches.pages.boards.istra.names import Names, noun_of, title_of
from matches.pages.boards.istra.strokes import around
from matches.pages.boards.narrators import Drawing, Event, Teller
from matches.pages.boards.plane import outline
from rules.istra.geometry.lengths import inches
from web.pages.fields import Stroke

GOALS = {
    "last_standing": "the last side standing",
    "hold": "the ground was held",
    "carry_off": "the prize was captured",
    "break_through": "they broke through",
    "survive": "they survived",
    "slay": "the quarry is slain",
}
ENDED = {
    "goal": "the goal is reached",
    "turns": "the last turn is over",
    "conceded": "conceded",
    "gm": "ended by the GM",
    "abandoned": "no result",
}


def point(place: Any) -> str:
    """A place in inches, as people write it.

    >>> point([1250, 400, 0]), point([1250, 400, 300])
    ('12.5", 4"', '12.5", 4", 3" up')
    """
    up = f", {inches(place[2])} up" if len(place) > 2 and place[2] else ""
    return f"{inches(place[0])}, {inches(place[1])}{up}"


# Opening


def _opened(e: Event, n: Names) -> str:
    sides = [str(side.get("name") or side.get("company") or n.side(side["id"])) for side in e["sides"]]
    title = e["scenario"].get("title", "Annihilation")
    friends = {side["alliance"] for side in e["sides"] if side.get("alliance")}
    against = " against " if len(sides) == 2 and not friends else ", "
    hall = f" The hall of {n.side(e['invasion']['defender'])} is invaded." if e.get("invasion") else ""
    return f"{title}: {against.join(sides)}.{hall}"


def _terrain_placed(e: Event, n: Names) -> str:
    named = [piece.get("name") or ("a wall section" if piece.get("wall") else "a piece") for piece in e["terrain"]]
    verb = "goes up" if len(named) == 1 else "go up"
    return f"{listed(named)} {verb} on the table{reason(e['reason'])}"


def _terrain_removed(e: Event, n: Names) -> str:
    verb = "is" if len(e["ids"]) == 1 else "are"
    return f"{listed([n.piece(piece) for piece in e['ids']])} {verb} taken off the table{reason(e['reason'])}"


# Turns


def _activation_ended(e: Event, n: Names) -> str:
    lost = [
        f"{count} {kind} action{'s' if count > 1 else ''}"
        for count, kind in ((e["forfeited_move"], "Movement"), (e["forfeited_standard"], "Standard"))
        if count
    ]
    rest = f"; {listed(lost)} unspent" if lost else ""
    following = f" Next nomination: {n.team(e['nominator'])}." if e["nominator"] else ""
    return f"{n.figure(e['model'])} is done{rest}.{following}"


def _ended(e: Event, n: Names) -> str:
    how = str(GOALS.get(e["reason"]) or e["reason"] or ENDED.get(e["termination"], e["termination"]))
    won = listed([n.side(side) for side in e["winners"]])
    verdict = f"victory for {won}" if won else "no result" if e["termination"] == "abandoned" else "a draw"
    return f"The battle is over: {verdict} ({how.rstrip('.')})."


# The GM's hand

FIELDS = {
    "power_max": "full Power",
    "finesse_max": "full Finesse",
    "will_max": "full Will",
    "health_max": "full health",
    "armour_base": "armour",
    "move_action": "Movement actions",
    "standard_action": "Standard actions",
    "active_weapon": "weapon in hand",
    "pos": "place",
    "used": "uses this battle",
    "used_this_turn": "uses this turn",
    "turn_limit": "turn limit",
    "item": "bearer",
    "zone": "deployment zone",
}


def _override(e: Event, n: Names) -> str:
    return f"GM action: {_OVERRIDES.get(e['field'], _changed)(e, n)}{reason(e['reason'])}"


def _changed(e: Event, n: Names) -> str:
    what = FIELDS.get(e["field"], e["field"].capitalize() if e["field"] in ("power", "finesse", "will") else e["field"])
    about = f" ({title_of(e['other'])})" if e["other"] else ""
    whose = f"{n.figure(e['model'])}: " if e["model"] else ""
    return f"{whose}{what}{about} {_value(e['old'], n)} → {_value(e['new'], n)}"


def _value(value: Any, n: Names) -> str:
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return point(value)
    return title_of(value).lower() if isinstance(value, str) else str(value)


def _sight(e: Event, n: Names) -> str:
    word = e["sight"] or {}
    seen = {True: "sees", False: "does not see", None: "looks at"}[word.get("los")]
    cover = {True: ", in cover", False: ", in the open", None: ""}[word.get("cover")]
    if word.get("los") is None and word.get("cover") is None:
        return f"{n.figure(e['model'])}'s line of sight to {n.figure(e['other'])} is as computed"
    return f"{n.figure(e['model'])} {seen} {n.figure(e['other'])}{cover}"


def _condition(e: Event, n: Names) -> str:
    one = e["condition"]
    if one is not None:
        return f"{n.figure(e['model'])} has {title_of(one['name']).lower()} now"
    return f"{n.figure(e['model'])} no longer has {title_of(e['other']).lower()}"


def _engagement(e: Event, n: Names) -> str:
    how = "are now Engaged" if e["new"] else "are no longer Engaged"
    return f"{n.figure(e['model'])} and {n.figure(e['other'])} {how}"


def _item(e: Event, n: Names) -> str:
    if e["model"]:
        return f"{n.figure(e['model'])} has {n.item(e['other'])} now"
    return f"{n.item(e['other'])} is now at {point(e['new'])}" if e["new"] else f"{n.item(e['other'])} is off the table"


_OVERRIDES: dict[str, Callable[[Event, Names], str]] = {
    "sight": _sight,
    "condition": _condition,
    "engaged": _engagement,
    "item": _item,
    "zone": lambda e, n: f"{n.side(e['other'])} may deploy anywhere",
    "nominator": lambda e, n: f"{n.team(e['new'])} nominate next",
    "owner": lambda e, n: f"{n.figure(e['model'])} is now played by {n.team(e['new'])}",
    "level": lambda e, n: f"{n.figure(e['model'])} is now level {e['new']}",
    "large": lambda e, n: f"{n.figure(e['model'])} {'counts' if e['new'] else 'no longer counts'} as large",
    "leader": lambda e, n: f"{n.figure(e['model'])} {'leads' if e['new'] else 'no longer leads'} the company",
    "loaded": lambda e, n: (
        f"{n.figure(e['model'])}'s {noun_of(e['other'])} is {'loaded' if e['new'] else 'not loaded'}"
    ),
    "moved": lambda e, n: f"{n.figure(e['model'])} {'has moved' if e['new'] else 'has not moved'} this activation",
}

TELLERS: Mapping[str, Teller[Names]] = {
    "battle_opened": _opened,
    "terrain_placed": _terrain_placed,
    "terrain_removed": _terrain_removed,
    "activation_ended": _activation_ended,
    "battle_ended": _ended,
    "gm_override": _override,
}

# What is drawn


def _pieces(e: Event, n: Names) -> tuple[Stroke, ...]:
    return tuple(Stroke(outline(piece["footprint"], n.depth), "mark", tip=False) for piece in e["terrain"])


def _place(e: Event, n: Names) -> tuple[Stroke, ...]:
    return around(n, e["pos"], n.fact(e["model"], "radius", 50) + 25, "mark")


DRAWN: Mapping[str, Drawing[Names]] = {"terrain_placed": _pieces, "model_deployed": _place}
