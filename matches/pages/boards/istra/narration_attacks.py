"""In words: attacks and spells, what is seen, asked and answered, the dice on both sides, and the harm done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matches.pages.boards.base import Narration
from matches.pages.boards.common import listed, upper
from matches.pages.boards.istra.names import Names, noun_of, stopped, title_of
from matches.pages.boards.istra.strokes import Strokes, around, between, mark, ray, sight_lines
from matches.pages.boards.narrators import Drawing, Event, Teller
from rules.istra.geometry.lengths import inches
from rules.istra.points import WINDOWS
from rules.istra.tables import SPELLS

STAT = {"power": "Power", "finesse": "Finesse", "will": "Will"}
LINE = {"clear": "clear", "screened": "screened", "blocked": "blocked"}
HITS = {
    "dagger": "stabs at",
    "one_handed": "strikes at",
    "two_handed": "swings the two-hander at",
    "spear": "thrusts the spear at",
    "unarmed": "throws a punch at",
}
SHOTS = {
    "bow": "looses an arrow at",
    "crossbow": "lets fly a bolt at",
    "rifle": "fires the rifle at",
    "pistol": "fires the pistol at",
}
TEXTS = {window.kind: window.text for window in WINDOWS}


# Attacks


def _declared(e: Event, n: Names) -> Narration:
    who, whom = n.figure(e["attacker"]), n.figure(e["target"])
    weapon = noun_of(e["weapon"])
    act = (SHOTS if e["kind"] == "shoot" else HITS).get(e["weapon"], f"uses the {weapon} against")
    if e["kind"] == "melee" and e["weapon"] in SHOTS:
        act = f"clubs with the {weapon} at"
    told = {
        "charged_shot": f"{who} fires the {weapon} as {whom} approaches",
        "first_strike": f"{who} strikes first with the {weapon} against {whom}",
        "cleave": f"{who} cleaves into {whom}",
        "whirlwind": f"{who} whirls round to attack {whom}",
        "double": f"{who} attacks again and {act} {whom}",
        "into_melee": f"The shot goes astray: {who} may hit {whom}",
    }.get(e["origin"], f"{who} {act} {whom}")
    return Narration(f"{told}{_how(e)}.", "key" if e["origin"] == "into_melee" else "plain")


def _how(e: Event) -> str:
    """From how far, with which talents, and whether into a fight."""
    parts = []
    if e["kind"] == "shoot":
        parts.append(f"from {inches(e['distance'])}" + (f" (range {inches(e['range'])})" if e["range"] else ""))
    if e["into_melee"]:
        parts.append("into melee")
    if e["declared"]:
        parts.append("with " + listed([title_of(talent) for talent in e["declared"]]))
    return "".join(f", {part}" for part in parts)


def _cast(e: Event, n: Names) -> Narration:
    who, spell = n.figure(e["caster"]), title_of(e["spell"])
    whom = f" at {n.many(e['targets'])}" if e["targets"] else ""
    if e["chained"]:
        text = f"{spell} jumps on to {n.many(e['targets'])}."
    elif not e["targets"]:
        text = f"{who} casts {spell}." if _is_harmless(e) else f"{who} casts {spell}, and it hits nothing."
    elif e["point"]:
        text = f"{who} casts {spell}; it bursts over {n.many(e['targets'])}."
    else:
        text = f"{who} casts {spell}{whom}."
    return Narration(text, "key" if e["chained"] else "plain")


def _is_harmless(e: Event) -> bool:
    """Whether a spell needs nobody to hit: one of the setup's, whose effect the GM applies."""
    return e["spell"] not in SPELLS


def _sight(e: Event, n: Names) -> str:
    who, whom = n.figure(e["attacker"]), n.figure(e["target"])
    seen = "does not see" if not e["los"] else "sees"
    cover = "" if not e["los"] else ", who is in cover" if e["cover"] else " plainly"
    above = f", from {inches(e['height'])} higher" if e["height"] > 0 else ""
    source = {"gm": " (decided by the GM)", "given": " (given)"}.get(e["source"], "")
    lines = f"; lines {', '.join(LINE[line] for line in e['lines'])}" if e["lines"] else ""
    return f"{who} {seen} {whom}{cover}{above}{lines}{source}."


# Windows


def _opened(e: Event, n: Names) -> str:
    answers = listed([title_of(option) for option in e["options"]], "or")
    text = TEXTS[e["trigger"]].format(about=n.figure(e["about"]))
    return f"{text} {n.figure(e['model'])} may answer with {stopped(answers)}"


def _reacted(e: Event, n: Names) -> str:
    who, against = n.figure(e["model"]), n.figure(e["against"])
    target = n.figure(e["target"]) if e["target"] else ""
    return {
        "charged_shot": f"{who} meets {against} with a Charged shot!",
        "first_strike": f"{who} is quicker than {against}: First strike!",
        "arrow_block": f"{who} raises the shield against {against}'s shot.",
        "shield_friend": f"{who} steps in front of {target or 'a friend'} with the shield.",
        "evasive": f"{who} slips aside: {against} has to roll again.",
        "spare": f"{who} holds back and spares {against}.",
        "all_you_got": f"{who} shrugs {against} off: Is that all y'all got?",
        "cruel": f"{who} twists the blade in {against}.",
        "challenge": f"{who} challenges {target or against}.",
        "vengeance": f"{who} swears vengeance on {target or against}.",
        "cleave": f"{who} cleaves on{f' into {target}' if target else ''}.",
        "chain": f"{who}'s lightning jumps on{f' to {target}' if target else ''}.",
    }.get(e["reaction"], f"{who} chooses {target or against}.")


