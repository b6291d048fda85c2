"""Events in words: by the sentences that stand on their classes, and by functions for those that take more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from matches.facts import FACTS
from matches.pages.boards.base import Narration
from matches.pages.boards.common import DICE, reason, upper
from rules.kernel.messages import Event as Kind
from rules.kernel.sentences import Sentence, Word, without_names
from rules.kernel.table_events import TABLE_EVENTS
from web.pages.fields import Stroke

Event = Mapping[str, Any]
"""A document of an event, as it comes from the log."""


class Naming(Protocol):
    """A game's names of whoever an event speaks of."""

    def anybody(self, name: object, /) -> str: ...


N = TypeVar("N", bound=Naming)
Teller: TypeAlias = Callable[[Event, N], Narration | str]
Drawing: TypeAlias = Callable[[Event, N], tuple[Stroke, ...]]
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Narrator(Generic[N]):
    """Tells events of `kinds`, by wire name: those with a sentence by it, the others by their function in `tellers`.

    `words`: how fields are said. A teller that answers with a text alone leaves the weight to the class. `drawn`: what
    is drawn for an event.
    """

    def __init__(
        self,
        kinds: Mapping[str, type[Kind]],
        words: Mapping[str, Word[N]],
        tellers: Mapping[str, Teller[N]] = NOTHING,
        drawn: Mapping[str, Drawing[N]] = NOTHING,
    ) -> None:
        self._kinds = kinds
        self.tellers = tellers
        self.drawn = drawn
        self._sentences = {name: _by_sentence(kind, words) for name, kind in kinds.items() if kind.says}
        self._defaults = {name: _defaults(kind) for name, kind in kinds.items()}

    def tell(self, event: Event, names: N) -> Narration | None:
        """An event in words; None where neither a sentence nor a function tells it."""
        name = str(event["type"])
        teller = self._sentences.get(name) or self.tellers.get(name)
        if teller is None:
            return None
        kind, full = self._kinds[name], {**self._defaults[name], **event}
        told = teller(full, names)
        text, weight = (told.text, told.weight) if isinstance(told, Narration) else (told, kind.weight)
        strokes = self.drawn[name](full, names) if name in self.drawn else ()
        return Narration(self.styled(text), weight, _moment(kind, event), strokes)

    def styled(self, text: str) -> str:
        return text


def _by_sentence(kind: type[Kind], words: Mapping[str, Word[N]]) -> Teller[N]:
    sentence = Sentence(kind.says, words)
    return lambda event, names: sentence.filled_in(names, event.__getitem__)


def _moment(kind: type[Kind], event: Event) -> str:
    return kind.moment if kind.key_moment is Kind.key_moment else msgspec.convert(event, kind).key_moment()


def _defaults(kind: type[Any]) -> Mapping[str, Any]:
    fields = msgspec.structs.fields(kind)
    return {field.encode_name: field.default for field in fields if field.default is not msgspec.NODEFAULT}


class GameNarrator(Narrator[N]):
    """Tells the events of a game, those of the table among them."""

    def tell(self, event: Event, names: N) -> Narration:
        """An event in words: the table's own, the game's, or who did what by its name where nobody tells it."""
        told = table_narration(event, names) or super().tell(event, names)
        who, what = event.get("player") or event.get("by"), str(event["type"]).replace("_", " ")
        return told or Narration(self.styled(f"{names.anybody(who)} {what}." if who else f"{what}."), "small")

    def styled(self, text: str) -> str:
        return upper(text)


# The table's own events, and the facts of a match


def _opened(event: Event, _names: Naming) -> str:
    rolled = " and ".join(sorted({DICE[kind] for kind in event["dice"].values() if kind in DICE}))
    source = ", forked from another match" if event["origin"] else ""
    return f"The match is created with {rolled}{source}."


def _asked(event: Event, names: Naming) -> str:
    return names.anybody(event["player"] or event["seat"])


def _standing(event: Event, names: Naming) -> str:
    what = "passes on reactions" if event["answer"] == "pass" else "takes the default answer"
    return f"{_asked(event, names)} {what} until the end of the {event['until']}."


def _hosted(event: Event, _names: Naming) -> str:
    title = event["title"]
    return f"{_holder(event['gm'])} runs “{title}”." if event["gm"] else f"The match is titled “{title}”."


def _holder(person: Mapping[str, Any]) -> str:
    return str(person.get("name", "Someone"))


def _co_gms(event: Event, _names: Naming) -> str:
    names = [_holder(person) for person in event["co_gms"]] or ["Nobody"]
    return f"{' and '.join(names)} run{'s' if len(names) == 1 else ''} the match with the GM."


def _joined(event: Event, _names: Naming) -> str:
    sides = [str(side["name"]) for side in event["sides"].values()]
    kinds = {"counting": "A battle", "friendly": "A friendly battle", "invasion": "An invasion battle"}
    return f"{kinds.get(event['kind'], 'A battle')} of a campaign: {' against '.join(sides)}."


_WORDS: Mapping[str, Word[Naming]] = {
    "seat": lambda names, seat: names.anybody(seat),
    "holder": without_names(_holder),
    "reason": without_names(reason),
    "faces": without_names(lambda faces: ", ".join(map(str, faces))),
    "index": without_names(lambda index: str(index + 1)),
    "open": without_names(lambda is_open: "open to anyone" if is_open else "by invitation only"),
}
_TELLERS: Mapping[str, Teller[Naming]] = {
    "match_opened": _opened,
    "standing_set": _standing,
    "standing_cleared": lambda event, names: f"{_asked(event, names)} will be asked again.",
    "match_hosted": _hosted,
    "co_gms_set": _co_gms,
    "campaign_joined": _joined,
}
TABLE = Narrator[Naming]({**TABLE_EVENTS, **FACTS}, _WORDS, _TELLERS)


def table_narration(event: Event, names: Naming) -> Narration | None:
    """An event that belongs to no game, in words; None where the game has to tell it."""
    return Narration("Hidden for now.", "small") if event.get("redacted") else TABLE.tell(event, names)
