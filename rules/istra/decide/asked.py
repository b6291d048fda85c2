"""Which seat the top of the agenda waits for."""

from __future__ import annotations

from rules.istra import state as st
from rules.istra.decide.deploying import builder_seat, defender_seat
from rules.istra.decide.flights import flight_seat
from rules.istra.decide.rolling import seat_of
from rules.istra.decide.turns import nominator_of
from rules.istra.questions import get, seats
from rules.kernel.agenda import Window
from rules.kernel.ruleset import GM


def asked_seat(state: st.State) -> str:
    """The seat that has to decide; "" when nobody has."""
    if state.result is not None or not state.agenda:
        return ""
    top = state.agenda[-1]
    if isinstance(top, st.BattleFrame):
        return _seat_before(state, top)
    if isinstance(top, st.Activation):
        return top.seat
    if isinstance(top, st.Flight):
        return flight_seat(state, top)
    if isinstance(top, Window):
        return seat_of(state, get(state, top.waiting[0]))
    if isinstance(top, st.AllyChoice):
        return top.seat
    if isinstance(top, st.SightAsked):
        return GM if state.gm else seats(state)[0]
    return _acting_seat(state)


def _seat_before(state: st.State, frame: st.BattleFrame) -> str:
    """Who decides while no model acts: who builds, deploys or nominates. [IST-D-01, IST-D-02, IST-D-17]"""
    if frame.stage == "building":
        return builder_seat(state)
    if frame.stage == "monsters":
        return GM
    if frame.stage in ("clear", "walls"):
        return defender_seat(state)
    return frame.seat if frame.stage == "deployment" else nominator_of(state)


def _acting_seat(state: st.State) -> str:
    """The seat that plays the active model."""
    return next((frame.seat for frame in state.agenda if isinstance(frame, st.Activation)), "")
