"""Battles in the admin site: what each did to everybody, the choices after it, and how it is made void."""

from uuid import UUID, uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model

from campaigns import event_codec
from campaigns.loading import load_company
from campaigns.models import Battle, Company, Hero, Job
from eventstore import api as store
from jobs import kinds, queue
from matches.loading import load_match
from matches.opening import NewFork, fork_match
from tests.campaigns.admin.filling import MODELS, act, changelist, confirm, page, send, text, told
from tests.campaigns.fighting import concede, start, strike
from tests.matches.admin.conftest import client_of, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def fought(fought):
    """The row of that battle."""
    return Battle.objects.get(match=fought)


def xp(evening, name="ann"):
    return [hero.xp for hero in evening.company(name).heroes.values()]


def fields(client, battle):
    """The fields of the form of choices, and what a browser sends of it when nothing is chosen."""
    form = client.get(act(battle, "aftermath")).context["form"]
    return {name: form[name].value() or "" for name in form.fields}


# What it did


def test_it_tells_what_it_did_to_everybody(gail, evening, fought):
    shown = text(gail.get(page(fought)))
    assert "Battle 1: won." in shown
    assert "Battle 1: lost." in shown
    for name in ("Ann 1", "Ann 2", "Bob 1", "Bob 2"):
        assert f"{name} survives" in shown
    assert "<summary>IST-FATE-01</summary>When a campaign battle ends each fielded hero gets a fate" in shown
    assert "Ann 1 gains 1 XP, from 0 to 1." in shown
    assert f"/matches/{fought.match}/replay" in shown


def test_an_open_battle_has_done_nothing_yet(gail, evening):
    battle = Battle.objects.get(match=start(evening, "ann", "bob"))
    assert "The battle is in progress." in text(gail.get(page(battle)))
    response = gail.get(act(battle, "aftermath"))
    assert response.status_code == 302
    assert "Only a recorded battle" in told(response)


# Choices


def test_choices_are_made_in_one_go(gail, evening, fought):
    ann = evening.companies["ann"]
    evening.do("award_xp", company=ann, hero="h1", amount=4, reason="Saved the pie.")
    filled = fields(gail, fought)
    chosen = {
        f"{ann}-h1-core-1": "power",
        f"{ann}-h1-talent-1": next(iter(talents(gail, fought, f"{ann}-h1-talent-1"))),
    }
    power = evening.company("ann").heroes["h1"].stats["power"]
    response = confirm(gail, act(fought, "aftermath"), filled | chosen)

    hero = evening.company("ann").heroes["h1"]
    assert response.status_code == 302
    assert "Done: 2 choices." in told(response)
    assert hero.stats["power"] == power + 1
    assert list(hero.talents) == [chosen[f"{ann}-h1-talent-1"]]
    assert f"{ann}-h1-core-1" not in fields(gail, fought)


def talents(client, battle, field):
    form = client.get(act(battle, "aftermath")).context["form"]
    return [value for value, _ in form.fields[field].choices if value]


def test_where_one_is_refused_none_is_made_and_what_was_chosen_stays(gail, evening, fought):
    """The same talent twice."""
    ann = evening.companies["ann"]
    evening.do("award_xp", company=ann, hero="h1", amount=4, reason="Saved the pie.")
    first, second = f"{ann}-h1-talent-1", f"{ann}-h1-talent-2"
    talent = talents(gail, fought, first)[0]
    sent = fields(gail, fought) | {first: talent, second: talent}
    response = confirm(gail, act(fought, "aftermath"), sent)

    assert response.status_code == 200
    assert evening.company("ann").heroes["h1"].talents == ()
    refused = {row.choice.name: row.refused.code for row in response.context["rows"] if row.refused}
    assert refused == {second: "talent_not_allowed"}
    shown = text(response)
    assert shown.count(f"{evening.company('ann').heroes['h1'].name} already has {talent}.") == 1
    assert "IST-Q-103" in shown
    assert [response.context["form"][name].value() for name in (first, second)] == [talent, talent]

    other = talents(gail, fought, first)[1]
    assert confirm(gail, act(fought, "aftermath"), sent | {second: other}).status_code == 302
    assert evening.company("ann").heroes["h1"].talents == (talent, other)
    assert len({event.batch for event in chosen(evening)}) == 1


