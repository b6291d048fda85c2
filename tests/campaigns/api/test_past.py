"""The API as of any event or date, and what stands in an address that nobody reads."""

from urllib.parse import quote

import pytest
import time_machine
from django.contrib.auth import get_user_model

from eventstore import api as store
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import start
from tests.matches.calling import Api, refused

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def heads(evening):
    """How far the campaign and Ann's company have come."""
    names = (f"campaign-{evening.id}", f"company-{evening.companies['ann']}")
    return tuple(store.head(name).version for name in names)


class TestHeroes:
    def test_as_of_an_event(self, api, evening):
        _, then = heads(evening)
        address = f"companies/{evening.companies['ann']}/heroes/h1/"
        evening.do("award_xp", company=evening.companies["ann"], hero="h1", amount=4, reason="wit")
        now, past = api["bob"].get(address), api["bob"].get(address, at=then)
        # IST-XP-02: 4 XP make level 2. At the event before there were neither.
        assert (now["hero"]["xp"], now["hero"]["level"]) == (4, 2)
        assert (past["hero"]["xp"], past["hero"]["level"], past["version"]) == (0, 1, then)
        told = [event["type"] for event in past["history"]]
        assert told[0] == "hero_recruited"
        assert "xp_gained" not in told
        assert "xp_gained" in [event["type"] for event in now["history"]]

    def test_not_before_they_joined(self, api, evening):
        refused(api["bob"]("GET", f"companies/{evening.companies['ann']}/heroes/h1/?at=1"), 404, "not_found")

    def test_for_members_alone(self, api, evening):
        refused(api["eve"]("GET", f"companies/{evening.companies['ann']}/heroes/h1/?at=3"), 404, "not_found")


class TestCampaigns:
    def test_as_of_an_event(self, api, evening):
        then, company = heads(evening)
        before = api["bob"].get(f"campaigns/{evening.id}/")
        evening.do("set_house_rule", name="debt", value="on")
        evening.do("award_gold", company=evening.companies["ann"], amount=50, reason="a find")
        evening.do("leave", by="gus")
        start(evening, "ann", "bob")
        past = api["bob"].get(f"campaigns/{evening.id}/", at=then)
        assert (past["version"], past["house_rules"]["campaign"]["debt"]) == (then, "off")
        assert "gus" in [one["name"] for one in past["members"]]
        assert past["battles"] == past["jobs"] == []
        assert past["members"] == before["members"]
        # Companies stand as they were when that event was recorded; all that came later is not in it.
        ann = next(one for one in past["companies"] if one["id"] == evening.companies["ann"])
        assert ann["version"] <= company
        assert ann["in_battle"] is None

    def test_as_of_an_instant(self, db):
        with time_machine.travel("2026-03-01T20:00:00Z", tick=False):
            evening = Evening("ann", "bob")
        with time_machine.travel("2026-03-02T20:00:00Z", tick=False):
            evening.do("award_gold", company=evening.companies["ann"], amount=50, reason="a find")
            evening.join("cora")
            evening.found("cora")
        ann, at = Api(get_user_model().objects.get(username="ann")), quote("2026-03-01T21:00:00Z")
        seen = ann.get(f"campaigns/{evening.id}/?at={at}")
        # 500 gp founding less 2 humans of 100 gp each, IST-RACE-01.
        assert [(one["name"], one["gold"], one["owner"]["name"]) for one in seen["companies"]] == [
            ("Ann's", 300, "ann"),
            ("Bob's", 300, "bob"),
        ]
        # Fighters of level 1 have a talent to choose, IST-XP-04.
        assert [(one["name"], one["owed"]) for one in seen["owed"]][:2] == [
            ("Ann 1", {"talent": 1}),
            ("Ann 2", {"talent": 1}),
        ]

    def test_what_is_owed_and_worth_now_is_the_same_from_the_log(self, api, evening):
        """Of this very event, rows and log tell one story."""
        evening.do("rename_campaign", title="Thaw")
        now = api["ann"].get(f"campaigns/{evening.id}/")
        past = api["ann"].get(f"campaigns/{evening.id}/", at=heads(evening)[0])
        for field in ("companies", "owed", "fates_owed", "battles", "members", "house_rules", "battle_counts"):
            assert past[field] == now[field], field

    @pytest.mark.parametrize("at", ["0", "999", "yesterday", "1999-01-01"])
    def test_it_refuses_what_never_was(self, api, evening, at):
        answer = api["ann"]("GET", f"campaigns/{evening.id}/?at={at}")
        assert answer.status_code in (400, 404)
        assert (answer.status_code == 400) is (at in ("0", "yesterday"))


class TestParameters:
    @pytest.mark.parametrize(
        ("address", "name"),
        [
            ("campaigns/?stages=draft", "stages"),
            ("campaigns/{campaign}/?version=3", "version"),
            ("campaigns/{campaign}/events?at=3", "at"),
            ("campaigns/{campaign}/companies/?sort=name", "sort"),
            ("campaigns/{campaign}/battles/?winner=x", "winner"),
            ("campaigns/{campaign}/standings?at=3", "at"),
            ("campaigns/{campaign}/jobs/?done=true", "done"),
            ("campaigns/{campaign}/links?all=true", "all"),
            ("companies/{company}/?when=3", "when"),
            ("companies/{company}/ledger?at=3", "at"),
            ("companies/{company}/heroes/h1/?field=xp", "field"),
            ("companies/{company}/heroes/h1/why?field=xp&at=3", "at"),
            ("invitations/?mine=true", "mine"),
            ("campaign-commands/?type=invite", "type"),
        ],
    )
    def test_unknown_ones_are_refused_by_name(self, api, evening, address, name):
        path = address.format(campaign=evening.id, company=evening.companies["ann"])
        refused(api["gail"]("GET", path), 400, "malformed", field=name)

    def test_of_a_command_too(self, api, evening):
        content = {"command": {"type": "start_downtime"}}
        answer = api["gail"]("POST", f"campaigns/{evening.id}/commands?preview=true", content)
        refused(answer, 400, "malformed", field="preview")
        assert evening.campaign.downtime == 0

    def test_those_of_lists_are_known(self, api, evening):
        def ids(address, **query):
            return [one["id"] for one in api["gail"].get(address, **query)["results"]]

        own, companies = str(evening.id), f"campaigns/{evening.id}/companies/"
        assert ids("campaigns/", game="istra", stage="running", limit=5) == [own]
        assert ids("campaigns/", game="ishmek", limit=5) == ids("campaigns/", stage="ended", limit=5) == []
        assert ids(companies, name="ann", limit=1) == [evening.companies["ann"]]
        assert len(ids(companies, limit=1)) == 1
        assert set(ids(companies, limit=5)) == set(evening.companies.values())
