"""Hachigoku among the games, with its board, for the tests of this folder alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from matches.pages.boards import BOARDS
from matches.pages.boards.hachigoku import BOARD
from rules.hachigoku.system import HACHIGOKU
from rules.registry import registered


@pytest.fixture(autouse=True)
def hachigoku(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setitem(BOARDS, "hachigoku", BOARD)
    with registered(HACHIGOKU):
        yield HACHIGOKU
