"""The GM's evening in a campaign of 200 battles and 40 companies: lists, pages, search, what waits, what is new."""

import re
from collections import Counter
from datetime import timedelta
from html import unescape
from urllib.parse import urljoin, urlsplit
from uuid import UUID

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone

from campaigns import service
from campaigns.demo.people import RIGHTS
from campaigns.loading import load_company
from campaigns.models import Campaign, Hero, Visit
from campaigns.simulation.battles import do_jobs
from campaigns.simulation.year import Plan, Year
from tests.campaigns.acting import make_person
from tests.campaigns.admin.filling import page, text
from tests.campaigns.fighting import concede
from tests.campaigns.once import written_for
from tests.matches.admin.conftest import client_of, staff

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

COMPANIES, BATTLES = 40, 200
MOST_BYTES = 500_000
LISTS = (
    *(f"campaigns_{model}" for model in ("campaign", "company", "hero", "battle", "job")),
    *(f"matches_{model}" for model in ("match", "seat", "account")),
    *(f"eventstore_{model}" for model in ("stream", "event", "command")),
)
LEVEL = 300
"""XP for several levels, each of which leaves choices."""


def give_up(gm, match, whim):
    """In place of a fight that bots take minutes for: one of the two sides gives up."""
    concede(match, whim.choice(("s1", "s2")))
    return 1


