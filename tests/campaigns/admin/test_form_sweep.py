"""Every choice that forms of the admin site offer and both bounds of every number, in a campaign of each game."""

from uuid import uuid4

import pytest
from django.http import QueryDict

from campaigns.admin import gm_forms
from campaigns.admin.choosing import Choices
from campaigns.command_targets import CommandTarget
from campaigns.domain.campaign.house_rules import progression_of
from campaigns.games import deals
from campaigns.models import Battle, Campaign, CampaignSecret, Company, Hero, Job
from campaigns.open_choices import open_choices_of
from tests.campaigns.admin.filling import act, confirm
from tests.campaigns.deciding import is_done, readable
from tests.campaigns.full import GAMES, campaign_of_stage, full_campaign
from tests.campaigns.once import written_for
from tests.matches.pages.test_form_sweep import variants
from tests.undone import undone

OF_COMPANIES = (gm_forms.AWARD_GOLD, gm_forms.FINE, gm_forms.TRANSFER, gm_forms.CORRECT_COMPANY)
OF_HEROES = (
    *(gm_forms.AWARD_XP, gm_forms.DECLARE_FATE, gm_forms.CORRECT_HERO),
    *(gm_forms.ADD_CONDITION, gm_forms.END_CONDITION, gm_forms.CAPTURE_HERO, gm_forms.FREE_CAPTIVE),
)
OF_BATTLES = (gm_forms.RECORD_BATTLE, gm_forms.RECORD_AGAIN, gm_forms.VOID_BATTLE)
OF_CAMPAIGNS = (
    *(gm_forms.StartBattle, gm_forms.START_DOWNTIME, gm_forms.START_CAMPAIGN),
    gm_forms.ADVANCE_CLOCK,
    *(gm_forms.END_CAMPAIGN, gm_forms.REOPEN_CAMPAIGN, gm_forms.TAKE_OVER_DICE),
    *(gm_forms.ARCHIVE_CAMPAIGN, gm_forms.RENAME_CAMPAIGN),
)
BESIDE = {"correct": {"value": "1"}}
"""What is typed where something has to stand."""


@pytest.fixture(scope="module", params=GAMES)
def evening_once(request, django_db_setup, django_db_blocker):
    with written_for(request, django_db_blocker):
        yield full_campaign(request.param)


def asked(evening):
    """Each form with what it is about."""
    gail = evening.people["gail"]
    campaign = CommandTarget.find(gail, evening.id)
    yield from ((kind, campaign) for kind in OF_CAMPAIGNS)
    yield from (
        (kind, CommandTarget.find(gail, evening.id, match=match))
        for match in evening.campaign.battles
        for kind in OF_BATTLES
    )
    for row in Company.objects.filter(campaign=evening.id):
        yield from ((kind, CommandTarget.find(gail, evening.id, company=row.pk)) for kind in OF_COMPANIES)
    for row in Hero.objects.filter(company__campaign=evening.id):
        about = CommandTarget.find(gail, evening.id, company=row.company_id, hero=row.hero)
        yield from ((kind, about) for kind in OF_HEROES)


def filled(kind, about, typed):
    """A form as it comes back from a browser."""
    sent = QueryDict(mutable=True)
    sent.update({name: value for name, value in typed.items() if value != ""})
    sent.update({"reason": "The table agreed.", "key": str(uuid4()), **BESIDE.get(kind.name, {})})
    return kind(about, sent)


def test_every_offered_choice_and_bound_can_be_decided(evening):
    kinds, valid = set(), 0
    for kind, about in asked(evening):
        empty = kind(about)
        form = empty.asked if kind is gm_forms.StartBattle else empty.form
        for what, typed in variants(form):
            deed = filled(kind, about, typed)
            missing = {field.name for field in form.fields if field.required and not typed[field.name]}
            if not deed.is_valid() and deed.refusal is None:
                assert missing - {"reason"} or set(deed.errors) <= missing, (kind.name, what, deed.errors)
                continue
            assert deed.refusal is None or deed.refusal.code != "malformed", (kind.name, what, deed.refusal)
            if deed.refusal is None or deed.refusal.code != "seat_taken":
                with readable(kind.name, what):
                    is_done(evening.id, about.who, deed.command)
            kinds.add(kind)
            valid += 1
    assert kinds == {*OF_CAMPAIGNS, *OF_BATTLES, *OF_COMPANIES, *OF_HEROES}
    assert valid > 200


