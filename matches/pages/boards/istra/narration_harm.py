"""In words: damage and how it came about, what it costs, who is out."""

from __future__ import annotations

from collections.abc import Mapping

from matches.pages.boards.base import Narration
from matches.pages.boards.common import listed, upper
from matches.pages.boards.istra.names import Names, title_of
from matches.pages.boards.istra.narration_attacks import STAT
from matches.pages.boards.istra.strokes import Strokes, mark
from matches.pages.boards.narrators import Drawing, Event, Teller

CAUSE = {
    "attack": "",
    "fumble": " for the fumble",
    "smite": " for a Smite that lost",
    "spell_failure": " from the failed spell",
    "fall": " from the fall",
    "ongoing": " of ongoing damage",
    "gm": " by a GM action",
}
TOLD_BEFORE = ("attack", "fumble")
"""Losses that a line about their damage has told already."""
GONE = {"health": "no health is left", "core": "no Core Stat is left", "gm": "decided by the GM", "": ""}


def sum_of(e: Event) -> str:
    """How damage came about, step by step.

    >>> sum_of({"total": 19, "damage_mod": 2, "armour": 5, "base": 16, "doubled": True, "extra": [4], "halved": True,
    ...         "final": 18})
    '19 + 2 − 5 armour = 16, × 2, + 4, ÷ 2 = 18'
    >>> sum_of({"total": 9, "damage_mod": 0, "armour": 10, "base": 0, "doubled": False, "extra": [], "halved": False,
    ...         "final": 0})
    '9 − 10 armour: nothing gets through'
    """
    mod = e["damage_mod"]
    text = f"{e['total']}" + (f" {'+' if mod > 0 else '−'} {abs(mod)}" if mod else "")
    text += f" − {e['armour']} armour" if e["armour"] else ""
    steps = [", × 2"] if e["doubled"] else []
    steps += [f", + {extra}" for extra in e["extra"]]
    steps += [", ÷ 2"] if e["halved"] else []
    if not e["final"]:
        return f"{text}: nothing gets through"
    if steps:
        return f"{text} = {e['base']}{''.join(steps)} = {e['final']}"
    return f"{text} = {e['final']}" if mod or e["armour"] else f"the whole total of {text}"


def _damage(e: Event, n: Names) -> str:
    whom, cause = n.figure(e["target"]), CAUSE[e["cause"]]
    source = f" from {n.figure(e['source'])}" if e["source"] and e["source"] != e["target"] else ""
    if not e["final"]:
        return f"{whom} takes no damage{source}{cause}: {sum_of(e)}."
    relentless = " Relentless halves it." if e["halved"] else ""
    return f"{whom} takes {e['final']} damage{source}{cause}: {sum_of(e)}.{relentless}"


def _health(e: Event, n: Names) -> Narration:
    lost = e["old"] - e["new"]
    text = f"{n.figure(e['model'])} loses {lost} health{CAUSE[e['cause']]}: {e['old']} → {e['new']}."
    return Narration(text, "small" if e["cause"] in TOLD_BEFORE else "plain")


def _core(e: Event, n: Names) -> str:
    spent = f", for there is no {STAT[e['rolled']]} left to lose" if e["rolled"] != e["stat"] else ""
    return f"{n.figure(e['model'])} loses a point of {STAT[e['stat']]}, {e['old']} → {e['new']}{spent}."


def _out(e: Event, n: Names) -> str:
    by = f" by {n.figure(e['by'])}" if e["by"] else ""
    why = f": {GONE[e['cause']]}" if GONE[e["cause"]] else ""
    things = [n.item(thing["item"]) for thing in e["dropped"]]
    dropped = f" {upper(listed(things))} {'lies' if len(things) == 1 else 'lie'} on the ground." if things else ""
    return f"{n.figure(e['model'])} is taken out of battle{by}{why}.{dropped}"


def _failed(e: Event, n: Names) -> str:
    hurt = f"{n.figure(e['caster'])} takes {e['damage']} damage" if e["damage"] else "no further harm"
    return f"{title_of(e['spell'])} fails by {e['amount']}: {hurt}."


TELLERS: Mapping[str, Teller[Names]] = {
    "damage_dealt": _damage,
    "health_changed": _health,
    "core_lost": _core,
    "healed": lambda e, n: f"{n.figure(e['model'])} regains {e['new'] - e['old']} health: {e['old']} → {e['new']}.",
    "model_out": _out,
    "spell_failed": _failed,
}

# What is drawn


def _hit(e: Event, n: Names) -> Strokes:
    return mark(n, e["target"], "hit", f"−{e['final']}") if e["final"] else mark(n, e["target"], "miss", "0")


DRAWN: Mapping[str, Drawing[Names]] = {
    "damage_dealt": _hit,
    "health_changed": lambda e, n: mark(n, e["model"], "hit", f"−{e['old'] - e['new']}"),
    "model_out": lambda e, n: mark(n, e["model"], "out", "✕"),
}
