"""Two players face to face in the middle of the arena, and short words for pushing, falling and being caught.

`h1` at (8,4), whose go it is, has Strength +3: +5 on a push. `a1` at (9,4) has Strength +1: +3. Neither has Dexterity.
`h1` has spent the Reaction, so that no window opens on its account.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.rules.every_game.rows import Step
from tests.rules.ishmek.arena import Json, act, let_pass, man, play
from tests.rules.play import Play

HELD = {"away": {"holder": "a1"}}
UNSEEN = (1, 1)  # 1 + 6 and 1 + 7: neither umpire reaches a DC of 10 or 15
SEEN = (20, 1)  # 20 + 6: the first umpire sees everything


def duel(
    h1: Mapping[str, Any] | None = None,
    a1: Mapping[str, Any] | None = None,
    *,
    home: Sequence[Mapping[str, Any]] = (),
    away: Sequence[Mapping[str, Any]] = (),
    **more: Any,
) -> Play:
    """The duel; `h1` and `a1` change its two players, `home` and `away` are further ones. `more` as in `arena.play`."""
    first = {**man("h1", (8, 4), str_mod=3, dex_mod=0, reaction_used=True), **(h1 or {})}
    second = {**man("a1", (9, 4), str_mod=1, dex_mod=0), **(a1 or {})}
    return play([first, *home], [second, *away], **{"go": "h1", **more})


def push(game: Play, mine: int, theirs: int, *, then: Sequence[int] = (), **fields: Any) -> list[Any]:
    """h1 pushes a1 with Strength, `mine` on the d20 against `theirs`; `then` are dice that fall in the same step."""
    declared = game.do(act("h1", "push_pull", **{"target": "a1", "ability": "str", **fields}))
    return [*declared, *game.do(defend("a1", ability="str"), dice=[mine, theirs, *then])]


def foul(game: Play, mine: int, theirs: int, *, then: Sequence[int] = (), **fields: Any) -> list[Any]:
    """A push with intent to injure."""
    return push(game, mine, theirs, then=then, intent=True, **fields)


def defend(player: str, **fields: Any) -> Json:
    return {"type": "defend", "player": player, **fields}


def choose(option: str, **fields: Any) -> Json:
    return {"type": "choose", "option": option, **fields}


def forced(player: str = "a1", **fields: Any) -> Json:
    return {"type": "forced_control", "player": player, **fields}


def umpire_call(player: str, kind: str, **fields: Any) -> Json:
    return {"type": "umpire_call", "player": player, "foul": kind, **fields}


def shove_on(game: Play, player: str = "h1", dice: Sequence[int] = ()) -> list[Any]:
    """Take the default of a won push: straight on, as far as was earned; every window on the way goes by."""
    events = game.do(let_pass(player), dice=list(dice))
    game.pass_all()
    return events


# The same as steps of a row


def pushes(mine: int, theirs: int, *then: int, **fields: Any) -> Step:
    return lambda game: push(game, mine, theirs, then=then, **fields)


def fouls(mine: int, theirs: int, *then: int, **fields: Any) -> Step:
    return lambda game: foul(game, mine, theirs, then=then, **fields)


def shoves(*dice: int) -> Step:
    return lambda game: shove_on(game, dice=dice)


SHOVE = shoves()


def at(game: Play, player: str) -> tuple[int, int] | None:
    return game.player(player).at
