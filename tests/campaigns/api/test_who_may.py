"""Who may ask what of a campaign by the API: every address and every command, by every role."""

from uuid import uuid4

import pytest
from django.db import transaction

from campaigns.domain.acts import COMMANDS
from eventstore import api as store
from jobs.models import Job
from tests.campaigns.api.conftest import ROLES
from tests.matches.calling import refused
from tests.rules.play import rule

pytestmark = pytest.mark.django_db

# By role: (GM, co-GM, owner of the company, another member, stranger who is logged in, nobody logged in).
MEMBERS = (200, 200, 200, 200, 404, 404)
STAFF = (200, 200, 403, 403, 404, 404)
OWNER = (200, 200, 200, 403, 404, 404)
GM = (200, 403, 403, 403, 404, 404)


def in_place_of_200(wanted, status):
    """The same, where those who may do it are told that it cannot be done now."""
    return tuple(status if one == 200 else one for one in wanted)


READING = [
    "campaigns/{campaign}/",
    "campaigns/{campaign}/events",
    "campaigns/{campaign}/companies/",
    "campaigns/{campaign}/battles/",
    "campaigns/{campaign}/standings",
    "campaigns/{campaign}/jobs/",
    "companies/{ann}/",
    "companies/{ann}/?at=2",
    "companies/{ann}/events",
    "companies/{ann}/ledger",
    "companies/{ann}/heroes/h1/",
    "companies/{ann}/heroes/h1/why?field=stats.power",
    "jobs/{job}/",
]

