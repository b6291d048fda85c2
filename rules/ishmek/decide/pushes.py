"""Push and pull: what the margin gives, the movement, the roll to hold on. [ISH-PUSH-01..12, ISH-Q-38..45]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from rules.ishmek import events as ev
from rules.ishmek.commands import Choose, ForcedControl, Square
from rules.ishmek.decide.action_checks import check_ability, check_burn, check_spell
from rules.ishmek.decide.harm import roll_injury
from rules.ishmek.decide.performing import burn_on_answer, spend_spell
from rules.ishmek.decide.skill import Effort, IshRun, Stake, plain_need, skill_roll
from rules.ishmek.decide.windows import open_window
from rules.ishmek.questions import ABILITIES, can_enter, find, free_neighbours, get, held_by, held_teams, orb_of
from rules.ishmek.refusals import refused
from rules.ishmek.state import Acting, Aftermath, Contest, Forced, Player, PushChoice, Scatter, Shove, State
from rules.kernel.errors import Refused
from rules.kernel.grid import SQUARES, Direction, shifted
from rules.kernel.reading import Json
from rules.kernel.rolls import Mod

AftermathStep = Literal["stumble", "injury", "forced", "window"]

FLOOR_DC = 20
PUSH_DC = 10
INTENT_INJURY, INTENT_FLOOR_INJURY = 4, 8
STUMBLE_PRONE, STUMBLE_HURT = 19, 20
FEET = 5


def big_band(state: State, margin: int) -> bool:
    """Whether a margin, won or lost, is in the big band: 5 or more, by house rule more than 5. [ISH-Q-23]"""
    return abs(margin) >= (5 if state.rules.exact_five == "big" else 6)


def settle_push(run: IshRun, contest: Contest, margin: int) -> None:
    """Won: the actor chooses. Lost: the holder is shaken. Lost big: the target chooses. [ISH-PUSH-02..11]"""
    held = held_by(run.state, contest.target)
    orb = held[0] if held else None
    if margin >= 0 or big_band(run.state, margin):
        side = orb.team if orb is not None else None
        run.push(PushChoice(actor=contest.actor, target=contest.target, margin=margin, orb=side))
    elif orb is not None:
        dc, cause = PUSH_DC + margin, contest.actor
        run.push(Forced(contest.target, orb.team, dc, scatter=1, cause=cause, free=True, rule="ISH-PUSH-07"))
    else:
        run.emit(ev.PushFailed(player=contest.actor, target=contest.target, margin=margin))


# What the winner may choose


def chooser(choice: PushChoice) -> tuple[str, str]:
    """Who chooses, and who would be moved."""
    return (choice.actor, choice.target) if choice.margin >= 0 else (choice.target, choice.actor)


def earned_squares(state: State, margin: int) -> int:
    """Squares a won push may move the target. [ISH-PUSH-02, ISH-PUSH-05]"""
    return margin // 5 if margin >= 0 and big_band(state, margin) else 1


def push_direction(state: State, mover: str, moved: str) -> Direction:
    """Straight on from the mover through the moved. [ISH-Q-38]"""
    return SQUARES.toward(get(state, mover).at or (0, 0), get(state, moved).at or (0, 0))


def fan(direction: Direction) -> tuple[Direction, ...]:
    """House rule: straight on and the two directions beside it. [ISH-Q-38]"""
    return direction, SQUARES.turned(direction, 1), SQUARES.turned(direction, -1)


def push_squares(state: State, mover: str, moved: str, at: Square) -> list[Square]:
    """Squares that a push may take the moved into from `at`."""
    direction = push_direction(state, mover, moved)
    ways = fan(direction) if state.rules.push_fan == "on" else (direction,)
    return [s for way in ways if can_enter(state, get(state, moved), s := shifted(at, way))]


def pull_squares(state: State, mover: str, moved: str, at: Square) -> list[Square]:
    """Squares that a pull may take the moved into from `at`. [ISH-Q-39]"""
    centre = get(state, mover).at or (0, 0)
    player = get(state, moved)
    if state.rules.pull == "swap":
        opposite = shifted(centre, SQUARES.toward(at, centre))
        return [opposite] if can_enter(state, player, opposite) else []
    return [s for s in free_neighbours(state, player, at) if SQUARES.adjacent(s, centre)]


def floor_squares(state: State, moved: str) -> list[Square]:
    """Free squares beside the target into which it may be floored; its own square is always possible. [ISH-PUSH-04]"""
    player = get(state, moved)
    return free_neighbours(state, player, player.at or (1, 1))


def options(state: State, choice: PushChoice) -> Iterator[str]:
    """What the winner may choose. [ISH-Q-40]"""
    yield "push"
    mover, moved = chooser(choice)
    if pull_squares(state, mover, moved, get(state, moved).at or (1, 1)):
        yield "pull"
    if choice.margin >= 0 and big_band(state, choice.margin):
        yield "floor"
    else:
        yield "leave"


def settle_choice(run: IshRun, choice: PushChoice, chosen: Choose) -> None:
    mover, moved = chooser(choice)
    check_choice(run.state, choice, chosen)
    run.pop()
    if choice.margin < 0:
        aftermath = counter_aftermath(choice)
    elif chosen.option == "floor":
        floor(run, choice, chosen)
        return
    else:
        aftermath = push_aftermath(run, choice)
    if chosen.option == "leave":
        run.push(aftermath)
        return
    run.push(shove_of(run.state, choice, chosen, mover, moved, aftermath))


def check_choice(state: State, choice: PushChoice, chosen: Choose) -> None:
    """Refuse what the margin does not give, and squares that are not free. [ISH-PUSH-04, ISH-PUSH-05, ISH-Q-38..40]"""
    mover, moved = chooser(choice)
    if chosen.player is not None and chosen.player != mover:
        raise refused("decision_pending", f"{mover} has to choose.", "ISH-PUSH-02", field="player")
    if chosen.intent:
        raise refused("intent_too_late", "Intent to injure is declared before the roll.", "ISH-FOUL-01", field="intent")
    check_earned(state, choice, chosen)
    check_path(state, chosen, mover, moved)


def check_earned(state: State, choice: PushChoice, chosen: Choose) -> None:
    """The option and the number of squares that the margin gives. [ISH-PUSH-02, ISH-PUSH-04, ISH-PUSH-05, ISH-Q-40]"""
    big = choice.margin >= 0 and big_band(state, choice.margin)
    most = earned_squares(state, choice.margin)
    squares = max(chosen.squares or 0, len(chosen.path))
    margin = f"A margin of {choice.margin}"
    if chosen.option == "floor" and not big:
        raise _unearned(
            f"{margin} is too small to floor the target.", "ISH-PUSH-04", "option", "Choose push, pull or leave."
        )
    if chosen.option == "leave" and big:
        raise _unearned(f"{margin} moves or floors the target.", "ISH-Q-40", "option", "Choose floor, push or pull.")
    if squares > most > 0 and chosen.option != "floor":
        field = "path" if len(chosen.path) > most else "squares"
        rule = "ISH-PUSH-05" if big else "ISH-PUSH-02" if choice.margin >= 0 else "ISH-PUSH-09"
        raise _unearned(f"{margin} moves the target {most} at most.", rule, field, "Name fewer squares.")
    if chosen.squares is not None and chosen.squares < 1:
        raise _unearned(
            "A shove moves the target at least 1 square.", "ISH-Q-40", "squares", "Name 1 or more, or leave it out."
        )


def _unearned(message: str, rule: str, field: str, hint: str) -> Refused:
    return Refused("choice_not_available", message, rule, field=field, hint=hint)


def check_path(state: State, chosen: Choose, mover: str, moved: str) -> None:
    """The squares named must be free, and lie as the choice says."""
    at = get(state, moved).at or (1, 1)
    if chosen.option == "leave":
        return
    if chosen.option == "floor":
        if len(chosen.path) > 1 or any(s != at and s not in floor_squares(state, moved) for s in chosen.path):
            message = "The target must fall in its own square or in a free square beside it."
            raise _bad_destination(message, "ISH-PUSH-04")
        return
    if chosen.option == "pull" and not chosen.path and pull_squares(state, mover, moved, at):
        raise _bad_destination("A pull must name its squares.", "ISH-Q-39")
    pushed = chosen.option == "push"
    for square in chosen.path:
        ahead = push_squares if pushed else pull_squares
        if square not in ahead(state, mover, moved, at):
            if pushed:
                raise _bad_destination(f"{list(square)} is not free, or not in line.", "ISH-Q-38")
            where = "straight behind the mover" if state.rules.pull == "swap" else "beside both players"
            raise _bad_destination(f"{list(square)} is not a free square {where}.", "ISH-Q-39")
        at = square


def _bad_destination(message: str, rule: str) -> Refused:
    return Refused("bad_destination", message, rule, field="path", hint="Name such squares, or another option.")


# Floor, shove, and what follows


def injury_mods_of(run: IshRun, floored: bool) -> tuple[Mod, ...]:
    """What intent to injure puts on the injury roll. [ISH-FOUL-02, ISH-FOUL-03]"""
    acting = run.agenda[-1]
    if not isinstance(acting, Acting) or acting.foul is None:
        return ()
    mod = INTENT_FLOOR_INJURY if floored else INTENT_INJURY
    return ((mod, "intent to injure", "ISH-FOUL-03" if floored else "ISH-FOUL-02"),)


def aftermath_of(choice: PushChoice, *steps: AftermathStep, **more: Any) -> Aftermath:
    return Aftermath(actor=choice.actor, target=choice.target, orb=choice.orb, steps=steps, **more)


def push_aftermath(run: IshRun, choice: PushChoice) -> Aftermath:
    """What follows a won push that does not floor. [ISH-PUSH-03, ISH-PUSH-06, ISH-FOUL-02]"""
    mods = injury_mods_of(run, floored=False)
    injury: tuple[AftermathStep, ...] = ("injury",) if mods else ()
    hurting: Json = {"injury_mods": mods, "injury_rule": "ISH-FOUL-02"}
    if big_band(run.state, choice.margin):
        held: Json = {"dc": PUSH_DC, "scatter": 0, "rule": "ISH-PUSH-06", "by_feet": True}
    else:
        held = {"dc": PUSH_DC + choice.margin, "scatter": 1, "rule": "ISH-PUSH-03"}
    return aftermath_of(choice, *injury, "forced", "window", **hurting, **held)


def counter_aftermath(choice: PushChoice) -> Aftermath:
    """What follows a push lost by 5 or more. [ISH-PUSH-09..11]"""
    dc = PUSH_DC + choice.margin
    return aftermath_of(choice, "stumble", "forced", "window", dc=dc, scatter=1, rule="ISH-PUSH-11")


def floor(run: IshRun, choice: PushChoice, chosen: Choose) -> None:
    """The target falls; injury, then the forced roll. [ISH-PUSH-04, ISH-FOUL-03]"""
    target = get(run.state, choice.target)
    start = target.at or (1, 1)
    at = chosen.path[0] if chosen.path else start
    mods = injury_mods_of(run, floored=True)
    hurting: Json = {"injury_mods": mods, "injury_rule": "ISH-FOUL-03" if mods else "ISH-PUSH-04"}
    held: Json = {"dc": FLOOR_DC, "scatter": 1, "rule": "ISH-PUSH-04"}
    run.emit(ev.Floored(player=target.id, by=choice.actor, start=start, at=at, orbs=held_teams(run.state, target.id)))
    moved = target.id if at != start else ""
    run.push(aftermath_of(choice, "injury", "forced", "window", **hurting, **held, moved=moved))


def shove_of(state: State, choice: PushChoice, chosen: Choose, mover: str, moved: str, aftermath: Aftermath) -> Shove:
    straight = chosen.option == "push" and not chosen.path
    most = earned_squares(state, choice.margin)
    return Shove(
        mover=mover,
        moved=moved,
        left=(chosen.squares or most) if straight else len(chosen.path),
        aftermath=aftermath,
        direction=push_direction(state, mover, moved) if straight else None,
        path=chosen.path,
    )


def continue_shove(run: IshRun, shove: Shove) -> None:
    """One square of a shove; its window comes at once unless it is the last square. [ISH-PUSH-12, ISH-Q-40]"""
    moved = get(run.state, shove.moved)
    to = next_square(run.state, shove, moved)
    if to is None or moved.at is None:
        if shove.left > 0 and moved.at is not None:
            run.emit(ev.PushStopped(player=moved.id, at=moved.at))
        finish_shove(run, shove, windowed=True)
        return
    start = moved.at
    run.emit(ev.Pushed(player=moved.id, by=shove.mover, start=start, to=to, orbs=held_teams(run.state, moved.id)))
    shove = replace(shove, left=shove.left - 1, path=shove.path[1:], feet=shove.feet + FEET)
    run.advance(shove)
    if shove.left == 0:
        finish_shove(run, shove, windowed=False)
    elif next_square(run.state, shove, get(run.state, shove.moved)) is None:
        run.emit(ev.PushStopped(player=moved.id, at=to))
        finish_shove(run, shove, windowed=False)
    else:
        open_window(run, "player_moved", moved.id)


def next_square(state: State, shove: Shove, moved: Player) -> Square | None:
    """The next square of a shove; None when it is over or something stands in the way."""
    if shove.left == 0 or moved.at is None:
        return None
    to = shifted(moved.at, shove.direction) if shove.direction is not None else shove.path[0]
    swapped = state.rules.pull == "swap" and shove.direction is None
    if not (SQUARES.adjacent(moved.at, to) or swapped) or not can_enter(state, moved, to):
        return None
    return to


def finish_shove(run: IshRun, shove: Shove, windowed: bool) -> None:
    """The movement is over; `windowed`: the square where it ended has had its window."""
    run.pop()
    aftermath = shove.aftermath
    if aftermath.by_feet:
        aftermath = replace(aftermath, dc=PUSH_DC + shove.feet, scatter=-(-shove.feet // 10))
    moved = "" if windowed else shove.moved
    run.push(replace(aftermath, moved=moved))


def continue_aftermath(run: IshRun, frame: Aftermath) -> None:
    if not frame.steps:
        run.pop()
        return
    step = frame.steps[0]
    run.advance(replace(frame, steps=frame.steps[1:]))
    if step == "stumble":
        stumble(run, frame)
    elif step == "injury":
        total = hurt(run, frame, frame.target, frame.injury_mods, frame.injury_rule)
        note_foul_injury(run, total)
    elif step == "forced" and frame.orb is not None and orb_of(run.state, frame.orb).holder == frame.target:
        run.push(Forced(frame.target, frame.orb, frame.dc, frame.scatter, cause=frame.actor, rule=frame.rule))
    elif step == "window" and frame.moved and get(run.state, frame.moved).at is not None:
        open_window(run, "player_moved", frame.moved)


def hurt(run: IshRun, frame: Aftermath, player: str, mods: tuple[Mod, ...], rule: str) -> int | None:
    """An injury roll of a push; a holder it removes loses the orb as if the SR were not made. [ISH-Q-68]"""
    held = held_teams(run.state, player)
    total = roll_injury(run, player, mods, "push", rule)
    if held and get(run.state, player).at is None:
        for side in held:
            run.push(Scatter(orb=side, motion=orb_of(run.state, side).motion, left=1, cause=frame.actor))
    return total


def note_foul_injury(run: IshRun, total: int | None) -> None:
    """The umpires' penalty goes by the fouled player's injury total. [ISH-FOUL-06..08]"""
    for place in range(len(run.agenda) - 1, -1, -1):
        frame = run.agenda[place]
        if type(frame) is Acting:
            if frame.foul is not None:
                run.agenda[place] = replace(frame, foul=replace(frame.foul, injury_total=total))
            return


def stumble(run: IshRun, frame: Aftermath) -> None:
    """The plain d20 of who lost big: 19 prone, 20 prone and hurt. [ISH-PUSH-10, ISH-Q-45]"""
    actor = get(run.state, frame.actor)
    if actor.at is None:
        return
    need = plain_need(run.state, actor, "stumble", "ISH-PUSH-10")
    total = run.roll(ev.StumbleRolled, need, player=actor.id).total
    if total < STUMBLE_PRONE:
        return
    run.emit(ev.Floored(player=actor.id, by=frame.target, start=actor.at, at=actor.at, orbs=()))
    if total >= STUMBLE_HURT:
        hurt(run, frame, actor.id, (), "ISH-PUSH-10")


# The forced Control


def can_roll_forced(state: State, frame: Forced) -> bool:
    """Whether the holder gets to roll: a free SR, or the Reaction is unspent. [ISH-Q-41]"""
    holder = get(state, frame.holder)
    barred = state.rules.forced_counts_as_control == "on" and "control" in holder.used_names
    return frame.free or not (holder.reaction_used or barred)


def settle_forced(run: IshRun, frame: Forced, forced: ForcedControl) -> None:
    """The holder rolls to keep the orb. [ISH-PUSH-03..11, ISH-Q-41]"""
    holder = get(run.state, frame.holder)
    if forced.player is not None and forced.player != holder.id:
        raise refused("decision_pending", f"{holder.id} has to roll.", frame.rule, field="player")
    effort = check_forced(holder, frame, forced)
    run.pop()
    if not frame.free:
        counted = run.state.rules.forced_counts_as_control == "on"
        run.emit(ev.ReactionSpent(player=holder.id, name="control" if counted else "", forced=True))
    burn_on_answer(run, holder.id, effort.burn, "forced control")
    if forced.spell is not None:
        spend_spell(run, holder.id, forced.spell, "boost")
    stake = Stake("forced_control", frame.rule, against=frame.orb, target=frame.dc)
    margin = skill_roll(run, get(run.state, holder.id), effort, stake).margin or 0
    made = margin >= 0
    run.emit(
        ev.ForcedControlled(
            player=holder.id, orb=frame.orb, dc=frame.dc, made=made, rolled=True, missed_by=max(0, -margin)
        )
    )
    if made:
        open_window(run, "control_tried", frame.orb)
    else:
        lose_orb(run, frame, missed_by=-margin)


def check_forced(holder: Player, frame: Forced, forced: ForcedControl) -> Effort:
    """Ability, Burn and spell of a forced Control. [ISH-Q-41]"""
    ability = check_ability(holder, forced.ability, ABILITIES)
    check_burn(forced.burn)
    if forced.spell is not None:
        if frame.free:
            message = "This skill roll uses no slot, so it cannot use a spell."
            raise refused("spell_not_allowed", message, "ISH-Q-41", field="spell")
        check_spell(holder, forced.spell, "reaction")
    return Effort(ability, forced.burn, forced.spell is not None)


def forfeit_forced(run: IshRun, frame: Forced) -> None:
    """No Reaction left: not made, without a roll. [ISH-Q-41]"""
    run.pop()
    run.emit(ev.ForcedControlled(player=frame.holder, orb=frame.orb, dc=frame.dc, made=False, rolled=False))
    lose_orb(run, frame, missed_by=0)


def lose_orb(run: IshRun, frame: Forced, missed_by: int) -> None:
    """The orb is out of the hands: loose, or scattering. [ISH-PUSH-03, ISH-PUSH-07, ISH-Q-40, ISH-Q-42]"""
    holder = find(run.state, frame.holder)
    assert holder is not None and holder.at is not None
    run.emit(ev.OrbDropped(orb=frame.orb, player=holder.id, at=holder.at))
    squares = frame.scatter
    if frame.free and run.state.rules.small_loss_fail == "control_rules" and missed_by < 5:
        squares = 0
    if squares:
        orb = orb_of(run.state, frame.orb)
        run.push(Scatter(orb=frame.orb, motion=orb.motion, left=squares, cause=frame.cause))
    elif missed_by:
        open_window(run, "control_tried", frame.orb)
