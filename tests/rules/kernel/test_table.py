"""The table, proved with the toy: who may act when, typed dice, standing answers, GM actions."""

from typing import Any

import pytest

from rules.kernel import table_events as te
from rules.kernel.asks import GM
from rules.kernel.dice import NoKey, TableDice, commitment
from rules.kernel.errors import Malformed, Refused
from rules.kernel.record import Record, fold
from rules.kernel.rolls import Rolled
from rules.kernel.table import Step
from tests.rules.kernel.at_table import NO_SHADES, PASS, SECRET, SPARK, SPARK_BACK, dice, ended, opened, refused
from tests.rules.kernel.toy import TOY, Dimmed, SootRolled, SparkRolled, Toy
from tests.rules.play import Play, all_of, names, only, rule

# Dice from the table


@rule("KERNEL-DICE-03")
def test_a_command_waits_for_its_dice_on_record() -> None:
    record = opened()
    step = record.submit(SPARK, "home")
    assert names(step.events) == ["command_opened"]
    assert step.need is not None
    assert (step.need.purpose, step.need.target, step.need.chance) == ("spark", 10, (11, 20))
    assert names(step.preview) == ["spark_declared"]
    ask = record.pending().asks[0]
    assert (ask.seat, ask.kind) == ("home", "dice")
    assert ask.options["need"]["roll"] == "1d20"
    entered = record.submit(dice(14), "home")
    assert names(entered.events) == ["dice_entered", "spark_declared", "spark_rolled", "dimmed", "turn_passed"]
    assert record.table.opened is None


@rule("KERNEL-DICE-03", "KERNEL-ILL-02")
def test_it_refuses_everything_else_while_a_roll_waits() -> None:
    record = opened()
    record.submit(SPARK, "home")
    assert refused(record, SPARK, "home").code == "dice_wanted"
    assert refused(record, {"type": "wager", "seat": "away", "amount": 1}, "away").code == "dice_wanted"
    assert refused(record, {"type": "dim", "lamp": "away", "dimness": 1}, GM).code == "dice_wanted"


def test_dice_of_a_command_may_be_typed_one_by_one() -> None:
    record = opened(
        position={**NO_SHADES, "lamps": [{"id": "home", "shades": 0}, {"id": "away", "shades": 0, "dimness": 12}]}
    )
    first = record.submit(SPARK, "home", (2,))  # misses by 10: soot
    assert names(first.events) == ["command_opened", "dice_entered"]
    assert first.need is not None
    assert first.need.purpose == "soot"
    done = record.submit(dice(6), "home")
    assert only(done.events, SootRolled).total == 6
    assert only(done.events, SparkRolled).total == 2
    assert only(record.events, te.CommandOpened).command == SPARK


@rule("KERNEL-DICE-02", "KERNEL-ILL-03")
def test_it_refuses_dice_that_cannot_be() -> None:
    record = opened()
    assert refused(record, dice(3)).code == "no_dice_wanted"
    assert refused(record, SPARK, faces=(21,)).field == "dice[0]"
    record.submit(SPARK, "home")
    assert refused(record, dice(0)).code == "bad_die"
    assert refused(record, dice()).code == "bad_die"
    with pytest.raises(Malformed, match="faces"):
        record.submit({"type": "dice", "faces": ["six"]})


def test_dice_that_no_roll_asked_for_are_left() -> None:
    step = opened().submit(SPARK, dice=(14, 3, 5))
    assert step.left == (3, 5)


@rule("KERNEL-DICE-04")
def test_a_slip_is_mended_and_what_was_typed_after_it_is_void() -> None:
    record = opened(position={"lamps": [{"id": "home", "shades": 0}, {"id": "away", "shades": 0, "dimness": 12}]})
    record.submit(SPARK, "home", (2,))
    step = record.submit({"type": "correct_dice", "index": 0, "face": 12, "reason": "read upside down"}, "home")
    assert only(step.events, te.DiceCorrected).face == 12
    assert only(step.events, SparkRolled).total == 12
    assert all_of(step.events, SootRolled) == []


@rule("KERNEL-DICE-04", "KERNEL-ILL-04")
def test_it_refuses_to_mend_a_die_that_was_not_typed() -> None:
    record = opened()
    assert refused(record, {"type": "correct_dice", "index": 0, "face": 3}).code == "no_dice_wanted"
    record.submit(SPARK, "home")
    assert refused(record, {"type": "correct_dice", "index": 0, "face": 3}).code == "bad_die"
    assert refused(record, {"type": "correct_dice", "index": -1, "face": 3}).code == "bad_die"


