"""The book's tables as data, in the book's order. Lengths are hundredths of an inch: 450 is 4.5"."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec

from rules.istra.limits import BOUND, MOST_BOARD
from rules.kernel.labels import Bounds

Core = Literal["power", "finesse", "will"]
Class = Literal["fighter", "magic_user", "expert"]
Usage = Literal["once_per_battle", "once_per_turn", "at_will"]
SpellShape = Literal["target", "point", "line"]
SpellEffect = Literal["damage", "gm"]
Loading = Literal["none", "one_action", "two_turns"]
Limit = Literal["none", "battle", "turn"]
TalentUse = Literal["always", "declared", "action", "move", "answer", "none"]

CORES: tuple[Core, ...] = ("power", "finesse", "will")
"""The line in which a point is lost: the next one after Will is Power. [IST-CORE-02, IST-Q-36]"""


# Weapons and armour


class Weapon(NamedTuple):
    """A weapon row.

    `attack` goes on attack rolls, `damage` on damage, `piercing` off the opponent's armour. `range` 0: melee only.
    `near`: advantage up to that gap; `far`: disadvantage from that gap on; `stuns`: the defender's roll is at
    disadvantage. `two_handed`: no shield with it. `against_spears`: First strike against an active spear.
    """

    name: str
    title: str
    rule: str
    attack: int = 0
    damage: int = 0
    piercing: int = 0
    first_strike: bool = False
    against_spears: bool = False
    two_handed: bool = False
    range: int = 0
    near: int | None = None
    far: int | None = None
    stuns: bool = False
    loading: Loading = "none"


NEAR, FAR = 600, 1200
"""Shooting at up to 6" and from 12" on. [IST-ADV-10, IST-ADV-11]"""

UNARMED = Weapon("unarmed", "Unarmed", "IST-WPN-01", attack=-2, damage=-2)
SPEAR_WITH_SHIELD = Weapon("spear", "Spear and shield", "IST-WPN-05", first_strike=True)
SPEAR_ALONE = Weapon(
    "spear", "Spear in both hands", "IST-WPN-06", damage=2, first_strike=True, against_spears=True, two_handed=True
)

WEAPONS: dict[str, Weapon] = {
    row.name: row
    for row in (
        Weapon("dagger", "Dagger", "IST-WPN-02", attack=-2, piercing=2),
        Weapon("one_handed", "One-handed", "IST-WPN-03"),
        Weapon("two_handed", "Two-handed", "IST-WPN-04", damage=2, against_spears=True, two_handed=True),
        SPEAR_ALONE,
        Weapon("bow", "Bow or longbow", "IST-WPN-08", range=2400, near=NEAR),
        Weapon("crossbow", "Crossbow", "IST-WPN-09", damage=2, range=3000, near=NEAR, loading="one_action"),
        Weapon(
            "rifle", "Rifle", "IST-WPN-10", damage=6, range=2400, near=NEAR, far=FAR, stuns=True, loading="two_turns"
        ),
        Weapon(
            "pistol", "Pistol", "IST-WPN-10", damage=6, range=1200, near=NEAR, far=FAR, stuns=True, loading="two_turns"
        ),
    )
}
"""What may be in hand, by name. The damage of a ranged weapon is that of its shots; see `in_melee` for melee."""

RANGED = tuple(row.name for row in WEAPONS.values() if row.range)
"""Weapons that shoot: all of them have Charged shot. [IST-WPN-07]"""


def in_melee(weapon: str, *, shield: bool) -> Weapon:
    """The row that a weapon in hand counts as in melee; a ranged one as no weapon. [IST-WPN-05, IST-WPN-06, IST-Q-29]

    >>> in_melee("spear", shield=True).damage, in_melee("spear", shield=False).damage
    (0, 2)
    >>> in_melee("bow", shield=False).title
    'Unarmed'
    """
    if weapon == "spear" and shield:
        return SPEAR_WITH_SHIELD
    row = WEAPONS.get(weapon, UNARMED)
    return UNARMED if row.range else row


class Armour(NamedTuple):
    """A piece of armour: what it adds, what it takes off the allowance, whether it is body armour."""

    name: str
    title: str
    rule: str
    armour: int
    slows: int = 0
    body: bool = False


ARMOURS: dict[str, Armour] = {
    row.name: row
    for row in (
        Armour("light_armour", "Light armour", "IST-ARM-01", 5, body=True),
        Armour("heavy_armour", "Heavy armour", "IST-ARM-02", 10, slows=200, body=True),
        Armour("shield", "Shield", "IST-ARM-03", 1),
        Armour("buckler", "Buckler", "IST-Q-59", 0),
        Armour("helmet", "Helmet", "IST-Q-60", 0),
    )
}


class Goods(NamedTuple):
    """A row of the equipment list: price in gp (None: not for sale), reference cost in gc (None: not given)."""

    name: str
    rule: str
    cost: int | None
    ref_cost_gc: int | None


EQUIPMENT: dict[str, Goods] = {
    row.name: row
    for row in (
        Goods("dagger", "IST-EQ-01", 2, 1),
        Goods("one_handed", "IST-EQ-02", 10, 10),
        Goods("two_handed", "IST-EQ-03", 12, 15),
        Goods("spear", "IST-EQ-04", 5, None),
        Goods("bow", "IST-EQ-05", 10, 10),
        Goods("crossbow", "IST-EQ-06", 10, 25),
        Goods("rifle", "IST-EQ-07", 50, 30),
        Goods("pistol", "IST-EQ-08", 60, 35),
        Goods("light_armour", "IST-EQ-09", 15, 20),
        Goods("heavy_armour", "IST-EQ-10", 45, 50),
        Goods("shield", "IST-EQ-11", 5, 5),
        Goods("buckler", "IST-EQ-12", 5, 5),
        Goods("helmet", "IST-EQ-13", None, 5),
    )
}


# Races


class Race(NamedTuple):
    """A race: its full Core Stats, Health and Armour, its ability, and its part of a hero's price."""

    name: str
    title: str
    rule: str
    price_rule: str
    power: int
    finesse: int
    will: int
    health: int
    armour: int
    cost: int
    ability: str = ""

    @property
    def price(self) -> int:
        """What a hero of this race costs, in gp. [IST-CAMP-03]"""
        return HERO_COST + self.cost


