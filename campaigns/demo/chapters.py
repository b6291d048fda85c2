"""Playing the stories of the demo: each becomes a match, by the commands that anybody would give.

A match is private while it is played, and made public as the last step. That event marks it as finished; from
then on it belongs to whoever plays it, and the demo leaves it alone. Everything before is done once however often it is
asked for, so this may be killed at any moment and started again.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias
from uuid import UUID

from django.conf import settings

from campaigns.demo.battles import BATTLES, FIRST_BATTLE, Battle
from campaigns.demo.people import GM, user_of
from campaigns.demo.scenes import PAGE, Scene, Stage
from campaigns.demo.skirmishes import FIRST_SKIRMISH, SKIRMISHES, Skirmish
from campaigns.demo.stories import BRANCHES, FIRST, STORIES, Branch, Story
from matches import service
from matches.service import NewFork
from web.errors import KeyReused
from web.people import THE_HOUSE, person

# Part of every id: a changed demo gets another number.
EDITION = 1
FINISHED_BY = "visibility_set"

CommandHook = Callable[[], None]
Opening: TypeAlias = Story | Battle | Skirmish
"""What opens a match from rosters."""
Chapter: TypeAlias = Opening | Branch


def chapters(*, quick: bool) -> tuple[Chapter, ...]:
    """What is to be played, the sources of forks before their forks."""
    everything: tuple[Chapter, ...] = (*STORIES, *BATTLES, *SKIRMISHES, *BRANCHES)
    return tuple(chapter for chapter in everything if chapter.quick or not quick)


def play(chapter: Chapter, on_command: CommandHook) -> UUID | None:
    """Play a story, or what is left of it; `on_command` is called after each command. Returns the match.

    None when an earlier Skald played another version: that match stays as it is.
    """
    try:
        match_id = _open(chapter)
    except KeyReused:
        return None
    stage = Stage(match_id, _key(chapter), getattr(chapter, "seed", 0), person(user_of(GM)), on_command)
    if stage.happened[FINISHED_BY]:
        return match_id
    _seat_people(chapter, match_id)
    for scene in _remaining(chapter.scenes, stage):
        scene.play(stage)
    service.set_visibility(THE_HOUSE, match_id, "public", key=f"{_key(chapter)}/public")
    return match_id


@contextmanager
def demo_lock() -> Iterator[None]:
    """A lock: one demo at a time in this `var/`; a second one waits."""
    file = os.open(Path(settings.VAR_DIR) / "demo.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


def _key(chapter: Chapter) -> str:
    return f"demo/{EDITION}/{chapter.key}"


def matches_to_play() -> list[tuple[str, str, UUID]]:
    """Game, title and id of a match of each game to begin with, without those that are over or of another version."""
    everything: tuple[Opening, ...] = (*STORIES, *BATTLES, *SKIRMISHES)
    found = []
    for story in everything:
        if story.key not in (FIRST, FIRST_BATTLE, FIRST_SKIRMISH):
            continue
        try:
            match_id = _create(story)
            match = service.load(THE_HOUSE, match_id).match
        except KeyReused:
            continue
        if match.table.outcome() is None:
            found.append((match.ruleset.title, match.roster.title, match_id))
    return found


def _open(chapter: Chapter) -> UUID:
    return _fork(chapter) if isinstance(chapter, Branch) else _create(chapter)


def _create(story: Opening) -> UUID:
    return service.create_match(THE_HOUSE, story.order(), key=_key(story))


def _fork(branch: Branch) -> UUID:
    source = next(story for story in STORIES if story.key == branch.source)
    source_id = _create(source)
    order = NewFork(version=_moment_before(source_id, branch.before), title=branch.title)
    return service.fork_match(THE_HOUSE, source_id, order, key=_key(branch))


def _moment_before(match_id: UUID, kind: str) -> int:
    """The version just before the first event of a kind; the last version when there is none."""
    after: int | None = 0
    version = 0
    while after is not None:
        page = service.events_page(THE_HOUSE, match_id, after, PAGE)
        for event in page["events"]:
            if event["type"] == kind:
                return int(event["n"]) - 1
        version, after = page["version"], page["next"]
    return int(version)


def _seat_people(chapter: Chapter, match_id: UUID) -> None:
    """Give the match to its GM and the seats to their players; who sits already stays."""
    service.give_gm(THE_HOUSE, match_id, user_of(GM))
    for seat, name in chapter.seats:
        service.assign_seat(THE_HOUSE, match_id, seat, user_of(name))


def _remaining(scenes: tuple[Scene, ...], stage: Stage) -> Iterable[Scene]:
    standing = [place for place, scene in enumerate(scenes) if scene.stands(stage)]
    return scenes[standing[-1] + 1 :] if standing else scenes
