"""What happens in an Ishmêk match, as facts that carry their outcomes. `orb` and `vessel` are named by their team."""

from __future__ import annotations

from rules.ishmek.events import goes, harm, match, orbs, skill
from rules.ishmek.events.goes import (
    ActionSpent as ActionSpent,
    BonusSpent as BonusSpent,
    BurnDeclared as BurnDeclared,
    BurnFor as BurnFor,
    ConcussionRolled as ConcussionRolled,
    Dashed as Dashed,
    OrderRolled as OrderRolled,
    Passed as Passed,
    ReactionDeclared as ReactionDeclared,
    ReactionLapsed as ReactionLapsed,
    ReactionSpent as ReactionSpent,
    SpellCast as SpellCast,
    SpellSpent as SpellSpent,
    Stepped as Stepped,
    Stood as Stood,
    WindowClosed as WindowClosed,
    WindowOpened as WindowOpened,
)
from rules.ishmek.events.harm import (
    Floored as Floored,
    ForcedControlled as ForcedControlled,
    FoulCalled as FoulCalled,
    FoulIntended as FoulIntended,
    GmEffectApplied as GmEffectApplied,
    InjuryApplied as InjuryApplied,
    InjuryExpired as InjuryExpired,
    InjuryRolled as InjuryRolled,
    ModifierExpired as ModifierExpired,
    PlayerDismissed as PlayerDismissed,
    PlayerEjected as PlayerEjected,
    PlayerRemoved as PlayerRemoved,
    PlayerSatOut as PlayerSatOut,
    PlayRewound as PlayRewound,
    Pushed as Pushed,
    PushEnded as PushEnded,
    PushStopped as PushStopped,
    SpellAdjudicated as SpellAdjudicated,
    StumbleRolled as StumbleRolled,
    UmpireRolled as UmpireRolled,
)
from rules.ishmek.events.match import (
    Decided as Decided,
    ExtraTurnAdded as ExtraTurnAdded,
    FieldCleared as FieldCleared,
    GoEnded as GoEnded,
    GoStarted as GoStarted,
    InitiativeRolled as InitiativeRolled,
    InitiativeSet as InitiativeSet,
    MatchCreated as MatchCreated,
    MatchEnded as MatchEnded,
    MatchForfeited as MatchForfeited,
    OrbsPlaced as OrbsPlaced,
    PlacementMade as PlacementMade,
    PlayersPlaced as PlayersPlaced,
    PlayersWaited as PlayersWaited,
    PositionSet as PositionSet,
    TurnEnded as TurnEnded,
    TurnStarted as TurnStarted,
)
from rules.ishmek.events.orbs import (
    DistanceRolled as DistanceRolled,
    OrbBounced as OrbBounced,
    OrbControlled as OrbControlled,
    OrbDeviated as OrbDeviated,
    OrbDropped as OrbDropped,
    OrbFellShort as OrbFellShort,
    OrbIntercepted as OrbIntercepted,
    OrbInVessel as OrbInVessel,
    OrbLanded as OrbLanded,
    OrbLaunched as OrbLaunched,
    OrbLost as OrbLost,
    OrbMoved as OrbMoved,
    OrbRedirected as OrbRedirected,
    OrbScattered as OrbScattered,
    PointScored as PointScored,
    VesselMeans as VesselMeans,
)
from rules.ishmek.events.skill import (
    ContestSettled as ContestSettled,
    ControlFailed as ControlFailed,
    InterceptFailed as InterceptFailed,
    PushFailed as PushFailed,
    RedirectFailed as RedirectFailed,
    SeizeFailed as SeizeFailed,
    SrKind as SrKind,
    SrRolled as SrRolled,
)
from rules.kernel.messages import (
    Event as Event,
    by_tag,
    defined_in,
)

EVENTS: dict[str, type[Event]] = by_tag(defined_in(Event, match, goes, skill, orbs, harm))
"""Wire name → struct, by topic."""

MOMENTS = {
    "point": "point",
    "gift": "gift of a point",
    "lost": "orb lost",
    "double_loss": "both orbs lost",
    "intercept": "intercept",
    "seize": "seize",
    "injury": "injury",
    "foul": "foul",
    "ejection": "ejection",
    "death": "death",
    "rewind": "rewind",
    "end": "end",
}
"""The kinds of key moments, as a timeline calls them."""
