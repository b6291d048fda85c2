"""Whatever a GM may command in a campaign is offered in the admin site, with a reason and a preview; but for a few."""

import pytest

from campaigns.admin import gm_forms
from campaigns.domain.acts import COMMANDS
from campaigns.domain.rights import RIGHTS
from campaigns.models import Battle, Campaign, CampaignSecret, Company, Hero
from rules.kernel.messages import tag_of
from tests.campaigns.admin.filling import act
from tests.campaigns.admin.test_form_sweep import OF_BATTLES, OF_CAMPAIGNS, OF_COMPANIES, OF_HEROES, first_choices
from tests.campaigns.full import GAMES, campaign_of_stage, full_campaign
from tests.campaigns.once import written_for
from tests.undone import undone

TOGETHER = {"choose_talent", "choose_spell", "raise_core", "make_choices"}
"""Made on the page of open choices, one or several of them: `make_choices`."""
ELSEWHERE = {
    "request_join": "who asks to join is not its GM",
    "accept_invite": "who was invited answers, and is not its GM",
    "accept_company": "who was asked to play a company answers for themselves",
    "leave": "the GM stays, and co-GMs leave as every player does, on the page of the campaign",
    "finish_upgrades": "a job does it as soon as it may be done",
    "end_conditions": "a job does it as soon as it may be done",
}
"""The commands that are not offered in the admin site, each with the reason."""
OPTIONAL = {"start_battle", "make_choices"}
"""The forms that ask for a reason and can do without one."""


@pytest.fixture(scope="module", params=GAMES)
def evening_once(request, django_db_setup, django_db_blocker):
    with written_for(request, django_db_blocker):
        yield full_campaign(request.param)


def rows(evening):
    """Everything there is, and campaigns that are not begun, are over, and have their dice elsewhere."""
    others = [campaign_of_stage(stage, evening).id for stage in ("draft", "ended", "running")]
    CampaignSecret.objects.filter(campaign=others[2]).delete()
    yield from Campaign.objects.filter(pk__in=[evening.id, *others])
    yield from Company.objects.filter(campaign=evening.id)
    yield from Hero.objects.filter(company__campaign=evening.id)


def links(gail, row):
    """The acts of a row that are offered beside its GM actions."""
    return [link for group in gail.get(act(row, "acts")).context["groups"] for link in group.links]


def named():
    """The commands that have a button of their own: GM actions, and on the list of campaigns founding one."""
    forms = (*OF_CAMPAIGNS, *OF_COMPANIES, *OF_HEROES, *OF_BATTLES)
    return {kind.name for kind in forms if kind is not gm_forms.StartBattle} | {
        "start_battle",
        "set_house_rules",
        "open_campaign",
    }


def test_every_command_that_is_not_excepted_is_offered(evening, gail):
    """Those about gold, levels and halls in the game that has them; acts of recovery in none of both (`test_acts`)."""
    offered = {link.kind for row in rows(evening) for link in links(gail, row)}
    assert not offered & {*ELSEWHERE}
    if evening.campaign.game == "istra":
        assert {*COMMANDS} - named() - TOGETHER - {*ELSEWHERE} - {"recover"} <= offered


def test_who_a_command_is_for_has_no_part_in_what_is_excepted():
    """A new command for the GM is offered, or stands above with the reason why not."""
    assert {*ELSEWHERE} <= {*COMMANDS}
    assert {tag_of(kind) for kind, right in RIGHTS.items() if right in ("staff", "gm")} & {*ELSEWHERE} == {
        "finish_upgrades",
        "end_conditions",
    }


def test_each_of_them_asks_for_a_reason_and_shows_what_will_change(evening, gail):
    tried = set()
    for row in rows(evening):
        for link in links(gail, row):
            if link.kind not in tried and link.kind and link.refused is None:
                tried.add(link.kind)
                form = gail.get(link.address).context["form"]
                assert form.fields["reason"].required, link
                check_looked_at(gail, link.address, form)


def check_looked_at(gail, address, form):
    """Sent with what stands there, or is chosen first: it is shown what will change, or the rules refuse it."""
    given = {field.name: field.value() for field in form if field.value() not in (None, False, "")}
    chosen = {name: value for name, value in first_choices(form).items() if not name.startswith("sheet-")}
    typed = {"name": "Wanda", "motto": "On", "hall": "Hall of Wanda", "user": "eve", "count": "1"}
    with undone():
        shown = gail.post(address, {**chosen, **typed, **given, "seen": "", "reason": "Agreed."})
    assert shown.status_code == 200, address
    again = shown.context["form"]
    assert again.preview is not None or again.refusal is not None, (address, again.errors)
    assert again.refusal is None or again.refusal.code != "malformed", (address, again.refusal)


def test_each_button_asks_for_a_reason(evening, gail):
    forms = (*OF_CAMPAIGNS, *OF_COMPANIES, *OF_HEROES, *OF_BATTLES)
    assert {kind.name for kind in forms if not kind.base_fields["reason"].required} == set()
    offered = {Campaign: OF_CAMPAIGNS, Company: OF_COMPANIES, Hero: OF_HEROES, Battle: OF_BATTLES}
    opened = {}
    for row in (*rows(evening), *Battle.objects.filter(campaign=evening.id)):
        for kind in offered[type(row)]:
            if kind.name not in opened and (shown := gail.get(act(row, kind.name))).status_code == 200:
                opened[kind.name] = shown.context["form"]
    assert {name for name, form in opened.items() if not form.fields["reason"].required} == {"start_battle"} <= OPTIONAL
