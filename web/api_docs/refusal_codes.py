"""The codes of refusals as they stand in the source, each with its status, its rule and what it says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rest_framework import exceptions

from rules.kernel.rulebook import IllegalInput
from web.api_docs.shapes import cell

CODE = re.compile(r"^[a-z]+(?:_[a-z]+)*$")
RULE = re.compile(r"^[A-Z]+(?:-[A-Z]+)+-\d+$")
CITED = re.compile(r"\b[A-Z]+(?:-[A-Z]+)+-\d+\b")
APART = {
    "admin", "api_docs", "demo", "management", "migrations", "pages", "simulation", "static", "templates",
    "templatetags", "terminal",
}  # fmt: skip
"""Rooms of an app whose refusals the API does not give."""
STATUSES = {"Refusal": 422, "Forbidden": 403, "Refused": 422}
"""What is raised with a code, and its status unless it says another."""
PROBLEM = "problem_response"
"""The function that answers a refusal outside Django REST framework: status, code, message."""
Expression = ast.expr | None
SIMPLE = (ast.Raise, ast.Return, ast.Expr, ast.Assign, ast.AnnAssign)
"""Statements that a refusal stands in."""


class Code(NamedTuple):
    """A refusal in the source. `status` 0: it says none itself."""

    code: str
    status: int
    rule: str
    message: str


def rooms_of(app: Path) -> list[Path]:
    """The files and folders of an app whose refusals the API may give."""
    return [one for one in sorted(app.iterdir()) if (one.is_dir() and one.name not in APART) or one.suffix == ".py"]


def _files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        yield from [place] if place.is_file() else sorted(place.rglob("*.py"))


def codes_in(places: Iterable[Path], status_of: Mapping[str, int], root: Path) -> dict[str, list[Code]]:
    """Every refusal in the modules of these files and folders, by code. `status_of`: what a code is answered with.

    Constants that a module imports are looked up in the modules under `root`.
    """
    found: dict[str, list[Code]] = {}
    for file in _files(places):
        for row in _Module(ast.parse(file.read_text(encoding="utf-8")), root).refusals():
            own = row._replace(status=status_of.get(row.code, row.status))
            found.setdefault(own.code, []).append(own)
    return found


def with_rulebook(
    found: dict[str, list[Code]], rows: Iterable[IllegalInput], rooms: Iterable[Path], status_of: Mapping[str, int]
) -> dict[str, list[Code]]:
    """The codes and those of `rows` that stand in the source in another way, by a constant or in a tuple."""
    source = "".join(file.read_text(encoding="utf-8") for file in _files(rooms))
    wanted = {code: row for row in rows for code in row.codes if code not in found and f'"{code}"' in source}
    return found | {
        code: [Code(code, status_of.get(code, 422), rule, row.attempt) for rule in CITED.findall(row.why) or [""]]
        for code, row in wanted.items()
    }


def with_framework(found: dict[str, list[Code]]) -> dict[str, list[Code]]:
    """The codes and those of Django REST framework, whose words stand where ours are not in the source."""
    kinds = [kind for kind in vars(exceptions).values() if isinstance(kind, type)]
    whole = dict(found)
    for kind in kinds:
        if issubclass(kind, exceptions.APIException) and kind.status_code < 500:
            theirs = Code(str(kind.default_code), kind.status_code, "", str(kind.default_detail))
            ours = [one for one in found.get(theirs.code, ()) if one.message or one.status != theirs.status]
            whole[theirs.code] = ours or [theirs]
    return whole


def table(found: Mapping[str, list[Code]], rows: Iterable[IllegalInput], *, statuses: bool = True) -> Iterator[str]:
    """A row a code: its statuses, its rules, what it says. `rows`: of a rulebook, for what the source does not say."""
    listed = [(code, row) for row in rows for code in row.codes]
    yield f"| `code` |{' status |' if statuses else ''} rule | says |"
    yield f"|---|{'---|' if statuses else ''}---|---|"
    for code in sorted(found):
        raised, own = found[code], [row for name, row in listed if name == code]
        status = f" {', '.join(map(str, sorted({one.status for one in raised})))} |" if statuses else ""
        rules = sorted(
            {one.rule for one in raised if one.rule} or {rule for row in own for rule in CITED.findall(row.why)}
        )
        says = dict.fromkeys(one.message for one in raised if one.message) or dict.fromkeys(row.attempt for row in own)
        yield f"| `{code}` |{status} {', '.join(rules)} | {cell(' / '.join(says))} |"
    yield ""


class Setting(NamedTuple):
    """A name that is set to something, and where."""

    name: str
    value: ast.expr
    line: int
    column: int


class _Module:
    """A module whose refusals are looked for, with its constants, those it imports, and its own kinds of refusals."""

    def __init__(self, tree: ast.Module, root: Path) -> None:
        self.tree = tree
        self.constants = _imported(tree, root) | _assigned(tree.body)
        self.carriers = _carriers(tree, root)
        self.kinds = {node.name for node in tree.body if isinstance(node, ast.ClassDef) and _is_kind(node)}

    def refusals(self) -> Iterator[Code]:
        """Those that are raised or made with a code, and the classes that are one."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef):
                yield from self._of_class(node)
            elif isinstance(node, ast.FunctionDef):
                yield from self._of_function(node)
        yield from self._carried()

    def _carried(self) -> Iterator[Code]:
        """The codes of constants that make refusals; what such a one says stands under it."""
        for node, below in pairwise([*self.tree.body, ast.Pass()]):
            call = node.value if isinstance(node, ast.Assign) else None
            if isinstance(call, ast.Call) and _called(call) in self.carriers and call.args:
                message = _text(below.value, {}) if isinstance(below, ast.Expr) else ""
                yield from (Code(code, STATUSES["Refused"], "", message) for code in _codes(call.args[0], {}))

    def _of_function(self, function: ast.FunctionDef) -> Iterator[Code]:
        makes = isinstance(function.returns, ast.Name) and function.returns.id in STATUSES
        made = _sentence(function) if makes else ""
        for call, known in self._calls(function):
            if _refuses(call) or _called(call) in self.kinds:
                given = self._given(function, call) if _called(call) in {*STATUSES, *self.kinds} else {}
                yield from (code._replace(message=code.message or made) for code in self._of_call(call, given | known))

    def _calls(self, function: ast.FunctionDef) -> Iterator[tuple[ast.Call, dict[str, Expression]]]:
        """The calls in a function, each with what names may be set to there."""
        settings = sorted(_settings(ast.walk(function)), key=lambda one: one.line)
        for statement in ast.walk(function):
            if isinstance(statement, SIMPLE):
                known = self.constants | _known_at(statement, settings)
                yield from ((node, known) for node in ast.walk(statement) if isinstance(node, ast.Call))

    def _given(self, function: ast.FunctionDef, refusal: ast.Call) -> dict[str, Expression]:
        """What callers in this module give for the parameters of `function` that stand in its refusal, as one text."""
        names = [one.arg for one in function.args.args]
        used = {one.id for one in refusal.args if isinstance(one, ast.Name) and one.id in names}
        given_texts: dict[str, list[str]] = {name: [] for name in used}
        for caller in (node for node in ast.walk(self.tree) if used and isinstance(node, ast.FunctionDef)):
            for call, known in self._calls(caller):
                given = dict(zip(names, call.args, strict=False)) if _called(call) == function.name else {}
                for name in used & given.keys():
                    given_texts[name].append(_text(given[name], known))
        return {
            name: ast.Constant(" / ".join(filter(None, texts))) for name, texts in given_texts.items() if any(texts)
        }

    def _of_call(self, call: ast.Call, known: Mapping[str, Expression]) -> Iterator[Code]:
        name = _called(call)
        words = [_text(argument, known) for argument in call.args]
        keywords = {one.arg: one.value for one in call.keywords if one.arg}
        if name != PROBLEM:
            place, codes = _first_codes(call.args, known)
            status = _number(keywords.get("status")) or _status_before(call.args, place) or STATUSES.get(name, 422)
            rules = _rules([_text(keywords.get("rule"), known), *words])
            message = words[place + 1] if len(words) > place + 1 else ""
            yield from (Code(code, status, rule, message) for code in codes for rule in rules)
        elif len(words) > 1 and CODE.match(words[1]):
            yield Code(words[1], _number(call.args[0]), "", words[2] if len(words) > 2 else "")

    def _of_class(self, kind: ast.ClassDef) -> Iterator[Code]:
        """A class of refusals with a code of its own: in its body, or given to the class it is made of."""
        own = _assigned(kind.body)
        status = _number(own.get("status"))
        if not status:
            return
        if CODE.match(code := _text(own.get("code"), {})):
            yield Code(code, status, "", _text(own.get("message"), {}))
            return
        for call in ast.walk(kind):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "__init__":
                known = _assigned(ast.walk(kind))
                words = [_text(argument, known) for argument in call.args]
                rule = next((_text(one.value, known) for one in call.keywords if one.arg == "rule"), "")
                if words and CODE.match(words[0]) and isinstance(call.args[0], ast.Constant):
                    message = words[1] if len(words) > 1 else ""
                    yield Code(words[0], status, rule, message or _sentence(kind))


