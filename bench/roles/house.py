"""Inside a Skald that runs: who furnishes it for players, and who waits for rows."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model

from bench.roles.log import append
from bench.roles.matches import open_match
from bench.stories import GAME, five_a_side
from eventstore import api as store
from matches import event_codec, service
from matches.facts import TitleSet
from matches.game_adapter import adapter_of
from matches.loading import load_match
from matches.models import Match, stream_of
from web.people import person
from web.tokens import give_token

LOOK_SECONDS = 0.001
LONGEST_WAIT = 60.0
REST_SECONDS = 0.1


def furnish() -> Callable[[int], dict[str, Any]]:
    """An order is a number of matches; the answer: their ids as `matches`, and the `token` of their GM."""
    user = get_user_model().objects.create_user("gm")

    def answer(number: int) -> dict[str, Any]:
        order = service.NewMatch(ruleset=GAME, setup=five_a_side())
        matches = [str(service.create_match(person(user), order)) for _ in range(number)]
        return {"token": give_token(user).secret, "matches": matches}

    return answer


def seen(woken: bool) -> Callable[[int], list[float]]:
    """Append to a match, and wait for its row. An order is a number of appends; the milliseconds of each wait.

    Unless `woken`, nobody is told of the appends, so that the beat finds them.
    """
    longest_rest = REST_SECONDS
    if not woken:
        settings.REDIS_URL, longest_rest = "", float(settings.POLL_SECONDS)
    match_id, rng = open_match(), Random(1)
    version = load_match(match_id).version

    def turn() -> float:
        nonlocal version
        # Each wait ends with a poll: only after a rest as long as it likes is the next append at no particular moment.
        time.sleep(rng.random() * longest_rest)
        version += 1
        event = event_codec.stored(adapter_of(GAME), TitleSet(title=f"The match of version {version}"))
        append(stream_of(match_id), version - 1, [store.NewEvent(*event)])
        start = time.perf_counter()
        while not Match.objects.filter(pk=match_id, version=version).exists():
            if time.perf_counter() - start > LONGEST_WAIT:
                raise RuntimeError(f"version {version} of the match was never seen")
            time.sleep(LOOK_SECONDS)
        return (time.perf_counter() - start) * 1000

    return lambda count: [turn() for _ in range(count)]
