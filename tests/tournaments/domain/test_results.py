"""What comes of a fixture: line-ups, battles, reports, disputes, corrections. [KERNEL-TOUR-07 to 11, KERNEL-TOUR-15]"""

import pytest

from rules.kernel.errors import Refused
from tests.tournaments.organizing import THE_HOUSE, Organized
from tournaments.domain.tables import tables_of

rule = pytest.mark.rule
F = "s1-1-1"


def duel(**rules) -> Organized:
    """Ash (e1, played by p1) at home against Birch (e2, p2), published."""
    organized = Organized(2).enter_all()
    organized.stage("round_robin", **rules)
    return organized


def lineups(organized: Organized) -> Organized:
    for number in (1, 2):
        organized.do("name_lineup", by=f"p{number}", fixture=F, entrant=f"e{number}", heroes=["h1", "h2"])
    return organized


def result(organized: Organized):
    return organized.now.fixtures[F].result


# Line-ups


@rule("KERNEL-TOUR-08", "KERNEL-ILL-52")
def test_a_line_up_names_heroes_of_the_company_who_can_play():
    organized = duel()
    name = {"command": "name_lineup", "by": "p1", "fixture": F, "entrant": "e1"}
    assert organized.refused(**name, code="unknown_hero", heroes=["h1", "h9"]).field == "heroes[1]"
    assert organized.refused(**name, code="hero_twice", heroes=["h1", "h1"]).field == "heroes[1]"
    organized.refused(**name, code="no_heroes", heroes=[])
    organized.refused("name_lineup", "not_yours", by="p1", fixture=F, entrant="e2", heroes=["h1"])
    organized.do(**name, heroes=["h1"])
    organized.do(**name, heroes=["h2"])
    assert organized.now.fixtures[F].lineups == {"e1": ("h2",)}


@rule("KERNEL-TOUR-08")
def test_who_is_barred_is_refused_with_the_reason():
    organized = duel()
    why = Refused("suspended", "Ala is suspended.", "KERNEL-TOUR-80", hint="Name another.", event=("tournament-t", 9))
    ash = organized.campaign.companies["c1"]._replace(barred={"h1": why})
    organized.campaign = organized.campaign._replace(companies={**organized.campaign.companies, "c1": ash})
    with pytest.raises(Refused) as no:
        organized.do("name_lineup", by="p1", fixture=F, entrant="e1", heroes=["h2", "h1"])
    assert (no.value.code, no.value.field, no.value.event) == ("suspended", "heroes[1]", ("tournament-t", 9))


# Battles


@rule("KERNEL-TOUR-11", "KERNEL-ILL-55")
def test_a_settled_battle_decides_the_fixture_and_one_settled_again_decides_it_anew():
    organized = lineups(duel())
    organized.do("start_game", by=THE_HOUSE, fixture=F, match="m1")
    organized.refused("start_game", "game_known", by=THE_HOUSE, fixture=F, match="m1")
    organized.refused("name_lineup", "game_open", by="p1", fixture=F, entrant="e1", heroes=["h1"])
    organized.refused("report_result", "game_open", by="p1", fixture=F, entrant="e1", places={"e1": 1, "e2": 2})
    told = {"fixture": F, "match": "m1", "status": "settled", "scores": {"e1": 3, "e2": 5}}
    organized.do("record_game", by=THE_HOUSE, **told, places={"e1": 2, "e2": 1})
    assert (result(organized).places, result(organized).decided, result(organized).match) == (
        {"e1": 2, "e2": 1},
        "match",
        "m1",
    )
    organized.refused("record_game", "game_known", by=THE_HOUSE, **told, places={"e1": 2, "e2": 1})
    organized.do("record_game", by=THE_HOUSE, **told, places={"e1": 1, "e2": 1})
    assert {(entrant, points) for _, entrant, points in organized.table()} == {("e1", 1), ("e2", 1)}


