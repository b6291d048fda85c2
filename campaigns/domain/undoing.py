"""Undoing a battle that does not count: what it did to every company is put back by events that compensate it.

The companies may have gone on since: heroes have learnt from what they must give back, have died in other battles, were
sent away, have spent the gold. So nothing is set to what it once was: what the battle gave is taken from what there is.

Voiding a battle, or settling it again:

1. It may be: it is not void yet; where it is settled again, no other battle has fought its invasion, a fork that counts
   in its place is one of its match, and its companies are in no battle: `void_battle`, `record_again`.
2. In each company all that the battle did and still does is found: `_battle_entries`.
3. The last event first, each is compensated by the function for its type: `Undoing.run`, `_UNDOERS`. Gold that was lost
   comes back: `Undoing.pay`.
4. Settled again, the battle is settled as its match stands now: `settle`.
5. Choices beyond the level that is left go, what the dead left behind goes back to who lives again, and gold that was
   gained goes: `_close`, `shed_choices`, `give_back`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaigns.domain.campaign import commands as co, events as ev
from campaigns.domain.campaign.decide.stages import going_on, withdraw_invasions
from campaigns.domain.campaign.state import Battle, fights, number_of
from campaigns.domain.captives import without_capture
from campaigns.domain.choices import put_back, shed_choices, xp_changes
from campaigns.domain.company import events as cev
from campaigns.domain.company.decide.trade import change_gold
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.evolve import evolve
from campaigns.domain.company.state import Company
from campaigns.domain.conditions import with_ended, without_gained
from campaigns.domain.event_base import Change
from campaigns.domain.history import counting
from campaigns.domain.items import put_item_back
from campaigns.domain.settling import battle_of, settle
from campaigns.domain.tally import SPENT, Bans, Carries, Deaths, Tally, battles_of, carried_after
from campaigns.domain.world import Act
from rules.kernel.errors import Refused
from rules.kernel.progression import Figure

UNDOING = "KERNEL-CAMP-07"
NEVER_RECORDED = "Record it; or void it first, if its match cannot be finished."
FOUGHT = (cev.BattleJoined, cev.BattleLeft)
"""Events of a battle that need no undoing."""


def void_battle(act: Act, command: co.VoidBattle) -> None:
    """The battle does not count. An open one is left; of a recorded one everything is undone."""
    going_on(act.campaign)
    battle = battle_of(act, command.match)
    if battle.stage == "voided":
        hint = "Record it again, if it counts after all."
        raise Refused(
            "battle_voided",
            f"Battle {number_of(act.campaign, battle.match)} is void already.",
            UNDOING,
            field="match",
            hint=hint,
        )
    undoings = _undo(act, battle)
    act.emit(ev.BattleVoided(match=battle.match))
    _close(act, battle, undoings)


def record_again(act: Act, command: co.RecordAgain) -> None:
    """The battle was settled wrongly, or counts after all: undo what it did, and settle it anew.

    By its own match, or by a fork of it that was played on otherwise: a match that is over is not changed any more.
    """
    going_on(act.campaign)
    battle = battle_of(act, command.match)
    if battle.stage == "open":
        message = f"Battle {number_of(act.campaign, battle.match)} was never recorded."
        raise Refused("battle_open", message, UNDOING, field="match", hint=NEVER_RECORDED)
    _check_invasion(act, battle)
    if command.played:
        _check_fork(act, battle, command.played)
    if battle.kind != "friendly":
        for company in battle.companies:
            _check_free(act.draft(company))
    undoings = _undo(act, battle)
    settle(act, replace(battle, played=command.played))
    _close(act, battle, undoings)


def _check_fork(act: Act, battle: Battle, played: str) -> None:
    """Refuse to settle a battle by a match that did not come of its own."""
    fork = act.world.matches.get(played)
    if fork is None or battle.match not in fork.sources:
        message = f"Match {played} is not a fork of match {battle.match}."
        hint = "Fork the match of the battle where it went wrong, and play the fork to its end."
        raise Refused("not_its_fork", message, UNDOING, field="played", hint=hint)


def _check_invasion(act: Act, battle: Battle) -> None:
    """Refuse to count an invasion twice: another battle was fought for it once this one was void."""
    others = (one for one in act.campaign.battles.values() if one.match != battle.match and fights(one))
    if battle.invasion and any(one.invasion == battle.invasion for one in others):
        message = (
            f"The invasion of battle {number_of(act.campaign, battle.match)} has been fought in another battle since."
        )
        raise Refused("invasion_fought", message, UNDOING, field="match", hint="Void that battle first.")


def _check_free(draft: Draft) -> None:
    """Refuse what would change a company that is in a battle; one that was disbanded takes its part of it."""
    if not draft.company.disbanded:
        draft.require_idle("match")


def _undo(act: Act, battle: Battle) -> list[Undoing]:
    """Put everything back but gold that is to be given up, choices, and what the dead left behind.

    What is settled anew may leave these alone.
    """
    undoings = []
    for company in battle.companies:
        draft = act.draft(company)
        if battle.stage == "open":
            if draft.company.in_battle == battle.match:
                draft.emit(cev.BattleLeft(match=battle.match))
            continue
        undoing = Undoing(draft, act.world.logs[company], battle, act.carries)
        if undoing.entries:
            _check_free(draft)
            undoings.append(undoing)
    for undoing in undoings:
        undoing.run()
        if undoing.gold < 0:
            undoing.pay()
    return undoings


def _close(act: Act, battle: Battle, undoings: Sequence[Undoing]) -> None:
    """What is beyond what the heroes and companies have now goes, and what is theirs goes back to those who live again.

    Refused where gold would sink below 0.
    """
    for undoing in undoings:
        for hero in undoing.learners:
            shed_choices(undoing.draft, undoing.log, hero)
        left = {entry.version: entry.event for entry in undoing.entries if isinstance(entry.event, LeftBehind)}
        give_back(act, undoing.draft, undoing.log, left)
        if undoing.gold > 0:
            undoing.pay()
    for company in battle.companies:
        if act.entered(company).disbanded:
            withdraw_invasions(act, company)


class LoggedEvent(NamedTuple):
    """An event to be undone, and its version in the company's stream."""

    version: int
    event: Any


