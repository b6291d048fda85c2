"""What a company refuses by itself, in a game whose catalogue has no word on it: the kernel's rows are cited."""

import pytest

from campaigns.domain.company.commands import COMPANY_COMMANDS
from campaigns.domain.company.draft import Terms
from rules.ishmek.progression import IshmekProgression
from rules.kernel.errors import Malformed
from rules.kernel.reading import read_tagged
from tests.campaigns.domain.companies import Dealings
from tests.rules.play import rule

SQUADS = IshmekProgression()
ISHMEK = Terms(SQUADS, SQUADS.rules_type())


@pytest.fixture
def herons():
    """A squad of one, without gold."""
    herons = Dealings.founded(ISHMEK, name="The Herons")
    herons.do("recruit_hero", name="Sel")
    return herons


def test_it_works(herons):
    assert [type(event).__name__ for event in herons.events] == ["CompanyFounded", "HeroRecruited", "LeaderNamed"]
    assert (herons.company.gold, herons.company.ledger, herons.company.leader) == (0, {}, "h1")
    assert herons.hero().stats
    herons.do("recruit_hero", name="Tor", stats={"speed": 25})
    assert herons.hero("h2").stats["speed"] == 25


@rule("KERNEL-CAMP-05", "KERNEL-ILL-31")
def test_it_refuses_to_change_in_a_battle(herons):
    herons.join_battle("m1")
    herons.refuses("recruit_hero", "company_in_battle", "KERNEL-CAMP-05", name="Tor")
    herons.refuses("disband", "company_in_battle", "KERNEL-CAMP-05")


@rule("KERNEL-CAMP-08", "KERNEL-ILL-32")
def test_it_refuses_what_is_not_there(herons):
    herons.refuses("assign_item", "cannot_assign", "KERNEL-CAMP-08", "item", hero="h1", item="bow")
    herons.refuses("return_item", "not_carried", "KERNEL-CAMP-08", "item", hero="h1", item="bow")
    herons.refuses("sell_item", "not_in_stash", "KERNEL-CAMP-08", "item", item="bow")
    herons.refuses("buy_item", "item_not_for_sale", "ISH-Q-80", "item", item="bow")


@rule("KERNEL-ILL-32")
def test_it_refuses_to_spend_more_than_there_is():
    wolves = Dealings.founded()
    wolves.refuses("buy_item", "not_enough_gold", item="pistol", count=9)


@rule("KERNEL-CAMP-10", "KERNEL-ILL-33")
def test_it_refuses_upgrades_that_there_are_not_or_that_stand(herons):
    herons.refuses("upgrade_hall", "unknown_upgrade", "KERNEL-CAMP-10", "upgrade", upgrade="walls")
    wolves = Dealings.founded()
    wolves.do("upgrade_hall", upgrade="walls")
    wolves.refuses("upgrade_hall", "upgrade_owned", field="upgrade", upgrade="walls")


@rule("KERNEL-CAMP-11", "KERNEL-ILL-34")
def test_it_refuses_deeds_of_those_who_are_gone(herons):
    herons.do("dismiss_hero", hero="h1")
    for kind in ("dismiss_hero", "retire_hero", "name_leader"):
        herons.refuses(kind, "hero_gone", "KERNEL-CAMP-11", "hero", hero="h1")
    herons.do("disband")
    herons.refuses("recruit_hero", "company_disbanded", "KERNEL-CAMP-11", name="Tor")


@rule("KERNEL-CAMP-11", "KERNEL-ILL-34")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"name": " "}, "missing_company_field"),
        ({"motto": ""}, "missing_company_field"),
        ({"name": "The Herons"}, "nothing_to_change"),
        ({"name": "H" * 81}, "bad_name"),
        ({"motto": "m" * 201}, "bad_name"),
        ({"hall": "The\x00Nest"}, "bad_name"),
        ({"hall": "The \u202eNest"}, "bad_name"),
    ],
)
def test_it_refuses_names_that_nobody_can_read(herons, words, code):
    herons.refuses("rename_company", code, "KERNEL-CAMP-11", **words)


@rule("KERNEL-CAMP-11", "KERNEL-ILL-34")
def test_it_requires_readable_names_of_heroes(herons):
    herons.refuses("recruit_hero", "missing_hero_field", "KERNEL-CAMP-11", "name", name="")
    herons.refuses("recruit_hero", "bad_name", "KERNEL-CAMP-11", "name", name="S\x07l")
    herons.refuses("rename_hero", "bad_name", "KERNEL-CAMP-11", "name", hero="h1", name="S" * 81)
    herons.refuses("name_leader", "already_leader", "KERNEL-CAMP-11", "hero", hero="h1")
    herons.do("rename_hero", hero="h1", name="Søl of the Marsh")


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"type": "buy_item", "company": "c1", "item": "bow", "count": 0}, "count"),
        ({"type": "buy_item", "company": "c1", "item": "bow", "count": 1001}, "count"),
        ({"type": "buy_item", "company": "c1", "item": "bow", "count": 1.5}, "count"),
        ({"type": "buy_item", "company": "c1"}, "item"),
        ({"type": "buy_item", "item": "bow"}, "company"),
        ({"type": "recruit_hero", "company": "c1", "talents": ["cleave"] * 21}, "talents"),
        ({"type": "recruit_hero", "company": "c1", "gold": 500}, "gold"),
        ({"type": "raise_gold", "company": "c1"}, "type"),
    ],
)
def test_it_refuses_commands_that_cannot_be_read(document, field):
    with pytest.raises(Malformed) as caught:
        read_tagged(document, COMPANY_COMMANDS)
    assert field in str(caught.value)