HERO_COST = 80
ELF = (4, 7, 5, 20, 0)
"""All elves share a row. [IST-RACE-02, IST-Q-79]"""

RACES: dict[str, Race] = {
    row.name: row
    for row in (
        Race("human", "Human", "IST-RACE-01", "IST-RACE-08", *(5, 5, 5, 20, 0), 20),
        Race("wood_elf", "Wood elf", "IST-RACE-02", "IST-RACE-09", *ELF, 50, "elven_grace"),
        Race("steppe_elf", "Steppe elf", "IST-RACE-02", "IST-RACE-10", *ELF, 10, "teleport"),
        Race("dark_elf", "Dark elf", "IST-RACE-02", "IST-RACE-11", *ELF, 10, "cruel"),
        Race("dwarf", "Dwarf", "IST-RACE-03", "IST-RACE-12", *(7, 5, 5, 20, 0), 10, "all_you_got"),
        Race("halfling", "Halfling", "IST-RACE-04", "IST-RACE-13", *(5, 6, 5, 20, 0), 10, "evasive"),
        Race("undead", "Undead", "IST-RACE-05", "IST-RACE-14", *(5, 3, 4, 20, 0), 10),
        Race("beast", "Beast", "IST-RACE-06", "IST-RACE-15", *(8, 5, 4, 20, 0), 10),
        Race("demon", "Demon", "IST-RACE-07", "IST-RACE-16", *(6, 6, 6, 20, 0), 10),
    )
}

