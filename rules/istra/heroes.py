"""Heroes between battles: how they join, what they learn and carry, whether they can be fielded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from rules.istra.campaign_rules import CampaignRules
from rules.istra.checks import MODEL_BOUNDS, SETUP, check_model
from rules.istra.documents import ModelSetup
from rules.istra.limits import MOST_CARRIED
from rules.istra.prices import UPGRADES, check_listed, find_race, race_named, race_of
from rules.istra.tables import (
    ABILITIES,
    ARMOURS,
    CALLINGS,
    CORES,
    RACES,
    SPELLS,
    TALENTS,
    TOUGHNESS_HEALTH,
    UNARMED,
    WEAPONS,
    class_of,
)
from rules.kernel.errors import Refused
from rules.kernel.progression import ChoiceKind, Entry, Figure, Lacking, RecruitOrder, Roster
from rules.kernel.reading import Json, plain, read

LEVEL_COST = 4
LEAST_HEALTH = 10
"""The least Health of the stat line. [IST-Q-82]"""
LEARNING = "A level brings one more talent, and one more spell to a Magic user."
RECRUIT_FIELDS = MappingProxyType({"race": "race", "calling": "class"})
"""What is said of a recruit besides its name. [IST-CAMP-04]"""
CHOICES: Mapping[ChoiceKind, str] = MappingProxyType({"core": "Core Stat", "talent": "talent", "spell": "spell"})
"""What levels bring. [IST-XP-03, IST-XP-04, IST-XP-05]"""
WORDS: Mapping[str, str] = MappingProxyType(
    {
        "one_handed": "one-handed weapon",
        "two_handed": "two-handed weapon",
        "magic_user": "Magic user",
        **{row.name: row.title for row in TALENTS.values()},
        **{row.name: row.title for row in ABILITIES.values()},
        **{upgrade: title for upgrade, (title, _) in UPGRADES.items()},
    }
)
"""What items, classes, talents, race abilities and upgrades are called."""
STATS = (*CORES, "health", "armour")
Stats = dict[str, int]


def level(rules: CampaignRules, xp: int) -> int:
    """The level of a hero with so many XP. [IST-XP-02, IST-Q-104]

    >>> [level(CampaignRules(), xp) for xp in (0, 3, 4, 8, 12)]
    [1, 1, 2, 3, 4]
    """
    return 1 + xp // LEVEL_COST


def bounds(rules: CampaignRules) -> dict[str, tuple[int, int]]:
    """What the setup of a battle takes of each full stat, so much XP as its highest level, and the uses of abilities.

    >>> [bounds(CampaignRules())[name] for name in ("health", "xp", "spent.teleport")]
    [(1, 999), (0, 39999), (0, 1)]
    """
    stats = {stat: MODEL_BOUNDS[f"{stat}_max"] for stat in (*CORES, "health")}
    highest = MODEL_BOUNDS["level"][1]
    once = {f"spent.{row.name}": (0, 1) for row in ABILITIES.values() if row.limit == "battle"}
    return {**stats, **once, "armour": MODEL_BOUNDS["armour_base"], "xp": (0, highest * LEVEL_COST - 1)}


# Recruiting


def recruit(rules: CampaignRules, order: RecruitOrder) -> Figure:
    """A hero as it joins, with what it has picked already. [IST-CAMP-04, IST-CAMP-05, IST-CAMP-06]"""
    if order.calling not in CALLINGS:
        message, hint = f"There is no class {order.calling!r}.", f"Known are {', '.join(CALLINGS)}."
        raise Refused("unknown_class", message, "IST-CAMP-04", field="calling", hint=hint)
    if order.sheet:
        message = "A hero of this game has no sheet."
        raise Refused("bad_sheet", message, "IST-CAMP-04", field="sheet", hint="Leave the sheet out.")
    stats, race = stats_of_recruit(rules, order), race_named(rules, order.race)
    hero = Figure(id=order.id, name=order.name, race=race, calling=order.calling, stats=stats)
    picked: tuple[tuple[ChoiceKind, str, tuple[str, ...]], ...] = (
        ("talent", "talents", order.talents),
        ("spell", "spells", order.spells),
    )
    for kind, field, names in picked:
        for place, name in enumerate(names):
            try:
                hero = choose(rules, hero, kind, name)
            except Refused as no:
                raise no.at(f"{field}[{place}]") from None
    return hero


def recruits(rules: CampaignRules) -> dict[str, dict[str, str]]:
    """The races that have stats, the book's and the house's, and the classes. [IST-CAMP-04, IST-Q-81]"""
    races = {name: row.title for name, row in RACES.items()} | {name: name for name in rules.races}
    return {"race": races, "calling": {name: word_of(name) for name in CALLINGS}}


def word_of(key: str) -> str:
    """What something is called, with a capital."""
    word = WORDS.get(key, key.replace("_", " "))
    return word[:1].upper() + word[1:]


def entries(rules: CampaignRules) -> dict[str, Entry]:
    """By house rule the starting values, up to those of the race; otherwise the row of the race is taken. [IST-Q-82]"""
    if rules.race_table != "cap":
        return {}
    rows = [full_row(rules, race) for race in (*RACES, *rules.races)]
    most = {stat: max(row[stat] for row in rows) for stat in STATS}
    return {stat: Entry(stat.capitalize(), least(stat, most[stat]), most[stat]) for stat in (*CORES, "health")}


def full_row(rules: CampaignRules, race: str) -> Stats:
    """The full values of a race. [IST-RACE-01..07, IST-CAMP-05, IST-Q-83]"""
    row = race_of(rules, race)
    return {name: int(getattr(row, name)) for name in STATS}


def stats_of_recruit(rules: CampaignRules, order: RecruitOrder) -> Stats:
    """The row of the race; by house rule what was entered, up to it. [IST-CAMP-05, IST-Q-82]"""
    row = full_row(rules, order.race)
    for name, value in order.stats.items():
        if name not in row:
            raise bad_stats(f"There is no stat {name!r}; known are {', '.join(STATS)}.", name)
        low = least(name, row[name]) if rules.race_table == "cap" else row[name]
        if not low <= value <= row[name]:
            span = f"{low} to {row[name]}" if low < row[name] else f"{row[name]}"
            raise bad_stats(f"{name} is {value}; it must be {span} for the race {order.race}.", name)
    return row | order.stats


def least(stat: str, most: int) -> int:
    """The least that a stat can start with where it is entered. [IST-Q-82]"""
    return min({"health": LEAST_HEALTH, "armour": most}.get(stat, 1), most)


def bad_stats(message: str, stat: str) -> Refused:
    hint = "Leave the stats out to get those of the race."
    return Refused("bad_stats", message, "IST-Q-82", field=f"stats.{stat}", hint=hint)


# Choices


def own_talents(hero: Figure) -> Iterator[str]:
    """The talents of a hero's class. [IST-CLASS-01..03]"""
    return (name for name in TALENTS if class_of(name) == hero.calling)


