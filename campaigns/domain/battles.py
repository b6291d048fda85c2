"""Battles of a campaign before they are fought: invasions declared, heroes fielded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaigns.domain.campaign import commands as co, events as ev
from campaigns.domain.campaign.decide.stages import running
from campaigns.domain.campaign.house_rules import game_of, progression_of, switches_of, unsound
from campaigns.domain.campaign.state import Battle, Campaign, FieldedSide, Invasion
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.events import BattleJoined
from campaigns.domain.company.state import Company
from campaigns.domain.event_base import Cause
from campaigns.domain.rights import check_owner
from campaigns.domain.world import Act, World
from rules.kernel.asks import GM
from rules.kernel.dice import TableDice
from rules.kernel.errors import Malformed, NeedDice, Refused
from rules.kernel.progression import Figure, Roster
from rules.kernel.reading import joined

# Invasions


def declare_invasion(act: Act, command: co.DeclareInvasion) -> None:
    """By the attacker or the GM, between battles, on somebody who can defend. [IST-HALL-02, IST-Q-108, IST-Q-123]"""
    running(act.campaign)
    attacker, defender = act.draft(command.company), act.draft(command.defender, "defender")
    if command.company == command.defender:
        message = f"{attacker.company.name} cannot invade its own hall."
        raise refused(act, "cannot_invade_self", message, "defender", "Name another company.")
    if command.invasion in act.campaign.invasions or not command.invasion:
        raise refused(
            act, "bad_invasion", "An invasion needs an id that no other invasion has.", "invasion", "Give it a new id."
        )
    if not act.progression.halls.upgrades(attacker.terms.rules):
        message = f"{game_of(act.campaign.game).title} has no halls to invade."
        raise refused(act, "no_halls", message, "defender", "Start a battle of another kind.")
    attacker.require_idle()
    defender.require_idle("defender")
    _check_defended(act, defender, "defender")
    act.emit(ev.InvasionDeclared(invasion=command.invasion, attacker=command.company, defender=command.defender))


def withdraw_invasion(act: Act, command: co.WithdrawInvasion) -> None:
    """By the attacker or the GM."""
    invasion = _declared(act, command.invasion)
    check_owner(act, invasion.attacker, "invasion")
    act.emit(ev.InvasionWithdrawn(invasion=invasion.id))


def _check_defended(act: Act, defender: Draft, field: str) -> None:
    """Refuse to invade the hall of who has nobody to field. [IST-Q-123]"""
    if not act.fielding(defender).fit(defender.company):
        message = f"{defender.company.name} has nobody to defend {defender.company.hall.name}."
        hint = "Choose another company, or ask the GM to award the result."
        raise refused(act, "no_defender", message, field, hint)


def _declared(act: Act, name: str) -> Invasion:
    invasion = act.campaign.invasions.get(name)
    if invasion is None or invasion.stage != "declared":
        hint = "Declare it first; each invasion is fought once."
        raise refused(act, "no_such_invasion", f"There is no declared invasion {name!r}.", "invasion", hint)
    return invasion


# Fielding


def start_battle(act: Act, command: co.StartBattle) -> None:
    """A match is a battle of the campaign, with heroes that may be fielded. [IST-CAMP-11]"""
    running(act.campaign)
    _check_switches(act)
    _check_match(act, command)
    _check_sides(act, command)
    invasion = _invasion_of(act, command)
    sides = tuple(_fielded(act, seat, command.sides[seat]) for seat in sorted(command.sides))
    act.emit(
        ev.BattleStarted(
            match=command.match,
            kind=command.kind,
            sides=sides,
            downtime=act.campaign.downtime,
            hour=act.campaign.hour,
            rules=act.campaign.rules,
            battle_rules=act.campaign.battle_rules,
            invasion=command.invasion,
            defender=invasion.defender if invasion is not None else "",
            ground=command.ground,
            dice=command.dice,
        )
    )
    check_ground(act, command)
    for side in sides:
        joined = BattleJoined(match=command.match, heroes=tuple(side.models), because=Cause(command.match))
        act.draft(side.company).emit(joined)


def _check_switches(act: Act) -> None:
    """Refuse to begin by switches that a campaign of old may have, from before their bounds were checked."""
    no = unsound(act.campaign)
    if no is not None:
        message = f"No battle can be fought with the current house rules. {no.message}"
        name = no.field.partition(".")[2] or no.field
        raise Refused(no.code, message, no.rule, hint=f"The GM has to correct the house rule {name} first.")


def _check_match(act: Act, command: co.StartBattle) -> None:
    if not command.match or command.match in act.campaign.battles:
        message = f"Match {command.match!r} cannot be another battle of the campaign."
        raise refused(act, "battle_exists", message, "match", "Create a new match for this battle.")


def _check_sides(act: Act, command: co.StartBattle) -> None:
    """A company, and somebody to fight, who may be a side of the GM's own; on seats that the game has, each once."""
    game = game_of(act.campaign.game)
    if not command.sides or len(command.sides) + len(own_sides(act, command)) < 2:
        hint = "Name the companies that fight, or give the GM a side in the ground."
        raise refused(act, "too_few_sides", "A battle needs a company and an opponent.", "sides", hint)
    for seat in command.sides:
        if seat not in game.seats:
            hint = f"Seats are {', '.join(game.seats)}."
            raise refused(act, "unknown_seat", f"{game.title} has no seat {seat!r}.", f"sides.{seat}", hint)
    _check_dice(act, command)
    companies = [side.company for side in command.sides.values()]
    for seat, side in command.sides.items():
        if companies.count(side.company) > 1:
            message = f"{act.draft(side.company, f'sides.{seat}.company').company.name} is listed twice."
            raise refused(act, "company_twice", message, f"sides.{seat}.company", "Give each company one side.")


