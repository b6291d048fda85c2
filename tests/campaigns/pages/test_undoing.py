"""A battle made void, settled again, recorded by hand: by pages, once what will change was shown."""

import pytest
from django.urls import reverse

from matches.loading import load_match
from matches.opening import NewFork, fork_match
from tests.campaigns.fighting import concede, start
from tests.campaigns.pages.filling import text, told
from tests.rules.play import rule

pytestmark = pytest.mark.django_db


def page_of(evening, match, deed):
    return reverse(f"campaigns:{deed}", args=[evening.id, match])


def sent(page, **fields):
    """What a browser sends of the form."""
    filled = {one.field.name: one.value for one in page.context["shown"].fields}
    return {**filled, "key": page.context["key"], "seen": page.context["seen"], **fields}


def do(client, address, **fields):
    return client.post(address, sent(client.get(address), **fields))


def stage(evening, match):
    return evening.campaign.battles[str(match)].stage


def xp(evening, name="ann"):
    return [hero.xp for hero in evening.company(name).heroes.values()]


def actions(client, evening, match):
    address = reverse("campaigns:battle", args=[evening.id, match])
    return {address.rstrip("/").rpartition("/")[2] for address, _ in client.get(address).context["actions"]}


@rule("KERNEL-CAMP-01", "KERNEL-CAMP-07")
def test_the_page_of_a_battle_leads_there_who_runs_the_campaign(evening, browsers, fought):
    for who in ("gail", "cora"):
        assert actions(browsers[who], evening, fought) == {"void", "again"}
    assert actions(browsers["ann"], evening, fought) == set()
    codes = {who: browsers[who].get(page_of(evening, fought, "void")).status_code for who in ("cora", "ann", "eve")}
    assert codes == {"cora": 200, "ann": 403, "eve": 404}
    answer = browsers["ann"].post(page_of(evening, fought, "void"), {"key": "k", "reason": "I lost."})
    assert (answer.status_code, stage(evening, fought)) == (403, "recorded")


@rule("KERNEL-CAMP-07", "IST-XP-01")
def test_it_shows_what_will_change_and_why_before_it_is_done(evening, gail, fought):
    before = evening.company("ann")
    page = gail.get(page_of(evening, fought, "void"))
    changed = {(row.hero, row.field): (row.old, row.new) for row in page.context["rows"]}
    assert changed["Ann 1", "XP"] == changed["Bob 1", "XP"] == ("1", "0")
    assert "No longer: Ann 1 gains 1 XP, from 0 to 1." in text(page)
    assert "Each surviving fielded hero gains 1 XP per battle" in text(page)
    assert f"/matches/{fought}/replay?n=" in text(page)
    assert evening.company("ann") == before


@rule("KERNEL-CAMP-07")
def test_a_battle_is_made_void_once_however_often_the_form_is_sent(evening, gail, fought):
    address = page_of(evening, fought, "void")
    fields = sent(gail.get(address), reason="The dice were loaded.")
    answers = [gail.post(address, fields) for _ in range(2)]
    assert (stage(evening, fought), xp(evening)) == ("voided", [0, 0])
    assert [one.url for one in answers] == [reverse("campaigns:battle", args=[evening.id, fought])] * 2
    assert told(answers[0]) == "Battle 1 is void; its changes are undone."
    assert "already sent and applied" in told(answers[1])
    assert actions(gail, evening, fought) == {"again"}


@rule("KERNEL-CAMP-09")
@pytest.mark.parametrize("deed", ["void", "again"])
def test_it_requires_a_reason(evening, gail, fought, deed):
    answer = do(gail, page_of(evening, fought, deed), reason="  ")
    assert answer.status_code == 400
    assert [one.field.name for one in answer.context["shown"].fields if one.error] == ["reason"]
    assert stage(evening, fought) == "recorded"
    assert xp(evening) == [1, 1]


@rule("KERNEL-CAMP-07")
def test_nothing_is_done_that_was_not_shown(evening, gail, fought):
    address = page_of(evening, fought, "void")
    fields = sent(gail.get(address), reason="Loaded dice.")
    evening.do("award_xp", company=evening.companies["ann"], hero="h1", amount=4, reason="Saved the pie.")
    again = gail.post(address, fields)
    assert again.status_code == 409
    assert "Something has changed since this page was shown" in text(again)
    assert stage(evening, fought) == "recorded"
    assert gail.post(address, sent(again)).status_code == 302
    assert stage(evening, fought) == "voided"


