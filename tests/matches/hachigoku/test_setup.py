"""The form for a new Skirmish: what is filled in makes sides, knots, Ranges, heights, an ambush, a duel."""

from __future__ import annotations

from typing import Any

import pytest

from matches.pages.boards.hachigoku.setup import setup_fields, setup_of
from rules.hachigoku.system import HACHIGOKU
from rules.kernel.dice import HouseDice
from rules.kernel.errors import Refused
from tests.rules.play import rule
from web.errors import Unreadable
from web.pages.fields import Form
from web.pages.forms import values_of

ROSTER = '{"name": "The Crane", "characters": [{"id": "aoi", "name": "Aoi"}, {"id": "chie", "name": "Chie"}]}'
FOES = '{"name": "The Boar", "characters": [{"id": "ban", "name": "Ban"}, {"name": "Goro"}, {"name": "Goro"}]}'


def filled(**fields: str) -> dict[str, Any]:
    """The setup of the form with these fields, by their names with _ for the first -."""
    form = Form("new", "", "", tuple(setup_fields()), dict)
    standing = {field.name: field.value for field in form.fields}
    typed = {name.replace("_", "-", 1): value for name, value in fields.items()}
    return setup_of(values_of(form, {**standing, "roster-s1": ROSTER, "roster-s2": FOES, **typed}))


def opened(**fields: str) -> Any:
    """The state that the setup opens with."""
    return HACHIGOKU.open(filled(**fields), {}, HouseDice(b"s" * 32)).state


def test_it_works_as_it_comes() -> None:
    state = opened()
    assert [side.name for side in state.sides] == ["The Crane", "The Boar"]
    assert [one.id for one in state.characters] == ["aoi", "chie", "ban", "goro", "goro-2"]
    assert state.ranges.between("aoi", "chie") == 0
    assert state.ranges.between("aoi", "ban") == 1


def test_what_is_furnished_opens() -> None:
    form = Form("new", "", "", tuple(setup_fields()), dict)
    for key, _ in form.fields[0].choices:
        standing = {field.name: field.value for field in form.fields}
        setup = setup_of(values_of(form, {**standing, "side-s1": key}))
        assert HACHIGOKU.open(setup, {}, HouseDice(b"s" * 32)).state.round == 0


@rule("HAC-RANGE-04")
def test_knots_and_the_ranges_between_them() -> None:
    state = opened(table_knots="Aoi, Ban\nChie, at the gate", table_ranges="Aoi, Chie: long\nat the gate, Goro: far")
    between = state.ranges.between
    assert (between("aoi", "ban"), between("chie", "the-gate")) == (0, 0)
    assert (between("ban", "the-gate"), between("chie", "goro-2")) == (2, 3)
    assert between("goro", "aoi") == 1  # the rest of the Boar, near Aoi and Ban
    assert [(thing.id, thing.name) for thing in state.scene.objects] == [("the-gate", "the gate")]


@rule("HAC-RANGE-03")
def test_impossible_triangles_are_refused_by_name() -> None:
    with pytest.raises(Refused) as refused:
        opened(table_ranges="Aoi, Ban: extreme", table_knots="Aoi\nBan\nChie")
    assert refused.value.code == "ranges_inconsistent"


def test_heights_cover_and_mounts() -> None:
    state = opened(
        table_standing="Aoi: height 2, slight cover nearby\nban: partial cover, at a gallop", table_max_height="3"
    )
    aoi, ban = (next(one for one in state.characters if one.id == name) for name in ("aoi", "ban"))
    assert (aoi.height, aoi.nearby_cover, state.scene.max_height) == (2, "slight", 3)
    assert (ban.cover, ban.mounted, ban.mount_gait) == ("partial", True, "gallop")


@rule("HAC-AMB-01", "HAC-SCOPE-04")
def test_ambush_and_duel() -> None:
    state = opened(table_ambush="s2", table_noticed="Chie", table_duel="on", table_principals="Aoi, Ban")
    assert state.scene.ambush.ambushers == ("ban", "goro", "goro-2")
    assert state.scene.ambush.detected_by == ("chie",)
    assert state.scene.duel.principals == ("aoi", "ban")
    assert opened(table_duel="on").scene.duel.principals == ("aoi", "ban")


REFUSED = [
    ({"roster_s1": "{"}, "roster-s1"),
    ({"roster_s1": '{"name": "Nobody"}'}, "roster-s1"),
    ({"table_knots": "Aoi, Zoe"}, "table-knots"),
    ({"table_knots": "Aoi\nAoi, Ban"}, "table-knots"),
    ({"table_ranges": "Aoi and Ban: long"}, "table-ranges"),
    ({"table_ranges": "Aoi, Ban: wide"}, "table-ranges"),
    ({"table_standing": "Aoi: in a tree"}, "table-standing"),
    ({"table_duel": "on", "table_principals": "Aoi"}, "table-principals"),
]


@pytest.mark.parametrize(("fields", "at"), REFUSED)
def test_it_refuses_what_it_cannot_read(fields: dict[str, str], at: str) -> None:
    with pytest.raises(Unreadable) as refused:
        filled(**fields)
    assert refused.value.field == at
    assert refused.value.hint
