"""Decision points: what follows from the objects of a game, over a tea party that is smaller than any game."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from rules.kernel.agenda import Frame, Run
from rules.kernel.asks import GM
from rules.kernel.dice import TableDice
from rules.kernel.errors import Refused
from rules.kernel.messages import Command
from rules.kernel.points import Point, Points, StagedStep, Step
from tests.rules.play import rule


class Party(Frame, frozen=True, tag="party"):
    stage: str = "tea"


class Boiling(Frame, frozen=True, tag="boiling"):
    minutes: int


class Toast(Frame, frozen=True, tag="toast"):
    guest: str


class Pour(Command, frozen=True, tag="pour"):
    cups: int = 1


class Leave(Command, frozen=True, tag="leave"):
    pass


class Speak(Command, frozen=True, tag="speak"):
    guest: str


class Sing(Command, frozen=True, tag="sing"):
    pass


class State(msgspec.Struct, frozen=True):
    agenda: tuple[Any, ...]
    rules: Party = Party()
    result: str | None = None


class Tea(Point[State, Party, Pour]):
    frame, kind, rule, answers = Party, "tea", "TEA-01", (Pour,)

    def who(self, state, frame):
        return "host", ""

    def why(self, state, frame):
        return "The cups are empty."

    def offers(self, state, frame):
        return [Pour(cups=cups) for cups in (1, 2, 3)]

    def default(self, state, frame):
        return Pour(cups=2)

    def takes(self, state, frame, command):
        return command.cups < 9

    def settle(self, run, frame, command):
        run.push(Boiling(command.cups))


class Goodbye(Point[State, Party, Leave]):
    frame, kind, rule, answers = Party, "goodbye", "TEA-02", (Leave,)

    def who(self, state, frame):
        return GM, ""

    def why(self, state, frame):
        return "It is late."

    def offers(self, state, frame):
        return [Leave()]

    def settle(self, run, frame, command):
        run.pop()


class Host(StagedStep[State, Party]):
    frame = Party

    def stage(self, state, frame):
        return frame.stage

    def work(self, run, frame):
        run.pop()


class Kettle(Step[State, Boiling]):
    frame = Boiling

    def work(self, run, frame):
        run.pop()
        if frame.minutes > 1:
            run.push(Boiling(frame.minutes - 1))

    def stands(self, state, frame, below, field):
        return frame.minutes > 0


class Speech(Point[State, Toast, Speak]):
    frame, kind, rule, answers = Toast, "toast", "TEA-03", (Speak,)

    def who(self, state, frame):
        return "guests", frame.guest

    def why(self, state, frame):
        return "Everybody looks at you."

    def cited(self, state, frame):
        return "TEA-04"

    def offers(self, state, frame):
        return [Speak(guest=frame.guest)]

    def settle(self, run, frame, command):
        run.pop()

    def lapses(self, state, frame):
        return frame.guest == "nobody"

    def unasked(self, run, command, asked):
        if asked.kind == "goodbye":
            return Refused("too_late", "The party is over.", self.rule, hint="Go home.")
        return super().unasked(run, command, asked)


POINTS: Points[State] = Points(Host(Tea(), Goodbye()), Kettle(), Speech())
LATE = State((Party("goodbye"),))
OVER = State((Party("swept"),))
TEA = State((Party(),))
TOAST = State((Party(), Toast("Ann")))


def run_of(state: State) -> Run[State]:
    return Run(state, TableDice(), lambda before, event: before, "host")


def refusal(state: State, command: Command) -> Refused:
    run = run_of(state)
    with pytest.raises(Refused) as caught:
        POINTS.settle(run, command)
    assert tuple(run.agenda) == state.agenda
    return caught.value


def bad(message: str, field: str) -> Refused:
    return Refused("bad_position", message, "TEA-09", field=field, hint="Pour tea.")


def test_it_asks() -> None:
    (ask,) = POINTS.pending(TEA).asks
    assert (ask.seat, ask.player, ask.kind, ask.rule, ask.why) == ("host", "", "tea", "TEA-01", "The cups are empty.")
    assert ask.default == {"type": "pour", "cups": 2}
    (toast,) = POINTS.pending(TOAST).asks
    assert (toast.seat, toast.player, toast.rule, toast.default) == ("guests", "Ann", "TEA-04", None)
    assert [POINTS.asked(state) for state in (TEA, TOAST, LATE, OVER)] == ["host", "guests", GM, ""]


def test_nobody_is_asked_once_there_is_a_result() -> None:
    ended = State((Party(),), result="home")
    assert (POINTS.pending(ended).asks, POINTS.asked(ended), list(POINTS.legal(ended))) == ((), "", [])


def test_a_staged_frame_waits_for_the_decision_of_its_stage() -> None:
    assert list(POINTS.legal(TEA)) == [Pour(cups=cups) for cups in (1, 2, 3)]
    assert list(POINTS.legal(LATE)) == [Leave()]
    assert list(POINTS.legal(OVER)) == []
    assert [point.kind for point in POINTS.all()] == ["tea", "goodbye", "toast"]


def test_a_sample_is_one_of_the_offers() -> None:
    drawn = {POINTS.sample(TEA, Random(seed)).cups for seed in range(30)}
    assert drawn == {1, 2, 3}


def test_a_command_belongs_to_whom_it_is_asked_of() -> None:
    assert POINTS.owner(TEA, Pour()) == "host"
    assert POINTS.owner(TEA, Leave()) == POINTS.owner(OVER, Pour()) == ""
    # the seat of the one player who is asked, or the GM; not of a seat that decides for itself
    assert [POINTS.decider(state) for state in (TOAST, LATE, TEA)] == ["guests", GM, ""]


def test_an_answer_may_be_nobodys() -> None:
    assert POINTS.owner(TEA, Pour(cups=9)) == ""
    assert (POINTS.expects(TEA, Pour), POINTS.expects(LATE, Pour), POINTS.expects(OVER, Pour)) == (True, False, False)


def test_a_stage_that_waits_for_nobody_works_itself_off() -> None:
    waits, swept = run_of(TEA), run_of(OVER)
    assert (POINTS.go_on(waits), waits.agenda) == (False, [Party()])
    assert (POINTS.go_on(swept), swept.agenda, POINTS.go_on(swept)) == (True, [], False)


@rule("KERNEL-ILL-38")
def test_it_refuses_answers_where_nobody_is_asked() -> None:
    """No match comes to rest there; a log that somebody wrote may."""
    nobody = State(())
    assert refusal(OVER, Pour()).code == refusal(nobody, Pour()).code == "nobody_asked"
    for state in (OVER, nobody):
        with pytest.raises(Refused, match="nobody_asked"):
            POINTS.let_pass(run_of(state), None)


def test_it_refuses_a_command_that_answers_nothing() -> None:
    assert (refusal(TOAST, Sing()).code, refusal(TOAST, Sing()).rule) == ("decision_pending", "TEA-03")


def test_an_answer_is_settled_and_automatic_frames_work_themselves_off() -> None:
    run = run_of(TEA)
    POINTS.settle(run, Pour(cups=2))
    steps = 0
    while POINTS.go_on(run):
        steps += 1
    assert (steps, run.agenda) == (2, [Party()])


def test_passing_settles_the_default() -> None:
    run = run_of(TEA)
    POINTS.let_pass(run, None)
    assert run.agenda == [Party(), Boiling(2)]


def test_it_refuses_to_pass_what_has_no_default() -> None:
    with pytest.raises(Refused) as caught:
        POINTS.let_pass(run_of(TOAST), None)
    assert (caught.value.code, caught.value.rule) == ("cannot_pass", "TEA-03")


def test_it_refuses_an_answer_to_something_else_by_the_rule_of_what_is_asked() -> None:
    pending = refusal(TOAST, Pour())
    assert (pending.code, pending.rule, pending.message) == (
        "decision_pending", "TEA-03", "Another decision is pending: toast.",
    )  # fmt: skip


def test_a_point_says_itself_what_is_missed() -> None:
    assert refusal(LATE, Speak(guest="Ann")).code == "too_late"
    assert refusal(TEA, Speak(guest="Ann")).code == "decision_pending"


def test_a_void_question_goes() -> None:
    run = run_of(State((Party(), Toast("nobody"))))
    assert POINTS.go_on(run)
    assert run.agenda == [Party()]
    assert not POINTS.go_on(run)


@pytest.mark.parametrize(
    ("agenda", "field"),
    [
        ((), "agenda"),
        ((Toast("Ann"),), "agenda"),
        ((Party(), Party()), "agenda[1]"),  # the bottom lies at the bottom
        ((Party(), Toast("Ann"), Boiling(1)), "agenda[1]"),  # nothing lies on who waits
        ((Party(), Boiling(0)), "agenda[1]"),  # no such kettle
    ],
)
def test_it_refuses_agendas_that_cannot_be(agenda: tuple[Frame, ...], field: str) -> None:
    with pytest.raises(Refused) as caught:
        POINTS.check_agenda(TEA, agenda, bad)
    assert caught.value.field == field


def test_what_can_be_is_taken() -> None:
    POINTS.check_agenda(TEA, (Party(), Boiling(1), Toast("Ann")), bad)
