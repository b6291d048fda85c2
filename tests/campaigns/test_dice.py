"""The dice for fates: the campaign's own, from a secret it is committed to; anybody can work them out who knows it."""

import io
from random import Random

import pytest

from campaigns import service
from campaigns.domain.campaign.commands import RecordBattle
from campaigns.domain.campaign.events import FateRolled
from campaigns.handler import carry_out
from campaigns.models import CampaignSecret, Company
from campaigns.transfer import export_campaign, import_campaign
from eventstore import api as store
from jobs import queue
from jobs.models import Job
from jobs.queue import job_of
from matches import service as matches
from matches.documents import plain
from matches.handler import command_request
from rules.kernel.dice import commitment, derive_face, dice_key
from rules.registry import RULESETS
from tests.campaigns.acting import Evening
from tests.campaigns.elsewhere import elsewhere
from tests.campaigns.fighting import start
from tests.rules.play import rule
from web.errors import Refusal
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

ROLLED = {"rules": {"fate": "survival_roll"}}


def fight(evening):
    """A battle that all of Bob's heroes leave on a stretcher, with new ones where those of before have died."""
    bobs = evening.companies["bob"]
    while len(evening.company("bob").ready) < 2:
        evening.do("award_gold", company=bobs, amount=100, reason="the dead are mourned")
        evening.do("recruit_hero", by="bob", company=bobs, name="Another", race="human", calling="fighter")
    match = start(evening, "ann", "bob")
    deploy(match)
    for hero in evening.company("bob").ready:
        strike = {"type": "gm_adjust", "model": f"s2-{hero.id}", "field": "health", "value": 0, "reason": "struck"}
        matches.give_command(THE_HOUSE, match, strike)
    return match


def deploy(match):
    """Everybody comes onto the table."""
    rng = Random(1)
    while matches.load(THE_HOUSE, match).match.state.turn == 0:
        state = matches.load(THE_HOUSE, match).match.state
        matches.give_command(THE_HOUSE, match, plain(RULESETS["istra"].bots()["sensible"](state, rng)))


def record(evening, match, key=None):
    return carry_out(command_request(THE_HOUSE, "record", str(match), key), evening.id, RecordBattle(match=str(match)))


def rolls(done):
    return [
        told.event
        for told in service.history_of(done.campaign)
        if isinstance(told.event, FateRolled) and told.recorded in done.written[done.campaign.stream]
    ]


@rule("IST-Q-100")
def test_fates_are_rolled_by_the_dice_of_the_campaign():
    evening = Evening("ann", "bob", **ROLLED)
    first, second = (rolls(record(evening, fight(evening))) for _ in range(2))
    key = dice_key(bytes(CampaignSecret.objects.get().secret), str(evening.id), {})
    index = 0
    for roll in (*first, *second):
        assert roll.source == "house"
        ((sides, face, _kept),) = roll.dice
        assert roll.blocks[0] == index
        expected, index = derive_face(key, index, sides)
        assert face == expected
    assert evening.campaign.dice_index == index > 0
    assert store.check("campaigns") == []


def test_recorded_twice_under_one_key_the_dice_fall_once():
    evening = Evening("ann", "bob", **ROLLED)
    match = fight(evening)
    first, again = (record(evening, match, key="settle") for _ in range(2))
    assert again.repeated
    assert rolls(again) == rolls(first) != []
    with pytest.raises(Refusal) as caught:
        record(evening, match)
    assert (caught.value.code, caught.value.status) == ("battle_already_recorded", 422)


def test_nobody_sees_a_die_before_it_falls():
    evening = Evening("ann", "bob", **ROLLED)
    match = fight(evening)
    order = {"type": "record_battle", "match": str(match)}
    before = store.last_position()
    fates = {
        (one.company, one.hero, one.old, one.new)
        for one in service.preview(evening.people["gail"], evening.id, order)
        if one.field == "standing"
    }
    assert fates == {(evening.companies["bob"], hero, "ready", "to_be_rolled") for hero in ("h1", "h2")}
    assert (store.last_position(), evening.campaign.dice_index) == (before, 0)
    with pytest.raises(Refusal) as caught:
        service.preview(evening.people["ann"], evening.id, order)
    assert caught.value.code == "gm_only"


def test_the_gm_sees_what_voiding_a_battle_would_change():
    evening = Evening("ann", "bob")
    match = fight(evening)
    record(evening, match)
    before = store.last_position()
    order = {"type": "void_battle", "match": str(match), "reason": "wrong table"}
    differences = service.preview(evening.people["gail"], evening.id, order)
    assert {(one.company, one.hero, one.field, one.new) for one in differences} >= {
        (evening.companies["ann"], "h1", "xp", 0),
        (evening.companies["ann"], "h2", "xp", 0),
    }
    assert store.last_position() == before
    evening.do("void_battle", match=str(match), reason="wrong table")
    assert evening.company("ann").heroes["h1"].xp == 0
    assert store.check("campaigns") == []