@rule("KERNEL-TOUR-11")
def test_a_void_battle_takes_its_result_back_and_another_can_be_fought():
    organized = lineups(duel())
    for number, match in enumerate(("m1", "m2"), 1):
        organized.do("start_game", by=THE_HOUSE, fixture=F, match=match)
        places = {"e1": number, "e2": 3 - number}
        organized.do("record_game", by=THE_HOUSE, fixture=F, match=match, status="settled", places=places)
        if match == "m1":
            organized.do("record_game", by=THE_HOUSE, fixture=F, match=match, status="void")
            assert result(organized) is None
    assert (result(organized).match, result(organized).places) == ("m2", {"e1": 2, "e2": 1})


@rule("KERNEL-TOUR-11")
@pytest.mark.parametrize(
    ("winners", "over", "scores"),
    [
        (["e1"], False, None),
        (["e1", "e1"], True, {"e1": 2, "e2": 0}),
        (["e1", "e2"], False, None),
        (["e1", "e2", "e2"], True, {"e1": 1, "e2": 2}),
        (["e1", "draw", "draw"], True, {"e1": 1, "e2": 0}),
    ],
)
def test_the_best_of_three_is_over_with_two_wins_or_three_battles(winners, over, scores):
    organized = lineups(duel(best_of=3))
    for number, winner in enumerate(winners):
        organized.do("start_game", by=THE_HOUSE, fixture=F, match=f"m{number}")
        places = {side: 1 if winner in (side, "draw") else 2 for side in ("e1", "e2")}
        organized.do("record_game", by=THE_HOUSE, fixture=F, match=f"m{number}", status="settled", places=places)
    assert (result(organized) is not None) == over
    assert not over or result(organized).scores == scores


@rule("KERNEL-TOUR-06", "KERNEL-TOUR-11")
def test_a_battle_voided_after_the_stage_is_finished_changes_no_result():
    organized = lineups(duel())
    organized.do("start_game", by=THE_HOUSE, fixture=F, match="m1")
    organized.do("record_game", by=THE_HOUSE, fixture=F, match="m1", status="settled", places={"e1": 1, "e2": 2})
    organized.do("finish_stage", stage="s1")
    organized.do("record_game", by=THE_HOUSE, fixture=F, match="m1", status="void")
    assert result(organized).places == {"e1": 1, "e2": 2}
    assert organized.now.fixtures[F].games[0].status == "void"


# Reports and disputes


@rule("KERNEL-TOUR-09")
def test_the_same_report_of_both_sides_counts():
    organized = duel()
    told = {"fixture": F, "places": {"e1": 1, "e2": 2}, "scores": {"e1": 5, "e2": 2}}
    organized.do("report_result", by="p1", entrant="e1", **told)
    assert result(organized) is None
    organized.refused("report_result", "nothing_to_change", by="p1", entrant="e1", **told)
    organized.refused("report_result", "not_yours", by="p1", entrant="e2", **told)
    organized.do("report_result", by="p2", entrant="e2", **told)
    assert (result(organized).decided, result(organized).scores) == ("agreed", {"e1": 5, "e2": 2})
    organized.refused("report_result", "has_result", by="p2", entrant="e2", **told)


@rule("KERNEL-TOUR-09", "KERNEL-TOUR-10")
def test_different_reports_are_a_dispute_that_an_organizer_rules_on():
    organized = duel()
    organized.do("set_roles", account="rep", roles=["reporter"])
    organized.refused("add_evidence", "not_disputed", by="p1", fixture=F, text="We won.")
    organized.do("report_result", by="p1", fixture=F, entrant="e1", places={"e1": 1, "e2": 2})
    organized.do("report_result", by="p2", fixture=F, entrant="e2", places={"e1": 2, "e2": 1})
    assert organized.now.fixtures[F].disputed
    organized.refused("add_evidence", "not_yours", by="p3", fixture=F, text="I saw it.")
    organized.refused("add_evidence", "no_evidence", by="p1", fixture=F, text=" ")
    organized.do("add_evidence", by="p1", fixture=F, text="See the picture of the board.")
    ruling = {"fixture": F, "kind": "played", "places": {"e1": 1, "e2": 2}, "reason": "The picture shows it."}
    organized.refused("record_result", "officials_only", by="rep", **ruling)
    organized.do("record_result", **ruling)
    assert (result(organized).decided, organized.now.fixtures[F].disputed) == ("ruled", False)
    assert [one.text for one in organized.now.fixtures[F].evidence] == ["See the picture of the board."]


