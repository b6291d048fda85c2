"""What the children of the nursery do about tournaments: ask for schedules and rounds, tell what came of it."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from eventstore import api
from jobs import dispatch
from jobs.models import Job
from tests.tournaments.opening import Open
from tournaments.loading import load_tournament
from tournaments.models import Tournament

PLAYERS = ("ann", "bob", "cora", "eve")
ANSWERS = ("tournament.round_drafted", "tournament.schedule_drafted", "tournament.conflicts_told")


def ask_workers(times: str) -> None:
    """So many times the schedule of a league is asked for, by two officers at once, and the first round of a Swiss."""
    for _ in range(int(times)):
        league = Open(*PLAYERS)
        league.workers = False
        league.do("add_stage", name="League", format="round_robin")
        league.do("start_stage", stage="s1")
        league.do("set_round_dates", stage="s1", first="2026-12-05", days=2)
        for _officer in range(2):
            league.do("draw_schedule", stage="s1", seconds=1)
        league.do("add_stage", name="Swiss", format="swiss", rules={"rounds": 2})
        league.do("start_stage", stage="s2")
        league.do("pair", stage="s2")
    assert dispatch.settle(5)


def tell_scheduled(path: str) -> None:
    """Write to `path` what became of jobs and tournaments, and what does not fit the log."""
    found: dict[str, Any] = {
        "jobs": Counter(f"{kind} {state}" for kind, state in Job.objects.values_list("kind", "state")),
        "errors": list(Job.objects.exclude(error="").values_list("kind", "error_type", "error")),
        "attempts": sum(Job.objects.values_list("attempts", flat=True)),
        "wrong": [*map(str, api.verify_store()), *api.check("tournaments")],
        "tournaments": [],
    }
    for row in Tournament.objects.all():
        now = load_tournament(row.pk).state
        league, swiss = now.stages["s1"], now.stages["s2"]
        answers = Counter(one.type for one in api.read(row.stream) if one.type in ANSWERS)
        found["tournaments"].append(
            {
                "answers": dict(answers),
                "dated": sorted(name for name, slot in (league.draft.slots if league.draft else {}).items() if slot),
                "meetings": sorted(sorted(one.sides) for one in now.fixtures_of("s1")),
                "paired": sorted(side for one in now.fixtures_of("s2") for side in one.sides),
                "waiting": [one.name for one in (league, swiss) if one.drawing or one.pairing],
            }
        )
    Path(path).write_text(json.dumps(found))


ROLES = {"ask_workers": ask_workers, "tell_scheduled": tell_scheduled}
