"""Where an address leads that somebody has cut short, and what stands at the head of a page that says what broke."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

LOG_IN = ">Log in</a></nav>"


def test_the_address_above_a_match_leads_to_the_list(db):
    answer = Client().get("/matches/?q=ravens")
    assert (answer.status_code, answer["Location"]) == (302, "/?q=ravens")


@pytest.mark.django_db
def test_a_page_that_is_not_there_keeps_the_way_to_log_in():
    assert f'<a href="/login/?next=/no/such%3Fa%3Db"{LOG_IN}' in Client().get("/no/such?a=b").content.decode()
    browser = Client()
    browser.force_login(User.objects.create_user("alice"))
    assert LOG_IN not in browser.get("/no/such").content.decode()