def test_it_refuses_a_mended_face_the_die_has_not() -> None:
    record = opened(position={"lamps": [{"id": "home", "shades": 0}, {"id": "away", "shades": 0, "dimness": 12}]})
    record.submit(SPARK, "home", (2,))
    assert refused(record, {"type": "correct_dice", "index": 0, "face": 21}).code == "bad_die"
    assert refused(record, {"type": "correct_dice", "index": 0, "face": 0}).hint == "enter a whole number from 1 to 20"
    assert refused(record, {"type": "correct_dice", "index": 0, "face": -1}).field == "face"
    assert refused(record, {"type": "correct_dice", "index": 0, "face": 12}, faces=(3,)).code == "bad_die"


# House dice


@rule("KERNEL-DICE-06")
def test_a_match_opens_with_the_hash_of_the_secret_and_closes_with_the_secret() -> None:
    record = opened(
        position={"lamps": [{"id": "home"}, {"id": "away", "dimness": 12, "shades": 0}], "turn": "home"},
        dice={"home": "house", "away": "house", GM: "house"},
        secret=SECRET,
    )
    assert only(record.events, te.MatchOpened).commitment == commitment(SECRET)
    while record.outcome() is None:
        assert all_of(record.events, te.SecretRevealed) == []
        record.submit(record.pending().asks[0].default or {})
    assert only(record.events, te.SecretRevealed).secret == SECRET.hex()
    assert record.events[-1] == te.SecretRevealed(secret=SECRET.hex())


@rule("KERNEL-DICE-01")
def test_each_seat_keeps_its_kind_of_dice() -> None:
    record = opened(dice={"home": "house"}, secret=SECRET)
    assert only(record.submit(SPARK).events, SparkRolled).source == "house"
    assert only(record.submit(SPARK_BACK, dice=(3,)).events, SparkRolled).source == "table"


def test_a_mixed_match_names_the_roll_that_waits_after_house_dice() -> None:
    """Home's spark misses by 10 or more with a house die; whoever looks at the table sees which die is wanted next."""
    record = opened(position={"lamps": [{"id": "home", "shades": 0}, {"id": "away", "shades": 0}], "turn": "away"},
                    dice={"home": "house"}, secret=SECRET)  # fmt: skip
    record.submit(SPARK_BACK)
    assert record.table.need(record.house_key) is not None
    assert record.pending().asks[0].seat == "away"
    assert record.table.need() == record.table.need(record.house_key)


@rule("KERNEL-DICE-01")
def test_a_roll_behind_house_dice_is_not_named_without_their_key() -> None:
    record = away_soot()
    record.submit(SPARK, "home")
    assert record.pending().asks[0].seat == "away"
    with pytest.raises(NoKey):
        record.table.need()
    assert record.table.pending().asks[0].options["need"] is None


@rule("KERNEL-DICE-01", "KERNEL-TABLE-05")
def test_it_refuses_to_rewind_a_roll_whose_house_dice_it_cannot_count() -> None:
    """Home's house die was shown before away's typed one: which block comes next nobody knows without the key."""
    record = away_soot()
    record.submit(SPARK, "home")
    back = {"type": "rewind", "to": record.table.opening, "reason": "a slip"}
    with pytest.raises(NoKey):
        record.table.submit(back, GM, (), b"", record)
    pause = {"type": "pause", "reason": "tea"}
    assert only(record.table.submit(pause, GM, (), b"", record).events, te.PlayPaused).reason == "tea"


@rule("KERNEL-DICE-05")
def test_salts_change_the_dice() -> None:
    plain = opened(dice={"home": "house"}, secret=SECRET)
    salted = opened(dice={"home": "house"}, secret=SECRET)
    assert names(salted.submit({"type": "add_salt", "seat": "away", "salt": "pepper"}, "away").events) == ["salt_added"]
    assert salted.table.salts == {"away": "pepper"}
    assert plain.house_key != salted.house_key


@rule("KERNEL-DICE-05", "KERNEL-ILL-05")
def test_it_refuses_salts_that_come_late_or_have_a_bad_length() -> None:
    record = opened(dice={"home": "house"}, secret=SECRET)
    assert refused(record, {"type": "add_salt", "seat": "away", "salt": ""}).code == "bad_salt"
    for salt in ("x" * 65, " ", "a\nb", "\u202e"):
        assert refused(record, {"type": "add_salt", "seat": "away", "salt": salt}).code == "bad_salt"
    record.submit(SPARK)
    assert refused(record, {"type": "add_salt", "seat": "away", "salt": "pepper"}).code == "salt_too_late"


