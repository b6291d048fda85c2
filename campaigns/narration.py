"""What happened in campaigns and companies, as sentences for people.

Most events have their sentence on their class: here are the words for its fields, and what tells the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from campaigns.domain.campaign import events as ca
from campaigns.domain.campaign.state import BattleKind
from campaigns.domain.company import events as co
from campaigns.domain.event_base import Change
from campaigns.game_clock import clock, duration
from rules.kernel.progression import AFTER_A_BATTLE, BY_THE_GM, Captive, Condition
from rules.kernel.sentences import Sentence, Word, without_names
from rules.kernel.switches import Switch, in_inches

Teller = Callable[[Any, "Names"], str]


@dataclass(frozen=True, slots=True)
class Names:
    """Who and what the ids in events stand for; an id that nobody knows stands for itself."""

    heroes: Mapping[str, str] = field(default_factory=dict)
    companies: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)
    battles: Mapping[str, int] = field(default_factory=dict)
    fighters: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """By company and id the heroes of a whole campaign."""
    game: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    """The game's own words for items, talents, upgrades and the like."""
    switches: Mapping[str, Switch] = field(default_factory=dict)
    """House rules in words, by name."""
    ruled: Mapping[str, str] = field(default_factory=dict)
    """By rule what the house has set instead of its words, in words."""
    halls: bool = True
    """Whether the game knows halls."""

    def word(self, key: object) -> str:
        """Something of the game as its book has it."""
        return self.words.get(str(key)) or plainly(key)

    def value(self, given: Any) -> str:
        return value(given, self.word)

    def hero(self, key: str) -> str:
        return self.heroes.get(key, key)

    def company(self, key: str) -> str:
        return self.companies.get(key, key)

    def person(self, key: str) -> str:
        """A member, or somebody who was one."""
        return self.people.get(key) or "someone"

    def battle(self, match: str) -> str:
        return f"battle {self.battles[match]}" if match in self.battles else "a battle"


def tell(event: Any, names: Names, actor: str = "") -> str:
    """One event as a sentence. `actor` is who did it, by the log: an offer is declined or taken back."""
    if isinstance(event, ca.CompanyOfferEnded) and by(actor) == names.people.get(event.account):
        return f"{names.person(event.account)} declines to play {names.company(event.company)}."
    if event.says:
        return _SENTENCES[type(event)].filled_in(names, partial(getattr, event))
    return TELLERS[type(event)](event, names)


OF_A_HALL = {"hall.name": "name of the hall", "hall.upgrades": "upgrades", "hall.orders": "upgrades on order"}


def plainly(key: object) -> str:
    """A key of the rules as people write it.

    >>> plainly("stats.power"), plainly("heavy_armour"), plainly("xp"), plainly("hall.name"), plainly("co_gm")
    ('Power', 'heavy armour', 'XP', 'name of the hall', 'co-GM')
    """
    if key in OF_A_HALL:
        return OF_A_HALL[str(key)]
    text = str(key).replace("_", " ")
    kind, dot, part = text.partition(".")
    if dot:
        return f"{part.capitalize()}{' lost' if kind == 'carried' else ''}"
    return {"xp": "XP", "gm": "GM", "co gm": "co-GM", "carried": "lost for now"}.get(text, text)


def by(actor: str) -> str:
    """Who did something, as people call them.

    >>> by("user:ann"), by("house")
    ('ann', 'Skald')
    """
    return "Skald" if actor == "house" else actor.removeprefix("user:")


THE_FOE = "the GM's side"


def against(names: Iterable[str]) -> str:
    """Who fights whom; who is alone fights the GM's side.

    >>> against(["The Crows", "The Larks"]), against(["The Crows"]), against([])
    ('The Crows against The Larks', "The Crows against the GM's side", '')
    """
    sides = list(names)
    return " against ".join([*sides, THE_FOE] if len(sides) == 1 else sides)


def victors(names: Iterable[str], winning_seats: Iterable[str]) -> str:
    """Who has won a battle: companies, else the GM's side; nobody of a draw.

    >>> victors(["The Crows"], ["s1"]), victors([], ["gm"]), victors([], [])
    ('The Crows', "the GM's side", '')
    """
    return " and ".join(names) or (THE_FOE if any(winning_seats) else "")


def less(carried: Mapping[str, int]) -> str:
    """What somebody still lacks of full values.

    >>> less({"power": 1, "health": 18}), less({})
    ('1 Power, 18 Health', '')
    """
    return ", ".join(f"{lost} {plainly(f'stats.{stat}')}" for stat, lost in carried.items() if lost)