def chosen(name, value):
    """One choice as a browser sends it."""
    sent = QueryDict(mutable=True)
    sent.update({name: value, "key": str(uuid4()), "reason": "Agreed."})
    return sent


def test_every_choice_that_is_owed_can_be_decided(evening):
    owed = open_choices_of(evening.campaign, list(evening.campaign.companies))
    done = set()
    for one in owed:
        for value in one.options:
            form = Choices(CommandTarget.find(evening.people["gail"], evening.id), owed, chosen(one.name, value))
            assert form.is_valid() or form.refused, form.errors
            with readable(one.name, value):
                done |= {one.kind} if is_done(evening.id, evening.people["gail"], form.command) else set()
    kinds = progression_of(evening.campaign.game).growth.choices
    assert done == ({*kinds, "fate"} if kinds else set())


FORMS_OF_ROWS = {Campaign: OF_CAMPAIGNS, Company: OF_COMPANIES, Hero: OF_HEROES, Battle: OF_BATTLES}
OF_GOLD = {gm_forms.AWARD_GOLD, gm_forms.FINE, gm_forms.TRANSFER, gm_forms.AWARD_XP}
"""The forms of games with gold and levels."""


def rows(evening):
    """The rows that have forms, and campaigns that are not begun, are over, and have their dice elsewhere."""
    others = [campaign_of_stage(stage, evening).id for stage in ("draft", "ended", "running")]
    CampaignSecret.objects.filter(campaign=others[2]).delete()
    yield from Campaign.objects.filter(pk__in=[evening.id, *others])
    yield from Company.objects.filter(campaign=evening.id)
    yield from Hero.objects.filter(company__campaign=evening.id)
    yield from Battle.objects.filter(campaign=evening.id)


def test_each_form_can_be_sent(evening, gail):
    tried = set()
    for row in rows(evening):
        for kind in FORMS_OF_ROWS[type(row)]:
            page = gail.get(act(row, kind.name))
            if kind not in tried and page.status_code == 200:
                tried.add(kind)
                check_sent(gail, act(row, kind.name), page.context["form"])
    has_not = set() if deals(evening.campaign.game) else OF_GOLD
    assert tried == {*OF_CAMPAIGNS, *OF_BATTLES, *OF_COMPANIES, *OF_HEROES} - has_not


def test_the_choices_that_are_owed_can_be_sent(evening, gail):
    owed = open_choices_of(evening.campaign, list(evening.campaign.companies))
    for one in owed:
        row = Hero.objects.get(company=one.company.id, hero=one.hero.id)
        with undone():
            answer = confirm(gail, act(row, "choices"), chosen(one.name, min(one.options)).dict())
        refused = (
            [] if answer.status_code == 302 else [row.refused.code for row in answer.context["rows"] if row.refused]
        )
        assert answer.status_code == 302 or refused, one.name
        assert "malformed" not in refused, one.name
    assert bool(owed) == bool(progression_of(evening.campaign.game).growth.choices)


def test_what_is_done_with_a_job_can_be_sent(evening, gail):
    job = Job.objects.filter(scope=evening.id).first()
    for deed in ("retry", "cancel"):
        check_sent(gail, act(job, deed), gail.get(act(job, deed)).context["form"])


def check_sent(client, address, form):
    """A form is sent with what stands in it, or is chosen first: it is done, or the rules refuse it."""
    given = {field.name: field.value() for field in form if field.value() not in (None, False, "")}
    typed = {"amount": "5", "value": "1", "name": "cursed"}
    with undone():
        sent = {**typed, **first_choices(form), **given, "reason": "Agreed."}
        answer = confirm(client, address, sent)
        again = answer.context["form"] if answer.status_code == 200 else None
    if again is None:
        assert answer.status_code == 302, address
    else:
        assert again.refusal is not None, (address, again.errors)
        assert again.refusal.code not in ("malformed", "bad_ground"), (address, again.refusal)


def first_choices(form):
    """By field what is chosen first where something can be."""
    found = {name: [value for value, _ in getattr(one, "choices", ()) if value] for name, one in form.fields.items()}
    return {name: values[0] for name, values in found.items() if values}
