"""Heroes: recruited for their price, growing by experience, changed by battles, leaving."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from campaigns.domain.company import events as ev
from campaigns.domain.company.commands import (
    ChooseSpell,
    ChooseTalent,
    Disband,
    DismissHero,
    RaiseCore,
    RecruitHero,
    RetireHero,
)
from campaigns.domain.company.decide.naming import require_hero_name, tidy
from campaigns.domain.company.decide.trade import change_gold, require_gold
from campaigns.domain.company.draft import Draft, Terms
from campaigns.domain.company.state import Company
from campaigns.domain.event_base import Cause
from rules.kernel.progression import Consequence, Figure, RecruitOrder


def gain_xp(draft: Draft, hero: str, xp: int, because: Cause | None = None, reason: str = "") -> None:
    """Experience, and the levels that come of it."""
    terms = draft.terms
    figure = draft.company.heroes[hero]
    total = figure.xp + xp
    draft.emit(ev.XpGained(hero=hero, old=figure.xp, new=total, because=because, reason=reason))
    level = terms.progression.growth.level(terms.rules, total)
    if level > figure.level:
        draft.emit(ev.LevelGained(hero=hero, old=figure.level, new=level, because=because, reason=reason))


def choose_talent(draft: Draft, command: ChooseTalent) -> None:
    """A talent that the hero's level has earned."""
    choose_talent_of(draft, draft.hero(command.hero).id, command.talent)


def choose_talent_of(draft: Draft, hero: str, talent: str) -> None:
    """The talent chosen, with the full stats that it changes."""
    terms = draft.terms
    before = draft.company.heroes[hero]
    after = terms.progression.growth.choose(terms.rules, before, "talent", talent)
    raised = {
        stat: (before.stats.get(stat, 0), value)
        for stat, value in after.stats.items()
        if value != before.stats.get(stat, 0)
    }
    draft.emit(ev.TalentChosen(hero=hero, talent=talent, stats=raised))


def choose_spell(draft: Draft, command: ChooseSpell) -> None:
    """A spell that the hero's level has earned."""
    choose_spell_of(draft, draft.hero(command.hero).id, command.spell)


def choose_spell_of(draft: Draft, hero: str, spell: str) -> None:
    """The spell chosen."""
    terms = draft.terms
    terms.progression.growth.choose(terms.rules, draft.company.heroes[hero], "spell", spell)
    draft.emit(ev.SpellChosen(hero=hero, spell=spell))


def raise_core(draft: Draft, command: RaiseCore) -> None:
    """A core stat raised for a level."""
    terms = draft.terms
    before = draft.hero(command.hero)
    after = terms.progression.growth.choose(terms.rules, before, "core", command.stat)
    draft.emit(
        ev.CoreRaised(
            hero=before.id,
            stat=command.stat,
            old=before.stats.get(command.stat, 0),
            new=after.stats.get(command.stat, 0),
        )
    )


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
    order = RecruitOrder(
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
    price = terms.progression.trade.price_of_figure(terms.rules, figure.race)
    require_gold(draft, price, "race")
    draft.emit(ev.HeroRecruited(figure=figure, price=price))
    change_gold(draft, -price, "recruit", figure.id)
    for talent in command.talents:
        choose_talent_of(draft, figure.id, talent)
    for spell in command.spells:
        choose_spell_of(draft, figure.id, spell)
    if alone:
        draft.emit(ev.LeaderNamed(hero=figure.id, old=draft.company.leader))


def farewell(draft: Draft, hero: str, because: Cause | None = None) -> None:
    """What a hero who has left leaves behind: what is at hand of its items, and perhaps a company without a leader."""
    for item in draft.company.heroes[hero].at_hand:
        draft.emit(ev.ItemReturned(hero=hero, item=item, because=because))
    if draft.company.leader == hero:
        draft.emit(ev.LeaderNamed(hero="", old=hero, because=because))


def dismiss_hero(draft: Draft, command: DismissHero) -> None:
    """A hero sent away; nothing of its price comes back."""
    hero = draft.hero(command.hero)
    draft.emit(ev.HeroDismissed(hero=hero.id))
    farewell(draft, hero.id)


def retire_hero(draft: Draft, command: RetireHero) -> None:
    """A hero who leaves with honours."""
    hero = draft.hero(command.hero)
    draft.emit(ev.HeroRetired(hero=hero.id))
    farewell(draft, hero.id)


def disband(draft: Draft, command: Disband) -> None:
    """The end of the company."""
    draft.emit(ev.CompanyDisbanded())


def take_consequence(
    draft: Draft,
    consequence: Consequence,
    match: str,
    battle: str = "",
    own: dict[str, int] | None = None,
    *,
    spared: bool = False,
) -> None:
    """What a battle means for one hero: its fate, experience, what it carries over. Who rested has only the second.

    `battle`: the match that the battle is known by, where it is settled by another one. `own`: what it alone changed in
    what is carried over, where that was long ago. `spared`: who died of it lives by the GM's word, and leaves nothing.
    """
    hero, because = consequence.figure, Cause(match, consequence.event)
    if consequence.fate != "rested":
        _tell_fate(draft, consequence, Cause(battle or match) if consequence.undecided else because)
    if consequence.xp:
        gain_xp(draft, hero, consequence.xp, because)
    if consequence.spent:
        draft.emit(ev.UsesSpent(hero=hero, uses=consequence.spent, because=because))
    if consequence.fate == "dead" and not spared:
        farewell(draft, hero, because)
    elif consequence.fate not in ("dead", "rested"):
        draft.emit(ev.HeroRestored(hero=hero, carried=consequence.carried, own=own, because=because))
        _tell_injuries(draft, draft.company.heroes[hero], consequence, because)
        if consequence.absence is not None:
            draft.emit(ev.AbsenceSet(hero=hero, absence=consequence.absence, because=because))


def _tell_fate(draft: Draft, consequence: Consequence, because: Cause) -> None:
    draft.emit(
        ev.HeroFateSet(
            hero=consequence.figure,
            fate=consequence.fate,
            rule=consequence.rule,
            how=consequence.how,
            faces=consequence.faces,
            target=consequence.target,
            undecided=consequence.undecided,
            because=because,
        )
    )


def _tell_injuries(draft: Draft, before: Figure, consequence: Consequence, because: Cause) -> None:
    """Which injuries are new. What it went in with stays: no match heals what outlasts a match."""
    new = Counter(consequence.injuries) - Counter(before.injuries)
    draft.emit(*(ev.InjuryTaken(hero=before.id, injury=injury, because=because) for injury in new.elements()))


def serve_absences(draft: Draft, fielded: tuple[str, ...], because: Cause, then: Company | None = None) -> None:
    """A match fewer for each hero who has to sit some out and was not in this one.

    `then`: the company as the match began, where that was long ago; who was not barred by then has served nothing.
    """
    for hero in draft.company.ready:
        absence = hero.absence
        if then is not None and not _was_barred(then, hero):
            continue
        if absence is not None and absence.matches and hero.id not in fielded:
            left = replace(absence, matches=absence.matches - 1) if absence.matches > 1 else None
            draft.emit(ev.AbsenceServed(hero=hero.id, left=left, because=because))


def _was_barred(then: Company, hero: Figure) -> bool:
    """Whether a hero had to sit matches out then, for what it is absent for now."""
    before = then.heroes[hero.id].absence if hero.id in then.heroes else None
    return before is not None and hero.absence is not None and before.why == hero.absence.why
