"""`bin/setup`, `bin/services` and `.ci/run` with stand-ins for the tools they call."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLAIN_TOOLS = (
    *("cat", "cut", "dirname", "env", "grep", "head", "id", "ls", "mkdir", "mktemp", "mv", "rm", "sed", "sh"),
    *("sha256sum", "sleep", "sort", "tail", "touch", "basename", "ln"),
)


class Machine:
    """A PATH of its own, whose stand-ins write down how they were called."""

    def __init__(self, home):
        self.home = home
        self.bin = home / "path"
        self.bin.mkdir()
        self.calls_file = home / "calls"
        self.calls_file.touch()
        for tool in PLAIN_TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))

    def has(self, name, does="exit 0"):
        """Put a stand-in on PATH."""
        tool = self.bin / name
        tool.unlink(missing_ok=True)
        tool.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.calls_file}"\n{does}\n')
        tool.chmod(0o755)

    def lacks(self, name):
        (self.bin / name).unlink(missing_ok=True)

    def run(self, script):
        """Run a script of ours; return its exit code and all it said."""
        done = subprocess.run(
            [self.bin / "sh", str(script)],
            env={"PATH": str(self.bin), "HOME": str(self.home)},
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode, done.stdout

    def calls(self):
        said = self.calls_file.read_text().splitlines()
        self.calls_file.write_text("")
        return said


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


class TestSetup:
    @pytest.fixture
    def checkout(self, tmp_path):
        folder = tmp_path / "checkout"
        (folder / "bin").mkdir(parents=True)
        shutil.copy(ROOT / "bin" / "setup", folder / "bin" / "setup")
        (folder / "requirements.txt").write_text("one==1\n")
        (folder / "requirements-dev.txt").write_text("-r requirements.txt\n")
        return folder

    @pytest.fixture
    def uv(self, machine):
        machine.has(
            "uv", f'[ "$1" = venv ] && mkdir -p .venv/bin && ln -sf "{sys.executable}" .venv/bin/python\nexit 0'
        )
        return machine

    def test_it_makes_the_venv_once(self, uv, checkout):
        code, said = uv.run(checkout / "bin" / "setup")
        assert (code, said) == (0, "setup: making .venv\nsetup: .venv is ready\n")
        made, filled = uv.calls()
        assert made.startswith("uv venv")
        assert filled.endswith("-r requirements-dev.txt")
        assert uv.run(checkout / "bin" / "setup") == (0, "")
        assert uv.calls() == []

    def test_what_it_puts_into_var_is_private_and_the_rest_is_not(self, uv, checkout):
        uv.has("flock")
        subprocess.run(
            [uv.bin / "sh", str(checkout / "bin" / "setup")],
            env={"PATH": str(uv.bin), "HOME": str(uv.home)},
            umask=0o022,
            check=True,
            capture_output=True,
        )
        modes = {name: (checkout / name).stat().st_mode & 0o777 for name in ("var", "var/setup.lock", ".venv")}
        assert modes == {"var": 0o700, "var/setup.lock": 0o600, ".venv": 0o755}

    @pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
    def test_it_follows_the_requirements(self, uv, checkout, file):
        uv.run(checkout / "bin" / "setup")
        uv.calls()
        with (checkout / file).open("a") as requirements:
            requirements.write("two==2\n")
        code, said = uv.run(checkout / "bin" / "setup")
        assert code == 0
        assert "requirements changed" in said
        assert [call.split()[:3] for call in uv.calls()] == [["uv", "pip", "install"]]

    def test_it_remakes_a_venv_whose_python_went_away(self, uv, checkout):
        uv.run(checkout / "bin" / "setup")
        uv.calls()
        (checkout / ".venv" / "bin" / "python").unlink()
        assert uv.run(checkout / "bin" / "setup")[0] == 0
        assert uv.calls()[0].startswith("uv venv")

    def test_it_starts_over_after_a_failure(self, uv, checkout):
        uv.has(
            "uv",
            f'[ "$1" = venv ] && mkdir -p .venv/bin && ln -sf "{sys.executable}" .venv/bin/python && exit 0\nexit 1',
        )
        code, said = uv.run(checkout / "bin" / "setup")
        assert code == 1
        assert "could not be installed" in said
        assert not (checkout / ".venv" / ".requirements").exists()

    def test_it_refuses_an_old_python(self, machine, checkout):
        machine.has("python3", '[ "$1" = --version ] && echo "Python 3.10.12" && exit 0\nexit 1')
        code, said = machine.run(checkout / "bin" / "setup")
        assert code == 1
        assert "Python 3.11 or newer is needed; this is Python 3.10.12" in said

    def test_it_advises_sudo_where_venv_is_missing(self, machine, checkout):
        # The stand-in is new enough, but has no ensurepip, as Debian's is without python3-venv.
        machine.has("python3", 'case "$2" in *ensurepip*) exit 1 ;; esac\nexit 0')
        machine.has("apt-get")
        machine.has("id", "echo 1000")
        code, said = machine.run(checkout / "bin" / "setup")
        assert code == 1
        assert "sudo apt-get install python3 python3-venv" in said
        assert not any(call.startswith("apt-get") for call in machine.calls())

    def test_it_installs_venv_itself_as_root(self, machine, checkout):
        made = 'mkdir -p .venv/bin && printf "#!/bin/sh\\nexit 0\\n" >.venv/bin/python && chmod 755 .venv/bin/python'
        (machine.bin / "chmod").symlink_to(shutil.which("chmod"))
        flag = machine.home / "venv-installed"
        machine.has("python3", f'case "$2" in *ensurepip*) [ -e "{flag}" ]; exit $? ;; venv) {made} ;; esac\nexit 0')
        machine.has("apt-get", f'case "$*" in *python3-venv*) touch "{flag}" ;; esac')
        machine.has("id", "echo 0")
        code, said = machine.run(checkout / "bin" / "setup")
        assert code == 0, said
        assert "installing python3 and python3-venv" in said
        assert any("install -y" in call and "python3-venv" in call for call in machine.calls())


class TestServices:
    @pytest.fixture
    def running(self, machine):
        for name in ("pg_isready", "redis-server", "chromium"):
            machine.has(name)
        machine.has("redis-cli", "echo PONG")
        machine.has("id", "echo 0")
        machine.has("apt-get")
        return machine

    def run(self, machine):
        return machine.run(ROOT / "bin" / "services")

    def test_it_leaves_alone_what_runs(self, running):
        code, said = self.run(running)
        assert code == 0
        assert "PostgreSQL: runs already" in said
        assert "Redis: runs already" in said
        assert not [call for call in running.calls() if call.split()[0] in {"apt-get", "redis-server", "pg_ctlcluster"}]

    def test_it_installs_only_what_is_missing(self, running):
        running.lacks("chromium")
        running.has("apt-get", f'case "$*" in *install*chromium*) ln -s /bin/true "{running.bin}/chromium" ;; esac')
        code, said = self.run(running)
        assert code == 0, said
        installs = [call for call in running.calls() if "install" in call]
        assert len(installs) == 1
        assert installs[0].endswith("--no-install-recommends chromium")

    def test_it_starts_redis_when_it_is_down(self, running):
        answering = running.home / "redis-is-up"
        running.has("redis-cli", f'[ -e "{answering}" ] && echo PONG')
        running.has("redis-server", f'touch "{answering}"')
        code, said = self.run(running)
        assert code == 0, said
        assert "Redis: started" in said

    def test_it_starts_the_clusters_that_are_down_and_no_other(self, running):
        answering = running.home / "postgresql-is-up"
        running.has("pg_isready", f'[ -e "{answering}" ]')
        running.has("pg_lsclusters", "echo '13 old 5433 online,recovery postgres'; echo '15 main 5432 down postgres'")
        running.has("pg_ctlcluster", f'touch "{answering}"')
        running.has("systemctl", f'touch "{answering}"')
        # The packages count as missing here unless the machine has them: the stand-in installs nothing.
        code, said = self.run(running)
        assert code == 0, said
        started = [call for call in running.calls() if call.startswith(("pg_ctlcluster", "systemctl"))]
        expected = (
            "systemctl start postgresql"
            if Path("/run/systemd/system").is_dir()
            else "pg_ctlcluster --skip-systemctl-redirect 15 main start"
        )
        assert started == [expected]

    def test_it_advises_those_who_may_not_install(self, running):
        running.lacks("chromium")
        running.has("id", "echo 1000")
        code, said = self.run(running)
        assert code == 1
        assert "sudo apt-get install chromium" in said
        assert not any(call.startswith("apt-get") for call in running.calls())

    def test_it_says_what_to_install_where_there_is_no_apt(self, running):
        running.lacks("chromium")
        running.lacks("apt-get")
        code, said = self.run(running)
        assert code == 1
        assert "missing: chromium . Install them with this system's package manager." in said


class TestProof:
    """`.ci/run` with stand-ins for `make` and `timeout`, on a clock that is 7 seconds further at each look."""

    STAGES = ("lint", "types", "coverage-rules", "test")

    @pytest.fixture
    def script(self, machine, tmp_path):
        folder = tmp_path / "checkout" / ".ci"
        folder.mkdir(parents=True)
        clock = tmp_path / "clock"
        clock.write_text("0")
        machine.has("date", f'now=$(($(cat "{clock}") + 7)); echo "$now" >"{clock}"; echo "$now"')
        machine.has("make", f'echo "in $PWD: CI=$CI REQUIRE_ALL=$REQUIRE_ALL" >>"{machine.calls_file}"')
        machine.has("timeout", 'shift 2\nexec "$@"')
        return Path(shutil.copy(ROOT / ".ci" / "run", folder / "run"))

    def made(self, machine):
        return [call.removeprefix("make ") for call in machine.calls() if call.startswith("make ")]

    def test_it_prints_what_each_stage_took(self, machine, script):
        code, said = machine.run(script)
        stages = [f"== make {stage}: 7 s" for stage in self.STAGES]
        # The clock was looked at once at the beginning, twice a stage, once at the end: 9 times 7 seconds went by.
        assert said.splitlines() == [*stages, "== the whole proof: 63 s (target on two cores: 1500 s)"]
        assert code == 0
        assert self.made(machine) == list(self.STAGES)

    def test_it_runs_all_of_it_where_the_makefile_is(self, machine, script):
        machine.run(script)
        told = [call for call in machine.calls() if call.startswith("in ")]
        assert told == [f"in {script.parents[1]}: CI=true REQUIRE_ALL=1"] * 4

    def test_all_of_it_ends_after_80_minutes(self, machine, script):
        machine.has("timeout", "exit 124")
        assert machine.run(script) == (124, "")
        (begun, *_) = machine.calls()
        assert begun.startswith("timeout --kill-after=30s 80m sh ")
        assert self.made(machine) == []  # nothing runs but under it

    def test_a_stage_that_fails_ends_it(self, machine, script):
        machine.has("make", '[ "$1" != types ]')
        assert machine.run(script) == (1, "== make lint: 7 s\n")
        assert self.made(machine) == ["lint", "types"]


def test_the_scripts_are_sound_shell():
    for script in ("bin/setup", "bin/services", ".ci/run"):
        subprocess.run(["/bin/sh", "-n", ROOT / script], check=True)
        assert os.access(ROOT / script, os.X_OK), script
