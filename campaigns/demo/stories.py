"""The matches of the Banak Open as it is found on the first visit: what is over, what is on, what is to come."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.demo.people import PLAYER
from campaigns.demo.rosters import TEAMS, match_setup
from campaigns.demo.scenes import (
    GmCommand,
    LeaveDice,
    LetPass,
    Play,
    Scene,
    asked,
    dismissal,
    from_turn,
    has_happened,
    illegal_handling,
    injury,
    turned_back,
)
from matches.service import NewMatch

OPEN = "Banak Open"
SEATS = ("home", "away", "gm")


@dataclass(frozen=True, slots=True)
class Story:
    """A match of the demo: who plays, and what happens until the visitor comes.

    `seats`: seat → user who holds it. `typed`: all dice are typed in, those of the bots drawn from `seed`; else the
    house rolls. `quick`: `demo --quick` plays it, too.
    """

    key: str
    stage: str
    home: str
    away: str
    turns: int
    scenes: tuple[Scene, ...] = ()
    seats: tuple[tuple[str, str], ...] = ()
    umpires: tuple[int, int] = (6, 7)
    typed: bool = False
    seed: int = 1
    open_seats: bool = False
    quick: bool = False

    def order(self) -> NewMatch:
        return NewMatch(
            ruleset="ishmek",
            setup=match_setup(TEAMS[self.home], TEAMS[self.away], self.turns, self.umpires),
            dice=dict.fromkeys(SEATS, "table") if self.typed else {},
            title=f"{OPEN}, {self.stage}: {TEAMS[self.home].name} – {TEAMS[self.away].name}",
            open_seats=self.open_seats,
        )


@dataclass(frozen=True, slots=True)
class Branch:
    """A fork of a story: what if it had gone otherwise? It goes on from just before the first event `before`."""

    key: str
    title: str
    source: str
    before: str
    scenes: tuple[Scene, ...]
    seats: tuple[tuple[str, str], ...] = ()
    quick: bool = False


ROUND_1, ROUND_2, ROUND_3 = "round 1", "round 2", "round 3"
# Whoever visits can play on: nobody else has to answer.
BOTH = (("home", PLAYER), ("away", PLAYER))
# The story that `demo` names as the one to begin with; `demo --quick` tells it too.
FIRST = "herons-millstones"

STORIES: tuple[Story, ...] = (
    # Over.
    Story("coppers-herons", ROUND_1, "coppers", "herons", 3, (LetPass(), Play()), typed=True, quick=True),
    Story("millstones-lanterns", ROUND_1, "millstones", "lanterns", 2, (Play(),), umpires=(4, 9)),
    Story(
        "reeds-kiln",
        ROUND_1,
        "reeds",
        "kiln",
        3,
        (
            LetPass(),
            Play(from_turn(2)),
            GmCommand("gm_effect_applied", injury("shook", "Slipped on the wet tiles behind the vessel.")),
            GmCommand("foul_called", illegal_handling("Carried the orb under the tunic.")),
            Play(from_turn(3)),
            GmCommand("player_dismissed", dismissal("Threw a sandal at the umpire.")),
            Play(),
        ),
        umpires=(7, 8),
    ),
    Story(
        "nightschool-goats",
        ROUND_1,
        "nightschool",
        "goats",
        4,
        (
            LetPass(),
            Play(has_happened("orb_launched", at_latest=3)),
            GmCommand("rewound", turned_back(8, "The whistle had gone before that. Play stands as just before it.")),
            Play(),
        ),
    ),
    # On.
    Story(
        "herons-millstones",
        ROUND_2,
        "herons",
        "millstones",
        4,
        (LetPass("away"), Play(asked("home", "choose", "defend", "forced_control", from_turn=2))),
        seats=BOTH,
        quick=True,
    ),
    Story(
        "kiln-nightschool",
        ROUND_2,
        "kiln",
        "nightschool",
        4,
        (LetPass(), LeaveDice(from_turn(2))),
        seats=BOTH,
        typed=True,
        quick=True,
    ),
    Story("goats-reeds", ROUND_2, "goats", "reeds", 6, (LetPass("home"), Play(from_turn(1))), seats=BOTH),
    # To come.
    Story("lanterns-coppers", ROUND_2, "lanterns", "coppers", 6, (LetPass("away"),), seats=BOTH, quick=True),
    Story("coppers-kiln", ROUND_3, "coppers", "kiln", 6, open_seats=True),
)

BRANCHES: tuple[Branch, ...] = (
    Branch(
        "nightschool-goats-what-if",
        "What if play had not been turned back? Night School – Goats",
        "nightschool-goats",
        "rewound",
        (Play(has_happened("go_ended", times=2)),),
        seats=BOTH,
    ),
)
