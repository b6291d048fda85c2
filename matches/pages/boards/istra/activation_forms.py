"""An activation: every deed of the active model, as forms for ways and points and buttons for the rest. [IST-D-03]"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any, NamedTuple

from matches.pages.boards.base import Choice, Group, Question, Situation
from matches.pages.boards.istra.casting import aim_forms, cast_groups
from matches.pages.boards.istra.inches import typed
from matches.pages.boards.istra.names import noun_of
from matches.pages.boards.istra.people import name_of, title
from matches.pages.boards.istra.targets import (
    attack,
    choice,
    declare_fields,
    declared,
    enemies_of,
    friends_of,
    second_fields,
)
from matches.pages.boards.istra.trials import AIM_NOTE, tried
from matches.pages.boards.istra.walking import walk_form
from matches.pages.boards.plane import disc
from rules.istra.decide.declaring import uses_left
from rules.istra.decide.talents import SHADOW
from rules.istra.decide.targets import TWO_INCHES, has_ability, knows, near_enemies
from rules.istra.geometry.lengths import inches
from rules.istra.geometry.places import TELEPORT
from rules.istra.questions import base_of, engaged_with, get
from rules.istra.state import AttackKind, Model
from rules.istra.tables import DIFFICULTIES, RANGED, SKILLS, TALENTS, WEAPONS
from web.pages.fields import Command, Field, Form, Stroke, Trial

Ask = Mapping[str, Any]
Values = Mapping[str, Any]

MOST_ORDERED = 3
"""Up to so many enemies every order of a Whirlwind is a button."""


def question(situation: Situation, ask: Ask) -> Question:
    """Everything the active model can do, and ending its activation."""
    state, model = situation.state, get(situation.state, ask["player"])
    forms = [*_walks(situation, model), *_leaps(situation, model), *aim_forms(situation, model), _skill(model)]
    groups = [
        *_attacks(situation, model),
        *cast_groups(situation, model),
        *_talents(situation, model),
        *_things(situation, model),
    ]
    unspent = [
        f"{number} {name} action{'s' if number > 1 else ''}"
        for number, name in ((model.move_action, "Movement"), (model.standard_action, "Standard"))
        if number
    ]
    detail = f"{' and '.join(unspent)} unspent" if unspent else ""
    end = Choice("End the activation", dict(ask["default"]), detail)
    return Question(ask, f"{name_of(state, model.id)} acts", groups, forms, end)


def how(situation: Situation, model: Model) -> list[Field]:
    """What goes with its attacks."""
    if not model.standard_action:
        return []
    kinds: list[AttackKind] = ["melee"] if near_enemies(situation.state, model, TWO_INCHES) else []
    kinds += ["shoot"] if model.active_weapon in RANGED else []
    return [*declare_fields(situation, model, kinds), *second_fields(situation, model)]


# On foot, and out of thin air


def _walks(situation: Situation, model: Model) -> list[Form]:
    """Move, Sprint or Disengage, as far as the model may."""
    if engaged_with(situation.state, model.id):
        able = model.move_action or (model.standard_action and model.moved)
        return [walk_form(situation, model, "disengage", folded=True)] if able else []
    forms = [walk_form(situation, model, "move")] if model.move_action else []
    if model.standard_action and model.moved:
        forms.append(walk_form(situation, model, "sprint", folded=True))
    return forms


def _leaps(situation: Situation, model: Model) -> list[Form]:
    state, leaps = situation.state, []
    if not model.move_action:
        return []
    if has_ability(model, "teleport"):
        leaps.append(Leap("teleport", "Teleport", TELEPORT, "IST-RACE-19", {"type": "teleport", "model": model.id}))
    if knows(state, model, "shadow_walk") and uses_left(model, "shadow_walk"):
        leaps.append(Leap("shadow_walk", "Shadow walk", SHADOW, "IST-TAL-18", _use(model, "shadow_walk")))
    return [_leap_form(situation, model, leap) for leap in leaps]


class Leap(NamedTuple):
    """Appearing elsewhere: how it is called, how far it goes, and its command but for the place."""

    name: str
    title: str
    far: int
    rule: str
    order: Command


def _leap_form(situation: Situation, model: Model, leap: Leap) -> Form:
    depth = situation.state.board.depth

    def command(values: Values) -> Command:
        return {**leap.order, "pos": values["pos"]}

    def trial(values: Values) -> Trial:
        shown = Stroke(disc(values["pos"], model.radius, depth), "ghost")
        return tried(situation, command(values), f"{leap.title} to {typed(values['pos'])}.", (shown,))

    return Form(
        leap.name,
        f"{leap.title}, up to {inches(leap.far)}",
        leap.title,
        (Field("pos", "Where", "place", required=True, help=AIM_NOTE),),
        command,
        rule=leap.rule,
        folded=True,
        trial=trial,
        strokes=(Stroke(disc(base_of(model).at, leap.far, depth), "allowance"),),
    )


# Attacks


def _attacks(situation: Situation, model: Model) -> list[Group]:
    """Whom it may strike and shoot; shots that are not possible stand there with their reason."""
    state, groups = situation.state, []
    if not model.standard_action:
        return []
    engaged = [get(state, foe) for foe in engaged_with(state, model.id)]
    if engaged:
        choices = [attack(situation, model, "melee", foe) for foe in engaged]
        groups.append(Group("melee", "Strike", choices, open=True, rule="IST-MELEE-01"))
    if model.active_weapon in RANGED:
        shots = [attack(situation, model, "shoot", foe) for foe in enemies_of(state, model)]
        shots.sort(key=lambda shot: bool(shot.refused))
        weapon = WEAPONS[model.active_weapon].title
        ready = not model.move_action and not engaged and any(not shot.refused for shot in shots)
        groups.append(Group("shoot", f"Shoot: {weapon}", shots, open=ready, rule="IST-SHOOT-01"))
    return groups


# Talents that are actions


def _talents(situation: Situation, model: Model) -> list[Group]:
    """Whirlwind, and by house rule the drafts; a talent that is a name alone stands there with its reason."""
    choices = [] if not model.standard_action else [*_whirlwinds(situation, model), *_drafts(situation, model)]
    choices += [
        choice(situation, TALENTS[talent].title, _use(model, talent))
        for talent in model.talents
        if TALENTS[talent].draft and not knows(situation.state, model, talent)
    ]
    return [Group("talents", "Talents", choices)] if choices else []


def _use(model: Model, talent: str, **more: Any) -> Command:
    return {"type": "use_talent", "model": model.id, "talent": talent, **more}


def _whirlwinds(situation: Situation, model: Model) -> list[Choice]:
    """A Whirlwind in every order of a few enemies, of many in that of their ids."""
    state = situation.state
    near = [foe.id for foe in near_enemies(state, model, TWO_INCHES)]
    if not knows(state, model, "whirlwind") or not uses_left(model, "whirlwind") or not near:
        return []
    orders = permutations(near) if len(near) <= MOST_ORDERED else [tuple(near)]
    talents = declared(situation, model, "melee")
    made = []
    for order in orders:
        command: Command = {"type": "whirlwind", "model": model.id, "order": list(order)}
        command |= {"declare": talents} if talents else {}
        words = ", then ".join(name_of(state, foe) for foe in order)
        made.append(choice(situation, f"Whirlwind: {words}", command, detail=[title(talent) for talent in talents]))
    return made


def _drafts(situation: Situation, model: Model) -> list[Choice]:
    """Gather power, and a prayer for each friend."""
    state, found = situation.state, []
    able = {talent for talent in model.talents if knows(state, model, talent) and uses_left(model, talent)}
    if "gather_power" in able:
        found.append(choice(situation, title("gather_power"), _use(model, "gather_power")))
    if "domain_healing" in able:
        for friend in friends_of(state, model):
            order = _use(model, "domain_healing", target=friend.id)
            found.append(choice(situation, f"Heal {name_of(state, friend.id)}", order, token=friend.id))
    return found


# Things


def _things(situation: Situation, model: Model) -> list[Group]:
    """Items to pick up, weapons to take in hand and to load."""
    state = situation.state
    choices = [_load(situation, model, action) for action in _loading(model)]
    if model.move_action:
        carried = [name for name in model.equipment if name in WEAPONS]
        choices += [
            choice(situation, _taking(name), _with(model, "switch_weapon", weapon=name))
            for name in dict.fromkeys((*carried, "unarmed"))
            if name != model.active_weapon
        ]
        choices += [
            choice(situation, f"Pick up {item.name or item.id}", _with(model, "pick_up", item=item.id))
            for item in state.items
            if item.pos is not None
        ]
    return [Group("things", "Weapons and items", choices, rule="IST-MOVE-14")] if choices else []


def _taking(weapon: str) -> str:
    return f"Switch to the {noun_of(weapon)}" if weapon != "unarmed" else "Fight empty-handed"


def _with(model: Model, kind: str, **more: Any) -> Command:
    return {"type": kind, "model": model.id, **more}


def _loading(model: Model) -> list[str]:
    """The actions that what is in hand could be loaded with."""
    if all(load.weapon != model.active_weapon for load in model.unloaded):
        return []
    actions = [("move", model.move_action), ("standard", model.standard_action)]
    return [action for action, left in actions if left]


def _load(situation: Situation, model: Model, action: str) -> Choice:
    words = {"move": "Movement", "standard": "Standard"}[action]
    label = f"Load the {title(model.active_weapon).lower()} with the {words} action"
    return choice(situation, label, _with(model, "load", action=action))


# Skill checks


def _skill(model: Model) -> Form:
    """A skill check; it costs nothing. The GM has a form of its own, with a modifier."""
    return Form(
        "skill_check",
        "Skill check",
        "Roll the skill check",
        skill_fields(),
        lambda values: _with(model, "skill_check", skill=skill_of(values), difficulty=values["difficulty"]),
        note="Costs no action.",
        rule="IST-SKILL-01",
        folded=True,
    )


def skill_fields() -> tuple[Field, ...]:
    """Which skill, and how hard."""
    levels = tuple((name, f"{name} ({tn})") for name, tn in DIFFICULTIES.items())
    skills = (*((name, f"{title(name)} ({stat.capitalize()})") for name, stat in SKILLS.items()), ("", "another skill"))
    return (
        Field("skill", "Skill", "select", skills),
        Field("other_skill", "Another skill", help="Its name, if it is not in the list."),
        Field("difficulty", "Difficulty", "select", levels, "normal"),
    )


def skill_of(values: Values) -> str:
    """The skill that was chosen or named."""
    return values["other_skill"] or values["skill"] or ""
