"""Casting: at whom, at which point, in which direction. [IST-CAST-01..12, IST-SPELL-04..06]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matches.pages.boards.base import Choice, Group, Situation
from matches.pages.boards.istra.people import listed, name_of, title
from matches.pages.boards.istra.targets import choice, enemies_of, friends_of
from matches.pages.boards.istra.trials import AIM_NOTE, tried
from matches.pages.boards.plane import disc, trail
from rules.istra.decide.deploying import place_at
from rules.istra.decide.measuring import is_near
from rules.istra.decide.spells import times_cast
from rules.istra.events import SpellCast
from rules.istra.geometry.gaps import spot
from rules.istra.geometry.lengths import inches
from rules.istra.questions import base_of, on_board, spell_of, table_of
from rules.istra.state import Model, State
from rules.istra.tables import Spell
from rules.istra.terrain import Place
from rules.kernel.previews import preview
from web.pages.fields import Command, Field, Form, Stroke, Trial

Values = Mapping[str, Any]

USAGE = {"once_per_battle": "once a battle", "once_per_turn": "once a turn", "at_will": "at will"}


def free_spells(state: State, model: Model) -> list[Spell]:
    """The spells that a model can still cast now."""
    if not model.standard_action or model.class_ != "magic_user":
        return []
    known = [spell for name in model.spells if (spell := spell_of(state, name)) is not None]
    return [spell for spell in known if spell.usage == "at_will" or not times_cast(model, spell)]


def cast_groups(situation: Situation, model: Model) -> list[Group]:
    """Each spell that has a target or a direction, at everybody it could be cast at."""
    groups = []
    for spell in free_spells(situation.state, model):
        choices = _CHOICES[spell.shape](situation, model, spell)
        choices.sort(key=lambda one: bool(one.refused))
        note = f"{spell.text} {inches(spell.range)}, {USAGE[spell.usage]}.".strip()
        groups.append(Group(f"cast-{spell.name}", f"Cast {title(spell.name)}", choices, note=note, rule=spell.rule))
    return groups


def _cast(model: Model, spell: Spell, **aim: Any) -> Command:
    return {"type": "cast", "model": model.id, "spell": spell.name, **aim}


def _at_models(situation: Situation, model: Model, spell: Spell) -> list[Choice]:
    state = situation.state
    offered = enemies_of(state, model)
    if spell.defence is None and spell.effect != "damage":
        offered = [model, *friends_of(state, model), *offered]
    choices = [
        choice(situation, name_of(state, one.id), _cast(model, spell, target=one.id), token=one.id) for one in offered
    ]
    if spell.defence is None:
        choices.append(choice(situation, "At no one in particular", _cast(model, spell)))
    return choices


def _at_points(situation: Situation, model: Model, spell: Spell) -> list[Choice]:
    """Where enemies stand; anywhere else by the form."""
    state, choices = situation.state, []
    for foe in enemies_of(state, model):
        point = base_of(foe).at
        label, detail = f"Around {name_of(state, foe.id)}", [f"catches {listed(state, _caught(state, point, spell))}"]
        order = _cast(model, spell, point=list(point))
        choices.append(choice(situation, label, order, token=foe.id, detail=detail))
    return choices


def _caught(state: State, point: Place, spell: Spell) -> list[str]:
    """Who is in the area of a spell around a point."""
    return [one.id for one in on_board(state) if is_near(state, spot(point), base_of(one), spell.radius)]


def _toward(situation: Situation, model: Model, spell: Spell) -> list[Choice]:
    """Straight at each enemy; whom the line meets first is hit."""
    state, (x, y, _) = situation.state, base_of(model).at
    choices = []
    for foe in enemies_of(state, model):
        way = [base_of(foe).at[0] - x, base_of(foe).at[1] - y]
        order = _cast(model, spell, direction=way)
        label = f"Toward {name_of(state, foe.id)}"
        choices.append(choice(situation, label, order, token=foe.id, detail=_first(situation, order)))
    return choices


def _first(situation: Situation, order: Command) -> list[str]:
    """Whom a line meets first."""
    seen = preview(situation.game, situation.state, order)
    cast = next((event for event in seen.events if isinstance(event, SpellCast)), None)
    if cast is None or seen.refused:
        return []
    return [f"hits {listed(situation.state, cast.targets)}" if cast.targets else "hits nobody"]


_CHOICES: dict[str, Callable[[Situation, Model, Spell], list[Choice]]] = {
    "target": _at_models,
    "point": _at_points,
    "line": _toward,
}


def aim_forms(situation: Situation, model: Model) -> list[Form]:
    """Spells at a point or in a direction, by a click."""
    free = free_spells(situation.state, model)
    return [_aim_form(situation, model, spell) for spell in free if spell.shape != "target"]


def _aimed(model: Model, spell: Spell, place: Sequence[int]) -> Command:
    """The spell cast at a point, or from the model toward it."""
    if spell.shape == "point":
        return _cast(model, spell, point=place)
    x, y, _ = base_of(model).at
    return _cast(model, spell, direction=[place[0] - x, place[1] - y])


def _aim_form(situation: Situation, model: Model, spell: Spell) -> Form:
    state, (x, y, _) = situation.state, base_of(model).at
    depth, name = state.board.depth, title(spell.name)

    def command(values: Values) -> Command:
        return _aimed(model, spell, values["point"])

    def trial(values: Values) -> Trial:
        place, order = values["point"], command(values)
        if spell.shape == "point":
            hit = _caught(state, place_at(table_of(state), tuple(place)), spell)
            words = f"Catches {listed(state, hit) or 'nobody'}."
            shown = Stroke(disc(place, spell.radius, depth), "area")
        else:
            words = f"{name}: {', '.join(_first(situation, order))}."
            shown = Stroke(trail([(x, y), place], depth), "aim")
        return tried(situation, order, words, (shown,))

    words, label = ("at a point", "Point") if spell.shape == "point" else ("in a direction", "Toward")
    return Form(
        f"aim-{spell.name}",
        f"Cast {name} {words}",
        f"Cast {name}",
        (Field("point", label, "place", required=True, help=AIM_NOTE),),
        command,
        rule=spell.rule,
        folded=True,
        trial=trial,
        strokes=(Stroke(disc((x, y), spell.range + model.radius, depth), "allowance"),),
    )
