"""The colours and shapes of companies: the same in every battle of a campaign, whatever seat they have."""

import uuid

import pytest
from django.urls import reverse

from campaigns.models import Company
from campaigns.side_numbers import numbers_in
from jobs import queue
from matches import service as matches
from matches.loading import load_match
from matches.side_numbers import side_numbers
from tests.campaigns.fighting import concede, start
from tests.campaigns.pages.filling import text

pytestmark = pytest.mark.django_db


def seats(match):
    return side_numbers([match])[match]


def forked(evening, match):
    """A fork of a match from where play began, by the GM."""
    order = matches.NewFork(version=load_match(match).table.opening)
    return matches.fork_match(evening.people["gail"], match, order)


def parties(page):
    return {party.name: party.side for party in page.context["parties"]}


def test_companies_are_numbered_as_they_were_founded(evening):
    founded = Company.objects.filter(campaign=evening.id).order_by("created_at", "pk")
    assert numbers_in([evening.id]) == {company.pk: number for number, company in enumerate(founded, 1)}
    assert [company.name for company in founded] == ["Ann's", "Bob's"]


def test_a_company_keeps_its_number_on_another_seat(evening):
    first = start(evening, "ann", "bob")
    assert seats(first) == {"s1": 1, "s2": 2}
    concede(first)
    queue.sweep(60)
    assert seats(start(evening, "bob", "ann")) == {"s1": 2, "s2": 1}


def test_page_replay_and_list_draw_it_with_that_number(evening, ann):
    match = start(evening, "bob", "ann")
    for name in ("pages:match", "pages:replay"):
        assert parties(ann.get(reverse(name, args=[match]))) == {"Bob's": 2, "Ann's": 1}
    card = ann.get(reverse("pages:matches")).context["cards"][0]
    assert {party.name: party.side for party in card["parties"]} == {"Bob's": 2, "Ann's": 1}


def test_its_crest_stands_beside_its_name(evening, ann):
    match = start(evening, "bob", "ann")
    for address in (
        reverse("campaigns:campaign", args=[evening.id]),
        reverse("campaigns:battle", args=[evening.id, match]),
        reverse("pages:match", args=[match]),
    ):
        html = ann.get(address).content.decode()
        assert 'class="crest side-2" viewBox="0 0 24 24" role="img" aria-label="Bob&#x27;s"' in html, address
    own = reverse("campaigns:company", args=[evening.companies["bob"]])
    assert 'class="crest side-2"' in ann.get(own).content.decode()
    assert "Bob's" in text(ann.get(own))


def test_a_match_of_no_campaign_has_none(evening):
    assert seats(uuid.uuid4()) == {}


def test_a_fork_of_a_battle_keeps_the_numbers_of_its_companies(evening, gail):
    match = start(evening, "bob", "ann")
    fork = forked(evening, forked(evening, match))
    assert seats(fork) == {"s1": 2, "s2": 1}
    assert parties(gail.get(reverse("pages:match", args=[fork]))) == {"Bob's": 2, "Ann's": 1}
