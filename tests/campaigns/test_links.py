"""Links that let in whoever has them: good while the campaign goes on and who made them runs it."""

from importlib import import_module

import pytest
from django.apps import apps

from campaigns import service
from campaigns.domain.campaign.events import Invited
from campaigns.models import Invite
from tests.campaigns.acting import Evening, make_person
from tests.rules.play import rule
from web.errors import Forbidden, NotThere, Refusal

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def evening():
    """Cora and Bob are co-GMs; Ann is a player."""
    made = Evening("ann")
    for name in ("cora", "bob"):
        made.join(name)
        made.do("set_role", account=made.key(name), role="co_gm")
    return made


def link(evening, name):
    return service.invite_by_link(evening.people[name], evening.id)


def links(evening, name="gail"):
    return [one.token for one in service.links_of(evening.people[name], evening.id)]


def test_who_runs_the_campaign_sees_the_links_of_all(evening):
    first, second = link(evening, "gail"), link(evening, "cora")
    assert links(evening) == links(evening, "bob") == [second, first]
    for name, error in (("ann", Forbidden), ("eve", NotThere)):
        with pytest.raises(error):
            links(evening, name)


@rule("KERNEL-CAMP-03")
@pytest.mark.parametrize(
    ("kind", "by", "fields"),
    [
        ("remove_member", "gail", {"reason": "away"}),
        ("set_role", "gail", {"role": "player"}),
        ("leave", "cora", None),
    ],
    ids=["removed", "demoted", "gone"],
)
def test_links_go_with_who_made_them(evening, kind, by, fields):
    token, kept = link(evening, "cora"), link(evening, "bob")
    evening.do(kind, by=by, **({} if fields is None else {"account": evening.key("cora"), **fields}))
    assert links(evening) == [kept]
    for name in ("cora", "eve"):
        with pytest.raises(NotThere):
            service.join_by_link(evening.people[name], token)
    service.join_by_link(evening.people["eve"], kept)


def test_links_of_others_stay_when_a_removal_is_refused(evening):
    token = link(evening, "cora")
    with pytest.raises(Refusal):
        evening.do("remove_member", by="bob", account=evening.key("cora"), reason="a quarrel")
    assert links(evening) == [token]


def test_a_link_made_while_its_maker_was_taken_out_lets_nobody_in(evening):
    """Made by who was still a co-GM a moment ago, after the links were withdrawn."""
    evening.do("remove_member", account=evening.key("cora"), reason="away")
    Invite.objects.create(campaign=evening.id, token="late", person=evening.key("cora"), made_by="user:cora")
    with pytest.raises(NotThere):
        service.join_by_link(evening.people["eve"], "late")


@rule("KERNEL-CAMP-03")
def test_the_history_tells_by_whose_link_somebody_came(evening):
    service.join_by_link(evening.people["eve"], link(evening, "cora"))
    events = [told.event for told in service.history_of(service.see_campaign(evening.people["gail"], evening.id))]
    assert [one.reason for one in events if isinstance(one, Invited)][-1] == "By a link that cora made."


def test_those_of_the_house_need_no_member(evening):
    root = make_person("root", is_superuser=True)
    service.join_by_link(evening.people["eve"], service.invite_by_link(root, evening.id))
    assert evening.key("eve") in evening.campaign.people


@rule("KERNEL-CAMP-02")
@pytest.mark.parametrize("end", [("end_campaign",), ("end_campaign", "archive_campaign")], ids=["ended", "archived"])
class TestOver:
    def test_it_refuses_to_make_one(self, evening, end):
        for kind in end:
            evening.do(kind)
        with pytest.raises(Refusal) as caught:
            link(evening, "gail")
        assert caught.value.code == "campaign_over"
        assert not Invite.objects.exists()

    def test_strangers_are_told_nothing(self, evening, end):
        token = link(evening, "gail")
        for kind in end:
            evening.do(kind)
        with pytest.raises(NotThere):
            service.join_by_link(evening.people["eve"], token)
        for kind in ("request_join", "accept_invite"):
            with pytest.raises(NotThere):
                evening.do(kind, by="eve")

    def test_who_was_invited_or_asked_may_still_say_no(self, evening, end):
        evening.do("invite", account=evening.key("eve"))
        dora = evening.people["dora"] = make_person("dora")
        evening.do("request_join", by="dora")
        for kind in end:
            evening.do(kind)
        evening.do("withdraw_invite", by="eve", account=evening.key("eve"))
        evening.do("decline_request", by="dora", account=dora.key)
        assert not evening.campaign.invites
        assert not evening.campaign.requests


def test_links_from_before_know_their_makers_after_the_migration(evening):
    root = make_person("root", is_superuser=True)
    for name in ("gail", "root"):
        Invite.objects.create(campaign=evening.id, token=name, made_by=f"user:{name}")
    import_module("campaigns.migrations.0004_room_for_ids").name_makers(apps, None)
    assert dict(Invite.objects.values_list("token", "person")) == {"gail": evening.key("gail"), "root": ""}
    assert root.unbound
