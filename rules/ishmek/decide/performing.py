"""Carrying out an action: what it costs, the frame it opens, and what each action does first.

[ISH-ECON-01, ISH-BURN-01..05]

An action, from command to umpires:

1. The command is judged: slot, name, source, intent, effort, then target and geometry: `action_checks.prepare`. A
   second use of the same action, where meant, is an offence instead: `umpires.commit_offence`. A reaction waits until
   all have answered: the head of `windows`.
2. Concussion may cost the Action: `harm.loses_action`.
3. The slot is spent, Burns are declared, the spell is spent: `spend_slot`, `pay`.
4. The action itself: `perform`. Contests go on in the head of `contests`, a propel in that of `orbs`.
5. The injury rolls of its Burns, the skill roll's Burn first: `finish_acting`, `roll_burn_injury`; after a point has
   ended the turn, too: `roll_burn_injuries`.
6. The umpires look for a foul: `umpires.check_foul`.

A Control, at step 4:

1. The DC is 5 in the player's square, 10 beside it; opponents beside the player count against it: `skill.skill_mods`.
2. The roll: `skill.skill_roll`.
3. Made: the orb comes to the player's square: `orbs.take_orb`. Missed by less than 5: it stays.
4. A window in either case: `windows.open_window`.
5. Missed by 5 or more: it scatters one square, and that square has the window: `orbs.continue_scatter`.

A spell for another effect, at step 4:

1. A level from 1 to 9; on level 1 the caster knows it, has a slot and the casting time: `action_checks.check_cast`.
2. It is cast and its slot used; lethal, or above level 1, it is a ground for dismissal: `events.SpellCast`.
3. The GM says what comes of it: `points.goes.Adjudication`, by `gm.apply_effect` or `gm.dismiss`.
4. Passing, the GM says that nothing further does, or that the caster is dismissed: `gm.answer_adjudication`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from rules.ishmek import events as ev
from rules.ishmek.decide.action_checks import CONTROL_DC_BESIDE, CONTROL_DC_OWN, Plan, flight_of
from rules.ishmek.decide.harm import loses_action, roll_injury
from rules.ishmek.decide.orbs import propel, take_orb
from rules.ishmek.decide.skill import IshRun, Stake, skill_roll
from rules.ishmek.decide.umpires import check_foul
from rules.ishmek.decide.windows import open_window
from rules.ishmek.questions import allowance_squares, get, orb_of
from rules.ishmek.state import Acting, Adjudication, BurnInjuries, BurnInjury, Contest, Foul, Scatter
from rules.kernel.reading import picked

EXTRA_REACH_INJURY = 4
INTERCEPT_BASE = 8


def perform(run: IshRun, plan: Plan, order_burn: int = 0) -> None:
    """Do it: concussion, costs, then the action itself on top of its frame."""
    player = get(run.state, plan.player)
    if plan.slot == "action" and loses_action(run, player):
        run.emit(ev.ActionSpent(player=player.id))
        return
    spend_slot(run, plan)
    owed = pay(run, plan)
    if order_burn:
        owed = (BurnInjury(player.id, order_burn, "order roll"), *owed)
    run.push(Acting(player=player.id, name=plan.name, slot=plan.slot, owed=owed))
    _DO[plan.name](run, plan)


def spend_slot(run: IshRun, plan: Plan) -> None:
    """The slot and the name are used. [ISH-ECON-01, ISH-ECON-02]"""
    if plan.slot == "action":
        run.emit(ev.ActionSpent(player=plan.player, name=plan.name))
    elif plan.slot == "reaction":
        run.emit(ev.ReactionSpent(player=plan.player, name=plan.name))
    else:
        run.emit(ev.BonusSpent(player=plan.player, name=plan.name, source=plan.source))


def pay(run: IshRun, plan: Plan) -> tuple[BurnInjury, ...]:
    """Declare Burns and spend the spell; the injury rolls that follow, the skill roll's Burn first. [ISH-BURN-05]"""
    owed: list[BurnInjury] = []
    if plan.effort.burn:
        burn = plan.effort.burn
        run.emit(ev.BurnDeclared(player=plan.player, amount=burn, purpose="sr", injury_mod=burn))
        owed.append(BurnInjury(plan.player, burn, plan.name))
    if plan.propel_burn:
        mod = EXTRA_REACH_INJURY * plan.propel_burn
        run.emit(ev.BurnDeclared(player=plan.player, amount=plan.propel_burn, purpose="propel", injury_mod=mod))
        owed.append(BurnInjury(plan.player, mod, "propel distance"))
    if plan.spell is not None and plan.name != "cast_spell":
        spend_spell(run, plan.player, plan.spell, "range" if plan.ranged else "boost")
    return tuple(owed)


def spend_spell(run: IshRun, player: str, spell: str, purpose: Literal["boost", "range"]) -> None:
    """A level-1 spell goes into a skill roll. [ISH-SPELL-01]"""
    left = get(run.state, player).slots_l1 - 1
    run.emit(ev.SpellSpent(player=player, spell=spell, purpose=purpose, slots_left=left))


def burn_on_answer(run: IshRun, player: str, burn: int, cause: str) -> None:
    """Somebody burns on the roll of an answer: the action under way ends with one more injury roll."""
    if not burn:
        return
    run.emit(ev.BurnDeclared(player=player, amount=burn, purpose="sr", injury_mod=burn))
    for place in range(len(run.agenda) - 1, -1, -1):
        frame = run.agenda[place]
        if type(frame) is Acting:
            run.agenda[place] = replace(frame, owed=(*frame.owed, BurnInjury(player, burn, cause)))
            return


