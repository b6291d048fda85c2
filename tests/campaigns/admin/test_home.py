"""The home of the admin site: what waits for a GM, what is under way, and the news since their last visit."""

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.admin import waiting
from campaigns.demo.people import RIGHTS
from campaigns.models import Battle, Campaign, Company, Hero, Job
from jobs import queue
from matches.models import Match
from tests.campaigns.admin.filling import MODELS, act, changelist, page, text
from tests.campaigns.admin.test_lists import fill
from tests.campaigns.fighting import concede, start, strike
from tests.matches.admin.conftest import client_of, staff

pytestmark = pytest.mark.django_db


def home(client):
    return client.get(reverse("admin:index")).context["home"]


def groups(client, which="for_gm"):
    """By its title each group of what waits: what its rows are, and where each is done."""
    found = getattr(home(client)["waiting"], which)
    return {one.title: [(row.text, row.act and row.act.address) for row in one.rows] for one in found}


def news(client):
    return home(client)["news"]


def hero(evening, key="h1"):
    return Hero.objects.get(company=evening.companies["ann"], hero=key)


# What waits


def asked(evening):
    evening.do("request_join", by="eve", message="I bring cake.")
    return "Asks to join", [("eve asks to join", act(Campaign.objects.get(), "acts"))]


def match_to_decide(evening):
    match = Match.objects.get(pk=start(evening, "ann", "bob"))
    Match.objects.update(summary=match.summary | {"waits_for": ["gm", "s1"]})
    return "Matches that wait for you", [(match.title, match.get_absolute_url())]


def match_over(evening):
    """Given up, and no worker has settled it."""
    concede(start(evening, "ann", "bob"))
    return "Battles to record", [("Battle 1: Ann's against Bob's", act(Battle.objects.get(), "record_battle"))]


def fate(evening):
    evening.do("set_house_rule", name="fate", value="gm")
    match = start(evening, "ann", "bob")
    strike(match, "s2-h1")
    concede(match)
    queue.sweep(60)
    bob = Company.objects.get(pk=evening.companies["bob"])
    assert len(evening.company("bob").undecided) == 1
    return "Fates to declare", [("Bob's: 1 fate to declare", act(bob, "choices"))]


def invasion(evening):
    evening.do("declare_invasion", by="ann", company=evening.companies["ann"], defender=evening.companies["bob"])
    battle = act(Campaign.objects.get(), "start_battle")
    return "Invasions declared", [("The Long Winter: 1 invasion declared", battle)]


def failed_job(evening):
    start(evening, "ann", "bob")
    Job.objects.update(state="parked", error="ValueError: no\n such thing")
    return "Jobs that failed", [("Open battle", act(Job.objects.get(), "retry"))]


def captive(evening):
    taken = {"company": evening.companies["ann"], "hero": "h1", "holder": evening.companies["bob"], "captor": "h1"}
    evening.do("capture_hero", **taken, reason="An ambush.")
    return "Captives", [("Ann 1 is held captive", act(hero(evening), "free_captive"))]


WAITS = [asked, match_to_decide, match_over, fate, invasion, failed_job, captive]


@pytest.mark.parametrize("happens", WAITS, ids=lambda one: one.__name__)
@pytest.mark.postgresql
def test_what_waits_is_told_with_what_can_be_done(gail, evening, happens):
    before = groups(gail)
    title, rows = happens(evening)
    assert title not in before
    assert groups(gail)[title] == rows
    shown = text(gail.get(reverse("admin:index")))
    for told, address in rows:
        assert f'href="{address}"' in shown
        assert told in shown


@pytest.mark.parametrize("happens", WAITS, ids=lambda one: one.__name__)
def test_nothing_of_it_waits_for_others(browsers, evening, happens):
    happens(evening)
    for who in ("ann", "eve"):
        found = home(browsers[who])["waiting"]
        assert (found.for_gm, found.under_way) == ([], [])


@pytest.mark.postgresql
def test_who_may_change_matches_decides_in_the_admin(evening):
    title, ((told, address),) = match_to_decide(evening)
    gail = get_user_model().objects.get(username="gail")
    gm = client_of(staff(gail, *(right.partition(".")[2] for right in RIGHTS["Game masters"])))
    match = Match.objects.get()
    assert address == match.get_absolute_url()
    assert groups(gm)[title] == [(told, reverse("admin:matches_match_acts", args=[match.pk]))]


