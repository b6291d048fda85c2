"""The one way in which campaigns change: all streams of an act or none, once however often it is asked for."""

import uuid

import pytest

from campaigns import handler, service
from campaigns.domain.campaign.commands import RenameCampaign
from campaigns.handler import carry_out
from campaigns.loading import load_campaign
from campaigns.models import Campaign, CampaignSecret, Company, Hero
from eventstore import api as store
from matches.handler import command_request
from rules.kernel.dice import commitment
from tests.campaigns.acting import Evening, make_person
from tests.rules.play import rule
from web.errors import Busy, KeyReused, NotThere, Refusal
from web.people import ANYBODY, THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def refusal(do, *args, **fields):
    with pytest.raises(Refusal) as caught:
        do(*args, **fields)
    return caught.value


def test_it_works():
    evening = Evening("ann", "bob")
    assert evening.campaign.stage == "running"
    assert evening.company("ann").gold == 300
    assert [hero.name for hero in evening.company("ann").heroes.values()] == ["Ann 1", "Ann 2"]
    assert store.check("campaigns") == []
    assert list(store.verify_store()) == []


def test_an_act_on_two_companies_is_one():
    evening = Evening("ann", "bob")
    done = evening.do(
        "transfer", company=evening.companies["ann"], to=evening.companies["bob"], gold=30, reason="a bet", key="bet"
    )
    assert len(done.written) == 2
    recorded = [one for part in done.written.values() for one in part]
    assert {one.recorded_at for one in recorded} == {recorded[0].recorded_at}
    assert len({one.command_id for one in recorded}) == 2
    first, second = done.written
    assert uuid.uuid5(done.written[first][0].command_id, second) == done.written[second][0].command_id
    events = [told.event for one in done.companies.values() for told in service.history_of(one, one.version - 1)]
    assert {event.batch for event in events} == {str(done.written[first][0].command_id)}
    assert [evening.company(name).gold for name in ("ann", "bob")] == [270, 330]


def test_nothing_is_stored_of_an_act_that_is_refused():
    evening = Evening("ann", "bob")
    before = store.last_position()
    said = refusal(
        evening.do, "transfer", company=evening.companies["ann"], to=evening.companies["bob"], gold=900, reason="greed"
    )
    assert (said.code, said.status) == ("not_enough_gold", 422)
    assert said.rule_text
    assert store.last_position() == before


def test_the_same_request_happens_once():
    evening = Evening("ann", "bob")
    order = {"company": evening.companies["ann"], "to": evening.companies["bob"], "gold": 30, "reason": "a bet"}
    first = evening.do("transfer", key="bet", **order)
    evening.do("fine", company=evening.companies["bob"], amount=5, reason="late")
    again = evening.do("transfer", key="bet", **order)
    assert again.repeated
    assert dict(again.written) == dict(first.written)
    assert again.companies[evening.companies["bob"]].state.gold == 330
    assert evening.company("bob").gold == 325


def test_a_campaign_and_a_company_are_founded_once_under_one_key():
    gail = make_person("gail")
    order = {"title": "The Long Winter", "game": "istra"}
    first, again = (service.open_campaign(gail, order, key="k") for _ in range(2))
    assert again.repeated
    assert again.campaign.id == first.campaign.id
    founding = {"type": "found_company", "name": "Wolves", "motto": "On", "hall": "Den"}
    companies = [[*service.give_command(gail, first.campaign.id, founding, key="f").companies] for _ in range(2)]
    assert companies[0] == companies[1]
    assert Company.objects.count() == 1


@rule("KERNEL-MATCH-04")
def test_it_refuses_another_request_under_the_same_key():
    evening = Evening()
    evening.do("rename_campaign", title="A", key="k")
    with pytest.raises(KeyReused):
        evening.do("rename_campaign", title="B", key="k")