def chosen(evening):
    stream = f"company-{evening.companies['ann']}"
    return [
        event_codec.decoded(event_codec.COMPANIES, one)
        for one in store.read(stream)
        if one.type == "company.talent_chosen"
    ]


def test_nothing_chosen_is_said(gail, evening, fought):
    response = confirm(gail, act(fought, "aftermath"), fields(gail, fought))
    assert response.status_code == 200
    assert "Nothing was chosen." in text(response)


def test_what_stands_against_all_choices_is_said_above_them(gail, evening, fought):
    sent = fields(gail, fought)
    name = next(name for name in sent if "talent" in name)
    sent[name] = talents(gail, fought, name)[0]
    evening.do("end_campaign", reason="Summer.")
    response = confirm(gail, act(fought, "aftermath"), sent)
    assert response.status_code == 200
    assert "campaign_over" in text(response)
    assert not chosen(evening)


def test_what_is_no_choice_is_refused(gail, evening, fought):
    ann = evening.companies["ann"]
    response = confirm(gail, act(fought, "aftermath"), fields(gail, fought) | {f"{ann}-h1-talent-1": "flying"})
    assert response.status_code == 200
    assert "flying is not one of the available choices" in text(response)


@pytest.fixture
def undecided(evening):
    """A battle after which the GM is to say what became of Bob's first hero."""
    evening.do("set_house_rule", name="fate", value="gm")
    match = start(evening, "ann", "bob")
    strike(match, "s2-h1")
    concede(match)
    queue.sweep(60)
    return Battle.objects.get(match=match)


def fate(client, battle):
    """The field of the first fate that is owed, with its company and hero."""
    name = next(name for name in fields(client, battle) if "-fate-" in name)
    company, hero, _, _ = name.rsplit("-", 3)
    return name, company, hero


def test_a_fate_that_is_owed_is_declared_there(gail, evening, undecided):
    field, company, hero = fate(gail, undecided)
    sent = fields(gail, undecided) | {field: "dead", "reason": "Nobody came back for the body."}
    assert confirm(gail, act(undecided, "aftermath"), sent).status_code == 302
    told = load_company(UUID(company)).state
    assert told.heroes[hero].standing == "dead"
    assert hero not in told.undecided


def test_a_fate_requires_a_reason(gail, evening, undecided):
    field, company, hero = fate(gail, undecided)
    response = confirm(gail, act(undecided, "aftermath"), fields(gail, undecided) | {field: "dead"})
    assert "Give a reason" in text(response)
    assert load_company(UUID(company)).state.heroes[hero].standing == "ready"


def test_a_hero_who_never_fought_chooses_on_its_own_page(gail, evening):
    row = Hero.objects.get(company=evening.companies["ann"], hero="h2")
    assert act(row, "choices") in text(gail.get(page(row)))
    assert act(row, "choices") in text(gail.get("/admin/"))
    field = f"{evening.companies['ann']}-h2-talent-1"
    form = gail.get(act(row, "choices")).context["form"]
    assert [name for name in form.fields if name not in ("key", "seen", "reason")] == [field]
    assert dict(form.fields[field].choices)["smite"] == "Smite douchebag"
    response = confirm(gail, act(row, "choices"), {"key": form["key"].value(), field: "smite"})
    assert response.url == page(row)
    assert evening.company("ann").heroes["h2"].talents == ("smite",)
    shown = text(gail.get(page(row)))
    assert act(row, "choices") not in shown
    assert "Ann 2 learns the talent Smite douchebag." in shown


def test_a_company_makes_all_its_choices_at_once(gail, evening):
    row = Company.objects.get(pk=evening.companies["ann"])
    form = gail.get(act(row, "choices")).context["form"]
    names = [name for name in form.fields if name not in ("key", "seen", "reason")]
    assert names == [f"{row.pk}-{hero}-talent-1" for hero in ("h1", "h2")]
    confirm(gail, act(row, "choices"), {"key": form["key"].value(), **dict.fromkeys(names, "rage")})
    assert [hero.talents for hero in evening.company("ann").heroes.values()] == [("rage",), ("rage",)]
    assert act(row, "choices") not in text(gail.get(page(row)))


