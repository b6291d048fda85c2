"""After a battle: what the finished match means for every company that was in it, told in one act.

Settling a battle:

1. The match is over, or its fork that counts in its place: `_finished`. One that was abandoned, or friendly, changes
   nothing: `_leave`.
2. For each side in the order of the seats, the game's progression says what became of the heroes, as they went into the
   battle, and rolls for fates: `_settle_side`, `as_it_began`. `RecordingDice` keep the rolls, which go on record:
   `_put_rolls_on_record`. A match that heroes had to sit out is served: `serve_absences`.
3. Settled again, the consequences are brought forward to what the heroes are by now: `brought_forward`.
4. They are taken: `take_consequence`, `_take_state`. What the GM had declared holds: `declare_again`.
5. Income, and the score for standings: `change_gold`. Loot of an invasion: `_take_loot`.
6. The result goes on record in the campaign: `settle`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaigns.domain.campaign import commands as co, events as ev
from campaigns.domain.campaign.state import Battle, FieldedSide, number_of
from campaigns.domain.captives import held_by, still_held
from campaigns.domain.company import events as cev
from campaigns.domain.company.decide.heroes import farewell, serve_absences, take_consequence
from campaigns.domain.company.decide.trade import change_gold
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.events import BattleLeft, BattleRecorded, HeroFateSet
from campaigns.domain.company.evolve import fold
from campaigns.domain.company.state import Company
from campaigns.domain.conditions import Conditions, end_with_battle, gain
from campaigns.domain.event_base import Cause
from campaigns.domain.history import counting
from campaigns.domain.items import change_items, still_changed
from campaigns.domain.tally import GONE, SPENT, Bans, Deaths, Tally, battles_of, carried_after, losses, restores, spent
from campaigns.domain.world import Act, Finished
from rules.kernel.asks import Outcome
from rules.kernel.dice import Dice
from rules.kernel.errors import Refused
from rules.kernel.progression import Absence, Consequence, Figure, FinishedMatch, Score
from rules.kernel.rolls import DiceFaces, Need, rolled


class Forward(NamedTuple):
    """A consequence as it is taken now. `own`: what the battle alone changed in what the hero carries over, by stat.

    `word`: the fate that the GM has declared in its place. `spared`: the hero does not die of this battle, by whatever
    the GM has said.
    """

    consequence: Consequence
    own: dict[str, int] | None = None
    word: HeroFateSet | None = None
    spared: bool = False


def as_it_began(act: Act, battle: Battle, company: str) -> Company:
    """The company as it went into the battle. Without its log it still is in the battle, and as it was."""
    log = act.world.logs.get(company, ())
    for at, event in enumerate(log, 1):
        if isinstance(event, cev.BattleJoined) and event.match == battle.match:
            return fold(log[:at]) or act.draft(company).company
    return act.draft(company).company


def rolled_before(act: Act, battle: Battle, company: str) -> dict[str, HeroFateSet]:
    """By hero the last fate that was rolled for it in this battle, whatever has become of that since."""
    log = act.world.logs.get(company, ())
    own = {battle.match, *(match for match, settled in battles_of(log).items() if settled == battle.match)}
    fates = (event for event in log if isinstance(event, HeroFateSet) and event.faces)
    return {one.hero: one for one in fates if one.because is not None and one.because.match in own}


def brought_forward(
    act: Act, battle: Battle, draft: Draft, then: Company, consequences: Sequence[Consequence]
) -> Sequence[Forward]:
    """What the battle means for the heroes as they are now, where that is not as it left them."""
    log = act.world.logs.get(draft.company.id)
    if log is None:
        return [Forward(consequence) for consequence in consequences]
    later = _Later(battle, draft, log, Tally([*log, *draft.events], act.carries))
    return [later.of(consequence, then.heroes[consequence.figure]) for consequence in consequences]


class _Later:
    """What a battle means for one company after all of `log`. Its events are undone by now."""

    def __init__(self, battle: Battle, draft: Draft, log: Sequence[Any], tally: Tally) -> None:
        self._match = battle.match
        self._carries = draft.terms.progression.carries(draft.terms.rules)
        self._draft = draft
        self._tally = tally
        self._log = log
        self._declared = _declared(log, battle.match)

    def of(self, settled: Consequence, then: Figure) -> Forward:
        """A consequence as it is taken now; `then` is the hero as it went into the battle."""
        now = self._draft.company.heroes[settled.figure]
        deaths = Deaths(self._log, settled.figure)
        undecided = settled.undecided and self._match not in deaths.closed
        new = replace(settled, xp=self._xp(settled), undecided=undecided)
        left = now.standing if now.standing in GONE else deaths.escaped(self._match)
        if new.fate == "dead" and left:
            new = replace(new, fate="taken_out", how=left)
        own = None if restores(new.fate) or not self._carries else _change(then, new)
        change = {**losses(own or {}), **spent(new.spent), "xp": new.xp}
        rested = new.fate == "rested"
        more = self._tally.with_battle(self._match, new.figure, change, whole=own is None and not rested)
        xp = more.get("xp", 0)
        if rested:
            return Forward(replace(new, xp=xp))
        taken = replace(
            new,
            xp=xp,
            carried=carried_after(now.carried, more),
            injuries=(*now.injuries, *(Counter(new.injuries) - Counter(then.injuries)).elements()),
            absence=self._absence(new),
            spent={name: more[SPENT + name] for name in new.spent if SPENT + name in more},
            conditions=Conditions(self._log, new.figure).brought(self._match, new.conditions),
            captive=new.captive if still_held(self._log, self._match, new.figure) else None,
            items=still_changed(self._log, self._match, new.figure, new.items),
        )
        word = self._declared.get(new.figure) if restores(new.fate) else None
        spared = self._match in deaths.spared or (word is not None and word.fate != "dead")
        return Forward(taken, own, word, spared)

    def _absence(self, new: Consequence) -> Absence | None:
        """One that it had brought already is what has become of it: served in part, or lifted."""
        return new.absence and Bans(self._log, new.figure).brought(self._match, new.absence)

    def _xp(self, settled: Consequence) -> int:
        """The XP of the fate that it has, or that the GM has declared for it."""
        fate = self._declared.get(settled.figure)
        if fate is None or not restores(settled.fate):
            return settled.xp
        terms = self._draft.terms
        return int(terms.progression.growth.experience(terms.rules, fate.fate))


def declare_again(battle: Battle, draft: Draft, forwards: Sequence[Forward], dead: Collection[str]) -> None:
    """Tell once more what the GM has said of the fates of the taken out: it holds, though all else is settled anew.

    Who was `dead` without this battle stays so, and who has left alive does not die of it.
    """
    for forward in forwards:
        hero = forward.consequence.figure
        gone = draft.company.heroes[hero].standing in GONE
        if not (gone and forward.word is not None and forward.word.fate == "dead"):
            _tell_declared(draft, forward, Cause(battle.match), back=forward.spared and hero not in dead)


def _tell_declared(draft: Draft, forward: Forward, because: Cause, *, back: bool) -> None:
    """What was said of one hero, and what goes with it; `back`: it has died of nothing else."""
    settled, word, hero = forward.consequence, forward.word, forward.consequence.figure
    if word is not None:
        draft.emit(replace(word, reason=""))
        if word.fate == "dead" and not forward.spared:
            farewell(draft, hero, because)
    if back and draft.company.heroes[hero].standing == "dead":
        draft.emit(cev.HeroRevived(hero=hero, old="dead", because=because))
    if settled.fate == "dead" and word is not None and word.fate != "dead":
        draft.emit(cev.HeroRestored(hero=hero, carried=settled.carried, because=because))


def _declared(log: Sequence[Any], match: str) -> dict[str, HeroFateSet]:
    """By hero the last fate that the GM has declared in a battle, as far as it still counts."""
    fates = (event for _, event in counting(log) if isinstance(event, HeroFateSet) and event.how == "gm")
    return {fate.hero: fate for fate in fates if fate.because is not None and fate.because.match == match}


def _change(then: Figure, new: Consequence) -> dict[str, int]:
    """What of each stat a hero lost, or got back, from the beginning of the battle to its end."""
    stats = (*then.carried, *new.carried)
    return {stat: new.carried.get(stat, 0) - then.carried.get(stat, 0) for stat in stats}


SETTLING = "KERNEL-CAMP-06"
ABANDONED = "abandoned"
PLAY_ON = "Play it to its end, or abandon it."
DICE_ELSEWHERE = (
    "If its dice are rolled on another server: void it, and record it again by a fork of its match (`played`)."
)


class RecordingDice:
    """Dice that keep what they showed, so that each roll can be put on record."""

    def __init__(self, dice: Dice, before: Mapping[str, HeroFateSet]) -> None:
        self._dice = dice
        self._before = before
        self.rolls: list[tuple[Need, DiceFaces]] = []

    def take(self, need: Need) -> DiceFaces:
        """Faces from the dice behind; whoever has rolled for this battle before rolls no other fate."""
        before = self._before.get(need.by)
        if before is not None and len(before.faces) == len(need.sides):
            return DiceFaces(before.faces, "house")
        taken = self._dice.take(need)
        self.rolls.append((need, taken))
        return taken


def record_battle(act: Act, command: co.RecordBattle) -> None:
    """Once, when the match is over. [IST-FATE-01, IST-XP-01]"""
    battle = battle_of(act, command.match)
    if battle.stage == "voided":
        hint = "Record it again, with a reason, if it counts after all."
        raise Refused(
            "battle_voided",
            f"Battle {number_of(act.campaign, battle.match)} is void.",
            SETTLING,
            field="match",
            hint=hint,
        )
    if battle.stage != "open":
        message = f"Battle {number_of(act.campaign, battle.match)} is {battle.stage} already."
        hint = "Void it, or record it again with a reason, to change what it did."
        raise Refused("battle_already_recorded", message, SETTLING, field="match", hint=hint)
    settle(act, battle)


def battle_of(act: Act, match: str) -> Battle:
    """A battle of the campaign; refused where the match is none."""
    battle = act.campaign.battles.get(match)
    if battle is None:
        message = f"Match {match!r} is not a battle of {act.campaign.title}."
        hint = "Name a match that was started from this campaign."
        raise Refused("unknown_battle", message, SETTLING, field="match", hint=hint)
    return battle


def settle(act: Act, battle: Battle) -> None:
    """What the match brought, as it stands now."""
    match, outcome = _finished(act, battle)
    because = Cause(battle.fought)
    if outcome.termination == ABANDONED:
        _leave(act, battle)
        act.emit(ev.BattleAbandoned(match=battle.match, because=because))
        return
    seats, scores = winning_seats(outcome), dict[str, Score]()
    if battle.kind == "friendly":
        _leave(act, battle)
    else:
        for side in battle.sides:
            scores[side.company] = _settle_side(act, battle, side, match, seats)
        _take_loot(act, battle, seats)
    act.emit(
        ev.BattleSettled(
            match=battle.match,
            termination=outcome.termination,
            winners=tuple(side.company for side in battle.sides if side.seat in seats),
            winning_seats=seats,
            scores=scores,
            because=because,
        )
    )


def _finished(act: Act, battle: Battle) -> tuple[Finished, Outcome]:
    match = act.world.matches.get(battle.fought)
    if match is None or match.outcome is None:
        message = f"Match {battle.fought} is not over."
        field, hint = ("played", PLAY_ON) if battle.played else ("match", f"{PLAY_ON} {DICE_ELSEWHERE}")
        raise Refused("battle_not_over", message, SETTLING, field=field, hint=hint)
    return match, match.outcome


def winning_seats(outcome: Outcome) -> tuple[str, ...]:
    """The seats that won, alone or together, the GM's among them; none of a draw."""
    return outcome.winners or tuple(filter(None, (outcome.winner,)))


