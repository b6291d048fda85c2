"""Words that stand as text in events and documents of Ishmêk, each with what it means, for the documentation."""

from __future__ import annotations

from rules.ishmek.decide.windows import TRIGGER_RULE
from rules.ishmek.tables import INJURIES, NO_INJURY_UP_TO, REMOVAL, REMOVAL_FROM, InjuryRow, removal
from rules.kernel.wordlists import Wordlist

UNTIL = {"turn": "the end of this turn", "three_turns": "the end of the second turn after this", "match": "the match"}
TRIGGERS = {
    "player_moved": ("a player", "a step, and each square of a push or pull"),
    "orb_launched": ("an orb", "a propel or a redirection, before the first square"),
    "orb_moved": ("an orb", "each square of a flight and of a scatter; a seize or an intercept that moved the orb"),
    "orb_landed": ("an orb", "coming down on target, made by 5 or more; coming down beside it, before it scatters"),
    "control_tried": (
        "an orb",
        "a Control, made or missed by 4 at most; a forced Control that is made, or missed and does not scatter",
    ),
}


def wordlists() -> list[Wordlist]:
    """The values of `injury` and `trigger`."""
    return [_injuries(), _removals(), _triggers()]


def _injuries() -> Wordlist:
    rows = [('`""`', f"{NO_INJURY_UP_TO} or less", "none", "")]
    rows += [(f"`{row.name}`", str(total), _effect(row), UNTIL[row.span]) for total, row in INJURIES.items()]
    rows.append(("`removal`", f"{REMOVAL_FROM} or more", "leaves the field; a second d20 follows", ""))
    head = ("value", "total", "effect", "until")
    return Wordlist('`injury_rolled.injury`, where `table` is `"injury"`', head, tuple(rows))


def _effect(row: InjuryRow) -> str:
    if row.concussed:
        return "a d20 before moving and before an Action"
    return f"{row.feet} feet slower" if row.feet else f"{row.penalty} on skill rolls"


def _removals() -> Wordlist:
    faces: dict[str, list[int]] = {}
    for face in range(1, REMOVAL[-1][0] + 1):
        faces.setdefault(removal(face), []).append(face)
    rows = [(f"`{name}`", " to ".join(map(str, sorted({own[0], own[-1]})))) for name, own in faces.items()]
    title = '`injury_rolled.injury`, where `table` is `"removal"`, and `player_removed.status`'
    return Wordlist(title, ("value", "second d20"), tuple(rows))


def _triggers() -> Wordlist:
    rows = [(f"`{name}`", *TRIGGERS[name], rule) for name, rule in TRIGGER_RULE.items()]
    return Wordlist("`window_opened.trigger`", ("value", "`about`", "opened after", "rule of the ask"), tuple(rows))
