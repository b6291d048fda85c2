"""An activation: every action of the active model, as forms for ways and points and buttons for the rest. [IST-D-03]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any

from matches.pages.boards.base import Choice, Group, Question
from matches.pages.boards.common import signed, upper
from matches.pages.boards.istra.names import Names, noun_of, title_of
from matches.pages.boards.istra.walking import place_text, walk_form
from matches.pages.boards.plane import disc, trail
from matches.pages.boards.questions import Ask, Questions
from rules.istra.decide.declaring import FITS, uses_left
from rules.istra.decide.deploying import place_at
from rules.istra.decide.spells import times_cast
from rules.istra.decide.talents import SHADOW
from rules.istra.decide.targets import TWO_INCHES, distance_of, has_ability, knows, near_enemies
from rules.istra.events import AttackDeclared, SightResolved, SpellCast
from rules.istra.geometry.gaps import spot
from rules.istra.geometry.lengths import inches
from rules.istra.geometry.places import TELEPORT
from rules.istra.questions import (
    are_enemies,
    base_of,
    engaged_with,
    get,
    is_near,
    on_board,
    side_of,
    spell_of,
    table_of,
)
from rules.istra.state import AttackKind, Model, State
from rules.istra.tables import DIFFICULTIES, RANGED, SKILLS, TALENTS, WEAPONS, Spell
from rules.istra.terrain import Place
from rules.kernel.previews import Preview, preview
from web.pages.fields import Command, Field, Form, Stroke, Trial

Values = Mapping[str, Any]
Choices = tuple[tuple[str, str], ...]

AIM_NOTE = "Click the table or enter inches from the left and from the bottom, for example 12.5, 4."
MOST_ORDERED = 3
"""Up to so many enemies every order of a Whirlwind is a button."""
AIMS = {
    "attack": "to hit",
    "melee": "to hit",
    "shoot": "to hit",
    "cast": "to take effect",
    "disengage": "to get away",
    "save": "to withstand it",
    "morale": "to stand",
    "skill": "to manage",
}
KEPT = {"highest": "higher of two dice", "lowest": "lower of two dice"}
USAGE = {"once_per_battle": "once a battle", "once_per_turn": "once a turn", "at_will": "at will"}
WARNED = {
    "first_strike": "{who} may strike first",
    "shot_at": "{who} may take it on a shield",
    "charged_shot": "{who} may shoot first",
    "sight": "the GM is asked what is seen",
}
DOUBLE: dict[AttackKind, str] = {"melee": "double_melee", "shoot": "double_ranged"}
SECOND: dict[AttackKind, str] = {"melee": "Second melee attack, against", "shoot": "Second shot, at"}


class ActivationQuestions(Questions):
    """What the active model may do."""

    names: Names
    state: State
    figure = "model"
    aims = AIMS

    def ask_activation(self, ask: Ask) -> Question:
        """Everything the active model can do, and ending its activation."""
        model = get(self.state, ask["player"])
        forms = [*self.walks(model), *self.leaps(model), *self.aim_forms(model), self.skill_form(model)]
        groups = [*self.attacks(model), *self.casts(model), *self.talents(model), *self.things(model)]
        unspent = [
            f"{number} {name} action{'s' if number > 1 else ''}"
            for number, name in ((model.move_action, "Movement"), (model.standard_action, "Standard"))
            if number
        ]
        spent = not unspent
        default = self.default(ask, f"{' and '.join(unspent)} unspent" if unspent else "", main=spent)
        return self.question(ask, groups, forms=forms, default=default)

    def activation_options(self, model: Model) -> list[Field]:
        if not model.standard_action:
            return []
        kinds: list[AttackKind] = ["melee"] if near_enemies(self.state, model, TWO_INCHES) else []
        kinds += ["shoot"] if model.active_weapon in RANGED else []
        return [*self.declare_fields(model, self.declarable(model, *kinds)), *self.second_fields(model)]

    # Who, and what would be rolled

    def of_sides(self, models: Iterable[Model]) -> Choices:
        """Models to choose from, each with its side."""
        return tuple((one.id, f"{self.names.figure(one.id)} ({side_of(self.state, one.side).name})") for one in models)

    def enemies(self, model: Model) -> list[Model]:
        return self.nearest(model, (one for one in on_board(self.state) if are_enemies(self.state, model, one)))

    def friends(self, model: Model) -> list[Model]:
        """The others of its own and of allied sides on the table, the nearest first."""
        others = (one for one in on_board(self.state) if one.id != model.id)
        return self.nearest(model, (one for one in others if not are_enemies(self.state, model, one)))

    def nearest(self, model: Model, others: Iterable[Model]) -> list[Model]:
        return sorted(others, key=lambda one: (distance_of(self.state, model, one), one.id))

    def circumstances(self, seen: Preview) -> list[str]:
        """How far away, in cover, into melee, and what is rolled."""
        found = []
        for event in seen.events:
            if isinstance(event, AttackDeclared | SpellCast) and event.distance:
                found.append(f"{inches(event.distance)} away")
            if isinstance(event, AttackDeclared) and event.into_melee:
                found.append("into melee")
            if isinstance(event, SightResolved) and event.cover:
                found.append("in cover")
        if seen.need is not None:
            found.append(f"{len(seen.need.sides)}d20 {signed(seen.need.bonus)}")
            found += [KEPT[seen.need.keep]] if seen.need.keep in KEPT else []
        return found

    def warning(self, seen: Preview) -> str:
        told = [WARNED[ask.kind].format(who=self.names.figure(ask.player)) for ask in seen.asked if ask.kind in WARNED]
        words = "; ".join(dict.fromkeys(told))
        return f"{upper(words)}." if words else ""

    # Ways, and places that are pointed at

    def walks(self, model: Model) -> list[Form]:
        """Move, Sprint or Disengage, as far as the model may."""
        if engaged_with(self.state, model.id):
            able = model.move_action or (model.standard_action and model.moved)
            return [walk_form(self, model, "disengage", folded=True)] if able else []
        forms = [walk_form(self, model, "move")] if model.move_action else []
        if model.standard_action and model.moved:
            forms.append(walk_form(self, model, "sprint", folded=True))
        return forms

    def leaps(self, model: Model) -> list[Form]:
        if not model.move_action:
            return []
        forms = []
        if has_ability(model, "teleport"):
            forms.append(self.leap(model, "Teleport", TELEPORT, _with(model, "teleport")))
        if knows(self.state, model, "shadow_walk") and uses_left(model, "shadow_walk"):
            forms.append(self.leap(model, "Shadow walk", SHADOW, _use(model, "shadow_walk")))
        return forms

    def leap(self, model: Model, title: str, far: int, order: Command) -> Form:
        def command(values: Values) -> Command:
            return {**order, "pos": values["pos"]}

        def trial(values: Values) -> Trial:
            return self.trial(
                command(values), f"{title} to {place_text(values['pos'])}.", self.ghost(model, values["pos"])
            )

        return Form(
            title.lower().replace(" ", "_"),
            f"{title}, up to {inches(far)}",
            title,
            (Field("pos", "Where", "place", required=True, help=AIM_NOTE),),
            command,
            folded=True,
            trial=trial,
            strokes=(self.disc(base_of(model).at, far, "allowance"),),
        )

    def ghost(self, model: Model, place: Sequence[int]) -> Stroke:
        return self.disc(place, model.radius, "ghost")

    def disc(self, centre: Sequence[int], radius: int, kind: str) -> Stroke:
        return Stroke(disc(centre, radius, self.state.board.depth), kind)

    # Attacks

    def attacks(self, model: Model) -> list[Group]:
        """Whom it may strike and shoot; shots that are not possible stand there with their reason."""
        if not model.standard_action:
            return []
        engaged, groups = [get(self.state, foe) for foe in engaged_with(self.state, model.id)], []
        if engaged:
            groups.append(Group("melee", "Strike", [self.attack(model, "melee", foe) for foe in engaged], open=True))
        if model.active_weapon in RANGED:
            shots = [self.attack(model, "shoot", foe) for foe in self.enemies(model)]
            shots.sort(key=lambda shot: bool(shot.refused))
            ready = not model.move_action and not engaged and any(not shot.refused for shot in shots)
            groups.append(Group("shoot", f"Shoot: {WEAPONS[model.active_weapon].title}", shots, open=ready))
        return groups

    def attack(self, model: Model, kind: AttackKind, foe: Model) -> Choice:
        talents, second = self.declared(model, kind), self.how.get(f"second_{kind}")
        order = _with(model, kind, target=foe.id) | ({"declare": talents} if talents else {})
        detail = [*map(title_of, talents), *([f"then {self.names.figure(second)}"] if second else [])]
        return self.at(foe, order | ({"second": second} if second else {}), detail=detail)

    def at(self, whom: Model, order: Command, label: str = "{}", detail: Sequence[str] = ()) -> Choice:
        """An action as a button that can be clicked on a model, too."""
        return self.try_choice(order, label.format(self.names.figure(whom.id)), detail=detail, token=whom.id)

    def declarable(self, model: Model, *kinds: AttackKind) -> list[str]:
        """The talents that a model can declare with attacks of these kinds now."""
        fitting = [talent for talent, fits in FITS.items() if {*kinds} & {*fits}]
        return [talent for talent in fitting if knows(self.state, model, talent) and uses_left(model, talent)]

    def declared(self, model: Model, kind: AttackKind) -> list[str]:
        return [talent for talent in self.declarable(model, kind) if self.how.get(talent)]

    def declare_fields(self, model: Model, talents: Iterable[str]) -> list[Field]:
        fields = []
        for row in (TALENTS[talent] for talent in talents):
            left = row.uses - model.used.get(row.name, 0)
            label = f"{row.title} ({left} left)" if row.limit != "none" else row.title
            fields.append(Field(row.name, label, "check", value=self.how.get(row.name, "")))
        return fields

    def second_fields(self, model: Model) -> list[Field]:
        """Whom the second attack of a double one is for, where a model could make one."""
        fields = []
        offered: Mapping[AttackKind, Sequence[Model]] = {
            "melee": [get(self.state, foe) for foe in engaged_with(self.state, model.id)],
            "shoot": self.enemies(model) if model.active_weapon == "bow" else [],
        }
        for kind, foes in offered.items():
            if foes and knows(self.state, model, DOUBLE[kind]) and uses_left(model, DOUBLE[kind]):
                name, choices = f"second_{kind}", (("", "none"), *self.of_sides(foes))
                fields.append(Field(name, SECOND[kind], "select", choices, self.how.get(name, "")))
        return fields

    # Spells [IST-CAST-01..12, IST-SPELL-04..06]

    def free_spells(self, model: Model) -> list[Spell]:
        if not model.standard_action or model.class_ != "magic_user":
            return []
        known = [spell for name in model.spells if (spell := spell_of(self.state, name)) is not None]
        return [spell for spell in known if spell.usage == "at_will" or not times_cast(model, spell)]

    def casts(self, model: Model) -> list[Group]:
        """Each spell that has a target or a direction, at everybody it could be cast at."""
        aims: dict[str, Callable[[Model, Spell], list[Choice]]] = {
            "target": self.at_models,
            "point": self.at_points,
            "line": self.toward,
        }
        groups = []
        for spell in self.free_spells(model):
            choices = sorted(aims[spell.shape](model, spell), key=lambda one: bool(one.refused))
            note = f"{spell.text} {inches(spell.range)}, {USAGE[spell.usage]}.".strip()
            groups.append(Group(f"cast-{spell.name}", f"Cast {title_of(spell.name)}", choices, note=note))
        return groups

    def at_models(self, model: Model, spell: Spell) -> list[Choice]:
        offered = self.enemies(model)
        if spell.defence is None and spell.effect != "damage":
            offered = [model, *self.friends(model), *offered]
        choices = [self.at(one, _cast(model, spell, target=one.id)) for one in offered]
        return choices + (
            [self.try_choice(_cast(model, spell), "At no one in particular")] if spell.defence is None else []
        )

    def at_points(self, model: Model, spell: Spell) -> list[Choice]:
        """Where enemies stand; anywhere else by the form."""
        return [
            self.at(
                foe,
                _cast(model, spell, point=list(base_of(foe).at)),
                "Around {}",
                [f"catches {self.figures_in(base_of(foe).at, spell)}"],
            )
            for foe in self.enemies(model)
        ]

    def figures_in(self, point: Place, spell: Spell) -> str:
        """Who is in the area of a spell around a point."""
        inside = [
            one.id for one in on_board(self.state) if is_near(self.state, spot(point), base_of(one), spell.radius)
        ]
        return self.names.many(inside)

    def toward(self, model: Model, spell: Spell) -> list[Choice]:
        """Straight at each enemy; whom the line meets first is hit."""
        orders = [(foe, _aimed(model, spell, base_of(foe).at)) for foe in self.enemies(model)]
        return [self.at(foe, order, "Toward {}", self.first(order)) for foe, order in orders]

    def first(self, order: Command) -> list[str]:
        seen = preview(self.game, self.state, order)
        cast = next((event for event in seen.events if isinstance(event, SpellCast)), None)
        return [] if cast is None or seen.refused else [f"hits {self.names.many(cast.targets) or 'nobody'}"]

    def aim_forms(self, model: Model) -> list[Form]:
        return [self.aim_form(model, spell) for spell in self.free_spells(model) if spell.shape != "target"]

    def aim_form(self, model: Model, spell: Spell) -> Form:
        here, name = base_of(model).at, title_of(spell.name)

        def command(values: Values) -> Command:
            return _aimed(model, spell, values["point"])

        def trial(values: Values) -> Trial:
            place, order = values["point"], command(values)
            if spell.shape == "point":
                words = f"Catches {self.figures_in(place_at(table_of(self.state), tuple(place)), spell) or 'nobody'}."
                return self.trial(order, words, self.disc(place, spell.radius, "area"))
            aim = Stroke(trail([here, place], self.state.board.depth), "aim")
            return self.trial(order, f"{name}: {', '.join(self.first(order))}.", aim)

        words, label = ("at a point", "Point") if spell.shape == "point" else ("in a direction", "Toward")
        return Form(
            f"aim-{spell.name}",
            f"Cast {name} {words}",
            f"Cast {name}",
            (Field("point", label, "place", required=True, help=AIM_NOTE),),
            command,
            folded=True,
            trial=trial,
            strokes=(self.disc(here, spell.range + model.radius, "allowance"),),
        )

    # Talents that are actions

    def talents(self, model: Model) -> list[Group]:
        """Whirlwind, and by house rule the drafts; a talent that is a name alone stands there with its reason."""
        choices = [*self.whirlwinds(model), *self.drafts(model)] if model.standard_action else []
        names = [name for name in model.talents if TALENTS[name].draft and not knows(self.state, model, name)]
        choices += [self.try_choice(_use(model, name), TALENTS[name].title) for name in names]
        return [Group("talents", "Talents", choices)] if choices else []

    def whirlwinds(self, model: Model) -> list[Choice]:
        """A Whirlwind in every order of a few enemies, of many in that of their ids."""
        near = [foe.id for foe in near_enemies(self.state, model, TWO_INCHES)]
        if not knows(self.state, model, "whirlwind") or not uses_left(model, "whirlwind") or not near:
            return []
        talents, made = self.declared(model, "melee"), []
        for order in permutations(near) if len(near) <= MOST_ORDERED else [tuple(near)]:
            command = _with(model, "whirlwind", order=list(order)) | ({"declare": talents} if talents else {})
            words = ", then ".join(map(self.names.figure, order))
            made.append(self.try_choice(command, f"Whirlwind: {words}", detail=list(map(title_of, talents))))
        return made

    def drafts(self, model: Model) -> list[Choice]:
        able = [name for name in model.talents if knows(self.state, model, name) and uses_left(model, name)]
        found = [self.try_choice(_use(model, name), title_of(name)) for name in able if name == "gather_power"]
        if "domain_healing" in able:
            orders = [(friend, _use(model, "domain_healing", target=friend.id)) for friend in self.friends(model)]
            found += [self.at(friend, order, "Heal {}") for friend, order in orders]
        return found

    # Things

    def things(self, model: Model) -> list[Group]:
        choices = [self.load(model, action) for action in _loading(model)]
        if model.move_action:
            carried = dict.fromkeys((*(name for name in model.equipment if name in WEAPONS), "unarmed"))
            choices += [
                self.try_choice(_with(model, "switch_weapon", weapon=name), _taking(name))
                for name in carried
                if name != model.active_weapon
            ]
            choices += [
                self.try_choice(_with(model, "pick_up", item=item.id), f"Pick up {item.name or item.id}")
                for item in self.state.items
                if item.pos is not None
            ]
        return [Group("things", "Weapons and items", choices)] if choices else []

    def load(self, model: Model, action: str) -> Choice:
        words = {"move": "Movement", "standard": "Standard"}[action]
        label = f"Load the {title_of(model.active_weapon).lower()} with the {words} action"
        return self.try_choice(_with(model, "load", action=action), label)

    # Skill checks

    def skill_form(self, model: Model) -> Form:
        """A skill check; it costs nothing. The GM has a form of its own, with a modifier."""
        return Form(
            "skill_check",
            "Skill check",
            "Roll the skill check",
            skill_fields(),
            lambda values: _with(model, "skill_check", **skill_of(values)),
            note="Costs no action.",
            folded=True,
        )


def skill_fields() -> tuple[Field, ...]:
    """Which skill, and how hard."""
    levels = tuple((name, f"{name} ({tn})") for name, tn in DIFFICULTIES.items())
    skills = tuple((name, f"{title_of(name)} ({stat.capitalize()})") for name, stat in SKILLS.items())
    return (
        Field("skill", "Skill", "select", (*skills, ("", "another skill"))),
        Field("other_skill", "Another skill", help="Its name, if it is not in the list."),
        Field("difficulty", "Difficulty", "select", levels, "normal"),
    )


def skill_of(values: Values) -> Command:
    """The skill that was chosen or named, and how hard it is."""
    return {"skill": values["other_skill"] or values["skill"] or "", "difficulty": values["difficulty"]}


def _with(model: Model, kind: str, **more: Any) -> Command:
    return {"type": kind, "model": model.id, **more}


def _use(model: Model, talent: str, **more: Any) -> Command:
    return _with(model, "use_talent", talent=talent, **more)


def _cast(model: Model, spell: Spell, **aim: Any) -> Command:
    return _with(model, "cast", spell=spell.name, **aim)


def _aimed(model: Model, spell: Spell, place: Sequence[int]) -> Command:
    """A spell cast at a point, or from the model toward it."""
    if spell.shape == "point":
        return _cast(model, spell, point=place)
    x, y, _ = base_of(model).at
    return _cast(model, spell, direction=[place[0] - x, place[1] - y])


def _taking(weapon: str) -> str:
    return f"Switch to the {noun_of(weapon)}" if weapon != "unarmed" else "Fight empty-handed"


def _loading(model: Model) -> list[str]:
    """The actions that what is in hand could be loaded with."""
    if all(load.weapon != model.active_weapon for load in model.unloaded):
        return []
    actions = [("move", model.move_action), ("standard", model.standard_action)]
    return [action for action, left in actions if left]
