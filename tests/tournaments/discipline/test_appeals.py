"""Appeals: until when, what they stay, how they are ruled, what a ruling gives back."""

from datetime import date

import pytest
from msgspec.structs import replace

from rules.kernel.errors import Refused
from tests.rules.play import rule
from tests.tournaments.discipline.matchdays import ban, coming, ejection, played, record, served, state
from tournaments.domain.discipline.appeals import deadline, file_appeal, gives_back, rule_on, why_not_appeal
from tournaments.domain.discipline.board import who_is_out
from tournaments.domain.discipline.facts import Appeal, Lift
from tournaments.domain.discipline.ledger import GivenBack, read_ledger

OPENED = date(2026, 5, 1)


def appeal(**more):
    return Appeal(**{"id": "a1", "ban": "b1", "by": "ann", "reason": "It was the other one.", "filed": 1} | more)


def made(*kinds, matches=2, **more):
    return record(played(*(kinds or ["played"])), **{"bans": (ban(matches, day="2026-05-01"),)} | more)


def refusal(one, today=OPENED):
    refused = why_not_appeal(read_ledger(one), "b1", today)
    return refused and refused.code


@rule("KERNEL-TOUR-90")
def test_it_is_filed_with_its_day():
    filed = file_appeal(read_ledger(made()), appeal(), date(2026, 5, 2))
    assert (filed.ban, filed.by, filed.reason, filed.day) == ("b1", "ann", "It was the other one.", "2026-05-02")
    assert (filed.ruling, filed.filed) == (None, 1)


@rule("KERNEL-TOUR-90")
def test_a_ruling_is_not_filed_with_it():
    filed = file_appeal(read_ledger(made()), appeal(ruling="quashed", ruled=1, matches=3, ruling_reason="x"), OPENED)
    assert (filed.ruling, filed.ruled, filed.matches, filed.ruling_reason) == (None, 0, 0, "")


@rule("KERNEL-TOUR-90")
def test_it_wants_a_reason():
    with pytest.raises(Refused) as caught:
        file_appeal(read_ledger(made()), appeal(reason="…"), OPENED)
    assert (caught.value.code, caught.value.field) == ("reason_wanted", "reason")


@rule("KERNEL-TOUR-90")
@pytest.mark.parametrize(("day", "code"), [(4, None), (5, "too_late")])
def test_within_three_days(day, code):
    """Opened on 1 May: up to 4 May."""
    assert refusal(made(), date(2026, 5, day)) == code


@rule("KERNEL-TOUR-90")
def test_within_as_many_days_as_the_rules_say():
    today = made(switches={"appeal_days": 0})
    assert (refusal(today), refusal(today, date(2026, 5, 2))) == (None, "too_late")


@rule("KERNEL-TOUR-90")
@pytest.mark.parametrize(
    ("until", "days_over", "match_over"),
    [("days", "too_late", None), ("next_match", None, "too_late"), ("first_of_both", "too_late", "too_late")],
)
def test_until_the_days_or_the_next_match_are_over(until, days_over, match_over):
    switches = {"appeal_until": until}
    assert refusal(made(switches=switches), date(2026, 5, 9)) == days_over
    assert refusal(made("played", "played", switches=switches)) == match_over
    assert refusal(made("played", "bye", switches=switches)) is None


@rule("KERNEL-TOUR-90")
@pytest.mark.parametrize(
    ("until", "words"),
    [
        ("days", "by 4 May 2026"),
        ("next_match", "before the next match"),
        ("first_of_both", "by 4 May 2026 and before the next match"),
    ],
)
def test_the_deadline_in_words(until, words):
    assert deadline(read_ledger(made(switches={"appeal_until": until})), "b1") == words
    nobody_knows = record(played("played"))
    assert deadline(read_ledger(nobody_knows), "b1") == "within 3 days"
    assert refusal(nobody_knows, date(2030, 1, 1)) is None


@rule("KERNEL-TOUR-90")
def test_it_refuses_what_cannot_be_appealed():
    assert refusal(made(switches={"appeals": "off"})) == "no_appeals"
    assert refusal(made(appeals=(appeal(),))) == "already_appealed"
    assert refusal(made("void")) == "ban_is_over"
    assert refusal(made(lifts=(Lift(ban="b1", at=1),))) == "ban_is_over"
    assert refusal(made(ended=True)) == "ban_is_over"
    assert refusal(made(offences=(ejection(kind="death"),))) == "nobody_decided"
    assert refusal(made(offences=(ejection(kind="injured_tournament"),))) == "nobody_decided"


@rule("KERNEL-TOUR-90")
def test_a_served_ban_can_be_appealed_as_it_may_give_matches_back():
    assert refusal(made("played", "played", matches=1)) is None