def played(companies, battles):
    """A year that plays itself but for the fights, run by Gail."""
    year = Year(Plan(companies, battles, title=f"A year of {battles} battles"), do_jobs, make_person("gail"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("campaigns.simulation.year.fight", give_up)
        assert len(list(year.play())) == battles
    return Campaign.objects.get(pk=year.id)


def left_open(campaign):
    """What waits for the GM: two who ask to join, a battle under way, one to record, choices of a hero who rose."""
    for name in ("bob", "eve"):
        service.give_command(make_person(name), campaign.pk, {"type": "request_join"})
    companies = [load_company(pk).state for pk in campaign.companies.order_by("name").values_list("pk", flat=True)]
    leader = {"company": companies[0].id, "hero": companies[0].leader}
    do(campaign, "award_xp", **leader, amount=LEVEL, reason="The dragon.")
    for ended, pair in ((False, companies[1:3]), (True, companies[3:5])):
        heroes = {one.id: [hero.id for hero in one.ready] for one in pair}
        sides = {f"s{seat}": {"company": one.id, "heroes": heroes[one.id]} for seat, one in enumerate(pair, 1)}
        done = do(campaign, "start_battle", sides=sides)
        if ended:
            concede(UUID(list(done.campaign.state.battles)[-1]))


def do(campaign, kind, **fields):
    return service.give_command(make_person("gail"), campaign.pk, {"type": kind, **fields})


def queries_of_lists(client):
    """How many queries each list takes, what is asked once and kept left out."""
    for name in LISTS:
        client.get(reverse(f"admin:{name}_changelist"))
    found = {}
    for name in LISTS:
        with CaptureQueriesContext(connection) as seen:
            answer = client.get(reverse(f"admin:{name}_changelist"))
        assert answer.status_code == 200, name
        found[name] = len(seen)
    return found


def game_master():
    gail = get_user_model().objects.get(username="gail")
    return client_of(staff(gail, *(right.partition(".")[2] for right in RIGHTS["Game masters"])))


@pytest.fixture(scope="module")
def year(request, django_db_setup, django_db_blocker):
    """The campaign; what the lists cost while there was but a small one."""
    with written_for(request, django_db_blocker):
        played(2, 2)
        few = queries_of_lists(game_master())
        campaign = played(COMPANIES, BATTLES)
        left_open(campaign)
        yield campaign, few


@pytest.fixture
def campaign(year):
    return year[0]


@pytest.fixture
def gail(campaign):
    return game_master()


def test_it_is_as_large_as_said(campaign):
    assert campaign.companies.count() == COMPANIES
    assert campaign.battles.filter(stage="recorded").count() == BATTLES


def test_no_list_takes_more_queries_than_in_a_small_campaign(year, gail):
    many = queries_of_lists(gail)
    assert {name: (year[1][name], count) for name, count in many.items() if count > year[1][name]} == {}


HREF = re.compile(r'<a\b[^>]*\bhref="([^"]*)"')
OFTEN = {"acts": 12, "changelist": 1, "change": 2}
"""How many pages of a kind are opened, by the end of its name; of others one."""


def walk(client, *starts):
    """Open what links lead to, a page or some of each kind; its address with its bytes."""
    waiting, known, seen = list(starts), set(starts), Counter()
    while waiting:
        address = waiting.pop(0)
        kind = kind_of(address)
        if kind is None or seen[kind] >= OFTEN.get(kind.rpartition("_")[2], 1):
            continue
        answer = client.get(address)
        seen[kind] += answer.status_code == 200
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        yield kind, address, len(answer.content)
        for href in HREF.findall(answer.content.decode()):
            link = urljoin(address, unescape(href)).partition("#")[0]
            if link.startswith("/") and link not in known:
                known.add(link)
                waiting.append(link)


def kind_of(address):
    """The name of the view at an address; None for what is no page."""
    try:
        found = resolve(urlsplit(address).path)
    except Resolver404:
        return None
    files = ("logout", "json", "export", "schema", "api-docs", "pages:replay")
    return None if any(one in found.view_name for one in files) else found.view_name


def test_no_page_is_over_500_kb(campaign, gail):
    risen = Hero.objects.filter(company__campaign=campaign, owed__gt=0).first()
    starts = (
        "/admin/",
        *(reverse(f"admin:{name}_changelist") for name in LISTS),
        *(page(row) for row in (campaign, risen, risen.company, *campaign.battles.order_by("number")[:1])),
        *(page(row) for row in campaign.battles.filter(stage="open")),
        reverse("campaigns:list"),
        reverse("campaigns:campaign", args=[campaign.pk]),
    )
    pages = list(walk(gail, *starts))
    kinds = {kind for kind, _, _ in pages}
    assert {"campaigns:start", "campaigns:company", "campaigns:hero", "campaigns:battle", "campaigns:rules"} <= kinds
    assert {"admin:campaigns_campaign_start_battle", "admin:campaigns_hero_choices"} <= kinds
    assert [(address, size) for _, address, size in pages if size > MOST_BYTES] == []


def test_the_search_finds_whatever_has_a_name(campaign, gail):
    hero = Hero.objects.filter(company__campaign=campaign).order_by("-pk").first()
    battle = campaign.battles.get(number=123)
    named = (
        (f"{hero.name} {hero.company.name}", "Heroes", page(hero)),
        (hero.company.name, "Companies", page(hero.company)),
        ("battle 123", "Battles", page(battle)),
        ("year of 200", "Campaigns", page(campaign)),
    )
    for words, group, address in named:
        assert address in [row.address for row in found(gail, words, group)], words
    assert [row.text for row in found(gail, "downtime started", "Events")] == ["Downtime started"] * 6


def found(client, words, group):
    search = client.get(reverse("admin:index"), {"q": words}).context["search"]
    return [row for one in search.groups if one.title == group for row in one.rows]


def test_what_waits_is_on_the_home(gail):
    groups = {one.title: one.count for one in gail.get(reverse("admin:index")).context["home"]["waiting"].for_gm}
    assert (groups["Asks to join"], groups["Battles to record"]) == (2, 1)
    assert groups["Open choices"] >= 1


def test_what_happened_since_the_last_visit_is_on_the_home(campaign, gail):
    """The new title alone, once everything else is older than the visit; and more, where the visit is."""
    gail.get(reverse("admin:index"))
    now = timezone.now()
    Visit.objects.update(before_at=now, seen_at=now)
    do(campaign, "rename_campaign", title="A year to remember", reason="It was one.")
    home = gail.get(reverse("admin:index"))
    assert [one.owner for one in home.context["home"]["news"]] == ["A year to remember"]
    assert "It was one." in text(home)
    Visit.objects.update(before_at=now - timedelta(days=1))
    assert len(gail.get(reverse("admin:index")).context["home"]["news"]) > 1