@rule("KERNEL-TOUR-09")
def test_a_side_that_changes_its_report_ends_the_dispute():
    organized = duel()
    organized.do("report_result", by="p1", fixture=F, entrant="e1", places={"e1": 1, "e2": 2})
    organized.do("report_result", by="p2", fixture=F, entrant="e2", places={"e1": 2, "e2": 1})
    organized.do("report_result", by="p2", fixture=F, entrant="e2", places={"e1": 1, "e2": 2})
    assert (result(organized).decided, organized.now.fixtures[F].disputed) == ("agreed", False)


@rule("KERNEL-TOUR-09", "KERNEL-ILL-53")
@pytest.mark.parametrize(
    ("places", "scores", "code", "field"),
    [
        ({"e1": 1}, {}, "place_missing", "places"),
        ({"e1": 1, "e9": 2}, {}, "not_a_side", "places.e9"),
        ({"e1": 1, "e2": 3}, {}, "bad_places", "places"),
        ({"e1": 2, "e2": 2}, {}, "bad_places", "places"),
        ({"e1": 1, "e2": 2}, {"e1": 4}, "score_missing", "scores"),
        ({"e1": 1, "e2": 2}, {"e1": 2, "e2": 4}, "scores_against_places", "scores.e2"),
        ({"e1": 1, "e2": 1}, {"e1": 2, "e2": 1}, "scores_against_places", "scores.e1"),
        ({"e1": 1, "e2": 2}, {"e9": 2}, "not_a_side", "scores.e9"),
    ],
)
def test_it_refuses_a_report_that_does_not_fit_together(places, scores, code, field):
    no = duel().refused("report_result", code, by="p1", fixture=F, entrant="e1", places=places, scores=scores)
    assert no.field == field


@rule("KERNEL-TOUR-09")
def test_it_refuses_scores_in_a_game_that_has_none():
    organized = Organized(2, scored=False).enter_all()
    organized.stage("round_robin")
    told = {"fixture": F, "entrant": "e1", "places": {"e1": 1, "e2": 2}}
    organized.refused("report_result", "no_scores", by="p1", **told, scores={"e1": 2, "e2": 1})


@rule("KERNEL-TOUR-07", "KERNEL-ILL-51")
def test_a_bye_and_a_fixture_without_sides_take_no_result():
    organized = Organized(3).enter_all()
    organized.stage("elimination")
    organized.refused("record_result", "bye", fixture="s1-W1-1", kind="void", reason="So.")
    organized.refused("record_result", "sides_unknown", fixture="s1-W2-1", kind="void", reason="So.")
    organized.refused("record_result", "unknown_fixture", fixture="s1-9-9", kind="void", reason="So.")


# By officials


@rule("KERNEL-TOUR-10")
@pytest.mark.parametrize(
    ("kind", "places", "points"),
    [
        ("played", {"e1": 2, "e2": 1}, {"e1": 0, "e2": 3}),
        ("draw_agreed", {}, {"e1": 1, "e2": 1}),
        ("forfeit", {"e1": 1, "e2": 2}, {"e1": 3, "e2": 0}),
        ("double_forfeit", {}, {"e1": 0, "e2": 0}),
        ("void", {}, {"e1": 0, "e2": 0}),
        ("abandoned", {}, {"e1": 0, "e2": 0}),
        ("abandoned", {"e1": 1, "e2": 1}, {"e1": 1, "e2": 1}),
    ],
)
def test_each_kind_of_result_counts_as_it_is(kind, places, points):
    organized = duel()
    organized.do("record_result", fixture=F, kind=kind, places=places, reason="As it was.")
    assert {entrant: own for _, entrant, own in organized.table()} == points


@rule("KERNEL-TOUR-10", "KERNEL-ILL-54")
@pytest.mark.parametrize(
    ("kind", "places", "code"),
    [
        ("void", {"e1": 1, "e2": 2}, "no_places"),
        ("double_forfeit", {"e1": 1, "e2": 2}, "no_places"),
        ("forfeit", {"e1": 1, "e2": 1}, "no_winner"),
        ("forfeit", {}, "place_missing"),
        ("played", {}, "place_missing"),
        ("draw_agreed", {"e1": 1, "e2": 2}, "bad_places"),
    ],
)
def test_it_refuses_a_result_that_its_kind_does_not_have(kind, places, code):
    duel().refused("record_result", code, fixture=F, kind=kind, places=places, reason="As it was.")