def test_who_is_overtaken_is_judged_anew(monkeypatch):
    """Somebody spends the gold between the look and the append."""
    evening = Evening("ann")
    company = evening.companies["ann"]
    real, others = store.writing, []

    def writing():
        if not others:
            others.append(True)
            evening.do("fine", company=company, amount=299, reason="faster")
        return real()

    monkeypatch.setattr(store, "writing", writing)
    said = refusal(evening.do, "buy_item", by="ann", company=company, item="spear")
    assert said.code == "not_enough_gold"
    assert evening.company("ann").gold == 1


def test_an_act_that_only_looks_at_the_campaign_sees_it_as_it_is(monkeypatch):
    """A company buys by the rules of the house: those that hold when it is stored."""
    evening = Evening("ann")
    real, others = store.writing, []

    def writing():
        if not others:
            others.append(True)
            evening.do("end_campaign")
        return real()

    monkeypatch.setattr(store, "writing", writing)
    said = refusal(evening.do, "buy_item", by="ann", company=evening.companies["ann"], item="spear")
    assert (said.code, said.status) == ("campaign_over", 422)


def test_who_was_overtaken_once_takes_its_turn(monkeypatch):
    """Others come before each look; from the second on they have to come before the campaign is taken."""
    evening = Evening()
    real, titles = store.writing, []

    def writing():
        if len(titles) < 3:
            titles.append(f"Title {len(titles)}")
            monkeypatch.setattr(store, "writing", real)
            carry_out(command_request(THE_HOUSE, "rename", titles, None), evening.id, RenameCampaign(title=titles[-1]))
            monkeypatch.setattr(store, "writing", writing)
        return real()

    monkeypatch.setattr(store, "writing", writing)
    evening.do("rename_campaign", title="Mine")
    assert titles == ["Title 0", "Title 1"]
    assert evening.campaign.title == "Mine"
    moments = [one.recorded_at for one in store.read(f"campaign-{evening.id}")]
    assert moments == sorted(moments)


@rule("KERNEL-MATCH-05")
def test_who_is_overtaken_again_and_again_is_told_so(monkeypatch):
    """As can be where a campaign has no row yet that could be taken."""
    evening = Evening()
    tried = []

    def append(_unit, stream, expected_version, *_, **__):
        tried.append(stream)
        raise store.Conflict(stream, expected_version, expected_version + 1)

    monkeypatch.setattr(store.Unit, "append", append)
    with pytest.raises(Busy):
        evening.do("rename_campaign", title="Mine")
    assert tried == [f"campaign-{evening.id}"] * 3
    assert evening.campaign.title == "The Long Winter"


def test_rows_of_the_caller_are_written_with_the_events_or_not_at_all():
    evening = Evening()
    written = []
    request = command_request(THE_HOUSE, "rename", 1, "once")
    carry_out(request, evening.id, RenameCampaign(title="A"), rows=lambda: written.append(1))
    carry_out(request, evening.id, RenameCampaign(title="A"), rows=lambda: written.append(2))
    assert written == [1]

    def fail():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        carry_out(command_request(THE_HOUSE, "rename", 2, "twice"), evening.id, RenameCampaign(title="B"), rows=fail)
    assert evening.campaign.title == Campaign.objects.get().title == "A"


@rule("KERNEL-MATCH-04")
def test_who_has_left_is_answered_as_then():
    evening = Evening()
    evening.join("ann")
    left = evening.do("leave", by="ann", key="bye")
    again = evening.do("leave", by="ann", key="bye")
    assert again.repeated
    assert (again.written, again.campaign.version) == (left.written, left.campaign.version)
    with pytest.raises(NotThere):
        evening.do("leave", by="ann")


def test_it_refuses_to_write_to_a_log_that_was_closed():
    evening = Evening("ann")
    company = f"company-{evening.companies['ann']}"
    store.close_stream(company, store.head(company).version)
    said = refusal(evening.do, "fine", company=evening.companies["ann"], amount=5, reason="late")
    assert (said.code, said.status) == ("campaign_closed", 409)
    assert evening.company("ann").gold == Company.objects.get().gold == 300


# Who