GIVING = [
    ("rename_campaign", {"title": "Thaw"}, STAFF),
    ("start_campaign", {}, in_place_of_200(STAFF, 422)),
    ("end_campaign", {}, STAFF),
    ("reopen_campaign", {}, in_place_of_200(STAFF, 422)),
    ("take_over_dice", {"reason": "we have moved"}, in_place_of_200(GM, 422)),
    ("archive_campaign", {}, in_place_of_200(GM, 422)),
    ("invite", {"account": "eve", "name": "eve"}, STAFF),
    ("withdraw_invite", {"account": "dora"}, (200, 200, 403, 403, 403, 404)),
    ("accept_invite", {}, (422, 422, 422, 422, 422, 404)),
    ("request_join", {}, (422, 422, 422, 422, 200, 404)),
    ("accept_request", {"account": "fay"}, STAFF),
    ("decline_request", {"account": "fay"}, (200, 200, 403, 403, 403, 404)),
    ("leave", {}, (422, 200, 422, 422, 404, 404)),
    ("remove_member", {"account": "gus", "reason": "away"}, STAFF),
    ("set_role", {"account": "bob", "role": "co_gm"}, GM),
    ("hand_over", {"company": "ann", "account": "bob"}, OWNER),
    ("accept_company", {"company": "ann"}, in_place_of_200(MEMBERS, 422)),
    ("withdraw_offer", {"company": "ann"}, in_place_of_200(OWNER, 422)),
    ("set_house_rule", {"name": "debt", "value": "on"}, STAFF),
    ("set_house_rules", {"values": {"debt": "on", "fate": "deadly"}}, STAFF),
    ("start_downtime", {}, STAFF),
    ("finish_upgrades", {"company": "ann"}, in_place_of_200(STAFF, 422)),
    ("advance_clock", {"hours": 1, "reason": "a nap"}, STAFF),
    ("end_conditions", {"company": "ann"}, in_place_of_200(STAFF, 422)),
    ("add_condition", {"company": "ann", "hero": "h1", "name": "cursed", "reason": "a witch"}, STAFF),
    (
        "end_condition",
        {"company": "ann", "hero": "h1", "condition": "c1", "reason": "a charm"},
        in_place_of_200(STAFF, 422),
    ),
    ("capture_hero", {"company": "ann", "hero": "h1", "reason": "a trap"}, STAFF),
    ("free_captive", {"company": "ann", "hero": "h1"}, in_place_of_200(STAFF, 422)),
    ("recover", {"company": "ann", "hero": "h1", "act": "rest"}, in_place_of_200(OWNER, 422)),
    ("found_company", {"name": "Owls", "motto": "Who", "hall": "Barn"}, MEMBERS),
    ("rename_company", {"company": "ann", "motto": "Off"}, OWNER),
    ("recruit_hero", {"company": "ann", "name": "Ida", "race": "human", "calling": "fighter"}, OWNER),
    ("rename_hero", {"company": "ann", "hero": "h1", "name": "Ada"}, OWNER),
    ("name_leader", {"company": "ann", "hero": "h2"}, OWNER),
    ("buy_item", {"company": "ann", "item": "spear"}, OWNER),
    ("sell_item", {"company": "ann", "item": "dagger"}, in_place_of_200(OWNER, 422)),
    ("assign_item", {"company": "ann", "hero": "h1", "item": "dagger"}, OWNER),
    ("return_item", {"company": "ann", "hero": "h1", "item": "spear"}, in_place_of_200(OWNER, 422)),
    ("choose_talent", {"company": "ann", "hero": "h1", "talent": "toughness"}, OWNER),
    ("choose_spell", {"company": "ann", "hero": "h1", "spell": "fireball"}, in_place_of_200(OWNER, 422)),
    ("raise_core", {"company": "ann", "hero": "h1", "stat": "power"}, in_place_of_200(OWNER, 422)),
    ("upgrade_hall", {"company": "ann", "upgrade": "walls"}, OWNER),
    ("dismiss_hero", {"company": "ann", "hero": "h2"}, OWNER),
    ("retire_hero", {"company": "ann", "hero": "h2"}, OWNER),
    ("disband", {"company": "ann"}, OWNER),
    ("declare_invasion", {"company": "ann", "defender": "bob"}, OWNER),
    ("withdraw_invasion", {"invasion": "none"}, in_place_of_200(MEMBERS, 422)),
    (
        "start_battle",
        {"sides": {"s1": {"company": "ann", "heroes": ["h1"]}, "s2": {"company": "bob", "heroes": ["h1"]}}},
        STAFF,
    ),
    ("record_battle", {"match": "none"}, in_place_of_200(STAFF, 422)),
    ("void_battle", {"match": "none", "reason": "rain"}, in_place_of_200(STAFF, 422)),
    ("record_again", {"match": "none", "reason": "rain"}, in_place_of_200(STAFF, 422)),
    ("award_gold", {"company": "ann", "amount": 5, "reason": "a find"}, STAFF),
    ("fine", {"company": "ann", "amount": 5, "reason": "a brawl"}, STAFF),
    ("award_xp", {"company": "ann", "hero": "h1", "amount": 1, "reason": "wit"}, STAFF),
    ("declare_fate", {"company": "ann", "hero": "h1", "fate": "dead", "reason": "plague"}, STAFF),
    ("make_choices", {"choices": [{"company": "ann", "hero": "h1", "kind": "talent", "value": "toughness"}]}, OWNER),
    ("correct", {"company": "ann", "hero": "h1", "field": "xp", "value": 2, "reason": "a slip"}, STAFF),
    ("transfer", {"company": "ann", "to": "bob", "gold": 5, "reason": "a bet"}, STAFF),
]


def named(evening, fields):
    """The fields of a command with the ids of those whom the table names."""

    def of(field, value):
        if field == "account":
            return evening.key(value)
        return evening.companies.get(value, value) if field in ("company", "to", "defender") else value

    sides = {
        seat: side | {"company": evening.companies[side["company"]]} for seat, side in fields.get("sides", {}).items()
    }
    told = {field: of(field, value) for field, value in fields.items()} | ({"sides": sides} if sides else {})
    choices = [choice | {"company": evening.companies[choice["company"]]} for choice in fields.get("choices", ())]
    return told | ({"choices": choices} if choices else {})


@pytest.fixture
def job(evening):
    """A job of the campaign that is parked."""
    evening.do("start_downtime")
    made = Job.objects.get(kind="finish_upgrades")
    Job.objects.update(state="parked", error_type="OSError", error="the roof fell in", result={"roof": "gone"})
    return made


@pytest.mark.parametrize("address", READING)
def test_members_see_it_and_strangers_do_not(api, evening, job, address):
    address = address.format(campaign=evening.id, job=job.pk, **evening.companies)
    for name, status in zip(ROLES, MEMBERS, strict=True):
        answer = api[name]("GET", address)
        assert answer.status_code == status, (name, answer.content)
        if status == 404:
            refused(answer, 404, "not_found")


