"""The GM's actions in Ishmêk: effects, umpire calls, dismissals, forfeits. Each leaves its reason on record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from matches.pages.boards.base import Situation
from matches.pages.boards.ishmek.narration import Names
from rules.ishmek.checks import MOST_TURNS_EVER
from rules.ishmek.commands import Dismiss, Forfeit, GmEffect, UmpireCall
from rules.ishmek.tables import INJURIES
from web.errors import Unreadable
from web.pages.command_forms import FormContext, form_of
from web.pages.fields import Command, Form


def forms(situation: Situation) -> list[Form]:
    """Every form of the GM's actions."""
    asking = _asking(situation)
    topics = {
        "Players, orbs, score": [_effect(asking), _orb(asking), _match(asking)],
        "Umpires": [form_of(UmpireCall, asking), form_of(Dismiss, asking)],
        "Play": [form_of(Forfeit, asking)],
    }
    return [replace(form, topic=topic) for topic, forms in topics.items() for form in forms]


def _asking(situation: Situation) -> FormContext:
    view, turn, names = situation.view, situation.state.turn, Names(situation.view)
    numbers = {"score": (view["score"]["home"], view["score"]["away"]), "umpires": view["umpires"]}
    return FormContext(
        choices={
            "player": [(player, names.figure(player)) for player in view["players"]],
            "side": [(side, names.team(side)) for side in ("home", "away")],
            "injury": [(row.name, row.title) for row in INJURIES.values()],
        },
        now={f"{name}-{place}": number for name, pair in numbers.items() for place, number in enumerate(pair)},
        helps={"sr_mod-until": f"{turn} is this turn. Empty: the whole match."},
        limits={"sr_mod-until": (turn, MOST_TURNS_EVER)},
    )


def _effect(asking: FormContext) -> Form:
    form = form_of(GmEffect, asking)

    def command(values: dict[str, Any]) -> Command:
        order = form.command(values)
        if set(order) <= {"type", "note", "player", "more"}:
            raise Unreadable("Nothing would change.", hint="Choose at least one change.")
        if "sr_mod" in order:
            order["sr_mod"]["note"] = order["note"]
            if not {"kind", "amount"} <= set(order["sr_mod"]):
                message = "A modifier needs a roll to apply to and an amount."
                raise Unreadable(message, "sr_mod-amount", hint="Fill in both.")
        return order | ({"magic": False} if "remove_injury" in order else {})

    return replace(form, command=command)


def _orb(asking: FormContext) -> Form:
    return form_of(GmEffect, asking, text=GmEffect.orb_form, name="gm_orb")


def _match(asking: FormContext) -> Form:
    return form_of(GmEffect, asking, text=GmEffect.match_form, name="gm_match")