class Undoing:
    """The undoing of one battle in one company. `log` are all events of the company before the act."""

    def __init__(self, draft: Draft, log: Sequence[Any], battle: Battle, carries: Carries) -> None:
        self.draft = draft
        self.log = log
        self.match = battle.match
        self.tally = Tally(log, carries)
        self.bans = cache(partial(Bans, log))
        self.entries = list(_battle_entries(log, battle))

    def run(self) -> None:
        """Tell what compensates the events, the last first; gold, choices and what the dead left behind apart."""
        for entry in reversed(self.entries):
            if isinstance(entry.event, LeftBehind):
                continue
            undo = _UNDOERS.get(type(entry.event))
            changes = undo(self, entry) if undo is not None else ()
            self.draft.emit(cev.Undone(event=entry.version, changes=tuple(changes)))

    @property
    def gold(self) -> int:
        """What the battle brought the company in gold, less what it cost."""
        return sum(entry.event.delta for entry in self.entries if isinstance(entry.event, cev.GoldChanged))

    @property
    def learners(self) -> tuple[str, ...]:
        """The heroes that learnt in the battle."""
        return tuple(dict.fromkeys(entry.event.hero for entry in self.entries if isinstance(entry.event, cev.XpGained)))

    def pay(self) -> None:
        """Give the gold back, or take it back."""
        change_gold(self.draft, -self.gold, "undoing", self.match)

    def hero(self, hero: str) -> Figure:
        """The hero as it is now."""
        return self.draft.company.heroes[hero]


def _battle_entries(log: Sequence[Any], battle: Battle) -> Iterator[LoggedEvent]:
    """What the battle did and still does: by its recording, and by the fates that the GM has declared for it since."""
    for version, event in counting(log):
        because = event.because
        if because is not None and because.match in (battle.match, battle.fought) and not isinstance(event, FOUGHT):
            yield LoggedEvent(version, event)


def _xp(undoing: Undoing, entry: LoggedEvent) -> Sequence[Change]:
    """What of it the GM has not taken since."""
    figure = undoing.hero(entry.event.hero)
    xp = max(figure.xp - undoing.tally.without(entry.version, figure.id).get("xp", 0), 0)
    return xp_changes(undoing.draft, figure, xp)