def test_open_choices_can_be_made(gail, evening):
    """Each of the four heroes has a talent to choose from the beginning."""
    rows = groups(gail)["Open choices"]
    assert len(rows) == 4
    assert rows[0][1] == act(hero(evening), "choices")
    start(evening, "ann", "bob")
    assert "Open choices" not in groups(gail)  # until the battle is over


def test_what_is_under_way_is_told_apart(gail, evening):
    match = start(evening, "ann", "bob")
    found = groups(gail, "under_way")
    assert found == {"Battles being fought": [("Battle 1: Ann's against Bob's", reverse("pages:match", args=[match]))]}


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("ends", "told", "label"),
    [
        ({"ends": "hours", "length": 26}, "Ann 1: cursed until day 2, 02:00", "Advance the clock"),
        ({"ends": "downtimes", "length": 2}, "Ann 1: cursed until downtime 2", "Start the next downtime"),
        ({}, None, ""),
    ],
)
def test_conditions_that_run_out_are_told_with_their_end(gail, evening, ends, told, label):
    cursed = {"company": evening.companies["ann"], "hero": "h1", "name": "cursed", "reason": "A witch."}
    evening.do("add_condition", **cursed, **ends)
    found = [one for one in home(gail)["waiting"].under_way if one.title == "Conditions that run out"]
    assert [(row.text, row.act.label) for one in found for row in one.rows] == ([(told, label)] if told else [])


def test_what_runs_out_first_stands_first(gail, evening):
    """Whatever the companies are called: Bob's is over in two hours, Ann's in three; downtimes take longer."""
    for company, hero, ends in (
        ("ann", "h1", {"ends": "downtimes", "length": 1}),
        ("ann", "h2", {"ends": "hours", "length": 3}),
        ("bob", "h1", {"ends": "hours", "length": 2}),
    ):
        cursed = {"company": evening.companies[company], "hero": hero, "name": "cursed", "reason": "A witch."}
        evening.do("add_condition", **cursed, **ends)
    (found,) = [one for one in home(gail)["waiting"].under_way if one.title == "Conditions that run out"]
    assert [row.text.partition(":")[0] for row in found.rows] == ["Bob 1", "Ann 2", "Ann 1"]
    assert found.count == 3


def test_a_battle_that_is_settled_waits_no_more(gail, evening):
    concede(start(evening, "ann", "bob"))
    queue.sweep(60)
    assert "Battles to record" not in groups(gail)


def test_where_nothing_waits_the_home_says_so(browsers, evening):
    assert "Nothing waits for you." in text(browsers["eve"].get(reverse("admin:index")))
    assert "Nothing waits for you." not in text(browsers["gail"].get(reverse("admin:index")))


def test_who_may_only_look_is_offered_nothing_to_do(evening):
    captive(evening)
    looker = client_of(staff(get_user_model().objects.get(username="gail"), *(f"view_{model}" for model in MODELS)))
    assert groups(looker)["Captives"] == [("Ann 1 is held captive", None)]


def test_the_first_few_are_told_and_the_list_has_the_rest(gail, evening):
    fill(30)
    (choices,) = [one for one in home(gail)["waiting"].for_gm if one.title == "Open choices"]
    # Every second hero of the thirty, and the four of the evening.
    assert (choices.count, len(choices.rows)) == (19, waiting.MOST_SHOWN)
    assert choices.everything == changelist("hero", owed="some")
    assert "All 19" in text(gail.get(reverse("admin:index")))


# The news


def test_the_news_lead_to_what_they_are_about(gail, evening):
    start(evening, "ann", "bob")
    told = {(one.owner, one.address) for one in news(gail)}
    assert ("The Long Winter", page(Campaign.objects.get())) in told
    assert ("Ann's", page(Company.objects.get(name="Ann's"))) in told
    assert news(gail)[0].lines[0].text.startswith("Battle 1 begins")
    assert home(gail)["first"]


def test_the_log_has_the_rest_for_who_may_look_at_it(gail, evening):
    with time_machine.travel("2026-01-08T03:04:05Z", tick=False):
        log = home(gail)["log"]
    assert log == f"{reverse('admin:eventstore_event_changelist')}?recorded_at_from=2026-01-01"
    looker = client_of(staff(get_user_model().objects.get(username="gail"), *(f"view_{model}" for model in MODELS)))
    assert home(looker)["log"] == ""


