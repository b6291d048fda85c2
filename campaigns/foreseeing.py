"""What a GM action would change, as pages and admin show it before it happens: value by value, with the reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from campaigns import page_context
from campaigns.command_targets import CommandTarget
from campaigns.domain.acts import Foreseen
from campaigns.domain.campaign.house_rules import game_of, setting
from campaigns.domain.campaign.state import Campaign, Candidate, Person
from campaigns.domain.differences import Difference, Reason
from campaigns.game_clock import clock
from campaigns.models import Battle, Member
from campaigns.narration import Names, captor, plainly, setting_in_words, tell
from campaigns.replay_links import replay_of
from campaigns.service import foresee as foreseen_by, foresee_opening as opening_foreseen_by
from rules.kernel.reading import plain
from web.errors import NotThere, Refusal
from web.people import Person as Asker

THE_CAMPAIGN = "The campaign"
NONE = "–"


@dataclass(frozen=True, slots=True)
class Ground:
    """Why a value will change: an event that no longer counts, or that comes; its rule, and where to watch it."""

    text: str
    rule: str
    words: str
    moment: str


@dataclass(frozen=True, slots=True)
class Row:
    """A value that will change, and why."""

    company: str
    hero: str
    field: str
    old: str
    new: str
    why: list[Ground]


@dataclass(frozen=True, slots=True)
class Preview:
    """What will change. `mark` identifies it; `refused`: why there is no preview."""

    rows: list[Row]
    mark: str
    refused: Refusal | None = None


def foresee(target: CommandTarget, order: Mapping[str, Any]) -> Preview:
    """What a command of the GM would change now."""
    rows, refused = list[Row](), None
    try:
        rows = list(_rows(target, foreseen_by(target.who, target.loaded.id, order)))
    except NotThere:
        raise
    except Refusal as refusal:
        refused = refusal
    return Preview(rows, sha256(repr(rows).encode()).hexdigest(), refused)


def foresee_opening(who: Asker, order: Mapping[str, Any]) -> Preview:
    """What a campaign would be like that is founded now."""
    try:
        then = opening_foreseen_by(who, order)
    except Refusal as refusal:
        return Preview([], "", refusal)
    gm = then.gm.name if then.gm is not None else who.name
    values = (
        ("Title", then.title),
        ("Game", game_of(then.game).title),
        ("Stage", then.stage),
        (Member.Role("gm").label, gm),
    )
    rows = [Row(THE_CAMPAIGN, "", name, NONE, value, []) for name, value in values]
    return Preview(rows, sha256(repr(rows).encode()).hexdigest())


def _rows(target: CommandTarget, seen: Foreseen) -> Iterator[Row]:
    names = _names(target.campaign, seen)
    then = seen.then.campaign or target.campaign
    for one in seen.campaign:
        what, old, new = _of_campaign(one, target.campaign, then, names)
        yield Row(THE_CAMPAIGN, "", what, old, new, [_ground(reason, names) for reason in one.why])
    for company in dict.fromkeys(one.company for one in seen.companies):
        heroes = seen.then.companies[company].heroes if company in seen.then.companies else {}
        own = replace(names, heroes={hero.id: hero.name for hero in heroes.values()})
        for one in seen.companies:
            if one.company == company:
                old, new = (_shown(one.field, side, own) for side in (one.old, one.new))
                who = own.hero(one.hero) if one.hero else ""
                why = [_ground(reason, own) for reason in one.why]
                yield Row(names.company(company), who, plainly(one.field), old, new, why)


def _names(now: Campaign, seen: Foreseen) -> Names:
    """Who and what there is, and what comes to be by the act."""
    names = page_context.names_of(seen.then.campaign or now)
    founded = {key: one.name for key, one in seen.then.companies.items()}
    candidates: list[Person | Candidate] = [
        one
        for state in (seen.then.campaign or now, now)
        for some in (state.requests, state.invites, state.people)
        for one in some.values()
    ]
    people = {one.account: one.name for one in candidates}
    return replace(names, companies={**founded, **names.companies}, people=people)


def _shown(field: str, given: Any, names: Names) -> str:
    """A value with names in place of ids."""
    word = _SHOWN.get(field)
    return word(names, given) if word is not None and given else names.value(plain(given))


_SHOWN: Mapping[str, Callable[[Names, Any], str]] = {
    "leader": Names.hero,
    "in_battle": Names.battle,
    "captive": lambda names, captive: f"held by {captor(captive, names)}",
}


def _ground(reason: Reason, names: Names) -> Ground:
    because = reason.because
    return Ground(
        text=f"{'No longer: ' if reason.undone else ''}{tell(reason.event, names)}",
        rule=reason.rule,
        words=page_context.rule_in_words(reason.rule, names),
        moment=replay_of(because.match, because.event) if because is not None and because.event else "",
    )


# Of the campaign itself

_STAGES = {"open": "in progress", **{key: word for key, word in Battle.Stage.choices if key != Battle.Stage.OPEN}}


def _of_campaign(one: Difference, was: Campaign, now: Campaign, names: Names) -> tuple[str, str, str]:
    """What changes, in words, and its value before and after."""
    field, _, rest = one.field.partition(".")
    key, _, part = rest.rpartition(".")
    if field in ("rules", "battle_rules"):
        before, after = (
            setting_in_words(names.switches, rest, setting(state, rest), names.word) for state in (was, now)
        )
        return before[0], before[1], after[1]
    if field == "commitment":
        return "Secret of its dice", "the one before", "a new one, kept on this server"
    word = _WORDS.get(part or field)
    old, new = (_value(word, side, names) for side in (one.old, one.new))
    return _title(field, key, part, now, names), old, new


def _value(word: Callable[[Names, Any], str] | None, given: Any, names: Names) -> str:
    if given in (None, ""):
        return NONE
    return word(names, given) if word is not None else str(given)


def _title(field: str, key: str, part: str, now: Campaign, names: Names) -> str:
    match field:
        case "people":
            return f"Role of {names.person(key)}"
        case "invites":
            return "Invited"
        case "requests":
            return "Asks to join"
        case "companies":
            return f"{names.company(key)}: {_OF_COMPANIES[part]}"
        case "battles":
            return names.battle(key).capitalize()
        case "invasions":
            found = now.invasions[key]
            return f"Invasion: {names.company(found.attacker)} against {names.company(found.defender)}"
    return {"hour": "Clock"}.get(field, field.capitalize())


_OF_COMPANIES = {"owner": "played by", "offered": "offered to", "disbanded": "disbanded"}
_WORDS: Mapping[str, Callable[[Names, Any], str]] = {
    "hour": lambda _names, hour: clock(hour),
    "role": lambda _names, role: Member.Role(role).label,
    "owner": Names.person,
    "offered": Names.person,
    "disbanded": lambda _names, gone: "yes" if gone else "no",
    "stage": lambda _names, stage: _STAGES.get(stage, str(stage)),
}
