"""What follows from a battle by jobs: its match is opened and settled; what was ordered for a hall is finished."""

import uuid

import pytest
from django.db import OperationalError

from campaigns import handler, work
from campaigns.loading import counting, finished, load_campaign, load_company
from campaigns.terminal import shown
from eventstore import api as store
from jobs import kinds, queue
from jobs.models import Job
from matches import event_codec
from matches.facts import CampaignJoined, Fielding, Holder
from matches.loading import load_match
from matches.models import Match
from matches.opening import Battle, NewMatch, open_battle
from matches.service import give_command
from rules.kernel.table_events import PlayPaused, PlayResumed, Rewound
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import concede, job, play_out, sides, start
from tests.rules.play import rule
from web.errors import NotThere
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

State = Job.State


@pytest.fixture
def evening():
    return Evening("ann", "bob")


def facts(match_id):
    match = load_match(match_id)
    return [
        event for event in event_codec.read_events(match.ruleset, match.stream) if isinstance(event, CampaignJoined)
    ]


def test_it_works(evening):
    match_id = start(evening, "ann", "bob")
    play_out(match_id)
    assert evening.campaign.battles[str(match_id)].stage == "open"
    queue.sweep(60)
    battle = evening.campaign.battles[str(match_id)]
    assert battle.stage == "recorded"
    assert [company.in_battle for company in map(evening.company, ("ann", "bob"))] == ["", ""]
    assert job("settle_match").result == {"settled": True, "version": load_match(match_id).version}
    survivors = [one for name in ("ann", "bob") for one in evening.company(name).heroes.values() if one.xp]
    assert survivors
    assert set(Job.objects.values_list("state", flat=True)) == {State.DONE}
    assert store.check("campaigns") == []
    assert store.check("matches") == []


@rule("IST-SETUP-01", "KERNEL-CAMP-05", "KERNEL-CAMP-06")
@pytest.mark.parametrize(("won", "result"), [("s1", (1, 0)), ("gm", (0, 1))])
def test_one_company_against_the_gms_monsters(evening, won, result):
    wolf = {"id": "wolf", "kind": "monster", "power_max": 3, "finesse_max": 3, "will_max": 3}
    match_id = start(evening, "ann", ground={"sides": {"gm": {"models": [wolf]}}})
    match = load_match(match_id)
    assert match.roster.title == "Battle 1: Ann's against the GM's side"
    assert list(match.roster.seats) == ["s1"]
    end = {"type": "end_battle", "result": "win", "winners": [won], "reason": "late"}
    give_command(evening.people["gail"], match_id, end)
    queue.sweep(60)
    (battle,) = shown(evening.id).battles
    assert (battle.stage, battle.winning_seats) == ("recorded", [won])
    line = next(one for one in shown(evening.id).standings if one.name == "Ann's")
    assert (line.won, line.lost, line.drawn) == (*result, 0)
    assert store.check("campaigns") == []


# Opening


def test_a_match_is_called_by_who_fights_as_far_as_there_is_room(evening):
    for name in ("ann", "bob"):
        evening.do("rename_company", name, company=evening.companies[name], name=name[0].upper() * 80)
    title = load_match(start(evening, "ann", "bob")).roster.title
    assert title == f"Battle 1: {'A' * 80} against {'B' * 20}…"
    assert len(title) == 120


def test_the_match_is_opened_at_once(evening):
    match_id = start(evening, "ann", "bob")
    match = load_match(match_id)
    assert match.roster.title == "Battle 1: Ann's against Bob's"
    assert match.roster.visibility == "unlisted"
    assert match.roster.gm == Holder(evening.key("gail"), "gail")
    assert match.roster.seats == {"s1": Holder(evening.key("ann"), "ann"), "s2": Holder(evening.key("bob"), "bob")}
    assert match.roster.campaign == str(evening.id)
    assert Match.objects.get(pk=match_id).status == "waiting"
    assert (job("open_battle").state, job("open_battle").result) == (State.DONE, {"opened": True})
    assert job("open_battle").cause_stream == f"campaign-{evening.id}"


def test_its_first_batch_tells_where_they_come_from(evening):
    (joined,) = facts(start(evening, "ann", "bob"))
    ann = load_company(uuid.UUID(evening.companies["ann"]))
    assert (joined.campaign, joined.kind, set(joined.sides)) == (str(evening.id), "counting", {"s1", "s2"})
    models = {"s1-h1": "h1", "s1-h2": "h2"}
    assert joined.sides["s1"] == Fielding(evening.companies["ann"], "Ann's", ann.version, models)


def test_it_plays_by_the_house_rules_of_the_campaign(evening, monkeypatch):
    """Those that it had when the battle was started: what is changed later is for later battles."""
    evening.do("set_house_rule", name="measure", value="centres")
    with monkeypatch.context() as patched:
        patched.setattr(queue, "at_once", lambda _jobs: None)
        match_id = start(evening, "ann", "bob")
    evening.do("set_house_rule", name="measure", value="edges")
    queue.sweep(60)
    assert load_match(match_id).state.rules.measure == "centres"


