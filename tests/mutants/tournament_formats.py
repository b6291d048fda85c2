"""Mutants of the formats of tournaments."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

DOMAIN = "tournaments/domain/formats"
TESTS = "tests/tournaments/formats"
ROUND_ROBIN = (f"{TESTS}/test_round_robin.py",)
ELIMINATION = (f"{TESTS}/test_elimination.py",)
GROUPS = (f"{TESTS}/test_groups.py",)
SWISS = (f"{TESTS}/test_swiss.py",)
TABLES = (f"{TESTS}/test_tables.py",)

MUTANTS = (
    Mutant(
        "KERNEL-TOUR-21: the last position is always at home",
        f"{DOMAIN}/round_robin.py",
        "yield (Meeting(x, even) if number % 2 else Meeting(even, x), *pairs)",
        "yield (Meeting(even, x), *pairs)",
        ROUND_ROBIN,
    ),
    Mutant(
        "KERNEL-TOUR-21: a bye between two home games makes a break",
        f"{DOMAIN}/round_robin.py",
        'if before == side != "bye"',
        'if before == side or before == "bye"',
        ROUND_ROBIN,
    ),
    # Elimination
    Mutant(
        "KERNEL-TOUR-22: byes go to whoever comes last",
        f"{DOMAIN}/elimination.py",
        "rows = dict(enumerate(sources, 1))",
        "rows = dict(enumerate(reversed(sources), 1))",
        ELIMINATION,
    ),
    Mutant(
        "KERNEL-TOUR-24: the losers of the second round do not change places",
        f"{DOMAIN}/elimination.py",
        "    8: (_reverse,),\n",
        "",
        ELIMINATION,
    ),
    Mutant(
        "KERNEL-TOUR-23: who has a bye waits for an opponent",
        f"{DOMAIN}/advancement.py",
        'return Standing(one, other, "bye", other if one.nobody else one, NOBODY)',
        'return Standing(one, other, "waiting")',
        ELIMINATION,
    ),
    Mutant(
        "KERNEL-TOUR-23: after a double forfeit the first side goes on",
        f"{DOMAIN}/advancement.py",
        'return Standing(one, other, "decided", NOBODY, NOBODY)',
        'return Standing(one, other, "decided", one, NOBODY)',
        ELIMINATION,
    ),
    Mutant(
        "KERNEL-TOUR-24: the second final is played in any case",
        f"{DOMAIN}/advancement.py",
        'return before.status == "decided" and before.winner == before.other',
        'return before.status == "decided"',
        ELIMINATION,
    ),
    Mutant(
        "KERNEL-TOUR-25: places are told as if nobody were still playing",
        f"{DOMAIN}/advancement.py",
        '    if row.status in {"waiting", "ready"}:\n        return [None]\n',
        "",
        ELIMINATION,
    ),
    # Groups
    Mutant(
        "KERNEL-TOUR-26: every row of seeds is dealt from the first group",
        f"{DOMAIN}/groups.py",
        "order = dealt if row % 2 == 0 else dealt[::-1]",
        "order = dealt",
        GROUPS,
    ),
    Mutant(
        "KERNEL-TOUR-27: the best of a place are compared by all their points",
        f"{DOMAIN}/groups.py",
        "Fraction(row.points, 100 * games)",
        "Fraction(row.points, 100)",
        GROUPS,
    ),
    Mutant(
        "KERNEL-TOUR-28: group mates may meet at once",
        f"{DOMAIN}/groups.py",
        "            mates[source.group].append(position)\n",
        "            pass\n",
        GROUPS,
    ),
    # Swiss
    Mutant(
        "KERNEL-TOUR-30: a rematch costs nothing",
        f"{DOMAIN}/swiss_matching.py",
        "found = costs(field, rules, rematches=False)",
        "found = costs(field, rules, rematches=True)",
        SWISS,
    ),
    Mutant(
        "KERNEL-TOUR-30: twice met is no worse than once",
        f"{DOMAIN}/swiss_costs.py",
        "times_met=times,",
        "times_met=0,",
        SWISS,
    ),
    Mutant(
        "KERNEL-TOUR-31: a second bye is like a first",
        f"{DOMAIN}/swiss_costs.py",
        "second_bye=field.entrants[each].byes,",
        "second_bye=0,",
        SWISS,
    ),
    Mutant(
        "KERNEL-TOUR-31: the bye goes to anybody",
        f"{DOMAIN}/swiss_costs.py",
        "bye_points=len(field.groups) - 1 - field.group[each],",
        "bye_points=0,",
        SWISS,
    ),
    Mutant(
        "KERNEL-TOUR-32: differences of points are not squared",
        f"{DOMAIN}/swiss_costs.py",
        "points_apart=apart * apart,",
        "points_apart=apart,",
        SWISS,
    ),
    Mutant(
        "KERNEL-TOUR-32: an earlier float counts as much as the last",
        f"{DOMAIN}/swiss_costs.py",
        "return 2 * (floats[-1:] == (way,)) + (floats[-2:-1] == (way,))",
        "return (floats[-1:] == (way,)) + (floats[-2:-1] == (way,))",
        SWISS,
    ),
    Mutant(
        "KERNEL-TOUR-32: the first few pairings are taken for the best whatever they cost",
        f"{DOMAIN}/swiss_bounds.py",
        "return all(spent <= most for spent, most in zip(sums, self.limit, strict=False))",
        "return True",
        SWISS,
    ),
    Mutant(
        "KERNEL-TOUR-35: whoever was at home more often is so again",
        f"{DOMAIN}/swiss_tables.py",
        "home, away = sorted((higher, lower), key=lambda one: one.home_balance)",
        "away, home = sorted((higher, lower), key=lambda one: one.home_balance)",
        SWISS,
    ),
    Mutant(
        "KERNEL-TOUR-36: forbidden pairs hold in one direction only",
        f"{DOMAIN}/swiss_field.py",
        "for pair in permutations((numbers[names[0]], numbers[names[1]]))",
        "for pair in ((numbers[names[0]], numbers[names[1]]),)",
        SWISS,
    ),
    # Tables
    Mutant(
        "KERNEL-TOUR-37: the same ones sit at the smaller table",
        f"{DOMAIN}/tables.py",
        "price += sum(self.small[each] for each in table)",
        "pass",
        TABLES,
    ),
    Mutant(
        "KERNEL-TOUR-38: nobody changes tables to meet others",
        f"{DOMAIN}/tables.py",
        "            if sum(price) < costs[one] + costs[other]:\n",
        "            if not seating:\n",
        TABLES,
    ),
)
