"""The setup that the match of a battle opens with: the companies by the campaign, and the ground that the GM brings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaigns.domain.campaign import commands as co
from campaigns.domain.campaign.house_rules import game_of, progression_of, switches_of
from campaigns.domain.campaign.state import Battle, Campaign, FieldedSide
from campaigns.domain.company.state import Company
from campaigns.domain.world import Act, World
from rules.kernel.dice import TableDice
from rules.kernel.errors import Malformed, NeedDice, Refused
from rules.kernel.progression import Roster
from rules.kernel.reading import joined

FIELDING = "KERNEL-CAMP-05"
STEP = re.compile(r"[^.\[\]]+")


def refused(act: Act, code: str, message: str, field: str, hint: str) -> Refused:
    """A refusal that cites the game's own row for it, else the rule about fielding."""
    return Refused(code, message, act.progression.citations.get(code) or FIELDING, field=field, hint=hint)


# The setup


def battle_setup(world: World, match: str, ground: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """The setup of a battle: present stats and kit of whoever was fielded, beside what the GM brings. [IST-CAMP-11]

    `ground`: the table, the scenario, sides of the GM's own.
    """
    if world.campaign is None:
        return dict(ground)
    setup = _by_campaign(world.campaign, world.campaign.battles[match], world.companies)
    return {**ground, **{name: _beside(ground.get(name), part) for name, part in setup.items()}}


def _by_campaign(campaign: Campaign, battle: Battle, companies: Mapping[str, Company]) -> dict[str, Any]:
    """The part of a setup that the campaign says."""
    rosters = {side.seat: _roster(side, companies[side.company]) for side in battle.sides}
    defender = next((side.seat for side in battle.sides if side.company == battle.defender), "")
    setup: dict[str, Any] = progression_of(campaign.game).setup(
        switches_of(campaign.game, battle.rules), rosters, defender
    )
    return setup


def _beside(brought: Any, part: Any) -> Any:
    """What the campaign says, with what the GM brings of the same kind."""
    return {**brought, **part} if isinstance(brought, Mapping) and isinstance(part, Mapping) else part


def _roster(side: FieldedSide, company: Company) -> Roster:
    return Roster(
        company=company.id,
        name=company.name,
        motto=company.motto,
        hall=company.hall.name,
        upgrades=company.hall.upgrades,
        figures=tuple(replace(company.heroes[hero], id=model) for hero, model in side.models.items()),
        leader=side.models.get(company.leader, ""),
    )


# What the GM brings


def own_sides(act: Act, command: co.StartBattle) -> Mapping[str, Any]:
    """The sides that the GM brings, by seat or by an id of their own."""
    brought = command.ground.get(act.progression.sides_part)
    return brought if isinstance(brought, Mapping) else {}


def check_ground(act: Act, command: co.StartBattle) -> None:
    """Refuse ground that says what the campaign says, or on which the game could not open the match.

    Nothing is rolled: a match waits for its first dice.
    """
    game, battle = game_of(act.campaign.game), act.campaign.battles[command.match]
    setup = _by_campaign(act.campaign, battle, act.companies())
    _check_overlap(act, command, setup)
    world = act.world._replace(campaign=act.campaign, companies=act.companies())
    try:
        game.open(battle_setup(world, command.match, command.ground), act.campaign.battle_rules, TableDice())
    except NeedDice:
        return
    except Malformed as bad:
        place = _place_of(act, battle, setup, bad.field)
        raise refused(act, "bad_ground", bad.message, place.field, place.hint) from None
    except Refused as no:
        place = _place_of(act, battle, setup, no.field)
        raise Refused(no.code, no.message, no.rule, field=place.field, hint=no.hint or place.hint) from None


def _check_overlap(act: Act, command: co.StartBattle, setup: Mapping[str, Any]) -> None:
    """Refuse what would be passed over in silence, or make others fight for a company. [IST-HALL-05]"""
    for name in act.progression.told_by_campaign:
        if name in command.ground:
            hint = f"Leave it out; for an {name}, start a battle of that kind."
            raise _twice(act, f"The campaign sets the {name}.", f"ground.{name}", hint)
    for name, part in setup.items():
        if name not in command.ground:
            continue
        brought = command.ground[name]
        if not (isinstance(brought, Mapping) and isinstance(part, Mapping)):
            raise _twice(act, f"The campaign sets its own {name}.", f"ground.{name}", "Leave them out.")
        for key in brought:
            if key in part:
                message = f"The campaign sets {key} of the {name}."
                raise _twice(act, message, f"ground.{name}.{key}", "Leave it out, or name another.")
    for key, side in own_sides(act, command).items():
        seat = side.get("seat") if isinstance(side, Mapping) else None
        if isinstance(seat, str) and seat in command.sides:
            field = f"ground.{act.progression.sides_part}.{key}.seat"
            raise _twice(act, f"A company has the seat {seat}.", field, "Give the GM's side another seat.")


def _twice(act: Act, message: str, field: str, hint: str) -> Refused:
    return refused(act, "bad_ground", message, field, hint)


# Where a fault lies


class Place(NamedTuple):
    """A field of the order, or the house rule, that a fault of the setup comes from, and what to do about it."""

    field: str
    hint: str


def _place_of(act: Act, battle: Battle, setup: Mapping[str, Any], field: str) -> Place:
    """Where to look for what the game found in `field` of the setup: a company, the house rules, or the ground."""
    path = field.removeprefix("setup").lstrip(".")
    steps = STEP.findall(path)
    first = steps[0] if steps else ""
    if first == act.progression.sides_part and len(steps) > 1:
        side = next((side for side in battle.sides if side.seat == steps[1]), None)
        if side is not None:
            return _of_side(act, side, steps[2:])
    if first in act.progression.told_by_campaign:
        return Place("invasion", "Check the hall of the defender, or start a battle of another kind.")
    if first == "house_rules" or (first in setup and first != act.progression.sides_part):
        name = path.removeprefix("house_rules.")
        rule = STEP.findall(name)[0]
        return Place(joined("house_rules", name), f"The GM has to correct the house rule {rule} first.")
    title = game_of(act.campaign.game).title
    hint = f"Correct the ground: it is the setup of a match of {title} without the companies' sides."
    return Place(joined("ground", path), hint)


def _of_side(act: Act, side: FieldedSide, steps: list[str]) -> Place:
    """A fault of a company, or of one of its heroes where the path leads to a model."""
    company, heroes = act.companies()[side.company], list(side.models)
    for place, hero in enumerate(heroes):
        if side.models[hero] in steps[1:2] or str(place) in steps[1:2]:
            name = company.heroes[hero].name
            hint = f"Field another hero, or ask the GM to correct {name} or the house rules."
            return Place(f"sides.{side.seat}.heroes[{place}]", hint)
    return Place(f"sides.{side.seat}.company", f"Field another company, or ask the GM to correct {company.name}.")
