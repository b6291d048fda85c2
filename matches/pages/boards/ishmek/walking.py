"""A walk over several squares as a form: where one may go, what the way costs, who may react on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.pages.boards.common import listed
from matches.pages.boards.questions import Ask, Questions
from matches.pages.boards.squares import centre, course, ring, square_words
from rules.ishmek.commands import Square
from rules.ishmek.questions import get
from rules.ishmek.walks import walks, why_no_walk, windows_on
from rules.kernel.grid import Walk
from web.pages.fields import Command, Field, Form, Stroke, Trial

Values = Mapping[str, Any]


def walk_form(q: Questions, ask: Ask) -> Form:
    """Where the player may walk. It is sent a step at a time, until somebody may react."""
    player = get(q.state, ask["player"])
    found = walks(q.state, player)
    left, most = ask["options"]["movement_left"], ask["options"]["allowance"]

    def steps(values: Values) -> Sequence[Command]:
        squares = _walk(found, values).cells
        return [{"type": "step", "player": player.id, "to": list(square)} for square in squares]

    def trial(values: Values) -> Trial:
        if (to := (values["to"][0], values["to"][1])) not in found:
            return Trial(refused=why_no_walk(q.state, player, to))
        walk = found[to]
        windows = windows_on(q.state, player.id, walk)
        at = [*([player.at] if player.at else []), *walk.cells]
        rings = [Stroke(ring(centre(square)), "window") for square, _ in windows]
        words = f"{_squares(walk.cost)} of {left}. {_reactions(q, windows)}"
        return Trial(words, (Stroke(course(at), "path"), *rings), f"Walk {_squares(walk.cost)}")

    choices = (
        ("", "a square"),
        *((f"{x},{y}", f"({x}, {y}): {_squares(walk.cost)}") for (x, y), walk in found.items()),
    )
    return Form(
        "walk",
        "Walk",
        "Walk",
        (Field("to", "Walk to", "square", (("", "a square"), *choices), required=True),),
        lambda values: steps(values)[0],
        note=f"{left} of {most} squares left. Click a square, or choose it here.",
        trial=trial,
        course=steps,
        walker=f"{player.id} {q.state.turn}",
    )


def _walk(found: Mapping[Square, Walk], values: Values) -> Walk:
    """The walk to a square; to one out of reach a single step, which the rules refuse."""
    x, y = values["to"]
    return found.get((x, y), Walk(((x, y),), 0))


def _squares(count: int) -> str:
    return f"{count} square{'' if count == 1 else 's'}"


def _reactions(q: Questions, windows: Sequence[tuple[Square, Sequence[str]]]) -> str:
    """Who may react, at which squares, as far as it can be told beforehand."""
    if not windows:
        return "Nobody may react on the way."
    squares: dict[Sequence[str], list[str]] = {}
    for square, who in windows:
        squares.setdefault(who, []).append(square_words(square))
    told = [f"{q.names.many(who)} at {listed(at)}" for who, at in squares.items()]
    return f"May react: {'; '.join(told)}."
