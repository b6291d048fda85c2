"""Mutants of Storm of Istra."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

DECIDE = "rules/istra/decide"
POINTS = "rules/istra/points"
TESTS = "tests/rules/istra"
CHARGED = (f"{TESTS}/test_charged_shots.py",)
MELEE = (f"{TESTS}/test_melee.py",)
AFTERMATH = (f"{TESTS}/test_progression_aftermath.py",)

MUTANTS = (
    # Movements and who answers them
    Mutant(
        "IST-Q-65: a Disengage-move is answered by no Charged shot",
        f"{DECIDE}/travelling.py",
        'ON_FOOT = ("move", "sprint", "disengage")',
        'ON_FOOT = ("move", "sprint")',
        CHARGED,
    ),
    Mutant(
        "IST-Q-65: a Sprint is answered by no Charged shot",
        f"{DECIDE}/travelling.py",
        'ON_FOOT = ("move", "sprint", "disengage")',
        'ON_FOOT = ("move", "disengage")',
        CHARGED,
    ),
    Mutant(
        "IST-REACT-06: the second archer shoots at a dead mover",
        f"{POINTS}/moves.py",
        "        if get(run.state, frame.model).pos is None:\n            run.pop()\n            return True\n",
        "",
        CHARGED,
    ),
    Mutant(
        "IST-REACT-04: the farthest range is where the mover has come to",
        f"{DECIDE}/travelling.py",
        "start = mover.moved(frame.origin)",
        "start = mover",
        CHARGED,
    ),
    Mutant(
        "IST-REACT-01: only the first archer is asked",
        f"{POINTS}/moves.py",
        "left = frame.shooters[frame.shooters.index(shooter) + 1 :]",
        "left = ()",
        CHARGED,
    ),
    Mutant(
        "IST-REACT-02: one action is enough for a Charged shot",
        f"{DECIDE}/travelling.py",
        "model.move_action > 0 and model.standard_action > 0",
        "model.standard_action > 0",
        (f"{TESTS}/test_moves.py",),
    ),
    Mutant(
        "IST-Q-16: half a Move is rounded down",
        f"{DECIDE}/travelling.py",
        'if state.rules.half_move == "exact" else',
        'if state.rules.half_move != "exact" else',
        (f"{TESTS}/test_moves.py",),
    ),
    # Engagement, sight
    Mutant(
        "IST-Q-22: a hundredth of an inch parts two equally near",
        "rules/istra/geometry/engaging.py",
        "if apart <= gaps[0][0] + TOLERANCE)",
        "if apart <= gaps[0][0])",
        (f"{TESTS}/geometry/test_engaging.py",),
    ),
    Mutant(
        "IST-Q-22: two hundredths are as good as equal",
        "rules/istra/geometry/engaging.py",
        "if apart <= gaps[0][0] + TOLERANCE)",
        "if apart <= gaps[0][0] + 2 * TOLERANCE)",
        (f"{TESTS}/geometry/test_engaging.py",),
    ),
    Mutant(
        "IST-Q-21: an inch and a hundredth is too far to engage",
        "rules/istra/geometry/gaps.py",
        "az - bz, REACH + TOLERANCE)",
        "az - bz, REACH)",
        (f"{TESTS}/geometry/test_engaging.py",),
    ),
    Mutant(
        "IST-SIGHT-04: a line along the top of a wall is blocked",
        "rules/istra/geometry/sight.py",
        "return min(one, other) < body.top * WHOLE",
        "return min(one, other) <= body.top * WHOLE",
        (f"{TESTS}/geometry/test_sight.py",),
    ),
    Mutant(
        "IST-SIGHT-04: a line along the foot of a wall is blocked",
        "rules/istra/geometry/sight.py",
        "and max(one, other) > body.z0 * WHOLE",
        "and max(one, other) >= body.z0 * WHOLE",
        (f"{TESTS}/geometry/test_sight.py",),
    ),
    Mutant(
        "IST-SIGHT-04: a line along the face of a wall is blocked",
        "rules/istra/geometry/sight.py",
        "    inside = span(body.shape, (x, y), end[0] - x, end[1] - y, CORE)\n",
        "    inside = span(body.shape, (x, y), end[0] - x, end[1] - y, BRIM)\n",
        (f"{TESTS}/geometry/test_sight.py",),
    ),
    Mutant(
        "IST-Q-05: a hedge by the shooter screens",
        "rules/istra/geometry/sight.py",
        "elif not _at_base(body, shooter):",
        "else:",
        (f"{TESTS}/geometry/test_sight.py",),
    ),
    # Dice and damage
    Mutant(
        "IST-Q-91: a Relentless caster is spared its own Fireball",
        f"{DECIDE}/settling.py",
        "and frame.attacker != victim.id:",
        ":",
        (f"{TESTS}/test_spell_rolls.py",),
    ),
    Mutant(
        "IST-TAL-06: a natural 12 is halved",
        f"{DECIDE}/settling.py",
        "FULL_DAMAGE = 12",
        "FULL_DAMAGE = 13",
        MELEE,
    ),
    Mutant(
        "IST-Q-88: the dice of declared talents fall in the order of the book",
        f"{DECIDE}/settling.py",
        "for talent in frame.declared if talent in EXTRA_RULE]",
        "for talent in EXTRA_RULE if talent in frame.declared]",
        MELEE,
    ),
    Mutant(
        "IST-Q-88: the dice of declared talents fall from the last",
        f"{DECIDE}/settling.py",
        "for talent in frame.declared if talent in EXTRA_RULE]",
        "for talent in reversed(frame.declared) if talent in EXTRA_RULE]",
        MELEE,
    ),
    Mutant(
        "IST-MELEE-04: a tie is the attacker's",
        f"{DECIDE}/rolling.py",
        'OpposedRoll("both" if melee else "actor", best',
        'OpposedRoll("actor", best',
        MELEE,
    ),
    Mutant(
        "IST-Q-33: a dagger makes armour negative",
        f"{DECIDE}/settling.py",
        "else max(0, left)",
        "else left",
        MELEE,
    ),
    Mutant(
        "IST-Q-32: extra dice are doubled by a critical",
        f"{DECIDE}/settling.py",
        'critical and state.rules.crit_doubles_extra == "on"',
        "critical",
        MELEE,
    ),
    Mutant(
        "IST-Q-41: an area fails by the highest defence",
        f"{DECIDE}/settling.py",
        "return [min(short)] if short",
        "return [max(short)] if short",
        (f"{TESTS}/test_spell_rolls.py", f"{TESTS}/test_spells.py"),
    ),
    Mutant(
        "IST-CORE-02: the line ends with Will",
        f"{DECIDE}/harm.py",
        "line = (*CORES[start:], *CORES[:start])",
        "line = CORES[start:]",
        MELEE,
    ),
    Mutant(
        "IST-MOR-02: a weaker leader lends its Will",
        f"{DECIDE}/flights.py",
        " and other.will > model.will",
        "",
        (f"{TESTS}/test_morale.py",),
    ),
    Mutant(
        "IST-Q-73: morale goes by the health that is left",
        f"{DECIDE}/flights.py",
        "return 10 + model.health_max - model.health",
        "return 10 + SHAKEN - model.health",
        (f"{TESTS}/test_morale.py",),
    ),
    # Between battles
    Mutant(
        "IST-Q-100: a survival roll must beat its number",
        "rules/istra/aftermath.py",
        "lives = sum(faces) >= rules.survival",
        "lives = sum(faces) > rules.survival",
        AFTERMATH,
    ),
    Mutant(
        "IST-Q-100: a natural 1 dies whatever is needed",
        "rules/istra/aftermath.py",
        "lives = sum(faces) >= rules.survival",
        "lives = sum(faces) >= max(rules.survival, 2)",
        AFTERMATH,
    ),
    Mutant(
        "IST-Q-100: nobody may survive by a 1",
        "rules/istra/campaign_rules.py",
        "if not 1 <= rules.survival <= 20:",
        "if not 2 <= rules.survival <= 20:",
        (*AFTERMATH, f"{TESTS}/test_progression_prices.py"),
    ),
    Mutant(
        "IST-XP-02: a level takes 5 XP",
        "rules/istra/heroes.py",
        "    return 1 + xp // LEVEL_COST",
        "    return 1 + xp // (LEVEL_COST + 1)",
        (f"{TESTS}/test_progression_heroes.py",),
    ),
    Mutant(
        "IST-XP-02: the most XP are those of the first day of the highest level",
        "rules/istra/heroes.py",
        "(0, highest * LEVEL_COST - 1)",
        "(0, (highest - 1) * LEVEL_COST)",
        ("tests/campaigns/domain/test_gm_commands.py",),
    ),
)