def test_the_home_tells_a_battle_in_one_line(gail, evening):
    concede(start(evening, "ann", "bob"))
    queue.sweep(60)
    told = [line.text for one in news(gail) for line in one.lines]
    assert [text for text in told if "is recorded" in text] == [told[0]]
    assert not [text for text in told if "XP" in text or "survives" in text or text.startswith("Fielded in")]


def test_the_home_remembers_the_last_visit_of_a_person_in_any_browser(evening):
    gail = staff(get_user_model().objects.get(username="gail"), *(f"view_{model}" for model in MODELS))
    with time_machine.travel("2026-01-02T03:04:05Z", tick=False):
        assert "In the last week" in text(client_of(gail).get("/admin/"))
    with time_machine.travel("2026-01-02T03:24:05Z", tick=False):
        assert "In the last week" in text(client_of(gail).get("/admin/"))
    for later in ("2026-01-05T18:00:00Z", "2026-01-05T18:20:00Z", "2026-01-05T18:40:00Z"):
        with time_machine.travel(later, tick=False):
            assert "Since your last visit, 2026-01-02 03:24 UTC" in text(client_of(gail).get("/admin/"))
    with time_machine.travel("2026-01-06T09:00:00Z", tick=False):
        assert "Since your last visit, 2026-01-05 18:40 UTC" in text(client_of(gail).get("/admin/"))


def test_everybody_has_a_last_visit_of_their_own(browsers):
    with time_machine.travel("2026-01-02T03:04:05Z", tick=False):
        browsers["gail"].get("/admin/")
    with time_machine.travel("2026-01-05T18:00:00Z", tick=False):
        assert "In the last week" in text(browsers["cora"].get("/admin/"))


def test_the_last_events_are_told_by_what_they_are_about(gail, evening):
    start(evening, "ann", "bob")
    evening.do("rename_campaign", title="The Longer Winter")
    told = [(event.about, event.type) for event in gail.get("/admin/").context["last_events"]]
    assert {about for about, _ in told} <= {"Ann's", "Bob's", "The Longer Winter", Match.objects.get().title}
    assert told[0] == ("The Longer Winter", "Campaign renamed")
    assert "user:" not in text(gail.get("/admin/"))


def test_the_last_events_give_away_no_title_that_is_not_for_these_eyes(browsers, evening):
    evening.do("fine", company=evening.companies["ann"], amount=3, reason="Noise.")
    told = browsers["eve"].get("/admin/").context["last_events"]
    assert {event.about for event in told} <= {"a company", "a campaign", "a match"}


# From one to the other


def test_a_match_and_its_battle_lead_to_each_other_within_the_admin_site(evening):
    users = get_user_model().objects
    gail = client_of(staff(users.get(username="gail"), "view_match", *(f"view_{model}" for model in MODELS)))
    start(evening, "ann", "bob")
    match, battle = Match.objects.get(), Battle.objects.get()
    row = reverse("admin:matches_match_change", args=[match.pk])
    assert f'href="{row}">Match in the admin</a>' in text(gail.get(page(battle)))
    shown = text(gail.get(row))
    for one in (battle, Campaign.objects.get(), *Company.objects.all()):
        assert f'href="{page(one)}"' in shown


def test_who_may_not_look_at_the_other_is_led_to_its_page(evening):
    users = get_user_model().objects
    start(evening, "ann", "bob")
    battle = Battle.objects.get()
    gail = client_of(staff(users.get(username="gail"), "view_match"))
    shown = text(gail.get(reverse("admin:matches_match_change", args=[battle.match])))
    assert page(battle) not in shown
    assert reverse("campaigns:campaign", args=[evening.id]) in shown
    gail = client_of(staff(users.get(username="gail"), "view_battle"))
    assert "Match in the admin" not in text(gail.get(page(battle)))


def test_a_page_asks_once_for_each_of_its_fields(evening):
    """The theme reads each field of a page several times."""
    start(evening, "ann", "bob")
    row = reverse("admin:matches_match_change", args=[Match.objects.get().pk])
    users = get_user_model().objects
    gail = client_of(staff(users.get(username="gail"), "view_match", *(f"view_{model}" for model in MODELS)))
    with CaptureQueriesContext(connection) as seen:
        gail.get(row)
    for table in ("campaigns_battle", "campaigns_battleside", "eventstore_importedstream"):
        assert len([one for one in seen if f'FROM "{table}"' in one["sql"]]) <= 2, table
