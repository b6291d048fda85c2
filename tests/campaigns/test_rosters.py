"""The teams of the Open can play: the game itself reads every pairing."""

from itertools import permutations

import pytest

from campaigns.demo.rosters import SPELLS, TEAMS, match_setup
from rules.ishmek.system import ISHMEK
from rules.kernel.dice import TableDice


def test_there_are_eight_teams_with_a_name_and_a_colour_of_their_own():
    assert len(TEAMS) == 8
    assert len({team.name for team in TEAMS.values()}) == 8
    assert len({team.colour for team in TEAMS.values()}) == 8


def test_a_team_has_four_to_six_players():
    assert {len(team.players) for team in TEAMS.values()} == {4, 5, 6}


def test_no_two_characters_share_an_id_or_a_name():
    everybody = [player for team in TEAMS.values() for player in team.players]
    assert len({player.id for player in everybody}) == len({player.name for player in everybody}) == len(everybody)


@pytest.mark.parametrize(("home", "away"), list(permutations(TEAMS, 2))[::5])
def test_any_two_teams_can_meet(home, away):
    events = ISHMEK.open(match_setup(TEAMS[home], TEAMS[away], 3, (6, 7)), {}, TableDice())

    created = events[0]
    assert [team.name for team in created.teams] == [TEAMS[home].name, TEAMS[away].name]
    assert len(created.players) == len(TEAMS[home].players) + len(TEAMS[away].players)


def test_spells_are_cast_by_casters_alone():
    for team in TEAMS.values():
        for player in team.players:
            assert bool(player.spells) == bool(player.slots) == (player.cast_mod is not None), player.name
            assert set(player.spells) <= set(SPELLS)


def test_some_characters_have_a_bonus_action():
    setups = [entry for team in TEAMS.values() for entry in team.as_setup()["players"]]
    granted = [source for entry in setups for source in entry.get("bonus_sources", ())]

    assert len(granted) >= 3
    assert any("uses" in source for source in granted)
    assert any("uses" not in source for source in granted)
