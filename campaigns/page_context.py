"""Context of pages and admin sheets: names, histories, why values are what they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from campaigns import event_codec
from campaigns.domain.campaign.house_rules import progression_of, switches_of
from campaigns.domain.campaign.state import Campaign as CampaignState
from campaigns.domain.company.events import (
    AbsenceSet,
    CoreRaised,
    HeroFateSet,
    HeroRecruited,
    InjuryTaken,
    ItemLost,
    LevelGained,
    SpellChosen,
    TalentChosen,
)
from campaigns.domain.company.state import Company as CompanyState
from campaigns.domain.history import Entry, Step, why
from campaigns.games import ruled, switches_in_words
from campaigns.loading import LoadedStream
from campaigns.models import Company, Hero
from campaigns.narration import Names, by, plainly, tell
from campaigns.projection_fields import Standards
from campaigns.replay_links import replay_of_cause
from campaigns.service import history_of
from matches.rulebooks import rule_text
from rules.kernel.progression import ChoiceKind, Figure
from rules.kernel.reading import plain
from web.templatetags.sentences import sentence

CHOICES = (CoreRaised, TalentChosen, SpellChosen)
WATCHED = (HeroFateSet, InjuryTaken, AbsenceSet, ItemLost)
"""What is watched in the replay; the rest of what a battle did to somebody comes of it."""
LISTS = ("equipment", "talents", "spells", "injuries", "spent")
"""What a hero has several of."""
ASKED_WHY = (*LISTS, "level", "xp", "standing", "absence")
"""The fields of a hero, besides its stats, of which a sheet says what made them so."""
NEWEST = 50
"""So many events a sheet tells; the stream in the log has them all."""


@dataclass(frozen=True, slots=True)
class Line:
    """An event as a sheet tells it. `replay` is where it can be watched what caused it, if a match did.

    `moment` is the same where that was one event of the match, and not the match as a whole, and `watched` where that
    is worth a look among the other lines of its battle. `rule` is that by which
    it happened, where the event names one, and `words` what it says, and what the house has set instead.
    """

    number: int
    at: str
    text: str
    reason: str
    actor: str
    replay: str
    moment: str
    watched: str
    rule: str
    words: str


@dataclass(frozen=True, slots=True)
class Change:
    """An event that made a value another. `level`: of a choice, the last level that its hero had gained by then."""

    old: str
    new: str
    line: Line
    level: Line | None


class Value(NamedTuple):
    """A value of a hero: its path, its name, the full value, and what is left of it where some is lost.

    `worn` comes on top, by its kit and its talents.
    """

    field: str
    name: str
    full: int
    left: int | None
    worn: int = 0


class Why(NamedTuple):
    """Why a value of a hero is what it is: its name, what it is now, how much of it is lost for now, and the events.

    `wounds`: of a stat, those that took some of it for now, or gave that back.
    """

    value: str
    now: str
    lost: int
    steps: list[Change]
    wounds: list[Change]


def names_of(campaign: CampaignState, company: CompanyState | None = None) -> Names:
    """Whom the events of a campaign, and of one of its companies, name."""
    game = progression_of(campaign.game)
    known = Names(words=game.words)
    switches = switches_of(campaign.game, campaign.rules)
    acts = {key: act.title for key, act in game.recovery.acts(switches).items()}
    return Names(
        game=campaign.game,
        words={**acts, **game.words},
        halls=bool(game.halls.upgrades(switches)),
        ruled=ruled(campaign, known.word),
        switches=switches_in_words(campaign.game),
        heroes={hero.id: hero.name for hero in company.heroes.values()} if company else {},
        fighters=Fighters(campaign.id),
        companies=company_names(campaign.id),
        people={one.account: one.name for one in campaign.people.values()},
        battles={match: number for number, match in enumerate(campaign.battles, 1)},
    )


def company_names(campaign: str) -> Mapping[str, str]:
    """By id the names of the companies of a campaign."""
    return {str(pk): name for pk, name in Company.objects.filter(campaign=UUID(campaign)).values_list("pk", "name")}


class Fighters(Mapping[tuple[str, str], str]):
    """By company and id the names of the heroes of a campaign; read when the first is asked for."""

    def __init__(self, campaign: str) -> None:
        self._campaign = campaign

    @cached_property
    def _names(self) -> dict[tuple[str, str], str]:
        heroes = Hero.objects.filter(company__campaign=UUID(self._campaign)).values_list("company", "hero", "name")
        return {(str(company), hero): name for company, hero, name in heroes}

    def __getitem__(self, key: tuple[str, str]) -> str:
        return self._names[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def line(entry: event_codec.HistoryEntry, names: Names) -> Line:
    """An event as a sheet tells it."""
    replay, because = replay_of_cause(entry.event), getattr(entry.event, "because", None)
    rule = getattr(entry.event, "rule", "")
    moment = replay if because is not None and because.event else ""
    return Line(
        number=entry.recorded.version,
        at=f"{entry.at:%Y-%m-%d %H:%M} UTC",
        text=tell(entry.event, names, entry.recorded.actor),
        reason=getattr(entry.event, "reason", ""),
        actor=by(entry.recorded.actor),
        replay=replay,
        moment=moment,
        watched=moment if isinstance(entry.event, WATCHED) else "",
        rule=rule,
        words=rule_in_words(rule, names),
    )


def rule_in_words(rule: str, names: Names) -> str:
    """What a rule says, and what the house has set instead of it."""
    text = rule_text(names.game, rule) if rule and names.game else ""
    return f"{sentence(text)} {names.ruled[rule]}" if text and rule in names.ruled else text


def newest(loaded: LoadedStream, names: Names) -> list[Line]:
    """The last events of a campaign or a company, the newest first."""
    entries = list(history_of(loaded, max(0, loaded.version - NEWEST)))
    return [line(one, names) for one in reversed(entries)]


def steps(found: Iterable[Step], entries: Mapping[int, event_codec.HistoryEntry], names: Names) -> Iterator[Change]:
    """The steps of `history.why` as a sheet tells them; that somebody came with nothing of it is none."""
    nothing = names.value(None)
    for step in found:
        if step.old is None and names.value(step.new) == nothing:
            continue
        event = step.entry.event
        level = _level_before(step.entry, entries) if isinstance(event, CHOICES) else None
        what = line(entries[step.entry.version], names)
        if isinstance(event, HeroRecruited):
            what = replace(what, text=_joined(event.figure, names))
        yield Change(names.value(step.old), names.value(step.new), what, line(level, names) if level else None)


def _joined(figure: Figure, names: Names) -> str:
    """A hero who joined, with the race, which decides the first stats."""
    race = names.word(figure.race)
    what = f" as {'an' if race[0] in 'aeiou' else 'a'} {race.capitalize()}" if figure.race else ""
    return f"{figure.name} joins{what}."


def _level_before(choice: Entry, entries: Mapping[int, event_codec.HistoryEntry]) -> event_codec.HistoryEntry | None:
    before = (entries[version] for version in range(choice.version - 1, 0, -1))
    levels = (one for one in before if isinstance(one.event, LevelGained) and one.event.hero == choice.event.hero)
    return next(levels, None)


def values(standards: Standards, hero: Figure) -> list[Value]:
    """The stats of a hero."""
    entries = standards.progression.entries(standards.rules)
    titles = {**{stat: one.title for stat, one in entries.items()}, **standards.progression.stat_titles}
    worn = standards.progression.trade.worn(standards.rules, hero)
    return [
        Value(
            f"stats.{stat}",
            titles.get(stat) or plainly(f"stats.{stat}"),
            full,
            full - hero.carried[stat] if hero.carried.get(stat) else None,
            worn.get(stat, 0),
        )
        for stat, full in hero.stats.items()
    ]


def why_of(field: str, hero: Figure, entries: Mapping[int, event_codec.HistoryEntry], names: Names) -> Why | None:
    """The events of its company, `told`, that made a value of a hero what it is; None where it has no such value."""
    name, _, stat = field.partition(".")
    if not (field in ASKED_WHY or (name == "stats" and stat in hero.stats)):
        return None

    def found(path: str) -> list[Change]:
        return list(steps(why((one.entry for one in entries.values()), path, hero.id), entries, names))

    now = str(hero.stats[stat]) if stat else listed(getattr(hero, name), names)
    wounds = [_lost(one, names) for one in found(f"carried.{stat}")] if stat else []
    return Why(plainly(field), now, hero.carried.get(stat, 0), found(field), wounds)


def _lost(change: Change, names: Names) -> Change:
    """A change of what is lost of a stat: nothing is 0."""
    nothing = names.value(None)
    old, new = ("0" if one == nothing else one for one in (change.old, change.new))
    return replace(change, old=old, new=f"{new} lost")


def listed(value: Any, names: Names) -> str:
    """A value of a hero in words: ``none`` where it is an empty list."""
    return names.value(plain(value)) if value not in ((), {}) else "none"


def by_version(loaded: LoadedStream) -> dict[int, event_codec.HistoryEntry]:
    """All events of a campaign or a company by their numbers."""
    return {entry.recorded.version: entry for entry in history_of(loaded)}


def choices_in_words(game: str, owed: Mapping[ChoiceKind, int], one: str = "") -> list[str]:
    """The open choices of a hero, in the words of its game; `one` stands before a single choice.

    >>> choices_in_words("istra", {"core": 1, "talent": 2}), choices_in_words("istra", {"core": 1}, "a ")
    (['Core Stat', '2 talents'], ['a Core Stat'])
    """
    choices = progression_of(game).growth.choices
    return [f"{one}{choices[kind]}" if count == 1 else f"{count} {choices[kind]}s" for kind, count in owed.items()]


def orders_words(company: Company) -> str:
    """What is being built in the hall of a company, and for which downtime; its campaign must have been fetched."""
    words = progression_of(company.game).words
    built = [
        f"{words.get(order['upgrade']) or plainly(order['upgrade'])} in downtime {order['ready']}"
        for order in company.summary.get("orders", ())
    ]
    return f"{', '.join(built)} (now: {company.campaign.downtime})"
