"""Every process that loads Django knows all structs before it starts a thread, whatever it is started as."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# What runserver, a worker, uvicorn and the commands load later on.
LOADS = {
    "the addresses": 'import_module("config.urls")',
    "the tasks": """
from config.celery import app
app.loader.import_default_modules()
""",
    "the web process": 'import_module("config.asgi")',
    "the commands": """
from django.core.management import get_commands, load_command_class
for name, app in get_commands().items():
    if app in ("config", "eventstore", "matches", "campaigns"):
        load_command_class(app, name)
""",
}
AFTERWARDS = """
from importlib import import_module
import django
from config import msgspec_warmup
learned = []
first = msgspec_warmup.learn_structs
msgspec_warmup.learn_structs = lambda: (first(), learned.append(True))
django.setup()
assert learned and not msgspec_warmup.unknown_structs(), "not at the start"
{loads}
print(*sorted({{f"{{kind.__module__}}.{{kind.__qualname__}}" for kind in msgspec_warmup.unknown_structs()}}))
"""


@pytest.mark.parametrize("loads", LOADS.values(), ids=LOADS)
def test_no_struct_comes_after_the_start(environment, tmp_path, loads):
    """Whatever is named here is defined by a module that `config.msgspec_warmup.DEFINING` should name."""
    done = subprocess.run(
        [sys.executable, "-c", AFTERWARDS.format(loads=loads)],
        cwd=ROOT,
        env={**environment, "DJANGO_SETTINGS_MODULE": "config.settings", "SKALD_VAR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == []
