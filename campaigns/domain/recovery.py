"""Acts between battles that mend heroes: treatments, rest, escapes, as the game has them. [KERNEL-CAMP-19]

In order:
1. the act is one of the game's, and for who asks
2. once a day it was not tried today
3. the game tries it, by the dice of the campaign
4. rolls go on record, then what came of it
"""

from __future__ import annotations

from msgspec.structs import replace

from campaigns.domain.campaign import between_battles as bb, events as ev
from campaigns.domain.campaign.decide.stages import open_draft
from campaigns.domain.company import events as cev
from campaigns.domain.company.draft import Draft
from campaigns.domain.conditions import gain, standing
from campaigns.domain.game_time import day_of
from campaigns.domain.rights import RULE, is_staff
from campaigns.domain.settling import RecordingDice
from campaigns.domain.world import Act
from rules.kernel.errors import Malformed, Refused
from rules.kernel.progression import Figure, RecoveryAct, RecoveryCase, RecoveryResult
from rules.kernel.reading import read
from rules.kernel.rolls import rolled

RECOVERY = "KERNEL-CAMP-19"


def recover(act: Act, command: bb.Recover) -> None:
    """One act for one hero."""
    draft = open_draft(act, command.company)
    figure = draft.hero(command.hero)
    tried = _tried(act, draft, command)
    day = day_of(act.campaign.hour)
    _check_once(figure, command.act, tried, day)
    witness = RecordingDice(act.dice, {})
    case = _case(act, draft, command, tried)
    result = draft.terms.progression.recovery.recover(draft.terms.rules, command.act, case, witness)
    for need, taken in witness.rolls:
        act.emit(rolled(ev.RecoveryRolled, need, taken, company=command.company, act=command.act))
    _take(draft, figure, command.act, result, day)


def _tried(act: Act, draft: Draft, command: bb.Recover) -> RecoveryAct:
    """The act of the game's, for who may order it."""
    known = draft.terms.progression.recovery.acts(draft.terms.rules)
    found = known.get(command.act)
    if found is None:
        hint = f"Choose one of {', '.join(known) or 'none: this game has none'}."
        raise Refused("unknown_recovery", f"There is no act {command.act!r}.", RECOVERY, field="act", hint=hint)
    if found.who == "gm" and not is_staff(act.campaign, act.by):
        raise Refused("gm_only", f"{found.title} is for the GM to order.", RULE, field="act", hint="Ask the GM.")
    return found


def _check_once(figure: Figure, key: str, tried: RecoveryAct, day: int) -> None:
    if tried.per == "day" and figure.recovered.get(key) == day:
        message = f"{tried.title} was tried for {figure.name} on day {day} already."
        raise Refused("already_recovered", message, tried.rule, field="act", hint="Try it on another day.")


def _case(act: Act, draft: Draft, command: bb.Recover, tried: RecoveryAct) -> RecoveryCase:
    if tried.details is None and command.details:
        raise Malformed("nothing needs to be said of this act", "details")
    details = None if tried.details is None else read(dict(command.details), tried.details, "details")
    others = {one.id: one for one in act.draft(command.other, "other").company.ready} if command.other else {}
    return RecoveryCase(
        figure=draft.company.heroes[command.hero],
        figures={one.id: one for one in draft.company.ready},
        others=others,
        details=details,
        hour=act.campaign.hour,
        downtime=act.campaign.downtime,
    )


def _take(draft: Draft, figure: Figure, key: str, result: RecoveryResult, day: int) -> None:
    """What came of it, the act itself first."""
    hero = figure.id
    carried = None if result.carried is None else {stat: lost for stat, lost in result.carried.items() if lost}
    draft.emit(cev.Recovered(hero=hero, act=key, day=day, said=result.said, old=figure.carried, carried=carried))
    if result.spent:
        draft.emit(cev.UsesSpent(hero=hero, uses=result.spent))
    for condition in result.ended:
        over = standing(draft.company.heroes[hero], condition)
        draft.emit(cev.ConditionEnded(hero=hero, condition=over, why="recovery"))
    for new in result.gained:
        gain(draft, hero, replace(new, since=draft.terms.hour, match="", event=draft.next_version))
    for item in result.mended:
        old = draft.company.heroes[hero].item_states.get(item)
        draft.emit(cev.ItemStateChanged(hero=hero, item=item, old=old, new=None, why="recovery"))
    if result.freed and figure.captive is not None:
        draft.emit(cev.HeroFreed(hero=hero, captive=figure.captive, why="recovery"))
