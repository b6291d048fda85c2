"""Captives: heroes whom somebody holds, how they come free, and what an undone battle leaves of it. [KERNEL-CAMP-17]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaigns.domain.campaign import between_battles as bb
from campaigns.domain.campaign.decide.stages import open_draft
from campaigns.domain.campaign.state import Battle
from campaigns.domain.company.events import HeroCaptured, HeroFreed
from campaigns.domain.fielding import CAPTIVES
from campaigns.domain.history import counting
from campaigns.domain.rights import RULE, is_staff
from campaigns.domain.tally import battles_of
from campaigns.domain.world import Act
from rules.kernel.errors import Refused
from rules.kernel.progression import Captive, Figure


def capture_hero(act: Act, command: bb.CaptureHero) -> None:
    """By the GM's word: held by a company, or by somebody of the GM's."""
    draft = open_draft(act, command.company)
    figure = draft.hero(command.hero)
    if figure.captive is not None:
        message = f"{figure.name} is held captive already."
        raise Refused("already_captive", message, CAPTIVES, field="hero", hint="Set the hero free first.")
    if command.holder:
        act.entered(command.holder, "holder")
        if command.holder == command.company:
            message, hint = "A company cannot hold its own heroes captive.", "Name another company, or none."
            raise Refused("own_captive", message, CAPTIVES, field="holder", hint=hint)
    how = {"bound": command.bound, "gagged": command.gagged, "blindfolded": command.blindfolded}
    captive = Captive(
        captor=command.captor,
        company=command.holder,
        device=command.device,
        conditions=tuple(word for word, so in how.items() if so),
        since=act.campaign.hour,
        event=draft.next_version,
    )
    draft.emit(HeroCaptured(hero=figure.id, captive=captive))


def free_captive(act: Act, command: bb.FreeCaptive) -> None:
    """By the GM, or by who plays the company that holds the hero."""
    draft = open_draft(act, command.company)
    figure = draft.any_hero(command.hero)
    captive = figure.captive
    by_gm = is_staff(act.campaign, act.by)
    holder = act.campaign.companies.get(captive.company) if captive is not None else None
    if not by_gm and (holder is None or holder.owner != act.by.account):
        hint = "Ask the GM, or who plays the company that holds the hero."
        message = "Only the GM and who plays the company that holds a hero can set it free."
        raise Refused("not_yours", message, RULE, field="hero", hint=hint)
    if captive is None:
        message = f"{figure.name} is not held captive."
        raise Refused("not_captive", message, CAPTIVES, field="hero", hint="Name a hero who is.")
    draft.emit(HeroFreed(hero=figure.id, captive=captive, why="gm" if by_gm else "captor"))


def held_by(battle: Battle, captive: Captive) -> Captive:
    """A captive as a game tells it, with the captor as the campaign knows it: a hero of the company that fielded it."""
    for side in battle.sides:
        for hero, model in side.models.items():
            if model == captive.captor:
                return Captive(captor=hero, company=side.company, device=captive.device, conditions=captive.conditions)
    return Captive(captor=captive.captor, device=captive.device, conditions=captive.conditions)


def still_held(log: Sequence[Any], battle: str, hero: str) -> bool:
    """Whether who is captured in a battle is held now: not who was set free after that battle since."""
    battles, held = battles_of(log), False
    for _, event in _of(log, hero):
        if isinstance(event, HeroCaptured):
            because = event.because
            held = because is not None and battles.get(because.match, because.match) == battle
        elif isinstance(event, HeroFreed) and held:
            return False
    return True


def _of(log: Sequence[Any], hero: str) -> list[tuple[int, Any]]:
    """The captures of a hero, undone or not, and what set it free and still counts."""
    freed = [(version, one) for version, one in counting(log) if isinstance(one, HeroFreed) and one.hero == hero]
    captured = [
        (version, one) for version, one in enumerate(log, 1) if isinstance(one, HeroCaptured) and one.hero == hero
    ]
    return sorted([*freed, *captured], key=lambda one: one[0])


def without_capture(figure: Figure, event: HeroCaptured) -> Captive | None:
    """Who holds a hero once a capture does not count."""
    return None if figure.captive == event.captive else figure.captive
