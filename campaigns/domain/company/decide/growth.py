"""Growth: experience, levels, and the choices that levels bring."""

from __future__ import annotations

from campaigns.domain.company import events as ev
from campaigns.domain.company.commands import ChooseSpell, ChooseTalent, RaiseCore
from campaigns.domain.company.draft import Draft
from campaigns.domain.event_base import Cause


def gain_xp(draft: Draft, hero: str, xp: int, because: Cause | None = None, reason: str = "") -> None:
    """Experience, and the levels that come of it."""
    terms = draft.terms
    figure = draft.company.heroes[hero]
    total = figure.xp + xp
    draft.tell(ev.XpGained(hero=hero, old=figure.xp, new=total, because=because, reason=reason))
    level = terms.progression.level(terms.rules, total)
    if level > figure.level:
        draft.tell(ev.LevelGained(hero=hero, old=figure.level, new=level, because=because, reason=reason))


def choose_talent(draft: Draft, command: ChooseTalent) -> None:
    """A talent that the hero's level has earned."""
    choose_talent_of(draft, draft.hero(command.hero).id, command.talent)


def choose_talent_of(draft: Draft, hero: str, talent: str) -> None:
    """The talent chosen, with the full stats that it changes."""
    terms = draft.terms
    before = draft.company.heroes[hero]
    after = terms.progression.choose(terms.rules, before, "talent", talent)
    raised = {
        stat: (before.stats.get(stat, 0), value)
        for stat, value in after.stats.items()
        if value != before.stats.get(stat, 0)
    }
    draft.tell(ev.TalentChosen(hero=hero, talent=talent, stats=raised))


def choose_spell(draft: Draft, command: ChooseSpell) -> None:
    """A spell that the hero's level has earned."""
    choose_spell_of(draft, draft.hero(command.hero).id, command.spell)


def choose_spell_of(draft: Draft, hero: str, spell: str) -> None:
    """The spell chosen."""
    terms = draft.terms
    terms.progression.choose(terms.rules, draft.company.heroes[hero], "spell", spell)
    draft.tell(ev.SpellChosen(hero=hero, spell=spell))


def raise_core(draft: Draft, command: RaiseCore) -> None:
    """A core stat raised for a level."""
    terms = draft.terms
    before = draft.hero(command.hero)
    after = terms.progression.choose(terms.rules, before, "core", command.stat)
    draft.tell(
        ev.CoreRaised(
            hero=before.id,
            stat=command.stat,
            old=before.stats.get(command.stat, 0),
            new=after.stats.get(command.stat, 0),
        )
    )