def test_a_fate_that_is_owed_is_declared_on_the_page_of_the_hero(gail, evening, undecided):
    field, company, key = fate(gail, undecided)
    row = Hero.objects.get(company=company, hero=key)
    form = gail.get(act(row, "choices")).context["form"]
    sent = {"key": form["key"].value(), field: "dead", "reason": "Nobody came back for the body."}
    assert confirm(gail, act(row, "choices"), sent).status_code == 302
    assert load_company(UUID(company)).state.heroes[key].standing == "dead"


def test_who_may_only_look_is_offered_no_choice(evening):
    users = get_user_model().objects
    looker = client_of(staff(users.get(username="gail"), *(f"view_{model}" for model in MODELS)))
    row = Hero.objects.get(company=evening.companies["ann"], hero="h2")
    assert act(row, "choices") not in text(looker.get(page(row)))
    assert act(row, "choices") not in text(looker.get("/admin/"))


# Void


def test_it_shows_what_will_change_and_why_before_it_is_done(gail, evening, fought):
    before = evening.company("ann")
    shown = text(gail.get(act(fought, "void_battle")))
    assert "What will change and why" in shown
    assert '<td data-label="Value">XP</td> <td data-label="Now">1</td> <td data-label="After">0</td>' in shown
    assert "No longer: Ann 1 gains 1 XP, from 0 to 1." in shown
    assert "Each surviving fielded hero gains 1 XP per battle" in shown
    assert f"/matches/{fought.match}/replay?n=" in shown
    assert evening.company("ann") == before


def test_it_makes_a_battle_void(gail, evening, fought):
    response = send(gail, act(fought, "void_battle"), reason="The dice were loaded.")
    assert response.status_code == 302
    assert evening.campaign.battles[str(fought.match)].stage == "voided"
    assert xp(evening) == [0, 0]
    assert "everything it changed has been undone" in text(gail.get(page(fought)))
    assert LogEntry.objects.get().change_message == "Void the battle: The dice were loaded."


def test_nothing_is_done_that_was_not_shown(gail, evening, fought):
    form = gail.get(act(fought, "void_battle")).context["form"]
    sent = {"key": form["key"].value(), "seen": form["seen"].value(), "reason": "Loaded dice."}
    evening.do("award_xp", company=evening.companies["ann"], hero="h1", amount=4, reason="Saved the pie.")

    again = gail.post(act(fought, "void_battle"), sent)
    assert "Something has changed since this page was shown." in text(again)
    assert evening.campaign.battles[str(fought.match)].stage == "recorded"
    sent["seen"] = again.context["form"]["seen"].value()
    assert gail.post(act(fought, "void_battle"), sent).status_code == 302
    assert evening.campaign.battles[str(fought.match)].stage == "voided"


def test_it_settles_a_void_battle_again(gail, evening, fought):
    send(gail, act(fought, "void_battle"))
    send(gail, act(fought, "record_again"), reason="They were fair after all.")
    assert evening.campaign.battles[str(fought.match)].stage == "recorded"
    assert xp(evening) == [1, 1]


def test_it_settles_a_battle_by_a_fork_of_its_match(gail, evening, fought):
    """What the fork changes is shown before it is done."""
    order = NewFork(version=load_match(fought.match).table.opening)
    fork = fork_match(evening.people["gail"], fought.match, order)
    assert str(fork) not in text(gail.get(act(fought, "record_again")))
    concede(fork, "s1")
    form = gail.get(act(fought, "record_again")).context["form"]
    assert [value for value, _ in form.fields["played"].choices] == ["", str(fork)]
    sent = {"key": form["key"].value(), "seen": form["seen"].value(), "reason": "Bob won.", "played": str(fork)}
    again = gail.post(act(fought, "record_again"), sent)
    if again.status_code == 200:  # the fork changes something: it is shown first
        sent["seen"] = again.context["form"]["seen"].value()
        again = gail.post(act(fought, "record_again"), sent)
    assert again.status_code == 302
    battle = evening.campaign.battles[str(fought.match)]
    assert (battle.played, battle.winners) == (str(fork), (evening.companies["bob"],))


def test_a_refusal_is_shown_and_nothing_is_undone(gail, evening, fought):
    start(evening, "ann", "bob")
    shown = text(gail.get(act(fought, "void_battle")))
    assert "This is refused right now, and nothing would change." in shown
    assert "company_in_battle" in shown
    response = send(gail, act(fought, "void_battle"), reason="Loaded dice.")
    assert "company_in_battle" in text(response)
    assert evening.campaign.battles[str(fought.match)].stage == "recorded"