@rule("KERNEL-CAMP-01")
@pytest.mark.parametrize(("kind", "fields", "wanted"), GIVING, ids=[kind for kind, *_ in GIVING])
def test_who_may_give_which_command(api, evening, kind, fields, wanted):
    content = {"command": {"type": kind, **named(evening, fields)}}
    before = store.last_position()
    for name, status in zip(ROLES, wanted, strict=True):
        savepoint = transaction.savepoint()
        answer = api[name]("POST", f"campaigns/{evening.id}/commands", content)
        assert answer.status_code == status, (name, answer.content)
        assert (store.last_position() > before) == (status == 200)
        transaction.savepoint_rollback(savepoint)
        if status != 200:
            document = refused(answer, status, answer.json()["code"])
            assert document["code"] == "not_found" or document["rule_text"]


def test_a_co_gm_is_removed_by_the_gm_alone(api, evening):
    content = {"command": {"type": "remove_member", "account": evening.key("cora"), "reason": "away"}}
    refused(api["cora"]("POST", f"campaigns/{evening.id}/commands", content), 403, "gm_only")
    api["gail"].post(f"campaigns/{evening.id}/commands", content)
    refused(api["cora"]("GET", f"campaigns/{evening.id}/"), 404, "not_found")


def test_the_table_has_every_command():
    assert {kind for kind, *_ in GIVING} == COMMANDS.keys() - {"open_campaign"}


def test_campaigns_are_not_opened_from_inside_one(api, evening):
    content = {"command": {"type": "open_campaign", "title": "x", "game": "istra"}}
    for name in ROLES:
        refused(api[name]("POST", f"campaigns/{evening.id}/commands", content), 400, "malformed")


@pytest.mark.parametrize(("name", "status"), [*zip(ROLES, STAFF, strict=True)])
def test_who_looks_at_what_a_command_would_do(api, evening, name, status):
    order = {"type": "fine", "company": evening.companies["ann"], "amount": 5, "reason": "a brawl"}
    gold = evening.company("ann").gold
    answer = api[name]("POST", f"campaigns/{evening.id}/preview", {"command": order})
    assert answer.status_code == status, answer.content
    if status == 200:
        (change,) = answer.json()
        (why,) = change.pop("why")
        assert change == {
            "company": evening.companies["ann"],
            "hero": "",
            "field": "gold",
            "old": gold,
            "new": gold - 5,
        }
        assert why.pop("rule_text").startswith("Gold and items always balance")
        nothing = {"undone": 0, "match": "", "match_event": 0}
        assert why == {"event": "gold_changed", "rule": "KERNEL-CAMP-08", **nothing}
    assert evening.company("ann").gold == gold


@pytest.mark.parametrize(("name", "status"), [*zip(ROLES, STAFF, strict=True)])
def test_who_lets_a_job_be_tried_again(api, job, name, status):
    answer = api[name]("POST", f"jobs/{job.pk}/retry")
    assert answer.status_code == status, answer.content
    job.refresh_from_db()
    assert job.state == ("waiting" if status == 200 else "parked")


@pytest.mark.parametrize(("name", "status"), [*zip(ROLES, STAFF, strict=True)])
def test_who_cancels_a_job(api, job, name, status):
    answer = api[name]("POST", f"jobs/{job.pk}/cancel", {"reason": "The roof is gone."})
    assert answer.status_code == status, answer.content
    job.refresh_from_db()
    assert job.state == ("cancelled" if status == 200 else "parked")
    if status == 200:
        seen = {who: api[who].get(f"jobs/{job.pk}/") for who in (name, "bob")}
        told = {who: (one["cancelled_by"], one["cancel_reason"]) for who, one in seen.items()}
        assert told == {name: (f"user:{name}", "The roof is gone."), "bob": ("", "")}


def test_what_went_wrong_is_for_the_gm(api, evening, job):
    for name, error in (("gail", "the roof fell in"), ("cora", "the roof fell in"), ("ann", ""), ("bob", "")):
        for seen in (
            api[name].get(f"jobs/{job.pk}/"),
            *api[name].get(f"campaigns/{evening.id}/jobs/")["results"],
            *api[name].get(f"campaigns/{evening.id}/")["jobs"],
        ):
            assert (seen["error"], bool(seen["result"])) == (error, bool(error))


