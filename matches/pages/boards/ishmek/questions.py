"""What Ishmêk draws otherwise than any game: actions with what goes into their rolls, placements, pushes, odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from matches.documents import plain
from matches.pages.boards.base import Choice, Group, Question
from matches.pages.boards.common import signed, upper
from matches.pages.boards.ishmek.narration import Names
from matches.pages.boards.ishmek.walking import walk_form
from matches.pages.boards.questions import Ask, Questions
from matches.pages.boards.squares import square_words
from rules.ishmek.arena import SCORING_SQUARES, flight_path
from rules.ishmek.commands import ABILITIES, ACTIONS, CONTESTS, SLOTS, Act, BurnMove, Drop, Stand
from rules.ishmek.decide.action_checks import BURNS
from rules.ishmek.questions import find
from rules.kernel.messages import tag_of
from rules.kernel.previews import Preview, preview
from web.pages.command_forms import FormContext, field_for
from web.pages.fields import Command, Field, Form

OTHER_EFFORT, WITH_THESE = "Another skill, Burn or spell", "Roll with what is chosen here"
NO_ROLL = ("dash", "cast_spell")
AIMS = {
    "control": "to take the orb",
    "seize": "to seize the orb",
    "intercept": "to catch the orb",
    "propel": "to throw as meant",
    "push_pull": "to move them",
    "grip": "to keep the orb",
    "stumble": "to stay on their feet",
}
FOUL = "Always noticed: play is rewound to before it, and the player sits out until a point is scored."


class IshmekQuestions(Questions):
    """The questions of a match of Ishmêk."""

    names: Names
    aims = AIMS

    def effort(self, abilities: Sequence[str], spells: Sequence[str], slots: Sequence[str] = ()) -> FormContext:
        """What may go into a skill roll, with what was chosen."""
        choices = {
            "ability": [(name, ABILITIES[name]) for name in abilities],
            "burn": [(str(points), f"+{points}" if points else "none") for points in BURNS],
            "spell": [(name, f"{name} (+4, a slot)") for name in spells],
            "slot": [(slot, SLOTS[slot]) for slot in slots],
        }
        return FormContext(choices=choices, now=self.how)

    # The next skill roll

    def options(self, asks: Sequence[Ask]) -> list[Field]:
        """What goes into the next skill roll, as far as it can make a difference now."""
        acting = [ask for ask in asks if ask["kind"] in ("go", "window")]
        names = {order["name"] for ask in acting for order in self.orders(ask) if order["type"] in ("act", "react")}
        slots = [slot for ask in acting for slot in ask["options"].get("slots", ())]
        spells = sorted({spell for ask in acting for spell in self.spells(ask)})
        wanted = {
            "slot": len(slots) > 1,
            "ability": names - set(NO_ROLL),
            "burn": names - set(NO_ROLL),
            "spell": spells and names - set(NO_ROLL),
            "lob": "propel" in names,
            "intent": "push_pull" in names,
        }
        asking = self.effort(list(ABILITIES), spells, slots)
        return [field_for(Act, name, asking) for name, is_wanted in wanted.items() if names and is_wanted]

    def slot(self, ask: Ask) -> str:
        slots = ask["options"]["slots"]
        wanted = self.how.get("slot", "")
        return wanted if wanted in slots else next(iter(slots), "")

    def spells(self, ask: Ask) -> list[str]:
        player = find(self.state, ask["player"])
        able = player is not None and player.cast_mod is not None and player.slots_l1
        return [spell.name for spell in player.spells_l1] if player is not None and able else []

    def with_effort(self, command: Command) -> Command:
        """A legal command with what was chosen for its roll."""
        name, chosen = command["name"], self.how
        if name in NO_ROLL:
            return command
        fields = {
            "ability": "" if name == "push_pull" and chosen.get("ability") == "cast" else chosen.get("ability"),
            "burn": int(chosen.get("burn") or 0),
            "spell": "" if "spell" in command else chosen.get("spell"),
            "intent": name == "push_pull" and bool(chosen.get("intent")),
        }
        return command | {field: value for field, value in fields.items() if value}

    # Actions on the own go, reactions in a window

    def ask_go(self, ask: Ask) -> Question:
        slot, by_type = self.slot(ask), dict[str, list[Command]]()
        for order in self.orders(ask):
            by_type.setdefault(order["type"], []).append(order)
        left = ask["options"]["movement_left"]
        other = [self.other(order) for kind in (Stand, BurnMove, Drop) for order in by_type.get(tag_of(kind), ())]
        acts = [order for order in by_type.get("act", ()) if order.get("slot", "action") == slot]
        groups = [
            *self.action_groups(ask, acts),
            Group("else", "Stand, drop, burn", other),
            self.offences(ask, "act", slot),
        ]
        command = {"type": "end_go", "player": ask["player"]}
        acts_left = any(not choice.refused for group in groups[:-2] for choice in group.choices)
        end = Choice(self.sentence_of(self.point.passing, ask), command, main=not left and not acts_left)
        forms = [walk_form(self, ask)] if "step" in by_type else ()
        return self.question(ask, [group for group in groups if group.choices], default=end, forms=forms)

    def ask_window(self, ask: Ask) -> Question:
        reacts = [order for order in self.orders(ask) if order["type"] == "react"]
        groups = [*self.action_groups(ask, reacts), self.offences(ask, "react", "reaction")]
        return self.question(ask, [group for group in groups if group.choices], forms=())

    def action_groups(self, ask: Ask, orders: Sequence[Command]) -> list[Group]:
        """The choices that a player has, a group an action."""
        lob = bool(self.how.get("lob"))
        made: dict[str, list[Choice]] = {}
        for order in orders:
            if order["name"] != "propel" or bool(order.get("lob")) == lob:
                made.setdefault(order["name"], []).append(self.action(ask, self.with_effort(order)))
        return [
            Group(
                name,
                title,
                sorted(made[name], key=lambda choice: (bool(choice.refused), _place(choice))),
                note="Click a highlighted square or choose here." if name == "propel" else "",
            )
            for name, title in ACTIONS.items()
            if name in made
        ]

    def action(self, ask: Ask, command: Command) -> Choice:
        """An action as a button: what, against what, with which chance."""
        detail = []
        if command.get("propel_burn"):
            detail.append(f"burns {command['propel_burn']} for the distance")
        if command.get("burn"):
            detail.append(f"injury roll {signed(command['burn'])} afterwards")
        label, square = self.aim(command)
        warning = "Intent to injure: the umpires may notice." if command.get("intent") else ""
        found = self.try_choice(command, label, state=self._asked_alone(ask))
        told = ", ".join(filter(None, (found.detail, *detail)))
        return replace(found, detail=told, square=square, token=command.get("target") or "", warning=warning)

    def circumstances(self, seen: Preview) -> list[str]:
        if (need := seen.need) is None:
            return []
        against = "contest" if need.compare == "contest" else need.purpose
        return [f"DC {need.target}" if need.target is not None else against, signed(need.bonus)]

    def aim(self, command: Command) -> tuple[str, str]:
        """What an action is aimed at, in words and as a square of the board."""
        name, orb = command["name"], upper(self.names.orb(command.get("orb")))
        if name == "propel":
            path, bounces = self.course(command)
            wall = f", {len(bounces)} off the wall" if bounces else ""
            return f"{orb} to {square_words(path[-1])}{wall}", _at(path[-1])
        if name in ("control", "intercept"):
            return orb, _at(self.view["orbs"][command["orb"]]["at"])
        if name == "seize":
            far = f" with {command['spell']}" if command.get("spell") else ""
            return f"From {self.names.figure(command['target'])}{far}", ""
        if name == "push_pull":
            return self.names.figure(command["target"]), ""
        return str(command.get("spell") or ACTIONS[name]), ""

    def course(self, command: Command) -> tuple[Sequence[Sequence[int]], Sequence[int]]:
        """The squares of a propel, and where it meets a wall."""
        at = tuple(self.view["players"][command["player"]]["at"])
        mirror = self.state.rules.bounce == "mirror"
        return flight_path(at, tuple(command["direction"]), command["distance"], mirror)

    def other(self, command: Command) -> Choice:
        if "squares" not in command:
            label = f"Drop {self.names.orb(command['orb'])}" if "orb" in command else ""
            return Choice(label or self.label(command), command)
        squares = command["squares"]
        label = f"Burn for {squares} more square{'s' if squares > 1 else ''}"
        cost = f"injury roll +{4 * squares} afterwards"
        return Choice(label, command, detail=cost, warning="Costs an injury roll.")

    def offences(self, ask: Ask, kind: str, slot: str) -> Group:
        """The same action a second time: a foul that is always seen."""
        choices = []
        for name in dict.fromkeys(self.view["players"][ask["player"]]["used_names"]):
            command = {"type": kind, "player": ask["player"], "name": name, "as_foul": True}
            command |= {"slot": slot} if kind == "act" else {}
            if slot and name != "cast_spell" and not preview(self.game, self.state, command).refused:
                choices.append(Choice(f"{ACTIONS[name]} a second time", command, warning=FOUL))
        return Group("foul", "Foul: the same action twice", choices, note=FOUL)

    # Placement

    def ask_place(self, ask: Ask) -> Question:
        options, squares = ask["options"], ask["options"]["squares"]
        players = [*options["players"], *options.get("bench", ())]
        exact = len(players) == options["count"]
        offered = [(_at(at), square_words(at)) for at in squares]
        choices = tuple(offered if exact else [("", "not placed"), *offered])
        kept_free = {_at(scoring[-1]) for scoring in SCORING_SQUARES.values()}  # never all three [ISH-ARENA-08]
        proposed = [_at(at) for at in squares if _at(at) not in kept_free] if exact else []
        fields = tuple(
            Field(f"at-{player}", self.names.figure(player), "square", choices, at, required=exact)
            for player, at in zip(players, [*proposed, *[""] * len(players)], strict=False)
        )
        form = Form(
            "place",
            f"Place {self.names.team(ask['seat'])}",
            "Confirm this placement",
            fields,
            lambda values: {"type": "place", "team": ask["seat"], "squares": _placed(values)},
            note=f"{options['count']} on the back wall. Choose a player and a square, drag a token, or choose below.",
        )
        return self.question(ask, (), forms=[form])

    # Contests

    def form_context(self, ask: Ask) -> FormContext:
        options = ask["options"]
        return self.effort(options["abilities"], options.get("spells", ()))._replace(now={})

    def place(self, figure: str) -> str:
        return _at(self.view["players"][figure]["at"])

    def condition_of(self, figure: str) -> str:
        return "holds an orb" if self.view["players"][figure]["holds"] else ""

    def ask_defend(self, ask: Ask) -> Question:
        """The best skill at once; another one, Burn and spell are a form to be opened."""
        forms = [replace(form, title=OTHER_EFFORT, submit=WITH_THESE, folded=True) for form in self.forms(ask)]
        return self.question(ask, forms=forms)

    ask_forced_control = ask_defend

    def ask_choose(self, ask: Ask) -> Question:
        default, orders, groups = ask["default"], map(plain, self.game.legal(self.state)), list[Group]()
        for option, found in groupby(orders, itemgetter("option")):
            choices = [self.chosen(order, ask["options"]["moved"]) for order in found]
            groups.append(Group(option, CONTESTS[option], choices, open=not groups))
        passing = "Straight on, all the way" if default["option"] == "push" else "Leave it"
        return self.question(ask, groups, default=Choice(passing, dict(default), main=True))

    def chosen(self, command: Command, moved: str) -> Choice:
        """What may become of who was pushed."""
        at = self.view["players"][moved]["at"]
        if command["option"] == "leave":
            return Choice("Nobody moves", command)
        if command.get("path"):
            words = " → ".join(square_words(step) for step in command["path"])
            return Choice(words, command, square=_at(command["path"][-1]))
        if command["option"] == "floor":
            return Choice("Do not move them", command, square=_at(at))
        squares = command.get("squares") or 1
        away = self.view["players"][command["player"]]["at"]
        end = [at[i] + squares * ((at[i] > away[i]) - (at[i] < away[i])) for i in (0, 1)]
        return Choice(f"{squares} square{'s' if squares > 1 else ''} straight on", command, square=_at(end))


def _at(square: Sequence[int] | None) -> str:
    return f"{square[0]},{square[1]}" if square else ""


def _place(choice: Choice) -> tuple[int, ...]:
    return tuple(map(int, choice.square.split(","))) if choice.square else ()


def _placed(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name.removeprefix("at-"): at for name, at in values.items() if name.startswith("at-") and at is not None}
