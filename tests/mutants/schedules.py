"""Mutants of the calendar's rules, of the draw and of placing."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

CHECKS = ("tests/tournaments/schedule/test_checks.py",)
WISHES = ("tests/tournaments/schedule/test_wish_checks.py",)
QUALITY = ("tests/tournaments/schedule/test_quality.py",)
DRAWING = ("tests/tournaments/scheduling/test_drawing.py",)
PLACING = ("tests/tournaments/scheduling/test_placing.py",)
CONFLICTS = ("tests/tournaments/scheduling/test_conflicts.py",)

MUTANTS = (
    Mutant(
        "a game without a time overlaps with nothing",
        "tournaments/domain/schedule/calendar.py",
        "(slot.time == other.time or not slot.time or not other.time)",
        "slot.time == other.time",
        CHECKS,
    ),
    Mutant(
        "a blackout ends a day early",
        "tournaments/domain/schedule/calendar.py",
        "blackout.first <= slot.date <= blackout.last",
        "blackout.first <= slot.date < blackout.last",
        CHECKS,
    ),
    Mutant(
        "whoever may play ahead may play late",
        "tournaments/domain/schedule/checks.py",
        "if slot.date > window.deadline:",
        "if slot.date > window.deadline and not window.play_ahead:",
        CHECKS,
    ),
    Mutant(
        "a final may be at the time of its semi-final",
        "tournaments/domain/schedule/checks.py",
        "elif not before(needed.slot, slot):",
        "elif before(slot, needed.slot):",
        CHECKS,
    ),
    Mutant(
        "a free day less is rest enough",
        "tournaments/domain/schedule/wish_checks.py",
        "following.slot.date) <= wish.number",
        "following.slot.date) < wish.number",
        WISHES,
    ),
    Mutant(
        "a wish is not met although undated games may still meet it",
        "tournaments/domain/schedule/wish_checks.py",
        "if not any(then(wish, fixture) is not False for fixture in able):",
        "if not any(then(wish, fixture) for fixture in able):",
        WISHES,
    ),
    Mutant(
        "a bye does not separate two games",
        "tournaments/domain/schedule/quality.py",
        "turn.home == following.home and rounds.issuperset(range(*sorted((turn.round, following.round))))",
        "turn.home == following.home",
        QUALITY,
    ),
    Mutant(
        "the next table is the lowest, fresh or not",
        "tournaments/domain/schedule/tables.py",
        "key=lambda table: (played[table], table)",
        "key=lambda table: table",
        QUALITY,
    ),
    Mutant(
        "wishes weigh the same on the positions of a draw",
        "tournaments/scheduling/drawing.py",
        "self.names.wish(wish), 0 if wish.hard else wish.weight)",
        "self.names.wish(wish), 0 if wish.hard else 1)",
        DRAWING,
    ),
    Mutant(
        "two share a venue on the positions of a draw only for the first round",
        "tournaments/scheduling/drawing.py",
        'here == there == "home" for here, there in zip(self.patterns[one], self.patterns[other], strict=True)',
        'here == there == "home" for here, there in list(zip(self.patterns[one], self.patterns[other], strict=True))[:1]',
        DRAWING,
    ),
    Mutant(
        "games are played ahead for no reason",
        "tournaments/scheduling/placing_rules.py",
        "options.rules.pay(1, ahead)",
        "pass",
        PLACING,
    ),
    Mutant(
        "a repair does not count its moves",
        "tournaments/scheduling/placing.py",
        "cost += move * self.moves[key] * option.taken",
        "cost += 0",
        PLACING,
    ),
    Mutant(
        "a final has a slot though its semi-final has none",
        "tournaments/scheduling/placing_rules.py",
        "if other.id in options.unplaced or not before:",
        "if not before:",
        PLACING,
    ),
    Mutant(
        "a conflict names rules that do not matter",
        "tournaments/scheduling/conflicts.py",
        "if guarded.impossible(_without(left, [key])):",
        "if not left:",
        CONFLICTS,
    ),
    Mutant(
        "a rule that alone does not help may be dropped",
        "tournaments/scheduling/conflicts.py",
        "drop = [key for key in clashing if guarded.solvable(_without(keys, [key, *others]))]",
        "drop = list(clashing)",
        CONFLICTS,
    ),
    Mutant(
        "only the first of several conflicts is told",
        "tournaments/scheduling/conflicts.py",
        "while not aside or guarded.impossible(_without(keys, aside)):",
        "if not aside:",
        CONFLICTS,
    ),
)
