"""The fold: what a situation is after a fact. Knows no rule; one small function an event, in the order of `events`."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.ishmek import events as ev
from rules.ishmek.commands import Side, Square
from rules.ishmek.state import Injury, Orb, Player, Result, SitOut, State, TurnFrame
from rules.kernel.agenda import settle_agenda
from rules.kernel.messages import Event, Fold, folders
from rules.kernel.reading import Json, picked

FRESH_TURN: Json = {
    "move_used": 0,
    "dash_bonus": 0,
    "burn_move": 0,
    "action_used": False,
    "reaction_used": False,
    "bonus_used": False,
    "used_names": (),
    "move_roll": "none",
    "go_taken": False,
}


SLOT_USED: dict[type[Event], str] = {
    ev.ActionSpent: "action_used",
    ev.ReactionSpent: "reaction_used",
    ev.BonusSpent: "bonus_used",
}


def evolve(state: State | None, event: Event) -> State:
    """The state after `event`. The first event of a match is folded onto None."""
    if state is None:
        assert isinstance(event, ev.MatchCreated), "it begins with it"
        return _created(event)
    folder = _FOLDERS.get(type(event))
    return state if folder is None else folder(state, event)


def _created(created: ev.MatchCreated) -> State:
    rosters = picked(created, "teams", "players", "turns_total", "umpires")
    orbs = Orb(team="home"), Orb(team="away")
    return State(**rosters, rules=created.house_rules, orbs=orbs, turn=0, agenda=(TurnFrame(),))


def changed(state: State, player: str, /, **changes: Any) -> State:
    """The state with one player changed; the same state if there is no such player."""
    old = _player(state, player)
    return _instead(state, old, replace(old, **changes))


def _instead(state: State, old: Player, new: Player) -> State:
    players = list(state.players)
    try:
        players[players.index(old)] = new
    except ValueError:  # nobody is called that here: `evolve` is total
        return state
    return replace(state, players=tuple(players))


def _player(state: State, player: str) -> Player:
    for candidate in state.players:
        if candidate.id == player:
            return candidate
    return Player(id=player, team="home")


def _orb(state: State, side: Side, /, **changes: Any) -> State:
    home, away = state.orbs
    orbs = (replace(home, **changes), away) if side == "home" else (home, replace(away, **changes))
    return replace(state, orbs=orbs)


def _motion(state: State, side: Side) -> int:
    return state.orbs[0 if side == "home" else 1].motion


def _carried(state: State, orbs: tuple[Side, ...], to: Square) -> State:
    for side in orbs:
        state = _orb(state, side, at=to)
    return state


# Match, turns, goes


def _position_set(state: State, event: ev.PositionSet) -> State:
    return event.state


def _players_placed(state: State, event: ev.PlayersPlaced) -> State:
    players = tuple(
        replace(p, at=event.squares[p.id], status="on_field", sit_out=None)
        if p.id in event.squares
        else (replace(p, at=None, status="bench") if p.id in event.benched else p)
        for p in state.players
    )
    return replace(state, players=players)


def _players_waited(state: State, event: ev.PlayersWaited) -> State:
    for player in event.players:
        state = changed(state, player, status="sitting_out", at=None, sit_out=SitOut("rounds", event.back))
    return state


def _orbs_placed(state: State, event: ev.OrbsPlaced) -> State:
    home, away = state.orbs
    return replace(
        state,
        orbs=(
            replace(home, state="loose", at=event.home, holder=None, motion=home.motion + 1),
            replace(away, state="loose", at=event.away, holder=None, motion=away.motion + 1),
        ),
    )


def _field_cleared(state: State, event: ev.FieldCleared) -> State:
    players = tuple(replace(p, at=None, prone=False) for p in state.players)
    home, away = state.orbs
    loose: Json = {"state": "loose", "at": None, "holder": None}
    return replace(state, players=players, orbs=(replace(home, **loose), replace(away, **loose)))


def _turn_started(state: State, event: ev.TurnStarted) -> State:
    back = set(event.returning)
    players = tuple(
        replace(p, status="on_field", sit_out=None, **FRESH_TURN) if p.id in back else replace(p, **FRESH_TURN)
        for p in state.players
    )
    return replace(state, turn=event.turn, players=players, picks=())


def _initiative_set(state: State, event: ev.InitiativeSet) -> State:
    return replace(state, first_team=event.team)


def _go_started(state: State, event: ev.GoStarted) -> State:
    return replace(changed(state, event.player, go_taken=True), picks=(*state.picks, event.player))


def _modifier_expired(state: State, event: ev.ModifierExpired) -> State:
    mods = _player(state, event.player).sr_mods
    if event.mod not in mods:
        return state
    place = mods.index(event.mod)
    return changed(state, event.player, sr_mods=(*mods[:place], *mods[place + 1 :]))


def _extra_turn_added(state: State, event: ev.ExtraTurnAdded) -> State:
    return replace(state, turns_total=event.turns_total)


def _match_ended(state: State, event: ev.MatchEnded) -> State:
    return replace(state, result=Result(event.termination, event.winner))


# Movement


def _stepped(state: State, event: ev.Stepped) -> State:
    player = _player(state, event.player)
    moved = replace(player, at=event.to, move_used=player.move_used + event.cost)
    return _carried(_instead(state, player, moved), event.orbs, event.to)


def _stood(state: State, event: ev.Stood) -> State:
    used = _player(state, event.player).move_used + event.cost
    return changed(state, event.player, prone=False, move_used=used)


def _dashed(state: State, event: ev.Dashed) -> State:
    bonus = _player(state, event.player).dash_bonus + event.squares
    return changed(state, event.player, dash_bonus=bonus)


def _concussion_rolled(state: State, event: ev.ConcussionRolled) -> State:
    if event.before == "action":
        return state
    return changed(state, event.player, move_roll="lost" if event.lost else "kept")


# Slots, burns, spells


def _slot_spent(state: State, event: ev.ActionSpent | ev.ReactionSpent | ev.BonusSpent) -> State:
    player, source = _player(state, event.player), getattr(event, "source", None)
    sources = tuple(
        replace(one, uses=one.uses - 1) if one.name == source and one.uses is not None else one
        for one in player.bonus_sources
    )
    names = (*player.used_names, event.name) if event.name else player.used_names
    spent: Json = {SLOT_USED[type(event)]: True}
    return changed(state, event.player, used_names=names, bonus_sources=sources, **spent)


def _burn_declared(state: State, event: ev.BurnDeclared) -> State:
    if event.purpose != "move":
        return state
    return changed(state, event.player, burn_move=_player(state, event.player).burn_move + event.amount)


def _slots_left(state: State, event: ev.SpellSpent | ev.SpellCast) -> State:
    return changed(state, event.player, slots_l1=event.slots_left)


# Orbs


def _orb_controlled(state: State, event: ev.OrbControlled) -> State:
    motion = _motion(state, event.orb) + 1
    return _orb(state, event.orb, state="controlled", at=event.at, holder=event.player, motion=motion)


def _orb_dropped(state: State, event: ev.OrbDropped) -> State:
    return _orb(state, event.orb, state="loose", at=event.at, holder=None)


def _orb_launched(state: State, event: ev.OrbLaunched) -> State:
    return _orb(state, event.orb, state="in_flight", at=event.path[0], holder=None, motion=event.motion)


def _orb_to(state: State, event: ev.OrbMoved) -> State:
    return _orb(state, event.orb, at=event.to)


def _orb_at(state: State, event: ev.OrbBounced) -> State:
    return _orb(state, event.orb, at=event.at)


def _orb_landed(state: State, event: ev.OrbLanded) -> State:
    return _orb(state, event.orb, state="loose", at=event.at)


def _orb_strayed(state: State, event: ev.OrbDeviated | ev.OrbScattered) -> State:
    return _orb(state, event.orb, state="loose", at=event.to, holder=None)


def _orb_in_vessel(state: State, event: ev.OrbInVessel) -> State:
    return _orb(state, event.orb, state="lost", at=event.at, holder=None, motion=event.motion)


def _point_scored(state: State, event: ev.PointScored) -> State:
    return replace(state, score=event.score)


# Push and pull, injuries, penalties


def _pushed(state: State, event: ev.Pushed) -> State:
    return _carried(changed(state, event.player, at=event.to), event.orbs, event.to)


def _floored(state: State, event: ev.Floored) -> State:
    return _carried(changed(state, event.player, at=event.at, prone=True), event.orbs, event.at)


def _injury_applied(state: State, event: ev.InjuryApplied) -> State:
    injuries = (*_player(state, event.player).injuries, Injury(event.injury, event.until))
    return changed(state, event.player, injuries=injuries)


def _without(injuries: tuple[Injury, ...], name: str, until: int | None) -> tuple[Injury, ...]:
    gone = Injury(name, until)
    if gone not in injuries:
        return injuries
    place = injuries.index(gone)
    return (*injuries[:place], *injuries[place + 1 :])


def _injury_expired(state: State, event: ev.InjuryExpired) -> State:
    return changed(
        state, event.player, injuries=_without(_player(state, event.player).injuries, event.injury, event.until)
    )


def _player_removed(state: State, event: ev.PlayerRemoved) -> State:
    return changed(state, event.player, status=event.status, at=None, prone=False, sit_out=None)


def _player_sat_out(state: State, event: ev.PlayerSatOut) -> State:
    penalty = SitOut(event.until, event.back)
    return changed(state, event.player, status="sitting_out", at=None, prone=False, sit_out=penalty)


def _player_out(state: State, event: ev.PlayerEjected | ev.PlayerDismissed) -> State:
    return changed(state, event.player, status="out_tournament", at=None, prone=False, sit_out=None)


# GM actions


def _gm_effect_applied(state: State, event: ev.GmEffectApplied) -> State:
    if event.umpires is not None:
        state = replace(state, umpires=event.umpires)
    if event.score is not None:
        state = replace(state, score=event.score)
    if event.player:
        state = _gm_on_player(state, event)
    if event.orb is not None:
        state = _gm_on_orb(state, event.orb)
    return state


def _gm_on_player(state: State, effect: ev.GmEffectApplied) -> State:
    player = _player(state, effect.player)
    given = ((field, getattr(effect, field)) for field in ("at", *ev.SET_BY_GM))
    changes: Json = {field: value for field, value in given if value is not None}
    if effect.sr_mod is not None:
        changes["sr_mods"] = (*player.sr_mods, effect.sr_mod)
    injuries = player.injuries
    if effect.injury_removed:
        injuries = _without(injuries, effect.injury_removed, effect.injury_until)
    elif effect.injury_added:
        injuries = (*injuries, Injury(effect.injury_added, effect.injury_until))
    state = changed(state, effect.player, injuries=injuries, **changes)
    if effect.at is not None:
        held = tuple(orb.team for orb in state.orbs if orb.holder == effect.player)
        state = _carried(state, held, effect.at)
    return state


def _gm_on_orb(state: State, change: Any) -> State:
    motion = _motion(state, change.orb) + 1
    if change.holder is not None:
        at = _player(state, change.holder).at
        return _orb(state, change.orb, state="controlled", at=at, holder=change.holder, motion=motion)
    kind = "lost" if change.lost else "loose"
    return _orb(state, change.orb, state=kind, at=change.at, holder=None, motion=motion)


_FOLDERS: dict[type[Event], Fold[State]] = {**folders(globals()), ev.Decided: settle_agenda}
