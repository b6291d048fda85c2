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
    assert night.refuses("invite", "already_invited", account="ann").message.endswith(" is already invited.")
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
    assert night.do("hand_over", by="ann", company="ann", account="bob") == ["company_offered"]
    assert night.companies["ann"].owner == night.campaign.companies["ann"].owner == "ann"
    assert night.do("accept_company", by="bob", company="ann") == ["company_handed_over", "corrected"]
    assert night.companies["ann"].owner == night.campaign.companies["ann"].owner == "bob"
    night.refuses("buy_item", "not_yours", by="ann", company="ann", item="dagger")
    night.refuses("hand_over", "owner_same", by="bob", company="ann", account="bob")
    night.refuses("hand_over", "not_a_member", by="bob", company="ann", account="eve")


def asked(night):
    return {name: one.offered for name, one in night.campaign.companies.items() if one.offered}


@rule("KERNEL-CAMP-03", "KERNEL-ILL-22")
def test_nobody_gets_a_company_unasked():
    """Bob joined for battles, not to play the company of somebody else."""
    night = Night.running(ann=1, bob=0, cid=0)
    night.refuses("accept_company", "not_offered", by="bob", company="ann", at="company")
    night.do("hand_over", by="gm", company="ann", account="bob")
    for by in ("ann", "cid", "gm", "house"):
        night.refuses("accept_company", "not_offered", by=by, company="ann")
    night.refuses("accept_company", "not_a_member", by="eve", company="ann")
    night.refuses("hand_over", "already_offered", by="ann", company="ann", account="bob", at="account")
    assert night.companies["ann"].owner == "ann"
    night.do("buy_item", by="ann", company="ann", item="dagger")  # until then she plays it as before
    night.refuses("buy_item", "not_yours", by="bob", company="ann", item="dagger")


@rule("KERNEL-CAMP-03")
def test_an_offer_is_declined_or_taken_back_or_made_to_another():
    night = Night.running(ann=1, bob=0, cid=0)
    for by in ("bob", "ann", "gm"):
        night.do("hand_over", by="ann", company="ann", account="bob")
        night.refuses("withdraw_offer", "not_yours", by="cid", company="ann")
        assert night.do("withdraw_offer", by=by, company="ann") == ["company_offer_ended"]
        night.refuses("accept_company", "not_offered", by="bob", company="ann")
        night.refuses("withdraw_offer", "not_offered", by="ann", company="ann")
    night.do("hand_over", by="ann", company="ann", account="bob")
    night.do("hand_over", by="ann", company="ann", account="cid")
    night.refuses("accept_company", "not_offered", by="bob", company="ann")
    night.do("accept_company", by="cid", company="ann")
    assert night.companies["ann"].owner == "cid"
    assert asked(night) == {}


@rule("KERNEL-CAMP-03")
def test_who_takes_a_company_for_themself_has_said_yes():
    night = Night.running(ann=1, bob=0)
    assert night.do("hand_over", by="gm", company="ann", account="gm") == ["company_handed_over", "corrected"]
    assert night.do("hand_over", by="house", company="ann", account="bob") == ["company_handed_over", "corrected"]


@rule("KERNEL-CAMP-03")
def test_an_offer_is_gone_with_the_member_or_the_company():
    night = Night.running(ann=1, bob=0, cid=0)
    for name in ("bob", "cid"):
        night.do("hand_over", by="ann", company="ann", account=name)
        assert asked(night) == {"ann": name}
        night.do("disband", company=name)
        night.do(
            *(("leave",) if name == "bob" else ("remove_member",)),
            **({"by": "bob"} if name == "bob" else {"account": "cid", "reason": "x"}),
        )
        assert asked(night) == {}
    night.join("eve")
    night.do("hand_over", by="ann", company="ann", account="eve")
    night.do("disband", by="ann", company="ann")
    assert asked(night) == {}
    night.refuses("accept_company", "not_offered", by="eve", company="ann")


@rule("IST-CAMP-11")
def test_an_offer_waits_until_the_battle_is_over():
    night = Night.running(ann=1, bob=1, cid=0)
    night.do("hand_over", by="ann", company="ann", account="cid")
    night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")})
    night.refuses("accept_company", "company_in_battle", by="cid", company="ann")
    night.do("withdraw_offer", by="cid", company="ann")


@rule("KERNEL-CAMP-01")
def test_who_is_no_member_founds_for_nobody():
    """A superuser who looks on would be left with the company."""
    night = Night()
    night.join("ann")
    words = {"name": "The Wolves", "motto": "Never full", "hall": "The Den"}
    night.refuses("found_company", "not_a_member", by="root", company="w", owner="ann", **words)


@rule("KERNEL-CAMP-01")
def test_the_gm_founds_a_company_for_a_member():
    night = Night()
    night.join("ann")
    words = {"name": "The Wolves", "motto": "Never full", "hall": "The Den"}
    told = night.do("found_company", company="w", owner="ann", **words)
    assert "company_offered" in told
    assert night.companies["w"].owner == night.campaign.companies["w"].owner == "gm"
    night.do("accept_company", by="ann", company="w")
    assert night.companies["w"].owner == night.campaign.companies["w"].owner == "ann"
    night.do("found_company", by="house", company="h", owner="ann", **words | {"name": "The Hares"})
    assert night.companies["h"].owner == "ann"
    night.refuses("found_company", "not_a_member", company="x", owner="eve", **words)
    night.refuses("found_company", "not_a_member", by="house", company="x", **words)
    night.refuses("found_company", "company_exists", company="w", **words)