def value(given: Any, word: Callable[[object], str] = plainly) -> str:
    """A value as people write it; `word` has the words for keys. What has a title or a name is called by it.

    >>> value(None), value(["parry", "aim"]), value({"power": 2}), value("magic_user"), value(6)
    ('nothing', 'parry, aim', 'power 2', 'magic user', '6')
    >>> value([{"name": "broken_arm", "until": "match"}])
    'broken arm'
    """
    if isinstance(given, bool):
        return "yes" if given else "no"
    if isinstance(given, Mapping):
        if "name" in given:
            return str(given.get("title") or word(given["name"]))
        parts = [f"{plainly(name)} {value(one, word)}" for name, one in given.items() if one not in ("", None)]
        return ", ".join(parts) or "nothing"
    if isinstance(given, Iterable) and not isinstance(given, str):
        return ", ".join(value(one, word) for one in given) or "nothing"
    return "nothing" if given in ("", None) else word(given)


def _changes(names: Names, changes: Iterable[Change]) -> str:
    return "; ".join(_change(one, names) for one in changes)


def _change(change: Change, names: Names) -> str:
    whose = f"{names.hero(change.hero)}: " if change.hero else ""
    return f"{whose}{plainly(change.field)} from {names.value(change.old)} to {names.value(change.new)}"


BY_BATTLES = ("income", "undoing")
"""What gold comes and goes by that names a battle by its match."""


def about_gold(event: co.GoldChanged, names: Names) -> str:
    """What gold was paid for, or who paid it; empty where its purpose says it all."""
    if event.purpose in BY_BATTLES and event.about not in names.companies:
        return names.battle(event.about)
    return names.companies.get(event.about) or names.heroes.get(event.about) or names.word(event.about)


def _gold(event: co.GoldChanged, names: Names) -> str:
    about = about_gold(event, names)
    return f"{event.delta:+} gold, {event.purpose}{f' ({about})' if about else ''}, balance {event.balance}."


FATES = {"survived": "survives", "taken_out": "was taken out but lives", "dead": "is dead", "rested": "rested"}


HOW = {
    "on_board": "still on the board",
    "left_board": "had left the board",
    "reserve": "in reserve",
    "on_field": "still on the field",
}
"""How somebody came through, where the game's key for it is no word."""


def _fate(event: co.HeroFateSet, names: Names) -> str:
    how = f" ({HOW.get(event.how) or plainly(event.how)})" if event.how and event.how != event.fate else ""
    rolled = f", rolled {', '.join(map(str, event.faces))}" if event.faces else ""
    target = f" against {event.target}" if event.faces and event.target is not None else ""
    owed = "; the GM still has to declare the fate" if event.undecided else ""
    return f"{names.hero(event.hero)} {FATES[event.fate]}{how}{rolled}{target}{owed}."


def _injured(event: co.InjuryTaken, names: Names) -> str:
    injury = event.injury.title or plainly(event.injury.name)
    if event.injury.until == "match":
        return f"{names.hero(event.hero)} was injured: {injury}. It ended with the match."
    return f"{names.hero(event.hero)} is injured: {injury}."


def _founded(event: co.CompanyFounded, names: Names) -> str:
    return f"Company founded: {event.name}, “{event.motto}”{_its_hall(event.hall, names)}."


def _renamed(event: co.CompanyRenamed, names: Names) -> str:
    name, motto, hall = event.old
    before = f"{name}, “{motto}”{_its_hall(hall, names)}"
    return f"Renamed to {event.name}, “{event.motto}”{_its_hall(event.hall, names)}; before: {before}."


def _its_hall(hall: str, names: Names) -> str:
    return f", {hall}" if names.halls else ""


def _recruited(event: co.HeroRecruited, _names: Names) -> str:
    return f"{event.figure.name} joins{f' for {event.price} gold' if event.price else ''}."


def _leader(event: co.LeaderNamed, names: Names) -> str:
    return (
        f"{names.hero(event.hero)} is now the leader."
        if event.hero
        else f"{names.hero(event.old)} is no longer the leader."
    )


def _so_many(event: co.ItemLost | co.ItemReceived, names: Names) -> str:
    return f"{event.count} × {names.word(event.item)}"


def _absence(event: co.AbsenceSet, names: Names) -> str:
    absence = event.absence
    until = f" until {plainly(absence.until)}" if absence.until else ""
    matches = f" for {absence.matches} matches" if absence.matches else ""
    return f"{names.hero(event.hero)} cannot be fielded{until}{matches}: {plainly(absence.why)}."


def _served(event: co.AbsenceServed, names: Names) -> str:
    left = f"{event.left.matches} matches left" if event.left and event.left.matches else ""
    return f"{names.hero(event.hero)} has sat out a match{f', {left}' if left else ' and may be fielded again'}."


