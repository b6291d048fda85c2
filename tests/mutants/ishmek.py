"""Mutants of Ishmêk."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

DECIDE = "rules/ishmek/decide"
TESTS = "tests/rules/ishmek"
MARGINS = (f"{TESTS}/test_push_margins.py",)

MUTANTS = (
    # Pushes
    Mutant(
        "ISH-PUSH-07: the DC is that of a loss by 3",
        f"{DECIDE}/pushes.py",
        "dc, cause = PUSH_DC + margin, contest.actor",
        "dc, cause = PUSH_DC - 3, contest.actor",
        MARGINS,
    ),
    Mutant(
        "ISH-PUSH-07: the roll is not free",
        f"{DECIDE}/pushes.py",
        'cause=cause, free=True, rule="ISH-PUSH-07"',
        'cause=cause, rule="ISH-PUSH-07"',
        MARGINS,
    ),
    Mutant(
        "ISH-PUSH-11: the DC rises with the loss",
        f"{DECIDE}/pushes.py",
        "    dc = PUSH_DC + choice.margin",
        "    dc = PUSH_DC - choice.margin",
        MARGINS,
    ),
    Mutant(
        "ISH-PUSH-03: the DC is 10 whatever the margin",
        f"{DECIDE}/pushes.py",
        'held = {"dc": PUSH_DC + choice.margin,',
        'held = {"dc": PUSH_DC,',
        MARGINS,
    ),
    Mutant(
        "ISH-PUSH-05: a square for each 5 points begun",
        f"{DECIDE}/pushes.py",
        "return margin // 5 if",
        "return -(-margin // 5) if",
        MARGINS,
    ),
    Mutant(
        "ISH-PUSH-06: the DC is 10 and the squares",
        f"{DECIDE}/pushes.py",
        "dc=PUSH_DC + shove.feet, ",
        "dc=PUSH_DC + shove.feet // FEET, ",
        MARGINS,
    ),
    Mutant(
        "ISH-PUSH-06: the scatter is rounded down",
        f"{DECIDE}/pushes.py",
        "scatter=-(-shove.feet // 10)",
        "scatter=shove.feet // 10",
        MARGINS,
    ),
    Mutant(
        "ISH-Q-40: the wall takes no feet off",
        f"{DECIDE}/pushes.py",
        "feet=shove.feet + FEET)",
        "feet=shove.feet + FEET * shove.left)",
        MARGINS,
    ),
    Mutant(
        "ISH-Q-42: a small miss after a small loss scatters",
        f"{DECIDE}/pushes.py",
        "missed_by < 5:\n        squares = 0",
        "missed_by < 4:\n        squares = 0",
        MARGINS,
    ),
    Mutant(
        "ISH-Q-23: a margin of 5 is a small one",
        f"{DECIDE}/pushes.py",
        "(5 if state.rules.exact_five",
        "(6 if state.rules.exact_five",
        MARGINS,
    ),
    Mutant(
        "ISH-PUSH-10: a 19 hurts",
        f"{DECIDE}/pushes.py",
        "if total >= STUMBLE_HURT:",
        "if total >= STUMBLE_PRONE:",
        (f"{TESTS}/test_pushes.py",),
    ),
    # Skill rolls
    Mutant(
        "ISH-SR-01: a modifier for any roll is forgotten",
        f"{DECIDE}/skill.py",
        'if mod.kind in ("any", stake.kind)',
        "if mod.kind == stake.kind",
        (f"{TESTS}/test_skill_rolls.py",),
    ),
    Mutant(
        "ISH-SR-05: who stands beside counts in order rolls",
        f"{DECIDE}/skill.py",
        '("control", "seize", "intercept", "forced_control")',
        '("control", "seize", "intercept", "forced_control", "order")',
        (f"{TESTS}/test_skill_rolls.py",),
    ),
    Mutant(
        "ISH-Q-44: order rolls know no prone_sr",
        f"{DECIDE}/skill.py",
        "sides, keep = pool = pool_of(state, player, stake.advantage)",
        'sides, keep = pool = (D20, "all") if stake.kind == "order" else pool_of(state, player, stake.advantage)',
        (f"{TESTS}/test_skill_rolls.py",),
    ),
    # Propels and bounces
    Mutant(
        "ISH-Q-27: the die of a missed propel has the sides of its DC",
        f"{DECIDE}/orbs.py",
        "team, (course.distance,)",
        "team, (course.dc_distance,)",
        (f"{TESTS}/test_bounces.py",),
    ),
    Mutant(
        "ISH-Q-27: a missed propel scatters by its units",
        f"{DECIDE}/orbs.py",
        "        scatter=scatter_count(flight.dc_distance)",
        "        scatter=scatter_count(flight.distance)",
        (f"{TESTS}/test_bounces.py",),
    ),
    Mutant(
        "ISH-PROPEL-08: the scatter is rounded down",
        f"{DECIDE}/orbs.py",
        "return -(-distance // 3)",
        "return distance // 3",
        (f"{TESTS}/test_propel.py", f"{TESTS}/test_bounces.py"),
    ),
    Mutant(
        "ISH-Q-22: a miss by 5 is a small one",
        f"{DECIDE}/orbs.py",
        "wide = -5 if",
        "wide = -6 if",
        (f"{TESTS}/test_propel.py", f"{TESTS}/test_bounces.py"),
    ),
    # Reactions
    Mutant(
        "ISH-REACT-04: the lowest order roll goes first",
        "rules/kernel/order.py",
        "sorted({total for total, _ in totals})",
        "sorted({total for total, _ in totals}, reverse=True)",
        (f"{TESTS}/test_reactions.py", f"{TESTS}/test_skill_rolls.py"),
    ),
    Mutant(
        "ISH-Q-54: an order burn is paid for each roll-off",
        f"{DECIDE}/windows.py",
        "if burn and declared.player not in burned:",
        "if burn:",
        (f"{TESTS}/test_skill_rolls.py",),
    ),
    # Contests
    Mutant(
        "ISH-Q-35: a tie of a seize is won",
        f"{DECIDE}/skill.py",
        '"seize": OpposedRoll(tie="other")',
        '"seize": OpposedRoll(tie="actor")',
        (f"{TESTS}/test_chances.py",),
    ),
    # Penalties
    Mutant(
        "ISH-Q-49: a second penalty of equal length is nothing",
        f"{DECIDE}/harm.py",
        "_length(player.sit_out.kind) > _length(until)",
        "_length(player.sit_out.kind) >= _length(until)",
        (f"{TESTS}/test_sitting_out.py",),
    ),
    Mutant(
        "ISH-Q-49: five rounds are four",
        f"{DECIDE}/harm.py",
        "run.state.turn + (6 if run.state.rules.five_rounds",
        "run.state.turn + (5 if run.state.rules.five_rounds",
        (f"{TESTS}/test_sitting_out.py", f"{TESTS}/test_fouls.py"),
    ),
    Mutant(
        "ISH-FOUL-06: an injury of 16 is no longer penalty",
        f"{DECIDE}/umpires.py",
        "ROUNDS_FROM, MATCH_FROM, EJECTED_FROM = 16, 18, 20",
        "ROUNDS_FROM, MATCH_FROM, EJECTED_FROM = 17, 18, 20",
        (f"{TESTS}/test_fouls.py",),
    ),
    # Burn and injuries
    Mutant(
        "ISH-BURN-05: the burn for the distance is paid first",
        f"{DECIDE}/performing.py",
        'owed.append(BurnInjury(plan.player, mod, "propel distance"))',
        'owed.insert(0, BurnInjury(plan.player, mod, "propel distance"))',
        (f"{TESTS}/test_skill_rolls.py",),
    ),
    Mutant(
        "ISH-Q-50: under injury_stack worst legs add up",
        "rules/ishmek/questions.py",
        'return max(feet, default=0) if state.rules.injury_stack == "worst" else sum(feet)',
        "return sum(feet)",
        (f"{TESTS}/test_injuries.py",),
    ),
    Mutant(
        "ISH-INJ-04: a 10 keeps the movement",
        f"{DECIDE}/harm.py",
        "CONCUSSION_DC = 11",
        "CONCUSSION_DC = 10",
        (f"{TESTS}/test_injuries.py",),
    ),
    # Vessels
    Mutant(
        "ISH-SCORE-03: the defenders give no point away",
        f"{DECIDE}/orbs.py",
        "gift = causing_team != side",
        "gift = False",
        (f"{TESTS}/test_scoring.py",),
    ),
    Mutant(
        "ISH-ARENA-08: two scoring squares are one too many",
        "rules/ishmek/questions.py",
        "    return all(\n        (who := occupant(state, s))",
        "    return any(\n        (who := occupant(state, s))",
        (f"{TESTS}/test_movement.py",),
    ),
    # Squads
    Mutant(
        "ISH-SCORE-01: a point that the GM took back counts for its scorer",
        "rules/ishmek/progression.py",
        "if total <= sum(state.score)]",
        "]",
        ("tests/campaigns/domain/test_scores.py",),
    ),
)
