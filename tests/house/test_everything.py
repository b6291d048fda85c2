"""How the whole run is made up, and that nothing is left out quietly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import everything, services
from tests.services import Missing
from tests.slowest import FileTimes

ROOT = Path(__file__).resolve().parents[2]


def absent(reason):
    def find():
        raise Missing(reason)

    return find


@pytest.fixture
def everywhere(monkeypatch):
    monkeypatch.setattr(everything, "redis_binary", lambda: "redis-server")
    monkeypatch.setattr(everything, "find_postgresql", lambda: "postgres://db/x")
    monkeypatch.setattr(everything, "find_chromium", lambda: "chromium")


@pytest.mark.usefixtures("everywhere")
class TestPlan:
    def test_it_runs_all_on_a_full_machine(self):
        missing = []
        stages = everything.plan(missing)
        assert missing == []
        assert [stage.title for stage in stages] == ["SQLite", "PostgreSQL", "browser"]
        assert [stage.env["DATABASE_URL"] for stage in stages] == ["", "postgres://db/x", ""]

    def test_a_stage_reads_the_files_that_have_its_mark(self):
        read = {
            stage.title: {option for option in stage.options if option.endswith(".py")} for stage in everything.plan([])
        }
        assert read["SQLite"] == set()  # which is all of them
        assert str(ROOT / "tests" / "matches" / "test_locks.py") in read["PostgreSQL"] - read["browser"]
        assert str(ROOT / "tests" / "campaigns" / "pages" / "test_browser.py") in read["browser"] - read["PostgreSQL"]
        assert str(ROOT / "tests" / "rules" / "ishmek" / "test_propel.py") not in read["PostgreSQL"] | read["browser"]

    def test_no_folder_marks_the_tests_of_its_files(self):
        """A stage would not read them."""
        for conftest in (ROOT / "tests").rglob("conftest.py"):
            assert "mark.postgresql" not in conftest.read_text(), conftest
            assert "mark.browser" not in conftest.read_text(), conftest

    @pytest.mark.parametrize(("finder", "title"), [("find_postgresql", "PostgreSQL"), ("find_chromium", "browser")])
    def test_it_names_what_is_missing(self, monkeypatch, finder, title):
        monkeypatch.setattr(everything, finder, absent("gone fishing"))
        missing = []
        assert title not in [stage.title for stage in everything.plan(missing)]
        assert missing == ["gone fishing"]

    def test_without_redis_its_tests_are_left_out_of_every_stage(self, monkeypatch):
        monkeypatch.setattr(everything, "redis_binary", absent("no Redis"))
        missing = []
        stages = everything.plan(missing)
        assert missing == ["no Redis"]
        assert all("not redis" in " ".join(stage.options) for stage in stages)


@pytest.mark.usefixtures("everywhere")
class TestVerdict:
    @pytest.fixture
    def codes(self, monkeypatch):
        codes = {"SQLite": 0, "PostgreSQL": 0, "browser": 0}
        monkeypatch.setattr(everything.Stage, "run", lambda stage: codes[stage.title])
        return codes

    @pytest.fixture(autouse=True)
    def _not_required(self, monkeypatch):
        monkeypatch.delenv("REQUIRE_ALL", raising=False)

    @pytest.mark.usefixtures("codes")
    def test_it_passes(self, capsys):
        assert everything.main() == 0
        assert capsys.readouterr().out.endswith("All that ran passed.\n")

    @pytest.mark.parametrize("title", ["SQLite", "PostgreSQL", "browser"])
    @pytest.mark.parametrize("code", [1, 2, 5])
    def test_it_fails_when_a_stage_does_or_ran_nothing(self, codes, capsys, title, code):
        codes[title] = code
        assert everything.main() == 1
        assert f"FAILED: {title}" in capsys.readouterr().out

    @pytest.mark.usefixtures("codes")
    def test_a_missing_service_is_named_last_and_fails_only_where_all_is_required(self, monkeypatch, capsys):
        monkeypatch.setattr(everything, "find_chromium", absent("no Chromium"))
        assert everything.main() == 0
        assert "NOT RUN: no Chromium" in capsys.readouterr().out
        monkeypatch.setenv("REQUIRE_ALL", "1")
        assert everything.main() == 1
        assert "FAILED: REQUIRE_ALL=1" in capsys.readouterr().out


class TestSkips:
    def run(self, folder, code, **env):
        (folder / "test_probe.py").write_text(code)
        probe = str(folder / "test_probe.py")
        options = ("-p", "tests.conftest", "-p", "no:cacheprovider", "-c", "pyproject.toml", "--rootdir", ".")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, probe],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": "", "REQUIRE_ALL": "", **env},
            check=False,
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout

    SKIP = "import pytest\ndef test_it():\n    pytest.skip('no orb')\n"
    MODULE = "import pytest\npytest.skip('no arena', allow_module_level=True)\n"

    def test_a_skip_is_a_skip_on_a_small_machine(self, tmp_path):
        code, said = self.run(tmp_path, self.SKIP)
        assert code == 0
        assert "1 skipped" in said

    @pytest.mark.parametrize(("code", "reason"), [(SKIP, "no orb"), (MODULE, "no arena")])
    def test_a_skip_is_a_failure_where_all_is_required(self, tmp_path, code, reason):
        exit_code, said = self.run(tmp_path, code, REQUIRE_ALL="1")
        assert exit_code != 0
        assert "REQUIRE_ALL=1 allows no skip" in said
        assert reason in said

    def test_an_expected_failure_is_no_skip(self, tmp_path):
        code, _ = self.run(
            tmp_path,
            "import pytest\n@pytest.mark.xfail(reason='known')\ndef test_it():\n    assert 0\n",
            REQUIRE_ALL="1",
        )
        assert code == 0

    def test_what_belongs_to_the_other_database_is_left_out_not_skipped(self, tmp_path):
        code, said = self.run(
            tmp_path,
            "import pytest\n@pytest.mark.postgresql(only=True)\ndef test_there():\n    assert 0\n"
            "@pytest.mark.postgresql\ndef test_both():\n    pass\n@pytest.mark.sqlite\ndef test_here():\n    pass\n",
            REQUIRE_ALL="1",
        )
        assert code == 0
        assert "2 passed, 1 deselected" in said


class TestSlowest:
    def test_it_names_the_slowest_files_also_with_several_processes(self, tmp_path):
        (tmp_path / "test_slow.py").write_text(
            "import time, pytest\n@pytest.mark.parametrize('n', [1, 2])\ndef test_it(n):\n    time.sleep(0.2)\n"
        )
        (tmp_path / "test_quick.py").write_text("def test_it():\n    pass\n")
        options = ("-p", "no:cacheprovider", "-p", "tests.slowest", "-c", "pyproject.toml", "--rootdir", str(tmp_path))
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-n", "2", *options, str(tmp_path)],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": "", "REQUIRE_ALL": ""},
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout
        rows = done.stdout.partition("slowest files")[2].splitlines()[1:3]
        assert [row.split()[-1] for row in rows] == ["test_slow.py", "test_quick.py"]
        assert float(rows[0].split()[0]) >= 0.4

    def test_the_files_of_a_game_are_summed(self):
        times = FileTimes()
        times.seconds.update({"tests/rules/istra/test_a.py": 2.0, "tests/rules/istra/geometry/test_b.py": 3.5})
        times.seconds.update({"tests/rules/ishmek/test_a.py": 1.0, "tests/rules/kernel/test_a.py": 7.0})
        times.seconds.update({"tests/rules/test_suite.py": 7.0, "tests/house/test_up.py": 7.0})
        assert times.games() == {"tests/rules/istra": 5.5, "tests/rules/ishmek": 1.0}


class TestPostgresql:
    @pytest.fixture(autouse=True)
    def _nothing_set(self, monkeypatch):
        for name in ("DATABASE_URL", "TEST_DATABASE_URL"):
            monkeypatch.delenv(name, raising=False)

    def test_the_one_that_is_named_comes_first(self, monkeypatch):
        monkeypatch.setenv("DATABASE_URL", "postgres://a/x")
        assert services.find_postgresql() == "postgres://a/x"
        monkeypatch.setenv("TEST_DATABASE_URL", "postgresql://b/y")
        assert services.find_postgresql() == "postgresql://b/y"

    def test_the_socket_comes_before_the_port(self, monkeypatch):
        monkeypatch.setattr(services, "_may_make_databases", lambda url: "127.0.0.1" in url or "%2Ftmp" in url)
        assert services.find_postgresql().startswith("postgres://%2Ftmp/skald_")

    def test_it_makes_a_role_once_and_asks_again(self, monkeypatch):
        roles = []
        monkeypatch.setattr(services, "_may_make_databases", lambda _: bool(roles))
        monkeypatch.setattr(services, "_make_role", lambda name: roles.append(name) or True)
        assert services.find_postgresql().startswith("postgres://%2Fvar%2Frun%2Fpostgresql/")
        assert len(roles) == 1

    def test_it_says_what_would_help(self, monkeypatch):
        monkeypatch.setattr(services, "_may_make_databases", lambda _: False)
        monkeypatch.setattr(services, "_make_role", lambda _: False)
        with pytest.raises(Missing, match="make services"):
            services.find_postgresql()
