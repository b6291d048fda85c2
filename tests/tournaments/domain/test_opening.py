"""How a tournament begins and ends, who runs it, and who may do what. [KERNEL-TOUR-01, KERNEL-TOUR-02]"""

import pytest

from rules.kernel.errors import Refused
from rules.kernel.messages import tag_of
from tests.tournaments.organizing import GM, THE_HOUSE, Member, Organized
from tournaments.domain import commands as co
from tournaments.domain.discipline import commands as dc
from tournaments.domain.rights import RIGHTS
from tournaments.domain.schedule import commands as sc

rule = pytest.mark.rule


@rule("KERNEL-TOUR-02")
def test_the_gm_of_the_campaign_founds_it_and_is_its_organizer():
    (opened,) = Organized(2).log
    assert (opened.title, opened.campaign, opened.game, opened.account) == ("Banak Open", "camp", "ishmek", "gm")
    assert Organized(2).now.officials["gm"].roles == ("organizer",)


@rule("KERNEL-TOUR-02")
@pytest.mark.parametrize("title", ["", " \t ", "x" * 121, "a\x07b"])
def test_it_refuses_a_title_that_cannot_be_read(title):
    organized = Organized(2)
    organized.refused("change_tournament", "bad_name", title=title)


@rule("KERNEL-TOUR-02")
def test_a_change_keeps_what_is_not_named():
    organized = Organized(2, capacity=8)
    (event,) = organized.do("change_tournament", visibility="public")
    assert (event.title, event.visibility, event.capacity, event.check_in) == ("Banak Open", "public", 8, False)
    organized.refused("change_tournament", "nothing_to_change", visibility="public")


@rule("KERNEL-TOUR-02")
@pytest.mark.parametrize("capacity", [-1, 513])
def test_it_refuses_places_out_of_bounds(capacity):
    Organized(2).refused("change_tournament", "out_of_bounds", capacity=capacity)


@rule("KERNEL-TOUR-01")
def test_nobody_but_the_organizer_gives_duties_and_there_is_one_organizer():
    organized = Organized(2)
    organized.do("set_roles", account="ann", name="Ann", roles=["co_organizer", "officer"])
    assert organized.now.officials["ann"].roles == ("co_organizer", "officer")
    organized.refused("set_roles", "officials_only", by="ann", account="bob", roles=["reporter"])
    organized.refused("set_roles", "one_organizer", account="bob", roles=["organizer"])
    organized.refused("set_roles", "one_organizer", account="gm", roles=["reporter"])
    organized.refused("set_roles", "nothing_to_change", account="ann", roles=["officer", "co_organizer"])
    organized.do("set_roles", account="ann", roles=[])
    assert "ann" not in organized.now.officials


