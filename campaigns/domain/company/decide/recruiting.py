"""Recruiting: a hero joins for its price, with the choices made at once."""

from __future__ import annotations

from msgspec.structs import replace

from campaigns.domain.company import events as ev
from campaigns.domain.company.commands import RecruitHero
from campaigns.domain.company.decide.gold import change_gold, require_gold
from campaigns.domain.company.decide.growth import choose_spell_of, choose_talent_of
from campaigns.domain.company.decide.naming import require_hero_name, tidy
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.terms import Terms
from rules.kernel.progression import Recruiting


def require_fields(terms: Terms, command: RecruitHero) -> None:
    """Refuse a recruit without a name, or without what its game wants said of each."""
    require_hero_name(terms, command.name)
    for field, title in terms.progression.recruit_fields.items():
        if not tidy(getattr(command, field)):
            message = f"A recruit needs a {title}."
            raise terms.refusal("missing_hero_field", message, field=field, hint=f"Give the {title}.")


def recruit_hero(draft: Draft, command: RecruitHero) -> None:
    """A hero joins: recruited, paid, talents and spells chosen as asked, and leader if nobody else is there."""
    terms = draft.terms
    alone = not draft.company.ready
    order = Recruiting(
        id=f"h{len(draft.company.heroes) + 1}",
        name=tidy(command.name),
        race=command.race,
        calling=command.calling,
        stats=command.stats,
        talents=command.talents,
        spells=command.spells,
        sheet=command.sheet,
    )
    terms.progression.recruit(terms.rules, order)  # refuses bad choices; each good one is an event of its own below
    figure = terms.progression.recruit(terms.rules, replace(order, talents=(), spells=()))
    price = terms.progression.price_of_figure(terms.rules, figure.race)
    require_gold(draft, price, "race")
    draft.tell(ev.HeroRecruited(figure=figure, price=price))
    change_gold(draft, -price, "recruit", figure.id)
    for talent in command.talents:
        choose_talent_of(draft, figure.id, talent)
    for spell in command.spells:
        choose_spell_of(draft, figure.id, spell)
    if alone:
        draft.tell(ev.LeaderNamed(hero=figure.id, old=draft.company.leader))
