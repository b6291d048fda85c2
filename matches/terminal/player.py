"""Playing a match in the terminal: it says who must decide what, lists what may be answered, and asks for dice."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from matches import service
from matches.documents import need_document, plain
from matches.errors import DiceWanted
from matches.loading import LoadedMatch, load_match
from matches.pages.gm_forms import gm_forms
from matches.terminal.prompting import command_typed
from web.errors import Refusal
from web.pages.fields import Form
from web.people import THE_HOUSE

MOST_LISTED = 40
ALL = "*"

Say = Callable[[str], object]
Ask = Callable[[str], str]


class PlayerLeft(Exception):
    """Whoever plays has had enough for now; the match waits."""


class Player:
    """Plays a match from where it stands, for all seats: by bots where there is one, else by who sits at the keys.

    `bots`: seat (or "*" for all) → name of a bot. `roll`: dice that are wanted from the table are rolled here.
    """

    def __init__(
        self, match_id: uuid.UUID, bots: Mapping[str, str], *, say: Say, ask: Ask, roll: bool, rng: Random
    ) -> None:
        self.match_id = match_id
        self.say, self.ask, self.rng = say, ask, rng
        self.bots = dict(bots)
        self.roll = roll

    def play(self, most: int | None = None) -> LoadedMatch:
        """Play until the match is over, whoever plays has had enough, or `most` commands were given."""
        given = 0
        while True:
            match = load_match(self.match_id)
            asks = match.pending().asks
            if not asks or (most is not None and given >= most):
                return match
            try:
                if match.table.opened is not None:
                    self._tell(service.give_command(THE_HOUSE, self.match_id, self._dice(match)))
                    continue
                self._decide(match, asks[0].seat)
                given += 1
            except DiceWanted as wanted:
                self.say(wanted.message)
            except Refusal as refusal:
                self.say(f"Refused: {refusal.message} ({refusal.rule or refusal.code})")
                if self._bot(asks[0].seat) is not None:
                    raise
            except PlayerLeft:
                return load_match(self.match_id)

    def _decide(self, match: LoadedMatch, seat: str) -> None:
        bot = self._bot(seat)
        if bot is not None:
            choose = match.ruleset.bots()[bot]
            self._tell(service.give_command(THE_HOUSE, self.match_id, plain(choose(match.state, self.rng))))
            return
        for ask in match.pending().asks:
            self.say(f"{ask.seat}: {ask.why} [{ask.kind}, {ask.rule}]")
        legal = service.legal_commands(THE_HOUSE, self.match_id, limit=MOST_LISTED)
        for number, entry in enumerate(legal["commands"], 1):
            self.say(f"{number:>4}  {entry['seat']:<6} {_words(entry['command'])}")
        if legal["more"]:
            self.say("      … and more: type any command as JSON.")
        forms = gm_forms(match)
        command = self._chosen([entry["command"] for entry in legal["commands"]], forms)
        if command is not None:
            self._tell(service.give_command(THE_HOUSE, self.match_id, command))

    def _chosen(self, listed: Sequence[dict[str, Any]], forms: Mapping[str, Form]) -> dict[str, Any] | None:
        """The command typed: a number of the list, a GM action, JSON, or q. None for what is none of these."""
        typed = self._typed("Number, GM action (? lists them), JSON, or q: ")
        if typed == "?":
            for name, form in forms.items():
                self.say(f"      {name:<20} {form.title}")
            return None
        if typed.isdigit() and 1 <= int(typed) <= len(listed):
            return listed[int(typed) - 1]
        if typed in forms:
            return command_typed(forms[typed], self.say, self._typed)
        try:
            command = msgspec.json.decode(typed)
        except (msgspec.DecodeError, RecursionError):
            command = None
        if isinstance(command, dict):
            return command
        self.say("That is neither a number of the list nor a GM action nor a command.")
        return None

    def _dice(self, match: LoadedMatch) -> dict[str, Any]:
        """The dice that are waited for: rolled here, or as they were typed."""
        need = need_document(match, THE_HOUSE) or {}
        if self.roll:
            faces = [secrets.randbelow(sides) + 1 for sides in need.get("sides", ())]
            return {"type": "dice", "faces": faces}
        against = f" against {need['target']}" if need.get("target") is not None else ""
        typed = self._typed(f"{need.get('roll', 'dice')} for {need.get('purpose')} by {need.get('by')}{against}: ")
        words = typed.replace(",", " ").split()
        return {"type": "dice", "faces": [int(word) if word.isdigit() else word for word in words]}

    def _typed(self, prompt: str) -> str:
        try:
            typed = self.ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise PlayerLeft from None
        if typed.lower() in ("q", "quit"):
            raise PlayerLeft
        return typed

    def _bot(self, seat: str) -> str | None:
        return self.bots.get(seat, self.bots.get(ALL))

    def _tell(self, answer: service.Answer) -> None:
        for event in answer.events:
            fields = {name: value for name, value in event.items() if name not in ("n", "type", "recorded_at")}
            if event["type"] != "decided":
                self.say(f"{event['n']:>6}  {event['type']:<20} {_words(fields)}")


def _words(fields: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={msgspec.json.encode(value).decode()}" for name, value in fields.items())
