"""What the pages of the log show of matches: links into the replay, and no secret to whom it is not for."""

import pytest
from django.urls import reverse

from eventstore.models import Command, Event
from matches import service
from matches.models import Match
from tests.matches.admin.conftest import RIGHTS, client_of, staff

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

WAGER = {"type": "wager", "seat": "home", "amount": 7}


def page_of(client, event):
    response = client.get(reverse("admin:eventstore_event_change", args=[event.pk]))
    assert response.status_code == 200
    return response.content.decode()


def event_of(match, kind):
    return Event.objects.filter(stream__name=f"match-{match}", type__name__endswith=kind).latest("position")


def test_an_event_links_to_its_moment_in_the_replay(gm, arena):
    event = event_of(arena, "decided")

    address = f"{reverse('pages:replay', args=[arena])}?n={event.version}"
    assert address in page_of(gm, event)
    assert address in gm.get(reverse("admin:eventstore_event_changelist")).content.decode()


def test_who_may_see_the_match_reads_the_body(gm, other_staff, arena):
    event = event_of(arena, "match_created")

    assert "&quot;Herons&quot;" in page_of(gm, event)
    assert "&quot;Herons&quot;" in page_of(other_staff, event)


def test_the_event_of_a_private_match_is_not_for_others(gm, other_staff, root, match):
    event = event_of(match, "match_hosted")

    assert "Lamps at dusk" in page_of(gm, event)
    assert "Lamps at dusk" in page_of(root, event)
    assert other_staff.get(reverse("admin:eventstore_event_change", args=[event.pk])).status_code == 302


def test_a_secret_is_hidden_until_it_is_told(gm, other_staff, alice, bob, charlie, match):
    service.set_visibility(alice, match, "public")
    service.give_command(bob, match, WAGER, dice=[3])  # 7 × 3
    secret = event_of(match, "wager_made")

    assert "&quot;amount&quot;: 21" in page_of(gm, secret)
    assert "&quot;amount&quot;: 21" not in page_of(other_staff, secret)

    service.give_command(charlie, match, {**WAGER, "seat": "away"}, dice=[4])
    assert "&quot;amount&quot;: 21" in page_of(other_staff, secret)


def test_the_type_of_a_hidden_event_is_hidden_too(gm, other_staff, root, alice, bob, charlie, match):
    """Neither the list nor its filter nor an address made up tells which event it is."""
    service.set_visibility(alice, match, "public")
    service.give_command(bob, match, WAGER, dice=[3])
    secret = event_of(match, "wager_made")
    events = reverse("admin:eventstore_event_changelist")

    def listed(client, **query):
        rows = client.get(reverse("admin:eventstore_event_changelist", query=query)).context["cl"].result_list
        return {event.version for event in rows}

    name = secret.type.name
    for client in (gm, root):
        assert name in page_of(client, secret)
    assert name not in other_staff.get(events).content.decode()
    assert name not in page_of(other_staff, secret)
    assert listed(root, type=name) == {secret.version}
    assert listed(other_staff, type=name) == set()
    assert "match_hosted" in other_staff.get(events).content.decode()
    for lookup in ("type__id__exact", "type__name", "type__id"):
        assert other_staff.get(f"{events}?{lookup}={secret.type_id}").status_code in (302, 400)

    service.give_command(charlie, match, {**WAGER, "seat": "away"}, dice=[4])
    assert name in page_of(other_staff, secret)


def test_the_command_of_a_hidden_event_has_no_id_and_nobody_sees_its_fingerprint(
    users, root, alice, bob, charlie, match
):
    """With its id each possible body could be hashed and compared; with a plain fingerprint even without."""
    service.set_visibility(alice, match, "public")
    service.give_command(bob, match, WAGER, dice=[3])
    secret = event_of(match, "wager_made")
    command = Command.objects.get(pk=secret.command_id)
    dora = client_of(staff(users["dora"], *RIGHTS, "view_command"))
    commands = reverse("admin:eventstore_command_changelist")
    own_page = reverse("admin:eventstore_command_change", args=[command.pk])

    def shown(client):
        pages = (commands, f"{commands}?q=match-{match}", reverse("admin:eventstore_event_change", args=[secret.pk]))
        return "".join(client.get(page).content.decode() for page in (*pages, reverse("admin:index")))

    assert str(command.pk) not in shown(dora)
    assert "Wager" not in dora.get(reverse("admin:index")).content.decode()
    assert dora.get(own_page).status_code == 302
    assert dora.get(own_page.replace("change", "history")).status_code == 404
    assert "Wager made" in root.get(reverse("admin:index")).content.decode()
    assert shown(root).count(str(command.pk)) >= 3
    for page in (commands, own_page):
        assert bytes(command.fingerprint).hex() not in root.get(page).content.decode()

    service.give_command(charlie, match, {**WAGER, "seat": "away"}, dice=[4])
    assert str(command.pk) in shown(dora)
    assert dora.get(own_page).status_code == 200


def test_a_stream_of_a_match_links_to_its_pages(gm, arena):
    page = gm.get(reverse("admin:eventstore_stream_by_name", args=[f"match-{arena}"]), follow=True).content.decode()

    for address in (
        reverse("pages:match", args=[arena]),
        reverse("pages:replay", args=[arena]),
        reverse("admin:matches_match_change", args=[arena]),
    ):
        assert f'href="{address}"' in page


def test_the_stream_of_a_match_without_a_row_has_no_link_to_one(root, arena):
    Match.objects.all().delete()
    page = root.get(reverse("admin:eventstore_stream_by_name", args=[f"match-{arena}"]), follow=True)

    assert reverse("admin:matches_match_change", args=[arena]) not in page.content.decode()
