"""Fouls and the two umpires. [ISH-UMP-01..03, ISH-FOUL-01..08]"""

from __future__ import annotations

from rules.ishmek.checks import check_bounds
from rules.ishmek.commands import FoulKind, NamedAction, Slot, UmpireCall
from rules.ishmek.decide.action_checks import check_slot, check_source
from rules.ishmek.decide.harm import eject, sit_out
from rules.ishmek.decide.skill import D20, IshRun
from rules.ishmek.events import FoulCalled, FoulIntended, PlayRewound, UmpireRolled
from rules.ishmek.questions import get, held_by
from rules.ishmek.refusals import refused
from rules.ishmek.state import Foul
from rules.kernel.asks import GM
from rules.kernel.rolls import Need, aimed

ROUNDS_FROM, MATCH_FROM, EJECTED_FROM = 16, 18, 20


def check_foul(run: IshRun, foul: Foul, kind: FoulKind = "intent_to_injure") -> None:
    """Both umpires look; one success is enough. [ISH-UMP-03, ISH-FOUL-04]"""
    if kind == "intent_to_injure":
        run.emit(FoulIntended(player=foul.player, target=foul.victim))
    seen = [umpire_sees(run, number, perception, foul) for number, perception in enumerate(run.state.umpires, start=1)]
    if any(seen):
        run.emit(FoulCalled(player=foul.player, foul=kind, victim=foul.victim))
        punish(run, foul.player, foul.injury_total)


def umpire_sees(run: IshRun, number: int, perception: int, foul: Foul) -> bool:
    name, mods = f"umpire-{number}", ((perception, "Perception", "ISH-UMP-03"),)
    look = Need(f"umpire {number}", name, GM, D20, "ISH-UMP-03", against=foul.player, target=foul.dc, mods=mods)
    return bool(run.roll(UmpireRolled, aimed(look), umpire=number, player=foul.player).success)


def punish(run: IshRun, player: str, injury_total: int | None) -> None:
    """The penalty by the fouled player's injury total, if a roll came of it. [ISH-FOUL-05..08]"""
    total = injury_total or 0
    if total >= EJECTED_FROM:
        eject(run, player)
    elif total >= MATCH_FROM:
        sit_out(run, player, "match")
    else:
        sit_out(run, player, "rounds" if total >= ROUNDS_FROM else "point")


def commit_offence(run: IshRun, action: NamedAction, slot: Slot) -> None:
    """A second use of an action: seen, undone, then the sit-out. [ISH-UMP-01, ISH-UMP-02, ISH-Q-47]"""
    player = get(run.state, action.player)
    check_slot(player, action, slot)
    check_source(player, action, slot)
    run.emit(PlayRewound(player=action.player, name=action.name))
    run.emit(FoulCalled(player=action.player, foul="same_action"))
    sit_out(run, action.player, "point")


def umpire_call(run: IshRun, call: UmpireCall) -> None:
    """GM: an offence the engine cannot see. [ISH-UMP-01, ISH-UMP-03]"""
    player = get(run.state, call.player)
    if player.at is None and player.sit_out is None:
        raise refused("player_not_available", f"{player.id} is not in the match.", "ISH-UMP-01", field="player")
    check_bounds(call)
    if call.foul != "foul_play":
        run.emit(FoulCalled(player=player.id, foul=call.foul))
        sit_out(run, player.id, "point")
        return
    victim = get(run.state, call.victim).id if call.victim is not None else ""
    rules = run.state.rules
    dc = rules.foul_dc_holder if victim and held_by(run.state, victim) else rules.foul_dc
    check_foul(run, Foul(player.id, victim, dc, call.injury_total), "foul_play")
