"""What all games' logs have in common, in words: the table's own events and the facts of a match."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import gcd
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from matches.pages.boards.base import Narration
from rules.kernel.moments import KeyMoments

Event = Mapping[str, Any]
Name = Callable[[str], str]
_ID = re.compile(r"[\w-]+")


class Naming(Protocol):
    """A game's names of whoever an event speaks of."""

    def anybody(self, name: str, /) -> str:
        """Somebody by their id."""


N = TypeVar("N", bound=Naming)


def percent(chance: tuple[int, int] | list[int] | None) -> str:
    """A chance as a percentage, rounded; nearly nothing and nearly certain keep their sign.

    >>> percent((9, 20)), percent((1, 400)), percent((399, 400)), percent((20, 20))
    ('45 %', '< 1 %', '> 99 %', '100 %')
    """
    if chance is None:
        return ""
    good, all_ways = chance
    share = (200 * good + all_ways) // (2 * all_ways)
    if share == 0 and good:
        return "< 1 %"
    if share == 100 and good < all_ways:
        return "> 99 %"
    return f"{share} %"


def fraction(chance: tuple[int, int] | list[int] | None) -> str:
    """A chance as a fraction in lowest terms.

    >>> fraction((190, 400)), fraction((0, 20))
    ('19/40', '0')
    """
    if chance is None:
        return ""
    good, all_ways = chance
    shared = gcd(good, all_ways) or 1
    return f"{good // shared}/{all_ways // shared}" if 0 < good < all_ways else str(good // all_ways)


def signed(number: int) -> str:
    """A modifier with its sign.

    >>> signed(3), signed(-4), signed(0)
    ('+3', '−4', '+0')
    """
    return f"−{-number}" if number < 0 else f"+{number}"


def by_name(text: str, names: Mapping[str, str]) -> str:
    """A text of the rules, which know people by their ids, with their names instead.

    >>> by_name("a1 does not see b1.", {"a1": "Ylva", "b1": "Orm", "b12": "Tosti"})
    'Ylva does not see Orm.'
    """
    return _ID.sub(lambda word: names.get(word[0], word[0]), text)


def reason(event: Event, field: str = "reason") -> str:
    """The end of a sentence: the reason somebody gave, and its stop.

    >>> reason({"reason": "The whistle had gone."}), reason({"reason": "rain"}), reason({})
    (': The whistle had gone.', ': rain.', '.')
    """
    words = str(event.get(field) or "").strip()
    stop = "" if words.endswith((".", "!", "?", "…")) else "."
    return f": {words}{stop}" if words else "."


def _opened(event: Event) -> Narration:
    kinds = event.get("dice", {})
    words = {"house": "house dice", "table": "dice from the table"}
    rolled = " and ".join(sorted({words[kind] for kind in kinds.values() if kind in words}))
    source = ", forked from another match" if event.get("origin") else ""
    return Narration(f"The match is created with {rolled}{source}.", "small")


def _asked(event: Event, name: Name) -> str:
    return name(str(event.get("player") or event["seat"]))


def _standing(event: Event, name: Name) -> Narration:
    who = _asked(event, name)
    what = "passes on reactions" if event["answer"] == "pass" else "takes the default answer"
    return Narration(f"{who} {what} until the end of the {event['until']}.", "small")


def _rewound(event: Event) -> Narration:
    return Narration(f"Rewound to event {event['to']}{reason(event)}", "key", "rewind")


def _holder(event: Event) -> str:
    holder = event.get("holder") or event.get("gm") or {}
    return str(holder.get("name", "Someone"))


def _hosted(event: Event) -> Narration:
    runs = event.get("gm")
    text = f"{_holder(event)} runs “{event['title']}”." if runs else f"The match is titled “{event['title']}”."
    return Narration(text, "small")


def _co_gms(event: Event) -> str:
    names = [str(holder["name"]) for holder in event["co_gms"]] or ["Nobody"]
    return f"{' and '.join(names)} run{'s' if len(names) == 1 else ''} the match with the GM."


def _joined(event: Event) -> Narration:
    sides = [str(side["name"]) for side in event["sides"].values()]
    kinds = {"counting": "A battle", "friendly": "A friendly battle", "invasion": "An invasion battle"}
    return Narration(f"{kinds.get(event['kind'], 'A battle')} of a campaign: {' against '.join(sides)}.", "small")


def _faces(event: Event) -> str:
    return ", ".join(map(str, event["faces"]))


_TABLE: dict[str, Callable[[Event], Narration]] = {
    "match_opened": _opened,
    "secret_revealed": lambda _: Narration(
        "The secret of the house dice is published: anyone can recompute every die.", "small"
    ),
    "command_opened": lambda _: Narration("A command is waiting for its dice.", "small"),
    "dice_entered": lambda e: Narration(f"Dice entered: {_faces(e)}.", "small"),
    "dice_corrected": lambda e: Narration(f"Die {e['index'] + 1} corrected to {e['face']}{reason(e)}", "small"),
    "rewound": _rewound,
    "play_paused": lambda e: Narration(f"The GM pauses play{reason(e)}", "key", "pause"),
    "play_resumed": lambda e: Narration(f"The GM resumes play{reason(e)}", "key"),
    "match_abandoned": lambda e: Narration(f"The match is abandoned{reason(e)}", "key", "end"),
    "match_hosted": _hosted,
    "campaign_joined": _joined,
    "title_set": lambda e: Narration(f"The match is now titled “{e['title']}”.", "small"),
    "visibility_set": lambda e: Narration(f"The match is now {e['visibility']}.", "small"),
    "seats_opened": lambda e: Narration(
        f"Free seats are {'open to anyone' if e['open'] else 'by invitation only'}.", "small"
    ),
    "co_gms_set": lambda e: Narration(_co_gms(e), "small"),
    "gm_set": lambda e: Narration(f"{_holder(e)} is now the GM.", "small"),
}


_NAMING: dict[str, Callable[[Event, Name], Narration]] = {
    "salt_added": lambda e, name: Narration(f"{name(e['seat'])} adds a salt to the house dice.", "small"),
    "seat_taken": lambda e, name: Narration(f"{_holder(e)} takes the seat of {name(e['seat'])}.", "small"),
    "seat_left": lambda e, name: Narration(f"The seat of {name(e['seat'])} is free again.", "small"),
    "standing_set": _standing,
    "standing_cleared": lambda e, name: Narration(f"{_asked(e, name)} will be asked again.", "small"),
}


def told_by_table(event: Event, name: Name) -> Narration | None:
    """An event that belongs to no game, in words; None where the game has to tell it.

    `name` knows people by their ids.
    """
    if event.get("redacted"):
        return Narration("Hidden for now.", "small")
    if naming := _NAMING.get(str(event["type"])):
        return naming(event, name)
    teller = _TABLE.get(str(event["type"]))
    return teller(event) if teller is not None else None


class Telling(Generic[N]):
    """What tells the events of a game: `tellers` by wire name, for documents of `kinds`; `style` sets its words."""

    def __init__(
        self,
        tellers: Mapping[str, Callable[[Event, N], Narration | str]],
        kinds: Mapping[str, type[Any]],
        moments: KeyMoments,
        style: Callable[[str], str] = str,
    ) -> None:
        self._tellers = tellers
        self._moments = moments
        self._style = style
        self._defaults = {name: _defaults(kinds[name]) if name in kinds else {} for name in tellers}

    def tell(self, event: Event, names: N) -> Narration:
        """An event in words: the table's own, the game's, or its name where nobody tells it."""
        told = told_by_table(event, names.anybody)
        if told is not None:
            return told
        name = str(event["type"])
        teller = self._tellers.get(name)
        if teller is None:
            words = name.replace("_", " ")
            return Narration(f"{words[:1].upper()}{words[1:]}.", "small")
        said = teller({**self._defaults[name], **event}, names)
        told = said if isinstance(said, Narration) else Narration(said)
        return replace(told, text=self._style(told.text), moment=self._moments.kind_of(name, event))


def _defaults(kind: type[Any]) -> Mapping[str, Any]:
    """What an event says where its document leaves a field out."""
    fields = msgspec.structs.fields(kind)
    return {field.encode_name: field.default for field in fields if field.default is not msgspec.NODEFAULT}
