"""The API of campaigns: an evening from beginning to end, the past, and what is refused."""

import uuid
from datetime import timedelta
from urllib.parse import quote

import pytest
import time_machine
from django.utils import timezone

from eventstore import api as store
from jobs import queue
from jobs.models import Job
from matches import service as matches
from tests.campaigns.api.conftest import ROLES
from tests.campaigns.fighting import concede, start, strike
from tests.matches.calling import refused
from tests.rules.play import rule
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

COMMANDS = "campaigns/{}/commands"


def give(api, who, campaign, kind, status=200, /, **fields):
    """Give a command by the API."""
    content = {"command": {"type": kind, **fields}}
    return api[who].post(COMMANDS.format(campaign), content, status)


def kinds(answer):
    return {one["stream"].partition("-")[0]: [event["type"] for event in one["events"]] for one in answer["written"]}


def test_a_campaign_from_beginning_to_end(api, evening):
    campaign = api["eve"].post("campaigns/", {"title": "Thaw", "game": "istra", "rules": {"debt": "on"}}, 201)["id"]
    content = {"command": {"type": "invite", "message": "Come."}, "user": "bob"}
    api["eve"].post(COMMANDS.format(campaign), content)
    assert api["bob"].get("invitations/") == [
        {"campaign": campaign, "title": "Thaw", "gm": "eve", "message": "Come."},
    ]
    give(api, "bob", campaign, "accept_invite")
    assert api["bob"].get("invitations/") == []
    answer = give(api, "bob", campaign, "found_company", name="The Crows", motto="Last in", hall="Crow Hall")
    assert kinds(answer) == {"campaign": ["company_entered"], "company": ["company_founded", "gold_changed"]}
    company = answer["written"][1]["stream"].removeprefix("company-")
    answer = give(api, "bob", campaign, "recruit_hero", company=company, name="Ida", race="human", calling="fighter")
    assert answer["written"][0]["events"][0]["actor"] == "user:bob"
    give(api, "eve", campaign, "start_campaign")
    seen = api["bob"].get(f"campaigns/{campaign}/")
    assert (seen["title"], seen["stage"], seen["role"]) == ("Thaw", "running", "player")
    assert [(one["name"], one["role"]) for one in seen["members"]] == [("eve", "gm"), ("bob", "player")]
    assert seen["house_rules"]["campaign"]["debt"] == "on"
    assert seen["house_rules"]["campaign"]["hall_downtimes"] == 0
    assert seen["house_rules"]["battle"]
    assert [(one["name"], one["owner"]["name"], one["ready"]) for one in seen["companies"]] == [("The Crows", "bob", 1)]
    assert seen["owed"] == [{"company": company, "hero": "h1", "name": "Ida", "owed": {"talent": 1}}]
    assert api["bob"].get(f"companies/{company}/")["yours"]
    events = api["bob"].get(f"campaigns/{campaign}/events", after=1, limit=2)
    assert [(event["n"], event["type"]) for event in events["events"]] == [(2, "member_invited"), (3, "member_joined")]
    assert events["next"] == 3


def test_a_battle_and_what_it_did(api, evening, fought):
    (battle,) = api["bob"].get(f"campaigns/{evening.id}/battles/")["results"]
    assert (battle["match"], battle["stage"], battle["kind"]) == (str(fought), "recorded", "counting")
    assert battle["winners"] == [evening.companies["ann"]]
    assert [(side["seat"], side["heroes"], side["won"]) for side in battle["sides"]] == [
        ("s1", 2, True),
        ("s2", 2, False),
    ]
    assert battle["replay"] == f"/matches/{fought}/replay"
    first, second = api["ann"].get(f"campaigns/{evening.id}/standings")
    assert (first["name"], first["place"], first["won"], first["drawn"], first["lost"]) == ("Ann's", 1, 1, 0, 0)
    assert (second["name"], second["won"], second["lost"]) == ("Bob's", 0, 1)
    assert first["xp"] == sum(hero.xp for hero in evening.company("ann").heroes.values())
    jobs_done = api["ann"].get(f"campaigns/{evening.id}/jobs/")["results"]
    assert {job["kind"]: job["state"] for job in jobs_done} == {"open_battle": "done", "settle_match": "done"}
    document = api["ann"].get(f"campaigns/{evening.id}/")
    assert (document["battle_counts"], document["job_counts"]) == ({"recorded": 1}, {"done": 2})
    assert document["battles"] == document["jobs"] == []


