"""In words: how models move, climb, fall, flee, handle things, and what state they are in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from matches.pages.boards.base import Narration
from matches.pages.boards.common import verdict
from matches.pages.boards.istra.names import Names, noun_of, title_of
from matches.pages.boards.istra.narration_battle import point
from matches.pages.boards.istra.strokes import above, mark, way
from matches.pages.boards.narrators import Drawing, Event, Teller
from matches.pages.boards.plane import trail
from rules.istra.geometry.lengths import inches
from web.pages.fields import Stroke

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


TELLERS: Mapping[str, Teller[Names]] = {
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

# What is drawn


def _way(e: Event, n: Names) -> tuple[Stroke, ...]:
    return way(n, e["model"], e["path"], "snap" if e["kind"] == "snap" else "walk", e["cost"])


def _fall(e: Event, n: Names) -> tuple[Stroke, ...]:
    return mark(n, e["model"], "fall", f"fell {inches(e['height'])}" + (f": −{e['damage']}" if e["damage"] else ""))


def _leap(e: Event, n: Names) -> tuple[Stroke, ...]:
    return (Stroke(trail([e["from"], e["to"]], n.depth), "leap", "", above(e["to"], n.depth)),)


def _contact(e: Event, n: Names) -> tuple[Stroke, ...]:
    return (Stroke(trail([e["pos"], e["enemy_pos"]], n.depth), "engage", tip=False),)


DRAWN: Mapping[str, Drawing[Names]] = {
    "model_moved": _way,
    "model_fell": _fall,
    "model_teleported": _leap,
    "left_board": lambda e, n: mark(n, e["model"], "gone"),
    "engaged": _contact,
}