@pytest.mark.parametrize(("name", "status"), [*zip(ROLES, STAFF, strict=True)])
def test_who_makes_links_and_takes_them_back(api, evening, name, status):
    token = api["gail"].post(f"campaigns/{evening.id}/links", status=201)["token"]
    answer = api[name]("DELETE", f"campaigns/{evening.id}/links/{token}")
    assert answer.status_code == (204 if status == 200 else status), answer.content
    answer = api[name]("POST", f"campaigns/{evening.id}/links")
    assert answer.status_code == (201 if status == 200 else status), answer.content


def test_a_link_lets_one_person_in(api, evening):
    token = api["cora"].post(f"campaigns/{evening.id}/links", status=201)["token"]
    refused(api["nobody"]("POST", "campaigns/join", {"token": token}), 401, "not_authenticated")
    refused(api["eve"]("POST", "campaigns/join", {"token": "nonsense"}), 404, "not_found")
    api["eve"].post("campaigns/join", {"token": token})
    assert api["eve"].get(f"campaigns/{evening.id}/")["role"] == "player"
    refused(api["dora"]("POST", "campaigns/join", {"token": token}), 404, "not_found")


def test_who_founds_campaigns(api):
    order = {"title": "Another", "game": "istra"}
    for name in ROLES:
        answer = api[name]("POST", "campaigns/", order)
        assert answer.status_code == (401 if name == "nobody" else 201), answer.content
    refused(answer, 401, "not_authenticated")


def test_lists_hold_what_one_may_see(api, evening):
    for name in ROLES:
        listed = api[name].get("campaigns/")["results"]
        role = {"gail": "gm", "cora": "co_gm", "ann": "player", "bob": "player"}.get(name)
        assert [(row["id"], row["role"]) for row in listed] == ([(str(evening.id), role)] if role else [])


def test_a_private_campaign_looks_like_none(api, evening):
    for address in ("", "events", "companies/", "battles/", "standings", "jobs/"):
        there = api["eve"]("GET", f"campaigns/{evening.id}/{address}").json()
        assert there == api["eve"]("GET", f"campaigns/{uuid4()}/{address}").json()
    for address in ("", "events", "ledger", "heroes/h1/", "heroes/h1/why?field=xp", "heroes/h9/"):
        there = api["eve"]("GET", f"companies/{evening.companies['ann']}/{address}").json()
        assert there == api["eve"]("GET", f"companies/{uuid4()}/{address}").json()


def test_who_runs_no_campaign_cannot_name_users(api, evening):
    for name, status, code in (("ann", 403, "gm_only"), ("eve", 404, "not_found"), ("nobody", 404, "not_found")):
        for user in ("eve", "no such user"):
            answer = api[name](
                "POST", f"campaigns/{evening.id}/commands", {"command": {"type": "invite"}, "user": user}
            )
            refused(answer, status, code)


def test_who_still_has_a_company_is_told_its_name(api, evening):
    for name, command in (
        ("ann", {"type": "leave"}),
        ("gail", {"type": "remove_member", "account": evening.key("ann"), "reason": "x"}),
    ):
        answer = api[name]("POST", f"campaigns/{evening.id}/commands", {"command": command})
        assert refused(answer, 422, "owns_company")["message"] == "ann still has company Ann's."


def test_a_user_is_named_once_and_only_where_somebody_is_meant(api, evening):
    bob = {"type": "invite", "account": evening.key("bob")}
    gold = {"type": "award_gold", "company": evening.companies["ann"], "amount": 5, "reason": "x"}
    for command in (bob, gold):
        sent = {"command": command, "user": "eve"}
        refused(api["gail"]("POST", f"campaigns/{evening.id}/commands", sent), 400, "malformed", field="user")


def test_a_superuser_is_gm_of_all(api, evening, django_user_model):
    django_user_model.objects.filter(username="eve").update(is_superuser=True)
    assert api["eve"].get("campaigns/")["results"][0]["role"] == "gm"
    assert api["eve"].get(f"campaigns/{evening.id}/")["role"] == "gm"
    order = {"type": "fine", "company": evening.companies["ann"], "amount": 5, "reason": "a brawl"}
    api["eve"].post(f"campaigns/{evening.id}/commands", {"command": order})
