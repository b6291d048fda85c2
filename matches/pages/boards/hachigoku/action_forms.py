"""Forms of Actions and reactions: attacks in full, movements with what is free, combinations. They can be tried out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from matches.pages.boards.hachigoku.gm_forms import ticked
from matches.pages.boards.questions import Ask
from rules.hachigoku import commands as co
from rules.hachigoku.questions import get, has_honor, others, there, usable
from rules.hachigoku.state import Character, State
from rules.kernel.labels import FormText, labelled
from rules.kernel.messages import Command as CommandStruct, tag_of
from web.errors import Unreadable
from web.pages.command_forms import FormContext, form_of
from web.pages.fields import Command, Field, Form, Trial

Values = dict[str, Any]
PAYMENT = ("die", "honor")
ATTACK = FormText(
    "Attack with all options",
    "Attack",
    rule="HAC-ATK-01",
    fields=(
        *(one.name for one in labelled(co.Attack) if one.name not in ("character", "throw_vector", *PAYMENT)),
        *PAYMENT,
    ),
)
TITLES: Mapping[type[CommandStruct], str] = {
    co.Move: "Move, with a simple action",
    co.SimpleAction: "Another simple action",
    co.Defend: "Defend with all options",
    co.Guard: "Guard with all options",
    co.Disarm: "Disarm with all options",
}
"""What forms are called that stand beside buttons of the same commands."""
THROW = FormText(
    "Throw", rule="HAC-THROW-01", fields=("targets", "weapon", "throw_vector", "raises", "die", "manual_keep")
)
"""An attack that tells where its target goes."""
WITH_FREE: tuple[type[CommandStruct], ...] = (co.Move, co.StandUp, co.Climb)
"""Movements with which a simple action is free. [HAC-MOVE-06]"""
TRIED: tuple[type[CommandStruct], ...] = (
    co.Attack, *WITH_FREE, co.Squeeze, co.Escape, co.Guard, co.Defend, co.Disarm, co.LandingRoll, co.FallRoll,
)  # fmt: skip
"""Commands whose forms tell what they would come to."""
MOVEMENT = ("move", "stand_up", "climb", "leave_skirmish", "simple_action")
COMBINED = FormText("Combine movement with other Actions", "Do all of it", rule="HAC-MOVE-08")
MOUNTED = FormText("Move and attack from the saddle", "Do both", rule="HAC-MOVE-09")
WHICH_FIRST = (("movement", "the movement"), ("then", "the other"))
IN_WORDS = {"complex_action": "a complex action", "magic": "magic"}


@dataclass(frozen=True)
class ActionForms:
    """The forms of one who is asked. `label` says an order in words, `foreseen` what it would come to."""

    state: State
    ask: Ask
    choices: dict[str, Sequence[tuple[str, str]]]
    orders: Sequence[Command]
    label: Callable[[Command], str]
    foreseen: Callable[[Command], Trial]

    @cached_property
    def one(self) -> Character:
        return get(self.state, self.ask["player"])

    @cached_property
    def foes(self) -> list[tuple[str, str]]:
        return [
            (foe.id, foe.called) for foe in others(self.state, self.one.id) if foe.side != self.one.side and there(foe)
        ]

    @property
    def attacked(self) -> dict[str, Sequence[tuple[str, str]]]:
        """The choices, with what is ticked of an attack said in full."""
        said = {"figure": [(name, words) for name, words in self.choices["figure"] if name != self.one.id]}
        said["maneuver"] = list(self.choices["maneuver"])
        titles = {"figure": "Target", "maneuver": "Maneuver"}
        ticked = {of: [(name, f"{titles[of]}: {words}") for name, words in some] for of, some in said.items()}
        return {**self.choices, **ticked}

    @property
    def first_foe(self) -> str:
        return next((foe for foe, _ in self.foes), "")

    @property
    def weapon(self) -> str:
        """The weapon that is at hand."""
        return next((each.name for each in self.one.weapons if each.ready and not each.lost), "")

    def of(self, kind: type[CommandStruct]) -> Iterator[Form]:
        """The forms of a command."""
        if kind is co.Attack:
            yield self.again(self.form(kind, text=ATTACK))
            yield self.form(kind, text=THROW, name=f"{tag_of(kind)}:throw", maneuvers=["throw"])
        elif kind in WITH_FREE:
            yield self.with_free(self.within_height(self.form(kind)))
        else:
            yield self.form(kind)

    def form(self, kind: type[CommandStruct], text: FormText | None = None, name: str = "", **given: Any) -> Form:
        fields = kind.__struct_fields__
        given |= {"character": self.one.id} if "character" in fields and self.ask.get("player") else {}
        now = {"weapon": self.weapon} if kind in (co.Attack, co.Defend) and text is not THROW else {}
        title = TITLES.get(kind, kind.form.title)
        text = text or kind.form._replace(title=title, submit=kind.form.submit or kind.form.title)
        labels = {} if text is ATTACK else ticked(kind, self.choices)
        asking = FormContext(choices=self.attacked if text is ATTACK else self.choices, now=now, labels=labels)
        made = form_of(kind, asking, given=given, text=text, name=name, folded=True)
        return self.tried(made) if kind in TRIED else made

    def tried(self, form: Form) -> Form:
        """The form with what it would come to."""
        return replace(form, trial=lambda values: self.foreseen(form.command(values)))

    # Further attacks, a simple action that is free

    def again(self, form: Form) -> Form:
        """With the further attacks of who has several an Action. [HAC-ATK-02]"""
        numbers = range(2, self.one.attacks_per_action + 1)
        more = [
            Field(f"again-{number}", f"Attack {number} on", "select", (("", "nobody"), *self.foes))
            for number in numbers
        ]
        if not more:
            return form

        def command(values: Values) -> Command:
            order = form.command(values)
            again = [values[field.name] for field in more if values[field.name]]
            blow = {"type": "attack", "character": self.one.id, "weapon": order.get("weapon", "")}
            return order | ({"further": [{**blow, "targets": [foe]} for foe in again]} if again else {})

        return self.tried(replace(form, fields=(*form.fields, *more), command=command))

    def within_height(self, form: Form) -> Form:
        """With the levels that somebody can climb or drop. [HAC-MOVE-04, HAC-MOVE-05]"""
        low = -max(self.one.height, 1)
        fields = (replace(one, low=low, high=1) if one.name == "levels" else one for one in form.fields)
        return replace(form, fields=tuple(fields))

    def with_free(self, form: Form) -> Form:
        """With the simple action that is free with a movement. [HAC-MOVE-06]"""
        free = Field("free", "Simple action with it", "select", (("", "none"), *self.simple()))
        words = Field("free_text", "What that is, in words")

        def command(values: Values) -> Command:
            order = form.command(values)
            if not values["free"]:
                return order
            told = {"text": values["free_text"]} if values["free_text"] else {}
            return {**order, "simple": [json.loads(values["free"]) | told]}

        return self.tried(replace(form, fields=(*form.fields, free, words), command=command))

    def simple(self) -> Iterator[tuple[str, str]]:
        """The simple actions that may be free."""
        for each in self.one.weapons:
            what = "sheathe" if each.ready else "draw"
            yield json.dumps({"what": what, "weapon": each.name}), f"{what} {each.name}"
            if each.reload == "heavy" and not each.loaded:
                yield json.dumps({"what": "reload", "weapon": each.name}), f"reload {each.name}"
        for what in ("drop_prone", "take_cover", "ofuda", "other"):
            yield json.dumps({"what": what}), co.SIMPLE[what]

    # Several Actions together

    def combined(self) -> list[Form]:
        """A combination for who can pay for two parts; a ride with an attack for who does not gallop."""
        found = []
        if len(usable(self.state, self.one)) + has_honor(self.state, self.one) > 1 and self.movements():
            found.append(self.together(co.Combine, COMBINED, self.movements()))
        rides = self.one.mounted and self.one.mount_gait == "steady"
        if rides and self.movements("move"):
            found.append(self.together(co.MountedAction, MOUNTED, self.movements("move")))
        return found

    def movements(self, *kinds: str) -> list[tuple[str, str]]:
        """The movements that are possible now, each as its order and its words."""
        found = [order for order in self.orders if order["type"] in (kinds or MOVEMENT)]
        unpaid = [{name: value for name, value in order.items() if name != "honor"} for order in found]
        return [(json.dumps(order), self.in_words(order)) for order in unpaid]

    def in_words(self, order: Command) -> str:
        """An order with the kind of Action that it is."""
        words, title = self.label(order), self.title(order)
        return words if order["type"] == "move" or words == title else f"{title}: {words[:1].lower()}{words[1:]}"

    def title(self, order: Command) -> str:
        return co.COMMANDS[order["type"]].form.title

    def together(self, kind: type[CommandStruct], text: FormText, movements: list[tuple[str, str]]) -> Form:
        """A form whose parts are a movement and what else is done."""
        combines = kind is co.Combine
        fields = [
            Field("movement", "Movement", "select", tuple(movements), movements[0][0], required=True),
            Field("then", "And", "select", tuple(self.other_acts(combines=combines)), "attack"),
            Field("first", "What comes first", "select", WHICH_FIRST, "movement"),
            Field(
                "target", "Target of the attack", "select", tuple(self.foes), next((foe for foe, _ in self.foes), "")
            ),
            Field("weapon", "Weapon", "select", (("", "bare hands"), *self.choices["weapon"]), self.weapon),
            Field("maneuver", "Maneuver", "select", (("", "none"), *self.choices["maneuver"])),
            Field("raises", "Raises for Wounds", "number", low=0, high=co.MOST_RAISES),
            Field("text", "The complex action or magic, in words"),
        ]
        if combines:
            fields.append(Field("second", "More movement", "select", (("", "none"), *movements)))
        if combines and has_honor(self.state, self.one):
            fields.append(Field("honor", "The movement is paid with an Honor Point", "check"))
        command = partial(self.parts, kind)
        form = Form(tag_of(kind), text.title, text.submit, tuple(fields), command, rule=text.rule, folded=True)
        return self.tried(form)

    def other_acts(self, *, combines: bool) -> Iterator[tuple[str, str]]:
        """What may be done beside a movement: from the saddle an attack or magic alone."""
        yield "attack", "an attack"
        yield "magic", IN_WORDS["magic"]
        if combines:
            yield "complex_action", IN_WORDS["complex_action"]
            others = [order for order in self.orders if order["type"] != "attack"]
            yield from ((json.dumps(order), self.in_words(order)) for order in others)

    def parts(self, kind: type[CommandStruct], values: Values) -> Command:
        """The parts in their order, as one command."""
        movement = json.loads(values["movement"]) | ({"honor": True} if values.get("honor") else {})
        then = self.part(values)
        parts = [then, movement] if values["first"] == "then" else [movement, then]
        more = [json.loads(values["second"])] if values.get("second") else []
        return {"type": tag_of(kind), "character": self.one.id, "parts": [*parts, *more]}

    def part(self, values: Values) -> Command:
        """What is done beside the movement."""
        what = values["then"]
        if what in IN_WORDS:
            if not values["text"]:
                raise Unreadable("Say what is done.", "text", hint="A few words will do.")
            return {"type": what, "character": self.one.id, "text": values["text"]}
        if what != "attack":
            order: Command = json.loads(what)
            return order
        if not values["target"]:
            raise Unreadable("Nobody is there to be attacked.", "target", hint="Choose something else.")
        order = {"type": "attack", "character": self.one.id, "targets": [values["target"]]}
        order |= {"weapon": values["weapon"]} if values["weapon"] else {}
        order |= {"maneuvers": [values["maneuver"]]} if values["maneuver"] else {}
        return order | ({"raises": {"wound": values["raises"]}} if values["raises"] else {})
