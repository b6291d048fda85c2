import os
import subprocess
import sys

import pytest

from config.up.only_one import AlreadyRunning, only_one


def test_it_holds_the_file_and_writes_who_does(tmp_path):
    path = tmp_path / "up.pid"
    with only_one(path):
        assert path.read_text() == f"{os.getpid()}\n"
        with pytest.raises(AlreadyRunning) as refused, only_one(path):
            pytest.fail("held twice")
        assert refused.value.pid == os.getpid()
    assert path.read_text() == ""
    with only_one(path):
        assert path.read_text() == f"{os.getpid()}\n"


def test_a_file_left_behind_by_a_killed_process_blocks_nobody(tmp_path):
    path = tmp_path / "up.pid"
    code = f"""
import os, signal
from pathlib import Path
from config.up.only_one import only_one
with only_one(Path({str(path)!r})):
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
    assert path.read_text() != ""
    with only_one(path):
        assert path.read_text() == f"{os.getpid()}\n"
