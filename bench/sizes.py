"""How much is measured: in a whole run, in a quick one, and in the tests, which only want each to run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """Rounds, and how much goes into one."""

    rounds: int
    matches: int  # Ishmêk matches a round
    games: int  # games of chess, and ten times so many hands of poker
    battles: int  # battles of Storm of Istra a round
    decided: int  # decisions of a battle a round, at the most
    swiss: int  # entrants of a Swiss
    forks: int  # forks a round
    writers: int  # who append at once; beside it, one alone is measured
    appends: int  # transactions of one event, or of ten, a round and a writer
    replayed: int  # events of the stream that is replayed
    imported: int
    loads: int  # loads of a match a round
    match_events: int  # events of a usual match
    long_match: int  # events of a long match
    seeks: int  # seeks a round
    replay_page: int  # events of the match whose replay is looked at
    kept: int  # events of the log that is verified and weighed
    commands: int  # commands through the handler a round
    houses: tuple[str, ...]  # the databases on which a whole Skald is started, which takes some seconds each time
    posts: int  # commands over HTTP, a client
    wakes: int  # appends whose arrival in the read model is timed
    polls: int  # the same without Redis, where each takes seconds
    followers: tuple[int, int]  # live feeds of a match, few and many
    told: int  # commands whose way to all of them is timed
    memory: int  # events of the log that is verified and rebuilt
    settlements: int  # battles of a campaign that are settled a round
    settled: int  # commands a round whose battle is awaited settled, one at a time
    season: int  # events of the campaign whose rows are made again
    entrants: int  # of the double round robin that is scheduled
    free_seconds: float  # for the model of it that is free in all


FULL = Sizes(
    rounds=5,
    matches=8,
    games=8,
    battles=8,
    decided=400,
    swiss=128,
    forks=200,
    writers=4,
    appends=200,
    replayed=100_000,
    imported=30_000,
    loads=20,
    match_events=1_000,
    long_match=3_000,
    seeks=200,
    replay_page=2_400,
    kept=100_000,
    commands=100,
    houses=("SQLite", "PostgreSQL"),
    posts=250,
    wakes=200,
    polls=12,
    followers=(50, 200),
    told=100,
    memory=1_000_000,
    settlements=4,
    settled=20,
    season=200_000,
    entrants=30,
    free_seconds=20.0,
)
QUICK = Sizes(
    rounds=2,
    matches=2,
    games=2,
    battles=2,
    decided=60,
    swiss=64,
    forks=50,
    writers=2,
    appends=20,
    replayed=5_000,
    imported=3_000,
    loads=3,
    match_events=200,
    long_match=400,
    seeks=40,
    replay_page=300,
    kept=5_000,
    commands=20,
    houses=("PostgreSQL",),
    posts=20,
    wakes=10,
    polls=1,
    followers=(10, 40),
    told=10,
    memory=5_000,
    settlements=1,
    settled=4,
    season=5_000,
    entrants=12,
    free_seconds=5.0,
)
TINY = Sizes(
    rounds=1,
    matches=1,
    games=1,
    battles=1,
    decided=10,
    swiss=9,
    forks=2,
    writers=2,
    appends=2,
    replayed=300,
    imported=200,
    loads=1,
    match_events=100,
    long_match=200,
    seeks=3,
    replay_page=60,
    kept=300,
    commands=3,
    houses=("PostgreSQL",),
    posts=3,
    wakes=2,
    polls=1,
    followers=(2, 4),
    told=2,
    memory=600,
    settlements=1,
    settled=1,
    season=600,
    entrants=4,
    free_seconds=0.5,
)
