"""What Hachigoku asks otherwise than any game: Actions and reactions with odds, dice to keep, Wounds to divide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, get_args

from matches.pages.boards.base import Choice, Group, Question
from matches.pages.boards.common import listed, upper
from matches.pages.boards.hachigoku.action_forms import ActionForms
from matches.pages.boards.hachigoku.gm_forms import gm_forms, ticked
from matches.pages.boards.questions import MOST_CHOICES, Ask, Questions
from rules.hachigoku import commands as co
from rules.hachigoku.decide.rounds import ACTION_DICE
from rules.hachigoku.events import RollImpossible
from rules.hachigoku.questions import find, future, has_honor, usable
from rules.hachigoku.state import Character, Keeping, State
from rules.hachigoku.tables import Maneuver
from rules.kernel.asks import GM
from rules.kernel.dice import TableDice
from rules.kernel.errors import KernelError, NeedDice
from rules.kernel.labels import LabelledField
from rules.kernel.messages import Command as CommandStruct, Event, tag_of
from rules.kernel.previews import Preview
from rules.kernel.rolls import Need
from web.pages.command_forms import FormContext, field_for, form_of
from web.pages.fields import Command, Field, Form, Trial

AS_BUTTONS: tuple[type[CommandStruct], ...] = (co.Act, co.Pass, co.Interrupt)
"""Answers that are buttons alone."""
SPOKEN_OF = ("attacker", "target", "thrower", "against")
WHERE_OFFERED: tuple[type[CommandStruct], ...] = (
    co.Move, co.StandUp, co.Climb, co.LeaveSkirmish, co.Release, co.Tighten, co.Squeeze, co.Escape,
)  # fmt: skip
"""Actions that have a form only where there is a button for one."""
ACTS = ("choose_action", "commit_simultaneous")
REACTS = ("guard_window", "defense_window", "disarm_window", "counterprayer_window")
MOST_OFFERED_RAISES = 5
"""So many Raises are offered beside the buttons; the forms take more."""
AIMS = {
    "attack": "to hit",
    "counterstrike": "to defend and wound",
    "dodge": "to avoid it",
    "dive": "to avoid it",
    "parry": "to avoid it",
    "block": "to avoid it",
    "resist_knockdown": "to stay on their feet",
    "guard": "to take the blow instead",
    "disarm": "to disarm",
    "landing": "to land well",
    "fall": "to take no Wounds",
    "escape": "to break free",
}
MOVEMENT = ("move", "stand_up", "climb", "leave_skirmish")


class HachigokuQuestions(Questions):
    """The questions of a Skirmish."""

    figure, actor, aims = "figure", "character", AIMS
    spans: ClassVar[Mapping[str, str]] = {"go": "Moment", "turn": "round", "match": "Skirmish"}
    state: State

    def sentence_of(self, template: str, ask: Ask) -> str:
        """A heading with names for whoever it speaks of."""
        told = ask.get("options", {})
        named = {name: self.names.figure(who) for name, who in told.items() if name in SPOKEN_OF}
        return super().sentence_of(template, {**ask, "options": {**told, **named}})

    # What is chosen for the next roll

    def options(self, asks: Sequence[Ask]) -> list[Field]:
        """Raises, the off hand, dice that are kept by hand, and what pays, as far as there is a choice."""
        ask = next((ask for ask in asks if ask["kind"] in (*ACTS, *REACTS)), None)
        one = None if ask is None else find(self.state, ask["player"])
        if ask is None or one is None:
            return []
        acts, pays = ask["kind"] in ACTS, self.payments(one, reacts=ask["kind"] in REACTS)
        counters = any(order.get("defense") == "counterstrike" for order in self.orders(ask))
        wanted = {"off_hand": acts or counters, "manual_keep": True}
        fields = [
            field_for(co.Attack, name, FormContext(now=self.how)) for name, is_wanted in wanted.items() if is_wanted
        ]
        if acts or counters:
            raises = tuple((str(number), raised(number)) for number in range(1, MOST_OFFERED_RAISES + 1))
            choices = (("", "none"), *raises)
            fields.insert(0, Field("raises", "Raises for Wounds", "select", choices, self.how.get("raises", "")))
        if len(pays) > 1:
            fields.append(
                Field("pay", "Paid with", "select", (("", "the lowest that will do"), *pays), self.how.get("pay", ""))
            )
        return fields

    def payments(self, one: Character, *, reacts: bool) -> list[tuple[str, str]]:
        """What somebody may pay with."""
        faces = sorted({die.face for die in usable(self.state, one)})
        found = [(f"die-{face}", f"the {face}, held" if face > self.state.moment else f"the {face}") for face in faces]
        found += [("honor", "an Honor Point")] if has_honor(self.state, one) else []
        ahead = sorted(die.face for die in future(self.state, one))
        if reacts and not faces and len(ahead) > 1:
            pairs = dict.fromkeys((low, high) for place, low in enumerate(ahead) for high in ahead[place + 1 :])
            found += [(f"two-{low}-{high}", f"an interruption, for the {low} and the {high}") for low, high in pairs]
        return found

    def with_how(self, command: Command) -> Command:
        """An answer with what was chosen for its roll and what pays for it."""
        kind, chosen = self.game.command_types[command["type"]], dict[str, Any]()
        strikes = command["type"] == "attack" or command.get("defense") == "counterstrike"
        if strikes and self.how.get("raises"):
            chosen["raises"] = {"wound": int(self.how["raises"])}
        for name in ("off_hand", "manual_keep"):
            if self.how.get(name) and name in kind.__struct_fields__:
                chosen[name] = True
        what, _, faces = self.how.get("pay", "").partition("-")
        if what and "die" in kind.__struct_fields__:
            chosen |= {"honor": what == "honor"} if what != "die" else {"die": int(faces), "honor": False}
        if what == "two" and "interrupt" in kind.__struct_fields__:
            chosen["interrupt"] = [int(face) for face in faces.split("-")]
        return {name: value for name, value in {**command, **chosen}.items() if value is not False}

    # Actions and reactions

    def ask_choose_action(self, ask: Ask) -> Question:
        return self.question(ask, self.action_groups(ask))

    def ask_declare(self, ask: Ask) -> Question:
        """Act, with what would pay for it; or pass for the whole Moment."""
        options = ask["options"]
        ready = [f"ready {', '.join(map(str, sorted(options['usable'])))}"] if options["usable"] else []
        honor = ["by an Honor Point: no attack"] if options["honor_points"] and not ready else []
        pays = ", ".join([*ready, *honor, f"total {options['total']}"])
        choices = [
            Choice("Act", order, pays) if order["type"] == "act" else Choice(WHOLE, order) for order in self.orders(ask)
        ]
        return self.question(ask, [Group("declare", "In this Moment", choices, open=True)])

    ask_last_call = ask_declare

    def ask_commit_simultaneous(self, ask: Ask) -> Question:
        return self.question(ask, self.action_groups(ask))

    def action_groups(self, ask: Ask) -> list[Group]:
        """What somebody can do, what is done most of the time first."""
        sorted_out: dict[str, list[Command]] = {}
        one = find(self.state, ask["player"])
        armed = one is not None and any(each.ready and not each.lost for each in one.weapons)
        for order in sorted(self.orders(ask)[:MOST_CHOICES], key=lambda order: order.get("direction") == "away"):
            sorted_out.setdefault(group_of(order, armed=armed), []).append(order)
        alone = self._asked_alone(ask) if ask["kind"] == "commit_simultaneous" else self.state
        return [
            Group(key, title, [self.tried(order, alone) for order in sorted_out[key]], open=key in OPEN)
            for key, title in GROUPS.items()
            if key in sorted_out
        ]

    def tried(self, order: Command, state: State) -> Choice:
        """An Action as a button with the chance of its roll, if it rolls at once."""
        return self.try_choice(self.with_how(order), self.label(order), state=state)

    def group(self, ask: Ask, key: str, commands: Sequence[Command]) -> Group:
        if ask["kind"] in REACTS:
            commands = [self.with_how(command) for command in commands]
        return super().group(ask, key, commands)

    def circumstances(self, seen: Preview) -> list[str]:
        """The dice and what they have to reach; not those of the round that it may open."""
        if is_hopeless(seen.events):
            return [HOPELESS]
        return [] if seen.need is None or seen.need.purpose == ACTION_DICE else [pool_of(seen.need)]

    def ask_setup(self, ask: Ask) -> Question:
        """Start, after what a GM sets up before: these forms stand among the GM actions, too."""
        return self.question(ask, forms=[form for form in self.gm_forms() if form.name in SET_UP])

    def ask_gm_adjudicate(self, ask: Ask) -> Question:
        words = {True: "It succeeds", False: "It fails"}
        choices = [Choice(words[order.get("success", True)], order) for order in self.orders(ask)]
        return self.question(ask, [Group("adjudicate", "Without a roll", choices, open=True)])

    # Dice to keep, Wounds to divide

    def ask_keep_dice(self, ask: Ask) -> Question:
        """Any dice may be kept, as many as the roll keeps."""
        frame = self.state.agenda[-1]
        if not isinstance(frame, Keeping):
            raise TypeError("no dice are kept")
        values = list(zip(frame.values, frame.tens, strict=True))
        dice = [(str(place), shown_die(place, *value)) for place, value in enumerate(values, 1)]
        text = co.KeepDice.form._replace(note=f"Tick {frame.keep} of them. The TN is {frame.tn}.")
        form = form_of(co.KeepDice, FormContext(choices={"die": dice}), given=self.given(ask), text=text)

        def command(values: dict[str, Any]) -> Command:
            order = form.command(values)
            return {**order, "dice": [int(place) for place in order["dice"]]}

        trial = partial(self.kept, frame, command)
        return self.question(ask, (), forms=[replace(form, command=command, trial=trial)])

    def kept(self, frame: Keeping, command: Any, values: dict[str, Any]) -> Trial:
        """What those dice would come to."""
        order = command(values)
        refused = self.dry_run(order)[1]
        places = [place - 1 for place in order["dice"]]
        total, tens = sum(frame.values[place] for place in places), sum(frame.tens[place] > 0 for place in places)
        came = f"{total} against {frame.tn}: it {'succeeds' if total >= frame.tn else 'fails'}"
        return Trial(f"{came}, banzai dice {tens}." if refused is None else "", refused=refused)

    def ask_divide_wounds(self, ask: Ask) -> Question:
        """As the attacker wishes; the proposal is a button."""
        options = ask["options"]
        struck = [(name, self.names.figure(name)) for name in options["targets"]]
        now = {f"wounds-{name}": number for name, number in self.orders(ask)[0]["wounds"].items()}
        note = f"{options['wounds']} Wounds in all; the maneuver, if there is one, reaches {options['reached']}."
        labels = ticked(co.DivideWounds, {"struck": struck})
        asking = FormContext(choices={"struck": struck}, now=now, labels=labels)
        form = form_of(co.DivideWounds, asking, given=self.given(ask), text=co.DivideWounds.form._replace(note=note))
        groups = [
            Group("divide", "Proposed", [Choice(self.division(order), order) for order in self.orders(ask)], open=True)
        ]
        return self.question(ask, groups, forms=[replace(form, folded=True)])

    def division(self, order: Command) -> str:
        """A division in words."""
        shares = [f"{number} to {self.names.figure(name)}" for name, number in order["wounds"].items() if number]
        reached = [self.names.figure(name) for name in order.get("affected", ())]
        return upper(listed(shares)) + (f"; the maneuver reaches {listed(reached)}" if reached else "")

    # Forms

    def forms(self, ask: Ask) -> list[Form]:
        """A form of each answer, to be opened."""
        offered = {order["type"] for order in self.orders(ask)}
        able = [kind for kind in self.with_forms() if kind not in WHERE_OFFERED or tag_of(kind) in offered]
        kinds = [kind for kind in able if kind not in AS_BUTTONS]
        made = self.action_forms(ask)
        return [*(form for kind in kinds for form in made.of(kind)), *(made.combined() if ask["kind"] in ACTS else ())]

    def action_forms(self, ask: Ask) -> ActionForms:
        choices = self.choices(ask.get("player", ""))
        return ActionForms(self.state, ask, choices, self.orders(ask), self.label, partial(self.foreseen, ask))

    def foreseen(self, ask: Ask, order: Command) -> Trial:
        """What an order would come to: its first roll with the chance, or why it is refused."""
        state = self._asked_alone(ask) if ask["kind"] == "commit_simultaneous" else self.state
        need: Need | None = None
        try:
            events: Sequence[Event] = self.game.decide(state, self.game.parse(order), TableDice(), GM)
        except NeedDice as wanted:
            need, events = wanted.need, wanted.events
        except KernelError as error:
            return Trial(refused=error)
        if is_hopeless(events):
            return Trial(f"{upper(HOPELESS)}.")
        if need is None or need.purpose == ACTION_DICE:
            return Trial("It takes no roll.")
        chance = f": {self.chance_of(need)}" if need.chance else ""
        return Trial(f"{upper(pool_of(need))}{chance.rstrip()}.")

    def choices(self, player: str) -> dict[str, Sequence[tuple[str, str]]]:
        """What forms offer: who and what is there, and what somebody fights with."""
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
        return gm_forms(self.state, FormContext(choices=self.choices("")))

    def anytime(self) -> Sequence[Form]:
        """What a player may do whoever is asked: something minor, surrender, agree to an end."""
        seats = {side.id for side in self.state.sides if side.seat in self.situation.seats}
        own = [(one.id, one.called) for one in self.state.characters if one.side in seats and not one.left]
        asking = FormContext(choices={**self.choices(""), "figure": own})
        agree = co.EndSkirmish.form._replace(title="Agree to end the Skirmish", fields=("reason",))
        ways = [form_of(co.EndSkirmish, asking, text=agree)]
        return [*(form_of(kind, asking) for kind in (co.MinorAction, co.Leave) if own), *ways]

    # Words

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
            case "climb":
                told = ["up one level" if command.get("levels", 1) > 0 else "down one level"]
            case "guard":
                told.insert(0, "guard")
            case "disarm" if not command.get("weapon"):
                told.insert(0, "bare hands")
        if command.get("interrupt"):
            told.append(exchanged(command["interrupt"]))
        return upper(", ".join(told)) or super().label(command)

    def words(self, one: LabelledField, value: Any) -> str:
        """What is ticked speaks for itself, names stand side by side, and numbers say of what."""
        if isinstance(value, bool):
            return lower(one.label.text) if value else ""
        if one.name == "interrupt":
            return ""
        if isinstance(value, list):
            return ", ".join(super(HachigokuQuestions, self).words(one, each) for each in value)
        if isinstance(value, int):
            return f"{lower(one.label.text)} {value}"
        if isinstance(value, dict):
            return ", ".join(f"{number} {name}" for name, number in value.items() if number)
        return super().words(one, value).replace("_", " ")


SET_UP = ("set_range", "set_cover", "set_ambush")
"""GM actions that are asked for before the first round."""
WHOLE = "Pass for the whole Moment"
HOPELESS = "no dice are left: it fails"
OPEN = ("attack", "move")
"""Groups of Actions that stand open."""
GROUPS = {
    "attack": "Attack",
    "maneuvers": "Attack with a maneuver",
    "bare": "Attack with bare hands",
    "move": "Move",
    "simple": "Simple action",
    "else": "Holds and captives",
}


def group_of(order: Command, *, armed: bool) -> str:
    """The group that an Action stands in; `armed`: who acts has a weapon at hand."""
    if order["type"] == "attack":
        if armed and not order.get("weapon"):
            return "bare"
        return "attack" if order.get("maneuvers", []) in ([], ["charge"]) else "maneuvers"
    return "move" if order["type"] in MOVEMENT else "simple" if order["type"] == "simple_action" else "else"


def is_hopeless(events: Sequence[Event]) -> bool:
    """Whether a roll has no dice left."""
    return any(isinstance(event, RollImpossible) for event in events)


def exchanged(faces: Sequence[int]) -> str:
    """The price of an interruption."""
    return f"in exchange for {' and '.join(map(str, faces))}"


def lower(words: str) -> str:
    """The words with a small letter at their beginning."""
    return words[:1].lower() + words[1:]


def raised(number: int) -> str:
    """Raises for Wounds in words. [HAC-RAISE-01]"""
    return f"{number}: TN +{5 * number}, {number} more Wound{'s' if number > 1 else ''}"


def pool_of(need: Need) -> str:
    """The dice of a roll, and what they have to reach.

    >>> pool_of(Need("attack", "a", "s1", (10, 10, 10), "HAC-ATK-05", roll="3k2", target=15))
    '3k2 against 15'
    """
    return need.roll + ("" if need.target is None else f" against {need.target}")


def shown_die(place: int, value: int, tens: int) -> str:
    """A die that may be kept: its value, and whether it shouted."""
    return f"Die {place}: {value}" + (", a banzai die" if tens else "")
