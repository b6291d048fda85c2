"""Every event of a battle in words, and what is drawn for it.

Most have their sentence on their class (`rules.istra.events`): here are the words for its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from matches.pages.boards.base import Narration
from matches.pages.boards.common import listed, reason, verdict
from matches.pages.boards.istra import narration_attacks as attacks
from matches.pages.boards.istra.names import Names, noun_of, stopped, title_of
from matches.pages.boards.istra.strokes import above, around, mark, way
from matches.pages.boards.narrators import Drawing, Event, Teller
from matches.pages.boards.plane import outline, trail
from rules.istra.adjustments import NUMBERS
from rules.istra.geometry.lengths import inches
from rules.kernel.sentences import Word, without_names
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


def _begun(e: Event, n: Names) -> str:
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


# GM actions

FIELDS = {
    **NUMBERS,
    "active_weapon": "weapon in hand",
    "pos": "place",
    "used": "uses this battle",
    "used_this_turn": "uses this turn",
    "turn_limit": "turn limit",
}


def _override(e: Event, n: Names) -> str:
    return f"GM action: {_OVERRIDES.get(e['field'], _changed)(e, n)}{reason(e['reason'])}"


def _changed(e: Event, n: Names) -> str:
    what = FIELDS.get(e["field"], e["field"])
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


def _set_sight(e: Event, n: Names) -> str:
    word = e["sight"] or {}
    seen = {True: "sees", False: "does not see", None: "looks at"}[word.get("los")]
    cover = {True: ", in cover", False: ", in the open", None: ""}[word.get("cover")]
    if word.get("los") is None and word.get("cover") is None:
        return f"{n.figure(e['model'])}'s line of sight to {n.figure(e['other'])} is as computed"
    return f"{n.figure(e['model'])} {seen} {n.figure(e['other'])}{cover}"


def _set_condition(e: Event, n: Names) -> str:
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
    "sight": _set_sight,
    "condition": _set_condition,
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


def _pieces(e: Event, n: Names) -> tuple[Stroke, ...]:
    return tuple(Stroke(outline(piece["footprint"], n.depth), "mark", tip=False) for piece in e["terrain"])


def _place(e: Event, n: Names) -> tuple[Stroke, ...]:
    return around(n, e["pos"], n.fact(e["model"], "radius", 50) + 25, "mark")


PURPOSES = {
    "move": "moving",
    "sprint": "a Sprint",
    "disengage": "breaking away",
    "flee": "flight",
    "melee": "an attack",
    "shoot": "a shot",
    "cast": "a spell",
    "load": "loading",
    "pick_up": "picking something up",
    "switch_weapon": "switching weapons",
    "charged_shot": "a Charged shot",
}
EDGES = {"bottom": "the bottom edge", "top": "the top edge", "left": "the left edge", "right": "the right edge"}
UNREADY = {"challenged": "is challenged by", "challenging": "has challenged", "vengeance": "swears vengeance on"}


# Movement


def _moved(e: Event, n: Names) -> str:
    who, path, cost = n.figure(e["model"]), e["path"], inches(e["cost"])
    return {
        "move": f"{who} moves {cost} of {inches(e['allowance'])}, to {point(path[-1])}.",
        "sprint": f"{who} sprints {cost} further, to {point(path[-1])}.",
        "flee": f"{who} flees {cost}, to {point(path[-1])}.",
        "snap": f"{who} moves into base contact.",
    }[e["kind"]]


def _fell(e: Event, n: Names) -> Narration:
    hurt = f"and takes {e['damage']} damage" if e["damage"] else "and lands unhurt"
    text = f"{n.figure(e['model'])} comes down {inches(e['height'])} {hurt}."
    return Narration(text, "key" if e["damage"] else "plain")


def _left(e: Event, n: Names) -> str:
    who, edge = n.figure(e["model"]), EDGES.get(e["edge"], "the edge")
    return {
        "moved": f"{who} leaves the table over {edge}.",
        "fled": f"{who} flees over {edge} and is gone.",
        "conceded": f"{who} leaves the table: the side has conceded.",
        "gm": f"{who} is taken off the table by the GM.",
    }[e["cause"]]


def _break_away(e: Event, n: Names) -> str:
    outcome = "gets away" if e.get("success") else "fails"
    who = n.figure(e["model"])
    return f"{who} tries to break away from {n.many(e['enemies'])} and {outcome}: {verdict(e)}."


def _morale(e: Event, n: Names) -> Narration:
    lent = f" with {n.figure(e['leader'])}'s Will" if e["leader"] else ""
    who = n.figure(e["model"])
    text = f"{who} passes morale{lent}" if e.get("success") else f"{who} fails morale{lent}"
    return Narration(f"{text}: {verdict(e)}.", "plain" if e.get("success") else "key")


# Things


def _switched(e: Event, n: Names) -> str:
    who, new, old = n.figure(e["model"]), noun_of(e["weapon"]), noun_of(e["old"])
    if e["weapon"] == "unarmed":
        return f"{who} puts the {old} away and fights bare-handed."
    return f"{who} switches to the {new}" + (f" instead of the {old}." if e["old"] != "unarmed" else ".")


def _skill(e: Event, n: Names) -> str:
    return f"{n.figure(e['model'])} tries {title_of(e['skill'])} ({title_of(e['difficulty']).lower()}): {verdict(e)}."


# Conditions


def _condition(e: Event, n: Names) -> Narration | str:
    one, who = e["condition"], n.figure(e["model"])
    source = n.figure(one["source"]) if one.get("source") else ""
    told: dict[str, Callable[[], Narration | str]] = {
        "climbed": lambda: Narration(
            f"{who} has climbed {inches(one.get('amount', 0))} this turn: open to First strike.", "small"
        ),
        "arrow_block": lambda: f"{who} keeps the shield up against shots until the turn ends.",
        "defence_penalty": lambda: f"{who} is off guard against {source}.",
        "ongoing": lambda: f"{who} takes {one.get('amount', 0)} ongoing damage from {source}.",
        "abjured": lambda: f"{who} is warded by Abjuration: armour +4.",
        "fled": lambda: Narration(f"{who} has fled.", "small"),
        "gathered_power": lambda: f"{who} gathers power for the next spell.",
    }
    if one["name"] in told:
        return told[one["name"]]()
    return f"{who} {UNREADY[one['name']]} {source}."


def _used(name: str) -> Teller[Names]:
    def teller(e: Event, n: Names) -> str:
        left = "" if e["left"] is None else f" ({e['left']} left this {e.get('span', 'battle')})"
        return f"{n.figure(e['model'])} uses {title_of(e[name])}{left}."

    return teller


def _way(e: Event, n: Names) -> tuple[Stroke, ...]:
    return way(n, e["model"], e["path"], "snap" if e["kind"] == "snap" else "walk", e["cost"])


def _fall(e: Event, n: Names) -> tuple[Stroke, ...]:
    return mark(n, e["model"], "fall", f"fell {inches(e['height'])}" + (f": −{e['damage']}" if e["damage"] else ""))


def _leap(e: Event, n: Names) -> tuple[Stroke, ...]:
    return (Stroke(trail([e["from"], e["to"]], n.depth), "leap", "", above(e["to"], n.depth)),)


def _contact(e: Event, n: Names) -> tuple[Stroke, ...]:
    return (Stroke(trail([e["pos"], e["enemy_pos"]], n.depth), "engage", tip=False),)


# The words for fields


def _in_hand(weapon: str) -> str:
    return f", a {noun_of(weapon)} in hand" if weapon != "unarmed" else ", empty-handed"


def _flight(distance: int) -> str:
    return f"up to {inches(distance)}" if distance else "but has no action left to run with"


def _choice(choice: str | None) -> str:
    return stopped(f"answers with {title_of(choice)}" if choice else "passes")


WORDS: Mapping[str, Word[Names]] = {
    "model": Names.figure,
    "seat": Names.team,
    "seats": lambda names, seats: listed([names.team(seat) for seat in seats]),
    "item": Names.item,
    "from": lambda names, source: f" ({names.figure(source)})" if source else "",
    "place": without_names(point),
    "inches": without_names(inches),
    "weapon": without_names(noun_of),
    "load": without_names(lambda load: noun_of(load["weapon"])),
    "in_hand": without_names(_in_hand),
    "edge": without_names(EDGES.__getitem__),
    "flight": without_names(_flight),
    "action": without_names({"move": "Movement", "standard": "Standard"}.__getitem__),
    "purpose": without_names(lambda purpose: PURPOSES.get(purpose) or title_of(purpose)),
    "left": without_names(lambda left: f", {left} left" if left else ""),
    "condition": without_names(lambda name: title_of(name).lower()),
    "choice": without_names(_choice),
    "again": without_names(lambda again: " again, to break the tie" if again else ""),
    "gained": without_names(lambda gained: "another Standard action" if gained else "nothing more"),
}

TELLERS: Mapping[str, Teller[Names]] = {
    **attacks.TELLERS,
    "battle_opened": _begun,
    "terrain_placed": _terrain_placed,
    "terrain_removed": _terrain_removed,
    "activation_ended": _activation_ended,
    "battle_ended": _ended,
    "gm_override": _override,
    "model_moved": _moved,
    "model_fell": _fell,
    "left_board": _left,
    "disengage_rolled": _break_away,
    "morale_rolled": _morale,
    "save_rolled": lambda e, n: f"{n.figure(e['model'])} tries to shake it off: {verdict(e)}.",
    "skill_checked": _skill,
    "weapon_switched": _switched,
    "condition_added": _condition,
    "talent_used": _used("talent"),
    "race_ability_used": _used("ability"),
}
DRAWN: Mapping[str, Drawing[Names]] = {
    **attacks.DRAWN,
    "terrain_placed": _pieces,
    "model_deployed": _place,
    "model_moved": _way,
    "model_fell": _fall,
    "model_teleported": _leap,
    "left_board": lambda e, n: mark(n, e["model"], "gone"),
    "engaged": _contact,
}
