"""Contests: the defence, both rolls, and the outcome of a seize. [ISH-SEIZE-01..07, ISH-PUSH-01, ISH-Q-37]

A seize, push or pull, from command to the last window:

1. It is judged and paid for as every action: steps 1 to 3 in the head of `performing`. Whom it may be aimed at:
   `action_checks.prepare`. Intent to injure is noted with the action, before the roll: `performing.perform`.
2. The target says what it defends with: `points.contests.Defence`, `check_defence`.
3. Both roll, the actor first; the margin is the actor's total less the target's: `settle_contest`, `roll_contest`.
4. A seize: the orb changes hands, comes loose and scatters, or nothing happens: `settle_seize`. It ends here.
5. A push or pull: who won by enough chooses, a holder who has just withstood it rolls, or nothing happens:
   `pushes.settle_push`, `pushes.big_band`.
6. The choice: push, pull, floor, or leave in place: `points.contests.PushChoice`, `pushes.check_choice`,
   `pushes.settle_choice`.
7. The movement, square by square, each with its window but the last: `pushes.continue_shove`, `pushes.finish_shove`.
   Who is floored falls at once: `pushes.floor`.
8. What follows, in this order: the d20 of who lost big, the injury of who was floored or fouled, the holder's forced
   Control, the window of the last square: `pushes.continue_aftermath`.
9. The forced Control; where it is not made the orb is loose or scatters: `points.contests.ForcedControl`,
   `pushes.settle_forced`, `pushes.forfeit_forced`, `pushes.lose_orb`.
10. Burns are paid, then the umpires look: `performing.finish_acting`, `umpires.check_foul`.
"""

from __future__ import annotations

from rules.ishmek.commands import Ability, Defend
from rules.ishmek.decide.action_checks import check_ability, check_burn
from rules.ishmek.decide.orbs import take_orb
from rules.ishmek.decide.performing import burn_on_answer
from rules.ishmek.decide.pushes import settle_push
from rules.ishmek.decide.skill import OPPOSED, Effort, IshRun, Stake, skill_need, skill_roll
from rules.ishmek.decide.windows import open_window
from rules.ishmek.events import ContestSettled, OrbDropped, SeizeFailed
from rules.ishmek.questions import ABILITIES, BODY, get, orb_of
from rules.ishmek.refusals import refused
from rules.ishmek.state import Contest, Scatter
from rules.kernel.rolls import Mod

RANGED_SEIZE = -5
SEIZE_CLEAN = 5


def defence_abilities(contest: Contest) -> tuple[Ability, ...]:
    """What the target may roll with. [ISH-SR-03, ISH-Q-37]"""
    return BODY if contest.kind == "push_pull" else ABILITIES


def check_defence(run: IshRun, contest: Contest, defend: Defend) -> Effort:
    """The defence as an effort; no spell goes into it. [ISH-Q-37]"""
    target = get(run.state, contest.target)
    if defend.player is not None and defend.player != target.id:
        raise refused("decision_pending", f"{target.id} has to defend.", "ISH-Q-37", field="player")
    ability = check_ability(target, defend.ability, defence_abilities(contest))
    check_burn(defend.burn)
    if defend.spell is not None:
        raise refused("spell_not_allowed", "A defence cannot use a spell.", "ISH-Q-37", field="spell")
    return Effort(ability, defend.burn)


def settle_contest(run: IshRun, contest: Contest, defend: Defend) -> None:
    """The target has answered: both roll, the actor first. [ISH-SEIZE-01, ISH-PUSH-01]"""
    defence = check_defence(run, contest, defend)
    burn_on_answer(run, contest.target, defence.burn, f"{contest.kind} defence")
    run.pop()
    margin = roll_contest(run, contest, defence)
    run.emit(ContestSettled(kind=contest.kind, actor=contest.actor, target=contest.target, margin=margin))
    if contest.kind == "seize":
        settle_seize(run, contest, margin)
    else:
        settle_push(run, contest, margin)


def roll_contest(run: IshRun, contest: Contest, defence: Effort) -> int:
    """Actor's roll, then the target's against it; actor total − target total."""
    actor, target = get(run.state, contest.actor), get(run.state, contest.target)
    extra: tuple[Mod, ...] = ((RANGED_SEIZE, "two squares away", "ISH-SEIZE-03"),) if contest.ranged else ()
    rule = "ISH-SEIZE-01" if contest.kind == "seize" else "ISH-PUSH-01"
    effort = Effort(contest.ability, contest.burn, contest.spell is not None)
    defending = Stake("seize_defence" if contest.kind == "seize" else "push_defence", rule, against=actor.id)
    rival = skill_need(run.state, target, defence, defending)
    attack = skill_roll(run, actor, effort, Stake(contest.kind, rule, against=target.id, extra=extra), rival)
    withstood = OPPOSED[contest.kind].to_withstand((attack.natural, attack.total))
    against = Stake(defending.kind, rule, against=actor.id, target=withstood)
    return attack.total - skill_roll(run, target, defence, against).total


def settle_seize(run: IshRun, contest: Contest, margin: int) -> None:
    """Clean, knocked loose, or nothing. [ISH-SEIZE-04..07, ISH-Q-35]"""
    holder = get(run.state, contest.target)
    assert contest.orb is not None and holder.at is not None, "a seize has a holder on the field"
    if margin <= 0:
        run.emit(SeizeFailed(player=contest.actor, target=contest.target))
        return
    if margin >= SEIZE_CLEAN:
        take_orb(run, contest.orb, contest.actor)
        open_window(run, "orb_moved", contest.orb)
        return
    run.emit(OrbDropped(orb=contest.orb, player=holder.id, at=holder.at))
    orb = orb_of(run.state, contest.orb)
    run.push(Scatter(orb=contest.orb, motion=orb.motion, left=2 if contest.ranged else 1, cause=contest.actor))