WARBANDS: dict[str, tuple[str, ...]] = {
    "human": (
        *("Pirates", "Sisters of Sigmar", "Witch Hunters", "Bretonnia Knights"),
        *("Amazons", "Pit Fighters", "Mercenaries", "Norse Marauders"),
    ),
    "wood_elf": ("Asrai Waywatchers",),
    "steppe_elf": ("Shadow Warriors",),
    "dark_elf": ("Dark elves", "Cult of Caine"),
    "dwarf": ("Dwarf Treasure Hunters",),
    "undead": ("Undead", "Tomb Kings", "Lord Von Karstein"),
    "demon": ("Carnival of Chaos", "Cult of the Possessed", "Norse Marauders"),
}
"""Who fits a race elsewhere: a hint for imports. [IST-RACE-08..16]"""
STATLESS = ("ratfolk", "goblin", "orc")
"""Names without numbers: refused until a setup brings some. [IST-RACE-17, IST-Q-81]"""
PLURALS = {"goblins": "goblin", "orcs": "orc"}
"""Races by the word under which the catalogue lists them, where that is a plural. [IST-RACE-17]"""


class Ability(NamedTuple):
    """A race ability: how often it may be used, by battle (`battle`) or without limit (`none`)."""

    name: str
    title: str
    rule: str
    limit: Limit = "battle"


ABILITIES: dict[str, Ability] = {
    row.name: row
    for row in (
        Ability("elven_grace", "Elven grace", "IST-RACE-18", "none"),
        Ability("teleport", "Teleport", "IST-RACE-19"),
        Ability("cruel", "Cruel", "IST-RACE-20"),
        Ability("all_you_got", "Is that all y'all got?", "IST-RACE-22"),
        Ability("evasive", "Evasive", "IST-RACE-23"),
    )
}


# Classes and talents

CALLINGS: dict[Class, tuple[str, ...]] = {
    "fighter": ("fighter", "barbarian", "paladin"),
    "magic_user": ("sorcerer", "wizard", "priest", "bard"),
    "expert": ("rogue", "ranger"),
}
"""Whose talents a class opens. A bard has none. [IST-CLASS-01..03, IST-TAL-12]"""


class Talent(NamedTuple):
    """A talent: its calling, when it is used and how often.

    `use`: always on, declared with an attack, a Standard action, a Move action, an answer in a window, or none at all.
    `draft`: the rule of its effect under the house rule `draft_talents`, "" for a talent with an effect of its own.
    """

    name: str
    title: str
    calling: str
    rule: str
    use: TalentUse = "always"
    limit: Limit = "none"
    uses: int = 1
    draft: str = ""


NAMES_ONLY = "IST-TAL-11"

TALENTS: dict[str, Talent] = {
    row.name: row
    for row in (
        Talent("toughness", "Toughness", "fighter", "IST-TAL-01"),
        Talent("cleave", "Cleave", "fighter", "IST-TAL-02", "answer"),
        Talent("power_attack", "Power attack", "fighter", "IST-TAL-03", "declared", "battle", 2),
        Talent("rage", "Rage", "barbarian", "IST-TAL-04"),
        Talent("whirlwind", "Whirlwind", "barbarian", "IST-TAL-05", "action", "battle"),
        Talent("relentless", "Relentless", "barbarian", "IST-TAL-06"),
        Talent("smite", "Smite douchebag", "paladin", "IST-TAL-07", "declared", "battle"),
        Talent("bastion", "Bastion", "paladin", "IST-TAL-08", "answer", "battle"),
        Talent("challenge", "Paladin's challenge", "paladin", "IST-TAL-09", "answer"),
        Talent("gather_power", "Gather power", "sorcerer", NAMES_ONLY, "action", draft="IST-TAL-13"),
        Talent("spell_fist", "Spell fist", "sorcerer", NAMES_ONLY, "declared", "battle", draft="IST-TAL-14"),
        Talent("abjuration", "Abjuration", "wizard", "IST-TAL-10"),
        Talent("domain_healing", "Domain: Healing", "priest", NAMES_ONLY, "action", "battle", draft="IST-TAL-15"),
        Talent(
            "domain_justice",
            "Domain: Justice or Vengeance",
            "priest",
            NAMES_ONLY,
            "answer",
            "battle",
            draft="IST-TAL-16",
        ),
        Talent("sneak_attack", "Sneak attack", "rogue", NAMES_ONLY, "always", "turn", draft="IST-TAL-17"),
        Talent("shadow_walk", "Shadow walk", "rogue", NAMES_ONLY, "move", "battle", draft="IST-TAL-18"),
        Talent("tumble", "Tumble", "rogue", NAMES_ONLY, draft="IST-TAL-19"),
        Talent("double_melee", "Double melee attack", "ranger", NAMES_ONLY, "action", "battle", draft="IST-TAL-20"),
        Talent("double_ranged", "Double ranged attack", "ranger", NAMES_ONLY, "action", "battle", draft="IST-TAL-21"),
        Talent("lethal_hunter", "Lethal hunter", "ranger", NAMES_ONLY, "declared", "battle", draft="IST-TAL-22"),
    )
}