def _leave(act: Act, battle: Battle) -> None:
    """The companies are free again, and nothing has come of it. [IST-Q-122]"""
    for company in battle.companies:
        if act.draft(company).company.in_battle == battle.match:
            act.draft(company).emit(BattleLeft(match=battle.match, because=Cause(battle.fought)))


def _settle_side(act: Act, battle: Battle, side: FieldedSide, match: Finished, seats: Sequence[str]) -> Score:
    """What the match means for one company: fates of its heroes, what they learnt, what it earned. Its score."""
    draft = under(act, battle, side.company)
    draft.emit(BattleRecorded(match=battle.match, result=_result(side, seats), because=Cause(battle.fought)))
    witness = RecordingDice(act.dice, rolled_before(act, battle, side.company))
    then = as_it_began(act, battle, side.company)
    figures = {hero: then.heroes[hero] for hero in side.models}
    played = FinishedMatch(
        match.state, match.events, side.models, figures, side.resting, match.before, battle.hour, battle.downtime
    )
    settled = draft.terms.progression.settle(draft.terms.rules, played, witness)
    consequences = [_placed(battle, one) for one in settled]
    _put_rolls_on_record(act, battle, side, witness)
    serve_absences(draft, tuple(side.models), Cause(battle.fought), then)
    end_with_battle(draft, then, Cause(battle.fought))
    dead = [hero.id for hero in draft.company.heroes.values() if hero.standing == "dead"]
    forwards = brought_forward(act, battle, draft, then, consequences)
    for one in forwards:
        take_consequence(draft, one.consequence, battle.fought, battle.match, one.own, spared=one.spared)
        if one.consequence.fate not in ("dead", "rested"):
            _take_state(draft, one.consequence, battle.fought)
    declare_again(battle, draft, forwards, dead)
    income = draft.terms.progression.trade.income(draft.terms.rules, won=side.seat in seats)
    change_gold(draft, income, "income", battle.match, Cause(battle.fought))
    score: Score = draft.terms.progression.score(played)
    return score


