"""What is worth counting in a match, game by game: who began it, and its deeds and mishaps by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rules.kernel.messages import tag_of
from rules.kernel.rolls import Rolled

DETAILS = ("injury", "foul", "status", "until")
"""What tells events of one type apart, where they have it: which injury, which foul, out for how long."""


def named_details(events: Iterable[Any]) -> Iterator[str]:
    """The events that carry one of `DETAILS`, as "type: which"."""
    for event in events:
        for field in () if isinstance(event, Rolled) else DETAILS:
            value = getattr(event, field, None)
            if isinstance(value, str) and value:
                yield f"{tag_of(event)}: {value}"


# Storm of Istra

DEEDS: Mapping[str, str] = {
    "critical_hit": "critical hit",
    "critical_fumble": "critical fumble",
    "left_board": "left the board: {0.cause}",
    "reaction_used": "reaction: {0.reaction}",
    "talent_used": "talent: {0.talent}",
    "race_ability_used": "race ability: {0.ability}",
    "spell_cast": "spell: {0.spell}",
    "model_fell": "jump or fall",
}
"""What an event of a battle is counted as."""


def battle_details(events: Iterable[Any]) -> Iterator[str]:
    """The deeds of a battle, and by what each model that was taken out was hurt last."""
    attack, hurt = "", dict[str, str]()
    for event in events:
        name = tag_of(event)
        if name in DEEDS:
            yield DEEDS[name].format(event)
        if name == "combat_resolved":
            yield f"{event.kind}: {'hit' if event.attacker in event.winners else 'missed'}"
        elif name == "morale_rolled":
            yield f"morale: {'kept' if event.success else 'lost'}"
        elif name in ("attack_declared", "spell_cast"):
            attack = "spell" if name == "spell_cast" else event.kind
        elif name == "health_changed":
            hurt[event.model] = attack if event.cause == "attack" else event.cause
        elif name == "model_out":
            yield f"out by {hurt.get(event.model, 'the GM') if event.cause == 'health' else 'lost Core Stats'}"


class Telling(NamedTuple):
    """How the matches of a game are told: which event says who began, in which field; and what is counted."""

    began: tuple[str, str]
    details: Callable[[Iterable[Any]], Iterator[str]]


TELLINGS: Mapping[str, Telling] = {
    "ishmek": Telling(("initiative_set", "team"), named_details),
    "istra": Telling(("initiative_won", "seat"), battle_details),
}
PLAIN = Telling(("", ""), named_details)


def telling_of(ruleset: str) -> Telling:
    """How matches of a game are told; a game of which nothing is known here has its named details alone."""
    return TELLINGS.get(ruleset, PLAIN)


def who_began(telling: Telling, events: Iterable[Any]) -> str:
    """The seat that had the first move, by the first event that says so; "" where none does."""
    name, field = telling.began
    return next((str(getattr(event, field)) for event in events if tag_of(event) == name), "")
