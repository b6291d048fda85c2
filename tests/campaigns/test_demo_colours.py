"""The companies of the demo are told apart by their colours, also by who sees fewer of them."""

from itertools import combinations, permutations
from math import dist

import pytest

from campaigns.demo.companies import COMPANIES, MONSTERS
from campaigns.demo.rosters import TEAMS
from campaigns.demo.war import OWNERS
from matches.pages.boards.tokens import sides
from matches.pages.rosters import offered_teams

EYES = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
}
"""How eyes mix the light of a screen, by what they lack: the common model of full colour blindness."""
FAR, FARTHER = 7, 10


def light(colour):
    """Linear red, green and blue."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour, eyes):
    """Where a colour lies in OKLab, of which equal steps look equal; lightness 0 to 100."""
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, light(colour), strict=True)))) for row in eyes
    )
    long = (0.4122 * red + 0.5363 * green + 0.0514 * blue) ** (1 / 3)
    middle = (0.2119 * red + 0.6807 * green + 0.1074 * blue) ** (1 / 3)
    short = (0.0883 * red + 0.2817 * green + 0.6300 * blue) ** (1 / 3)
    return (
        100 * (0.2105 * long + 0.7936 * middle - 0.0041 * short),
        100 * (1.9780 * long - 2.4286 * middle + 0.4506 * short),
        100 * (0.0259 * long + 0.7828 * middle - 0.8087 * short),
    )


@pytest.mark.parametrize("eyes", EYES.values(), ids=EYES)
def test_no_two_companies_look_alike(eyes):
    colours = {company.name: company.colour for company in COMPANIES.values()} | {"the marsh": MONSTERS["colour"]}
    near = [
        (one, other)
        for one, other in combinations(colours, 2)
        if dist(seen(colours[one], eyes), seen(colours[other], eyes)) < FAR
    ]
    assert near == []


@pytest.mark.parametrize("eyes", EYES.values(), ids=EYES)
def test_the_red_lanterns_are_not_the_gilded_boars(eyes):
    boars = offered_teams("istra")["gilded-boars"]["colour"]
    assert dist(seen(COMPANIES["lanterns"].colour, eyes), seen(boars, eyes)) > FARTHER


OPEN = {team.name: team.colour for team in TEAMS.values()}
WAR = {company.name: company.colour for company in COMPANIES.values()} | {"the marsh": MONSTERS["colour"]}


@pytest.mark.parametrize("colours", [OPEN, WAR], ids=["open", "war"])
def test_a_team_has_one_colour_whomever_it_meets(colours):
    found = {}
    for one, other in permutations(colours, 2):
        for name, number in sides({one: colours[one], other: colours[other]}, {}).items():
            found.setdefault(name, set()).add(number)
    assert {len(numbers) for numbers in found.values()} == {1}


def test_a_company_wears_outside_the_campaign_what_it_wears_in_it():
    """There its number is the place at which it was founded."""
    colours = {key: COMPANIES[key].colour for key in OWNERS}
    assert sides(colours, {}) == {key: place for place, key in enumerate(OWNERS, 1)}