@rule("KERNEL-TOUR-10")
def test_a_correction_keeps_what_was_on_record_and_a_result_can_be_taken_back():
    organized = duel()
    organized.won(F, "e1")
    organized.refused(
        "record_result", "nothing_to_change", fixture=F, kind="played", places={"e1": 1, "e2": 2}, reason="Same."
    )
    organized.won(F, "e2")
    assert organized.log[-1].old.places == {"e1": 1, "e2": 2}
    organized.refused("withdraw_result", "reason_wanted", fixture=F, reason="")
    organized.do("withdraw_result", fixture=F, reason="It is to be played again.")
    assert result(organized) is None
    organized.refused("withdraw_result", "no_result", fixture=F, reason="Again.")


@rule("KERNEL-TOUR-15", "KERNEL-ILL-59")
def test_points_are_given_and_taken_in_halves_with_a_note():
    organized = duel()
    give = {"command": "adjust_points", "stage": "s1", "entrant": "e2"}
    organized.do(**give, points=-150, reason="Came late.")
    rows = {row.entrant: row for row in tables_of(organized.now, organized.now.stages["s1"])[""].rows}
    assert rows["e2"].points == -150
    assert "Came late." in rows["e2"].footnotes[0].text
    organized.refused(**give, code="odd_points", points=25, reason="A quarter.")
    organized.refused(**give, code="odd_points", points=0, reason="Nothing.")
    organized.refused(**give, code="out_of_bounds", points=100_050, reason="All.")
    organized.refused(**give, code="reason_wanted", points=100, reason="")


# Brackets


@rule("KERNEL-TOUR-10", "KERNEL-ILL-54")
def test_a_bracket_result_that_others_have_played_on_is_taken_back_first():
    organized = Organized(4).enter_all()
    organized.stage("elimination")
    organized.refused("record_result", "no_winner", fixture="s1-W1-1", kind="void", reason="So.")
    organized.refused("record_result", "no_winner", fixture="s1-W1-1", kind="draw_agreed", reason="So.")
    organized.won("s1-W1-1", "e1")
    organized.won("s1-W1-2", "e2")
    organized.won("s1-W1-1", "e4")
    assert organized.now.fixtures["s1-W2-1"].sides == ("e4", "e2")
    organized.won("s1-W2-1", "e2")
    change = {"fixture": "s1-W1-1", "reason": "Wrong."}
    organized.refused("withdraw_result", "later_result", **change)
    organized.refused("record_result", "later_result", **change, kind="played", places={"e1": 1, "e4": 2})
    organized.do("withdraw_result", fixture="s1-W2-1", reason="Wrong.")
    organized.do("withdraw_result", **change)
    assert organized.now.fixtures["s1-W2-1"].sides == ("", "e2")


@rule("KERNEL-TOUR-10")
def test_after_a_double_forfeit_the_next_opponent_has_a_bye():
    organized = Organized(4).enter_all()
    organized.stage("elimination")
    organized.do("record_result", fixture="s1-W1-1", kind="double_forfeit", reason="Nobody came.")
    organized.won("s1-W1-2", "e3")
    final = organized.now.fixtures["s1-W2-1"]
    assert (final.result.kind, final.result.places) == ("bye", {"e3": 1})
    organized.do("withdraw_result", fixture="s1-W1-1", reason="They came after all.")
    assert organized.now.fixtures["s1-W2-1"].result is None


# Scores that no match ends with


