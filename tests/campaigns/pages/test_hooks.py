"""What others register with campaigns: a tournament that follows battles, bans heroes and links to its fixtures."""

import uuid

import pytest
from django.contrib.auth import get_user_model

from campaigns import hooks
from campaigns.hooks import PageLink
from campaigns.service import preview
from jobs import queue
from matches import service as matches
from rules.kernel.errors import Refused
from tests.campaigns.fighting import concede, sides, start
from tests.matches.calling import Api
from tests.rules.play import rule
from web.errors import Refusal

BAN = Refused(
    "suspended", "Ann 1 is suspended.", "KERNEL-CAMP-14", hint="Field another hero.", event=("tournament-t1", 7)
)


class Cup:
    """A tournament: `seen` are the battles it was told of, `banned` heroes by company and id."""

    def __init__(self):
        self.seen, self.asked, self.banned = [], [], {}

    def follow(self, change):
        self.asked.append(change)
        row = (change.moment, change.battle.match, change.battle.stage)
        yield lambda: self.seen.append(row)

    def refuse(self, campaign, companies, intended):
        here = {company.id for company in companies}
        return {who: why for who, why in self.banned.items() if who[0] in here}

    def link(self, campaign, battle):
        yield PageLink("Round 3 of the Cup", f"/cups/{campaign}/{battle.match}")


@pytest.fixture
def cup(monkeypatch):
    """The tournament, registered for one test."""
    for name in ("_following", "_refusing", "_linking"):
        monkeypatch.setattr(hooks, name, [])
    made = Cup()
    hooks.on_battle(made.follow)
    hooks.on_battle(made.follow)  # once each, however often it registers
    hooks.may_refuse_fielding(made.refuse)
    hooks.battle_links(made.link)
    return made


@rule("KERNEL-CAMP-14")
def test_it_is_told_of_a_battle_from_start_to_void(evening, cup):
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    evening.do("record_again", match=str(match), reason="Once more.")
    evening.do("void_battle", match=str(match), reason="Loaded dice.")
    evening.do("record_again", match=str(match), reason="They were fair.")
    assert cup.seen == [
        ("started", str(match), "open"),
        ("settled", str(match), "recorded"),
        ("settled_again", str(match), "recorded"),
        ("voided", str(match), "voided"),
        ("settled_again", str(match), "recorded"),
    ]
    assert [one.campaign.id for one in cup.asked] == [str(evening.id)] * 5
    assert any(stream.startswith("company-") for stream in cup.asked[1].written)


def test_it_is_told_of_a_battle_without_a_result(evening, cup):
    match = start(evening, "ann", "bob")
    matches.give_command(evening.people["gail"], match, {"type": "abandon", "reason": "Rain."}, by="gm")
    queue.sweep(60)
    assert [one[0] for one in cup.seen] == ["started", "abandoned"]


def test_other_acts_are_none_of_its_business(evening, cup):
    evening.do("award_gold", company=evening.companies["ann"], amount=5, reason="Luck.")
    assert cup.asked == []


@rule("KERNEL-CAMP-14")
def test_nothing_has_happened_where_it_cannot_write(evening, cup, monkeypatch):
    def follow(change):
        def full():
            raise Refusal("cup_full", "The Cup is full.")

        yield full

    monkeypatch.setattr(hooks, "_following", [follow])
    before = evening.types()
    with pytest.raises(Refusal) as caught:
        start(evening, "ann", "bob")
    assert (caught.value.code, evening.types(), evening.campaign.battles) == ("cup_full", before, {})


@rule("KERNEL-CAMP-14", "KERNEL-ILL-39")
def test_whom_it_bans_nobody_fields(evening, cup):
    """Neither by a command, nor looking ahead; with the event behind it."""
    cup.banned = {(evening.companies["ann"], "h1"): BAN}
    order = {"type": "start_battle", "sides": sides(evening, "ann", "bob")}
    for ask in (
        lambda: evening.do("start_battle", sides=order["sides"]),
        lambda: preview(evening.people["gail"], evening.id, order),
    ):
        with pytest.raises(Refusal) as caught:
            ask()
        told = caught.value.document()
        assert (told["code"], told["field"], told["rule"]) == ("suspended", "sides.s1.heroes[0]", "KERNEL-CAMP-14")
        assert told["caused_by"] == {"stream": "tournament-t1", "n": 7}
    order["sides"]["s1"]["heroes"] = ["h2"]
    evening.do("start_battle", sides=order["sides"])
    assert len(evening.campaign.battles) == 1


@rule("KERNEL-CAMP-14")
def test_who_has_nobody_else_cannot_be_invaded(evening, cup):
    company = evening.companies["ann"]
    cup.banned = {(company, hero): BAN for hero in ("h1", "h2")}
    with pytest.raises(Refusal) as caught:
        evening.do("declare_invasion", by="bob", company=evening.companies["bob"], defender=company)
    assert caught.value.code == "no_defender"


@rule("KERNEL-CAMP-14")
def test_it_is_told_wherever_heroes_are_shown_and_chosen(evening, cup, gail, ann):
    company = evening.companies["ann"]
    cup.banned = {(company, "h1"): BAN}
    form = gail.get(f"/campaigns/{evening.id}/battles/new/").content.decode()
    assert "Ann 1 is suspended." in form
    assert f'name="hero-{company}-h1"' not in form
    assert f'name="hero-{company}-h2"' in form
    assert "Ann 1 is suspended." in ann.get(f"/companies/{company}/heroes/h1/").content.decode()
    api = Api(get_user_model().objects.get(username="ann"))
    sheet = api.get(f"companies/{company}/heroes/h1/")["hero"]
    assert (sheet["unfit"]["code"], sheet["unfit"]["event"]) == ("suspended", {"stream": "tournament-t1", "n": 7})
    cup.banned = {}
    assert api.get(f"companies/{company}/heroes/h1/")["hero"]["unfit"] is None


def test_a_battle_has_its_links(evening, cup, gail):
    match = start(evening, "ann", "bob")
    page = gail.get(f"/campaigns/{evening.id}/battles/{match}/").content.decode()
    assert f'<a href="/cups/{evening.id}/{match}">Round 3 of the Cup</a>' in page


def test_without_anybody_nothing_is_asked(evening, monkeypatch):
    for name in ("_following", "_refusing", "_linking"):
        monkeypatch.setattr(hooks, name, [])
    match = start(evening, "ann", "bob")
    battle = evening.campaign.battles[str(match)]
    assert hooks.links_of(uuid.UUID(str(evening.id)), battle) == []
    assert hooks.barred(evening.campaign, [evening.company("ann")]) == {}