@rule("IST-FATE-01", "KERNEL-CAMP-06")
def test_standings_count_more_than_results(api, evening):
    """Bob's h1 is struck down by hand in an invasion that Ann wins; a second one is drawn, a third battle friendly."""
    ann, bob = evening.companies["ann"], evening.companies["bob"]
    end = {"type": "end_battle", "result": "win", "winners": ["s1"]}
    drawn = {**end, "result": "draw", "winners": []}
    for result in (end, drawn):
        declared = give(api, "ann", evening.id, "declare_invasion", company=ann, defender=bob)
        which = declared["written"][0]["events"][0]["invasion"]
        match = start(evening, "ann", "bob", kind="invasion", invasion=which)
        strike(match, "s2-h1")
        matches.give_command(THE_HOUSE, match, result)
        queue.sweep(60)
    concede(start(evening, "ann", "bob", kind="friendly"))
    queue.sweep(60)
    first, second = api["bob"].get(f"campaigns/{evening.id}/standings")
    assert (first["won"], first["drawn"], first["invasions_won"], first["invasions_lost"]) == (1, 1, 1, 0)
    assert (second["lost"], second["drawn"], second["invasions_won"], second["invasions_lost"]) == (1, 1, 0, 1)
    # Two heroes each, in two battles that count; Bob loses one in each, and nobody struck it down.
    assert first["counts"] == {"kills": 0, "lost": 0, "survivors": 4}
    assert second["counts"] == {"kills": 0, "lost": 2, "survivors": 2}
    friendly, draw, won = api["bob"].get(f"campaigns/{evening.id}/battles/")["results"]
    assert [side["counts"] for side in friendly["sides"]] == [{}, {}]
    for battle in (draw, won):
        assert [side["counts"]["survivors"] for side in battle["sides"]] == [2, 1]
    assert api["bob"].get(f"campaigns/{evening.id}/", at=seen_at(evening))["battles"] == []


def seen_at(evening):
    """The event that the campaign has come to."""
    return store.head(f"campaign-{evening.id}").version


@rule("IST-XP-02")
def test_a_hero_knows_how_far_the_next_level_is(api, evening):
    """A level for every 4 XP: after 1 XP it is 3 more."""
    company = evening.companies["ann"]
    evening.do("award_xp", company=company, hero="h1", amount=1, reason="wit")
    heroes = api["ann"].get(f"companies/{company}/")["heroes"]
    assert [hero["next_level"] for hero in heroes] == [3, 4]


def test_a_fate_that_the_gm_owes(api, evening):
    evening.do("set_house_rule", name="fate", value="gm")
    match = start(evening, "ann", "bob")
    strike(match, "s1-h2", "s2-h1")
    concede(match)
    queue.sweep(60)
    owed = api["ann"].get(f"campaigns/{evening.id}/")["fates_owed"]
    assert owed
    for one in owed:
        assert one["match"] == str(match)
        sheet = api["ann"].get(f"companies/{one['company']}/heroes/{one['hero']}/")["hero"]
        assert sheet["undecided"] == [str(match)]
    fate = {"company": owed[0]["company"], "hero": owed[0]["hero"], "fate": "dead", "reason": "a bad wound"}
    give(api, "gail", evening.id, "declare_fate", match=str(match), **fate)
    assert api["ann"].get(f"campaigns/{evening.id}/")["fates_owed"] == owed[1:]


def test_friendly_and_void_battles_do_not_count(api, evening, fought):
    concede(start(evening, "ann", "bob", kind="friendly"))
    queue.sweep(60)
    evening.do("void_battle", match=str(fought), reason="rain")
    assert [(one["won"], one["lost"]) for one in api["ann"].get(f"campaigns/{evening.id}/standings")] == [
        (0, 0),
        (0, 0),
    ]