@rule("KERNEL-CAMP-12", "KERNEL-ILL-35")
def test_it_refuses_to_roll_where_the_secret_was_made_elsewhere():
    evening = Evening("ann", "bob", **ROLLED)
    match = fight(evening)
    CampaignSecret.objects.all().delete()
    before = store.last_position()
    with pytest.raises(Refusal) as caught:
        record(evening, match)
    assert (caught.value.code, caught.value.status) == ("dice_kept_elsewhere", 422)
    assert caught.value.rule == "KERNEL-CAMP-12"
    assert "take_over_dice" in caught.value.hint
    assert store.last_position() == before
    assert Job.objects.exists()


def moved(evening):
    """The campaign in another Skald, with a battle of it to be settled there; the events that had rolled before."""
    before = rolls(record(evening, fight(evening)))
    match, file = fight(evening), io.BytesIO()
    export_campaign(THE_HOUSE, evening.id, file)
    elsewhere()
    file.seek(0)
    import_campaign(file)
    return before, match


@rule("KERNEL-CAMP-12")
def test_a_campaign_from_elsewhere_takes_its_dice_over():
    """From the new secret, and from the block on that the old one had come to."""
    evening = Evening("ann", "bob", **ROLLED)
    before, match = moved(evening)
    committed = evening.campaign.commitment
    with pytest.raises(Refusal):
        record(evening, match)
    done = evening.do("take_over_dice", commitment="0" * 64, reason="we have moved")
    (told,) = service.history_of(done.campaign, done.campaign.version - 1)
    secret = CampaignSecret.objects.get()
    assert (told.event.old, told.event.reason) == (committed, "we have moved")
    assert told.event.commitment == evening.campaign.commitment == secret.commitment == commitment(bytes(secret.secret))
    after = rolls(record(evening, match))
    assert after[0].blocks[0] == sum(before[-1].blocks)
    key = dice_key(bytes(secret.secret), str(evening.id), {})
    assert [derive_face(key, roll.blocks[0], roll.dice[0][0])[0] for roll in after] == [
        roll.dice[0][1] for roll in after
    ]
    assert store.check("campaigns") == []


@rule("KERNEL-CAMP-12")
def test_what_was_parked_for_want_of_dice_goes_on_once_they_are_taken_over():
    """And nothing else that is parked."""
    evening = Evening("ann", "bob", **ROLLED)
    match = fight(evening)
    CampaignSecret.objects.all().delete()
    queue.sweep(60)
    settling = Job.objects.get(kind="settle_match")
    assert (settling.state, settling.error_type) == ("parked", "dice_kept_elsewhere")
    other = job_of("finish_upgrades", evening.id, "nowhere", f"campaign-{evening.id}", 1)
    other.state, other.error_type = "parked", "ValueError"
    other.save()
    evening.do("take_over_dice", reason="the secret is lost")
    queue.sweep(60)
    assert evening.campaign.battles[str(match)].stage == "recorded"
    states = dict(Job.objects.values_list("kind", "state"))
    assert (states["settle_match"], states["try_again"], states["finish_upgrades"]) == ("done", "done", "parked")
    assert Job.objects.get(kind="try_again").result == {"tried_again": 1}


@rule("KERNEL-CAMP-12", "KERNEL-CAMP-09", "KERNEL-ILL-35")
def test_it_refuses_to_take_dice_over_that_are_kept_here_or_without_a_reason():
    evening = Evening("ann", "bob", **ROLLED)
    before = store.last_position()
    for order, code in (({"reason": "luck"}, "dice_kept_here"), ({"reason": " "}, "reason_wanted")):
        with pytest.raises(Refusal) as caught:
            evening.do("take_over_dice", commitment="0" * 64, **order)
        assert caught.value.code == code
        with pytest.raises(Refusal) as caught:
            service.preview(evening.people["gail"], evening.id, {"type": "take_over_dice", **order})
        assert caught.value.code == code
    assert (store.last_position(), CampaignSecret.objects.count()) == (before, 1)
    CampaignSecret.objects.all().delete()
    evening.do("take_over_dice", reason="the secret is lost")
    with pytest.raises(Refusal) as caught:
        evening.do("take_over_dice", reason="once more")
    assert (caught.value.code, caught.value.status) == ("dice_kept_here", 422)


def exchange_secret(evening):
    """Somebody with the database exchanges the secret that the campaign is committed to."""
    kept = CampaignSecret.objects.get(commitment=evening.campaign.commitment)
    was = bytes(kept.secret)
    CampaignSecret.objects.filter(pk=kept.pk).update(secret=b"L" * 32)
    return was


@rule("KERNEL-CAMP-12", "KERNEL-ILL-35")
def test_it_refuses_to_roll_from_another_secret_than_it_is_committed_to():
    evening = Evening("ann", "bob", **ROLLED)
    match = fight(evening)
    kept = exchange_secret(evening)
    before = store.last_position()
    orders = (lambda: record(evening, match), lambda: evening.do("end_campaign", reason="spring"))
    for order in orders:
        with pytest.raises(Refusal) as caught:
            order()
        assert (caught.value.code, caught.value.status) == ("secret_replaced", 409)
        assert caught.value.rule == "KERNEL-CAMP-12"
        assert "backup" in caught.value.hint
    assert store.last_position() == before
    CampaignSecret.objects.update(secret=kept)
    assert rolls(record(evening, match))