@rule("KERNEL-TOUR-09", "KERNEL-ILL-53")
@pytest.mark.parametrize(
    ("best_of", "places", "scores", "possible"),
    [
        (3, (1, 2), (2, 0), True),
        (3, (1, 2), (2, 1), True),
        (3, (1, 2), (3, 0), False),  # over after two
        (3, (1, 2), (2, 2), False),  # of three
        (3, (1, 1), (1, 1), True),  # and one drawn
        (3, (1, 2), (1, 0), True),  # and two drawn
        (5, (1, 2), (3, 2), True),
        (5, (1, 2), (4, 1), False),
        (5, (1, 2), (3, 3), False),
        (1, (1, 2), (150, 50), True),
        (1, (1, 2), (150, 51), False),  # one more than the game has turns for
        (1, (1, 1), (2, 2), True),
        (1, (1, 2), (2, 2), False),  # drawn
    ],
)
def test_a_score_is_one_that_the_fixture_can_end_with(best_of, places, scores, possible):
    """The game is one of 200 points at most."""
    organized = duel(best_of=best_of)
    organized.campaign = organized.campaign._replace(most_points=200)
    order = {
        "fixture": F,
        "entrant": "e1",
        "places": dict(zip(("e1", "e2"), places, strict=True)),
        "scores": dict(zip(("e1", "e2"), scores, strict=True)),
    }
    if possible:
        organized.do("report_result", by="p1", **order)
        return
    code = "scores_against_places" if scores[1] > scores[0] else "impossible_score"
    assert organized.refused("report_result", code, by="p1", **order).field == "scores"
    del order["entrant"]
    organized.refused("record_result", code, kind="played", reason="So.", **order)


@rule("KERNEL-TOUR-09")
def test_in_a_bracket_one_of_equal_scores_goes_on():
    organized = Organized(2).enter_all()
    organized.stage("elimination")
    order = {"fixture": "s1-W1-1", "places": {"e1": 1, "e2": 2}, "scores": {"e1": 2, "e2": 2}}
    organized.do("record_result", kind="played", reason="After a shoot-out.", **order)


# After the next round was paired


def swiss(**rules) -> Organized:
    """Four after a first round that e1 and e2 have won; the second is a draft."""
    organized = Organized(4).enter_all()
    organized.stage("swiss", rounds=3, **rules)
    organized.do("pair", stage="s1")
    organized.do("publish_round", stage="s1")
    for fixture in organized.round(1):
        organized.won(fixture.id, fixture.sides[0])
    organized.do("pair", stage="s1")
    return organized


@rule("KERNEL-TOUR-10")
def test_a_correction_says_that_the_next_round_was_paired_by_what_was():
    organized = swiss()
    fixture = organized.round(1)[0]
    organized.won(fixture.id, fixture.sides[1])
    assert (organized.log[-1].paired_since, organized.round(2)[0].result) == (2, None)
    organized.do("withdraw_result", fixture=fixture.id, reason="Mixed up.")
    assert organized.log[-1].paired_since == 2
    organized.won(fixture.id, fixture.sides[1])
    assert organized.log[-1].paired_since == 0  # nothing was corrected


@rule("KERNEL-TOUR-10", "KERNEL-ILL-54")
def test_by_the_rules_of_the_stage_it_is_refused():
    organized = swiss(corrected="block")
    fixture = organized.round(1)[0]
    places = {fixture.sides[0]: 2, fixture.sides[1]: 1}
    order = {"fixture": fixture.id, "reason": "Mixed up."}
    organized.refused("record_result", "paired_since", **order, kind="played", places=places)
    organized.refused("withdraw_result", "paired_since", **order)
    organized.do("discard_round", stage="s1", round=2)
    organized.do("record_result", **order, kind="played", places=places)


@rule("KERNEL-TOUR-10", "KERNEL-TOUR-11")
def test_a_battle_settled_otherwise_leaves_what_was_paired_where_that_is_the_rule():
    organized = Organized(2).enter_all()
    organized.stage("swiss", rounds=2, corrected="block")
    organized.do("pair", stage="s1")
    organized.do("publish_round", stage="s1")
    sides = organized.round(1)[0].sides
    organized.do("start_game", by=THE_HOUSE, fixture=F, match="m1")
    told = {"fixture": F, "match": "m1", "status": "settled"}
    organized.do("record_game", by=THE_HOUSE, **told, places={sides[0]: 1, sides[1]: 2})
    organized.do("pair", stage="s1")
    organized.do("record_game", by=THE_HOUSE, **told, places={sides[0]: 2, sides[1]: 1})
    assert organized.now.fixtures[F].result.places == {sides[0]: 1, sides[1]: 2}