TOUGHNESS_HEALTH = 4
"""What Toughness adds to the full Health. [IST-TAL-01]"""


def class_of(talent: str) -> Class:
    """The class that opens a talent. `StopIteration` when there is no such talent.

    >>> class_of("whirlwind"), class_of("tumble")
    ('fighter', 'expert')
    """
    calling = TALENTS[talent].calling
    return next(name for name, callings in CALLINGS.items() if calling in callings)


# Spells

DEFAULT_TN = 11
"""The target number of a spell that names none. [IST-Q-40]"""


Length: TypeAlias = Annotated[int, Bounds(0, MOST_BOARD, "IST-Q-40")]


class Spell(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A spell. The caster rolls Will; an attack spell against the `defence` stat, any other against `tn`.

    `range` and `radius` in hundredths of an inch. `shape`: one model, every model around a point, or the first model
    on a line. `effect`: damage, or what `text` says, which the GM applies.
    """

    name: str
    school: str = ""
    usage: Usage = "once_per_battle"
    range: Length = 1200
    shape: SpellShape = "target"
    radius: Length = 0
    defence: Core | None = None
    tn: Annotated[int, Bounds(-BOUND, BOUND, "IST-Q-40")] = DEFAULT_TN
    effect: SpellEffect = "damage"
    chained: bool = False
    text: str = ""
    rule: str = "IST-CAST-01"


SPELLS: dict[str, Spell] = {
    row.name: row
    for row in (
        Spell(
            "fireball",
            "fire",
            "once_per_battle",
            1800,
            "point",
            radius=300,
            defence="finesse",
            text="Everyone within 3 inches of a point burns.",
            rule="IST-SPELL-04",
        ),
        Spell(
            "ray_of_frost",
            "frost",
            "once_per_turn",
            1200,
            "line",
            defence="finesse",
            text="The first model on a line freezes.",
            rule="IST-SPELL-05",
        ),
        Spell(
            "lightning_fork",
            "lightning",
            "once_per_battle",
            1200,
            "target",
            defence="power",
            chained=True,
            text="On an even roll it leaps to another target.",
            rule="IST-SPELL-06",
        ),
    )
}
"""The spells of the book. [IST-SPELL-01..03]"""


class Failure(NamedTuple):
    """A row of the spell failure table: the least amount failed by, and the damage to the caster's health."""

    least: int
    damage: int
    rule: str


SPELL_FAILURE: tuple[Failure, ...] = (
    Failure(1, 0, "IST-CAST-07"),
    Failure(5, 1, "IST-CAST-08"),
    Failure(10, 2, "IST-CAST-09"),
    Failure(20, 5, "IST-CAST-10"),
)


def spell_failure(amount: int) -> Failure | None:
    """The row for a cast that failed by `amount`; None where nothing was failed by. [IST-CAST-06, IST-Q-41]

    >>> [spell_failure(amount).damage for amount in (1, 4, 5, 9, 10, 19, 20)], spell_failure(0)
    ([0, 0, 1, 1, 2, 2, 5], None)
    """
    return next((row for row in reversed(SPELL_FAILURE) if amount >= row.least), None)


# Skills

DIFFICULTIES: dict[str, int] = {"easy": 6, "normal": 11, "hard": 16}
"""What a skill check must reach; without a difficulty it is a normal one. [IST-SKILL-01]"""

SKILLS: dict[str, Core] = {"spot_hidden": "finesse", "leadership": "will"}
"""The skills that the book names, and the stat each stands under. [IST-SKILL-02]"""

SAVE = 11
"""A normal save: 1d20, this or more. [IST-RACE-21]"""