def test_a_salt_is_too_late_once_a_roll_waits() -> None:
    record = opened()
    record.submit(SPARK)
    assert refused(record, {"type": "add_salt", "seat": "away", "salt": "pepper"}).code == "salt_too_late"


@rule("KERNEL-DICE-07")
def test_no_block_is_used_twice_after_a_rewind() -> None:
    record = opened(dice={"home": "house", "away": "house"}, secret=SECRET)
    first = only(record.submit(SPARK).events, SparkRolled)
    record.submit({"type": "rewind", "to": record.table.opening, "reason": "again"})
    second = only(record.submit(SPARK).events, SparkRolled)
    assert first.blocks is not None
    assert second.blocks is not None
    assert second.blocks[0] >= sum(first.blocks)


class AwaySoot(Toy):
    """The toy with a soot die after every spark, rolled by away."""

    def _spark(self, run: Any) -> None:
        super()._spark(run)
        run.roll(SootRolled, Toy.soot("away"), seat="away")


@rule("KERNEL-DICE-07")
def test_a_house_die_that_a_withdrawn_command_had_shown_is_used_up() -> None:
    record = Record.open(AwaySoot(), "m", position=NO_SHADES, dice={"home": "house"}, secret=SECRET)
    waiting = record.submit(SPARK, "home")
    shown = only(waiting.preview, SparkRolled)
    assert waiting.need is not None
    record.submit({"type": "rewind", "to": record.version, "reason": "wrong lamp"}, GM)
    rolled = only(record.submit(SPARK, "home", (3,)).events, SparkRolled)
    assert shown.blocks == (0, 1)
    assert rolled.blocks == (1, 1)


def away_soot() -> Record:
    """Home's spark is a house die, the soot after it is away's to type in."""
    return Record.open(AwaySoot(), "m", position=NO_SHADES, dice={"home": "house"}, secret=SECRET)


@rule("KERNEL-DICE-02")
def test_a_command_stands_once_house_dice_fell_before_a_face_that_cannot_be() -> None:
    record = away_soot()
    step = record.submit(SPARK, "home", (9, 3))
    assert names(step.events) == ["command_opened"]
    assert step.fault is not None
    assert (step.fault.code, step.fault.field, step.left, step.stands) == ("bad_die", "dice[0]", (9, 3), True)
    assert step.need is not None
    assert step.need.purpose == "soot"
    assert refused(record, dice(9), "away").code == "bad_die"
    assert only(record.submit(dice(4), "away").events, SootRolled).total == 4


class SootTwice(AwaySoot):
    """Away types soot, home's house die falls, away types soot again."""

    def _spark(self, run: Any) -> None:
        run.roll(SootRolled, Toy.soot("away"), seat="away")
        super()._spark(run)


@rule("KERNEL-DICE-02")
def test_the_faces_before_the_house_dice_stand_too() -> None:
    record = Record.open(SootTwice(), "m", position=NO_SHADES, dice={"home": "house"}, secret=SECRET)
    assert refused(record, SPARK, "home", (7, 1)).field == "dice[0]"
    record.submit(SPARK, "home")
    step = record.submit(dice(5, 7, 2), "away")
    assert only(step.events, te.DiceEntered).faces == (5,)
    assert step.left == (7, 2)
    assert step.need is not None
    assert step.need.seat == "away"


@rule("KERNEL-DICE-04")
def test_once_house_dice_fell_after_a_die_only_the_gm_mends_it() -> None:
    record = Record.open(SootTwice(), "m", position=NO_SHADES, dice={"home": "house"}, secret=SECRET)
    mend = {"type": "correct_dice", "index": 0, "face": 2, "reason": "read upside down"}
    record.submit(SPARK, "home")
    record.submit(dice(5), "away")
    for seat in ("home", "away"):
        refusal = refused(record, mend, seat)
        assert (refusal.code, refusal.rule) == ("dice_seen", "KERNEL-DICE-04")
    assert only(record.submit(mend, GM).events, te.DiceCorrected).face == 2