UNTIL: Mapping[str, str] = {
    "": "for good",
    AFTER_A_BATTLE: "until the next battle is over",
    BY_THE_GM: "until the GM ends it",
}


def until(condition: Condition) -> str:
    """How long a condition lasts.

    >>> until(Condition(name="stunned", ends="hour:26")), until(Condition(name="maimed"))
    ('until day 2, 02:00', 'for good')
    """
    if condition.last_hour is not None:
        return f"until {clock(condition.last_hour)}"
    if condition.last_downtime is not None:
        return f"until downtime {condition.last_downtime}"
    return UNTIL.get(condition.ends, plainly(condition.ends))


def condition_word(condition: Condition, names: Names) -> str:
    """What a condition is called, with its amount where it has one."""
    word = condition.title or names.word(condition.name)
    return f"{word} ({condition.amount:+})" if condition.amount else word


def _condition(event: co.ConditionGained, names: Names) -> str:
    one = event.condition
    source = f" (from {one.source})" if one.source else ""
    return f"{names.hero(event.hero)} has a condition {until(one)}: {condition_word(one, names)}{source}."


ENDED_BY = {
    "time": "its time is over",
    "downtime": "its downtime has come",
    "battle": "a battle was fought since",
    "gm": "the GM ended it",
    "recovery": "it was treated",
}


def _condition_ended(event: co.ConditionEnded, names: Names) -> str:
    word = condition_word(event.condition, names)
    return f"{names.hero(event.hero)} no longer has a condition, {ENDED_BY[event.why]}: {word}."


def captor(captive: Captive, names: Names) -> str:
    """Who holds a captive."""
    if captive.company:
        who = names.fighters.get((captive.company, captive.captor), captive.captor)
        return f"{who} of {names.company(captive.company)}" if who else names.company(captive.company)
    return captive.captor or THE_FOE


def held_how(captive: Captive) -> str:
    """How a captive is held: bound, gagged, with what."""
    device = f"with {captive.device}" if captive.device else ""
    return ", ".join(filter(None, [*map(plainly, captive.conditions), device]))


def _captured(event: co.HeroCaptured, names: Names) -> str:
    how = held_how(event.captive)
    return f"{names.hero(event.hero)} is held captive by {captor(event.captive, names)}{f': {how}' if how else ''}."


FREED_BY = {"captor": "its captor lets it go", "gm": "by the GM’s word", "recovery": "it got away"}


def _freed(event: co.HeroFreed, names: Names) -> str:
    return f"{names.hero(event.hero)} is free again, {FREED_BY[event.why]}."


def _recovered(event: co.Recovered, names: Names) -> str:
    return f"{names.hero(event.hero)}, day {event.day}, {names.word(event.act)}: {event.said}."


def _recovery_rolled(event: ca.RecoveryRolled, names: Names) -> str:
    who = names.fighters.get((event.company, event.by), "Someone")
    faces = ", ".join(str(face) for _, face, kept in event.dice if kept)
    target = f" (needs {event.target})" if event.target is not None else ""
    result = "" if event.success is None else ": success" if event.success else ": no success"
    return f"{who} of {names.company(event.company)} rolls {faces} for {names.word(event.act)}{target}{result}."


def _item_state(event: co.ItemStateChanged, names: Names) -> str:
    now = event.new or "whole and at hand again"
    word = names.word(event.item)
    return f"{word[:1].upper()}{word[1:]} of {names.hero(event.hero)} is {now}."


def _undone(event: co.Undone, names: Names) -> str:
    changes = _changes(names, event.changes)
    return f"Event {event.event} no longer counts{f': {changes}' if changes else ''}."


def _house_rule(event: ca.HouseRuleSet, names: Names) -> str:
    label, now = setting_in_words(names.switches, event.name, event.new)
    before = setting_in_words(names.switches, event.name, event.old)[1]
    return f"House rule “{label}”: {now}; before: {before}."


def setting_in_words(
    switches: Mapping[str, Switch], name: str, given: Any, word: Callable[[object], str] = plainly
) -> tuple[str, str]:
    """What a house rule is called, and what a value of it means."""
    one = switches.get(name) or Switch("", plainly(name).capitalize())
    return one.label, value_in_words(one, given, word)


def value_in_words(one: Switch, given: Any, word: Callable[[object], str] = plainly) -> str:
    """What a value of a house rule means."""
    if one.inches and isinstance(given, int):
        return f"{in_inches(given)} inches"
    meant = one.options.get(given) if isinstance(given, str) else None
    return meant or value(given, word)


def _sides(event: ca.BattleStarted, names: Names) -> str:
    sides = against(f"{names.company(side.company)} ({len(side.models)})" for side in event.sides)
    return f"{names.battle(event.match).capitalize()} begins as {BATTLE_KINDS[event.kind]}: {sides}."


