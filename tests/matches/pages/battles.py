"""Battles of Storm of Istra to look at: in the midst of an activation, at deployment, in a flight."""

from matches import service
from matches.documents import plain
from matches.pages.boards import board_of
from matches.pages.boards.base import Situation
from rules.istra.system import ISTRA
from rules.kernel.asks import GM
from tests.rules.istra.battles import circle, man, piece, placed, position, setup, wall
from web.pages.forms import values_of
from web.people import THE_HOUSE


def hero(ident, name, at=None, **fields):
    """A model with a name."""
    return man(ident, at, **fields) | {"name": name}


BOARD = board_of("istra")
TABLE_DICE = {"s1": "table", "s2": "table", "gm": "table"}

YLVA = hero("ylva", "Ylva", (1000, 1000), equipment=["one_handed", "bow"], talents=["power_attack"])
ORM = hero("orm", "Orm", (1600, 1000), equipment=["spear", "shield"])
SASKIA = hero("saskia", "Saskia", (1000, 1800), equipment=["bow"])
TOWER = wall("tower", 1800, 1200, 2200, 1600)
SMALL = {"width": 3000, "depth": 3000}

FIELD = position([YLVA], [ORM, SASKIA], board=SMALL, terrain=[TOWER], active="ylva")
"""Ylva acts: Orm is 5" to her right with a shield, Saskia 7" before her with a bow."""

SHOT = position(
    [YLVA | {"active_weapon": "bow", "leader": True, "large": True}], [ORM, SASKIA], board=SMALL, active="ylva"
)
"""Ylva, a large leader, acts with a bow in her hand: whom she shoots at may raise a shield."""

CAMP = setup(
    [hero("ylva", "Ylva", equipment=["one_handed", "bow"]), hero("tosti", "Tosti")],
    [hero("orm", "Orm")],
    board=SMALL,
    terrain=[piece("marsh", circle(1500, 300, 200), ground="impassable") | {"name": "The marsh"}],
)
"""Nobody has been placed yet; a marsh lies in the zone of the first side."""


def battle(who, users, **fields):
    """A public battle that Alice runs: Bob plays s1, Charlie s2."""
    order = service.NewMatch(**{"ruleset": "istra", "title": "At the tower", "visibility": "public"} | fields)
    match_id = service.create_match(who, order)
    service.assign_seat(THE_HOUSE, match_id, "s1", users["bob"])
    service.assign_seat(THE_HOUSE, match_id, "s2", users["charlie"])
    return match_id


def seen(state, eyes=GM, **how):
    """A situation as a board gets it."""
    return Situation(ISTRA, state, plain(ISTRA.view(state, eyes)), eyes, how)


def asked(state, **how):
    """The questions of a situation, as the GM has them."""
    asks = [plain(ask) | {"options": plain(ask.options), "player": ask.player} for ask in ISTRA.pending(state).asks]
    return BOARD.questions(seen(state, **how), asks)


def question(state, **how):
    """The only question of a situation."""
    (only,) = asked(state, **how)
    return only


def at(document, house_rules=None):
    """The state of a position, ready to be asked about."""
    return placed(document, **(house_rules or {}))


def form(asked_for, name):
    """A form of a question by its name."""
    return next(one for one in asked_for.forms if one.name == name)


def group(asked_for, key):
    """The choices of a group by their labels."""
    return {choice.label: choice for one in asked_for.groups if one.key == key for choice in one.choices}


def tried(one, **typed):
    """What a form would come to, filled in as people type."""
    return one.trial(values_of(one, typed))


def commanded(one, **typed):
    """The command of a form, filled in as people type."""
    return one.command(values_of(one, typed))
