"""The tables of codes in the documents: every code that a test of the rules wants stands in one."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.settings import BASE_DIR

CODE = re.compile(r"^[a-z]+(?:_[a-z]+)*$")
ROW = re.compile(r"^\| `([a-z_]+)` \|", re.MULTILINE)
CODE_AT = {"refuses": 1, "refused": 1, "illegal": 4}
"""The helpers that tests give a code, and its place among what they are given."""
PAGES = {
    "ishmek": "## Ishmêk: codes of refusals",
    "istra": "## Storm of Istra: codes of refusals",
    "hachigoku": "## Hachigoku skirmish: codes of refusals",
}


def known_in(function: ast.FunctionDef) -> dict[str, set[str]]:
    """The texts that names stand for by the parameters of a test, and by its loops."""
    found: dict[str, set[str]] = {}
    for mark in function.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "parametrize":
            told = ast.literal_eval(mark.args[0])
            put(found, told.replace(" ", "").split(",") if isinstance(told, str) else list(told), mark.args[1])
    for node in ast.walk(function):
        if isinstance(node, ast.For):
            targets = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
            put(found, [getattr(target, "id", "") for target in targets], node.iter)
    return found


def put(found: dict[str, set[str]], names: list[str], rows: ast.expr) -> None:
    for row in getattr(rows, "elts", ()):
        cells = row.elts if isinstance(row, ast.Tuple) and len(names) > 1 else [row]
        for name, cell in zip(names, cells, strict=False):
            found.setdefault(name, set()).update(texts(cell))


def texts(node: ast.expr | None, known: dict[str, set[str]] | None = None) -> set[str]:
    """What an expression may be, as far as it is a text, one of two, or a parameter of the test."""
    match node:
        case ast.Constant(value=str() as text):
            return {text}
        case ast.IfExp(body=one, orelse=other):
            return texts(one, known) | texts(other, known)
        case ast.Set(elts=elements) | ast.Tuple(elts=elements):
            return set().union(*(texts(one, known) for one in elements))
        case ast.Name(id=name):
            return (known or {}).get(name, set())
    return set()


def codes_of(tree: ast.Module) -> Iterator[str]:
    """The codes that the tests of a module want: given to a helper, or compared with the code of a refusal.

    In tests, in the rows of their tables, and in tables that stand by themselves.
    """
    for part in ast.walk(tree):
        if not isinstance(part, ast.FunctionDef | ast.Assign):
            continue
        known = known_in(part) if isinstance(part, ast.FunctionDef) else {}
        for node in ast.walk(part):
            match node:
                case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=args) if name in CODE_AT:
                    yield from texts(args[CODE_AT[name]] if len(args) > CODE_AT[name] else None, known)
                case ast.Compare(left=ast.Attribute(attr="code"), comparators=[wanted]):
                    yield from texts(wanted, known)
                case ast.Compare(left=ast.Tuple(elts=asked), comparators=[ast.Tuple(elts=wanted)]):
                    pairs = zip(asked, wanted, strict=False)
                    yield from (code for one, other in pairs if is_code(one) for code in texts(other, known))


def is_code(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "code"


def wanted_by_tests(game: str) -> dict[str, Path]:
    """Every code that the tests of a game want, with a file that does."""
    found = {}
    for file in sorted((BASE_DIR / "tests/rules" / game).rglob("*.py")):
        for code in codes_of(ast.parse(file.read_text(encoding="utf-8"))):
            if CODE.match(code):
                found[code] = file
    for file in sorted((BASE_DIR / "tests/transcripts" / game).rglob("*.json")):
        for code in refused_in(json.loads(file.read_text(encoding="utf-8"))):
            found[code] = file
    return found


def refused_in(document: object) -> Iterator[str]:
    """The codes of the refusals that a transcript expects."""
    if isinstance(document, dict):
        refused = document.get("refused")
        code = refused.get("code") if isinstance(refused, dict) else refused
        if isinstance(code, str):
            yield code
    for inner in document.values() if isinstance(document, dict) else document if isinstance(document, list) else ():
        yield from refused_in(inner)


def told(game: str) -> set[str]:
    """The codes in the tables: of the game, of the table that all games share, of campaigns."""
    pages = {name: (BASE_DIR / "docs" / name).read_text(encoding="utf-8") for name in ("transcripts.md", "matches.md")}
    own = pages["transcripts.md"].partition(PAGES[game])[2].partition("\n## ")[0]
    campaigns = (BASE_DIR / "docs/campaigns.md").read_text(encoding="utf-8")
    return {code for page in (own, pages["matches.md"], campaigns) for code in ROW.findall(page)}


@pytest.mark.parametrize("game", PAGES)
def test_every_code_that_a_test_wants_is_told(game):
    wanted = wanted_by_tests(game)
    assert len(wanted) > 50
    assert {code: file.name for code, file in wanted.items() if code not in told(game)} == {}


SOURCE = """
@pytest.mark.parametrize(("code", "far"), [("out_of_range", 1), ("no_target", 2)])
@pytest.mark.parametrize("other", ["engaged"])
def test_it(code, far, other):
    fight.refuses("shoot", code, model="a")
    play.refuses({"type": "step"}, "off_the_field", "home")
    play.refuses(step("h1"), other if far else "prone")
    assert refused(record, dice(3)).code == "bad_die"
    assert caught.value.code in {"paused", "not_paused"}
    assert (caught.value.code, caught.value.field) == ("bad_salt", "salt")
    for code, weapon in (("not_loaded", "bow"), ("cannot_load", "sword")):
        fight.refuses("shoot", code, model=weapon)
    assert place == "no_code"


@pytest.mark.parametrize("case", [illegal("TOY-ILL-01", "too far", match, step("h1"), "too_far")])
def test_rows(case):
    case.check()


ROWS = [played("TOY-01", "a row", match, refused(step("h1"), "not_your_go"))]
"""


def test_the_scan_sees_what_tests_want():
    assert set(codes_of(ast.parse(SOURCE))) == {
        *("bad_die", "bad_salt", "cannot_load", "engaged", "no_target", "not_loaded", "not_paused"),
        *("not_your_go", "off_the_field", "out_of_range", "paused", "prone", "too_far"),
    }