ENDED: Mapping[str, str] = {
    "goal": "the goal was reached",
    "turns": "the last turn was over",
    "conceded": "a side conceded",
    "forfeit": "a side conceded",
    "gm": "the GM ended it",
}
"""How a battle ended, by the word that matches have for it."""
BATTLE_KINDS: Mapping[BattleKind, str] = {
    "counting": "a battle that counts",
    "friendly": "a friendly battle",
    "invasion": "an invasion",
}
"""What a battle is fought for, in words."""


def _settled(event: ca.BattleSettled, names: Names) -> str:
    won = victors(map(names.company, event.winners), event.winning_seats)
    result = f"won by {won}" if won else "no one won"
    ended = ENDED.get(event.termination, plainly(event.termination))
    return f"{names.battle(event.match).capitalize()} is recorded, {result}: {ended}."


def _rolled(event: ca.FateRolled, names: Names) -> str:
    who = names.fighters.get((event.company, event.by), "Someone")
    faces = ", ".join(str(face) for _, face, kept in event.dice if kept)
    target = f" (needs {event.target})" if event.target is not None else ""
    fate = "" if event.success is None else " and lives" if event.success else " and dies"
    return f"{who} of {names.company(event.company)} rolls {faces} for survival{target}{fate}."


def _newcomer(event: ca.Invited | ca.JoinRequested | ca.MemberJoined, names: Names) -> str:
    return event.name or names.person(event.account)


def _received(event: co.ItemReceived, names: Names) -> str:
    found = _so_many(event, names)
    return f"{found} received from {names.company(event.source)}." if event.source else f"Found: {found}."


def _lost(event: co.ItemLost, names: Names) -> str:
    return f"Lost: {f'{names.word(event.item)} of {names.hero(event.hero)}' if event.hero else _so_many(event, names)}."


def _stats(stats: Mapping[str, tuple[int, int]]) -> str:
    return "".join(f", {plainly(f'stats.{stat}')} {old} to {new}" for stat, (old, new) in stats.items())


def _carried(carried: Mapping[str, int]) -> str:
    return f"without {less(carried)}" if less(carried) else "well"


_WORDS: Mapping[str, Word[Names]] = {
    "hero": Names.hero,
    "heroes": lambda names, heroes: ", ".join(map(names.hero, heroes)),
    "company": Names.company,
    "account": Names.person,
    "battle": Names.battle,
    "Battle": lambda names, match: names.battle(match).capitalize(),
    "word": Names.word,
    "item": Names.word,
    "duration": without_names(duration),
    "clock": without_names(clock),
    "uses": lambda names, uses: ", ".join(map(names.word, uses)),
    "changes": _changes,
    "plainly": without_names(plainly),
    "stat": without_names(lambda stat: plainly(f"stats.{stat}")),
    "stats": without_names(_stats),
    "carried": without_names(_carried),
}
"""How the fields of a sentence are said."""
_SENTENCES = {
    kind: Sentence(kind.says, _WORDS)
    for kind in (*ca.CAMPAIGN_EVENTS.values(), *co.COMPANY_EVENTS.values())
    if kind.says
}
TELLERS: dict[type[Any], Teller] = {
    co.CompanyFounded: _founded,
    co.CompanyRenamed: _renamed,
    co.GoldChanged: _gold,
    co.LeaderNamed: _leader,
    co.ItemLost: _lost,
    co.ItemReceived: _received,
    co.HeroRecruited: _recruited,
    co.XpGained: lambda e, n: f"{n.hero(e.hero)} gains {e.new - e.old} XP, from {e.old} to {e.new}.",
    co.HeroFateSet: _fate,
    co.InjuryTaken: _injured,
    co.AbsenceSet: _absence,
    co.AbsenceServed: _served,
    co.Undone: _undone,
    co.ConditionGained: _condition,
    co.ConditionEnded: _condition_ended,
    co.HeroCaptured: _captured,
    co.HeroFreed: _freed,
    co.ItemStateChanged: _item_state,
    co.Recovered: _recovered,
    ca.RecoveryRolled: _recovery_rolled,
    ca.Invited: lambda e, n: f"{_newcomer(e, n)} is invited.",
    ca.JoinRequested: lambda e, n: f"{_newcomer(e, n)} asks to join.",
    ca.MemberJoined: lambda e, n: f"{_newcomer(e, n)} joins.",
    ca.HouseRuleSet: _house_rule,
    ca.BattleStarted: _sides,
    ca.FateRolled: _rolled,
    ca.BattleSettled: _settled,
}
"""What tells the events that take a condition, or more than a sentence."""
