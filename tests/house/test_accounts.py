"""Whoever runs the server makes themselves a superuser, and gives friends accounts, as the README tells it."""

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]
PASSWORD = "the-orb-is-copper"


@pytest.fixture
def owner(monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", username="owner", email="", interactive=False, verbosity=0)
    client = Client()
    assert client.login(username="owner", password=PASSWORD)
    return client


def give(client, name):
    fields = {"username": name, "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    return client.post(reverse("admin:auth_user_add"), fields)


def test_a_friend_logs_in_and_founds_a_campaign(owner):
    assert give(owner, "anna").status_code == 302
    anna = Client()
    answer = anna.post(reverse("login"), {"username": "anna", "password": PASSWORD})
    assert answer.status_code == 302
    page = anna.get(reverse("campaigns:list"))
    fields = {"form": "found", "key": page.context["key"], "title": "The Long Winter", "game": "istra"}
    anna.post(reverse("campaigns:list"), fields)
    assert Campaign.objects.get().gm_name == "anna"


def test_it_is_for_superusers_alone(owner):
    give(owner, "anna")
    get_user_model().objects.filter(username="anna").update(is_staff=True)
    anna = Client()
    anna.login(username="anna", password=PASSWORD)
    assert give(anna, "bert").status_code == 403
