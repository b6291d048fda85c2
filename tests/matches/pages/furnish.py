"""Run by the browser tests in the house they start: users and matches, by real commands. Prints the ids as JSON."""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402 – Django first
from django.core.management import call_command  # noqa: E402

from matches import service  # noqa: E402
from tests.matches.pages.battles import (  # noqa: E402
    CAMP,
    FIELD,
    SHOT,
    TABLE_DICE,
    battle as at_the_tower,
    hero,
)
from tests.matches.pages.conftest import IN_A_GO, TABLE, opened, play_on  # noqa: E402
from tests.rules.ishmek.arena import man, position as ishmek_position, setup  # noqa: E402
from tests.rules.istra.battles import (  # noqa: E402
    circle,
    man as fighter,
    piece,
    position as battle,
    wall,
)
from web.people import person  # noqa: E402

PASSWORD = "the-orb-is-copper"

STORM = service.NewMatch(
    ruleset="istra",
    title="Storm over the ford",
    visibility="public",
    position=battle(
        [
            fighter("a1", (900, 900), equipment=["two_handed", "light_armour"], talents=["cleave"]),
            fighter("a2", (1500, 900), equipment=["bow", "dagger"], active_weapon="bow"),
        ],
        [
            fighter("b1", (900, 2100), equipment=["spear", "shield"]),
            fighter("b2", (1500, 2300), **{"class": "magic_user"}, spells=["fireball"], equipment=["dagger"]),
        ],
        board={"width": 3000, "depth": 3000},
        terrain=[wall("tower", 1100, 1400, 1500, 1700), piece("marsh", circle(2200, 1500, 300), ground="rough")],
        items=[{"id": "cup", "name": "The cup", "pos": [900, 1200, 0]}],
        nominator="s1",
    ),
)
"""A battle of two against two around a tower, from its first nomination on."""


STOPPED = ishmek_position(
    home=[man("h1", (8, 4), name="Ylva", reaction_used=True)],
    away=[man("a1", (11, 4), name="Saskia")],
    orbs={"home": {"holder": "h1"}, "away": {"at": [1, 1]}},
    go="h1",
)
"""Ylva has the orb: on her way to the right Saskia may react once she is beside her."""

FAR_WAY = battle(
    [hero("ylva", "Ylva", (1000, 1000), equipment=["one_handed"])],
    [hero("orm", "Orm", (2600, 2600), equipment=["one_handed"])],
    board={"width": 3000, "depth": 3000},
    terrain=[wall("tower", 1400, 700, 1800, 1200, height=600)],
    active="ylva",
)
"""Ylva acts; a tower that is too high to be climbed bars the way to the right."""

MELEE = battle(
    [hero("ylva", "Ylva", (1000, 1000), equipment=["one_handed"])],
    [hero("orm", "Orm", (1100, 1000), equipment=["one_handed"])],
    board={"width": 3000, "depth": 3000},
    active="ylva",
    engaged=[["ylva", "orm"]],
)
"""Ylva is Engaged with Orm; whether she gets away a die of the table tells."""


def furnish() -> dict[str, str]:
    """Migrate, make the users, open the matches."""
    call_command("migrate", verbosity=0)
    users = {
        name: get_user_model().objects.create_user(name, password=PASSWORD) for name in ("alice", "bob", "charlie")
    }
    alice = person(users["alice"])
    rosters = setup(
        [man(f"h{n}", name=name) for n, name in enumerate(("Ylva Redhand", "Orm", "Tosti"), 1)],
        [man(f"a{n}", name=name) for n, name in enumerate(("Saskia", "Berend Holt", "Quill"), 1)],
        turns_total=3,
    )
    made = {
        "go": opened(alice, users, position=IN_A_GO, title="In a go"),
        "typed": opened(alice, users, position=IN_A_GO, dice=TABLE, title="Table dice"),
        "alone": opened(alice, users, position=IN_A_GO, title="For one pair of eyes"),
        "placing": opened(alice, users, setup=rosters, title="Before the first turn"),
        **{
            name: opened(alice, users, position=IN_A_GO, title=f"Answers that cross: {name}")
            for name in ("told", "overtaken", "lost")
        },
        "over": opened(alice, users, setup=rosters, title="Played to the end"),
    }
    made["storm"] = service.create_match(alice, STORM)
    made |= {
        "field": at_the_tower(alice, users, position=FIELD, title="A way to go"),
        "narrow": at_the_tower(alice, users, position=FIELD, title="A way to go on a telephone"),
        "camp": at_the_tower(alice, users, setup=CAMP, title="Before the battle"),
        "armoury": at_the_tower(alice, users, setup=CAMP, dice=TABLE_DICE, title="Arms to choose from"),
        "shot": at_the_tower(alice, users, position=SHOT, title="A shot at a shield"),
    }
    made |= {
        "far": at_the_tower(alice, users, position=FAR_WAY, title="A far way"),
        "stopped": opened(alice, users, position=STOPPED, title="Stopped on the way"),
        "breakout": at_the_tower(alice, users, position=MELEE, dice=TABLE_DICE, title="Out of melee"),
    }
    play_on(made["over"], seed=5)
    play_on(made["storm"], seed=5)
    service.give_command(alice, made["armoury"], {"type": "pass_window"}, dice=(15, 7))
    service.give_command(alice, made["alone"], {"type": "pause", "reason": "Tea"})
    return {name: str(match_id) for name, match_id in made.items()}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(furnish()) + "\n")