def known_spells(rules: CampaignRules) -> tuple[str, ...]:
    """The spells there are to choose, the book's and the house's."""
    return (*SPELLS, *(spell.name for spell in rules.spells))


def open_slots(hero: Figure, kind: ChoiceKind) -> int:
    """How many choices of a kind a hero's level allows and it has not made. [IST-XP-03, IST-XP-04, IST-XP-05]"""
    made = {"core": hero.raised, "talent": len(hero.talents), "spell": len(hero.spells)}
    return max(0, earned(hero)[kind] - made[kind])


def earned(hero: Figure) -> dict[ChoiceKind, int]:
    """How many choices of each kind a hero's level earns it. [IST-XP-03, IST-XP-04, IST-XP-05]"""
    return {"core": hero.level - 1, "talent": hero.level, "spell": hero.level if hero.calling == "magic_user" else 0}


def book_options(rules: CampaignRules, hero: Figure, kind: ChoiceKind) -> dict[str, str]:
    """What a choice of a kind is made from, in the order of the book: by key its name."""
    if kind == "talent":
        return {name: TALENTS[name].title for name in own_talents(hero)}
    names = known_spells(rules) if kind == "spell" else CORES
    return {name: name.replace("_", " ").capitalize() for name in names}


def open_to(rules: CampaignRules, hero: Figure, kind: ChoiceKind) -> dict[str, str]:
    """Of what a choice is made from, what the hero may choose now."""
    return {
        value: title for value, title in book_options(rules, hero, kind).items() if may_choose(rules, hero, kind, value)
    }


