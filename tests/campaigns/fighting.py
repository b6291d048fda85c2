"""Battles of a campaign under test: started from it, fought by bots or given up, in matches as they are played."""

import uuid
from random import Random

from jobs.models import Job
from matches import service
from matches.documents import plain
from matches.loading import load_match
from rules.registry import RULESETS
from web.people import THE_HOUSE

LONGEST_BATTLE = 2_000


def sides(evening, *players):
    """The companies of `players` with all heroes that may fight, in the order of the seats."""
    return {
        f"s{number}": {"company": evening.companies[name], "heroes": [one.id for one in evening.company(name).ready]}
        for number, name in enumerate(players, 1)
    }


def start(evening, *players, key=None, **fields):
    """Start a battle between the companies of `players`; the id of its match."""
    done = evening.do("start_battle", key=key, sides=sides(evening, *players), **fields)
    return uuid.UUID(list(done.campaign.state.battles)[-1])


def concede(match_id, side="s2"):
    """Let a side give the battle up."""
    return service.give_command(THE_HOUSE, match_id, {"type": "concede", "side": side})


def strike(match_id, *models):
    """Take models out by GM actions, whatever the dice of the day."""
    for model in models:
        out = {"type": "gm_adjust", "model": model, "field": "status", "value": "out", "reason": "a fall"}
        service.give_command(THE_HOUSE, match_id, out)


def play_out(match_id, seed=7):
    """Let bots play a match to its end, the house giving each command."""
    choose, rng = RULESETS["istra"].bots()["sensible"], Random(seed)
    for _ in range(LONGEST_BATTLE):
        match = load_match(match_id)
        if match.table.outcome() is not None:
            return
        service.give_command(THE_HOUSE, match_id, plain(choose(match.state, rng)))
    raise AssertionError(f"no end within {LONGEST_BATTLE} commands")


def job(kind, subject=None):
    """The one job of a kind (on a subject)."""
    wanted = Job.objects.filter(kind=kind)
    return (wanted if subject is None else wanted.filter(subject=str(subject))).get()