@rule("KERNEL-DICE-02")
def test_a_command_stands_with_more_faces_than_its_house_dice_left_rolls_for() -> None:
    step = away_soot().submit(SPARK, "home", (3, 5))
    assert (step.left, step.stands, step.fault) == ((5,), True, None)
    assert not opened().submit(SPARK, dice=(14, 3)).stands
    house = opened(dice={"home": "house", "away": "house", GM: "house"}, secret=SECRET)
    assert not house.submit(SPARK, dice=(3,)).stands


# Pause, abandon, the end


@rule("KERNEL-TABLE-03", "KERNEL-ILL-08")
def test_it_refuses_to_play_while_paused() -> None:
    record = opened()
    assert refused(record, {"type": "resume"}, GM).code == "not_paused"
    record.submit({"type": "pause", "reason": "medical help"}, GM)
    assert refused(record, SPARK, "home").code == "paused"
    assert refused(record, SPARK).code == "paused"
    assert refused(record, {"type": "pause", "reason": "again"}, GM).code == "already_paused"
    record.submit({"type": "dim", "lamp": "away", "dimness": 3}, GM)
    record.submit({"type": "resume"}, GM)
    assert names(record.submit(SPARK, "home", (3,)).events)[0] == "spark_declared"


@rule("KERNEL-TABLE-03")
def test_dice_wait_for_the_end_of_a_pause() -> None:
    record = opened()
    record.submit(SPARK, "home")
    record.submit({"type": "pause", "reason": "medical help"}, GM)
    assert refused(record, dice(3), "home").code == "paused"
    record.submit({"type": "resume"}, GM)
    assert record.submit(dice(3), "home").need is None


@rule("KERNEL-TABLE-04", "KERNEL-ILL-09")
def test_it_requires_a_reason_from_the_gm() -> None:
    record = opened()
    assert refused(record, {"type": "pause", "reason": " "}, GM).code == "reason_wanted"
    assert refused(record, {"type": "abandon", "reason": ""}, GM).code == "reason_wanted"


def test_a_match_may_be_abandoned_while_a_roll_waits() -> None:
    record = opened()
    record.submit(SPARK, "home")
    record.submit({"type": "abandon", "reason": "the lights went out"}, GM)
    outcome = record.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == ("abandoned", None)
    assert record.pending().asks == ()


@rule("KERNEL-TABLE-01", "KERNEL-ILL-01")
def test_it_refuses_everything_once_the_match_is_over() -> None:
    record = ended()
    outcome = record.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == ("dark", "home")
    for command in (SPARK_BACK, dice(3), {"type": "rewind", "to": 2}, {"type": "pause", "reason": "tea"}):
        assert refused(record, command).code == "match_over"


@rule("KERNEL-TABLE-01", "KERNEL-TABLE-08")
def test_a_match_that_is_over_can_be_forked() -> None:
    source = ended()
    fork = source.fork(source.table.opening, "m2", hash_="ab" * 32)
    assert fork.state == source.state_at(source.table.opening)
    assert only(fork.events, te.MatchOpened).origin == te.Origin("m", source.table.opening, "ab" * 32)
    assert fork.outcome() is None
    assert names(fork.submit(SPARK, dice=(3,)).events)[0] == "spark_declared"


def test_a_fork_keeps_the_house_rules() -> None:
    source = opened(house_rules={"shade": 9})
    assert source.fork(2, "m2").state.rules.shade == 9


def test_a_fork_of_an_event_that_is_not_there_is_malformed() -> None:
    with pytest.raises(Malformed):
        opened().fork(99, "m2")


# Rewind


@rule("KERNEL-TABLE-05", "KERNEL-Q-02")
def test_a_rewind_goes_to_the_last_decision_point_at_or_before() -> None:
    record = opened()
    record.submit(SPARK, dice=(14,))
    decided = record.version
    record.submit(SPARK_BACK, dice=(14,))
    step = record.submit({"type": "rewind", "to": record.version - 1, "reason": "a slip"}, GM)
    assert step.events == (te.Rewound(by=GM, to=decided, reason="a slip"),)
    assert record.state == record.state_at(decided)
    assert record.state.lamp("away").dimness == 11
    assert record.state.lamp("home").dimness == 10


@rule("KERNEL-TABLE-05")
def test_a_rewind_can_be_taken_back() -> None:
    record = opened()
    record.submit(SPARK, dice=(14,))
    record.submit({"type": "dim", "lamp": "away", "dimness": 1})
    played = record.version
    record.submit({"type": "rewind", "to": 2})
    assert record.state.lamp("away").dimness == 10
    record.submit({"type": "rewind", "to": played})
    assert record.state.lamp("away").dimness == 1