def may_choose(rules: CampaignRules, hero: Figure, kind: ChoiceKind, value: str) -> bool:
    try:
        choose(rules, hero, kind, value)
    except Refused:
        return False
    return True


def left_to_choose(rules: CampaignRules, hero: Figure, kind: ChoiceKind) -> int:
    """How many choices of a kind there are left to make for a hero. [IST-Q-82, IST-Q-97, IST-Q-103]"""
    if kind == "talent":
        return sum(name not in hero.talents for name in own_talents(hero))
    if kind == "spell":
        return sum(name not in hero.spells for name in known_spells(rules))
    return sum(room(rules, hero, stat) for stat in CORES)


def room(rules: CampaignRules, hero: Figure, stat: str) -> int:
    """By how much a Core Stat can still rise: to the row of the race, or to what a battle takes. [IST-Q-82]"""
    row = find_race(rules, hero.race) if rules.race_table == "cap" else None
    most = MODEL_BOUNDS[f"{stat}_max"][1] if row is None else int(getattr(row, stat))
    return max(0, most - hero.stats[stat])


def owed(rules: CampaignRules, hero: Figure) -> dict[ChoiceKind, int]:
    """The choices that a hero has not made, as far as there is something to choose. [IST-D-16, IST-Q-97]"""
    counts = {kind: min(open_slots(hero, kind), left_to_choose(rules, hero, kind)) for kind in CHOICES}
    return {kind: count for kind, count in counts.items() if count}


def choose(rules: CampaignRules, hero: Figure, kind: ChoiceKind, value: str) -> Figure:
    """The hero with that choice made. [IST-XP-03, IST-XP-04, IST-XP-05, IST-CAMP-06]"""
    if kind == "core":
        return raise_core(rules, hero, value)
    if kind == "talent":
        return learn_talent(hero, value)
    return learn_spell(rules, hero, value)


def raise_core(rules: CampaignRules, hero: Figure, stat: str) -> Figure:
    """One more point of a Core Stat, for good. [IST-XP-03, IST-Q-82]"""
    if stat not in CORES or not open_slots(hero, "core"):
        why = f"{hero.name} has no Core Stat to raise." if stat in CORES else f"{stat!r} is not a Core Stat."
        hint = f"Raise one of {', '.join(CORES)}."
        raise Refused("no_core_raise_pending", why, "IST-XP-03", field="stat", hint=hint)
    if not room(rules, hero, stat):
        most = f"the race {hero.race} has" if rules.race_table == "cap" else "a battle takes"
        message = f"{stat} is at the most that {most}, {hero.stats[stat]}."
        raise Refused("bad_stats", message, "IST-Q-82", field="stat", hint="Raise another Core Stat.")
    return replace(hero, stats=hero.stats | {stat: hero.stats[stat] + 1}, raised=hero.raised + 1)


def learn_talent(hero: Figure, talent: str) -> Figure:
    """One more talent of the hero's class; Toughness raises its full Health. [IST-Q-103, IST-TAL-01, IST-Q-118]"""
    if talent not in TALENTS:
        raise no_talent(f"There is no talent {talent!r}.", hero)
    if class_of(talent) != hero.calling:
        raise no_talent(f"{talent} is not for the class {hero.calling}.", hero)
    if talent in hero.talents:
        raise no_talent(f"{hero.name} already has {talent}.", hero)
    if not open_slots(hero, "talent"):
        raise no_talent(f"{hero.name} already has one talent for each level, {hero.level}.", hero)
    stats = hero.stats
    if talent == "toughness":
        stats = stats | {"health": stats["health"] + TOUGHNESS_HEALTH}
    return replace(hero, talents=(*hero.talents, talent), stats=stats)


