"""The page of a campaign: what stands there, and each form of members and of who runs it."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Company, Invite
from jobs import queue
from tests.campaigns.acting import Evening, make_person
from tests.campaigns.fighting import concede, start
from tests.campaigns.pages.conftest import client_of
from tests.campaigns.pages.filling import at, company_of, hero_of, offers, refused, send, text, told
from tests.campaigns.test_dice import fight
from tests.rules.play import rule

pytestmark = pytest.mark.django_db

NOTHING_DONE = {"kills": 0, "models lost": 0, "survivors": 0, "invasions won": 0, "invasions lost": 0}


def fought(evening):
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    return match


# What stands there


def test_the_standings_tell_who_is_ahead(evening, ann):
    fought(evening)
    lines = ann.get(at(evening)).context["lines"]
    assert [(one.row.name, one.owner, one.rank.won, one.rank.lost, one.mine) for one in lines] == [
        ("Ann's", "ann", 1, 0, True),
        ("Bob's", "bob", 0, 1, False),
    ]


@rule("IST-FATE-01")
def test_the_standings_tell_what_was_done_in_the_battles(evening, ann):
    """Both of Bob's heroes are struck down, by nobody's hand; Ann's two are left."""
    fight(evening)
    queue.sweep(60)
    page = ann.get(at(evening))
    assert [(one.row.name, dict(one.tallies)) for one in page.context["lines"]] == [
        ("Ann's", {**NOTHING_DONE, "survivors": 2}),
        ("Bob's", {**NOTHING_DONE, "models lost": 2}),
    ]
    for cell in ('data-label="Models lost">2</td>', 'data-label="Survivors">2</td>'):
        assert page.content.decode().count(cell) == 1


def test_invasions_are_told_where_the_game_has_halls(evening, gail):
    evening.do("declare_invasion", by="ann", company=evening.companies["ann"], defender=evening.companies["bob"])
    (invasion,) = evening.campaign.invasions
    concede(start(evening, "ann", "bob", kind="invasion", invasion=invasion))
    queue.sweep(60)
    lines = {one.row.name: dict(one.tallies) for one in gail.get(at(evening)).context["lines"]}
    assert (lines["Ann's"]["invasions won"], lines["Ann's"]["invasions lost"]) == (1, 0)
    assert (lines["Bob's"]["invasions won"], lines["Bob's"]["invasions lost"]) == (0, 1)


def test_the_standings_tell_the_form_of_a_company_by_battles_that_count(evening, ann):
    """Bob concedes two battles that count; the friendly one between them tells nothing."""
    for kind in ("counting", "friendly", "counting"):
        concede(start(evening, "ann", "bob", kind=kind), "s2")
        queue.sweep(60)
    page = ann.get(at(evening))
    assert {one.row.name: one.form for one in page.context["lines"]} == {"Ann's": "WW", "Bob's": "LL"}
    assert {one.row.name: one.course for one in page.context["lines"]} == {"Ann's": [0, 1, 2], "Bob's": [0, -1, -2]}
    assert 'aria-label="Battles won less battles lost, battle by battle"' in page.content.decode()
    assert 'aria-label="Last results: won, won"' in page.content.decode()


def test_a_game_without_gold_and_points_ranks_by_battles_alone(db):
    houses = Evening(game="hachigoku")
    houses.join("ann")
    houses.found("ann", heroes=0)
    assert "Ranked by battles won, then drawn." in text(client_of("ann").get(at(houses)))


def test_a_league_of_ishmek_counts_points_and_no_invasions(db):
    league = Evening(game="ishmek")
    league.join("ann")
    league.found("ann", heroes=0)
    page = client_of("ann").get(at(league))
    (line,) = page.context["lines"]
    assert line.tallies == [("points for", 0), ("points against", 0)]
    assert "Ranked by battles won, then drawn, then points for less points against." in text(page)
    assert not [word for word in ("XP", "Worth", "Name of its hall", "gold") if word in text(page)]


def test_an_open_battle_leads_to_its_match_and_one_that_is_over_to_what_it_did(evening, ann):
    over, running = fought(evening), start(evening, "ann", "bob")
    found = {one.row.number: one.address for one in ann.get(at(evening)).context["battles"].object_list}
    assert found == {
        1: reverse("campaigns:battle", args=[evening.id, over]),
        2: reverse("pages:match", args=[running]),
    }