def test_a_rewind_to_a_rewind_is_that_moment() -> None:
    record = opened()
    record.submit(SPARK, dice=(14,))
    record.submit({"type": "rewind", "to": 2})
    back = record.version
    record.submit(SPARK, dice=(20,))
    record.submit(SPARK_BACK, dice=(20,))
    record.submit({"type": "rewind", "to": back + 1})
    assert record.state == record.state_at(back)
    assert fold(TOY, record.events).state == record.state


@rule("KERNEL-TABLE-05", "KERNEL-ILL-10")
@pytest.mark.parametrize("to", [-1, 0, 1, 999])
def test_it_refuses_to_rewind_to_where_there_is_nothing(to: int) -> None:
    record = opened()
    record.submit(SPARK, dice=(14,))
    assert refused(record, {"type": "rewind", "to": to}, GM).code == "bad_rewind"


def test_a_rewind_withdraws_the_command_that_waits() -> None:
    record = opened()
    record.submit(SPARK, "home")
    record.submit({"type": "rewind", "to": record.version}, GM)
    assert record.table.opened is None
    assert record.pending().asks[0].kind == "turn"


def test_a_log_whose_rewind_points_nowhere_is_malformed() -> None:
    record = opened()
    with pytest.raises(Malformed, match="no event 40"):
        fold(TOY, [*record.events, te.Rewound(by=GM, to=40)])


# What a step and the table tell


def test_considering_a_command_changes_nothing() -> None:
    record = opened()
    step = record.consider(SPARK, "home", (14,))
    assert isinstance(step, Step)
    assert record.version == record.table.opening
    assert record.submit(SPARK, "home", (14,)) == step


@rule("KERNEL-Q-01")
def test_seats_that_are_asked_at_once_answer_in_any_order() -> None:
    for first, second in (("home", "away"), ("away", "home")):
        record = opened()
        record.submit({"type": "wager", "seat": first, "amount": 2}, first, (1,))
        record.submit({"type": "wager", "seat": second, "amount": 2}, second, (1,))
        assert record.events[-2].amounts == {"home": 2, "away": 2}


@rule("KERNEL-DICE-08")
def test_what_a_roll_needed_stays_on_record() -> None:
    record = opened(position={"lamps": [{"id": "home", "skill": 4}, {"id": "away", "shades": 0}]})
    want = record.consider(SPARK).need
    rolled: Rolled = only(record.submit(SPARK, dice=(9,)).events, SparkRolled)
    assert want is not None
    assert (want.target, want.mods, want.chance) == (rolled.target, rolled.mods, rolled.chance)
    assert rolled.mods == ((4, "skill", "TOY-SPARK-01"),)
    assert rolled.chance == (15, 20)  # d20 + 4 ≥ 10: a 6 or more
    assert (rolled.total, rolled.margin, rolled.success) == (13, 3, True)


def test_it_works() -> None:
    game = Play.position(TOY, {"turn": "home"})
    assert names(game.do(SPARK)) == ["spark_declared"]
    assert game.needs(PASS).purpose == "spark"
    events = game.pass_all(dice=[11])
    assert only(events, SparkRolled).margin == 1
    assert only(events, Dimmed).dimness == 11
    assert game.player("away").dimness == 11
    game.refuses(SPARK, "not_your_turn")
    assert game.position()["turns"] == 2
    game.cannot_read({"type": "spark", "seat": 3}, "seat")


@rule("KERNEL-DICE-09")
def test_it_refuses_an_opening_that_would_roll() -> None:
    class Hasty(Toy):
        def open_position(self, position: Any, house_rules: Any) -> list[Any]:
            state = self.from_position(position, house_rules)
            return self.decide(state, self.parse(SPARK), TableDice(), GM)

    with pytest.raises(Refused) as caught:
        Record.open(Hasty(), "m", position=NO_SHADES)
    assert (caught.value.code, caught.value.field) == ("dice_wanted", "position")
    assert "1d20 for spark by home" in caught.value.message


def test_unknown_seats_of_dice_are_refused_at_the_opening() -> None:
    with pytest.raises(Refused, match="unknown_seat"):
        opened(dice={"zebra": "house"}, secret=SECRET)
    with pytest.raises(ValueError, match="commitment"):
        opened(dice={"home": "house"})