def _take_state(draft: Draft, consequence: Consequence, match: str) -> None:
    """What a battle leaves one hero under: conditions, captivity, items that are not whole or not at hand."""
    hero = consequence.figure
    for condition in consequence.conditions:
        gain(draft, hero, condition, Cause(match, condition.event))
    captive = consequence.captive
    if captive is not None and draft.company.heroes[hero].captive is None:
        draft.emit(cev.HeroCaptured(hero=hero, captive=captive, because=Cause(match, captive.event)))
    change_items(draft, hero, consequence.items, Cause(match, consequence.event))


def _placed(battle: Battle, consequence: Consequence) -> Consequence:
    """A consequence whose conditions and captivity say when and where they came about."""
    since: dict[str, Any] = {"since": battle.hour, "match": battle.fought}
    conditions = tuple(replace(one, **since, event=one.event or consequence.event) for one in consequence.conditions)
    captive = consequence.captive
    if captive is not None:
        captive = replace(held_by(battle, captive), **since, event=captive.event or consequence.event)
    return replace(consequence, conditions=conditions, captive=captive)


def under(act: Act, battle: Battle, company: str) -> Draft:
    """The company to be told more, under the switches that the battle keeps."""
    draft = act.draft(company)
    draft.terms = act.terms(battle.rules)
    return draft


