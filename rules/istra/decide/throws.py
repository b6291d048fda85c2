"""The dice of an attack, and who wins by them. [IST-MELEE-02..04, IST-SHOOT-02..04, IST-CAST-02..04, IST-CRIT-01]"""

from __future__ import annotations

from msgspec.structs import replace

from rules.istra.decide.rolling import (
    BEST,
    WORST,
    IstRun,
    attack_chance,
    chance_against,
    combat_throw,
    defence_chance,
    opposed,
)
from rules.istra.decide.targets import attack_toss, defence_toss, spell_in
from rules.istra.events import CombatResolved, CriticalFumble, CriticalHit
from rules.istra.state import Attack, Exchange, State, Throw

EVASIVE = -2


def throw_of(frame: Attack, exchange: Exchange) -> Throw:
    """The attack roll that holds against a target. [IST-Q-87]"""
    throw = exchange.attack or frame.throw
    assert throw is not None
    return throw


def number_to_reach(state: State, frame: Attack, exchange: Exchange) -> int:
    """What the attack roll is compared with: the defence total, or the spell's target number. [IST-CAST-03]"""
    return exchange.defence.total if exchange.defence is not None else spell_in(state, frame).tn


def throw_attack(run: IstRun, frame: Attack) -> Attack:
    """Roll for the attacker, then for each defender by ascending id; settle who wins. Step 3 and 4 of an attack."""
    if frame.kind == "spell" and spell_in(run.state, frame).defence is None:
        return _cast_against_number(run, frame)
    if run.state.rules.area_roll == "per_target" and len(frame.exchanges) > 1:
        return replace(frame, exchanges=tuple(_separate(run, frame, one) for one in frame.exchanges))
    frame = frame if frame.throw is not None else replace(frame, throw=_attack_throw(run, frame))
    defended = tuple(_defended(run, frame, one) for one in frame.exchanges)
    return replace(frame, exchanges=tuple(settled(run, frame, one) for one in defended))


def _attack_throw(run: IstRun, frame: Attack) -> Throw:
    toss, chance = attack_toss(run.state, frame, frame.exchanges), None
    if len(frame.exchanges) == 1:
        chance = attack_chance(toss, defence_toss(run.state, frame, frame.exchanges[0]), _both(run.state))
    return combat_throw(run, toss, chance)


def _separate(run: IstRun, frame: Attack, exchange: Exchange) -> Exchange:
    """House rule: an area spell is rolled for each target by itself. [IST-Q-69]"""
    toss = attack_toss(run.state, frame, (exchange,))
    throw = combat_throw(run, toss, attack_chance(toss, defence_toss(run.state, frame, exchange), _both(run.state)))
    return settled(run, frame, _defended(run, frame, replace(exchange, attack=throw)))


def _defended(run: IstRun, frame: Attack, exchange: Exchange) -> Exchange:
    """The defender's dice; after a 20 or 1 of the attack roll no total counts. [IST-CRIT-01, IST-FUM-01]"""
    throw, both = throw_of(frame, exchange), _both(run.state)
    target = opposed(frame.kind, both).to_withstand((throw.natural, throw.total))
    toss = defence_toss(run.state, frame, exchange, target)
    return replace(exchange, defence=combat_throw(run, toss, defence_chance(toss, throw, both)))


def _both(state: State) -> bool:
    """Whether the defender's 20 and 1 decide too. [IST-Q-43]"""
    return state.rules.criticals == "both"


def evade(run: IstRun, frame: Attack, exchange: Exchange) -> Exchange:
    """The attacker rolls again, at −2 with the same dice; by house rule the defender too. [IST-RACE-23, IST-Q-87]"""
    toss = attack_toss(run.state, frame, frame.exchanges if exchange.attack is None else (exchange,))
    toss = replace(toss, mods=(*toss.mods, (EVASIVE, "Evasive", "IST-RACE-23")), opponent=exchange.defender)
    defence = exchange.defence
    if run.state.rules.evasive == "both" or defence is None:
        chance = attack_chance(toss, defence_toss(run.state, frame, exchange), _both(run.state))
        fresh = replace(exchange, attack=combat_throw(run, toss, chance))
        return settled(run, frame, _defended(run, frame, fresh))
    throw = combat_throw(run, toss, chance_against(toss, defence, _both(run.state)))
    return settled(run, frame, replace(exchange, attack=throw))


def settled(run: IstRun, frame: Attack, exchange: Exchange) -> Exchange:
    """Who wins a combat roll: the higher total, both on a tie in melee; but a 20 wins and a 1 loses, alone.

    [IST-MELEE-03, IST-MELEE-04, IST-SHOOT-03, IST-CRIT-01, IST-FUM-01, IST-Q-44]
    """
    throw, defence = throw_of(frame, exchange), exchange.defence
    assert defence is not None
    contest = opposed(frame.kind, _both(run.state))
    mine, theirs = contest.fate(throw.natural), contest.fate(defence.natural) if contest.mutual else 0
    who = contest.winners((throw.natural, throw.total), (defence.natural, defence.total))
    winners: tuple[str, ...] = (frame.attacker,) if who in ("actor", "both") else ()
    if who == "both" or (who == "other" and exchange.defender != frame.attacker):
        winners = (*winners, exchange.defender)
    critical, fumble = max(mine, theirs) > 0 and mine != theirs, min(mine, theirs) < 0 and mine != theirs
    exchange = replace(exchange, winners=winners, critical=critical, fumble=fumble, spared=False)
    _tell(run, frame, exchange, mine=mine, tie=who == "both")
    return exchange


def _tell(run: IstRun, frame: Attack, exchange: Exchange, *, mine: int, tie: bool) -> None:
    """Put a settled combat roll on record, and whose critical or fumble it is. [IST-Q-43]"""
    throw, defence = throw_of(frame, exchange), exchange.defence
    assert defence is not None
    attacker, defender = frame.attacker, exchange.defender
    if exchange.critical:
        model, against = (attacker, defender) if mine > 0 else (defender, attacker)
        run.emit(CriticalHit(model=model, against=against, natural=BEST))
    if exchange.fumble:
        model, against = (attacker, defender) if mine < 0 else (defender, attacker)
        run.emit(CriticalFumble(model=model, against=against, natural=WORST))
    run.emit(
        CombatResolved(
            kind=frame.kind,
            attacker=attacker,
            defender=defender,
            winners=exchange.winners,
            attack_total=throw.total,
            defence_total=defence.total,
            difference=throw.total - defence.total,
            tie=tie,
            critical=exchange.critical,
            fumble=exchange.fumble,
        )
    )


def _cast_against_number(run: IstRun, frame: Attack) -> Attack:
    """A spell that nobody defends against: it must reach its target number. No criticals. [IST-CAST-03, IST-Q-43]"""
    number = spell_in(run.state, frame).tn
    throw = combat_throw(run, replace(attack_toss(run.state, frame, ()), role="cast", target=number))
    winners = (frame.attacker,) if throw.total >= number else ()
    for one in frame.exchanges or (Exchange("", ""),):
        run.emit(
            CombatResolved(
                kind="spell",
                attacker=frame.attacker,
                defender=one.defender,
                winners=winners,
                attack_total=throw.total,
                defence_total=number,
                difference=throw.total - number,
            )
        )
    return replace(frame, throw=throw, exchanges=tuple(replace(one, winners=winners) for one in frame.exchanges))