@rule("KERNEL-CAMP-12")
def test_an_exchanged_secret_is_told_until_other_dice_are_taken_over(client, django_user_model):
    evening = Evening("ann", "bob", **ROLLED)
    match = fight(evening)
    client.force_login(django_user_model.objects.create_superuser("root", password="the-hall-is-cold"))
    page = f"/admin/campaigns/campaign/{evening.id}/change/"
    told = "not the one that was committed to"
    assert (store.verify_store(), store.check("campaigns")) == ([], [])
    assert told not in client.get(page).content.decode()
    exchange_secret(evening)
    queue.sweep(60)
    settling = Job.objects.get(kind="settle_match")
    assert (settling.state, settling.error_type) == ("parked", "secret_replaced")
    (finding,) = store.verify_store()
    assert (finding.kind, finding.stream) == ("secret", f"campaign-{evening.id}")
    assert store.check("campaigns") == [str(finding)]
    assert told in client.get(page).content.decode()
    evening.do("take_over_dice", reason="the secret was exchanged")
    queue.sweep(60)
    assert evening.campaign.battles[str(match)].stage == "recorded"
    assert (store.verify_store(), store.check("campaigns")) == ([], [])


def test_a_campaign_that_is_over_takes_no_dice_over():
    evening = Evening(**ROLLED)
    CampaignSecret.objects.all().delete()
    evening.do("end_campaign", reason="spring")
    with pytest.raises(Refusal) as caught:
        evening.do("take_over_dice", reason="we have moved")
    assert caught.value.code == "campaign_over"


@rule("KERNEL-CAMP-12")
def test_the_secret_that_was_taken_over_is_shown_at_the_end():
    evening = Evening(**ROLLED)
    CampaignSecret.objects.all().delete()
    evening.do("take_over_dice", reason="we have moved")
    secret = bytes(CampaignSecret.objects.get().secret)
    ended = evening.do("end_campaign", reason="spring")
    (told,) = service.history_of(ended.campaign, ended.campaign.version - 1)
    assert bytes.fromhex(told.event.secret) == secret


def test_each_campaign_has_a_secret_of_its_own():
    evening = Evening()
    other = service.open_campaign(evening.people["gail"], {"title": "Other", "game": "istra"}).campaign
    secrets = {row.campaign: row for row in CampaignSecret.objects.all()}
    assert set(secrets) == {evening.id, other.id}
    assert len({bytes(row.secret) for row in secrets.values()}) == 2
    assert {commitment(bytes(row.secret)) for row in secrets.values()} == {
        evening.campaign.commitment,
        other.state.commitment,
    }


def test_the_secret_is_shown_when_the_campaign_has_ended_and_another_one_taken_when_it_goes_on():
    evening = Evening("ann", "bob", **ROLLED)
    first = rolls(record(evening, fight(evening)))
    committed, index = evening.campaign.commitment, evening.campaign.dice_index
    ended = evening.do("end_campaign", secret="0" * 64, reason="spring")
    (told,) = service.history_of(ended.campaign, ended.campaign.version - 1)
    assert commitment(bytes.fromhex(told.event.secret)) == committed
    key = dice_key(bytes.fromhex(told.event.secret), str(evening.id), {})
    assert [derive_face(key, roll.blocks[0], roll.dice[0][0])[0] for roll in first] == [
        roll.dice[0][1] for roll in first
    ]
    evening.do("reopen_campaign", commitment="0" * 64, reason="snow again")
    assert evening.campaign.commitment not in (committed, "0" * 64)
    again = rolls(record(evening, fight(evening)))
    assert again[0].blocks[0] == index
    key = dice_key(
        bytes(CampaignSecret.objects.get(commitment=evening.campaign.commitment).secret), str(evening.id), {}
    )
    assert derive_face(key, index, again[0].dice[0][0])[0] == again[0].dice[0][1]


def test_a_campaign_whose_secret_was_made_elsewhere_ends_without_it_and_goes_on_with_one():
    evening = Evening("ann", "bob", **ROLLED)
    CampaignSecret.objects.all().delete()
    ended = evening.do("end_campaign", reason="spring")
    (told,) = service.history_of(ended.campaign, ended.campaign.version - 1)
    assert told.event.secret == ""
    evening.do("reopen_campaign", reason="snow again")
    assert rolls(record(evening, fight(evening)))


@rule("IST-Q-100")
def test_fates_that_the_gm_still_owes_stand_in_the_row_of_the_company():
    evening = Evening("ann", "bob", rules={"fate": "gm"})
    match = fight(evening)
    record(evening, match)
    bobs = evening.companies["bob"]
    assert Company.objects.get(pk=bobs).summary["fates_owed"] == {"h1": [str(match)], "h2": [str(match)]}
    evening.do("declare_fate", company=bobs, hero="h1", fate="dead", reason="the crows had him", match=str(match))
    assert Company.objects.get(pk=bobs).summary["fates_owed"] == {"h2": [str(match)]}
    assert store.check("campaigns") == []