def _fate(undoing: Undoing, entry: LoggedEvent) -> list[Change]:
    """Who died of it lives again, unless something later has killed it too; an open fate is closed."""
    event: cev.HeroFateSet = entry.event
    figure = undoing.hero(event.hero)
    changes = list(_close_fate(undoing, event))
    of_this_alone = Deaths(undoing.log, figure.id).holding <= {undoing.match}
    if event.fate == "dead" and figure.standing == "dead" and of_this_alone:
        was = _status_before(undoing, figure.id)
        if was != "ready":
            return [put_back(figure, "standing", "dead", was), *changes]
        undoing.draft.emit(cev.HeroRevived(hero=event.hero, old="dead"))
    return changes


def _close_fate(undoing: Undoing, event: cev.HeroFateSet) -> Iterator[Change]:
    """The open fates of a hero without that of the battle."""
    owed = undoing.draft.company.undecided.get(event.hero, ())
    left = [match for match in owed if event.because is None or match != event.because.match]
    if len(left) < len(owed):
        yield Change(field=f"undecided.{event.hero}", old=list(owed), new=left or None)


def _status_before(undoing: Undoing, hero: str) -> str:
    """What a dead hero was before it died: in older logs it may have left by then."""
    company: Company | None = None
    was = "ready"
    for event in undoing.log:
        company = evolve(company, event)
        if hero in company.heroes and company.heroes[hero].standing != "dead":
            was = company.heroes[hero].standing
    return was


def _restored(undoing: Undoing, entry: LoggedEvent) -> list[Change]:
    """What is still there of what it lost in this battle goes; what it had shaken off in it is carried again."""
    figure = undoing.hero(entry.event.hero)
    went = undoing.tally.without(entry.version, figure.id)
    now = carried_after(figure.carried, {path: -count for path, count in went.items()})
    return [] if now == figure.carried else [put_back(figure, "carried", figure.carried, now)]


def _injury(undoing: Undoing, entry: LoggedEvent) -> list[Change]:
    event: cev.InjuryTaken = entry.event
    figure = undoing.hero(event.hero)
    if event.injury not in figure.injuries:
        return []
    place = figure.injuries.index(event.injury)
    left = (*figure.injuries[:place], *figure.injuries[place + 1 :])
    return [put_back(figure, "injuries", figure.injuries, left)]


def _spent(undoing: Undoing, entry: LoggedEvent) -> list[Change]:
    """What was used in the battle may be used again, but for what the GM has given back since."""
    figure = undoing.hero(entry.event.hero)
    went = undoing.tally.without(entry.version, figure.id)
    had = {name: figure.spent.get(name, 0) for name in entry.event.uses}
    left = {name: max(had[name] - went.get(SPENT + name, 0), 0) for name in had}
    return [put_back(figure, f"spent.{name}", had[name], left[name] or None) for name in had if left[name] != had[name]]


def _ban(undoing: Undoing, entry: LoggedEvent) -> list[Change]:
    """An absence that the battle brought is over; a match that was sat out does not count. What holds then, holds."""
    figure = undoing.hero(entry.event.hero)
    left = undoing.bans(figure.id).without(entry.version)
    return [] if left == figure.absence else [put_back(figure, "absence", figure.absence, left)]


def _gained(undoing: Undoing, entry: LoggedEvent) -> list[Change]:
    """A condition that the battle brought goes, if it has not ended by now."""
    figure = undoing.hero(entry.event.hero)
    return _set(figure, "conditions", figure.conditions, without_gained(figure, entry.event))


def _ended(undoing: Undoing, entry: LoggedEvent) -> list[Change]:
    """A condition that ended with the battle stands again, unless it is over all the same."""
    figure = undoing.hero(entry.event.hero)
    return _set(figure, "conditions", figure.conditions, with_ended(undoing.draft, undoing.log, entry.event))


def _captured(undoing: Undoing, entry: LoggedEvent) -> list[Change]:
    """Whom the battle made a captive is free, unless somebody else holds the hero by now."""
    figure = undoing.hero(entry.event.hero)
    return _set(figure, "captive", figure.captive, without_capture(figure, entry.event))


