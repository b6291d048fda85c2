"""Houses as they run: `manage.py` and Celery workers in processes of their own, each house with its own `var/`."""

import subprocess
import sys

import pytest
from django.conf import settings

from bench.processes import stop

STOP_SECONDS = 30.0
PATIENCE_SECONDS = 600


@pytest.fixture
def house(environment, redis_url, tmp_path):
    """Run `manage.py`, and a worker where one is asked for. What one house has sealed binds people in the other."""
    env = {**environment, "LOG_LEVEL": "ERROR", "REDIS_URL": redis_url, "SKALD_SEAL_KEY": "5e" * 32}
    started = []

    def manage(var, *words):
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *map(str, words)]
        done = subprocess.run(
            command,
            env={**env, "SKALD_VAR": str(tmp_path / var)},
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def work(var):
        words = ["-m", "celery", "-A", "config", "worker", "-c", "1", "-l", "error"]
        worker = subprocess.Popen(
            [sys.executable, *words], env={**env, "SKALD_VAR": str(tmp_path / var)}, cwd=settings.BASE_DIR
        )
        started.append(worker)

    for var in ("here", "there"):
        (tmp_path / var).mkdir()
        manage(var, "migrate", "-v0")
    manage.work = work
    yield manage
    for worker in started:
        stop(worker, STOP_SECONDS)