@rule("KERNEL-CAMP-07")
def test_a_void_battle_is_settled_again(evening, gail, fought):
    do(gail, page_of(evening, fought, "void"), reason="Loaded dice.")
    answer = do(gail, page_of(evening, fought, "again"), reason="They were fair after all.")
    assert (stage(evening, fought), xp(evening)) == ("recorded", [1, 1])
    assert "Battle 1 is recorded" in told(answer)


@rule("KERNEL-CAMP-07")
def test_a_battle_is_settled_by_a_fork_once_that_was_shown(evening, gail, fought):
    """In the fork Ann gives up, so that Bob has won."""
    fork = fork_match(evening.people["gail"], fought, NewFork(version=load_match(fought).table.opening))
    concede(fork, "s1")
    address = page_of(evening, fought, "again")
    fields = sent(gail.get(address), played=str(fork), reason="Bob won.")
    look = gail.post(address, {**fields, "look": "on"})
    assert look.status_code == 200
    assert {one.field.name: one.value for one in look.context["shown"].fields} == {
        "played": str(fork),
        "reason": "Bob won.",
    }
    assert not evening.campaign.battles[str(fought)].played
    assert gail.post(address, sent(look)).status_code == 302
    battle = evening.campaign.battles[str(fought)]
    assert (battle.played, battle.winners) == (str(fork), (evening.companies["bob"],))


@rule("KERNEL-CAMP-07")
def test_a_battle_is_settled_by_a_fork_of_a_fork_and_stays_so(evening, gail, fought):
    """The first fork was left; in the fork of it Ann gave up."""
    gm = evening.people["gail"]
    left = fork_match(gm, fought, NewFork(version=load_match(fought).table.opening))
    over = fork_match(gm, left, NewFork(version=load_match(left).table.opening))
    concede(over, "s1")
    address = page_of(evening, fought, "again")
    gail.post(
        address, sent(gail.post(address, {**sent(gail.get(address), played=str(over), reason="So."), "look": ""}))
    )
    assert evening.campaign.battles[str(fought)].played == str(over)
    # The page that shows that nothing changes, changes nothing.
    page = gail.get(address)
    assert page.context["rows"] == []
    assert gail.post(address, sent(page, reason="Once more.")).status_code == 302
    battle = evening.campaign.battles[str(fought)]
    assert (battle.played, battle.winners) == (str(over), (evening.companies["bob"],))


@rule("KERNEL-CAMP-07")
def test_what_is_refused_is_said_at_once_and_nothing_is_undone(evening, gail, fought):
    start(evening, "ann", "bob")
    page = gail.get(page_of(evening, fought, "void"))
    assert page.context["unseen"].code == "company_in_battle"
    assert "Finish battle 2 first" in text(page)
    answer = gail.post(page_of(evening, fought, "void"), sent(page, reason="Loaded dice."))
    assert (answer.status_code, answer.context["refusal"].code) == (422, "company_in_battle")
    assert stage(evening, fought) == "recorded"


@rule("KERNEL-CAMP-07")
def test_an_open_battle_is_called_off(evening, gail):
    match = start(evening, "ann", "bob")
    page = gail.get(page_of(evening, match, "void"))
    changed = [(row.company, row.field, row.old, row.new) for row in page.context["rows"]]
    assert changed == [
        ("The campaign", "Battle 1", "in progress", "void"),
        *((name, "in battle", "battle 1", "nothing") for name in ("Ann's", "Bob's")),
    ]
    gail.post(page_of(evening, match, "void"), sent(page, reason="Rain."))
    assert (stage(evening, match), evening.company("ann").in_battle) == ("voided", "")


@rule("KERNEL-CAMP-06")
def test_a_battle_is_recorded_by_hand(evening, gail):
    match = start(evening, "ann", "bob")
    assert actions(gail, evening, match) == {"void", "record"}
    assert gail.get(page_of(evening, match, "record")).context["unseen"].code == "battle_not_over"
    concede(match)
    do(gail, page_of(evening, match, "record"), reason="The workers sleep.")
    assert stage(evening, match) == "recorded"


def test_there_is_nothing_to_do_where_the_battle_is_past_it(evening, gail, fought):
    answer = gail.get(page_of(evening, fought, "record"))
    assert answer.url == reverse("campaigns:battle", args=[evening.id, fought])
    assert "Battle 1 is recorded." in told(answer)


def test_there_is_no_such_page_of_what_is_no_battle(evening, gail):
    assert gail.get(page_of(evening, evening.id, "void")).status_code == 404
