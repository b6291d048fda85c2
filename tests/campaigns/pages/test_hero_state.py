"""What heroes are under between battles, on the pages: conditions, captives, items, recovery, the clock."""

import re
from html import unescape

import pytest

from campaigns.domain.company.events import UsesSpent
from campaigns.domain.event_base import Cause
from campaigns.models import Hero
from campaigns.narration import Names
from campaigns.pages.hero_state import spent_lines
from rules.kernel.progression import Figure
from rules.registry import registered
from tests.campaigns.acting import Evening
from tests.campaigns.pages.conftest import client_of
from tests.campaigns.pages.filling import send
from tests.example_game.ring.system import RING
from tests.rules.play import rule


def text_of(browser, address):
    """The words of a page, tags left out."""
    page = browser.get(address).content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def home(evening):
    return f"/companies/{evening.companies['ann']}/"


@pytest.fixture
def hero(home):
    return f"{home}heroes/h1/"


@rule("KERNEL-CAMP-15")
def test_the_gm_advances_the_clock_of_the_campaign(evening, gail, ann):
    page = f"/campaigns/{evening.id}/"
    send(gail, page, "advance_clock", days=2, hours=14, reason="The road north.")
    assert evening.campaign.hour == 62
    assert "day 3, 14:00" in text_of(ann, page)
    assert "2 days and 14 hours pass: it is day 3, 14:00 now." in text_of(ann, page)
    assert 'value="advance_clock"' not in ann.get(page).content.decode()


@rule("KERNEL-CAMP-16")
def test_a_condition_is_shown_with_its_source_and_its_end(evening, gail, ann, hero):
    order = {"name": "maimed", "title": "Maimed leg", "ends": "hours", "length": 30, "amount": -5, "source": "an axe"}
    send(gail, hero, "add_condition", **order, reason="So it fell.")
    told = text_of(ann, hero)
    assert "Maimed leg (-5) until day 2, 06:00" in told
    assert "an axe, the GM, since day 1, 00:00" in told
    assert "ready, Maimed leg (-5)" in told
    send(gail, hero, "end_condition", condition="c1", reason="Healed.")
    assert "until day 2, 06:00 an axe" not in text_of(ann, hero)
    assert evening.company("ann").heroes["h1"].conditions == ()


@rule("KERNEL-CAMP-16")
def test_who_is_barred_is_told_by_the_condition(season):
    company, gail = season.companies["ann"], client_of("gail")
    season.do("add_condition", company=company, hero="h1", name="sprained", ends="hours", length=2, reason="x")
    page = f"/companies/{company}/heroes/h1/"
    assert "Ada: Sprained ankle. Field another hero." in text_of(gail, page)
    (told,) = re.findall(r"Ada leader .*? (Sprained ankle) ", text_of(gail, f"/companies/{company}/"))
    assert told == "Sprained ankle"


@rule("KERNEL-CAMP-16", "KERNEL-CAMP-01")
def test_players_neither_add_nor_end_conditions(evening, ann, hero):
    page = ann.get(hero).content.decode()
    assert "add_condition" not in page
    assert "capture_hero" not in page


@rule("KERNEL-CAMP-17")
def test_who_holds_a_captive_sees_it_and_lets_it_go(evening, gail, ann, bob, home):
    of_bob = f"/companies/{evening.companies['bob']}/heroes/h1/"
    send(gail, of_bob, "capture_hero", holder=evening.companies["ann"], captor="h2", device="rope", reason="A raid.")
    assert "Held captive by Ann 2 of Ann's (bound, with rope) until set free" in text_of(bob, of_bob)
    assert "held captive" in text_of(bob, f"/companies/{evening.companies['bob']}/")
    assert "Captives Bob 1 of Bob's" in text_of(ann, home)
    assert "Captives" not in text_of(bob, f"/companies/{evening.companies['bob']}/")
    assert "free_captive" not in bob.get(of_bob).content.decode()
    row = Hero.objects.get(company=evening.companies["bob"], hero="h1")
    assert (row.captive, str(row.held_by)) == (True, evening.companies["ann"])
    send(ann, home, f"free_captive:{evening.companies['bob']}-h1")
    assert evening.company("bob").heroes["h1"].captive is None
    assert "Captives" not in text_of(ann, home)


@rule("KERNEL-CAMP-18")
def test_an_item_that_is_broken_is_shown_and_mended(evening, gail, ann, hero):
    for order in ({"type": "buy_item"}, {"type": "assign_item", "hero": "h1"}):
        evening.do(order.pop("type"), company=evening.companies["ann"], item="spear", **order)
    send(gail, hero, "correct", field="items.spear", value="broken", reason="A parry.")
    assert "spear: broken until the GM mends it" in text_of(ann, hero).lower().replace("gm", "GM")
    send(gail, hero, "correct", field="items.spear", value="", reason="The smith.")
    assert evening.company("ann").heroes["h1"].item_states == {}


def test_who_is_held_or_barred_is_not_offered_for_a_battle(evening, gail):
    company = evening.companies["ann"]
    evening.do("capture_hero", company=company, hero="h1", captor="Goblins", reason="x")
    page = gail.get(f"/campaigns/{evening.id}/battles/new/").content.decode()
    assert "Ann 1 is held captive." in page
    assert f'name="hero-{company}-h1"' not in page


@pytest.fixture
def season(db):
    """A campaign of Ring: Ann has two wrestlers, who have lost breath in a draw."""
    with registered(RING):
        evening = Evening(game="ring")
        evening.join("ann")
        order = {"name": "Ann's", "motto": "On", "hall": "Mat"}
        (evening.companies["ann"],) = evening.do("found_company", by="ann", **order).companies
        for name in ("Ada", "Bo"):
            evening.do("recruit_hero", by="ann", company=evening.companies["ann"], name=name)
        company = evening.companies["ann"]
        evening.do("correct", company=company, hero="h1", field="carried.breath", value=3, reason="x")
        yield evening


@rule("KERNEL-CAMP-19")
def test_acts_of_recovery_have_their_forms_and_their_last_day(season):
    page = f"/companies/{season.companies['ann']}/heroes/h1/"
    ann, gail = client_of("ann"), client_of("gail")
    told = text_of(ann, page)
    assert "Rub the shoulders : not tried yet" in told.replace("Rub the shoulders:", "Rub the shoulders :")
    assert "recover:bless" not in ann.get(page).content.decode()
    assert "recover:bless" in gail.get(page).content.decode()
    send(ann, page, "recover:rub", helper="h2")
    assert season.company("ann").heroes["h1"].recovered == {"rub": 1}
    assert "last on day 1" in text_of(ann, page)
    assert "was tried for Ada on day 1 already" in text_of(ann, page)


def test_a_game_without_acts_shows_none(evening, ann, hero):
    assert "Recovery" not in text_of(ann, hero)


@rule("KERNEL-CAMP-07")
def test_what_was_used_up_says_in_which_battle():
    match = "7c1f0f2e-3d5b-5a2c-8e59-9f6f4a2b1c00"
    used = UsesSpent(hero="h1", uses={"teleport": 1}, because=Cause(match, 7))
    figure = Figure(id="h1", name="Asa", spent={"teleport": 1})
    (line,) = spent_lines(figure, [used], Names(battles={match: 1}))
    assert (line.what, line.until, line.source) == ("teleport", "1 used", "battle 1")
    assert line.address.endswith(f"{match}/replay?n=7")
