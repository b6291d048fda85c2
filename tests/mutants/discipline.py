"""Mutants of the discipline of tournaments."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

DOMAIN = "tournaments/domain/discipline"
TESTS = "tests/tournaments/discipline"
LEDGER = (f"{TESTS}/test_ledger.py",)
BOARD = (f"{TESTS}/test_board.py",)
OFFENCES = (f"{TESTS}/test_offences.py",)
THRESHOLDS = (f"{TESTS}/test_thresholds.py",)
APPEALS = (f"{TESTS}/test_appeals.py",)
LEAVING = (f"{TESTS}/test_leaving.py",)
NO_SHOWS = (f"{TESTS}/test_no_shows.py",)
REPORTS = ("tests/tournaments/test_battle_reports.py",)

MUTANTS = (
    # The ledger
    Mutant(
        "KERNEL-TOUR-82: a ban is served by earlier matches",
        f"{DOMAIN}/ledger.py",
        "one.begins is None or match.order <= one.begins",
        "one.begins is None",
        LEDGER,
    ),
    Mutant(
        "KERNEL-TOUR-82: a ban is served by a match that the hero played",
        f"{DOMAIN}/ledger.py",
        "        if hero[1] in match.fielded:\n            continue\n",
        "",
        LEDGER,
    ),
    Mutant(
        "KERNEL-TOUR-82: a decision counts from the match it is about",
        f"{DOMAIN}/ledger.py",
        "return max(ban.opened, record.played.get(ban.cause_fixture, 0)), ",
        "return record.played.get(ban.cause_fixture, 0), ",
        LEDGER,
    ),
    Mutant(
        "KERNEL-TOUR-82: matches serve in the order of their names",
        f"{DOMAIN}/record.py",
        "key=lambda one: (one.order, one.fixture)",
        "key=lambda one: one.fixture",
        LEDGER,
    ),
    Mutant(
        "KERNEL-TOUR-84: all bans of a hero run at once",
        f"{DOMAIN}/ledger.py",
        "        first = next(fitting, None)\n        if first is not None:\n            served",
        "        for first in list(fitting):\n            served",
        LEDGER,
    ),
    Mutant(
        "KERNEL-TOUR-85: a ban outlives its void cause",
        f"{DOMAIN}/ledger.py",
        "if causes or ban.cause_fixture in record.annulled:",
        "if False:",
        LEDGER,
    ),
    Mutant(
        "KERNEL-TOUR-82: a lifted ban is served further",
        f"{DOMAIN}/ledger.py",
        "(one.lift is not None and match.order > one.lift.at)",
        "False",
        LEDGER,
    ),
    Mutant(
        "KERNEL-TOUR-83: a match due before the ban serves, whatever the rule",
        f"{DOMAIN}/ledger.py",
        'record.rules.serves_postponed == "off" and 0 < due <= begins',
        "False",
        LEDGER,
    ),
    Mutant(
        "KERNEL-TOUR-86: bans outlast the tournament",
        f"{DOMAIN}/ledger.py",
        '    if record.ended:\n        return "over"\n',
        "",
        LEDGER,
    ),
    # The board
    Mutant(
        "KERNEL-TOUR-83: friendlies bar, whatever the rule",
        f"{DOMAIN}/board.py",
        'or (match.friendly and ledger.record.rules.serves_friendly == "off")',
        "",
        BOARD,
    ),
    Mutant(
        "KERNEL-TOUR-80: a disqualification bars from every match",
        f"{DOMAIN}/board.py",
        "or (only and only != fixture)",
        "",
        BOARD,
    ),
    Mutant(
        "KERNEL-TOUR-97: the next match is the one that caused the ban",
        f"{DOMAIN}/board.py",
        " and match.fixture != one.ban.cause_fixture",
        "",
        BOARD,
    ),
    # Offences
    Mutant(
        "KERNEL-TOUR-80: a death that the GM has yet to declare is on record",
        f"{DOMAIN}/offences.py",
        'hero.fate == "dead" and not hero.undecided',
        'hero.fate == "dead"',
        OFFENCES,
    ),
    Mutant(
        "KERNEL-TOUR-80: an ejection is told again as an absence",
        f"{DOMAIN}/offences.py",
        ' and not kinds & {"ejected", "injured_tournament"}',
        "",
        OFFENCES,
    ),
    Mutant(
        "KERNEL-TOUR-80: battles of others count",
        "tournaments/battle_reports.py",
        "return event.because.match in (battle.match, battle.fought)",
        "return True",
        REPORTS,
    ),
    Mutant(
        "KERNEL-TOUR-80: what is undone still counts",
        "tournaments/battle_reports.py",
        "for _, event in counting(log) if",
        "for event in log if",
        REPORTS,
    ),
    # Thresholds and suspended bans
    Mutant(
        "KERNEL-TOUR-88: counting never begins anew",
        f"{DOMAIN}/thresholds.py",
        "        if now != period:\n",
        "        if False:\n",
        THRESHOLDS,
    ),
    Mutant(
        "KERNEL-TOUR-87: a threshold that counts once counts again",
        f"{DOMAIN}/thresholds.py",
        "if full and not threshold.again:",
        "if False:",
        THRESHOLDS,
    ),
    Mutant(
        "KERNEL-TOUR-89: an injury makes a suspended ban fall due",
        f"{DOMAIN}/thresholds.py",
        "or offence.kind in NO_FAULT ",
        "",
        THRESHOLDS,
    ),
    Mutant(
        "KERNEL-TOUR-89: probation is a match longer",
        f"{DOMAIN}/thresholds.py",
        ">= ban.probation:",
        "> ban.probation:",
        THRESHOLDS,
    ),
    # Appeals
    Mutant(
        "KERNEL-TOUR-90: an appeal has a day less",
        f"{DOMAIN}/appeals.py",
        "today > last",
        "today >= last",
        APPEALS,
    ),
    Mutant(
        "KERNEL-TOUR-91: matches under appeal serve, whatever the rule",
        f"{DOMAIN}/ledger.py",
        "return appeal.ruling is None or order <= appeal.ruled",
        "return appeal.ruling is None",
        APPEALS,
    ),
    Mutant(
        "KERNEL-TOUR-92: a ban is reduced to what it was",
        f"{DOMAIN}/appeals.py",
        "length >= whole",
        "length > whole",
        APPEALS,
    ),
    # Leaving, and not turning up
    Mutant(
        "KERNEL-TOUR-93: at half its matches all are void",
        f"{DOMAIN}/leaving.py",
        "if 2 * played < len(count):",
        "if 2 * played <= len(count):",
        LEAVING,
    ),
    Mutant(
        "KERNEL-TOUR-93: byes count as matches",
        f"{DOMAIN}/leaving.py",
        "if not one.bye and _kind(one) !=",
        "if _kind(one) !=",
        LEAVING,
    ),
    Mutant(
        "KERNEL-TOUR-94: what has changed since is overwritten",
        f"{DOMAIN}/leaving.py",
        "elif (one.sides, one.result) != (change.sides, change.new):",
        "elif False:",
        LEAVING,
    ),
    Mutant(
        "KERNEL-TOUR-95: a replacement takes over results, whatever the rule",
        f"{DOMAIN}/leaving.py",
        'if one.result is not None and rules.replacement != "all":',
        "if False:",
        LEAVING,
    ),
    Mutant(
        "KERNEL-TOUR-96: playing clears nothing",
        f"{DOMAIN}/no_shows.py",
        "else (0, 0)",
        "else (count, since)",
        NO_SHOWS,
    ),
)