# Dice


def _dice(e: Event) -> str:
    """The natural roll, and the die that was dropped beside it.

    >>> _dice({"dice": [[20, 7, False], [20, 14, True]], "total": 19}), _dice({"dice": [[20, 9, True]], "total": 14})
    ('14 (7 dropped)', '9')
    """
    kept = sum(face for _, face, counts in e["dice"] if counts)
    dropped = [str(face) for _, face, counts in e["dice"] if not counts]
    return f"{kept} ({', '.join(dropped)} dropped)" if dropped else str(kept)


def _sources(adv: Sequence[Sequence[str]], dis: Sequence[Sequence[str]]) -> str:
    """What gave advantage and what took it away."""
    parts = []
    if adv:
        parts.append("advantage: " + ", ".join(label for label, *_ in adv))
    if dis:
        parts.append("disadvantage: " + ", ".join(label for label, *_ in dis))
    return f" ({'; '.join(parts)})" if parts else ""


def _rolled(e: Event, n: Names) -> str:
    what = "defends" if e["role"] == "defence" else "casts" if e["kind"] == "spell" else "attacks"
    added = e["total"] - sum(face for _, face, counts in e["dice"] if counts)
    sign = "+" if added >= 0 else "−"
    total = f" {sign} {abs(added)} = {e['total']}"
    return f"{n.figure(e['model'])} {what} with {STAT[e['stat']]}: {_dice(e)}{total}{_sources(e['adv'], e['dis'])}."


def _die(e: Event, n: Names) -> str:
    who, total = n.figure(e["model"]), e["total"]
    return {
        "power_attack": f"Power attack: {total} more damage by {who}.",
        "smite": f"Smite douchebag: {total} more damage by {who}.",
        "sneak_attack": f"Sneak attack: {total} more damage by {who}.",
        "lethal_hunter": f"Lethal hunter: {total} more damage by {who}.",
        "fumble_ally": f"A {total} decides whom {who}'s stray shot hits.",
        "healing": f"{who} regains {total}.",
    }[e["use"]]


def _resolved(e: Event, n: Names) -> str:
    who, whom = n.figure(e["attacker"]), n.figure(e["defender"]) if e["defender"] else ""
    totals = f"{e['attack_total']} against {e['defence_total']}"
    ahead = abs(e["difference"])
    if not whom:
        text = f"The spell {'works' if e['winners'] else 'fails'}: {totals}."
    elif e["tie"]:
        text = f"Blades lock at {totals}: {who} and {whom} strike each other."
    elif e["attacker"] in e["winners"]:
        text = f"{who} beats {whom}, {totals}: {_margin(e, ahead)}."
    elif e["kind"] == "melee":
        text = f"{whom} turns the blow back on {who}, {totals}: {_margin(e, ahead)}."
    else:
        text = f"{who} misses {whom}, {totals}: {_margin(e, ahead)}."
    return text


def _margin(e: Event, ahead: int) -> str:
    if e["critical"]:
        return "a natural 20 decides"
    return "a natural 1 decides" if e["fumble"] else f"by {ahead}" if ahead else "level, which is enough"


def _attack(e: Event, n: Names) -> Strokes:
    far = inches(e["distance"]) if e["kind"] == "shoot" else ""
    return between(n, e["attacker"], e["target"], e["kind"], far)


def _spell(e: Event, n: Names) -> Strokes:
    row, point, distance = SPELLS.get(e["spell"]), e["point"], e["distance"]
    strokes: Strokes = ()
    if point:
        strokes = around(n, point, row.radius if row else 0, "blast", title_of(e["spell"]))
    elif e["direction"]:
        strokes = ray(n, e["caster"], e["direction"], row.range if row else distance)
    for target in e["targets"]:
        strokes += between(n, e["caster"], target, "spell", "" if point else inches(distance))
    return strokes


def _result(e: Event, n: Names) -> Strokes:
    kind = "hit" if e["attacker"] in e["winners"] else "miss"
    return mark(n, e["defender"], kind, f"{e['attack_total']} : {e['defence_total']}")


# Harm

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


def _hit(e: Event, n: Names) -> Strokes:
    return mark(n, e["target"], "hit", f"−{e['final']}") if e["final"] else mark(n, e["target"], "miss", "0")


TELLERS: Mapping[str, Teller[Names]] = {
    "attack_declared": _declared,
    "spell_cast": _cast,
    "sight_resolved": _sight,
    "window_opened": _opened,
    "reaction_used": _reacted,
    "roll_made": _rolled,
    "die_rolled": _die,
    "combat_resolved": _resolved,
    "damage_dealt": _damage,
    "health_changed": _health,
    "core_lost": _core,
    "healed": lambda e, n: f"{n.figure(e['model'])} regains {e['new'] - e['old']} health: {e['old']} → {e['new']}.",
    "model_out": _out,
    "spell_failed": _failed,
}
DRAWN: Mapping[str, Drawing[Names]] = {
    "attack_declared": _attack,
    "spell_cast": _spell,
    "sight_resolved": lambda e, n: sight_lines(n, e["attacker"], e["target"], e["lines"]),
    "reaction_used": lambda e, n: between(n, e["model"], e["target"] or e["against"], "react"),
    "combat_resolved": _result,
    "damage_dealt": _hit,
    "health_changed": lambda e, n: mark(n, e["model"], "hit", f"−{e['old'] - e['new']}"),
    "model_out": lambda e, n: mark(n, e["model"], "out", "✕"),
}
