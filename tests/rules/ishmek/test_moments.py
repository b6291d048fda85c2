"""The key moments of a match, as the replay marks them on its timeline."""

from __future__ import annotations

import pytest

from rules.ishmek import events as ev
from rules.kernel.messages import Event
from rules.kernel.replay import replay
from tests.rules.ishmek.arena import act, man, play

ROLL = {"purpose": "injury", "by": "h1", "rule": "ISH-INJ-01", "roll": "1d20", "dice": (), "source": "table"}


def injury(total: int) -> ev.InjuryRolled:
    return ev.InjuryRolled(**ROLL, total=total, player="h1", table="injury", cause="push", injury="")


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (ev.PointScored(team="home", player="h1", score=(1, 0)), "point"),
        (ev.PointScored(team="home", player="a1", score=(1, 0), gift=True), "gift"),
        (ev.OrbLost(orb="home", vessel="away"), "lost"),
        (ev.TurnEnded(turn=2, reason="double_loss"), "double_loss"),
        (ev.TurnEnded(turn=2, reason="all_gone"), ""),
        (ev.OrbIntercepted(orb="home", player="a1"), "intercept"),
        (ev.ContestSettled(kind="seize", actor="h1", target="a1", margin=5), "seize"),
        (ev.ContestSettled(kind="seize", actor="h1", target="a1", margin=4), ""),
        (ev.ContestSettled(kind="push_pull", actor="h1", target="a1", margin=9), ""),
        (injury(15), ""),
        (injury(16), "injury"),
        (ev.PlayerRemoved(player="h1", status="out_match"), "injury"),
        (ev.PlayerRemoved(player="h1", status="dead"), "death"),
        (ev.FoulCalled(player="h1", foul="same_action"), "foul"),
        (ev.PlayerEjected(player="h1"), "ejection"),
        (ev.GoEnded(player="h1"), ""),
    ],
)
def test_the_key_moments_of_the_catalogue_are_marked(event: Event, kind: str) -> None:
    assert event.key_moment() == kind
    assert kind in {"", *ev.MOMENTS}


def test_a_replay_names_them_with_the_number_of_their_event() -> None:
    game = play([man("h1", (16, 4))], None, orbs={"home": {"holder": "h1"}}, go="h1")
    game.do(act("h1", "propel", direction=[-1, 0], distance=1), dice=[6])  # 6 + 2 + 3 = 11 vs DC 11

    number = next(n for n, event in enumerate(game.events, 1) if isinstance(event, ev.PointScored))

    assert replay(game.record, "gm")["moments"] == [{"n": number, "kind": "point"}]