def test_it_tells_what_waits_for_who_looks(evening, ann, gail):
    start(evening, "ann", "bob")
    evening.do("request_join", by="eve")
    waits = [words for words, *_ in ann.get(at(evening)).context["waits"]]
    assert waits == ["Battle 1: Ann's"]  # what its heroes owe can only be chosen after it
    assert [words for words, *_ in gail.get(at(evening)).context["waits"]] == ["eve asks to join"]


@rule("IST-D-16")
def test_what_holds_others_up_waits_for_who_runs_it(evening, gail, ann):
    ann_s, bob_s = evening.companies["ann"], evening.companies["bob"]
    evening.do("award_xp", company=ann_s, hero="h1", amount=4, reason="Saved the pie.")
    evening.do("set_house_rule", name="hall_downtimes", value=1)
    evening.do("upgrade_hall", by="bob", company=bob_s, upgrade="clear_the_area")
    evening.do("declare_invasion", by="ann", company=ann_s, defender=bob_s)
    (invasion,) = evening.campaign.invasions
    waits = {words: address for words, address, _ in gail.get(at(evening)).context["waits"]}
    assert waits["Ann 1 (Ann's) has to choose a Core Stat"] == reverse("campaigns:hero", args=[ann_s, "h1"])
    start_it = f"{reverse('campaigns:start', args=[evening.id])}?for=invasion-{invasion}"
    assert waits["An invasion is waiting for its battle: Ann's against Bob's"] == start_it
    assert waits["Hall upgrades ready in the next downtime: Bob's"] == "#gm"
    assert "Ann 1 (Ann's) has to choose a Core Stat" not in [
        words for words, *_ in ann.get(at(evening)).context["waits"]
    ]


@rule("IST-D-16")
def test_a_hall_whose_downtime_has_begun_is_being_finished(evening, gail, ann):
    evening.do("set_house_rule", name="hall_downtimes", value=1)
    evening.do("upgrade_hall", by="bob", company=evening.companies["bob"], upgrade="clear_the_area")
    evening.do("start_downtime")
    waits = [words for words, *_ in gail.get(at(evening)).context["waits"]]
    assert "Hall upgrades about to be finished: Bob's" in waits
    assert not [words for words in waits if "next downtime" in words]
    company = reverse("campaigns:company", args=[evening.companies["bob"]])
    assert "is almost finished" in text(gail.get(company))
    queue.sweep(60)
    assert not [words for words, *_ in gail.get(at(evening)).context["waits"] if "Halls" in words]
    assert "is almost finished" not in text(gail.get(company))


def test_choices_wait_while_they_can_be_made(evening, ann):
    owed = ["Ann 1 has to choose a talent", "Ann 2 has to choose a talent"]
    assert [words for words, *_ in ann.get(at(evening)).context["waits"]] == owed
    evening.do("end_campaign")
    assert ann.get(at(evening)).context["waits"] == []


@rule("IST-D-18")
def test_a_fate_that_the_gm_owes_waits_there(evening, gail):
    evening.do("set_house_rule", name="fate", value="gm")
    match = fight(evening)
    queue.sweep(60)
    waits = {words: address for words, address, _ in gail.get(at(evening)).context["waits"]}
    assert waits == {"You have to decide 2 fates from battle 1": reverse("campaigns:battle", args=[evening.id, match])}


def test_histories_that_begin_with_the_newest_say_so(evening, ann):
    fought(evening)
    html = ann.get(at(evening)).content.decode()
    assert "<h2>Recent events <small>newest first</small></h2>" in html
    assert "<h2>Battles <small>newest first</small></h2>" in html
    for address in (company_of(evening, "ann"), hero_of(evening, "ann")):
        page = ann.get(address)
        versions = [one.number for one in page.context["history"]]
        assert len(versions) > 1
        assert versions == sorted(versions, reverse=True)
        assert "<h2>History <small>newest first</small></h2>" in page.content.decode()


def test_what_happened_is_told_with_names_and_no_ids(evening, ann):
    match = fought(evening)
    page = text(ann.get(at(evening)))
    story = page[page.index("Recent events") :]
    assert "Battle 1 begins as a battle that counts: Ann's (2) against Bob's (2)." in story
    for key in (evening.key("ann"), evening.key("dan")):
        assert key not in story.partition("People")[0]
    assert f"{match} " not in story


def test_house_rules_that_were_set_are_told(evening, ann):
    assert "All at the rulebook’s defaults." in text(ann.get(at(evening)))
    evening.do("set_house_rule", name="debt", value="on")
    assert ann.get(at(evening)).context["rules"] == [
        ("Companies may be in debt", "yes, by GM actions and by battles that are undone; nobody buys on credit")
    ]