def _sentence(node: ast.FunctionDef | ast.ClassDef) -> str:
    """The first sentence of a docstring."""
    first = (ast.get_docstring(node) or "").split("\n")[0]
    return first.split(". ")[0].rstrip(".") + "." if first else ""


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _is_kind(kind: ast.ClassDef) -> bool:
    """Whether a class is made of a class of refusals."""
    return any(isinstance(base, ast.Name) and base.id in STATUSES for base in kind.bases)


def _imported(tree: ast.Module, root: Path) -> dict[str, Expression]:
    """The constants that a module imports from modules under `root`."""
    found: dict[str, Expression] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            file = (root / node.module.replace(".", "/")).with_suffix(".py")
            names = {one.name: one.asname or one.name for one in node.names if one.name.isupper()}
            if names and file.is_file():
                theirs = _assigned(ast.parse(file.read_text(encoding="utf-8")).body)
                found |= {own: theirs[name] for name, own in names.items() if name in theirs}
    return found


def _carriers(tree: ast.Module, root: Path) -> set[str]:
    """The classes of a module, and those it imports from modules under `root`, whose first field is a code."""
    found = {node.name for node in tree.body if isinstance(node, ast.ClassDef) and _holds_code(node)}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            file = (root / node.module.replace(".", "/")).with_suffix(".py")
            names = {one.name: one.asname or one.name for one in node.names if one.name[:1].isupper()}
            if names and file.is_file():
                theirs = ast.parse(file.read_text(encoding="utf-8")).body
                held = {one.name for one in theirs if isinstance(one, ast.ClassDef) and _holds_code(one)}
                found |= {names[name] for name in names.keys() & held}
    return found