def no_talent(message: str, hero: Figure) -> Refused:
    left = [name for name in own_talents(hero) if name not in hero.talents]
    hint = f"Open to {hero.name} are {', '.join(left)}." if left and open_slots(hero, "talent") else LEARNING
    return Refused("talent_not_allowed", message, "IST-Q-103", field="talent", hint=hint)


def learn_spell(rules: CampaignRules, hero: Figure, spell: str) -> Figure:
    """One more spell of a Magic user. [IST-CAST-11, IST-XP-05, IST-Q-71]"""
    why = why_no_spell(rules, hero, spell)
    if why:
        left = [name for name in known_spells(rules) if name not in hero.spells]
        hint = f"Open to {hero.name} are {', '.join(left)}." if left and open_slots(hero, "spell") else LEARNING
        raise Refused("spell_not_allowed", why, "IST-CAST-11", field="spell", hint=hint)
    return replace(hero, spells=(*hero.spells, spell))


def why_no_spell(rules: CampaignRules, hero: Figure, spell: str) -> str:
    """Why a hero cannot learn a spell; empty: it can."""
    if hero.calling != "magic_user":
        return "Only a Magic user can cast spells."
    if spell not in known_spells(rules):
        return f"There is no spell {spell!r}; known are {', '.join(known_spells(rules))}."
    if spell in hero.spells:
        return f"{hero.name} already knows {spell}."
    if not open_slots(hero, "spell"):
        return f"{hero.name} already knows one spell for each level, {hero.level}."
    return ""


# Kit and battle


def check_kit(rules: CampaignRules, hero: Figure, item: str) -> None:
    """One body armour and one shield at most; any class may carry any item. [IST-Q-112]"""
    check_listed(item)
    worn = next((name for name in hero.equipment if is_body(name)), "")
    if worn and is_body(item):
        raise cannot_assign(f"{hero.name} already wears {worn}.", "Take that off first.")
    if item == "shield" and "shield" in hero.equipment:
        raise cannot_assign(f"{hero.name} already carries a shield.", "Take that off first.")
    if len(hero.equipment) >= MOST_CARRIED:
        raise cannot_assign(f"Nobody can carry more than {MOST_CARRIED} things.", "Take something off first.")


def worn(rules: CampaignRules, hero: Figure) -> Stats:
    """What body armour, a shield in use and Bastion add. [IST-ARM-01..04, IST-TAL-08]"""
    armour = sum(ARMOURS[item].armour for item in hero.equipment if item in ARMOURS)
    armour += int("bastion" in hero.talents)
    return {"armour": armour} if armour else {}


def is_body(item: str) -> bool:
    return item in ARMOURS and ARMOURS[item].body


def cannot_assign(message: str, hint: str) -> Refused:
    return Refused("cannot_assign", message, "IST-Q-112", field="item", hint=hint)


def unfit(rules: CampaignRules, hero: Figure) -> Refused | None:
    """Why a hero cannot be fielded; None: it can. [IST-D-16, IST-Q-101, IST-CAMP-11]"""
    why, rule, hint = "", "IST-D-16", "Field another hero."
    if hero.standing != "ready":
        why = f"{hero.name} is {hero.standing}."
    elif hero.absence is not None:
        why = f"{hero.name} is away: {hero.absence.why}."
    elif find_race(rules, hero.race) is None:
        why, rule, hint = (
            f"The race {hero.race} has no stats here.",
            "IST-Q-81",
            "The GM can give it stats by the house rule races.",
        )
    elif owed(rules, hero).get("core"):
        why, hint = f"{hero.name} has a Core Stat to raise first.", f"Raise one of {', '.join(CORES)}."
    elif is_spent(rules, hero):
        why, rule = f"{hero.name} has nothing left to fight with.", "IST-Q-101"
    if why:
        return Refused("hero_not_ready", why, rule, field="heroes", hint=hint)
    return why_no_model(rules, hero)