def test_halls_under_construction(evening, ann):
    evening.do("set_house_rule", name="hall_downtimes", value=2)
    evening.do("upgrade_hall", by="ann", company=evening.companies["ann"], upgrade="walls")
    assert "Walls in downtime 2 (now: 0)" in text(ann.get(at(evening)))


def test_only_staff_of_the_admin_site_are_led_there(evening, browsers, django_user_model):
    assert browsers["gail"].get(at(evening)).context["admin"] == ""
    django_user_model.objects.create_superuser("root", password="the-orb-is-copper")
    assert client_of("root").get(at(evening)).context["admin"].startswith("/admin/")


def test_battles_have_pages(evening, ann):
    for _ in range(11):
        evening.do("void_battle", match=str(start(evening, "ann", "bob")), reason="Rain.")
    page = ann.get(at(evening))
    assert [one.row.number for one in page.context["battles"].object_list] == list(range(11, 1, -1))
    older = ann.get(f"{at(evening)}?page=2").context["battles"].object_list
    assert [one.row.number for one in older] == [1]


def test_as_many_queries_for_many_companies_as_for_few(evening, gail, django_assert_num_queries):
    def queries():
        gail.get(at(evening))
        with django_assert_num_queries(999, exact=False) as captured:
            gail.get(at(evening))
        return len(captured)

    fought(evening)
    few = queries()
    for number in range(12):
        evening.people[f"p{number}"] = make_person(f"p{number}")
        evening.join(f"p{number}")
        evening.found(f"p{number}")
    evening.do("void_battle", match=str(start(evening, "p0", "p1", "p2")), reason="Rain.")
    assert Company.objects.count() == 14
    assert queries() == few


# Members


def test_a_member_founds_a_company_once_however_often_the_form_is_sent(evening, browsers):
    evening.join("eve")
    fields = {"name": "Owls", "motto": "Who?", "hall": "The Barn"}
    first = send(browsers["eve"], at(evening), "found", key="k", **fields)
    again = send(browsers["eve"], at(evening), "found", key="k", **fields)
    assert (first.status_code, again.status_code) == (302, 302)
    assert "Company founded: Owls." in told(first)
    founded = Company.objects.get(name="Owls")
    assert first.url == again.url == reverse("campaigns:company", args=[founded.pk])
    assert (founded.motto, founded.hall, founded.gold) == ("Who?", "The Barn", 500)  # IST-CAMP-01
    assert founded.owner_key == evening.key("eve")


@rule("IST-CAMP-02")
def test_it_refuses_a_company_without_a_motto_beside_the_field(evening, ann):
    answer = send(ann, at(evening), "found", name="Owls", motto=" ", hall="The Barn")
    refusal, fields = refused(answer, "found")
    assert (answer.status_code, fields) == (400, ["motto"])
    typed = {one.field.name: one.value for one in offers(answer)["found"].shown.fields}
    assert typed["name"] == "Owls"
    assert refusal.hint


@rule("KERNEL-CAMP-03")
def test_who_has_no_company_leaves(evening, browsers):
    for answer in (
        send(browsers["cora"], at(evening), "leave", key="k"),
        browsers["cora"].post(at(evening), {"form": "leave", "key": "k"}),
    ):
        assert answer.url == reverse("campaigns:list")
    assert evening.key("cora") not in evening.campaign.people


@rule("KERNEL-CAMP-03")
def test_leaving_is_shut_with_its_reason_for_who_has_a_company(evening, ann):
    offer = offers(ann.get(at(evening)))["leave"].offer
    assert offer.refused.code == "owns_company"
    assert "ann still has company Ann's" in offer.refused.message
    answer = send(ann, at(evening), "leave")
    assert answer.status_code == 422
    assert evening.key("ann") in evening.campaign.people


@rule("IST-Q-108")
def test_who_declared_an_invasion_calls_it_off(evening, ann, bob):
    evening.do("declare_invasion", by="ann", company=evening.companies["ann"], defender=evening.companies["bob"])
    (invasion,) = evening.campaign.invasions
    assert f"withdraw_invasion:{invasion}" not in offers(bob.get(at(evening)))
    send(ann, at(evening), f"withdraw_invasion:{invasion}")
    assert evening.campaign.invasions[invasion].stage == "withdrawn"


# Who runs it


@rule("KERNEL-CAMP-03")
@pytest.mark.parametrize("who", ["gail", "cora"])
def test_somebody_is_invited_by_name(evening, browsers, who):
    answer = send(browsers[who], at(evening), "invite", user="eve", message="Come!")
    assert "eve is invited" in told(answer)
    assert evening.campaign.invites[evening.key("eve")].message == "Come!"


