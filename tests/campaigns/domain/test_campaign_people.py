"""Invites, requests, members, roles, and whose company is whose."""

from tests.campaigns.domain.nights import Night
from tests.rules.play import rule


@rule("KERNEL-CAMP-03")
def test_an_invite_is_no_membership_until_it_is_accepted():
    night = Night()
    night.do("invite", account="ann", name="Ann", message="Come!")
    assert "ann" not in night.campaign.people
    night.do("accept_invite", by="ann")
    assert night.campaign.people["ann"].role == "player"
    assert night.campaign.invites == {}


@rule("KERNEL-CAMP-03")
def test_a_request_is_no_membership_until_it_is_accepted():
    night = Night()
    night.do("request_join", by="bob", message="May I?")
    assert night.campaign.requests["bob"].message == "May I?"
    assert "bob" not in night.campaign.people
    night.do("accept_request", account="bob")
    assert night.campaign.people["bob"].name == "Bob"
    assert night.campaign.requests == {}


@rule("KERNEL-CAMP-03")
def test_invites_and_requests_are_taken_back_by_either_side():
    night = Night()
    for by in ("gm", "ann"):
        night.do("invite", account="ann")
        night.do("withdraw_invite", by=by, account="ann")
        night.do("request_join", by="ann")
        night.do("decline_request", by=by, account="ann")
    assert night.campaign.invites == night.campaign.requests == {}


@rule("KERNEL-CAMP-03", "KERNEL-ILL-22")
def test_it_refuses_answers_to_what_was_never_asked():
    night = Night()
    night.refuses("accept_invite", "not_invited", by="ann", rule="KERNEL-CAMP-03")
    night.refuses("withdraw_invite", "not_invited", account="ann")
    night.refuses("accept_request", "no_request", account="ann")
    night.refuses("decline_request", "no_request", account="ann")


@rule("KERNEL-CAMP-03", "KERNEL-ILL-22")
def test_it_refuses_to_ask_twice():
    night = Night()
    night.do("invite", account="ann")
    assert night.refuses("invite", "already_invited", account="ann").message.endswith(" is invited already.")
    night.refuses("request_join", "already_invited", by="ann")
    night.do("request_join", by="bob")
    night.refuses("request_join", "already_asked", by="bob")
    night.refuses("invite", "already_asked", account="bob")
    night.do("accept_request", account="bob")
    night.refuses("invite", "already_member", account="bob")
    night.refuses("request_join", "already_member", by="bob")
    night.refuses("accept_invite", "already_member", by="bob", rule="KERNEL-CAMP-03")
    night.refuses("request_join", "unknown_account", by="house")
    night.refuses("invite", "unknown_account", account="", at="account")


@rule("KERNEL-CAMP-01")
def test_somebody_elses_invite_and_request_are_not_ones_own():
    night = Night()
    night.do("invite", account="ann")
    night.do("request_join", by="bob")
    night.refuses("withdraw_invite", "not_yours", by="eve", account="ann")
    night.refuses("decline_request", "not_yours", by="eve", account="bob")


@rule("KERNEL-CAMP-03")
def test_members_leave_and_are_removed():
    night = Night.running(ann=0)
    night.join("bob")
    night.do("leave", by="bob")
    night.do("disband", by="ann", company="ann")
    assert night.campaign.companies["ann"].disbanded
    night.do("remove_member", account="ann", reason="moved away")
    assert list(night.campaign.people) == ["gm"]
    night.refuses("remove_member", "not_a_member", account="ann", reason="again")


@rule("KERNEL-CAMP-03", "KERNEL-ILL-22")
def test_neither_the_gm_nor_who_plays_a_company_leaves():
    night = Night.running(ann=0)
    night.refuses("leave", "gm_stays")
    night.refuses("leave", "owns_company", by="ann")
    night.refuses("remove_member", "owns_company", account="ann", reason="x")
    night.refuses("leave", "not_a_member", by="house")


@rule("KERNEL-CAMP-03")
def test_there_is_one_gm():
    night = Night.running(ann=0)
    night.do("set_role", account="ann", role="gm")
    assert {name: one.role for name, one in night.campaign.people.items()} == {"gm": "co_gm", "ann": "gm"}
    night.refuses("set_role", "gm_stays", by="ann", account="ann", role="player")
    night.refuses("set_role", "role_same", by="ann", account="gm", role="co_gm")
    night.do("set_role", by="ann", account="gm", role="player")


@rule("KERNEL-CAMP-01")
def test_a_co_gm_is_removed_by_the_gm_alone():
    night = Night()
    for name in ("cora", "bob"):
        night.join(name)
        night.do("set_role", account=name, role="co_gm")
    night.refuses("remove_member", "gm_only", by="cora", account="bob", reason="x")
    night.do("remove_member", account="bob", reason="x")


@rule("KERNEL-CAMP-03")
def test_a_company_is_handed_over_to_another_member():
    night = Night.running(ann=1, bob=0)
    assert night.do("hand_over", by="ann", company="ann", account="bob") == ["company_handed_over", "corrected"]
    assert night.companies["ann"].owner == night.campaign.companies["ann"].owner == "bob"
    night.refuses("buy_item", "not_yours", by="ann", company="ann", item="dagger")
    night.refuses("hand_over", "owner_same", by="bob", company="ann", account="bob")
    night.refuses("hand_over", "not_a_member", by="bob", company="ann", account="eve")


@rule("KERNEL-CAMP-01")
def test_the_gm_founds_a_company_for_a_member():
    night = Night()
    night.join("ann")
    words = {"name": "The Wolves", "motto": "Never full", "hall": "The Den"}
    night.do("found_company", company="w", owner="ann", **words)
    assert night.companies["w"].owner == "ann"
    night.refuses("found_company", "not_a_member", company="x", owner="eve", **words)
    night.refuses("found_company", "not_a_member", by="house", company="x", **words)
    night.refuses("found_company", "company_exists", company="w", **words)
