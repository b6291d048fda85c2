"""A new game is a folder in each room and a line in the registry: nothing else names one, and tests bring their own."""

import ast
import re
from copy import copy
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from matches import rulebooks, service
from matches.game_adapter import adapter_of
from matches.game_parts import part_of, parts
from matches.pages.boards import board_of
from matches.service import NewMatch
from matches.simulation.counted_events import PLAIN, counted_events_of
from matches.simulation.playing import default_setup
from rules.registry import RULESETS, registered, rule_text, rulebook
from web.errors import NotThere
from web.people import person

ROOT = Path(__file__).resolve().parents[2]
APPS = ("config", "eventstore", "jobs", "web", "matches", "campaigns", "tournaments")
ROOMS = (*APPS, "templates", "rules/kernel", "bin")
KINDS = {".py", ".html", ".js", ".css", ".svg", ""}
"""The kinds of files with code; the scripts of `bin` have no suffix."""

OF_A_GAME = re.compile(rf"(^|/)({'|'.join(RULESETS)})(/|[_.][^/]*$)")
"""What bears the name of a game is that game's."""
A_NAME = re.compile(rf"(?<![a-z])(?:ishmêk|{'|'.join(RULESETS)})(?![a-z])")
THE_DEMO = "campaigns/demo/"
"""The Banak Open and the War of Ashgate are played by these two games."""
EXAMPLES = {
    "campaigns/api/examples.py",
    "matches/api/examples.py",
}
"""What the documentation of the API shows."""


def named_in(path):
    """The games that a file names in its code, not in what it says about itself."""
    text = path.read_text()
    if path.suffix == ".py":
        tree = ast.parse(text)
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said]
        words = [node.value for node in constants if isinstance(node.value, str)]
        froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        words += [f"{node.module}.{one.name}" for node in froms for one in node.names]
        words += [one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names]
        text = "\n".join(words)
    return set(A_NAME.findall(text.lower()))


def test_nothing_else_names_a_game():
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file() and path.suffix in KINDS]
    assert len(files) > 300
    assert {ROOT / "bin" / "setup", ROOT / "rules" / "kernel" / "table.py"} <= set(files)
    naming = {str(path.relative_to(ROOT)) for path in files if named_in(path)}
    others = {name for name in naming if not OF_A_GAME.search(name) and not name.startswith(THE_DEMO)}
    assert others == EXAMPLES


@pytest.mark.parametrize(
    "code", ['GAMES = {"istra": 1}', "from rules.istra import tables", "import rules.ishmek.state", "x = f'{y} ishmek'"]
)
def test_the_search_sees_a_name(tmp_path, code):
    file = tmp_path / "some.py"
    file.write_text(f'"""About Istra."""\n{code}\n')
    assert named_in(file)
    file.write_text('"""About Istra."""\nregistration = "registrar"\n')
    assert not named_in(file)


def test_each_game_brings_what_its_rooms_ask_for():
    for room, name in (
        ("matches.pages.boards", "BOARD"),
        ("matches.admin", "FORMS"),
        ("matches.simulation", "COUNTED_EVENTS"),
        ("campaigns.simulation", "CAST"),
    ):
        assert [game for game, _ in parts(room, name)][:2] == ["ishmek", "istra"], room


def test_what_tests_bring_is_not_among_the_games():
    assert {type(game).__module__.partition(".")[0] for game in RULESETS.values()} == {"rules"}


@pytest.mark.parametrize("key", ["chess", "base", "plain", "../istra", "istra.setup", ""])
def test_what_is_no_game_brings_nothing(key):
    """Other modules of a room are not to be had by the name of a match's game."""
    assert part_of("matches.pages.boards", key, "BOARD") is None


@pytest.fixture
def lamps():
    """A game that a test brings: Ishmêk under another name."""
    game = copy(RULESETS["ishmek"])
    game.key, game.title = "lamps", "Lamps"
    with registered(game):
        yield game
    assert "lamps" not in RULESETS


class TestRegistered:
    def test_it_works(self, lamps):
        assert adapter_of("lamps").title == "Lamps"
        assert rulebook("lamps") is rulebook("ishmek")
        assert rule_text("lamps", "ISH-PROPEL-03") == rulebooks.rule_text("lamps", "ISH-PROPEL-03") != ""
        assert counted_events_of("lamps") is PLAIN
        assert board_of("lamps").template == "matches/boards/generic/board.html"

    def test_it_is_gone_afterwards(self):
        with registered(self.named("lamps")):
            assert "lamps" in RULESETS
        with pytest.raises(LookupError), registered(self.named("lamps")):
            raise LookupError
        with pytest.raises(NotThere):
            adapter_of("lamps")
        with pytest.raises(NotThere):
            rulebooks.rulebook("lamps")

    @pytest.mark.parametrize("key", ["istra", "kernel"])
    def test_it_refuses_a_key_that_is_taken(self, key):
        with pytest.raises(ValueError, match=key), registered(self.named(key)):
            pytest.fail("it was let in")
        assert RULESETS["istra"].title == "Storm of Istra"

    def named(self, key):
        game = copy(RULESETS["ishmek"])
        game.key = key
        return game

    @pytest.mark.django_db
    def test_a_match_of_it_is_played_on_a_plain_board(self, lamps):
        gail = get_user_model().objects.create_superuser("gail")
        match = service.create_match(person(gail), NewMatch(ruleset="lamps", setup=default_setup("ishmek")))
        browser = Client()
        browser.force_login(gail)
        shown = browser.get(reverse("pages:match", args=[match])).content.decode()
        assert "a match of gail" in shown
        assert "istra.css" not in shown


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "styled"), [("istra", True), ("ishmek", False)])
def test_a_style_sheet_is_loaded_where_its_game_is_shown(game, styled):
    gail = get_user_model().objects.create_superuser("gail")
    match = service.create_match(person(gail), NewMatch(ruleset=game, setup=default_setup(game)))
    browser = Client()
    browser.force_login(gail)
    for address in (reverse("pages:match", args=[match]), reverse("pages:replay", args=[match])):
        assert ("istra.css" in browser.get(address).content.decode()) == styled
    assert "istra.css" not in browser.get(reverse("pages:matches")).content.decode()