# By hand


def test_it_records_a_battle_by_hand(gail, evening):
    match = start(evening, "ann", "bob")
    concede(match)
    send(gail, act(Battle.objects.get(match=match), "record_battle"), reason="The workers sleep.")
    assert evening.campaign.battles[str(match)].stage == "recorded"


def test_it_refuses_to_record_a_battle_that_is_not_over(gail, evening):
    match = start(evening, "ann", "bob")
    response = send(gail, act(Battle.objects.get(match=match), "record_battle"))
    assert "battle_not_over" in text(response)


# Jobs


def test_a_parked_job_is_tried_again(gail, evening, monkeypatch):
    match = start(evening, "ann", "bob")
    with monkeypatch.context() as patched:
        patched.setitem(kinds._works, "settle_match", lambda running: running.park("Oops", "It broke.") or {})
        concede(match)
        queue.sweep(60)
    job = Job.objects.get(kind="settle_match")
    assert "It broke." in text(gail.get(page(job)))
    response = send_retry(gail, job, reason="Mended.")
    queue.sweep(60)
    job.refresh_from_db()
    assert response.status_code == 302
    assert job.state == "done"
    assert LogEntry.objects.get().change_message == "Retry: Mended."


def test_a_job_says_which_battle_it_is_about(gail, evening):
    match = start(evening, "ann", "bob")
    link = f'href="{page(Battle.objects.get())}"'
    for address in (page(Job.objects.get()), changelist("job")):
        shown = text(gail.get(address))
        assert link in shown
        assert ">battle 1</a>" in shown
    assert str(match) not in text(gail.get(changelist("job")))


@pytest.mark.parametrize("subject", ["no id at all", "00000000-0000-4000-8000-000000000009"])
def test_a_job_about_something_that_is_not_here_is_shown_all_the_same(gail, evening, subject):
    start(evening, "ann", "bob")
    Job.objects.update(subject=subject)
    for address in (page(Job.objects.get()), changelist("job")):
        assert gail.get(address).status_code == 200


def test_a_job_that_is_done_is_left_alone(gail, evening):
    start(evening, "ann", "bob")
    job = Job.objects.get()
    assert "job_not_idle" in text(send_retry(gail, job, reason="Again!"))
    assert "job_over" in text(send_cancel(gail, job, reason="Enough!"))
    assert "job/" + str(job.pk) + "/cancel" not in gail.get(page(job)).content.decode()


def test_trying_again_requires_a_reason(gail, evening):
    start(evening, "ann", "bob")
    assert "This field is required." in text(send_retry(gail, Job.objects.get(), reason=""))


def test_a_job_is_cancelled_with_a_reason(gail, evening):
    match = start(evening, "ann", "bob")
    concede(match)
    job = Job.objects.get(kind="settle_match")
    assert act(job, "cancel") in gail.get(page(job)).content.decode()
    assert "This field is required." in text(send_cancel(gail, job, reason=""))
    assert "reason_wanted" in text(send_cancel(gail, job, reason="..."))
    assert send_cancel(gail, job, reason="Played with the wrong rosters.").status_code == 302
    queue.sweep(60)
    job.refresh_from_db()
    assert (job.state, job.cancelled_by) == ("cancelled", "user:gail")
    assert evening.campaign.battles[str(match)].stage == "open"
    assert LogEntry.objects.get().change_message == "Cancel job: Played with the wrong rosters."
    shown = text(gail.get(page(job)))
    assert "by gail: Played with the wrong rosters." in shown
    assert act(job, "retry") not in shown
    assert act(job, "cancel") not in shown
    # As the form says, the GM records the battle.
    evening.do("record_battle", match=str(match))
    assert evening.campaign.battles[str(match)].stage == "recorded"


def send_retry(client, job, **fields):
    return client.post(act(job, "retry"), fields)


def send_cancel(client, job, **fields):
    return client.post(act(job, "cancel"), fields)


def test_there_is_no_page_for_what_is_not_there(gail, fought):
    missing = Job(id=uuid4())
    assert gail.get(act(missing, "retry")).status_code == 404