def test_why_a_hero_is_what_it_is(api, evening, fought):
    company = evening.companies["ann"]
    give(api, "gail", evening.id, "correct", company=company, hero="h1", field="stats.power", value=6, reason="a slip")
    seen = api["bob"].get(f"companies/{company}/heroes/h1/why", field="stats.power")
    assert seen["value"] == 6
    assert [(step["old"], step["new"], step["event"]["type"]) for step in seen["steps"]] == [
        (None, 5, "hero_recruited"),
        (5, 6, "corrected"),
    ]
    assert seen["steps"][1]["event"]["reason"] == "a slip"
    story = api["bob"].get(f"companies/{company}/heroes/h1/why", field="xp")
    gained = story["steps"][-1]
    assert gained["event"]["type"] == "xp_gained"
    assert gained["replay"].startswith(f"/matches/{fought}/replay")
    assert gained["event"]["replay"] == gained["replay"]


@rule("IST-Q-72")
def test_what_a_hero_has_used_up_is_on_its_sheet(api, evening):
    """Nobody has used anything up this evening; that it can be asked for, and why it is so, is what counts."""
    company = evening.companies["ann"]
    assert api["bob"].get(f"companies/{company}/heroes/h1/")["hero"]["spent"] == {}
    story = api["bob"].get(f"companies/{company}/heroes/h1/why", field="spent.teleport")
    assert (story["value"], story["steps"]) == (None, [])


def test_a_sheet_and_its_story(api, evening, fought):
    company = evening.companies["ann"]
    seen = api["bob"].get(f"companies/{company}/heroes/h1/")
    assert (seen["hero"]["name"], seen["hero"]["leads"], seen["hero"]["owed"]) == ("Ann 1", True, {"talent": 1})
    told = [event["type"] for event in seen["history"]]
    assert told[0] == "hero_recruited"
    assert {"battle_joined", "xp_gained", "hero_restored"} <= set(told)
    page = api["bob"].get(f"companies/{company}/heroes/h1/", limit=2)
    assert page["next"] == page["history"][-1]["n"]
    rest = api["bob"].get(f"companies/{company}/heroes/h1/", after=page["next"])
    assert page["history"] + rest["history"] == seen["history"]


def test_the_ledger_balances(api, evening):
    company = evening.companies["ann"]
    give(api, "gail", evening.id, "award_gold", company=company, amount=7, reason="a find")
    seen = api["bob"].get(f"companies/{company}/ledger")
    balance = 0
    for line in seen["lines"]:
        balance += line["delta"]
        assert line["balance"] == balance
    assert balance == seen["gold"] == sum(seen["sums"].values()) == evening.company("ann").gold
    assert (seen["lines"][-1]["purpose"], seen["lines"][-1]["reason"]) == ("award", "a find")
    assert seen["lines"][-1]["actor"] == "user:gail"
    first = api["bob"].get(f"companies/{company}/ledger", limit=2)
    rest = api["bob"].get(f"companies/{company}/ledger", after=first["next"])
    assert first["lines"] + rest["lines"] == seen["lines"]
    assert rest["next"] is None


class TestThePast:
    def test_as_of_an_event(self, api, evening):
        company = evening.companies["ann"]
        seen = api["bob"].get(f"companies/{company}/", at=2)
        assert (seen["version"], seen["gold"], seen["heroes"]) == (2, 500, [])
        now = api["bob"].get(f"companies/{company}/")
        assert (len(now["heroes"]), now["stash"]) == (2, {"dagger": 2})

    def test_as_of_an_instant(self, api, evening):
        company = evening.companies["ann"]
        before = timezone.now()
        with time_machine.travel(before + timedelta(hours=2), tick=False):
            give(api, "gail", evening.id, "award_gold", company=company, amount=7, reason="a find")
        gold = evening.company("ann").gold
        for hours, then in ((1, gold - 7), (2, gold), (3, gold)):
            instant = (before + timedelta(hours=hours)).isoformat()
            for text in (quote(instant), instant):
                assert api["bob"].get(f"companies/{company}/", at=text)["gold"] == then
        refused(api["bob"]("GET", f"companies/{company}/?at=2020-01-01"), 404, "not_found")

    def test_it_is_measured_by_the_house_rules_of_then(self, api, evening):
        company = evening.companies["ann"]
        evening.do("set_house_rule", name="helmet_price", value=9)
        evening.do("buy_item", by="ann", company=company, item="helmet")
        bought = api["ann"].get(f"companies/{company}/")
        with time_machine.travel(timezone.now() + timedelta(hours=1)):
            evening.do("set_house_rule", name="helmet_price", value=90)
            now = api["ann"].get(f"companies/{company}/")
        then = api["ann"].get(f"companies/{company}/", at=bought["version"])
        assert then["worth"] == bought["worth"]
        assert now["worth"] == bought["worth"] + 81

    @pytest.mark.parametrize(
        "at", ["0", "9999", str(2**31 + 1), "9" * 30, "-1", "soon", "2026-13-01", "0001-01-01T00:00%2b23:00", "%00"]
    )
    def test_it_refuses_what_never_was(self, api, evening, at):
        answer = api["bob"]("GET", f"companies/{evening.companies['ann']}/?at={at}")
        assert answer.status_code in (400, 404)
        refused(answer, answer.status_code, answer.json()["code"])

    @pytest.mark.parametrize(
        "field",
        ["", "x", "__class__", "stats", "stats.", "stats.a.b", "stats.luck", "carried.luck", "talents.count", "owed"],
    )
    def test_it_refuses_fields_that_no_hero_has(self, api, evening, field):
        answer = api["bob"]("GET", f"companies/{evening.companies['ann']}/heroes/h1/why?field={field}")
        if field == "stats":
            assert answer.status_code == 200
        else:
            refused(answer, 400, "malformed", field="field")


