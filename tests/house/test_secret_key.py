import stat
import threading

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.secret_key import read_or_make_secret_key


def test_it_makes_a_key_once_that_only_its_owner_reads(tmp_path):
    path = tmp_path / "deep" / "secret_key"
    key = read_or_make_secret_key(path)
    assert len(key) >= 50
    assert read_or_make_secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["secret_key"]


def test_all_that_start_at_once_get_one_key(tmp_path):
    keys = []
    start = threading.Barrier(8)

    def read():
        start.wait()
        keys.append(read_or_make_secret_key(tmp_path / "secret_key"))

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 8
    assert len(set(keys)) == 1


def test_it_refuses_an_empty_file(tmp_path):
    path = tmp_path / "secret_key"
    path.touch()
    with pytest.raises(ImproperlyConfigured, match="is empty"):
        read_or_make_secret_key(path)