@rule("KERNEL-CAMP-03")
def test_it_refuses_to_invite_beside_the_name(evening, gail):
    answer = send(gail, at(evening), "invite", user="ann")
    refusal, fields = refused(answer, "invite")
    assert fields == ["user"]
    assert "ann is already a member" in refusal.message
    assert evening.key("ann") not in text(answer).partition("Invite")[2].partition("name=")[0]


def test_a_link_lets_in_whoever_opens_it_and_is_logged_in(evening, gail, browsers):
    answer = send(gail, at(evening), "make_link", key="k")
    send(gail, at(evening), "make_link", key="k")
    link = Invite.objects.get()
    address = reverse("campaigns:join", args=[link.token])
    assert f"http://testserver{address}" in told(answer)
    assert "You are invited to The Long Winter" in text(browsers["eve"].get(address))
    joined = browsers["eve"].post(address, {"campaign": evening.id})
    again = browsers["eve"].post(address, {"campaign": evening.id})
    assert joined.url == again.url == at(evening)
    assert evening.campaign.people[evening.key("eve")].role == "player"
    assert not offered_links(gail, evening)


def offered_links(gail, evening):
    return [one for one in offers(gail.get(at(evening))) if one.startswith("withdraw_link")]


@pytest.mark.parametrize("way", ["used", "withdrawn"])
def test_the_form_of_a_link_that_is_gone_makes_no_second(evening, gail, browsers, way):
    send(gail, at(evening), "make_link", key="k")
    token = Invite.objects.get().token
    address = reverse("campaigns:join", args=[token])
    if way == "used":
        browsers["eve"].post(address)
    else:
        send(gail, at(evening), f"withdraw_link:{token}")
    answer = send(gail, at(evening), "make_link", key="k")
    assert answer.status_code == 302
    assert "used or withdrawn. Create another" in told(answer)
    assert not offered_links(gail, evening)
    assert browsers["dan"].post(address).status_code == 404
    send(gail, at(evening), "make_link", key="another")
    assert len(offered_links(gail, evening)) == 1


def test_a_link_is_good_for_one(evening, gail, browsers):
    send(gail, at(evening), "make_link")
    address = reverse("campaigns:join", args=[Invite.objects.get().token])
    browsers["eve"].post(address)
    late = browsers["dan"].post(address)
    assert late.status_code == 404
    assert "is no longer valid" in text(late)
    assert evening.key("dan") not in evening.campaign.people


def test_a_link_asks_who_is_not_logged_in_to_log_in_first(evening, gail):
    send(gail, at(evening), "make_link")
    address = reverse("campaigns:join", args=[Invite.objects.get().token])
    assert Client().get(address).url == f"/login/?next={address}"


def test_a_member_who_opens_a_link_does_not_use_it_up(evening, gail, ann):
    send(gail, at(evening), "make_link")
    assert ann.get(reverse("campaigns:join", args=[Invite.objects.get().token])).url == at(evening)
    assert Invite.objects.exists()


@rule("KERNEL-CAMP-03")
@pytest.mark.parametrize("ends", [False, True], ids=["its maker runs it no more", "the campaign is over"])
def test_a_link_that_lets_nobody_in_says_so_at_once(evening, browsers, ends):
    """And of a campaign that is over it tells nothing."""
    maker = "gail" if ends else "ann"
    Invite.objects.create(campaign=evening.id, token="late", person=evening.key(maker), made_by=f"user:{maker}")
    if ends:
        evening.do("end_campaign")
    answer = browsers["eve"].get(reverse("campaigns:join", args=["late"]))
    assert answer.status_code == 404
    page = text(answer)
    assert "This invitation is no longer valid" in page
    assert ("The person who created it no longer runs the campaign." in page) is not ends
    assert evening.campaign.title not in page


def test_a_link_is_withdrawn(evening, gail, browsers):
    send(gail, at(evening), "make_link")
    token = Invite.objects.get().token
    answer = send(gail, at(evening), f"withdraw_link:{token}")
    assert "The link has been withdrawn." in told(answer)
    assert browsers["eve"].get(reverse("campaigns:join", args=[token])).status_code == 404


@rule("KERNEL-CAMP-03")
@pytest.mark.parametrize(("form", "joins"), [("accept", True), ("decline", False)])
def test_a_request_is_answered(evening, gail, form, joins):
    evening.do("request_join", by="eve", message="I bring cake.")
    assert "eve asks to join" in text(gail.get(at(evening)))
    send(gail, at(evening), f"{form}:{evening.key('eve')}")
    assert (evening.key("eve") in evening.campaign.people) is joins
    assert evening.campaign.requests == {}


