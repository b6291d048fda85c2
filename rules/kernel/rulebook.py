"""A game's `RULES.md` as data: the one source of the words of every rule that a log, a tooltip or an error cites.

It has a heading with the game's name, and these chapters, each with one table or more; any others are for people.

    ## Rules             | ID | rule | emits |                              sections with ### inside
    ## Rulings           | ID | what is open | ruling | switch |            the name of the switch, or –
    ## Illegal inputs    | attempted command | why it is illegal | error |  the `codes`; counted from PREFIX-ILL-01 on

An ID is ``PREFIX-TOPIC-01``. The last line counts the rows: ``Rules: 10 · Rulings: 3 · Illegal inputs: 3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import NamedTuple, TypeVar

import msgspec

from rules.kernel.errors import KernelError

_ID = re.compile(r"[A-Z]+(?:-[A-Z0-9]+)+")
_COUNTS = re.compile(r"Rules: (\d+) · Rulings: (\d+) · Illegal inputs: (\d+)")
_RULE_LINE = re.compile(r":?-{3,}:?")
_CODE = re.compile(r"`([^`]+)`")
_CELL_END = re.compile(r"(?<!\\)\|")


class BadRulebook(KernelError):
    """A `RULES.md` that is not what it says it is."""


class UnknownRule(KernelError, KeyError):
    """A citation of a rule that is in no rulebook."""

    def __str__(self) -> str:
        return str(self.args[0])


class Rule(msgspec.Struct, frozen=True):
    """A row of a rules table. `emits` names events; `text` joins all columns between the ID and them."""

    id: str
    section: str
    text: str
    emits: tuple[str, ...] = ()


class Ruling(msgspec.Struct, frozen=True):
    """What the book leaves open, what is done by default, and the house-rule switch (empty: none)."""

    id: str
    open: str
    ruling: str
    switch: str = ""


class IllegalInput(msgspec.Struct, frozen=True):
    """A command that must be refused, why, and the codes of the error. IDs count the rows, from ``ISH-ILL-01`` on."""

    id: str
    attempt: str
    why: str
    codes: tuple[str, ...]


class Term(msgspec.Struct, frozen=True):
    """A word of the book, its name in the code, and what it means."""

    word: str
    code: str
    meaning: str


class Rulebook(msgspec.Struct, frozen=True):
    """All of a catalogue. `points` are rows with an ID outside the rules: named decision points."""

    title: str
    prefix: str
    rules: dict[str, Rule]
    rulings: dict[str, Ruling]
    illegal: dict[str, IllegalInput]
    terms: tuple[Term, ...]
    points: dict[str, Rule]

    def text(self, rule_id: str) -> str:
        """The words of a rule, a ruling, a decision point or an illegal input. `UnknownRule` when it is in none."""
        if rule := self.rules.get(rule_id) or self.points.get(rule_id):
            return rule.text
        if ruling := self.rulings.get(rule_id):
            return f"{_sentence(ruling.open)} {_sentence(ruling.ruling)}"
        if row := self.illegal.get(rule_id):
            return _sentence(row.attempt) if row.why in ("", "–") else f"{_sentence(row.attempt)} {_sentence(row.why)}"
        raise UnknownRule(f"no rule {rule_id} in the rulebook of {self.title}")

    def __contains__(self, rule_id: str) -> bool:
        return any(rule_id in rows for rows in (self.rules, self.points, self.rulings, self.illegal))


T = TypeVar("T", Rule, Ruling, IllegalInput)


class _Row(NamedTuple):
    """A table row with the headings above it."""

    chapter: str
    section: str
    head: tuple[str, ...]
    cells: tuple[str, ...]
    line: int


def read_rulebook(package: str) -> Rulebook:
    """The rulebook that lies in a package, as ``RULES.md``: ``read_rulebook("rules.ishmek")``."""
    return parse_rulebook((resources.files(package) / "RULES.md").read_text(encoding="utf-8"))


def parse_rulebook(markdown: str) -> Rulebook:
    """Read a catalogue. `BadRulebook` when its last line counts other rows than there are, or an ID comes twice."""
    rows = list(_rows(markdown))
    rules = _unique(_rule(row) for row in rows if row.chapter == "rules" and _has_id(row))
    rulings = _unique(_ruling(row) for row in rows if row.chapter == "rulings" and _has_id(row))
    if not rules:
        raise BadRulebook("the rulebook has no rule")
    prefix = next(iter(rules)).partition("-")[0]
    bad_rows = [row for row in rows if row.chapter == "illegal inputs"]
    illegal = _unique(_illegal(row, f"{prefix}-ILL-{number:02}") for number, row in enumerate(bad_rows, 1))
    elsewhere = ("rules", "rulings", "illegal inputs")
    points = _unique(_rule(row) for row in rows if row.chapter not in elsewhere and _has_id(row))
    terms = tuple(Term(*row.cells[:3]) for row in rows if row.chapter == "terms" and len(row.cells) >= 3)
    _check_counts(markdown, (len(rules), len(rulings), len(illegal)))
    heading = re.search(r"^# (.+)$", markdown, re.MULTILINE)
    return Rulebook(heading[1].strip() if heading else prefix, prefix, rules, rulings, illegal, terms, points)


def _rows(markdown: str) -> Iterator[_Row]:
    """Every table row, with its chapter (lower case), section and column heads."""
    chapter = section = ""
    head: tuple[str, ...] = ()
    lines = markdown.splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            level, _, words = line.partition(" ")
            section = words.strip()
            if len(level) <= 2:
                chapter, section = section.lower(), ""
        if not line.startswith("|"):
            head = ()
            continue
        cells = tuple(cell.strip().replace("\\|", "|") for cell in _CELL_END.split(line.strip())[1:-1])
        if not head:
            head = cells
        elif not all(_RULE_LINE.fullmatch(cell) for cell in cells):
            if len(cells) != len(head):
                raise BadRulebook(f"line {number}: {len(cells)} cells under {len(head)} heads")
            yield _Row(chapter, section, head, cells, number)


def _has_id(row: _Row) -> bool:
    return row.head[0].lower() == "id" and _ID.fullmatch(row.cells[0]) is not None


def _rule(row: _Row) -> Rule:
    heads, cells = list(row.head[1:]), list(row.cells[1:])
    emits: tuple[str, ...] = ()
    if heads[-1].lower() == "emits":
        heads.pop()
        emits = _emits(cells.pop())
    if len(cells) == 1:
        return Rule(row.cells[0], row.section, cells[0], emits)
    parts = [f"{head}: {cell}" for head, cell in zip(heads, cells, strict=True) if cell not in ("", "–")]
    return Rule(row.cells[0], row.section, "; ".join(parts), emits)


def _emits(cell: str) -> tuple[str, ...]:
    if cell in ("", "–", "-"):
        return ()
    return tuple(part.strip().strip("`") for part in re.split(r",(?![^{(]*[})])", cell))


def _ruling(row: _Row) -> Ruling:
    switch = row.cells[3] if len(row.cells) > 3 else ""
    return Ruling(row.cells[0], row.cells[1], row.cells[2], "" if switch in ("–", "-", "none") else switch)


def _illegal(row: _Row, number: str) -> IllegalInput:
    return IllegalInput(number, row.cells[0], row.cells[1], tuple(_CODE.findall(row.cells[2])))


def _unique(rows: Iterator[T]) -> dict[str, T]:
    found: dict[str, T] = {}
    for row in rows:
        if row.id in found:
            raise BadRulebook(f"{row.id} comes twice")
        found[row.id] = row
    return found


def _check_counts(markdown: str, found: Sequence[int]) -> None:
    counts = _COUNTS.search(markdown.rstrip().rpartition("\n")[2])
    if counts is None:
        raise BadRulebook("the last line does not count rules, rulings and illegal inputs")
    if tuple(map(int, counts.groups())) != tuple(found):
        raise BadRulebook(f"the last line says {counts[0]!r}; there are {found[0]}, {found[1]} and {found[2]}")


def _sentence(words: str) -> str:
    return words if words.endswith((".", "!", "?", ":")) else f"{words}."
