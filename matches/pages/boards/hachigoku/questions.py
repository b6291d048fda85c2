"""What Hachigoku asks otherwise than any game: Actions and reactions are filled in, and passing for a whole Moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, get_args

from matches.pages.boards.base import Choice
from matches.pages.boards.common import upper
from matches.pages.boards.questions import Ask, Questions
from rules.hachigoku import commands as co
from rules.hachigoku.questions import find
from rules.hachigoku.state import State
from rules.hachigoku.tables import Maneuver
from rules.kernel.labels import FormText, LabelledField, labelled
from rules.kernel.messages import Command as CommandStruct, tag_of
from web.pages.command_forms import FormContext, form_of
from web.pages.fields import Command, Form

AS_BUTTONS: tuple[type[CommandStruct], ...] = (co.Act, co.Pass, co.Interrupt, co.KeepDice)
"""Answers that are buttons alone."""
UNFINISHED: tuple[type[CommandStruct], ...] = (co.Adjust, co.SetRange, co.Join)
"""Commands of the GM that take more than a form can ask for."""
ATTACK = tuple(one.name for one in labelled(co.Attack) if one.name not in ("character", "throw_vector"))
THROW = FormText(
    "Throw", rule="HAC-THROW-01", fields=("targets", "weapon", "throw_vector", "raises", "die", "manual_keep")
)
"""An attack that tells where its target goes."""


class HachigokuQuestions(Questions):
    """The questions of a Skirmish."""

    figure, actor = "figure", "character"
    spans: ClassVar[Mapping[str, str]] = {"go": "Moment", "turn": "round", "match": "Skirmish"}
    state: State

    def forms(self, ask: Ask) -> list[Form]:
        """A form of each answer, to be opened."""
        return [form for kind in self.with_forms() if kind not in AS_BUTTONS for form in self.forms_of(kind, ask)]

    def forms_of(self, kind: type[CommandStruct], ask: Ask) -> Iterator[Form]:
        asking, given = self.form_context(ask), self.given_to(kind, ask)
        if kind is co.Attack:
            text = co.Attack.form._replace(fields=ATTACK)
            yield form_of(kind, asking, given=given, folded=True, text=text)
            given = {**given, "maneuvers": ["throw"]}
            yield form_of(kind, asking, given=given, folded=True, text=THROW, name=f"{tag_of(kind)}:throw")
        else:
            yield form_of(kind, asking, given=given, folded=True)

    def given_to(self, kind: type[CommandStruct], ask: Ask) -> Command:
        """Who acts, for a command that says so."""
        return self.given(ask) if "character" in kind.__struct_fields__ else {}

    def form_context(self, ask: Ask) -> FormContext:
        """Who is there, and what the character who is asked fights with."""
        return FormContext(choices=self.choices(ask.get("player", "")))

    def choices(self, player: str) -> dict[str, Sequence[tuple[str, str]]]:
        one = find(self.state, player)
        there = [(each.id, each.called) for each in self.state.characters if not each.left]
        places = [(place.id, place.name or place.id) for place in self.state.scene.objects]
        return {
            "figure": [*there, *places],
            "weapon": [(weapon.name, weapon.name) for weapon in (() if one is None else one.weapons)],
            "side": [(side.id, side.name or side.id) for side in self.state.sides],
            "maneuver": [(name, name.replace("_", " ")) for name in get_args(Maneuver)],
        }

    def gm_forms(self) -> Sequence[Form]:
        asking = FormContext(choices=self.choices(""))
        kinds = [kind for kind in self.game.anytime if kind.form.title and kind not in UNFINISHED]
        return [form_of(kind, asking, folded=True) for kind in kinds]

    def named(self, command: Command) -> list[Any]:
        """The fields that a button speaks of: not who acts, which its question says."""
        return [(one, value) for one, value in super().named(command) if one.name != "character"]

    def button(self, command: Command) -> Choice:
        """An answer as a button, which lights the first of several targets."""
        found = super().button(command)
        return replace(found, token=command["targets"][0]) if command.get("targets") else found

    def label(self, command: Command) -> str:
        """All that tells an answer from the others of its kind."""
        told = [words for one, value in self.named(command) if (words := self.words(one, value))]
        match command["type"]:
            case "interrupt":
                told = [f"exchange {first} and {second}" for first, second in command["exchanges"]] + told
            case "attack" if not command.get("weapon"):
                told.append("bare hands")
            case "move":
                way = co.DIRECTIONS[command.get("direction", "toward")]
                told = [f"{way} {self.names.figure(command['reference'])}"]
        return upper(", ".join(told)) or super().label(command)

    def words(self, one: LabelledField, value: Any) -> str:
        """What is ticked speaks for itself, names stand side by side, and numbers say of what."""
        if isinstance(value, bool):
            return one.label.text.lower() if value else ""
        if isinstance(value, list):
            return ", ".join(super(HachigokuQuestions, self).words(one, each) for each in value)
        if isinstance(value, int):
            return f"{one.label.text.lower()} {value}"
        return super().words(one, value).replace("_", " ")