def lacks(rules: CampaignRules, hero: Figure) -> Lacking | None:
    """A hero without any weapon at hand fights unarmed. [IST-WPN-01, IST-D-16]"""
    if any(item in WEAPONS for item in hero.at_hand):
        return None
    means = f"unarmed: attack {UNARMED.attack}, damage {UNARMED.damage}"
    return Lacking("a weapon", means, UNARMED.rule)


def why_no_model(rules: CampaignRules, hero: Figure) -> Refused | None:
    """Why no setup of a battle takes a hero, by the races and spells that the house has now; None where one does."""
    entry = read(model(rules, hero, leader=False), ModelSetup)
    try:
        check_model(SETUP, entry, "", rules.races, set(known_spells(rules)))
    except Refused as no:
        message = f"{hero.name} cannot be fielded now. {no.message}"
        hint = f"Field another hero, or ask the GM to correct {hero.name} or the house rules."
        return Refused(no.code, message, no.rule, field="heroes", hint=hint)
    return None


def stat_left(rules: CampaignRules, hero: Figure, stat: str) -> int:
    """What a hero has of a stat in its next battle: all, unless damage stays. [IST-Q-101]"""
    return max(0, hero.stats[stat] - (hero.carried.get(stat, 0) if rules.carry_damage == "on" else 0))


def is_spent(rules: CampaignRules, hero: Figure) -> bool:
    """Whether a hero would be out before the battle begins. [IST-DMG-01, IST-DMG-02]"""
    return stat_left(rules, hero, "health") == 0 or not any(stat_left(rules, hero, stat) for stat in CORES)


def model(rules: CampaignRules, hero: Figure, *, leader: bool) -> Json:
    """A hero as a model of a battle's setup, with its full values, and what it has left where it is hurt.

    [IST-CAMP-11, IST-FATE-03, IST-Q-101, IST-Q-111, IST-Q-72]
    """
    entry: Json = {
        "id": hero.id,
        "name": hero.name,
        "race": hero.race,
        "class": hero.calling,
        "level": hero.level,
        **{f"{stat}_max": hero.stats[stat] for stat in (*CORES, "health")},
        "armour_base": hero.stats["armour"],
        "leader": leader,
        "equipment": list(hero.equipment),
        "talents": list(hero.talents),
        "spells": list(hero.spells),
    }
    if rules.once_per_game == "campaign" and hero.spent:
        entry["used"] = hero.spent
    return entry | {
        stat: stat_left(rules, hero, stat)
        for stat in (*CORES, "health")
        if stat_left(rules, hero, stat) < hero.stats[stat]
    }


def ground(rules: CampaignRules) -> Json:
    """The races and spells of the house, as a battle's setup has them. [IST-Q-81]"""
    races = {name: {stat: getattr(row, stat) for stat in STATS} for name, row in rules.races.items()}
    spells = [plain(spell) for spell in rules.spells]
    return ({"races": races} if races else {}) | ({"spells": spells} if spells else {})


def setup(rules: CampaignRules, rosters: Mapping[str, Roster], defender: str = "") -> Json:
    """The sides of a battle by their seats, and what it needs of the house. [IST-CAMP-11, IST-HALL-02, IST-HALL-05]"""
    document = {"sides": {seat: side(rules, roster) for seat, roster in rosters.items()}, **ground(rules)}
    if defender:
        document["invasion"] = {"defender": defender, "upgrades": sorted(rosters[defender].upgrades)}
    return document


def side(rules: CampaignRules, roster: Roster) -> Json:
    """A company as a side of a battle. Where its leader is not fielded nobody's Will is shared. [IST-Q-111]"""
    models = [model(rules, hero, leader=hero.id == roster.leader) for hero in roster.figures]
    words = {"company": roster.name, "motto": roster.motto, "hall": roster.hall}
    return {"name": roster.name, **words, "models": models}
