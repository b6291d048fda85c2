"""What there is to choose among is told by rows of the catalogue."""

import pytest

from rules.istra.campaign_rules import CampaignRules, HouseRace
from rules.istra.progression import PROGRESSION
from rules.istra.tables import CALLINGS, EQUIPMENT, RACES, SPELLS, TALENTS, Spell
from rules.kernel.rulebook import read_rulebook
from tests.rules.play import rule

BOOK = read_rulebook("rules.istra")
PLAIN = CampaignRules()


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        # The race table and the race's ability; a human has none.
        pytest.param("steppe_elf", ("IST-RACE-02", "IST-RACE-19"), marks=rule("IST-RACE-19")),
        pytest.param("human", ("IST-RACE-01",), marks=rule("IST-RACE-24")),
        pytest.param("expert", ("IST-CLASS-03",), marks=rule("IST-CLASS-03")),
        pytest.param("cleave", ("IST-TAL-02",), marks=rule("IST-TAL-02")),
        # A name without text, its draft effect, and the ruling that drafts are off by default.
        pytest.param("tumble", ("IST-TAL-11", "IST-TAL-19", "IST-Q-96"), marks=rule("IST-TAL-19")),
        pytest.param("fireball", ("IST-SPELL-01", "IST-SPELL-04"), marks=rule("IST-SPELL-04")),
        pytest.param("spear", ("IST-WPN-05", "IST-WPN-06"), marks=rule("IST-WPN-05")),
        pytest.param("helmet", ("IST-Q-60",), marks=rule("IST-Q-60")),
        pytest.param("walls", ("IST-HALL-04",), marks=rule("IST-HALL-04")),
        pytest.param("nothing of the kind", (), marks=rule("IST-CAMP-04")),
    ],
)
def test_the_rows_that_tell_of_it(key, rules):
    assert PROGRESSION.about(PLAIN, key) == (rules, "")


@rule("IST-WPN-08", "IST-WPN-11")
def test_a_weapon_that_shoots_tells_its_own_range():
    told = PROGRESSION.about(PLAIN, "bow")
    assert told.rules == ("IST-WPN-08", "IST-WPN-07")
    assert told.said == 'Range 24", unless a house rule of the battles sets another'
    assert PROGRESSION.about(PLAIN, "pistol").said.startswith('Range 12"')


@rule("IST-CAMP-04", "IST-CAMP-07")
@pytest.mark.parametrize("key", [*RACES, *CALLINGS, *TALENTS, *SPELLS, *EQUIPMENT, *PROGRESSION.halls.upgrades(PLAIN)])
def test_everything_has_rows_and_the_book_has_them(key):
    rules = PROGRESSION.about(PLAIN, key).rules
    assert rules
    assert all(BOOK.text(one) for one in rules)


@rule("IST-Q-81")
def test_what_the_house_added_has_its_own_words():
    goblin = HouseRace(power=3, finesse=6, will=3, health=12, cost=5)
    frost = Spell("frostbite", text="Fingers go numb.")
    house = CampaignRules(races={"goblin": goblin}, spells=(frost, Spell("hum")))
    stats = "Power 3, Finesse 6, Will 3, Health 12, Armour 0"
    assert PROGRESSION.about(house, "goblin").said == f"A race of the house: {stats}"
    assert PROGRESSION.about(house, "frostbite").said == "A spell of the house. Fingers go numb."
    assert PROGRESSION.about(house, "hum").said == "A spell of the house"
