"""All decision points and automatic frames of Ishmêk, in the order of the catalogue's table "Decision points".

Offered is every legal command of the seats. A command counts once, whatever goes into its skill roll: ability, Burn and
boosting spell are left at their defaults, and a propel burn is used only where the distance needs it. GM commands and
declared offences are not listed.
"""

from __future__ import annotations

from rules.ishmek.points.contests import Aftermath, Defence, ForcedControl, PushChoice, Shove
from rules.ishmek.points.goes import Acting, Adjudication, BurnInjuries, Go
from rules.ishmek.points.orbs import Bounce, Flight, Landing, Scatter
from rules.ishmek.points.turns import EmptyField, Pick, Placement, Turn
from rules.ishmek.points.windows import ReactionWindow, Settling
from rules.kernel.points import Points

POINTS = Points(
    Turn(Pick(), EmptyField()),
    Placement(),
    Go(),
    Acting(),
    BurnInjuries(),
    ReactionWindow(),
    Settling(),
    Defence(),
    PushChoice(),
    Shove(),
    Aftermath(),
    ForcedControl(),
    Flight(),
    Landing(),
    Scatter(),
    Bounce(),
    Adjudication(),
)
