"""The turn and its start: placement, picks, a turn with nobody on the field. [ISH-START, ISH-INIT, ISH-Q-76]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations
from random import Random

from rules.ishmek import commands as co, state as st
from rules.ishmek.commands import Side, Square
from rules.ishmek.decide import turns
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.questions import find, ready
from rules.ishmek.refusals import refused
from rules.ishmek.state import State
from rules.kernel.agenda import Frame
from rules.kernel.asks import Ask
from rules.kernel.errors import Refused
from rules.kernel.points import AnyPoint, Point, StagedStep
from rules.kernel.reading import Json


class Turn(StagedStep[State, st.TurnFrame]):
    """The turn itself, always at the bottom. [ISH-TURN-01]"""

    frame = st.TurnFrame
    go_on = staticmethod(turns.continue_turn)

    def stage(self, state: State, frame: st.TurnFrame) -> str:
        if frame.stage != "pick":
            return ""
        return "empty_field" if frame.next_team is None else "pick"

    def stands(self, state: State, frame: st.TurnFrame, below: tuple[Frame, ...], field: str) -> bool:
        return frame.stage != "pick" or frame.next_team is not None or turns.nobody_plays(state)


class Pick(Point[State, st.TurnFrame, co.Pick]):
    """A team names the player who goes next. [ISH-INIT-02]"""

    frame, kind, rule, answers, begins_act = st.TurnFrame, "pick", "ISH-INIT-02", (co.Pick,), True
    heading = "Who goes next?"
    text = "Name the player who goes next."
    settle = staticmethod(turns.pick)

    def who(self, state: State, frame: st.TurnFrame) -> tuple[str, str]:
        return frame.next_team or "", ""

    def offers(self, state: State, frame: st.TurnFrame) -> list[co.Pick]:
        return [co.Pick(player=player.id) for player in self._ready(state, frame)]

    def options(self, state: State, frame: st.TurnFrame) -> Json:
        return {"players": [player.id for player in self._ready(state, frame)]}

    def unasked(self, run: IshRun, command: co.Pick, asked: AnyPoint[State]) -> Refused:
        if isinstance(run.agenda[-1], st.TurnFrame):
            return refused("player_not_available", "Nobody is on the field.", "ISH-Q-76", field="player")
        return super().unasked(run, command, asked)

    def unpassable(self) -> Refused:
        return Refused("cannot_pass", "A pick cannot be passed.", "ISH-INIT-02", hint="Name a player: see pending.")

    def _ready(self, state: State, frame: st.TurnFrame) -> list[st.Player]:
        return ready(state, frame.next_team) if frame.next_team is not None else []


class EmptyField(Point[State, st.TurnFrame, co.Pass]):
    """The GM lets a turn go by in which there is nobody to pick. [ISH-Q-76]"""

    frame, kind, rule, answers = st.TurnFrame, "empty_field", "ISH-INIT-02", (co.Pass,)
    heading, passing = "No one is on the field: turn {turn} of {turns_total} is skipped.", "End turn {turn}"

    def cited(self, state: State, frame: st.TurnFrame) -> str:
        return "ISH-Q-76"

    def why(self, state: State, frame: st.TurnFrame) -> str:
        return f"Nobody is on the field: turn {state.turn} of {state.turns_total} will pass."

    def options(self, state: State, frame: st.TurnFrame) -> Json:
        return {"turn": state.turn, "turns_total": state.turns_total}

    def default(self, state: State, frame: st.TurnFrame) -> co.Pass:
        return co.Pass()

    def settle(self, run: IshRun, frame: st.TurnFrame, command: co.Pass) -> None:
        turns.end_empty_turn(run, frame)


class Placement(Point[State, st.Placing, co.Place]):
    """Each team puts its players on its back wall. [ISH-START-01, ISH-Q-10]"""

    frame, kind, rule, answers, several = st.Placing, "place", "ISH-START-01", (co.Place,), True
    heading = "Where do {who} start?"
    settle = staticmethod(turns.place)
    go_on = staticmethod(turns.prune_placing)

    def who(self, state: State, frame: st.Placing) -> tuple[str, str]:
        return turns.next_to_place(state, frame)[0], ""

    def why(self, state: State, frame: st.Placing) -> str:
        return "Place the team on its back wall." if frame.fresh else "Place the players who return."

    def asks(self, state: State, frame: st.Placing) -> Iterator[Ask]:
        for side in turns.next_to_place(state, frame):
            options = self._room(state, frame, side)
            yield Ask(seat=side, kind=self.kind, rule=self.rule, why=self.why(state, frame), options=options)

    def _room(self, state: State, frame: st.Placing, side: Side) -> Json:
        room: Json = {
            "players": list(frame.players[side]),
            "squares": [list(square) for square in turns.back_wall(state, side)],
            "count": frame.limit[side],
            "least": turns.least_to_place(frame, side),
        }
        bench = frame.bench.get(side)
        return {**room, "bench": list(bench)} if bench else room

    def offers(self, state: State, frame: st.Placing) -> list[co.Place]:
        found: list[co.Place] = []
        for side in turns.next_to_place(state, frame):
            candidates = (*frame.players[side], *frame.bench.get(side, ()))
            free, unheld = tuple(turns.back_wall(state, side)), turns.unheld_scoring(state, side)
            for count in range(turns.least_to_place(frame, side), frame.limit[side] + 1):
                for players in combinations(candidates, count):
                    found += placements(side, players, free, unheld)
        return found

    def sample(self, state: State, frame: st.Placing, rng: Random) -> co.Place:
        side = turns.next_to_place(state, frame)[0]
        players = rng.sample((*frame.players[side], *frame.bench.get(side, ())), frame.limit[side])
        free, unheld = turns.back_wall(state, side), turns.unheld_scoring(state, side)
        while True:
            squares = tuple(rng.sample(free, len(players)))
            if not unheld.issubset(squares):
                return co.Place(team=side, squares=dict(zip(players, squares, strict=True)))

    def stands(self, state: State, frame: st.Placing, below: tuple[Frame, ...], field: str) -> bool:
        named = [player for players in (*frame.players.values(), *frame.bench.values()) for player in players]
        free = all((found := find(state, player)) is not None and found.at is None for player in named)
        sides = set(frame.waiting) <= set(frame.players) <= set(frame.limit)
        most = {side: len(due) + len(frame.bench.get(side, ())) for side, due in frame.players.items()}
        room = sides and all(0 < frame.limit[side] <= count for side, count in most.items())
        return bool(frame.waiting) and free and room and set(frame.made) <= set(named)


@lru_cache(maxsize=8)
def placements(
    side: Side, players: tuple[str, ...], free: tuple[Square, ...], unheld: frozenset[Square]
) -> tuple[co.Place, ...]:
    """Every way to put those players on free squares that is not crowded; asked of both teams for each fresh turn."""
    rows = (row for row in permutations(free, len(players)) if not unheld.issubset(row))
    return tuple(co.Place(team=side, squares=dict(zip(players, row, strict=True))) for row in rows)
