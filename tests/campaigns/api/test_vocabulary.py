"""What a program reads before it sends anything: schemas of commands, who may give them, statuses and fields."""

from pathlib import Path

import jsonschema
import pytest

from campaigns import service
from campaigns.api.views import schema_of
from campaigns.domain.acts import COMMANDS
from campaigns.errors import STATUS_OF_CODE
from tests.campaigns.api.test_who_may import GIVING, named
from tests.matches.calling import refused
from tests.rules.play import rule

pytestmark = pytest.mark.django_db

ORC = {"power": 5, "finesse": 5, "will": 5, "cost": -5}
PAGE = (Path(__file__).parents[3] / "docs" / "campaigns.md").read_text(encoding="utf-8")


def give(api, evening, who, order):
    return api[who]("POST", f"campaigns/{evening.id}/commands", {"command": order})


class TestSchemas:
    @pytest.mark.parametrize(("kind", "fields"), [(kind, fields) for kind, fields, _ in GIVING])
    def test_what_is_sent_keeps_to_them(self, evening, kind, fields):
        jsonschema.validate({"type": kind, **named(evening, fields)}, schema_of(COMMANDS[kind]))

    @pytest.mark.parametrize("kind", service.FILLED_HERE, ids=lambda kind: kind.__name__)
    def test_what_the_server_fills_is_not_in_them(self, kind):
        struct = schema_of(kind)["$defs"][kind.__name__]
        for field in service.FILLED_HERE[kind]:
            assert field in kind.__struct_encode_fields__
            assert field not in struct["properties"]
            assert field not in struct["required"]

    def test_ids_that_are_chosen_here_are_among_them(self):
        for kind, field in service.CHOSEN_HERE.items():
            assert field in service.FILLED_HERE[kind]

    def test_the_server_tells_the_same(self, api):
        told = {one["type"]: one for one in api["nobody"].get("campaign-commands/")}
        assert told.keys() == COMMANDS.keys()
        struct = told["start_battle"]["json_schema"]["$defs"]["StartBattle"]
        assert struct["required"] == ["type", "sides"]
        assert {kind: one["address"] for kind, one in told.items() if one["address"] != GIVEN} == {
            "open_campaign": "POST campaigns/"
        }


GIVEN = "POST campaigns/{id}/commands"


@rule("KERNEL-CAMP-01")
def test_rights_that_are_whom_it_concerns(api, evening):
    """The words of the table beside what happens: a member, of somebody else's affairs."""
    told = {one["type"]: one["right"] for one in api["nobody"].get("campaign-commands/")}
    ann, bob = evening.companies["ann"], evening.companies["bob"]
    answer = give(api, evening, "ann", {"type": "declare_invasion", "company": ann, "defender": bob}).json()
    invasion = answer["written"][0]["events"][0]["invasion"]
    affairs = {
        "withdraw_invite": ("concerned", {"account": evening.key("dora")}, "dora"),
        "decline_request": ("concerned", {"account": evening.key("fay")}, "fay"),
        "withdraw_invasion": ("attacker", {"invasion": invasion}, "ann"),
    }
    for kind, (right, fields, whose) in affairs.items():
        assert told[kind] == right
        refused(give(api, evening, "bob", {"type": kind, **fields}), 403, "not_yours")
        assert give(api, evening, whose, {"type": kind, **fields}).status_code == 200


class TestFields:
    @rule("KERNEL-CAMP-04", "KERNEL-ILL-23")
    @pytest.mark.parametrize(
        ("name", "value", "status", "code", "field"),
        [
            ("race_cost", -5, 422, "bad_house_rule", "value"),
            (
                "races",
                {"orc": {"power": 5, "finesse": 5, "will": 5, "cost": -5}},
                422,
                "bad_house_rule",
                "value.orc.cost",
            ),
            ("hall_downtimes", -1, 422, "bad_house_rule", "value"),
            ("fate", "maybe", 400, "malformed", "value"),
            ("bow_range", -5, 422, "bad_house_rule", "value"),
            ("measure", "thumbs", 400, "malformed", "value"),
            ("luck", "on", 422, "unknown_house_rule", "name"),
        ],
    )
    def test_of_a_house_rule_that_is_changed(self, api, evening, name, value, status, code, field):
        order = {"type": "set_house_rule", "name": name, "value": value}
        refused(give(api, evening, "gail", order), status, code, field=field)

    @rule("KERNEL-CAMP-04", "KERNEL-ILL-23")
    @pytest.mark.parametrize(
        ("order", "status", "code", "field"),
        [
            ({"rules": {"hall_downtimes": -1}}, 422, "bad_house_rule", "rules.hall_downtimes"),
            ({"rules": {"fate": "maybe"}}, 400, "malformed", "rules.fate"),
            ({"battle_rules": {"bow_range": -5}}, 422, "bad_house_rule", "battle_rules.bow_range"),
            ({"battle_rules": {"measure": "thumbs"}}, 400, "malformed", "battle_rules.measure"),
        ],
    )
    def test_of_house_rules_that_a_campaign_opens_with(self, api, order, status, code, field):
        answer = api["eve"]("POST", "campaigns/", {"title": "Thaw", "game": "istra", **order})
        refused(answer, status, code, field=field)


class TestStatuses:
    @pytest.mark.parametrize(
        ("kind", "fields", "code"),
        [
            ("start_campaign", {}, "wrong_stage"),
            ("archive_campaign", {}, "wrong_stage"),
            ("take_over_dice", {"reason": "we have moved"}, "dice_kept_here"),
            ("request_join", {}, "already_member"),
        ],
    )
    def test_what_the_rules_refuse_is_422(self, api, evening, kind, fields, code):
        refused(give(api, evening, "gail", {"type": kind, **fields}), 422, code)

    def test_after_the_end_too(self, api, evening):
        evening.do("end_campaign")
        refused(give(api, evening, "gail", {"type": "start_downtime"}), 422, "campaign_over")

    def test_the_page_tells_those_of_the_campaign_that_are_none(self):
        for code, status in STATUS_OF_CODE.items():
            (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| {status} |")]
            assert f"`{code}`" in line
