"""What all games' logs have in common, in words: the table's own events and the facts of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from typing import Any

from matches.pages.boards.base import Told

Event = Mapping[str, Any]
Name = Callable[[str], str]


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


def reason(event: Event, field: str = "reason") -> str:
    """The end of a sentence: the reason somebody gave, and its stop.

    >>> reason({"reason": "The whistle had gone."}), reason({"reason": "rain"}), reason({})
    (': The whistle had gone.', ': rain.', '.')
    """
    words = str(event.get(field) or "").strip()
    stop = "" if words.endswith((".", "!", "?", "…")) else "."
    return f": {words}{stop}" if words else "."


def _opened(event: Event) -> Told:
    kinds = event.get("dice", {})
    words = {"house": "house dice", "table": "dice from the table"}
    rolled = " and ".join(sorted({words[kind] for kind in kinds.values() if kind in words}))
    source = ", forked from another match" if event.get("origin") else ""
    return Told(f"The match opens with {rolled}{source}.", "small")


def _asked(event: Event, name: Name) -> str:
    return name(str(event.get("player") or event["seat"]))


def _standing(event: Event, name: Name) -> Told:
    who = _asked(event, name)
    what = "lets windows go by" if event["answer"] == "pass" else "takes the default of whatever is asked"
    return Told(f"{who} {what} until the end of the {event['until']}.", "small")


def _rewound(event: Event) -> Told:
    return Told(f"Play is turned back to event {event['to']}{reason(event)}", "key", "rewind")


def _holder(event: Event) -> str:
    holder = event.get("holder") or event.get("gm") or {}
    return str(holder.get("name", "Somebody"))


def _hosted(event: Event) -> Told:
    runs = event.get("gm")
    text = f"{_holder(event)} runs “{event['title']}”." if runs else f"The match is called “{event['title']}”."
    return Told(text, "small")


def _faces(event: Event) -> str:
    return ", ".join(map(str, event["faces"]))


_TABLE: dict[str, Callable[[Event], Told]] = {
    "match_opened": _opened,
    "secret_revealed": lambda _: Told(
        "The secret of the house dice is published: every die can be recomputed.", "small"
    ),
    "command_opened": lambda _: Told("A command waits for its dice.", "small"),
    "dice_entered": lambda e: Told(f"Dice are typed in: {_faces(e)}.", "small"),
    "dice_corrected": lambda e: Told(f"Die {e['index'] + 1} is corrected to {e['face']}{reason(e)}", "small"),
    "rewound": _rewound,
    "play_paused": lambda e: Told(f"The GM pauses play{reason(e)}", "key", "pause"),
    "play_resumed": lambda e: Told(f"Play goes on{reason(e)}", "key"),
    "match_abandoned": lambda e: Told(f"The match is abandoned{reason(e)}", "key", "end"),
    "match_hosted": _hosted,
    "title_set": lambda e: Told(f"The match is called “{e['title']}”.", "small"),
    "visibility_set": lambda e: Told(f"The match is {e['visibility']} now.", "small"),
    "seats_opened": lambda e: Told(f"Free seats are {'open to all' if e['open'] else 'by invitation'}.", "small"),
    "gm_set": lambda e: Told(f"{_holder(e)} runs the match now.", "small"),
}


_NAMING: dict[str, Callable[[Event, Name], Told]] = {
    "salt_added": lambda e, name: Told(f"A salt for {name(e['seat'])} goes into the house dice.", "small"),
    "seat_taken": lambda e, name: Told(f"{_holder(e)} takes the seat of {name(e['seat'])}.", "small"),
    "seat_left": lambda e, name: Told(f"The seat of {name(e['seat'])} is free again.", "small"),
    "standing_set": _standing,
    "standing_cleared": lambda e, name: Told(f"{_asked(e, name)} wants to be asked again.", "small"),
}


def told_by_table(event: Event, name: Name) -> Told | None:
    """An event that belongs to no game, in words; None where the game has to tell it.

    `name` knows people by their ids.
    """
    if event.get("redacted"):
        return Told("Something that is hidden for now.", "small")
    if naming := _NAMING.get(str(event["type"])):
        return naming(event, name)
    teller = _TABLE.get(str(event["type"]))
    return teller(event) if teller is not None else None