@rule("KERNEL-MATCH-04")
def test_a_command_under_a_key_happens_once(api, evening):
    company = evening.companies["ann"]
    order = {"command": {"type": "award_gold", "company": company, "amount": 7, "reason": "a find"}}
    address, key = COMMANDS.format(evening.id), {"Idempotency_Key": "k"}
    first = api["gail"].post(address, order, **key)
    again = api["gail"].post(address, order, **key)
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert again["written"] == first["written"]
    other = {"command": order["command"] | {"amount": 8}}
    refused(api["gail"]("POST", address, other, **key), 409, "key_reused", field="Idempotency-Key")
    made = {
        api["gail"].post("campaigns/", {"title": "Once", "game": "istra"}, 201, **key | {"Idempotency_Key": "c"})["id"]
        for _ in range(2)
    }
    assert len(made) == 1


@rule("IST-WPN-01")
def test_a_battle_that_starts_warns_of_heroes_without_a_weapon(api, evening):
    ann, bob = evening.companies["ann"], evening.companies["bob"]
    evening.do("buy_item", by="ann", company=ann, item="bow")
    evening.do("assign_item", by="ann", company=ann, item="bow", hero="h1")
    sides = {"s1": {"company": ann, "heroes": ["h1", "h2"]}, "s2": {"company": bob, "heroes": ["h1"]}}
    assert give(api, "gail", evening.id, "award_gold", company=ann, amount=7, reason="a find")["warnings"] == []
    answer = give(api, "gail", evening.id, "start_battle", sides=sides)
    warned = answer["warnings"]
    assert [(one["company"], one["hero"], one["code"], one["rule"]) for one in warned] == [
        (ann, "h2", "lacks_equipment", "IST-WPN-01"),
        (bob, "h1", "lacks_equipment", "IST-WPN-01"),
    ]
    assert warned[0]["message"] == "Ann 2 of Ann's marches out without a weapon (unarmed: attack -2, damage -2)."
    assert warned[0]["rule_text"]
    assert "abandon" in warned[0]["hint"]


def test_who_is_invited_joins_and_who_is_not_asks(api, evening):
    answer = give(api, "eve", evening.id, "request_join", message="Me too.")
    assert kinds(answer) == {"campaign": ["join_requested"]}
    give(api, "dora", evening.id, "accept_invite")
    assert api["dora"].get(f"campaigns/{evening.id}/")["role"] == "player"
    seen = api["gail"].get(f"campaigns/{evening.id}/")
    assert [(one["name"], one["message"]) for one in seen["requests"]] == [("fay", "I bring cake."), ("eve", "Me too.")]
    assert seen["invites"] == []


def test_events_come_with_the_words_of_their_rules(api, evening, fought):
    page = api["ann"].get(f"companies/{evening.companies['ann']}/events", texts="true", limit=500)
    fates = [event for event in page["events"] if event["type"] == "hero_fate_set"]
    assert fates
    for event in fates:
        assert page["rules"][event["rule"]]
        assert event["replay"].startswith(f"/matches/{fought}/replay")
    assert "rules" not in api["ann"].get(f"companies/{evening.companies['ann']}/events")


