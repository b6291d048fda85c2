"""Entrants that join a stage while it is played: those that are paired round by round. [KERNEL-TOUR-16]"""

from __future__ import annotations

from rules.kernel.errors import Refused
from tournaments.domain import commands as co, events as ev
from tournaments.domain.decide.entrants import status_in_words
from tournaments.domain.stage_rules import MOST_ENTRANTS, PAIRED, rounds_of
from tournaments.domain.state import TAKING_PART, Fixture, Result, Stage
from tournaments.domain.suspensions import order_key
from tournaments.domain.world import Act

JOINING = "KERNEL-TOUR-16"


def join(act: Act, command: co.JoinStage) -> None:
    """As the last seed, from the next round on; the rounds that it missed are byes."""
    stage, entrant = act.stage(command.stage), act.entrant(command.entrant)
    _check_open(stage)
    if entrant.status not in TAKING_PART:
        message, hint = f"{entrant.name} is {status_in_words(entrant)}.", "Admit it first, or enter a company."
        raise Refused("not_on_the_list", message, JOINING, field="entrant", hint=hint)
    if entrant.id in stage.entrants:
        message, hint = f"{entrant.name} plays {stage.name} already.", "There is nothing to do."
        raise Refused("entered_twice", message, JOINING, field="entrant", hint=hint)
    if len(stage.entrants) >= MOST_ENTRANTS:
        message, hint = f"{stage.name} takes at most {MOST_ENTRANTS} entrants.", "Plan another stage."
        raise Refused("too_many_entrants", message, JOINING, field="entrant", hint=hint)
    order = order_key(act.world.today, act.next_number)
    result = Result(kind=command.byes, decided="pairing", places={entrant.id: 1}, order=order)
    byes = tuple(_bye(act, stage, number, result) for number in sorted(stage.rounds))
    act.emit(ev.StageJoined(stage=stage.id, entrant=entrant.id, round=len(stage.rounds) + 1, fixtures=byes))


def _check_open(stage: Stage) -> None:
    if stage.format not in PAIRED:
        message = f"Who meets whom in {stage.name} was settled when it started."
        hint = "Let it replace an entrant, or play in another stage."
        raise Refused("not_paired", message, JOINING, field="stage", hint=hint)
    if stage.status != "running":
        message, hint = f"{stage.name} is {stage.status}.", "Name a stage that is being played."
        raise Refused("stage_not_running", message, JOINING, field="stage", hint=hint)
    if "draft" in stage.rounds.values():
        message, hint = f"Round {len(stage.rounds)} is a draft.", "Publish it, or discard it and pair it anew."
        raise Refused("draft_open", message, JOINING, field="stage", hint=hint)
    if len(stage.rounds) >= rounds_of(stage):
        message, hint = f"All {rounds_of(stage)} rounds are paired.", "Let it play in another stage."
        raise Refused("no_more_rounds", message, JOINING, field="stage", hint=hint)


def _bye(act: Act, stage: Stage, number: int, result: Result) -> Fixture:
    place = 1 + max(one.number for one in act.tournament.fixtures_of(stage.id, number))
    return Fixture(
        id=f"{stage.id}-{number}-{place}",
        stage=stage.id,
        round=number,
        number=place,
        sides=(*result.places,),
        bye="half_bye" if result.kind == "half_bye" else "zero_bye",
        reasons=("It joined later.",),
        result=result,
    )


def undo(act: Act, command: co.UndoJoin) -> None:
    """As if it had never joined, while no round has been paired with it."""
    stage, entrant = act.stage(command.stage), act.entrant(command.entrant)
    first = entrant.joined.get(stage.id, 0)
    if not first or entrant.before is not None:
        message, hint = f"{entrant.name} has not joined {stage.name} late.", "Withdraw it, or undo the replacement."
        raise Refused("not_in_stage", message, JOINING, field="entrant", hint=hint)
    own = [one for one in act.tournament.fixtures_of(stage.id) if entrant.id in one.sides]
    paired = next((one for one in own if one.round >= first), None)
    if paired is not None:
        message, hint = f"{entrant.name} is paired in round {paired.round}.", "Withdraw it, or discard the draft."
        raise Refused("paired_since", message, JOINING, field="entrant", hint=hint)
    act.emit(ev.StageJoinUndone(stage=stage.id, entrant=entrant.id, fixtures=tuple(one.id for one in own)))