@rule("KERNEL-TOUR-91")
def test_the_ban_holds_while_it_is_appealed():
    one = made("played", "played", appeals=(appeal(),))
    assert (served(one), state(one)) == (("f2",), "running")
    assert len(who_is_out(read_ledger(one))) == 1


@rule("KERNEL-TOUR-91")
def test_by_switch_it_is_stayed():
    """Filed after f1 and ruled after f3: f2 and f3 serve nothing, f4 and f5 do."""
    stays = {"appeal_stays": "on"}
    one = made(*["played"] * 3, appeals=(appeal(),), switches=stays, upcoming=(coming("f8"),))
    assert (served(one), state(one), who_is_out(read_ledger(one))) == ((), "stayed", ())
    upheld = appeal(ruling="upheld", ruled=3)
    ruled = made(*["played"] * 6, appeals=(upheld,), switches=stays)
    assert (served(ruled), state(ruled)) == (("f4", "f5"), "served")


@rule("KERNEL-TOUR-92")
def test_an_upheld_ban_is_what_it_was():
    one = made("played", "played", appeals=(appeal(),))
    ruled = rule_on(read_ledger(one), "a1", "upheld", reason="It was you.", at=2)
    assert (ruled.ruling, ruled.ruled, ruled.ruling_reason) == ("upheld", 2, "It was you.")
    assert read_ledger(replace(one, appeals=(ruled,))).readings == read_ledger(one).readings


def two_bans(*kinds, **more):
    """b1 of three matches for f1, b2 of one for f2."""
    bans = (ban(3, day="2026-05-01"), ban(1, cause="f2", name="b2", causes=("o2",)))
    return made(*kinds, bans=bans, offences=(ejection(), ejection("f2", "o2")), **more)


@rule("KERNEL-TOUR-92")
def test_a_reduced_ban_gives_back_what_it_no_longer_needs():
    """b1 had taken f2, f3, f4; reduced to one, f2 is enough and f3 serves b2."""
    one = two_bans(*["played"] * 4, appeals=(appeal(),))
    ruled = rule_on(read_ledger(one), "a1", "reduced", reason="He was provoked.", at=4, length=1)
    assert gives_back(one, ruled) == (
        GivenBack("f3", "e1", "h1", "b1", "b2"),
        GivenBack("f4", "e1", "h1", "b1", ""),
    )
    reading = read_ledger(replace(one, appeals=(ruled,))).readings["b1"]
    assert (reading.state, reading.length, reading.served) == ("served", 1, ("f2",))
    assert reading.why == "fouled; reduced to one match on appeal"


@rule("KERNEL-TOUR-92")
def test_a_quashed_ban_gives_back_everything():
    """b2, for f2, cannot be served by f2 itself."""
    one = two_bans(*["played"] * 3, appeals=(appeal(),))
    ruled = rule_on(read_ledger(one), "a1", "quashed", reason="It was the other one.", at=3)
    assert gives_back(one, ruled) == (
        GivenBack("f2", "e1", "h1", "b1", ""),
        GivenBack("f3", "e1", "h1", "b1", "b2"),
    )
    reading = read_ledger(replace(one, appeals=(ruled,))).readings["b1"]
    assert (reading.state, reading.why) == ("quashed", "quashed on appeal: It was the other one.")


@rule("KERNEL-TOUR-92")
def test_a_ban_to_the_end_is_reduced_to_any_number():
    one = made("played", matches=0, appeals=(appeal(),))
    ruled = rule_on(read_ledger(one), "a1", "reduced", reason="Enough.", at=1, length=5)
    assert read_ledger(replace(one, appeals=(ruled,))).readings["b1"].left == 5


def ruling(one, kind="upheld", which="a1", **more):
    with pytest.raises(Refused) as caught:
        rule_on(read_ledger(one), which, kind, **{"reason": "So.", "at": 1} | more)
    assert caught.value.rule == "KERNEL-TOUR-92"
    return (caught.value.code, caught.value.field)


@rule("KERNEL-TOUR-92")
def test_it_refuses_rulings_that_make_no_sense():
    filed = made(appeals=(appeal(),), matches=3)
    assert ruling(filed, which="a9") == ("unknown_appeal", "appeal")
    assert ruling(made(appeals=(appeal(ruling="upheld"),))) == ("already_ruled", "appeal")
    assert ruling(filed, reason="") == ("reason_wanted", "reason")
    assert ruling(filed, length=1) == ("bad_length", "length")
    assert ruling(filed, "reduced", length=0) == ("bad_length", "length")
    assert ruling(filed, "reduced", length=3) == ("bad_length", "length")
    assert rule_on(read_ledger(filed), "a1", "reduced", reason="So.", at=1, length=2).matches == 2
    match = ejection("f9", kind="disqualified")
    only = made(appeals=(appeal(),), bans=(ban(0, cause="", only="f9"),), offences=(match,))
    assert ruling(only, "reduced", length=1) == ("bad_length", "ruling")