def finish_acting(run: IshRun, frame: Acting) -> None:
    """The action is resolved: the injury rolls of its Burns one by one, then the umpires. [ISH-BURN-02, ISH-UMP-03]"""
    if frame.owed:
        run.advance(replace(frame, owed=frame.owed[1:]))
        roll_burn_injury(run, frame.owed[0])
        return
    run.pop()
    if frame.foul is not None:
        check_foul(run, frame.foul)
    if frame.name == "push_pull":
        run.emit(ev.PushEnded(player=frame.player))


def roll_burn_injuries(run: IshRun, frame: BurnInjuries) -> None:
    """The injury rolls for Burns of what a point cut short. [ISH-TURN-03]"""
    if not frame.owed:
        run.pop()
        return
    run.advance(replace(frame, owed=frame.owed[1:]))
    roll_burn_injury(run, frame.owed[0])


def roll_burn_injury(run: IshRun, injury: BurnInjury) -> None:
    mods = ((injury.amount, "Burn", "ISH-BURN-02"),)
    roll_injury(run, injury.player, mods, f"burn: {injury.cause}", "ISH-BURN-02")


# The actions


def _dash(run: IshRun, plan: Plan) -> None:
    """More movement: the present allowance once again. [ISH-DASH-01]"""
    run.emit(ev.Dashed(player=plan.player, squares=allowance_squares(run.state, get(run.state, plan.player))))


def _control(run: IshRun, plan: Plan) -> None:
    """Take a loose orb: DC 5 in the own square, 10 beside it. [ISH-CTRL-01..07]"""
    assert plan.orb is not None
    player, orb = get(run.state, plan.player), orb_of(run.state, plan.orb)
    own = orb.at == player.at
    stake = Stake(
        "control",
        "ISH-CTRL-01" if own else "ISH-CTRL-02",
        against=plan.orb,
        target=CONTROL_DC_OWN if own else CONTROL_DC_BESIDE,
    )
    rolled = skill_roll(run, player, plan.effort, stake)
    margin = rolled.margin or 0
    if margin >= 0:
        take_orb(run, plan.orb, plan.player)
        open_window(run, "control_tried", plan.orb)
        return
    run.emit(ev.ControlFailed(player=plan.player, orb=plan.orb, missed_by=-margin))
    if margin <= -5:
        run.push(Scatter(orb=plan.orb, motion=orb.motion, left=1, cause=plan.player))
    else:
        open_window(run, "control_tried", plan.orb)


def _contest(run: IshRun, plan: Plan) -> None:
    """The target says how it defends; intent to injure is declared before the roll. [ISH-SEIZE-01, ISH-PUSH-01]"""
    assert plan.target is not None
    if plan.intent:
        rules = run.state.rules
        dc = rules.foul_dc_holder if plan.victim_held else rules.foul_dc
        run.advance(replace(run.agenda[-1], foul=Foul(plan.player, plan.target, dc)))
    effort = plan.effort
    run.push(
        Contest(
            **picked(plan, "slot", "intent", "ranged", "orb"),
            kind="seize" if plan.name == "seize" else "push_pull",
            actor=plan.player,
            target=plan.target,
            ability=effort.ability,
            burn=effort.burn,
            spell=plan.spell if effort.boosted else None,
        )
    )


def _intercept(run: IshRun, plan: Plan) -> None:
    """Take an orb out of the air: DC 8 + 2 × intended distance. [ISH-INT-01..07]"""
    assert plan.orb is not None
    from_where = orb_of(run.state, plan.orb)
    flight = flight_of(run.agenda, from_where)
    assert flight is not None, "prepare has seen the flight"
    player = get(run.state, plan.player)
    at_target = flight.margin >= 0 and flight.index == flight.distance and player.at == from_where.at
    stake = Stake(
        "intercept", "ISH-INT-03", against=plan.orb, target=INTERCEPT_BASE + 2 * flight.dc_distance, advantage=at_target
    )
    rolled = skill_roll(run, player, plan.effort, stake)
    if not rolled.success:
        run.emit(ev.InterceptFailed(player=plan.player, orb=plan.orb))
        return
    run.emit(ev.OrbIntercepted(orb=plan.orb, player=plan.player))
    take_orb(run, plan.orb, plan.player)
    if from_where.at != player.at:
        open_window(run, "orb_moved", plan.orb)


def _cast(run: IshRun, plan: Plan) -> None:
    """A spell for another effect: the GM says what comes of it. [ISH-SPELL-03, ISH-SPELL-04]"""
    spell = plan.spell or ""
    dismissal = plan.lethal or plan.level > 1
    slots = get(run.state, plan.player).slots_l1
    run.emit(
        ev.SpellCast(
            player=plan.player,
            spell=spell,
            level=plan.level,
            slots_left=slots - 1 if plan.level == 1 else slots,
            lethal=plan.lethal,
            grounds_for_dismissal=dismissal,
        )
    )
    run.push(Adjudication(player=plan.player, spell=spell, dismissal=dismissal))


_DO: dict[str, Callable[[IshRun, Plan], None]] = {
    "dash": _dash,
    "control": _control,
    "seize": _contest,
    "propel": propel,
    "intercept": _intercept,
    "push_pull": _contest,
    "cast_spell": _cast,
}
