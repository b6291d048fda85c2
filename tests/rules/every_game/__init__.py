"""What the tests of every game use; its own positions, numbers, rosters and invariants each game keeps to itself."""

import pytest

MODULES = ("counting", "folds", "golden", "invariants", "rows", "watched", "whole")

pytest.register_assert_rewrite(*(f"{__name__}.{module}" for module in MODULES))  # a failing assert shows both sides
