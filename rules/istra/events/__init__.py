"""What happens in a battle, as facts that carry their outcomes. The rolls of the catalogue are the `Rolled` ones."""

from __future__ import annotations

from rules.istra.events import attacks, battle, harm, moves
from rules.istra.events.attacks import (
    AttackDeclared as AttackDeclared,
    CombatResolved as CombatResolved,
    CriticalFumble as CriticalFumble,
    CriticalHit as CriticalHit,
    DieRolled as DieRolled,
    ReactionUsed as ReactionUsed,
    RollMade as RollMade,
    SightResolved as SightResolved,
    SpellCast as SpellCast,
    WindowAnswered as WindowAnswered,
    WindowOpened as WindowOpened,
)
from rules.istra.events.battle import (
    ActivationEnded as ActivationEnded,
    ActivationStarted as ActivationStarted,
    BattleEnded as BattleEnded,
    BattleOpened as BattleOpened,
    BattleStarted as BattleStarted,
    Decided as Decided,
    ElvenGraceRolled as ElvenGraceRolled,
    GmOverride as GmOverride,
    InitiativeRolled as InitiativeRolled,
    InitiativeWon as InitiativeWon,
    ModelDeployed as ModelDeployed,
    ModelNominated as ModelNominated,
    PositionSet as PositionSet,
    TerrainPlaced as TerrainPlaced,
    TerrainRemoved as TerrainRemoved,
    TurnEnded as TurnEnded,
    TurnStarted as TurnStarted,
)
from rules.istra.events.harm import (
    CoreLost as CoreLost,
    DamageDealt as DamageDealt,
    DroppedItem as DroppedItem,
    Healed as Healed,
    HealthChanged as HealthChanged,
    ModelOut as ModelOut,
    SpellFailed as SpellFailed,
)
from rules.istra.events.moves import (
    ActionSpent as ActionSpent,
    ConditionAdded as ConditionAdded,
    ConditionRemoved as ConditionRemoved,
    Disengaged as Disengaged,
    DisengageRolled as DisengageRolled,
    Engaged as Engaged,
    FleeStarted as FleeStarted,
    ItemPickedUp as ItemPickedUp,
    LeftBoard as LeftBoard,
    ModelClimbed as ModelClimbed,
    ModelFell as ModelFell,
    ModelMoved as ModelMoved,
    ModelTeleported as ModelTeleported,
    MoraleRolled as MoraleRolled,
    OngoingTicked as OngoingTicked,
    RaceAbilityUsed as RaceAbilityUsed,
    ReloadAdvanced as ReloadAdvanced,
    SaveRolled as SaveRolled,
    SkillChecked as SkillChecked,
    TalentUsed as TalentUsed,
    WeaponLoaded as WeaponLoaded,
    WeaponSwitched as WeaponSwitched,
    WeaponUnloaded as WeaponUnloaded,
)
from rules.kernel.messages import (
    Event as Event,
    by_tag,
    defined_in,
)

EVENTS: dict[str, type[Event]] = by_tag(defined_in(Event, battle, moves, attacks, harm))
"""Wire name → struct, by topic."""

MOMENTS = {
    "critical": "critical hit",
    "fumble": "fumble",
    "friend_hit": "stray shot",
    "charged_shot": "Charged shot",
    "first_strike": "First strike",
    "out": "out of battle",
    "morale": "failed morale",
    "left": "left the table",
    "chain": "chained lightning",
    "relentless": "Relentless",
    "gm": "GM action",
    "end": "end",
}
"""The kinds of key moments, as a timeline calls them."""
