"""Prayers, and the counterprayers of enemies, on which the GM rules."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from tests.rules.every_game.rows import PASS, Played, asked, do, each, illegal, never, once, order, played
from tests.rules.hachigoku.dojo import a, act, after, b, dice_of, fighter, moment, reopens, rest
from tests.rules.play import Play

PRAYER = {"type": "magic", "character": "a", "text": "Rain", "prayer": True}
POWER = {"type": "magic", "character": "a", "text": "The mirror wakes"}


def pray(name: str = "b", **more: Any) -> dict[str, Any]:
    return {"type": "counterprayer", "character": name, "text": "Sun", **more}


def adjudicate(*, success: bool = True, **more: Any) -> dict[str, Any]:
    return {"type": "gm_adjudicate", "success": success, **more}


def prayed(*others: Any, order: Any = None) -> Any:
    """A prays, with an enemy B who can pay and whoever else is there."""
    fighters = [a(8, 2), *(others or (b(8),))]
    passing = [rest(one["id"]) for one in fighters[1:] if 8 in one["dice"] or one.get("honor_points")]
    return after(moment(8, *fighters), act(), *passing, order or PRAYER)


def asks(who: str, action: str) -> Any:
    """The GM is asked about that of somebody."""

    def check(game: Play) -> None:
        (ask,) = game.asks()
        assert (ask.kind, ask.options) == ("gm_adjudicate", {"character": who, "action": action})

    return check


@pytest.mark.parametrize("case", [
    played("HAC-ACT-03 HAC-Q-42", "enemies who can pay are asked", prayed(b(8), fighter("c", "crane", 8)),
        once(ev.CounterprayerWindow, against="a", characters=("b",)), asked("counterprayer_window", "b"), reopens),
    played("HAC-ACT-03 HAC-Q-42", "a success ends the prayer", prayed(), pray(), dice_of("b", 8, state="spent"),
        once(ev.CounterprayerMade, character="b", against="a", text="Sun"), asks("b", "counterprayer"), reopens,
        adjudicate(), once(ev.PrayerCountered, character="a", by="b"), each(ev.GmRuled, character=["b"]),
        asked("declare", "a")),
    played("HAC-Q-42", "a failure does not, and the prayer is the GM's", prayed(), pray(), adjudicate(success=False),
        never(ev.PrayerCountered), asks("a", "magic"), adjudicate(), each(ev.GmRuled, character=["b", "a"])),
    played("HAC-Q-42", "after the first success nobody else is asked", prayed(b(8), fighter("c", "boar", 8)),
        pray("c"), adjudicate(), each(ev.GmRuled, character=["c"]), dice_of("b", 8)),
    played("HAC-Q-42", "after a failure the next one is", prayed(b(8), fighter("c", "boar", 8)), pray("b"),
        adjudicate(success=False), asked("counterprayer_window", "c"), pray("c"), adjudicate(),
        once(ev.PrayerCountered, character="a", by="c")),
    # Prayer 3/Void 2 is 3k2: 9 + 6 = 15
    played("HAC-ACT-03 HAC-Q-42", "by a roll that the GM asks for", prayed(b(8, skills={"Prayer": 3})), pray(),
        do(adjudicate(success=False, skill="Prayer", element="void", tn=15), 9, 6, 1),
        once(ev.RollMade, character="b", total=15, success=True), once(ev.PrayerCountered, by="b")),
    played("HAC-ADEF-01 HAC-Q-42", "paid by Honor", prayed(b(3, honor_points=1)), pray(honor=True),
        once(ev.HonorSpent, character="b", purpose="defense"), dice_of("b", 3)),
    played("HAC-ADEF-01 HAC-INT-05", "paid by an interruption", after(moment(8, a(8, 2), b(5, 4)), PASS, act(), PRAYER),
        pray(interrupt=[5, 4]), once(ev.InterruptDeclared, character="b", defense=True)),
    played("HAC-Q-42", "let pass", prayed(), PASS, asks("a", "magic")),
    played("HAC-Q-42", "nobody can pay", prayed(b(3)), never(ev.CounterprayerWindow), asks("a", "magic")),
    played("HAC-ACT-03 HAC-Q-42", "the power of an item is no prayer", prayed(order=POWER),
        never(ev.CounterprayerWindow), asks("a", "magic")),
    *(played("HAC-ADEF-07 HAC-Q-42", name, prayed(b(8, conditions=[name])), never(ev.CounterprayerWindow))
      for name in ("unaware", "stunned")),
    illegal("HAC-Q-42", "by an ally", prayed(b(8), fighter("c", "crane", 8)), pray("c"), "defense_not_allowed",
        rule="HAC-Q-42"),
    illegal("HAC-Q-42", "where nobody prays", moment(8, a(8), b(8)), pray(), "defense_not_allowed"),
    illegal("HAC-ADEF-05 HAC-Q-42", "once is enough",
        after(prayed(b(8, 9), fighter("c", "boar", 8)), pray("b"), adjudicate(success=False)), pray("b"),
        "decision_pending"),
])  # fmt: skip
def test_counterprayers(case: Played) -> None:
    case.check()


def test_what_happens_in_its_order() -> None:
    game = prayed()()
    for command in (pray(), adjudicate()):
        game.do(command)
    order(ev.MagicAction, ev.CounterprayerWindow, ev.CounterprayerMade, ev.GmRuled, ev.PrayerCountered)(game)
