"""What the generic board draws of a view: the kernel's vocabulary, all of it, and the rest below."""

from __future__ import annotations

import re
from typing import Any

from django.template.loader import render_to_string

from matches.pages.boards.board import Board
from matches.pages.boards.generic import PARTS
from rules.kernel.reading import plain
from rules.kernel.scene import (
    Apart,
    Area,
    Badge,
    Card,
    Disc,
    Figure,
    Gauge,
    Hexes,
    Knot,
    Knots,
    Mark,
    Noted,
    Plane,
    Queued,
    Ring,
    Slot,
    Squares,
    Track,
)

TEAMS = {"red": {"name": "The Reds"}, "blue": {"name": "The Blues"}}
FIGURES = {
    "a": Figure("Asa", "red", at=(2, 1), gauges=(Gauge("Health", 3, 12, low=True),), active=True),
    "b": Figure("Bo <b>", "blue", status="fled", badges=(Badge("Prone", "Lies on the ground", "X-01"),)),
}


def view(**parts: Any) -> dict[str, Any]:
    made: dict[str, Any] = plain({"teams": TEAMS, "figures": FIGURES, **parts})
    return made


def drawn(board: Board, shown: dict[str, Any]) -> str:
    """All three templates of a board, without bindings and needless space."""
    context = {"board": board, "scene": board.scene(shown)}
    html = "".join(render_to_string(name, context) for name in (board.scores, board.template, board.panels))
    return re.sub(r"\s*(data-bind=\"[^\"]*\")?\s*>\s*", ">", re.sub(r"\s+", " ", html))


def test_figures_with_gauges_and_badges() -> None:
    html = drawn(Board(None), view())
    assert re.search(r'<meter min="0" max="12" value="3" aria-label="Health" data-low="">', html)
    assert "<b><span>3</span><small>/12</small></b>" in html
    assert '<summary class="tag">Prone</summary><p><span>Lies on the ground</span><b>X-01</b></p>' in html
    assert ">fled<" in html
    assert "Bo &lt;b&gt;" in html
    assert "Bo <b>" not in html


def test_squares_with_who_stands_on_them_and_what_they_mean() -> None:
    html = drawn(Board(None), view(ground=Squares(columns=3, rows=2, marks=(Mark((3, 2), "the well"),))))
    assert html.count("data-square=") == 6
    assert "<title>(3, 2), the well</title>" in html
    assert 'data-token="a"' in html
    assert 'transform="translate(200 100)"' in html
    assert re.search(r'data-token="b"[^>]* display="none"', html)


def test_a_square_that_means_something_says_so_and_the_legend_explains_it() -> None:
    ground = Squares(columns=3, rows=2, marks=(Mark((3, 2), "the well"), Mark((1, 1), "scree", "rough")))
    html = drawn(Board(None), view(ground=ground))
    assert 'data-square="3,2" data-mark="goal"' in html
    assert 'data-square="1,1" data-mark="rough"' in html
    signs = Board(None).scene(view(ground=ground))["signs"]
    assert [(sign["words"], sign["shapes"][0]["data-mark"]) for sign in signs] == [
        ("the well", "goal"),
        ("scree", "rough"),
    ]


def test_hexes_with_who_stands_on_them() -> None:
    """(2, 1): two hexes and a half to the right, a row of 87 down."""
    cells = ((0, 0), (1, 0), (2, 1))
    html = drawn(Board(None), view(ground=Hexes(cells, marks=(Mark((1, 0), "wall", "blocked"),))))
    assert html.count("data-square=") == 3
    assert 'data-square="1,0" data-mark="blocked" data-centre="100 0"' in html
    assert "<title>(1, 0), wall</title>" in html
    assert re.search(r'data-token="a"[^>]* transform="translate\(250 87\)"', html)
    assert '<small class="where">(2, 1)</small>' in html
    assert 'viewBox="-55 -63 360 213"' in html


def test_what_lies_on_a_ground_and_how_far_figures_are_apart() -> None:
    figures = {"a": Figure("Asa", at=(0, 0)), "b": Figure("Bo", at=(1, 1)), "c": Figure("Cid")}
    ground = Hexes(
        ((0, 0), (1, 0), (0, 1), (1, 1)),
        things=(Mark((1, 0), "smoke", "dim"),),
        lines=(Apart("a", "b", "10 feet"), Apart("a", "c", "gone")),
    )
    html = drawn(Board(None), view(figures=figures, ground=ground))
    assert '<g class="thing" transform="translate(100 0)" data-kind="dim">' in html
    assert "<title>smoke</title>" in html
    assert html.count('<g class="between">') == 1
    assert '<title>Asa, 10 feet, Bo</title><path d="M0 0L150 87">' in html
    assert "<li><span>Asa</span><b>10 feet</b><span>Bo</span></li>" in html