def test_an_invitation_is_taken_back(evening, gail):
    send(gail, at(evening), f"withdraw_invite:{evening.key('dan')}")
    assert evening.campaign.invites == {}


@rule("KERNEL-CAMP-01")
def test_the_gm_gives_roles(evening, gail):
    send(gail, at(evening), f"role:{evening.key('ann')}", role="co_gm")
    assert evening.campaign.people[evening.key("ann")].role == "co_gm"


@rule("KERNEL-CAMP-03", "KERNEL-CAMP-09")
def test_a_member_is_taken_out_with_a_reason(evening, gail):
    form = f"remove:{evening.key('cora')}"
    answer = send(gail, at(evening), form)
    assert refused(answer, form)[1] == ["reason"]
    send(gail, at(evening), form, reason="Moved away.")
    assert evening.key("cora") not in evening.campaign.people


@rule("KERNEL-CAMP-02")
def test_a_campaign_from_draft_to_archive(evening, gail):
    stages = [evening.campaign.stage]
    for form in ("end_campaign", "reopen_campaign", "end_campaign", "archive_campaign"):
        send(gail, at(evening), form)
        stages.append(evening.campaign.stage)
    assert stages == ["running", "ended", "running", "ended", "archived"]
    assert set(offers(gail.get(at(evening)))) == {f"withdraw_invite:{evening.key('dan')}"}


@rule("KERNEL-CAMP-02")
def test_it_is_not_ended_while_a_battle_is_open(evening, gail):
    start(evening, "ann", "bob")
    offer = offers(gail.get(at(evening)))["end_campaign"].offer
    assert offer.refused.message == "Battle 1 is still open."


@rule("KERNEL-CAMP-10")
def test_a_downtime_is_started_once_however_often_the_form_is_sent(evening, gail):
    for _ in range(2):
        send(gail, at(evening), "start_downtime", key="k", reason="Winter.")
    assert evening.campaign.downtime == 1


def test_it_is_renamed(evening, gail):
    answer = send(gail, at(evening), "rename", title="The Short Summer")
    assert evening.campaign.title == "The Short Summer"
    assert "The Long Winter is now called The Short Summer." in told(answer)


def test_a_form_of_the_browsers_history_says_that_it_was_sent_before(evening, gail):
    send(gail, at(evening), "rename", key="k", title="One")
    answer = send(gail, at(evening), "rename", key="k", title="Two")
    assert answer.status_code == 409
    assert "already sent with different values" in refused(answer, "rename")[0].message
    assert evening.campaign.title == "One"


def test_what_is_no_longer_offered_is_refused_and_said_at_the_top(evening, gail):
    answer = gail.post(at(evening), {"form": f"accept:{uuid.uuid4().hex}", "key": "k"})
    assert answer.status_code == 422
    assert answer.context["refusal"].code == "no_longer_offered"


# The match of a battle


def test_the_match_leads_to_its_campaign_for_members_only(evening, ann, browsers):
    match = fought(evening)
    page = reverse("pages:match", args=[match])
    places = {place.label: place.address for place in ann.get(page).context["places"]}
    assert places == {
        "The Long Winter": at(evening),
        "Ann's": company_of(evening, "ann"),
        "Bob's": company_of(evening, "bob"),
        "What the battle did": reverse("campaigns:battle", args=[evening.id, match]),
    }
    assert browsers["eve"].get(page).context["places"] == []


@rule("KERNEL-CAMP-06")
def test_the_head_of_a_match_that_is_over_waits_for_what_the_battle_did(evening, ann, browsers):
    match = start(evening, "ann", "bob")
    page = reverse("pages:match", args=[match])
    assert not ann.get(page).context["awaited"]
    concede(match)
    over = ann.get(page)
    assert over.context["places"][-1].label == "What the battle does is being worked out"
    assert 'hx-trigger="load delay:2s"' in text(over)
    assert 'hx-trigger="load' not in text(browsers["eve"].get(page))
    queue.sweep(60)
    settled = ann.get(page)
    assert settled.context["places"][-1].label == "What the battle did"
    assert 'hx-trigger="load' not in text(settled)


def test_it_speaks_of_what_a_battle_did_only_when_it_is_over(evening, ann):
    page = reverse("pages:match", args=[start(evening, "ann", "bob")])
    assert [place.label for place in ann.get(page).context["places"]] == ["The Long Winter", "Ann's", "Bob's"]
