"""The GM's actions on companies: gold and experience, things handed over, fates.

Each leaves a reason. Nothing of it is done to a company in an open battle. [KERNEL-CAMP-09, IST-CAMP-11]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from campaigns.domain.campaign import commands as co
from campaigns.domain.campaign.decide.stages import open_draft
from campaigns.domain.campaign.state import Battle, number_of
from campaigns.domain.choices import put_back, shed_choices
from campaigns.domain.company.decide.heroes import farewell, gain_xp
from campaigns.domain.company.decide.trade import change_gold
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.events import (
    HeroFateSet,
    HeroRestored,
    HeroRevived,
    ItemGiven,
    ItemReceived,
    Undone,
    XpGained,
)
from campaigns.domain.company.state import MOST_GOLD
from campaigns.domain.event_base import Cause
from campaigns.domain.history import counting
from campaigns.domain.settling import battle_of
from campaigns.domain.tally import Deaths, Tally, carried_after
from campaigns.domain.world import Act
from rules.kernel.errors import Refused
from rules.kernel.progression import Figure

GM_ACTIONS, BALANCE, NAMES = "KERNEL-CAMP-09", "KERNEL-CAMP-08", "KERNEL-CAMP-11"


def award_gold(act: Act, command: co.AwardGold) -> None:
    """The only income by the book. [IST-Q-109]"""
    draft = open_draft(act, command.company)
    require_room(draft, command.amount)
    change_gold(draft, command.amount, "award")


def fine(act: Act, command: co.Fine) -> None:
    """Not more than there is, unless debts are allowed."""
    draft = open_draft(act, command.company)
    require_room(draft, -command.amount)
    change_gold(draft, -command.amount, "fine", field="amount")


def award_xp(act: Act, command: co.AwardXp) -> None:
    """Experience for a hero, with the levels that come of it."""
    draft = open_draft(act, command.company)
    figure = draft.hero(command.hero)
    _low, most = draft.terms.progression.bounds(draft.terms.rules)["xp"]
    if figure.xp + command.amount > most:
        message = f"{figure.name} has {figure.xp} XP; the most is {most}."
        raise Refused(
            "bad_value", message, GM_ACTIONS, field="amount", hint=f"Give at most {max(most - figure.xp, 0)}."
        )
    gain_xp(draft, figure.id, command.amount)


def transfer(act: Act, command: co.Transfer) -> None:
    """Out of one company and into another, in one act; nothing is lost on the way."""
    giver, taker = open_draft(act, command.company), act.draft(command.to, "to")
    taker.require_idle("to")
    if command.company == command.to:
        raise Refused(
            "same_company", "A company cannot transfer to itself.", BALANCE, field="to", hint="Name another company."
        )
    if not command.gold and not command.items:
        raise Refused("nothing_to_change", "There is nothing to transfer.", BALANCE, hint="Name gold or items.")
    for item, count in command.items.items():
        held = giver.company.stash.get(item, 0)
        if held < count:
            message = f"The stash of {giver.company.name} has {held} of {item!r}, not {count}."
            hint = "Take it from the hero who carries it first."
            raise Refused("not_in_stash", message, BALANCE, field=f"items.{item}", hint=hint)
        giver.emit(ItemGiven(item=item, count=count, to=command.to))
        taker.emit(ItemReceived(item=item, count=count, source=command.company))
    require_room(giver, -command.gold, "gold")
    require_room(taker, command.gold, "gold")
    change_gold(giver, -command.gold, "transfer", command.to, field="gold")
    change_gold(taker, command.gold, "transfer", command.company)


def require_room(draft: Draft, delta: int, field: str = "amount") -> None:
    """Refuse more gold, or more debt, than a company can have."""
    after = draft.company.gold + delta
    too_much = after > MOST_GOLD if delta > 0 else after < -MOST_GOLD
    if too_much:
        message = f"{draft.company.name} has {draft.company.gold} gold; nobody can have or owe more than {MOST_GOLD}."
        raise Refused("bad_value", message, BALANCE, field=field, hint="Give a smaller number.")


def declare_fate(act: Act, command: co.DeclareFate) -> None:
    """Dead, or alive after all, with the XP that such a fate has where it is that of a battle. [IST-Q-100, IST-D-18]"""
    draft = open_draft(act, command.company)
    figure = draft.any_hero(command.hero)
    if figure.standing not in ("ready", "dead"):
        message = f"{figure.name} is {figure.standing}."
        raise draft.terms.refusal(
            "hero_gone", message, field="hero", hint="Choose a hero who still belongs to the company."
        )
    declaring = _Declaring(act, draft, command, figure)
    battle = declaring.battle() if command.match else None
    declaring.require_another()
    declaring.emit()
    if battle is not None:
        declaring.learn(battle)


class _Declaring:
    """A fate in the making.

    `log` are all events of the company so far, `counting` those of them that still count; `own` are the matches that
    caused them, where the fate is that of a battle: its own match, or the fork of it that settled it.
    """

    def __init__(self, act: Act, draft: Draft, command: co.DeclareFate, figure: Figure) -> None:
        self.act = act
        self.draft = draft
        self.command = command
        self.figure = figure
        self.log = [*act.world.logs[command.company], *draft.events]
        self.counting = dict(counting(self.log))
        self.because = Cause(command.match) if command.match else None
        known = act.campaign.battles.get(command.match)
        self.own = (command.match, known.fought) if known is not None else ()

    def battle(self) -> Battle:
        """The battle that the hero was taken out in; refused where it was not, or where that battle is void."""
        match = self.command.match
        battle = battle_of(self.act, match)
        if battle.stage == "voided":
            hint = "Leave the match out, or record the battle again first."
            message = f"Battle {number_of(self.act.campaign, match)} is void."
            raise Refused("battle_voided", message, GM_ACTIONS, field="match", hint=hint)
        fielded = [hero for side in battle.sides if side.company == self.command.company for hero in side.models]
        if self.figure.id not in fielded or not any(_fell(fate) for fate in self._fates()):
            message = f"{self.figure.name} was not taken out in battle {number_of(self.act.campaign, match)}."
            hint = "Name the battle in which the hero was taken out, or none."
            if battle.kind == "friendly":
                message = f"Battle {number_of(self.act.campaign, match)} was friendly and has no consequences."
            raise self.draft.terms.refusal("not_taken_out", message, field="match", hint=hint)
        return battle

    def _fates(self) -> list[HeroFateSet]:
        """What the battle, or the GM for it, has made of the hero so far."""
        fates = [event for event in self.counting.values() if isinstance(event, HeroFateSet)]
        return [fate for fate in fates if fate.hero == self.figure.id and _match(fate) in self.own]

    def require_another(self) -> None:
        """Refuse the fate that the hero has already."""
        fate = self.command.fate
        if fate == "dead":
            same = self.figure.standing == "dead"
        elif self.command.match:
            last = self._fates()[-1]
            same = (last.fate, last.undecided) == (fate, False)
        else:
            same = self.figure.standing == "ready" and self.figure.id not in self.draft.company.open_fates
        if same:
            message = f"{self.figure.name} is {'dead' if fate == 'dead' else 'alive'} already."
            raise Refused("fate_same", message, GM_ACTIONS, field="fate", hint="Declare another fate.")

    def emit(self) -> None:
        """The fate, and what goes with it: what the dead leave, and who has come through."""
        hero, fate = self.figure.id, self.command.fate
        back = self.figure.standing == "dead" and self._died_of_it()
        lost = self._lost_without_death() if back or self._died_there() else None
        if back:
            self.draft.emit(HeroRevived(hero=hero, old="dead", because=self.because))
        self.draft.emit(HeroFateSet(hero=hero, fate=fate, rule=GM_ACTIONS, how="gm", because=self.because))
        if fate == "dead":
            farewell(self.draft, hero, self.because)
        elif lost is not None:
            self.draft.emit(HeroRestored(hero=hero, carried=lost, because=self.because))

    def _died_of_it(self) -> bool:
        """Whether a dead hero is dead of what is declared anew, and nothing else: with no match whatever it died of."""
        return not self.own or Deaths(self.log, self.figure.id).holding <= {self.command.match}

    def _died_there(self) -> bool:
        """Whether it died in the battle, as far as was told: it may be dead of another one, too."""
        return bool(self.own) and self._fates()[-1].fate == "dead"

    def _lost_without_death(self) -> dict[str, int]:
        """What a hero carries over that did not die of it: it was whole then, and what it lost later is lost."""
        if not self.own:
            return {}
        tally = Tally(self.log, self.act.carries)
        more = tally.with_battle(self.command.match, self.figure.id, {}, whole=True)
        return carried_after(self.figure.carried, more)

    def learn(self, battle: Battle) -> None:
        """The XP of the battle, by the rules that it keeps, is that of the fate now. [IST-XP-01, IST-Q-102]"""
        kept = self.act.terms(battle.rules)
        due = kept.progression.growth.experience(kept.rules, self.command.fate)
        gains = {version: event for version, event in self.counting.items() if self._gained(event)}
        if due == sum(event.new - event.old for event in gains.values()):
            return
        tally = Tally(self.log, self.act.carries)
        self._unlearn(gains, tally)
        more = tally.with_battle(battle.match, self.figure.id, {"xp": due}, whole=False)
        if more.get("xp"):
            gain_xp(self.draft, self.figure.id, more["xp"], self.because)
        shed_choices(self.draft, self.log, self.figure.id)

    def _gained(self, event: Any) -> bool:
        return isinstance(event, XpGained) and event.hero == self.figure.id and _match(event) in self.own

    def _unlearn(self, gains: Iterable[int], tally: Tally) -> None:
        """What the battle brought goes, as far as the GM has not taken it since."""
        terms = self.draft.terms
        for version in gains:
            figure = self.draft.company.heroes[self.figure.id]
            xp = max(figure.xp - tally.without(version, figure.id).get("xp", 0), 0)
            level = terms.progression.growth.level(terms.rules, xp)
            changes = (put_back(figure, "xp", figure.xp, xp), put_back(figure, "level", figure.level, level))
            self.draft.emit(Undone(event=version, changes=changes))


def _match(event: Any) -> str:
    """The battle that an event is about; "" where it is about none."""
    return event.because.match if event.because is not None else ""


def _fell(fate: HeroFateSet) -> bool:
    """Whether somebody was taken out; the GM has declared nothing else."""
    return fate.fate in ("taken_out", "dead") or fate.how == "gm"