# Who may, of: a stranger, a captain, a reporter, an officer, a co-organizer, the organizer, the house.
WHO = ("ann", "p1", "rep", "off", "co", GM, THE_HOUSE)
MAY = {
    "gm": {5, 6},
    "organizer": {5, 6},
    "organizers": {4, 5, 6},
    "reporters": {2, 4, 5, 6},
    "officers": {3, 4, 5, 6},
    "captain": {1, 4, 5, 6},
    "party": {1, 4, 5, 6},
    "house": {6},
}
FIELDS = {
    co.OpenTournament: {"tournament": "u", "campaign": "camp", "title": "Another"},
    co.SetRoles: {"account": "zed", "roles": ["officer"]},
    co.Enter: {"company": "c1"},
    co.CheckIn: {"entrant": "e1"},
    co.Admit: {"entrant": "e1"},
    co.Decline: {"entrant": "e1"},
    co.Withdraw: {"entrant": "e1", "reason": "So."},
    co.Expel: {"entrant": "e1", "reason": "So."},
    co.Reinstate: {"entrant": "e1", "reason": "So."},
    co.Seed: {"entrants": ["e2", "e1"]},
    co.AddStage: {"name": "Cup", "format": "elimination"},
    co.DraftRound: {"ask": 1, "basis": 1, "fixtures": []},
    sc.SetOverdue: {"policy": "forfeit"},
    sc.ForfeitOverdue: {"fixture": "s1-1-1", "at": 1},
    sc.SetVenues: {"venues": []},
    sc.AddBlackout: {"first": "2026-12-24"},
    sc.RemoveBlackout: {"blackout": "b9"},
    sc.AddWish: {"kind": "not_on", "entrant": "e1", "round": 1},
    sc.DraftSchedule: {"ask": 1},
    sc.MoveFixture: {"fixture": "s1-1-1", "slot": {"date": "2026-12-24"}},
    co.EditPairing: {"fixture": "s1-1-1", "sides": ["e1", "e2"]},
    co.DiscardRound: {"stage": "s1", "round": 1},
    co.SetDate: {"fixture": "s1-1-1"},
    co.SetGround: {"stage": "s1", "ground": {"turns_total": 5}},
    co.NameLineup: {"fixture": "s1-1-1", "entrant": "e1", "heroes": ["h1"]},
    co.StartGame: {"fixture": "s1-1-1", "match": "m"},
    co.JoinStage: {"entrant": "e1"},
    co.UndoJoin: {"entrant": "e1"},
    co.RecordFriendly: {"match": "m", "fielded": {}},
    co.RecordGame: {"fixture": "s1-1-1", "match": "m", "status": "void"},
    co.ReportResult: {"fixture": "s1-1-1", "entrant": "e1", "places": {"e1": 1, "e2": 2}},
    co.AddEvidence: {"fixture": "s1-1-1", "text": "See."},
    co.RecordResult: {"fixture": "s1-1-1", "kind": "void", "reason": "Rain."},
    co.WithdrawResult: {"fixture": "s1-1-1", "reason": "Rain."},
    co.AdjustPoints: {"stage": "s1", "entrant": "e1", "points": 100, "reason": "Fair play."},
    co.ReopenTournament: {"reason": "More."},
    dc.SetDiscipline: {"rules": {}, "reason": "So."},
    dc.RecordOffence: {"entrant": "e1", "hero": "h1", "rule": "4.2", "reason": "A blow after time."},
    dc.WithdrawOffence: {"offence": "o9", "reason": "So."},
    dc.LiftBan: {"ban": "b9", "reason": "So."},
    dc.RuleOnAppeal: {"appeal": "a9", "ruling": "upheld", "reason": "So."},
}
NOT_FOR_THEM = {"gm_only", "officials_only", "not_yours", "server_only"}


@rule("KERNEL-TOUR-01", "KERNEL-ILL-45")
@pytest.mark.parametrize(
    "command", [kind for kind, right in RIGHTS.items() if right != "account"], ids=lambda k: k.__name__
)
def test_who_may_do_what(command):
    """Whatever a command comes to for those who may: those who may not are told so."""
    organized = Organized(2)
    for account, roles in (("rep", ["reporter"]), ("off", ["officer"]), ("co", ["co_organizer"])):
        organized.do("set_roles", account=account, roles=roles)
    organized.enter_all().stage("round_robin")
    fields = FIELDS.get(command, {})
    if "stage" in command.__struct_fields__:
        fields = {"stage": "s1", **fields}
    if "stage" in command.__struct_fields__ and "reason" in command.__struct_fields__:
        fields = {"reason": "So.", **fields}
    refused = set()
    for place, who in enumerate(WHO):
        try:
            organized.do(tag_of(command), who, **fields)
        except Refused as no:
            if no.code in NOT_FOR_THEM:
                refused.add(place)
    assert refused == {*range(len(WHO))} - MAY[RIGHTS[command]]


@rule("KERNEL-TOUR-01")
def test_nobody_does_anything_without_an_account():
    Organized(2).refused("open_sign_up", "not_authenticated", by=Member())


@rule("KERNEL-TOUR-02")
def test_the_sign_up_opens_and_closes_before_the_first_stage():
    organized = Organized(2)
    organized.refused("close_sign_up", "wrong_status")
    organized.do("open_sign_up")
    organized.refused("open_sign_up", "wrong_status")
    organized.do("close_sign_up")
    organized.enter_all().stage("round_robin")
    organized.refused("open_sign_up", "wrong_status")


@rule("KERNEL-TOUR-02", "KERNEL-ILL-46")
def test_it_ends_once_its_stages_are_finished_and_goes_on_when_reopened():
    organized = Organized(2).enter_all()
    organized.refused("end_tournament", "wrong_status")
    stage = organized.stage("round_robin")
    organized.refused("end_tournament", "stage_not_finished")
    organized.won("s1-1-1", "e1")
    organized.do("finish_stage", stage=stage)
    organized.do("end_tournament")
    assert organized.now.status == "ended"
    organized.refused("change_tournament", "tournament_over", title="Another")
    organized.refused("reopen_tournament", "reason_wanted", reason=" ")
    organized.do("reopen_tournament", reason="A protest.")
    assert organized.now.status == "running"
    organized.refused("reopen_tournament", "wrong_status", reason="Again.")
