"""Who is out, why, until when in words; and who may not be fielded in which match."""

from msgspec.structs import replace

from tests.rules.play import rule
from tests.tournaments.discipline.matchdays import NAMES, ban, coming, ejection, played, record
from tournaments.domain.discipline.board import barred_for, barred_now, refused, who_is_out
from tournaments.domain.discipline.facts import Lift
from tournaments.domain.discipline.ledger import read_ledger

NEXT = (coming("f8", "e2"), coming("f9", "e3"))


def board(made):
    return [(one.hero, one.why, one.until) for one in who_is_out(read_ledger(made), NAMES)]


def barred(made, fixture):
    return sorted(hero for _, hero in barred_for(read_ledger(made), fixture, NAMES))


@rule("KERNEL-TOUR-97")
def test_it_says_who_why_and_until_when():
    made = record(played("played"), bans=(ban(2),), upcoming=NEXT)
    assert board(made) == [("h1", "fouled", "for two more matches: the next against Grey Wolves")]
    one = who_is_out(read_ledger(made), NAMES)[0]
    assert (one.entrant, one.hero_name, one.left, [reading.ban.id for reading in one.bans]) == (
        "e1",
        "Hanna",
        2,
        ["b1"],
    )


@rule("KERNEL-TOUR-97")
def test_one_match_is_against_somebody():
    made = record(played("played", "played"), bans=(ban(2),), upcoming=NEXT)
    assert board(made) == [("h1", "fouled", "for one more match: against Grey Wolves")]


@rule("KERNEL-TOUR-97")
def test_matches_that_are_not_known_yet():
    made = record(played("played"), bans=(ban(2),))
    assert board(made)[0][2] == "for two more matches, not drawn yet"
    made = replace(made, upcoming=(coming("f8", ""),))
    assert board(made)[0][2] == "for two more matches: the next against an opponent not known yet"


@rule("KERNEL-TOUR-97")
def test_a_ban_to_the_end():
    made = record(played("played"), bans=(ban(0),), upcoming=NEXT)
    assert board(made) == [("h1", "fouled", "to the end of the tournament")]


@rule("KERNEL-TOUR-97")
def test_several_bans_of_a_hero_are_one_row():
    bans = (ban(2), ban(1, name="b2", reason="spat"), ban(1, name="b3", reason="spat"))
    assert board(record(played("played"), bans=bans, upcoming=NEXT)) == [
        ("h1", "fouled and spat", "for four more matches: the next against Grey Wolves")
    ]


@rule("KERNEL-TOUR-97")
def test_while_its_match_is_played_the_next_is_another():
    made = record(bans=(ban(1),), upcoming=(coming("f1", "e3"), *NEXT))
    assert board(made) == [("h1", "fouled", "for one more match: against Grey Wolves")]
    assert barred(made, "f8") == ["h1"]


@rule("KERNEL-TOUR-97", "KERNEL-TOUR-86")
def test_nobody_is_out_once_bans_are_over():
    made = record(played("played"), upcoming=NEXT)
    assert board(record(played("played", "played"), upcoming=NEXT)) == []
    assert board(replace(made, ended=True)) == []
    assert board(replace(made, lifts=(Lift(ban="b1", at=1),))) == []
    assert board(replace(made, appearances=played("void"))) == []


@rule("KERNEL-TOUR-97")
def test_it_bars_from_every_match_until_one_is_served():
    made = record(played("played"), upcoming=NEXT)
    assert (barred(made, "f8"), barred(made, "f9"), barred(made, "f7")) == (["h1"], ["h1"], [])
    assert barred_now(read_ledger(made)).keys() == {("e1", "h1")}
    after = record(played("played", "played"), upcoming=NEXT)
    assert (barred(after, "f8"), barred_now(read_ledger(after))) == ([], {})


@rule("KERNEL-TOUR-83")
def test_friendlies_bar_by_switch():
    friendly = (coming("f8", friendly=True), coming("f9", "e3"))
    made = record(played("played"), upcoming=friendly)
    assert (barred(made, "f8"), board(made)[0][2]) == ([], "for one more match: against Mud Larks")
    made = record(played("played"), upcoming=friendly, switches={"serves_friendly": "on"})
    assert (barred(made, "f8"), board(made)[0][2]) == (["h1"], "for one more match: against Grey Wolves")


@rule("KERNEL-TOUR-83")
def test_matches_due_before_the_ban_bar_by_switch():
    """Ejected at key 1; f8 was due at key 1 already and is to be played now, f9 at key 2."""
    late = (coming("f8", "e2", due=1), coming("f9", "e3", due=2))
    assert barred(record(played("played"), upcoming=late), "f8") == ["h1"]
    off = record(played("played"), upcoming=late, switches={"serves_postponed": "off"})
    assert (barred(off, "f8"), barred(off, "f9")) == ([], ["h1"])
    assert board(off)[0][2] == "for one more match: against Mud Larks"


@rule("KERNEL-TOUR-80")
def test_a_disqualification_is_from_its_match_alone():
    made = record(
        played("played"),
        bans=(ban(0, cause="", only="f9", causes=("o1",), reason="late"),),
        offences=(ejection("f9", kind="disqualified"),),
        upcoming=NEXT,
    )
    assert board(made) == [("h1", "late", "for the match against Mud Larks")]
    assert (barred(made, "f8"), barred(made, "f9")) == ([], ["h1"])
    assert barred_now(read_ledger(made)) == {}
    assert board(replace(made, appearances=played("played", first=9))) == []


@rule("KERNEL-TOUR-80")
def test_a_whole_entrant_is_disqualified_from_a_match():
    one = ban(0, cause="", only="f9", hero="", hero_name="", reason="late")
    made = record(bans=(one,), upcoming=NEXT)
    out = barred_for(read_ledger(made), "f9", NAMES)["e1", ""]
    assert (refused(out).code, refused(out).rule) == ("disqualified", "KERNEL-TOUR-97")


@rule("KERNEL-TOUR-80", "KERNEL-TOUR-84")
def test_a_disqualification_holds_no_other_ban_up():
    only = ban(0, cause="", only="f9", name="b0", reason="late")
    made = record(played("played", "played"), bans=(only, ban()), upcoming=NEXT)
    assert board(made) == [("h1", "late", "for the match against Mud Larks")]
    made = record(played("played"), bans=(only, ban()), upcoming=NEXT)
    assert len(board(made)) == 2
    assert barred(made, "f9") == ["h1"]


@rule("KERNEL-TOUR-97")
def test_it_refuses_to_field_with_the_reason_and_the_event():
    made = record(played("played"), bans=(ban(2),), upcoming=NEXT)
    out = barred_now(read_ledger(made), NAMES)["e1", "h1"]
    told = refused(out, ("match-m1", 40)).document()
    assert told["code"] == "suspended"
    assert told["message"] == "Hanna is out for two more matches: the next against Grey Wolves: fouled."
    assert told["caused_by"] == {"stream": "match-m1", "n": 40}
    assert (told["field"], told["rule"]) == ("heroes", "KERNEL-TOUR-97")
