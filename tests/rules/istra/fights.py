"""Fights in few words: `active` acts, or two stand in contact."""

from __future__ import annotations

from typing import Any

from rules.istra import events as ev
from tests.rules.every_game.rows import do, values
from tests.rules.istra.battles import Json, man, position
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import all_of as found, names, only as one

__all__ = [
    "NO_WINDOW",
    "SHOT",
    "STRIKE",
    "Fight",
    "conditions",
    "crowd",
    "duel",
    "engaged",
    "first_of",
    "found",
    "frames",
    "happens",
    "item",
    "one",
    "range_of",
    "reacts",
    "shoots",
    "sources",
    "strikes",
    "unloaded",
    "window",
]

STRIKE: Json = {"type": "melee", "model": "a", "target": "b"}
SHOT: Json = {"type": "shoot", "model": "a", "target": "b"}
ALL_SPELLS = ["fireball", "ray_of_frost", "lightning_fork"]


class Fight(Skirmish):
    """A skirmish in which `active` acts: models by `man`, the first list is side s1, the second s2."""

    def __init__(self, *models: list[Json], active: str = "a", rules: Json | None = None, **fields: Any) -> None:
        super().__init__(position(*models, active=active, **fields), rules)


def duel(a: Json | None = None, b: Json | None = None, *others: list[Json], **fields: Any) -> Fight:
    """`a` acts and is in contact with `b`; both are humans with one-handed weapons unless said otherwise."""
    armed: Json = {"equipment": ["one_handed"]}
    first, second = man("a", (1000, 1000), **(armed | (a or {}))), man("b", (1100, 1000), **(armed | (b or {})))
    mine, theirs = (*others, [], [])[:2]
    pairs = [["a", "b"], *fields.pop("engaged", [])]
    return Fight([first, *mine], [second, *theirs], engaged=pairs, **fields)


def range_of(gap: int, a: Json | None = None, b: Json | None = None, *others: list[Json], **fields: Any) -> Fight:
    """`a` with a bow acts; `b` stands so far off to the right, edge to edge."""
    shooter = man("a", (1000, 1000), **({"equipment": ["bow"]} | (a or {})))
    mine, theirs = (*others, [], [])[:2]
    return Fight([shooter, *mine], [man("b", (1100 + gap, 1000), **(b or {})), *theirs], **fields)


def mage(**fields: Any) -> Json:
    """A caster who knows all spells of the book."""
    return man("a", (1000, 1000), **({"class": "magic_user", "level": 3, "spells": ALL_SPELLS} | fields))


def spell_duel(b: Json | None = None, a: Json | None = None, *others: Json, **fields: Any) -> Fight:
    """The mage, and `b` 8 inches to the right."""
    return Fight([mage(**(a or {}))], [man("b", (1900, 1000), **(b or {})), *others], **fields)


def crowd(**fields: Any) -> Fight:
    """`a` with a bow acts; two friends of it are in contact with `b`."""
    friends = [man("a2", (2100, 1000)), man("a3", (2000, 1100))]
    return range_of(900, {}, {}, friends, engaged=[["a2", "b"], ["a3", "b"]], **fields)


# Commands for rows


def strikes(*dice: int, **fields: Any) -> Any:
    """a attacks b."""
    return do({**STRIKE, **fields}, *dice)


def shoots(*dice: int, **fields: Any) -> Any:
    """a shoots at b."""
    return do({**SHOT, **fields}, *dice)


def reacts(option: str, *dice: int, model: str = "b", **fields: Any) -> Any:
    """A model, b unless told, takes its reaction."""
    return do({"type": "react", "model": model, "option": option, **fields}, *dice)


def happens(command: Json, events: str, *dice: int) -> Any:
    """The command, and the names of all events that come of it."""

    def step(fight: Skirmish) -> None:
        assert names(fight.do(command, dice)) == events.split()

    return step


# Facts for rows


def first_of(kind: type[Any], **fields: Any) -> Any:
    """The first event of that class."""

    def check(fight: Fight) -> None:
        assert values(found(fight.events, kind)[0], fields) == fields

    return check


def engaged(*pairs: tuple[str, str]) -> Any:
    def check(fight: Skirmish) -> None:
        assert fight.state.engaged == pairs

    return check


def window(trigger: str, model: str) -> Any:
    """Which window is open, and for whom."""

    def check(fight: Fight) -> None:
        assert fight.asked() == (trigger, model)

    return check


NO_WINDOW = window("", "")


def frames(number: int) -> Any:
    """How many frames the agenda has."""

    def check(fight: Fight) -> None:
        assert len(fight.state.agenda) == number

    return check


def sources(adv: str = "", dis: str = "", roll: int = 0) -> Any:
    """The rules of advantages and disadvantages of a roll of the match, the first unless told."""

    def check(fight: Fight) -> None:
        made = found(fight.events, ev.RollMade)[roll]
        assert ([rule for _, rule in made.adv], [rule for _, rule in made.dis]) == (adv.split(), dis.split())

    return check


def conditions(model: str, *names: str) -> Any:
    """The names of a model's conditions, in order."""

    def check(fight: Fight) -> None:
        assert [condition.name for condition in fight[model].conditions] == list(names)

    return check


def unloaded(model: str, *weapons: str) -> Any:
    """Which weapons of a model are not loaded."""

    def check(fight: Skirmish) -> None:
        assert [load.weapon for load in fight[model].unloaded] == list(weapons)

    return check


def item(**fields: Any) -> Any:
    """Where the one item is, and who has it."""

    def check(fight: Skirmish) -> None:
        [thing] = fight.state.items
        assert {name: getattr(thing, name) for name in fields} == fields

    return check