@rule("KERNEL-CAMP-01")
def test_strangers_are_told_that_there_is_no_such_campaign():
    evening = Evening("ann")
    company = evening.companies["ann"]
    for order in ({"type": "rename_campaign", "title": "Mine"}, {"type": "disband", "company": company}):
        with pytest.raises(NotThere):
            service.give_command(evening.people["eve"], evening.id, order)
    for look in (lambda: service.see_campaign(evening.people["eve"], evening.id),):
        with pytest.raises(NotThere):
            look()
    with pytest.raises(NotThere):
        service.see_company(evening.people["eve"], uuid.UUID(company))
    with pytest.raises(NotThere):
        service.give_command(evening.people["gail"], uuid.uuid4(), {"type": "start_campaign"})


@rule("KERNEL-CAMP-01")
def test_it_refuses_what_is_not_for_members():
    evening = Evening("ann", "bob")
    said = refusal(evening.do, "rename_company", by="bob", company=evening.companies["ann"], name="Ours")
    assert (said.code, said.status) == ("not_yours", 403)
    said = refusal(evening.do, "award_gold", by="bob", company=evening.companies["bob"], amount=5, reason="mine")
    assert (said.code, said.status) == ("gm_only", 403)
    said = refusal(service.open_campaign, ANYBODY, {"title": "Mine", "game": "istra"})
    assert (said.code, said.status) == ("not_authenticated", 401)


def test_a_company_of_another_campaign_is_unknown():
    evening = Evening("ann")
    other = service.open_campaign(evening.people["gail"], {"title": "Other", "game": "istra"}).campaign.id
    order = {"type": "fine", "company": evening.companies["ann"], "amount": 5, "reason": "spite"}
    said = refusal(service.give_command, evening.people["gail"], other, order)
    assert said.code == "unknown_company"


def test_superusers_and_the_house_may_do_all():
    evening = Evening("ann")
    root = make_person("root", is_superuser=True)
    service.give_command(root, evening.id, {"type": "rename_campaign", "title": "By root"})
    service.give_command(THE_HOUSE, evening.id, {"type": "rename_campaign", "title": "By the house"})
    assert evening.campaign.title == "By the house"


# Bad input


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ([], ""),
        (None, ""),
        ({}, "type"),
        ({"type": []}, "type"),
        ({"type": "rename_campaign", "title": "\x00"}, "title"),
        ({"type": "request_join", "message": "x" * 100_000}, "message"),
        ({"type": "fly"}, "type"),
        ({"type": "open_campaign", "title": "x", "game": "istra"}, "type"),
        ({"type": "rename_campaign"}, ""),
        ({"type": "rename_campaign", "title": 4}, "title"),
        ({"type": "rename_campaign", "title": "x", "by": "me"}, "by"),
        ({"type": "found_company", "company": str(uuid.uuid4()), "name": "W"}, "company"),
        ({"type": "start_battle", "match": "m", "sides": {}}, "match"),
    ],
)
def test_it_refuses_what_cannot_be_read(order, field):
    evening = Evening()
    said = refusal(service.give_command, evening.people["gail"], evening.id, order)
    assert (said.code, said.status) == ("malformed", 400)
    assert field in said.field


def test_it_refuses_a_game_without_campaigns():
    said = refusal(service.open_campaign, make_person("gail"), {"title": "x", "game": "chess"})
    assert (said.code, said.field) == ("unknown_game", "game")


@pytest.mark.parametrize(
    ("order", "code", "field"),
    [
        ({"rules": {"fate": "cruel"}}, "malformed", "rules.fate"),
        ({"rules": {"fates": "deadly"}}, "malformed", "rules.fates"),
        ({"battle_rules": {"weather": "bad"}}, "malformed", "battle_rules.weather"),
        ({"title": " "}, "missing_campaign_field", "title"),
        ({"title": None}, "malformed", "title"),
    ],
)
def test_it_refuses_campaigns_that_nobody_could_play(order, code, field):
    said = refusal(service.open_campaign, make_person("gail"), {"title": "x", "game": "istra", **order})
    assert (said.code, said.field) == (code, field)
    assert store.last_position() == 0
    assert not CampaignSecret.objects.exists()


