"""Columns hold the longest that the rules let in: SQLite takes more than they say, PostgreSQL answers with an error."""

import msgspec
import pytest

from campaigns.domain.campaign.commands import Words
from campaigns.domain.campaign.decide.stages import titled
from campaigns.domain.campaign.house_rules import check_rules, progression_of, switches_of
from campaigns.domain.company.commands import Key
from campaigns.domain.company.decide.naming import require_hero_name, require_words
from campaigns.domain.company.draft import Terms
from campaigns.models import Battle, BattleSide, Campaign, Candidate, Company, Hero, Invite
from rules.kernel.errors import Malformed, Refused
from rules.registry import RULESETS
from tests.campaigns.acting import Evening
from tests.rules.play import rule
from web.models import Account

MOST = 2_500
TERMS = Terms(progression_of("istra"), switches_of("istra", {}))


def longest(taken):
    """How many characters are taken at most, where `taken` takes a text or refuses it."""
    lengths = range(1, MOST)
    refused = [length for length in lengths if not _takes(taken, "r" * length)]
    return refused[0] - 1 if refused else MOST


def _takes(taken, text):
    try:
        taken(text)
    except (Refused, Malformed, msgspec.ValidationError):
        return False
    return True


def race_of_the_house(name):
    races = {name: {"power": 1, "finesse": 1, "will": 1, "cost": 0}}
    check_rules("istra", {"races": races}, {})


def room(model, field):
    return model._meta.get_field(field).max_length


@pytest.mark.parametrize(
    ("model", "field", "taken"),
    [
        (Campaign, "title", titled),
        (Company, "name", lambda text: require_words(TERMS, {"name": text})),
        (Company, "motto", lambda text: require_words(TERMS, {"motto": text})),
        (Company, "hall", lambda text: require_words(TERMS, {"hall": text})),
        (Hero, "name", lambda text: require_hero_name(TERMS, text)),
        (Hero, "race", race_of_the_house),
    ],
    ids=lambda one: getattr(one, "__name__", one) if not callable(one) or isinstance(one, type) else "",
)
def test_what_people_write_fits(model, field, taken):
    assert 1 <= longest(taken) <= room(model, field)


def test_names_of_games_fit():
    for key, game in RULESETS.items():
        assert len(key) <= min(room(Campaign, "game"), room(Company, "game"))
        if game.progression is None:
            continue
        assert all(len(seat) <= room(BattleSide, "seat") for seat in game.seats)
        said = game.progression.recruits(game.progression.rules_type())
        for field in said.keys() & {"race", "calling"}:
            assert all(len(value) <= room(Hero, field) for value in said[field])


def test_names_of_people_fit():
    name = Account._meta.get_field("user").related_model._meta.get_field("username").max_length
    for model, field in ((Candidate, "name"), (Campaign, "gm_name")):
        assert name <= room(model, field)
    assert len("user:") + name <= room(Invite, "made_by")
    assert len(Account().key.hex) <= min(room(Candidate, "person"), room(Company, "owner_key"))


def test_the_probe_finds_limits():
    """It would pass everything otherwise."""
    assert longest(lambda text: msgspec.convert(text, Key)) == 80
    assert longest(lambda text: msgspec.convert(text, Words)) == 2_000


def test_choices_of_columns_are_those_of_the_log():
    for model, field in ((Battle, "kind"), (Battle, "stage"), (Campaign, "stage"), (Hero, "standing")):
        column = model._meta.get_field(field)
        assert max(len(value) for value, _ in column.choices) <= column.max_length


@pytest.mark.postgresql
@pytest.mark.django_db
@rule("IST-Q-81")
def test_a_hero_of_the_longest_race_of_the_house():
    evening, race = Evening("ann"), "r" * 64
    evening.do("set_house_rule", name="races", value={race: {"power": 1, "finesse": 1, "will": 1, "cost": 0}})
    evening.do("recruit_hero", by="ann", company=evening.companies["ann"], name="Ida", race=race, calling="fighter")
    assert Hero.objects.get(name="Ida").race == race
