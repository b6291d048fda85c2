"""The files, modules, functions and classes that the documents name in backticks exist.

`module.name` is looked up in every module whose path ends like that, `Class.name` in every class of that name. Any
other dotted name must be a string in the source (a log event, a Celery task) or be listed in `DATA`. Only files are
checked in two documents: `private-apis.md` has a test of its own, and in `transcripts.md` dotted names are JSON.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted(ROOT.glob("docs/*.md")), *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY"))]
PRODUCT = ("campaigns", "config", "eventstore", "jobs", "matches", "rules", "tournaments", "web")
OTHERS = ("bench", "bin", "docs", "templates", "tests")
FILES_ALONE = {"private-apis.md", "transcripts.md"}

BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
TICKED = re.compile(r"`([^`\n]+)`")
SUFFIX = r"\.(?:py|html|css|js|svg|md|sh|toml|txt|jsonl?)"
FILE = re.compile(rf"[\w./-]+{SUFFIX}")
DOTTED = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\([^)]*\))?")
PLACEHOLDER = re.compile(r"GAME|NAME|FILE")
"""What the reader fills in: `rules/GAME/RULES.md`."""
WRITTEN = {"demo_users.json", "replay.json", "restore.json", "seals.jsonl"}
"""Files and addresses that a running Skald makes."""
DATA = {
    "campaigns.md": r"(battle_rules|carried|equipment|injuries|raised|rules|spells|spent)\..*"
    r"|(stash|stats|talents|upgrades)\..*|value\.orc\.cost",
    "event-store.md": r"AppConfig\.ready|(command|stream)\.\w+|unit\.\w+",
    "architecture.md": r"ruleset\.decide|dice\.take",
    "matches.md": r"(forked_from\.)?imported(\.at)?|ishmek\.stepped|marks\.action",
    "operations.md": r"league\.example",
}
"""By document the fields, variables and examples that look like names of code."""


@cache
def files() -> frozenset[str]:
    """Every file of the project."""
    found = [path for room in (*PRODUCT, *OTHERS) for path in (ROOT / room).rglob("*") if path.is_file()]
    return frozenset(str(path.relative_to(ROOT)) for path in (*found, *ROOT.glob("*.*")))


@cache
def sources() -> dict[str, str]:
    """By dotted name the source of each module of the product."""
    names = [name for name in files() if name.endswith(".py") and name.startswith(PRODUCT)]
    return {module_of(name): (ROOT / name).read_text() for name in names}


def module_of(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def names_in(node: ast.AST) -> Iterator[str]:
    """The names that a module or class sets, defines or imports; those of its functions are not its own."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
                if name == "__init__":
                    yield from names_in(child)
                continue
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.alias(name=name, asname=alias):
                yield alias or name
        if not isinstance(child, ast.expr_context | ast.Constant):
            yield from names_in(child)


@cache
def homes() -> dict[str, set[str]]:
    """What is in each package, module and class of the product, by every end of its dotted name."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, source in sources().items():
        parts, tree = module.split("."), ast.parse(source)
        names = set(names_in(tree))
        for start in range(len(parts)):
            found[".".join(parts[start:])] |= names
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found[node.name] |= set(names_in(node))
    for module in map(module_of, filter(re.compile(r".*\.py").fullmatch, files())):
        parts = module.split(".")
        for start in range(len(parts) - 1):
            for end in range(start + 1, len(parts)):
                found[".".join(parts[start:end])].add(parts[end])
    return found


@cache
def source() -> str:
    return "\n".join(sources().values())


def is_file(name: str) -> bool:
    return name.rpartition("/")[2] in WRITTEN or any(f"/{path}".endswith(f"/{name}") for path in files())


def is_name(name: str) -> bool:
    home, _, last = name.rpartition(".")
    of_class = home.rpartition(".")[2]
    return last in homes().get(home, ()) or (of_class[:1].isupper() and last in homes().get(of_class, ()))


def missing(document: str, text: str) -> list[str]:
    """What a document names that is not there."""
    found = []
    for ticked in dict.fromkeys(TICKED.findall(BLOCK.sub("", text))):
        if PLACEHOLDER.search(ticked):
            continue
        if FILE.fullmatch(ticked):
            found += [] if is_file(ticked) else [ticked]
        elif (dotted := DOTTED.fullmatch(ticked)) and document not in FILES_ALONE:
            name = dotted[1]
            known = is_name(name) or f'"{name}"' in source() or re.fullmatch(DATA.get(document, ""), name)
            found += [] if known else [ticked]
    return found


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_it_names_exists(path: Path) -> None:
    assert missing(path.name, path.read_text()) == []


def test_the_documents_are_found() -> None:
    assert len(DOCUMENTS) >= 12
    assert {"architecture.md", "event-store.md", "matches.md", "README.md"} <= {path.name for path in DOCUMENTS}


@pytest.mark.parametrize(
    "there",
    [
        "matches/handler.py",
        "live/hub.py",
        "handler.carry_out",
        "matches.facts.after",
        "LoadedMatch.shown",
        "Game.decide",
    ],
)
def test_what_is_there_is_not_missed(there: str) -> None:
    assert missing("matches.md", f"See `{there}`.") == []


@pytest.mark.parametrize(
    "gone",
    [
        "matches/rows.py",
        "hub/live.py",
        "rows.MatchRows",
        "handler.carry_in",
        "LoadedMatch.hidden",
        "nowhere.at_all(it)",
    ],
)
def test_what_is_gone_is_found(gone: str) -> None:
    assert missing("matches.md", f"See `{gone}`, `matches/handler.py`, `rules/GAME/none.py`.") == [gone]
