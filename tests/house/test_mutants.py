"""The list of mutants fits the code, and `make mutants` tells the truth. The mutants themselves are tried by hand."""

import shutil

import pytest

from tests.mutants import __main__ as command, runner
from tests.mutants.families import FAMILIES
from tests.mutants.mutant import Mutant
from tests.mutants.runner import misplaced, try_mutant

BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
ALL = [mutant for mutants in FAMILIES.values() for mutant in mutants]


def test_each_mutant_can_be_applied():
    assert list(misplaced(ALL)) == []


def test_there_are_enough_of_each_family_and_no_name_twice():
    assert len(ALL) >= 60
    assert all(len(mutants) >= 10 for mutants in FAMILIES.values())
    assert len({mutant.name for mutant in ALL}) == len(ALL)
    assert not [mutant.name for mutant in ALL if not mutant.tests or mutant.file.startswith("tests/")]


@pytest.fixture
def tree(tmp_path):
    """A tree as small as can be: a sum, and a test that looks at one value of it."""
    (tmp_path / "adding.py").write_text("def add(one, other):\n    return one + other\n")
    (tmp_path / "test_adding.py").write_text("from adding import add\n\n\ndef test_it():\n    assert add(2, 2) == 4\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    return tmp_path


def adding(new, tests=("test_adding.py",), old="one + other"):
    return Mutant("sum", "adding.py", old, new, tests)


@pytest.mark.parametrize(
    ("mutant", "verdict"),
    [
        (adding("one - other"), "caught"),
        (adding("one * other"), "SURVIVED"),  # 2 + 2 = 2 x 2: a formula is tested at two values or more
        (adding("one +"), "BROKEN"),
        (adding("one - other", ("test_adding.py::test_other",)), "BROKEN"),
    ],
)
def test_a_mutant_is_caught_when_a_test_turns_red(tree, mutant, verdict):
    before = (tree / "adding.py").read_text()
    assert try_mutant(tree, mutant, BARE).verdict == verdict
    assert (tree / "adding.py").read_text() == before


def test_a_mutant_is_caught_whatever_is_said_at_the_end(tree):
    """A file that the test leaves open is told of after the sum of the tests."""
    noise = "import atexit\n\nfor _ in range(3):\n    atexit.register(print, 'Exception ignored in: a file')\n\n\n"
    test = tree / "test_adding.py"
    test.write_text(noise + test.read_text())
    assert try_mutant(tree, adding("one - other"), BARE).verdict == "caught"


def test_what_never_ends_is_caught(tree, monkeypatch):
    monkeypatch.setattr(runner, "SECONDS", 1)
    result = try_mutant(tree, adding("sum(1 for _ in iter(int, 1))"), BARE)
    assert (result.verdict, result.told) == ("caught", "no end after 1 s")


def test_it_refuses_texts_that_do_not_stand_there_once(tree):
    wrong = {
        adding("1", old="one"): "stands 2 times",
        adding("1", old="two"): "stands 0 times",
        adding("one + other"): "changes nothing",
        adding("1", ("test_gone.py",)): "there is no test_gone.py",
        Mutant("sum", "gone.py", "a", "b", ("test_adding.py",)): "there is no gone.py",
    }
    for mutant, fault in wrong.items():
        (line,) = misplaced([mutant], tree)
        assert fault in line


@pytest.fixture
def told(tree, monkeypatch, capsys):
    """What the command prints, and its exit code, when these are all mutants; their one test asks for a sum at once."""

    def run_tests(there, tests, env):
        names = {}
        exec((there / "adding.py").read_text(), names)  # noqa: S102 - the toy's own file
        return (0, "1 passed") if names["add"](2, 2) == 4 else (1, "1 failed")

    def run(*mutants, words=()):
        monkeypatch.setattr(command, "FAMILIES", {"sums": mutants})
        code = command.main([*words, "--jobs", "1"])
        return code, capsys.readouterr().out

    monkeypatch.setattr(command, "run_tests", run_tests)
    monkeypatch.setattr(runner, "run_tests", run_tests)
    monkeypatch.setattr(command, "copy_tree", lambda to: shutil.copytree(tree, to, dirs_exist_ok=True))
    monkeypatch.setattr(command, "misplaced", lambda some: misplaced(some, tree))
    return run


def test_it_ends_well_when_all_are_caught(told):
    code, text = told(adding("one - other"))
    assert (code, text.splitlines()[-1]) == (0, "1 of 1 mutants caught.")


def test_it_fails_and_names_the_survivors(told):
    code, text = told(adding("one - other"), adding("one * other"))
    assert code == 1
    assert "SURVIVED: sum\n  adding.py: 'one + other' -> 'one * other'" in text
    assert text.splitlines()[-1] == "1 of 2 mutants caught."


def test_it_fails_when_a_mutant_cannot_be_applied_or_none_is_chosen(told):
    assert told(adding("1", old="two")) == (1, "sum: 'two' stands 0 times in adding.py\n")
    assert told(adding("one - other"), words=["nothing"]) == (1, "No mutant is called so.\n")


def test_it_fails_when_the_tests_are_red_without_a_mutant(told, tree):
    (tree / "adding.py").write_text("def add(one, other):\n    return one + other + 1\n")
    code, text = told(adding("one - other"))
    assert code == 1
    assert text.startswith("The tests are red without any mutant")