def _holds_code(kind: ast.ClassDef) -> bool:
    first = next((node for node in kind.body if isinstance(node, ast.AnnAssign)), None)
    return first is not None and isinstance(first.target, ast.Name) and first.target.id == "code"


def _refuses(call: ast.Call) -> bool:
    """Whether a call may make a refusal."""
    name = _called(call)
    return name in STATUSES or name == PROBLEM or name.lower().endswith(("refused", "refusal"))


def _first_codes(arguments: list[ast.expr], known: Mapping[str, Expression]) -> tuple[int, list[str]]:
    """The place of the argument that is the code, the third only after a status, and what it may be; none: no code."""
    for place, argument in enumerate(arguments[:3]):
        if place < 2 or _status_before(arguments, place):
            codes = _codes(argument, known)
            if codes:
                return place, codes
    return 0, []


def _rules(words: Iterable[str]) -> list[str]:
    """The rules that a refusal rests on: more than one where it is one or the other, or where callers give them."""
    named = (word.split(" / ") for word in words)
    return next((rules for rules in named if all(map(RULE.match, rules))), [""])


def _codes(argument: Expression, known: Mapping[str, Expression]) -> list[str]:
    """What a code may be, a name in small letters: a text, one of two, or what a name was set to."""
    match argument:
        case ast.Constant(value=str() as text) if CODE.match(text):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            both = _codes(one, known), _codes(other, known)
            return [*both[0], *both[1]] if all(both) else []
        case ast.Name(id=name) if name in known:
            return _codes(known[name], {key: value for key, value in known.items() if key != name})
    return []


def _status_before(arguments: list[ast.expr], place: int) -> int:
    """The status that stands before a code, where one does."""
    return _number(arguments[place - 1]) if place else 0


def _assigned(nodes: Iterable[ast.AST]) -> dict[str, Expression]:
    """What names are set to; of a name that is set to several things, the last."""
    return {one.name: one.value for one in _settings(nodes)}


def _settings(nodes: Iterable[ast.AST]) -> Iterator[Setting]:
    """Every setting of a name, those of several names at once too."""
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _set(target, node.value, node)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield Setting(node.target.id, node.value, node.lineno, node.col_offset)


def _set(target: ast.expr, value: ast.expr, node: ast.Assign) -> Iterator[Setting]:
    if isinstance(target, ast.Name):
        yield Setting(target.id, value, node.lineno, node.col_offset)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=False):
            yield from _set(one, other, node)


def _known_at(statement: ast.stmt, settings: Iterable[Setting]) -> dict[str, Expression]:
    """What names may be set to where a statement stands: the last thing before it, and what a branch may have left."""
    known: dict[str, ast.expr] = {}
    for one in settings:
        if one.line > statement.lineno:
            break
        before = known.get(one.name)
        branched = one.column > statement.col_offset
        known[one.name] = ast.IfExp(ast.Constant(True), before, one.value) if branched and before else one.value
    return dict(known)


def _number(node: Expression) -> int:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else 0


def _text(node: Expression, known: Mapping[str, Expression]) -> str:
    """A text in the source; what is filled in is "…"; "" where it is no text."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part, known) or "…" for part in parts)
        case ast.IfExp(body=one, orelse=other):
            return " / ".join(filter(None, (_text(one, known), _text(other, known))))
        case ast.BinOp(left=one, op=ast.Add(), right=other):
            return f"{_text(one, known) or '…'}{_text(other, known) or '…'}"
        case ast.Name(id=name) if name in known:
            return _text(known[name], {key: value for key, value in known.items() if key != name})
    return ""