class TestRefusals:
    def test_buying_without_gold(self, api, evening):
        before = store.last_position()
        answer = give(
            api, "ann", evening.id, "buy_item", 422, company=evening.companies["ann"], item="dagger", count=900
        )
        assert (answer["code"], answer["rule"]) == ("not_enough_gold", "IST-CAMP-07")
        assert answer["rule_text"]
        assert answer["hint"]
        assert store.last_position() == before

    def test_a_rule_of_the_kernel_has_its_words_too(self, api, evening):
        answer = give(api, "ann", evening.id, "name_leader", 422, company=evening.companies["ann"], hero="h9")
        assert answer["field"] == "hero"
        assert answer["rule_text"]

    @pytest.mark.parametrize(
        "content",
        [
            {},
            {"command": {}},
            {"command": {"type": "fly"}},
            {"command": {"type": ["fine"]}},
            {"command": {"type": "award_gold"}},
            {"command": {"type": "award_gold", "company": 5, "amount": 5, "reason": "x"}},
            {"command": {"type": "award_gold", "company": "x", "amount": "many", "reason": "x"}},
            {"command": {"type": "award_gold", "company": "x", "amount": 0, "reason": "x"}},
            {"command": {"type": "award_gold", "company": "x", "amount": 10**30, "reason": "x"}},
            {"command": {"type": "award_gold", "company": "x", "amount": 1.5, "reason": "x"}},
            {"command": {"type": "rename_campaign", "title": "x", "colour": "red"}},
            {"command": {"type": "rename_campaign", "title": "a\u0000b"}},
            {"command": {"type": "found_company", "company": "mine", "name": "a", "motto": "b", "hall": "c"}},
            {"command": {"type": "rename_campaign", "title": "x"}, "colour": "red"},
            {"command": {"type": "rename_campaign", "title": "x"}, "user": 5},
            {"command": {"type": "rename_campaign", "title": "x"}, "user": "bob"},
            {"command": {"type": "record_battle", "match": {"a": 1}}},
            {"command": "fine"},
            [],
        ],
    )
    def test_commands_that_cannot_be_read(self, api, evening, content):
        before = store.last_position()
        for address in (COMMANDS.format(evening.id), f"campaigns/{evening.id}/preview"):
            refused(api["gail"]("POST", address, content), 400, "malformed")
        assert store.last_position() == before

    @pytest.mark.parametrize("raw", [b"{", b"\xff", b"null", b'{"command": {}, "command": {}}', b"[" * 5_000])
    def test_bodies_that_cannot_be_read(self, api, evening, raw):
        for address in ("campaigns/", COMMANDS.format(evening.id)):
            refused(api["gail"]("POST", address, raw=raw), 400, "malformed")

    @pytest.mark.parametrize(
        ("order", "field"),
        [
            ({}, "title"),
            ({"title": "x", "game": "chess"}, "game"),
            ({"title": "", "game": "istra"}, "title"),
            ({"title": "x", "game": "istra", "rules": {"moon": 1}}, "rules"),
            ({"title": "x", "game": "istra", "rules": {"debt": "maybe"}}, "rules"),
            ({"title": "x", "game": "istra", "battle_rules": {"moon": 1}}, "battle_rules"),
            ({"title": "x", "game": "istra", "campaign": "mine"}, "campaign"),
        ],
    )
    def test_campaigns_that_cannot_be(self, api, evening, order, field):
        answer = api["gail"]("POST", "campaigns/", order)
        assert answer.status_code in (400, 422)
        assert refused(answer, answer.status_code, answer.json()["code"])["field"].startswith(field)

    def test_ids_of_others_and_of_nobody(self, api, evening):
        elsewhere = api["eve"].post("campaigns/", {"title": "Elsewhere", "game": "istra"}, 201)["id"]
        answer = give(api, "eve", elsewhere, "found_company", name="Owls", motto="Who", hall="Barn")
        foreign = answer["written"][1]["stream"].removeprefix("company-")
        for company in (foreign, str(uuid.uuid4()), "ann", "", "x" * 80):
            answer = give(api, "gail", evening.id, "fine", 422, company=company, amount=1, reason="x")
            assert (answer["code"], answer["rule"]) == ("unknown_company", "KERNEL-CAMP-11")
        refused(api["gail"]("GET", f"companies/{foreign}/"), 404, "not_found")

    @pytest.mark.parametrize(
        "address",
        [
            "campaigns/nonsense/",
            "campaigns/00000000-0000-0000-0000-000000000000/",
            "campaigns/{campaign}/nothing",
            "companies/nonsense/",
            "companies/{ann}/heroes/h9/",
            "companies/{ann}/heroes/h9/why?field=xp",
            "companies/{ann}/heroes/%00/",
            "jobs/nonsense/",
            "jobs/00000000-0000-0000-0000-000000000000/",
        ],
    )
    def test_addresses_that_lead_nowhere(self, api, evening, address):
        answer = api["gail"]("GET", address.format(campaign=evening.id, **evening.companies))
        assert answer.status_code in (400, 404)
        assert answer["Content-Type"] == "application/problem+json"

    @pytest.mark.parametrize(
        "query",
        ["after=x", "after=-1", "limit=0", "limit=501", "limit=1e3", "texts=maybe", "after=99999999999"],
    )
    def test_pages_of_events_that_cannot_be(self, api, evening, query):
        refused(api["gail"]("GET", f"campaigns/{evening.id}/events?{query}"), 400, "malformed")

    @pytest.mark.parametrize(
        "address",
        [
            "campaigns/?stage=won",
            "campaigns/?limit=0",
            "campaigns/?cursor=nonsense",
            "campaigns/{campaign}/battles/?match=1",
            "campaigns/{campaign}/companies/?cursor=cD0lMDA%3D",
            "campaigns/{campaign}/companies/?name=%00",
            "campaigns/{campaign}/battles/?kind=duel",
            "campaigns/{campaign}/battles/?company=ann",
            "campaigns/{campaign}/battles/?cursor=cD14",
            "campaigns/{campaign}/battles/?cursor=cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk%3D",
            "campaigns/{campaign}/jobs/?state=lost",
            "campaigns/{campaign}/jobs/?cursor=cD14",
        ],
    )
    def test_lists_that_cannot_be(self, api, evening, address):
        answer = api["gail"]("GET", address.format(campaign=evening.id))
        assert answer.status_code in (400, 404), answer.content
        assert answer["Content-Type"] == "application/problem+json"

    def test_a_job_that_is_done_is_not_tried_again(self, api, evening, fought):
        job = Job.objects.get(kind="settle_match")
        refused(api["gail"]("POST", f"jobs/{job.pk}/retry"), 409, "job_not_idle")

    def test_a_job_that_is_done_is_not_cancelled(self, api, evening, fought):
        job = Job.objects.get(kind="settle_match")
        refused(api["gail"]("POST", f"jobs/{job.pk}/cancel", {"reason": "Too late."}), 409, "job_over")

    @pytest.mark.parametrize(
        ("fields", "status", "code"),
        [
            ({}, 400, "malformed"),
            ({"reason": " \u200b"}, 422, "reason_wanted"),
            ({"reason": "x" * 501}, 400, "malformed"),
            ({"reason": "No.", "state": "done"}, 400, "malformed"),
        ],
    )
    def test_cancelling_a_job_requires_a_reason(self, api, evening, fields, status, code):
        concede(start(evening, "ann", "bob"))
        job = Job.objects.get(kind="settle_match")
        refused(api["gail"]("POST", f"jobs/{job.pk}/cancel", fields), status, code)
        job.refresh_from_db()
        assert (job.state, job.cancel_reason) == ("waiting", "")


def test_the_vocabulary_tells_who_may_and_what_is_read(api, evening):
    told = {one["type"]: one for one in api["nobody"].get("campaign-commands/")}
    assert told["set_role"]["right"] == "gm"
    assert told["buy_item"]["right"] == "owner"
    assert told["buy_item"]["title"]
    assert "item" in str(told["buy_item"]["json_schema"])


def test_invitations_are_for_who_was_invited(api, evening):
    for name in (*ROLES, "fay"):
        assert api[name].get("invitations/") == []
    assert [one["title"] for one in api["dora"].get("invitations/")] == ["The Long Winter"]