def test_it_refuses_to_invite_nobody():
    evening = Evening()
    for account in (uuid.uuid4().hex, "nobody"):
        assert refusal(evening.do, "invite", account=account).code == "unknown_account"


def test_an_invitation_bears_the_name_of_the_account():
    evening = Evening()
    assert refusal(evening.do, "invite", account=evening.key("ann"), name="somebody else").code == "unknown_account"
    evening.do("invite", account=evening.key("ann"), name="ann")
    assert evening.campaign.invites[evening.key("ann")].name == "ann"


# Links


def test_a_link_lets_one_person_in():
    evening = Evening()
    token = service.invite_by_link(evening.people["gail"], evening.id)
    service.join_by_link(evening.people["ann"], token)
    assert evening.key("ann") in evening.campaign.people
    with pytest.raises(NotThere):
        service.join_by_link(evening.people["bob"], token)


def test_a_link_serves_who_has_asked_already():
    evening = Evening()
    evening.do("request_join", by="ann")
    service.join_by_link(evening.people["ann"], service.invite_by_link(evening.people["gail"], evening.id))
    assert evening.key("ann") in evening.campaign.people
    assert evening.campaign.requests == {}


def test_a_link_is_kept_by_a_member_who_follows_it():
    evening = Evening("ann")
    token = service.invite_by_link(evening.people["gail"], evening.id)
    refusal(service.join_by_link, evening.people["ann"], token)
    service.join_by_link(evening.people["bob"], token)
    assert evening.key("bob") in evening.campaign.people


def test_it_refuses_links_of_players_and_those_that_were_withdrawn():
    evening = Evening("ann")
    assert refusal(service.invite_by_link, evening.people["ann"], evening.id).code == "gm_only"
    token = service.invite_by_link(evening.people["gail"], evening.id)
    assert refusal(service.withdraw_link, evening.people["ann"], evening.id, token).code == "gm_only"
    service.withdraw_link(evening.people["gail"], evening.id, token)
    with pytest.raises(NotThere):
        service.join_by_link(evening.people["bob"], token)
    assert refusal(service.join_by_link, ANYBODY, token).status == 401


# Dice


def test_a_campaign_commits_to_the_secret_of_its_dice():
    evening = Evening()
    kept = CampaignSecret.objects.get(campaign=evening.id)
    assert kept.commitment == evening.campaign.commitment == commitment(bytes(kept.secret))


def test_nobody_chooses_the_commitment():
    order = {"title": "x", "game": "istra", "commitment": "0" * 64}
    done = service.open_campaign(make_person("gail"), order)
    assert done.campaign.state.commitment == CampaignSecret.objects.get().commitment != "0" * 64


# Past


def test_campaigns_and_companies_are_seen_as_of_any_event():
    evening = Evening("ann")
    company = uuid.UUID(evening.companies["ann"])
    ann = evening.people["ann"]
    now = service.see_company(ann, company)
    assert service.see_company(ann, company, 2).state.gold == 500
    assert service.see_campaign(ann, evening.id, 1).state.stage == "draft"
    assert [told.recorded.version for told in service.history_of(now)] == list(range(1, now.version + 1))
    with pytest.raises(NotThere):
        service.see_company(ann, company, now.version + 1)
    assert load_campaign(evening.id).version == Campaign.objects.get().version
    assert Hero.objects.filter(company=company).count() == 2


def test_opened_by_the_same_request_between_two_looks(monkeypatch):
    """Of two that come at once, the second finds no campaign, and then the command that has opened one."""
    gail, order = make_person("gail"), {"title": "The Long Winter", "game": "istra"}
    first = service.open_campaign(gail, order, key="k").campaign.id
    look, looks = handler._campaign_of, []

    def late(*args):
        looks.append(args)
        return None if len(looks) == 1 else look(*args)

    monkeypatch.setattr(handler, "_campaign_of", late)
    again = service.open_campaign(gail, order, key="k")
    assert (again.campaign.id, again.repeated, len(looks)) == (first, True, 2)
    assert Campaign.objects.count() == 1
