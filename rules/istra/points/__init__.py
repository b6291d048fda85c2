"""All decision points and automatic frames of Storm of Istra, in the order of the catalogue's table "Decision points".

A table in inches has no end of places, so what is offered stands for the rest; any other command is judged by the same
refusals. Every command that is offered is accepted. What stands for what:

* a way (`move`, `sprint`, `disengage`, `flee_path`) is one of those to the points of interest of `geometry.reach`;
* a place (`deploy`, `teleport`, Shadow walk, a point of a spell, a wall section) is one of a grid, of rings, beside
  corners, on tops, where somebody stands;
* a direction is that toward an enemy; the range of a Charged shot is none, 6 inches or all there is;
* talents are declared in the order of the book, in every combination that fits; `whirlwind` is in one order, by id;
* a weapon deployed with is named only where it is another than the roster's; a load always names its action;
* pieces cleared away follow one another on the table's list; wall sections stand alone or in one row;
* letting a question pass is listed once: not where one of the answers is what passing means.

Not offered: what is the GM's free word (`place_terrain`, `gm_adjust`, `end_battle`, `gm_sight` where nobody has asked),
`concede` but where nobody who has to deploy has room, and `skill_check`, which costs nothing, changes nothing and can
be asked for without end.
"""

from __future__ import annotations

from rules.istra.decide.rolling import IstRun
from rules.istra.points.activations import Acting, Activation
from rules.istra.points.attack_windows import (
    AllYouGot,
    Chain,
    Challenge,
    Cleave,
    Cruel,
    Evasive,
    FirstStrike,
    ShotAt,
    Spare,
    Vengeance,
)
from rules.istra.points.attacks import Attack, FumbleAlly, Series, Sight
from rules.istra.points.battle import Battle, Building, Clear, Deployment, Monsters, Nomination, Walls
from rules.istra.points.moves import ChargedShot, Contact, Flight, FlightPath, Movement
from rules.istra.points.shared import AttackWindow, ReactionWindow, Windows
from rules.istra.state import State
from rules.kernel.messages import Command
from rules.kernel.points import Points
from rules.kernel.wordlists import Wordlist

ATTACK_WINDOWS: tuple[AttackWindow, ...] = (
    FirstStrike(),
    ShotAt(),
    Evasive(),
    Spare(),
    AllYouGot(),
    Cruel(),
    Challenge(),
    Vengeance(),
    Cleave(),
    Chain(),
)
"""In the order in which an attack comes to them. [IST-Q-125]"""
WINDOWS: tuple[ReactionWindow, ...] = (ChargedShot(), *ATTACK_WINDOWS)


def settle(run: IstRun, command: Command) -> None:
    """Carry out an answer to what is asked; a command that waited for another answer is given once more so."""
    POINTS.settle(run, command)


POINTS: Points[State] = Points(
    Battle(Building(), Clear(), Walls(), Monsters(), Deployment(), Nomination()),
    Activation(Acting()),
    Windows(*WINDOWS),
    Attack(*ATTACK_WINDOWS),
    Series(),
    Flight(FlightPath()),
    Movement(Contact()),
    Sight(settle),
    FumbleAlly(),
)


WHEN = {
    "declared": "before the dice",
    "rolled": "when the dice lie",
    "damaged": "when the damage is done",
}


def wordlists() -> list[Wordlist]:
    """The values of `trigger`."""
    rows = [(f"`{window.kind}`", _when(window), window.rule) for window in WINDOWS]
    return [Wordlist("`window_opened.trigger`", ("value, and `kind` of the ask", "opened", "rule"), tuple(rows))]


def _when(window: ReactionWindow) -> str:
    if isinstance(window, AttackWindow):
        return f"in an attack, {' or '.join(WHEN[stage] for stage in window.stages)}"
    return "when a mover has come into contact"
