"""Every switch of every game and campaign: what it is called, what it decides, and that pages say all of it."""

import re
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from django.test import Client

from campaigns.domain.campaign.house_rules import CampaignRules
from matches.pages.creating import rule_fields
from matches.rulebooks import rulebook
from rules.kernel.switches import in_inches, schema_of, switch, switches_of
from rules.registry import RULESETS
from web.errors import kernel_rulebook

KINDS = {
    **{key: (game.house_rules, key) for key, game in RULESETS.items()},
    **{f"campaigns of {key}": (game.progression.rules_type, key) for key, game in RULESETS.items() if game.progression},
    "every campaign": (CampaignRules, ""),
}
SWITCHES = {f"{where}: {name}": (where, name) for where, (kind, _) in KINDS.items() for name in kind.__struct_fields__}
JARGON = re.compile(r"_|\b[A-Z]+(-[A-Z]+)*-\d+\b|\bswitch\b|\bSR\b|\bTN\b|1/100", re.IGNORECASE)


def rows_of(game):
    """The identifiers of every rule and ruling that a switch may cite."""
    book = rulebook(game) if game else kernel_rulebook()
    return {*book.rules, *book.rulings}


@pytest.mark.parametrize("where", SWITCHES)
def test_a_switch_is_called_by_words_that_a_gm_understands(where):
    kind, name = KINDS[SWITCHES[where][0]][0], SWITCHES[where][1]
    one = switches_of(kind)[name]
    for words in (one.label, *one.options.values()):
        assert words.strip()
        assert not JARGON.search(words), words
    assert one.label[0].isupper() or one.label.startswith("“")
    assert not one.label.endswith((".", ":"))
    assert one.topic


@pytest.mark.parametrize("where", SWITCHES)
def test_a_switch_cites_a_row_of_its_rulebook(where):
    (kind, game), name = KINDS[SWITCHES[where][0]], SWITCHES[where][1]
    assert switches_of(kind)[name].rule in rows_of(game)


@pytest.mark.parametrize("where", SWITCHES)
def test_each_value_of_a_switch_has_words_of_its_own_and_the_default_is_one_of_them(where):
    kind, name = KINDS[SWITCHES[where][0]][0], SWITCHES[where][1]
    hint, one, default = get_type_hints(kind)[name], switches_of(kind)[name], getattr(kind(), name)
    assert tuple(one.options) == (get_args(hint) if get_origin(hint) is Literal else ())
    assert len(set(one.options.values())) == len(one.options)
    assert not one.options or default == next(iter(one.options))


@pytest.mark.parametrize("kind", [kind for kind, _ in KINDS.values()], ids=KINDS)
def test_nothing_is_told_of_a_switch_that_is_not_there(kind):
    told = {name for switches in kind.switches.values() for name in switches}
    assert told == set(kind.__struct_fields__)


@pytest.mark.parametrize("key", RULESETS)
def test_no_two_switches_of_a_game_are_called_alike(key):
    kinds = [kind for kind, game in KINDS.values() if game in (key, "")]
    labels = [one.label.casefold() for kind in kinds for one in switches_of(kind).values()]
    assert len(labels) == len(set(labels))


@pytest.mark.parametrize("key", RULESETS)
def test_the_form_for_a_match_asks_for_every_switch_with_all_its_values(key):
    game = RULESETS[key]
    fields = {field.name.removeprefix("rules-"): field for field in rule_fields(key, game)}
    assert set(fields) == set(game.house_rules.__struct_fields__)
    for name, one in switches_of(game.house_rules).items():
        assert fields[name].choices == tuple(one.options.items())
        assert fields[name].label.startswith(one.label)
        assert (fields[name].rule, bool(fields[name].ruling)) == (one.rule, True)
        assert fields[name].kind == ("inches" if one.inches else fields[name].kind)


@pytest.mark.django_db
@pytest.mark.parametrize("key", RULESETS)
def test_the_page_of_a_new_match_says_every_topic_label_and_value(key, django_user_model):
    browser = Client()
    browser.force_login(django_user_model.objects.create_user("ann"))
    html = browser.get(f"/matches/new?ruleset={key}").content.decode().replace("&#x27;", "'")
    for one in switches_of(RULESETS[key].house_rules).values():
        assert f"<h3>{one.topic}</h3>" in html
        assert f">{one.label}" in html
        for value, words in one.options.items():
            assert re.search(f'<option value="{value}"( selected)?>{re.escape(words)}</option>', html), words


def test_a_length_is_asked_for_in_inches():
    fields = {field.name: field for field in rule_fields("istra", RULESETS["istra"])}
    assert (fields["rules-bow_range"].label, fields["rules-bow_range"].value) == ("Range of a bow, in inches", "24")
    assert [in_inches(length) for length in (50, 425, 1200)] == ["0.5", "4.25", "12"]


def test_the_schema_has_the_words():
    schema = schema_of(RULESETS["ishmek"].house_rules)["$defs"]["HouseRules"]["properties"]["tie"]
    assert schema["title"] == "A tied match"
    assert schema["description"] == "draw: is a draw; extra_turns: goes on with extra turns. ISH-Q-14"
    assert schema["enum"] == ["draw", "extra_turns"]


class Untold(msgspec.Struct):
    """House rules of a game that says nothing of them yet."""

    dark_moon: Literal["off", "at_dusk"] = "off"


class Short(msgspec.Struct):
    switches = {"Sky": {"moon": switch("TOY-Q-01", "The moon", "only one word")}}

    moon: Literal["off", "at_dusk"] = "off"


def test_a_switch_without_words_is_called_by_its_name():
    one = switches_of(Untold)["dark_moon"]
    assert (one.label, dict(one.options)) == ("Dark moon", {"off": "no", "at_dusk": "at dusk"})


def test_it_refuses_fewer_words_than_values():
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        switches_of(Short)