def _result(side: FieldedSide, seats: Sequence[str]) -> str:
    """Lost to whoever won, be it the GM's side; drawn where nobody has won."""
    if not seats:
        return "drawn"
    return "won" if side.seat in seats else "lost"


def _put_rolls_on_record(act: Act, battle: Battle, side: FieldedSide, witness: RecordingDice) -> None:
    """The rolls for fates, each with its need and its faces."""
    for need, taken in witness.rolls:
        act.emit(rolled(ev.FateRolled, need, taken, company=side.company, match=battle.match))


def _take_loot(act: Act, battle: Battle, seats: Sequence[str]) -> None:
    """By house rule, gold goes from the loser of an invasion to its winner. [IST-Q-108]

    Only between attacker and defender, with whomever they fought: nothing where both have won, or neither. At most what
    the loser had when the battle was first settled: recorded again it is the same, whatever came and went since.
    """
    invasion = act.campaign.invasions.get(battle.invasion)
    if invasion is None:
        return
    won = {side.company for side in battle.sides if side.seat in seats}
    sides = sorted((invasion.attacker, invasion.defender), key=lambda company: company not in won)
    if len(won.intersection(sides)) != 1:
        return
    winner, loser = (under(act, battle, company) for company in sides)
    loot = min(winner.terms.progression.trade.loot(winner.terms.rules), _had_to_lose(act, battle, loser))
    change_gold(loser, -loot, "loot", winner.company.id, Cause(battle.fought))
    change_gold(winner, loot, "loot", loser.company.id, Cause(battle.fought))


def _had_to_lose(act: Act, battle: Battle, loser: Draft) -> int:
    """The gold of a loser when the battle was first settled, with what it has for fighting it."""
    log = act.world.logs.get(loser.company.id, ())
    for at, event in enumerate(log):
        if isinstance(event, BattleRecorded) and event.match == battle.match:
            then = fold(log[:at]) or loser.company
            return max(then.gold + loser.terms.progression.trade.income(loser.terms.rules, won=False), 0)
    return max(loser.company.gold, 0)