def test_starting_again_under_the_same_key_opens_it_once(evening):
    fought = sides(evening, "ann", "bob")
    one, again = (evening.do("start_battle", key="battle 1", sides=fought) for _ in range(2))
    assert again.repeated
    assert list(one.campaign.state.battles) == list(again.campaign.state.battles)
    assert Match.objects.count() == Job.objects.count() == 1


def test_what_was_not_opened_at_once_the_workers_open(evening, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(queue, "at_once", lambda _jobs: None)
        match_id = start(evening, "ann", "bob")
    with pytest.raises(NotThere):
        load_match(match_id)
    queue.sweep(60)
    assert load_match(match_id).roster.campaign == str(evening.id)


def test_a_match_that_cannot_be_opened_does_not_undo_the_battle(evening, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setitem(kinds._works, "open_battle", lambda _running: 1 // 0)
        match_id = start(evening, "ann", "bob")
    assert (job("open_battle").state, job("open_battle").error_type) == (State.WAITING, "ZeroDivisionError")
    queue.retry(job("open_battle").pk)
    queue.run(job("open_battle").pk)
    assert load_match(match_id).version


def test_it_refuses_an_id_that_another_match_has(evening, monkeypatch):
    monkeypatch.setattr(queue, "at_once", lambda _jobs: None)
    match_id = start(evening, "ann", "bob")
    order = NewMatch(ruleset="istra", setup=work.battle_setup(evening_world(evening), str(match_id)))
    open_battle(THE_HOUSE, order, Battle(match_id, None, ()), key="somebody else")
    queue.sweep(60)
    assert (job("open_battle").state, job("open_battle").error_type) == (State.PARKED, "match_exists")


def evening_world(evening):
    return work.World(evening.campaign, {evening.companies[name]: evening.company(name) for name in ("ann", "bob")})


def test_a_battle_that_was_voided_is_not_opened(evening, monkeypatch):
    monkeypatch.setattr(queue, "at_once", lambda _jobs: None)
    match_id = start(evening, "ann", "bob")
    evening.do("void_battle", match=str(match_id), reason="Rain")
    queue.sweep(60)
    assert job("open_battle").result == {"opened": False, "why": "The battle is voided by now."}
    assert not Match.objects.exists()


# Settling


def test_the_job_is_written_with_the_last_events(evening):
    match_id = start(evening, "ann", "bob")
    assert not Job.objects.filter(kind="settle_match").exists()
    concede(match_id)
    written = job("settle_match", match_id)
    assert (written.state, written.scope) == (State.WAITING, evening.id)
    assert (written.cause_stream, written.cause_version) == (f"match-{match_id}", load_match(match_id).version)


def test_it_is_settled_once_however_often_it_is_delivered(evening):
    match_id = start(evening, "ann", "bob")
    concede(match_id)
    written = job("settle_match")
    queue.run(written.pk)
    told = {name: evening.types(name) for name in ("", "ann", "bob")}
    for attempt in range(3):
        # As if it had been restored, or its row had been lost: the command knows that it was done.
        Job.objects.filter(pk=written.pk).update(state=State.WAITING if attempt else State.DONE)
        queue.run(written.pk)
    assert {name: evening.types(name) for name in ("", "ann", "bob")} == told
    assert told[""].count("battle_settled") == 1
    assert job("settle_match").state == State.DONE


def test_killed_between_its_effect_and_the_end_there_is_no_between(evening, monkeypatch):
    """The transaction that fails at its last step leaves neither the events nor a job that is done."""
    match_id = start(evening, "ann", "bob")
    concede(match_id)

    def broken(self, unit, stream, command_id):
        raise OperationalError("the server went away")

    with monkeypatch.context() as patched:
        patched.setattr(handler._Act, "_append_stream", broken)
        queue.run(job("settle_match").pk)
    assert (job("settle_match").state, evening.campaign.battles[str(match_id)].stage) == (State.RUNNING, "open")
    Job.objects.update(lease_until=job("settle_match").created_at)
    queue.sweep(60)
    assert (job("settle_match").state, evening.campaign.battles[str(match_id)].stage) == (State.DONE, "recorded")


def test_what_was_recorded_by_hand_is_left_alone(evening):
    match_id = start(evening, "ann", "bob")
    concede(match_id)
    evening.do("record_battle", match=str(match_id))
    queue.sweep(60)
    assert job("settle_match").result == {"settled": False, "why": "The battle is recorded by now."}


def test_an_abandoned_match_sets_the_companies_free(evening):
    match_id = start(evening, "ann", "bob")
    give_command(THE_HOUSE, match_id, {"type": "abandon", "reason": "Rain"})
    queue.sweep(60)
    assert evening.campaign.battles[str(match_id)].stage == "abandoned"
    assert evening.company("ann").in_battle == ""


@pytest.mark.parametrize(
    ("campaign", "why"),
    [("own", "It is not a battle of the campaign."), (str(uuid.UUID(int=5)), "There is no such campaign here.")],
)
def test_a_match_that_only_says_it_is_a_battle_changes_nothing(evening, campaign, why):
    campaign = str(evening.id) if campaign == "own" else campaign
    joined = CampaignJoined(campaign=campaign, kind="counting", sides={})
    match_id = uuid.UUID(int=7)
    world = evening_world(evening)
    real = start(evening, "ann", "bob")
    world = work.World(evening.campaign, world.companies)
    order = NewMatch(ruleset="istra", setup=work.battle_setup(world, str(real)))
    open_battle(THE_HOUSE, order, Battle(match_id, None, [joined]), key="a forger")
    concede(match_id)
    queue.sweep(60)
    assert job("settle_match", match_id).result == {"settled": False, "why": why}
    assert evening.campaign.battles[str(real)].stage == "open"


@pytest.mark.parametrize("campaign", ["", "the one on Fridays"])
def test_a_match_of_no_campaign_is_none_of_its_business(evening, campaign):
    facts = [CampaignJoined(campaign=campaign, kind="counting", sides={})]
    order = NewMatch(ruleset="istra", setup=setup_of(evening))
    match_id = open_battle(THE_HOUSE, order, Battle(uuid.UUID(int=7), None, facts), key="a friendly game").match.id
    concede(match_id)
    assert not Job.objects.filter(kind="settle_match").exists()


def setup_of(evening):
    real = start(evening, "ann", "bob")
    return work.battle_setup(evening_world(evening), str(real))


def test_events_that_play_was_turned_back_from_do_not_count():
    one, two = PlayPaused(by="gm", reason="rain"), PlayResumed(by="gm")
    told = [one, two, one, Rewound(by="gm", to=1), two, one, Rewound(by="gm", to=3), two]
    # Back to event 3, which play had been turned back from: that counts again.
    assert counting(told) == (one, two, one, None, None, None, told[6], two)
    assert counting([]) == ()


def test_a_finished_match_is_told_with_the_numbers_of_its_events(evening):
    match_id = start(evening, "ann", "bob")
    concede(match_id)
    known = finished(match_id)
    assert (known.outcome.winner, len(known.events)) == ("s1", load_match(match_id).version)


# Halls


@pytest.fixture
def building():
    """Ann and Bob have ordered a hall each that stands after one downtime."""
    evening = Evening("ann", "bob", rules={"hall_downtimes": 1})
    for name in ("ann", "bob"):
        evening.do("award_gold", company=evening.companies[name], amount=5_000, reason="A treasure")
        evening.do("upgrade_hall", by=name, company=evening.companies[name], upgrade="walls")
    return evening


def built(evening, name):
    return "walls" in evening.company(name).hall.upgrades


def test_halls_are_finished_when_their_downtime_has_come(building):
    assert not built(building, "ann")
    building.do("start_downtime")
    queue.sweep(60)
    assert built(building, "ann")
    assert built(building, "bob")
    done = job("finish_upgrades")
    assert sorted(done.result["finished"]) == sorted(building.companies.values())
    assert (done.done, done.of, done.subject) == (2, 2, str(building.id))
    building.do("start_downtime")
    queue.sweep(60)
    assert [one.result for one in Job.objects.filter(kind="finish_upgrades", cause_version__gt=done.cause_version)] == [
        {"finished": []}
    ]


def test_a_company_in_battle_gets_its_hall_after_it(building):
    match_id = start(building, "ann", "bob")
    building.do("start_downtime")
    queue.sweep(60)
    assert job("finish_upgrades").result == {"finished": []}
    concede(match_id)
    queue.sweep(60)
    assert built(building, "ann")
    assert built(building, "bob")
    assert {one.state for one in Job.objects.all()} == {State.DONE}


def test_a_campaign_that_has_ended_finishes_its_halls_when_it_goes_on(building):
    building.do("start_downtime")
    building.do("end_campaign")
    queue.sweep(60)
    assert (job("finish_upgrades").state, job("finish_upgrades").result) == (State.DONE, {"finished": []})
    assert not built(building, "ann")
    building.do("reopen_campaign")
    queue.sweep(60)
    assert built(building, "ann")
    assert built(building, "bob")
    assert set(Job.objects.values_list("state", flat=True)) == {State.DONE}


def test_a_downtime_finishes_halls_once(building):
    building.do("start_downtime")
    queue.sweep(60)
    before = load_campaign(building.id).version
    Job.objects.filter(kind="finish_upgrades").update(state=State.WAITING)
    queue.sweep(60)
    assert building.types("ann").count("hall_upgraded") == 1
    assert load_campaign(building.id).version == before