def _item(undoing: Undoing, entry: LoggedEvent) -> list[Change]:
    return list(put_item_back(undoing.hero(entry.event.hero), entry.event))


def _set(figure: Figure, field: str, old: Any, new: Any) -> list[Change]:
    return [] if new == old else [put_back(figure, field, old, new)]


_UNDOERS: Mapping[type[Any], Callable[[Undoing, LoggedEvent], Sequence[Change]]] = {
    cev.XpGained: _xp,
    cev.HeroFateSet: _fate,
    cev.HeroRestored: _restored,
    cev.UsesSpent: _spent,
    cev.InjuryTaken: _injury,
    cev.AbsenceSet: _ban,
    cev.AbsenceServed: _ban,
    cev.ConditionGained: _gained,
    cev.ConditionEnded: _ended,
    cev.HeroCaptured: _captured,
    cev.ItemStateChanged: _item,
}
"""How an event is undone; one that is not here is undone by another of the same act, or by nothing."""


LeftBehind = cev.ItemReturned | cev.LeaderNamed
"""What a death does to equipment and leadership."""


def give_back(act: Act, draft: Draft, log: Sequence[Any], undone: Mapping[int, LeftBehind]) -> None:
    """Tell that the events `undone` no longer count, and what goes back of these and of what was undone before.

    `log` are all events of the company before the act, which is over but for this.
    """
    left, battles = _left_behind(log), battles_of(log)
    for version in sorted({**undone, **left}, reverse=True):
        event = left.get(version)
        changes: list[Change] = []
        before = draft.company
        if event is not None and event.because is not None:
            battle = battles.get(event.because.match, event.because.match)
            if _lives_without(act, draft, log, _former_owner(event), battle):
                changes = list(_give_back(draft, event))
        if version in undone or changes or draft.company is not before:
            draft.emit(cev.Undone(event=version, changes=tuple(changes)))


def _left_behind(log: Sequence[Any]) -> dict[int, LeftBehind]:
    """By version what the dead left behind and nobody has touched since: no leader named, none of the kind taken up."""
    company: Company | None = None
    left: dict[int, LeftBehind] = {}
    for version, event in enumerate(log, 1):
        company = evolve(company, event)
        if isinstance(event, LeftBehind) and event.because is not None:
            left[version] = event
        elif isinstance(event, cev.ItemAssigned):
            same = [at for at, one in left.items() if _is_item(one, event.hero, event.item)]
            left.pop(same[-1] if same else 0, None)
        left = {at: one for at, one in left.items() if _is_still_there(company, one)}
    return left


def _former_owner(event: LeftBehind) -> str:
    return event.hero if isinstance(event, cev.ItemReturned) else event.old


def _is_item(event: LeftBehind, hero: str, item: str) -> bool:
    return isinstance(event, cev.ItemReturned) and (event.hero, event.item) == (hero, item)


def _is_still_there(company: Company, event: LeftBehind) -> bool:
    """Whether it may still be there: such an item in the stash, the company without a leader."""
    return bool(company.stash.get(event.item)) if isinstance(event, cev.ItemReturned) else not company.leader


def _lives_without(act: Act, draft: Draft, log: Sequence[Any], hero: str, battle: str) -> bool:
    """Whether a hero is there, and does not die in a battle any more: it is void, or the act brings the hero back."""
    figure = draft.company.heroes.get(hero)
    if figure is None or figure.standing != "ready" or Deaths([*log, *draft.events], hero).on_record(battle):
        return False
    known = act.campaign.battles.get(battle)
    return known is None or known.stage != "recorded" or draft.was.heroes[hero].standing == "dead"


def _give_back(draft: Draft, event: LeftBehind) -> Iterator[Change]:
    """Leadership goes back by a change, an item by an event of its own, if its hero can carry it."""
    if not _is_still_there(draft.company, event):
        return
    if isinstance(event, cev.LeaderNamed):
        yield Change(field="leader", old=event.hero, new=event.old)
        return
    terms, figure = draft.terms, draft.company.heroes[event.hero]
    try:
        terms.progression.trade.check_kit(terms.rules, figure, event.item)
    except Refused:
        return
    draft.emit(cev.ItemAssigned(hero=figure.id, item=event.item))
