"""Names: of the company, of its hall, of its heroes, and who leads them."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.domain.company import events as ev
from campaigns.domain.company.commands import FoundCompany, NameLeader, RenameCompany, RenameHero
from campaigns.domain.company.draft import Draft, Terms
from rules.kernel.labels import labelled

LONGEST = {one.name: one.label.longest for one in labelled(FoundCompany)}
"""By field how many characters it takes at most."""
_WORDS = {"name": "a name", "motto": "a motto", "hall": "a name for its hall"}


def tidy(text: str) -> str:
    r"""`text` with single spaces and none around it; "" where nothing of it can be seen.

    >>> tidy("  Bread\n and  Blades ")
    'Bread and Blades'
    >>> tidy("\u200b ")
    ''
    """
    seen = any(sign.isprintable() and not sign.isspace() for sign in text)
    return " ".join(text.split()) if seen else ""


def require_words(terms: Terms, words: Mapping[str, str | None]) -> None:
    """Refuse a company's name, motto or hall name that is empty or unreadable; None is one not asked about."""
    for field, text in words.items():
        if text is None:
            continue
        if not tidy(text):
            raise terms.refusal(
                "missing_company_field",
                f"A company needs {_WORDS[field]}.",
                field=field,
                hint="Give the company a name, a motto and a name for its hall.",
            )
        _require_readable(terms, field, tidy(text))


def require_hero_name(terms: Terms, name: str) -> None:
    """Refuse a hero without a name that can be read."""
    if not tidy(name):
        raise terms.refusal("missing_hero_field", "A hero needs a name.", field="name", hint="Give the hero a name.")
    _require_readable(terms, "name", tidy(name))


def _require_readable(terms: Terms, field: str, text: str) -> None:
    if len(text) > LONGEST[field] or not text.isprintable():
        raise terms.refusal(
            "bad_name",
            f"A {field} can have at most {LONGEST[field]} characters, all visible.",
            field=field,
            hint="Make it shorter, without control characters.",
        )


def found(command: FoundCompany, campaign: str, game: str, owner: str, terms: Terms) -> Draft:
    """A new company of `owner`, with its first gold. Whom the command names has been looked into before."""
    require_words(terms, {"name": command.name, "motto": command.motto, "hall": command.hall})
    founded = ev.CompanyFounded(
        company=command.company,
        game=game,
        name=tidy(command.name),
        motto=tidy(command.motto),
        hall=tidy(command.hall),
        campaign=campaign,
        owner=owner,
    )
    draft, gold = Draft.opened(founded, terms), terms.progression.trade.starting_gold
    if gold:
        draft.emit(ev.GoldChanged(delta=gold, balance=gold, purpose="founding"))
    return draft


def rename_company(draft: Draft, command: RenameCompany) -> None:
    """Another name, motto or hall name."""
    company = draft.company
    now = (company.name, company.motto, company.hall.name)
    asked = (command.name, command.motto, command.hall)
    then = tuple(old if new is None else tidy(new) for old, new in zip(now, asked, strict=True))
    if then == now:
        raise draft.terms.refusal(
            "nothing_to_change",
            f"{company.name} already has that name, motto and hall.",
            hint="Change at least one of them.",
        )
    draft.emit(ev.CompanyRenamed(name=then[0], motto=then[1], hall=then[2], old=now))


def rename_hero(draft: Draft, command: RenameHero) -> None:
    """Another name for a hero."""
    hero = draft.hero(command.hero)
    name = tidy(command.name)
    if name == hero.name:
        raise draft.terms.refusal(
            "nothing_to_change", f"{hero.name} already has that name.", field="name", hint="Give another name."
        )
    draft.emit(ev.HeroRenamed(hero=hero.id, name=name, old=hero.name))


def name_leader(draft: Draft, command: NameLeader) -> None:
    """Another leader."""
    hero = draft.hero(command.hero)
    if hero.id == draft.company.leader:
        raise draft.terms.refusal(
            "already_leader", f"{hero.name} already leads the company.", field="hero", hint="Name another hero."
        )
    draft.emit(ev.LeaderNamed(hero=hero.id, old=draft.company.leader))
