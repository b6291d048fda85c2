"""The rights that staff may be given, in words: on the pages of a user and of a group."""

import re

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.urls import reverse

from campaigns.demo.people import RIGHTS
from config.rights import OTHERS, SECTIONS

pytestmark = pytest.mark.django_db

OFFERED = {name for _, section in SECTIONS for name, _ in section}


@pytest.fixture
def root():
    client = Client()
    client.force_login(User.objects.create_superuser("root", password="the-orb-is-copper"))
    return client


def right(name):
    app, _, codename = name.partition(".")
    return Permission.objects.get(content_type__app_label=app, codename=codename)


def page(client, model, row):
    return client.get(reverse(f"admin:auth_{model}_change", args=[row.pk])).content.decode()


def saved(client, model, row, **fields):
    answer = client.post(reverse(f"admin:auth_{model}_change", args=[row.pk]), fields)
    assert answer.status_code == 302, re.findall(r'class="[^"]*error[^>]*>[^<]*', answer.content.decode())


def as_on_the_page(user):
    return {"username": user.username, "is_active": "on", "is_staff": "on"} | {
        "date_joined_0": "2026-05-01",
        "date_joined_1": "12:00:00",
    }


def test_every_right_that_is_offered_is_there():
    assert {str(right(name).codename) for name in OFFERED} == {name.partition(".")[2] for name in OFFERED}


def test_all_rights_of_the_groups_of_the_demo_are_offered():
    assert {name for names in RIGHTS.values() for name in names} <= OFFERED


def test_a_group_is_given_rights_in_words(root):
    group = Group.objects.create(name="Readers")
    shown = page(root, "group", group)
    assert "Look at campaigns" in shown
    assert "Can add" not in shown
    saved(root, "group", group, name="Readers", permissions=[right("campaigns.view_campaign").pk])
    assert list(group.permissions.all()) == [right("campaigns.view_campaign")]
    ticked = re.findall(r'name="permissions" value="(\d+)"[^>]* checked[ >]', page(root, "group", group))
    assert ticked == [str(right("campaigns.view_campaign").pk)]


def test_a_new_group_is_offered_the_same(root):
    shown = root.get(reverse("admin:auth_group_add")).content.decode()
    assert "Look at campaigns" in shown
    assert OTHERS not in shown


def test_a_user_is_put_into_a_group_and_keeps_the_rights_nobody_offers(root):
    alice, readers = User.objects.create_user("alice"), Group.objects.create(name="Readers")
    odd = right("campaigns.add_battle")
    alice.user_permissions.add(odd)
    shown = page(root, "user", alice)
    assert OTHERS in shown
    assert f'value="{odd.pk}"' in shown
    assert f'value="{right("campaigns.add_hero").pk}"' not in shown
    saved(root, "user", alice, **as_on_the_page(alice), groups=[readers.pk], user_permissions=[odd.pk])
    assert list(alice.groups.all()) == [readers]
    assert list(alice.user_permissions.all()) == [odd]


def test_rights_are_taken_away_again(root):
    alice = User.objects.create_user("alice")
    alice.user_permissions.add(right("matches.view_match"))
    saved(root, "user", alice, **as_on_the_page(alice))
    assert not alice.user_permissions.exists()


def test_rights_beyond_those_of_groups_are_folded_away_from_who_has_none(root):
    alice, bob = User.objects.create_user("alice"), User.objects.create_user("bob")
    alice.user_permissions.add(right("matches.view_match"))
    assert "<details>" in page(root, "user", bob)
    assert "<details>" not in page(root, "user", alice)


def test_who_adds_a_user_reads_how_they_come_by_a_password(root):
    shown = root.get(reverse("admin:auth_user_add")).content.decode()
    assert "by a link that you make on the next page" in shown
    assert "LDAP" not in shown
    assert "Programs that log in" not in shown
