"""All house rules of a campaign on one form of the admin site: shown before they are set, for one reason."""

import pytest

from campaigns.domain.campaign.house_rules import progression_of
from campaigns.models import Campaign
from campaigns.pages.rules import tables_of
from rules.kernel.switches import switches_of
from rules.registry import RULESETS
from tests.campaigns.acting import Evening
from tests.campaigns.admin.filling import act, look, page, send, text
from tests.campaigns.full import campaign_of_stage
from tests.rules.play import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(evening):
    return Campaign.objects.get(pk=evening.id)


def present(gail, address):
    """What stands in the form as it is opened."""
    form = gail.get(address).context["form"]
    return {field.name: field.value() for field in form if field.value() not in (None, False, "")}


def rows(shown):
    return [(row.field, row.old, row.new) for row in shown.context["form"].preview.rows]


@rule("KERNEL-CAMP-04")
def test_several_are_foreseen_and_set_for_one_reason(evening, gail, campaign):
    """From their defaults: no debt, halls at once, 0 gold for a battle."""
    address = act(campaign, "house_rules")
    wanted = {**present(gail, address), "own-debt": "on", "own-hall_downtimes": "2"}
    before, shown = evening.campaign, look(gail, address, **wanted)
    assert evening.campaign == before
    assert len(rows(shown)) == 2
    assert send(gail, address, **wanted, reason="We trust each other.").status_code == 302
    assert evening.campaign.rules == {**before.rules, "debt": "on", "hall_downtimes": 2}
    history = text(gail.get(page(campaign)))
    assert history.count("We trust each other.") == 2


def test_what_is_left_as_it_is_is_no_change(evening, gail, campaign):
    address = act(campaign, "house_rules")
    before = evening.campaign
    shown = look(gail, address, **present(gail, address))
    assert "Nothing was changed." in text(shown)
    assert evening.campaign == before


def test_a_refused_one_is_told_at_its_field_and_none_is_set(evening, gail, campaign):
    """No hall takes so many downtimes; the debt beside it is not set either."""
    address = act(campaign, "house_rules")
    wanted = {**present(gail, address), "own-debt": "on", "own-hall_downtimes": "1000000000"}
    before = evening.campaign
    shown = look(gail, address, **wanted)
    assert shown.context["form"].errors.keys() & {"own-hall_downtimes"}
    assert evening.campaign == before


@rule("KERNEL-CAMP-04")
@pytest.mark.usefixtures("wins_pay_double")
def test_those_that_hold_only_together_are_set_together(evening, gail, campaign):
    address = act(campaign, "house_rules")
    wanted = {**present(gail, address), "own-battle_income": "30", "own-win_income": "60"}
    assert len(rows(look(gail, address, **wanted))) == 2
    assert send(gail, address, **wanted, reason="The purse is full.").status_code == 302
    assert evening.campaign.rules == {"battle_income": 30, "win_income": 60}


def test_a_form_sent_twice_sets_once(evening, gail, campaign):
    address = act(campaign, "house_rules")
    wanted = {**present(gail, address), "own-debt": "on"}
    form = look(gail, address, **wanted).context["form"]
    sent = {**wanted, "key": form["key"].value(), "seen": form["seen"].value(), "reason": "The table agreed."}
    gail.post(address, sent)
    version = Campaign.objects.get().version
    gail.post(address, sent)
    assert Campaign.objects.get().version == version


@pytest.mark.parametrize("game", list(RULESETS))
def test_every_switch_is_there_or_is_a_table(gail_of, game):
    gail, campaign = gail_of(game)
    fields = gail.get(act(campaign, "house_rules")).context["form"].fields
    there = {name.partition("-")[2].partition(".")[0] for name in fields if "-" in name}
    own = {*switches_of(progression_of(game).rules_type)} - {*tables_of(game)}
    assert own | {*switches_of(RULESETS[game].house_rules)} <= there


@pytest.mark.parametrize("stage", ["draft", "running", "ended"])
def test_it_is_offered_while_the_campaign_goes_on(evening, gail, stage):
    campaign = Campaign.objects.get(pk=campaign_of_stage(stage, evening).id)
    offered = {one["path"].rstrip("/").rpartition("/")[2] for one in actions(gail, campaign)}
    assert ("house_rules" in offered) == (stage != "ended")


def actions(gail, campaign):
    detail = gail.get(page(campaign)).context["actions_detail"]
    return [one for item in detail for one in (item.get("items") or [item])]


@pytest.fixture
def gail_of(browsers):
    def made(game):
        evening = Evening(game=game)
        return browsers["gail"], Campaign.objects.get(pk=evening.id)

    return made
