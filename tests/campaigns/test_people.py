"""The users of the demo: passwords that nobody can guess, kept for their owner, and no harm to users who were there."""

import json
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command

from campaigns.demo.people import RIGHTS, BadPassword, invite_guests, passwords_file

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

GOOD = "seven-grey-herons"


@pytest.fixture(autouse=True)
def var(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    return tmp_path


def passwords(logins):
    return {login.guest.name: login.password for login in logins}


def test_it_works():
    made = passwords(invite_guests())

    assert set(made) == {"gm", "organizer", "player"}
    for name, password in made.items():
        assert User.objects.get(username=name).check_password(password)
    assert json.loads(passwords_file().read_text()) == made


def test_everybody_has_a_password_of_their_own_that_is_new_each_time(var):
    first = passwords(invite_guests())
    User.objects.all().delete()
    passwords_file().unlink()
    second = passwords(invite_guests())

    made = [*first.values(), *second.values()]
    assert len(set(made)) == 6
    assert min(map(len, made)) >= 16


def test_only_its_owner_can_read_the_file():
    invite_guests()
    invite_guests(GOOD)

    assert passwords_file().stat().st_mode & 0o777 == 0o600


def test_asked_again_it_tells_the_same():
    assert passwords(invite_guests()) == passwords(invite_guests())


def test_a_password_that_is_wanted_is_given_and_kept():
    invite_guests()
    assert set(passwords(invite_guests(GOOD)).values()) == {GOOD}
    assert set(passwords(invite_guests()).values()) == {GOOD}
    assert User.objects.get(username="player").check_password(GOOD)


@pytest.mark.parametrize("weak", ["demo", "password", "12345678"])
def test_it_refuses_a_password_that_anybody_guesses(weak):
    with pytest.raises(BadPassword):
        invite_guests(weak)

    assert not User.objects.exists()


def test_the_command_says_why_a_password_will_not_do(monkeypatch):
    monkeypatch.setenv("DEMO_PASSWORD", "demo")

    with pytest.raises(CommandError, match="DEMO_PASSWORD is not accepted"):
        call_command("demo", "--quick")


def test_a_user_of_that_name_who_was_there_before_keeps_password_and_rights():
    own = User.objects.create_user("gm", password="my-own-secret-1")

    assert passwords(invite_guests())["gm"] is None
    assert passwords(invite_guests(GOOD))["gm"] is None

    own.refresh_from_db()
    assert own.check_password("my-own-secret-1")
    assert not own.is_staff
    assert not own.groups.exists()


def test_a_password_that_somebody_changed_is_not_told_nor_changed_back():
    invite_guests()
    user = User.objects.get(username="player")
    user.set_password("my-own-secret-1")
    user.save()

    assert passwords(invite_guests())["player"] is None
    user.refresh_from_db()
    assert user.check_password("my-own-secret-1")


@pytest.mark.parametrize("left", ["", "{", "[]", "null"])
def test_a_file_in_ruins_stops_nobody(left):
    passwords_file().write_text(left)

    assert None not in passwords(invite_guests()).values()


def test_a_file_without_its_users_makes_them_with_their_passwords():
    made = passwords(invite_guests())
    User.objects.all().delete()

    assert passwords(invite_guests()) == made


def test_a_user_left_half_made_is_finished():
    made = passwords(invite_guests())
    User.objects.filter(username="gm").update(password="", is_staff=False)
    User.objects.get(username="gm").groups.clear()

    assert passwords(invite_guests()) == made
    gm = User.objects.get(username="gm")
    assert gm.is_staff
    assert gm.groups.exists()


def test_the_gm_has_a_hand_in_the_admin_site_the_organizer_looks_the_player_has_no_business_there():
    invite_guests()
    gm, organizer, player = (User.objects.get(username=name) for name in ("gm", "organizer", "player"))

    assert gm.is_staff
    assert gm.has_perms(["matches.change_match", "eventstore.view_event", "eventstore.change_subscription"])
    assert gm.has_perms(["campaigns.change_campaign", "campaigns.view_company", "campaigns.view_hero"])
    assert organizer.is_staff
    assert organizer.has_perm("matches.view_match")
    assert organizer.has_perms([f"campaigns.view_{one}" for one in ("campaign", "company", "hero", "battle")])
    assert not organizer.has_perm("matches.change_match")
    assert not organizer.has_perm("campaigns.change_campaign")
    assert not organizer.has_perm("eventstore.view_event")
    assert not player.is_staff
    assert not any(user.is_superuser for user in (gm, organizer, player))


def test_rights_that_were_taken_from_a_group_are_not_given_back():
    invite_guests()
    group = Group.objects.get(name="Game masters")
    group.permissions.clear()

    invite_guests()

    assert not group.permissions.exists()


# Game masters of before campaigns

give_rights = import_module("campaigns.migrations.0003_rights_of_game_masters").give


def rights(group):
    return {f"{one.content_type.app_label}.{one.codename}" for one in group.permissions.all()}


@pytest.fixture
def older():
    """The group as the demo made it before there were campaigns."""
    invite_guests()
    group = Group.objects.get(name="Game masters")
    group.permissions.remove(*group.permissions.filter(content_type__app_label="campaigns"))
    return group


def test_older_game_masters_get_the_rights_of_today(older):
    before = rights(older)
    give_rights(apps, None)
    assert rights(older) - before == {right for right in RIGHTS["Game masters"] if right.startswith("campaigns.")}
    assert rights(older) == set(RIGHTS["Game masters"])


@pytest.fixture
def unmade(older):
    """As it is while migrations run: Django makes the rights of new models afterwards."""
    Permission.objects.filter(content_type__app_label="campaigns").delete()
    ContentType.objects.filter(app_label="campaigns").delete()
    ContentType.objects.clear_cache()
    yield
    ContentType.objects.clear_cache()


def test_rights_are_made_where_django_has_not_come_to_make_them(older, unmade):
    give_rights(apps, None)
    create_permissions(apps.get_app_config("campaigns"), verbosity=0)
    assert rights(older) == set(RIGHTS["Game masters"])
    assert Permission.objects.filter(content_type__app_label="campaigns", codename="view_campaign").count() == 1


def test_a_group_of_that_name_that_is_somebodys_own_is_left_alone(older):
    older.permissions.clear()
    give_rights(apps, None)
    assert rights(older) == set()


def test_without_such_a_group_nothing_is_made():
    give_rights(apps, None)
    assert not Group.objects.exists()
