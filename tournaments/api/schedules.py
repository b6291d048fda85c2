"""Answers about schedules: what is asked of them, drafts, what they break, how good they are, what workers do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils import timezone
from msgspec.structs import replace

from jobs.models import Job
from rules.kernel.errors import KernelError, Refused
from tournaments.api import shapes
from tournaments.domain.schedule.calendar import Slot
from tournaments.domain.schedule.of_stage import Judged, calendar_of, judged
from tournaments.domain.schedule.overdue import overdue_fixtures
from tournaments.domain.schedule.plan import Draft
from tournaments.domain.schedule.valid import require_valid
from tournaments.domain.state import Stage, Tournament
from tournaments.domain.world import FIXTURES
from tournaments.errors import refusal_of
from tournaments.process_manager import DRAW_SCHEDULE, PAIR_ROUND, asked_job

COUNTED = ("unplaced", "broken", "unmet")


class Looker(NamedTuple):
    """Who looks at a schedule: whether an organizer, and the entrants that they play."""

    organizer: bool
    own: frozenset[str]

    def plays(self, entrant: str) -> bool:
        """Whether what an entrant wishes, or cannot, is for their eyes."""
        return self.organizer or not entrant or entrant in self.own


def schedule_seen(tournament: Tournament, stage: Stage, looker: Looker) -> shapes.ScheduleSeen:
    """The schedule of a stage; its draft, and what workers are at, for organizers."""
    shown = stage if looker.organizer else _published(stage)
    found = judged(calendar_of(_seen(tournament, looker), shown, shown.draft))
    mine = tuple(one for one in stage.plan.wishes if looker.plays(one.entrant))
    causes = {one.id for one in mine} | {one.id for one in tournament.blackouts if looker.plays(_of(one))}
    return shapes.ScheduleSeen(
        windows=stage.plan.windows,
        slots=stage.plan.slots,
        wishes=mine,
        draft=shown.draft.slots if shown.draft is not None else None,
        undo=len(shown.draft.earlier) if shown.draft is not None else 0,
        breaches=[one for one in _breaches(found) if looker.organizer or not one.cause or one.cause in causes],
        quality=_quality(found),
        conflicts=shown.conflicts,
        drawing=_drawing(tournament, shown),
        pairing=_pairing(tournament, shown),
        overdue=tuple(one.id for one in overdue_fixtures(tournament, stage, timezone.localdate().isoformat())),
    )


def _of(blackout: object) -> str:
    return getattr(blackout, "of", "") if getattr(blackout, "kind", "") == "entrant" else ""


def _published(stage: Stage) -> Stage:
    """A stage as others than organizers see it."""
    return replace(stage, draft=None, conflicts=(), drawing=None, pairing=None)


def _seen(tournament: Tournament, looker: Looker) -> Tournament:
    """Without fixtures of rounds that are drafts, unless for organizers."""
    if looker.organizer:
        return tournament
    rounds = {name: stage.rounds for name, stage in tournament.stages.items()}
    fixtures = {
        name: one
        for name, one in tournament.fixtures.items()
        if rounds.get(one.stage, {}).get(one.round) == "published"
    }
    return replace(tournament, fixtures=fixtures)


def schedule_checked(tournament: Tournament, stage: Stage, slots: Mapping[str, Slot | None]) -> shapes.ScheduleChecked:
    """What the draft of a stage would break with these slots, too. Refusal where they cannot be read."""
    draft = stage.draft or Draft()
    calendar = calendar_of(tournament, stage, replace(draft, slots={**draft.slots, **slots}))
    known = {one.id for one in calendar.fixtures}
    strange = next((name for name in slots if name not in known), None)
    try:
        if strange is not None:
            message, hint = f"{strange[:80]!r} is no fixture to be played in {stage.name}.", "Name one by its id."
            raise Refused("unknown_fixture", message, FIXTURES, field=f"slots.{strange[:80]}", hint=hint)
        require_valid(calendar)
    except KernelError as error:
        raise refusal_of(error, tournament.game) from None
    found = judged(calendar)
    return shapes.ScheduleChecked(breaches=_breaches(found), quality=_quality(found))


def _breaches(found: Judged) -> list[shapes.BreachSeen]:
    return [
        shapes.BreachSeen(rule=one.rule, words=one.words, fixtures=one.fixtures, hard=one.hard, cause=one.cause)
        for one in found.breaches
    ]


def _quality(found: Judged) -> shapes.QualitySeen:
    good = found.quality
    return shapes.QualitySeen(
        breaks=good.breaks,
        balance=good.balance,
        gap=good.gap,
        return_rounds=good.return_rounds,
        return_days=good.return_days,
        unplaced=good.unplaced,
        broken=len(good.hard),
        unmet=len(good.unmet),
    )


def _drawing(tournament: Tournament, stage: Stage) -> shapes.DrawingSeen | None:
    if stage.drawing is None:
        return None
    job = _job(tournament, DRAW_SCHEDULE, stage, stage.drawing.number)
    return shapes.DrawingSeen(
        job=job.pk,
        how=stage.drawing.how,
        state=job.state,
        done=job.done,
        of=job.of,
        found={name: job.result[name] for name in COUNTED if name in job.result},
    )


def _pairing(tournament: Tournament, stage: Stage) -> shapes.PairingSeen | None:
    if stage.pairing is None:
        return None
    job = _job(tournament, PAIR_ROUND, stage, stage.pairing.number)
    why = job.result.get("why", job.error)
    return shapes.PairingSeen(job=job.pk, round=stage.pairing.round, state=job.state, why=why)


def _job(tournament: Tournament, kind: str, stage: Stage, number: int) -> Job:
    """The job as it stands; as it was written where its row is gone."""
    asked = asked_job(tournament.id, tournament.campaign, kind, stage.id, number)
    return Job.objects.filter(pk=asked.pk).first() or asked