def _check_dice(act: Act, command: co.StartBattle) -> None:
    own = own_sides(act, command)
    held = (str(side["seat"]) for side in own.values() if isinstance(side, Mapping) and "seat" in side)
    fighting = sorted({*command.sides, *own, *held, GM})
    for seat in command.dice:
        if seat not in fighting:
            message, hint = f"No side of the battle has the seat {seat!r}.", f"Name one of {', '.join(fighting)}."
            raise refused(act, "unknown_seat", message, f"dice.{seat}", hint)


def _invasion_of(act: Act, command: co.StartBattle) -> Invasion | None:
    """The invasion that the battle is fought for; None in a battle of another kind."""
    if command.kind != "invasion":
        if command.invasion:
            message = f"A {command.kind} battle cannot be part of an invasion."
            raise refused(act, "bad_invasion", message, "invasion", "Choose the kind invasion.")
        return None
    invasion = _declared(act, command.invasion)
    if not {invasion.attacker, invasion.defender} <= {side.company for side in command.sides.values()}:
        message = "The attacker and the defender of the invasion must both fight in its battle."
        raise refused(act, "bad_invasion", message, "sides", "Field both companies.")
    _check_defended(act, act.draft(invasion.defender), "invasion")
    return invasion


def _fielded(act: Act, seat: str, side: co.Side) -> FieldedSide:
    field = f"sides.{seat}"
    draft = act.draft(side.company, f"{field}.company")
    draft.require_idle(f"{field}.company")
    if not side.heroes:
        message = f"{draft.company.name} fields nobody."
        raise refused(act, "no_heroes", message, f"{field}.heroes", "Field at least one hero.")
    for place, name in enumerate(side.heroes):
        where = f"{field}.heroes[{place}]"
        _check_hero(act, draft, name, where)
        if name in side.heroes[:place]:
            raise refused(act, "hero_twice", f"{name} is fielded twice.", where, "Field each hero once.")
    resting = tuple(hero.id for hero in draft.company.ready if hero.id not in side.heroes)
    return FieldedSide(seat, side.company, {name: f"{seat}-{name}" for name in side.heroes}, resting)


def _check_hero(act: Act, draft: Draft, name: str, field: str) -> None:
    """Refuse a hero that is not there, or may not play. [IST-D-16]"""
    unfit = act.fielding(draft).hindrance(draft.company, draft.any_hero(name, field))
    if unfit is not None:
        raise unfit.at(field)


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
        figures=tuple(_as_fielded(company.heroes[hero], model) for hero, model in side.models.items()),
        leader=side.models.get(company.leader, ""),
    )


def _as_fielded(figure: Figure, model: str) -> Figure:
    """A hero with what is at hand of its kit, by the id of its model."""
    return replace(figure, id=model, equipment=figure.at_hand)


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
        raise Refused(no.code, no.message, no.rule, field=place.field, hint=f"{no.hint} {place.hint}") from None


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
