"""Attacks as buttons: whom, with which chance and what goes into it, or why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matches.pages.boards.base import Choice, Situation
from matches.pages.boards.common import by_name, fraction, percent
from matches.pages.boards.istra.people import models, name_of, title
from matches.pages.boards.istra.trials import rolled
from rules.istra.decide.declaring import FITS, uses_left
from rules.istra.decide.targets import distance_of, knows
from rules.istra.events import AttackDeclared, SightResolved, SpellCast
from rules.istra.geometry.lengths import inches
from rules.istra.questions import are_enemies, engaged_with, get, on_board
from rules.istra.state import AttackKind, Model, State
from rules.istra.tables import TALENTS
from rules.istra.view import names_of
from rules.kernel.previews import Preview, preview
from web.pages.fields import Command, Field

WARNED = {
    "first_strike": "{who} may strike first",
    "shot_at": "{who} may take it on a shield",
    "charged_shot": "{who} may shoot first",
    "sight": "the GM is asked what is seen",
}
DOUBLE: dict[AttackKind, str] = {"melee": "double_melee", "shoot": "double_ranged"}
SECOND: dict[AttackKind, str] = {"melee": "Second melee attack, against", "shoot": "Second shot, at"}


def enemies_of(state: State, model: Model) -> list[Model]:
    """The enemies on the table, the nearest first."""
    foes = [one for one in on_board(state) if are_enemies(state, model, one)]
    return sorted(foes, key=lambda foe: (distance_of(state, model, foe), foe.id))


def friends_of(state: State, model: Model) -> list[Model]:
    """The others of its own and of allied sides on the table, the nearest first."""
    friends = [one for one in on_board(state) if one.id != model.id and not are_enemies(state, model, one)]
    return sorted(friends, key=lambda friend: (distance_of(state, model, friend), friend.id))


def choice(
    situation: Situation, label: str, command: Command, *, token: str = "", detail: Sequence[str] = ()
) -> Choice:
    """A command as a button: its chance and what goes into its roll, who may come before it, or why it cannot be."""
    seen = preview(situation.game, situation.state, command)
    chance = seen.need.chance if seen.need is not None else None
    return Choice(
        label=label,
        command=command,
        detail=", ".join([*detail, *_circumstances(seen)]) if not seen.refused else "",
        chance=percent(chance),
        fraction=fraction(chance),
        token=token,
        refused=by_name(seen.refused, {**names_of(situation.state), **_items(situation.state)}),
        warning=_warning(situation.state, seen),
    )


def _items(state: State) -> dict[str, str]:
    return {item.id: item.name or item.id for item in state.items}


def _circumstances(seen: Preview) -> list[str]:
    """How far away, in cover, into melee, and what is rolled."""
    found = []
    for event in seen.events:
        if isinstance(event, AttackDeclared | SpellCast) and event.distance:
            found.append(f"{inches(event.distance)} away")
        if isinstance(event, AttackDeclared) and event.into_melee:
            found.append("into melee")
        if isinstance(event, SightResolved) and event.cover:
            found.append("in cover")
    return found + rolled(seen.need)


def _warning(state: State, seen: Preview) -> str:
    told = [WARNED[ask.kind].format(who=name_of(state, ask.player)) for ask in seen.asked if ask.kind in WARNED]
    words = "; ".join(dict.fromkeys(told))
    return f"{words[0].upper()}{words[1:]}." if words else ""


# What goes with an attack


def declared(situation: Situation, model: Model, kind: AttackKind) -> list[str]:
    """The talents that are to be declared, of those that fit this attack."""
    return [
        talent for talent in declarable(situation.state, model) if situation.how.get(talent) and kind in FITS[talent]
    ]


def declarable(state: State, model: Model) -> list[Any]:
    """The talents that a model can declare with an attack now."""
    return [talent for talent in FITS if knows(state, model, talent) and uses_left(model, talent)]


def declare_fields(situation: Situation, model: Model, kinds: Iterable[AttackKind]) -> list[Field]:
    """A box for each talent that could be declared with attacks of these kinds."""
    possible = set(kinds)
    fields = []
    for talent in declarable(situation.state, model):
        if possible & set(FITS[talent]):
            row = TALENTS[talent]
            left = row.uses - model.used.get(talent, 0)
            label = f"{row.title} ({left} left)" if row.limit != "none" else row.title
            fields.append(Field(talent, label, "check", value=situation.how.get(talent, "")))
    return fields


def second_fields(situation: Situation, model: Model) -> list[Field]:
    """Whom the second attack of a double one is for, where a model could make one."""
    state, fields = situation.state, []
    offered: Mapping[AttackKind, Sequence[Model]] = {
        "melee": [get(state, foe) for foe in engaged_with(state, model.id)],
        "shoot": enemies_of(state, model) if model.active_weapon == "bow" else [],
    }
    for kind, foes in offered.items():
        talent = DOUBLE[kind]
        if foes and model.standard_action and knows(state, model, talent) and uses_left(model, talent):
            name = f"second_{kind}"
            choices = (("", "none"), *models(state, foes))
            fields.append(Field(name, SECOND[kind], "select", choices, situation.how.get(name, "")))
    return fields


def attack(situation: Situation, model: Model, kind: AttackKind, foe: Model) -> Choice:
    """A melee attack or a shot, with what was chosen to go with it."""
    order: Command = {"type": kind, "model": model.id, "target": foe.id}
    if talents := declared(situation, model, kind):
        order["declare"] = talents
    detail = [title(talent) for talent in talents]
    if second := situation.how.get(f"second_{kind}"):
        order["second"] = second
        detail.append(f"then {name_of(situation.state, second)}")
    return choice(situation, name_of(situation.state, foe.id), order, token=foe.id, detail=detail)
