"""After a battle: what the finished match means for every company that was in it, told in one act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaigns.domain.campaign import commands as co, events as ev
from campaigns.domain.campaign.state import Battle, FieldedSide, number_of
from campaigns.domain.company.decide.after import serve_absences, take_consequence
from campaigns.domain.company.decide.gold import change_gold
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.events import BattleLeft, BattleRecorded, HeroFateSet
from campaigns.domain.company.evolve import fold
from campaigns.domain.event_base import Cause
from campaigns.domain.resettling import as_it_began, brought_forward, declare_again, rolled_before
from campaigns.domain.world import Act, Finished
from rules.kernel.asks import Outcome
from rules.kernel.dice import Dice
from rules.kernel.errors import Refused
from rules.kernel.progression import Played, Score
from rules.kernel.rolls import Need, Taken, rolled

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
        self.rolls: list[tuple[Need, Taken]] = []

    def take(self, need: Need) -> Taken:
        """Faces from the dice behind; whoever has rolled for this battle before rolls no other fate."""
        before = self._before.get(need.by)
        if before is not None and len(before.faces) == len(need.sides):
            return Taken(before.faces, "house")
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
        act.tell(ev.BattleAbandoned(match=battle.match, because=because))
        return
    seats, scores = winning_seats(outcome), dict[str, Score]()
    if battle.kind == "friendly":
        _leave(act, battle)
    else:
        for side in battle.sides:
            scores[side.company] = _settle_side(act, battle, side, match, seats)
        _take_loot(act, battle, seats)
    act.tell(
        ev.BattleSettled(
            match=battle.match,
            termination=outcome.termination,
            winners=tuple(side.company for side in battle.sides if side.seat in seats),
            winning_seats=seats,
            scores=scores,
            because=because,
        ),
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
            act.draft(company).tell(BattleLeft(match=battle.match, because=Cause(battle.fought)))


def _settle_side(act: Act, battle: Battle, side: FieldedSide, match: Finished, seats: Sequence[str]) -> Score:
    """What the match means for one company: fates of its heroes, what they learnt, what it earned. Its score."""
    draft = under(act, battle, side.company)
    draft.tell(BattleRecorded(match=battle.match, result=_result(side, seats), because=Cause(battle.fought)))
    witness = RecordingDice(act.dice, rolled_before(act, battle, side.company))
    then = as_it_began(act, battle, side.company)
    figures = {hero: then.heroes[hero] for hero in side.models}
    played = Played(match.state, match.events, side.models, figures, side.resting, match.before)
    consequences = draft.terms.progression.settle(draft.terms.rules, played, witness)
    _put_rolls_on_record(act, battle, side, witness)
    serve_absences(draft, tuple(side.models), Cause(battle.fought), then)
    dead = [hero.id for hero in draft.company.heroes.values() if hero.standing == "dead"]
    forwards = brought_forward(act, battle, draft, then, consequences)
    for one in forwards:
        take_consequence(draft, one.consequence, battle.fought, battle.match, one.own, spared=one.spared)
    declare_again(battle, draft, forwards, dead)
    income = draft.terms.progression.income(draft.terms.rules, won=side.seat in seats)
    change_gold(draft, income, "income", battle.match, Cause(battle.fought))
    score: Score = draft.terms.progression.score(played)
    return score


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
        act.tell(rolled(ev.FateRolled, need, taken, company=side.company, match=battle.match))


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
    loot = min(winner.terms.progression.loot(winner.terms.rules), _had_to_lose(act, battle, loser))
    change_gold(loser, -loot, "loot", winner.company.id, Cause(battle.fought))
    change_gold(winner, loot, "loot", loser.company.id, Cause(battle.fought))


def _had_to_lose(act: Act, battle: Battle, loser: Draft) -> int:
    """The gold of a loser when the battle was first settled, with what it has for fighting it."""
    log = act.world.logs.get(loser.company.id, ())
    for at, event in enumerate(log):
        if isinstance(event, BattleRecorded) and event.match == battle.match:
            then = fold(log[:at]) or loser.company
            return max(then.gold + loser.terms.progression.income(loser.terms.rules, won=False), 0)
    return max(loser.company.gold, 0)