def test_a_plane_with_areas_and_rings() -> None:
    """60 by 40 yards, its lower edge below: (12.5, 4) is drawn at 1250 and 4000 - 400."""
    ground = Plane(
        width=6000,
        depth=4000,
        areas=(Area(Disc((1000, 1000), 300), "the pond", "blocked"),),
        rings=(Ring((1250, 400), 1500, "short range"),),
    )
    html = drawn(Board(None), view(figures={"a": Figure("Asa", at=(1250, 400))}, ground=ground))
    assert 'aria-label="Ground, 60 by 40 yards"' in html
    assert 'data-width="6000" data-depth="4000"' in html
    assert re.search(r'data-token="a"[^>]* transform="translate\(1250 3600\)"', html)
    assert '<small class="where">(12.5, 4)</small>' in html
    assert 'data-mark="blocked" d="M700 3000a300 300 0 1 0 600 0a300 300 0 1 0 -600 0z"><title>the pond</title>' in html
    assert '<g class="ring" transform="translate(1250 3600)"><circle r="1500"><title>short range</title>' in html
    # A line every 5 yards: 13 across, 9 up.
    grid = re.search(r'class="grid-lines" d="([^"]*)"', html)
    assert grid is not None
    assert (grid[1].count("V"), grid[1].count("H")) == (13, 9)


def test_knots_with_ranges_between_figures() -> None:
    knot = Knot(("a", "b"), "At the gate", (Apart("a", "b", "close"),))
    html = drawn(Board(None), view(ground=Knots((knot,))))
    assert "<span>At the gate</span></h2>" in html
    assert 'data-token="a"' in html
    assert "<li><span>Asa</span><b>close</b><span>Bo &lt;b&gt;</span></li>" in html
    assert "data-square" not in html


def test_knots_in_a_line_have_names_and_the_range_to_the_next() -> None:
    first = Knot(("a",), "Alone", name="A", noted=(Noted("a", "on the roof"),), to_next="far")
    html = drawn(Board(None), view(ground=Knots((first, Knot(("b",), name="B")))))
    assert "<h2><b>A</b><span>Alone</span></h2>" in html
    assert '<p class="to-next">far</p>' in html
    assert "<li><b>Asa</b><span>on the roof</span></li>" in html


def test_who_lies_in_a_knot_looks_otherwise_than_who_stands() -> None:
    html = drawn(Board(None), view(ground=Knots((Knot(("a",), out=("b",)),))))
    stands, lies = (re.search(rf'<span[^>]*data-token="{name}"[^>]*>', html) for name in "ab")
    assert stands is not None
    assert lies is not None
    assert ("data-out" in stands[0], "data-out" in lies[0]) == (False, True)


class Rounds(Board):
    """Says round for a turn, and tells of the wind by something that it draws."""

    turn, told = "round", ("wind",)


def test_a_game_has_its_own_word_for_a_turn_and_lists_nothing_twice() -> None:
    html = drawn(Rounds(None), view(turn=3, wind="north"))
    assert ">Round <b>3</b>" in html
    assert "wind" not in html


def test_tracks_order_and_cards() -> None:
    html = drawn(
        Board(None),
        view(
            tracks=[Track("Moment", (Slot("1"), Slot("2", now=True, figures=("a",))))],
            queue=[Queued("b", "first", now=True), Queued("a")],
            cards=[Card("Rain", "Nobody shoots.", "until noon")],
        ),
    )
    assert (
        '<li data-now=""><span>2</span><span class="on-it"><span>Asa</span></span><span class="noted"></span></li>'
        in html
    )
    assert '<li data-now=""><span>Bo &lt;b&gt;</span><small>first</small></li><li><span>Asa</span>' in html
    assert "<li><b>Rain</b><small>until noon</small><p>Nobody shoots.</p></li>" in html


def test_a_track_says_how_figures_stand_on_it() -> None:
    slot = Slot("8", noted=(Noted("a", "held"), Noted("b", "spent", gone=True)))
    html = drawn(Board(None), view(tracks=[Track("Moment", (slot,))]))
    assert '<span class="noted"><span><b>Asa</b><small>held</small></span><span data-gone="">' in html


def test_what_is_in_no_vocabulary_stands_below() -> None:
    html = drawn(Board(None), {"score": {"red": 1}, "wind": "north", "hands": [{"seat": "red", "cards": 3}]})
    assert "<dt>wind</dt><dd>north</dd>" in html
    assert "<dd>[{&quot;seat&quot;:&quot;red&quot;,&quot;cards&quot;:3}]</dd>" in html
    assert "<dt>score</dt>" not in html


class OwnFigures(Board):
    """Draws one part otherwise."""

    parts = {**PARTS, "figures": "matches/boards/ishmek_panels.html"}


def test_a_game_draws_one_part_otherwise() -> None:
    html = drawn(OwnFigures(None), view(queue=[Queued("a", "first")]))
    assert 'aria-label="Players"' in html
    assert "of-figure" not in html
    assert "<li><span>Asa</span><small>first</small></li>" in html
