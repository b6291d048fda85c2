"""What follows the view, at its first drawing."""

from matches.pages.boards.bind import bound, in_words

VIEW = {
    "active": "h1",
    "score": {"home": 2},
    "flight": {"path": [[1, 1], [2, 1]], "lob": True},
    "players": {
        "h1": {
            "at": [3, 4],
            "prone": True,
            "injuries": [{"title": "Shook", "until": 6}, {"title": "Unnerved", "until": None}],
            "used": [],
        }
    },
}
PLAYER = ["players", "h1"]


def test_a_square_is_where_it_stands():
    assert 'transform="translate(300 400)"' in bound(VIEW, ["at", [*PLAYER, "at"]]).attrs
    assert 'display="none"' in bound(VIEW, ["at", ["players", "h2", "at"]]).attrs


def test_flags_are_there_or_not():
    assert 'data-prone=""' in bound(VIEW, ["flag", "prone", [*PLAYER, "prone"]]).attrs
    assert "data-some" not in bound(VIEW, ["flag", "some", [*PLAYER, "used"]]).attrs
    assert 'data-active=""' in bound(VIEW, ["flag", "active", ["active"], "h1"]).attrs
    assert "data-active" not in bound(VIEW, ["flag", "active", ["active"], "h2"]).attrs
    assert 'hidden=""' in bound(VIEW, ["flag", "hidden", [*PLAYER, "prone"], True]).attrs


def test_texts_and_lists():
    words = {"gap": "{title} to turn {until}", "none": "{title} for the match"}
    assert bound(VIEW, ["text", ["score", "home"]]).text == "2"
    assert bound(VIEW, ["square", [*PLAYER, "at"]]).text == "(3, 4)"
    assert bound(VIEW, ["list", [*PLAYER, "injuries"], words, "none"]).text == "Shook to turn 6, Unnerved for the match"
    assert bound(VIEW, ["list", [*PLAYER, "used"], words, "none"]).text == "none"


def test_words_for_a_value():
    sit_out = {"key": "kind", "of": {"rounds": "back in turn {back}"}}
    assert in_words({"kind": "rounds", "back": 7}, sit_out) == "back in turn 7"
    assert in_words(True, {"of": {"true": "ready"}}) == "ready"
    assert in_words("unheard of", {"of": {}}) == "unheard of"
    assert in_words(None, sit_out) == ""


def test_a_flight_is_a_path():
    attrs = bound(VIEW, ["course", ["flight"]]).attrs
    assert 'd="M100 100Q150 -20 200 100"' in attrs
    assert 'data-lob=""' in attrs


def test_what_people_typed_cannot_break_out_of_an_attribute():
    element = bound({"players": {'"><script>': {"at": [1, 1]}}}, ["at", ["players", '"><script>', "at"]])
    assert "<script>" not in element.attrs


# On a table measured in hundredths of an inch

PLANE = {
    "pos": [450, 1200, 300],
    "place": 3,
    "health": 5,
    "full": 20,
    "way": [[0, 0], [300, 400]],
    "pieces": [
        {"name": "Wall", "footprint": {"shape": "rect", "a": [0, 0], "b": [300, 50]}, "rough": True},
        {"name": "<Well>", "footprint": {"shape": "circle", "centre": [500, 500], "radius": 100}, "rough": False},
    ],
}


def test_a_spot_is_drawn_with_y_upward():
    assert 'transform="translate(450 2400)"' in bound(PLANE, ["spot", ["pos"], 3600]).attrs
    assert 'display="none"' in bound({"pos": None}, ["spot", ["pos"], 3600]).attrs


def test_numbers_bars_and_places_in_order():
    assert 'r="5"' in bound(PLANE, ["number", "r", ["health"]]).attrs
    assert 'r="0"' in bound(PLANE, ["number", "r", ["nothing"]]).attrs
    assert 'width="21"' in bound(PLANE, ["bar", 84, ["health"], ["full"]]).attrs
    assert 'width="0"' in bound(PLANE, ["bar", 84, ["nothing"], ["full"]]).attrs
    assert 'data-order="3"' in bound(PLANE, ["order", ["place"]]).attrs


def test_a_way_and_a_footprint_are_paths():
    assert 'd="M0 1000L300 600"' in bound(PLANE, ["trail", ["way"], 1000]).attrs
    assert 'display="none"' in bound(PLANE, ["trail", ["nothing"], 1000]).attrs
    polygon = {"area": {"shape": "polygon", "corners": [[0, 0], [10, 0], [0, 10]]}}
    assert 'd="M0 100L10 100L0 90z"' in bound(polygon, ["shape", ["area"], 100]).attrs
    assert 'display="none"' in bound({"area": None}, ["shape", ["area"], 100]).attrs


def test_a_list_is_drawn_item_by_item_and_escaped():
    title = ["title", {}, [["text", ["name"]]], []]
    looks = [["shape", ["footprint"], 1000], ["flag", "rough", ["rough"]]]
    element = bound(PLANE, ["draw", ["pieces"], [["path", {"class": "piece"}, looks, [title]]]])
    assert element.text == (
        '<g><path class="piece" d="M0 1000L300 1000L300 950L0 950z" data-rough=""><title >Wall</title></path></g>'
        '<g><path class="piece" d="M400 500a100 100 0 1 0 200 0a100 100 0 1 0 -200 0z">'
        "<title >&lt;Well&gt;</title></path></g>"
    )
    assert bound({}, ["draw", ["pieces"], []]).text == ""


def test_each_item_is_one_element_and_anything_is_text():
    spec = ["li", {}, [["flag", "rough", ["rough"]], ["tell", "title", ["name"], {"of": {"Wall": "A wall"}}]], []]
    element = bound(PLANE, ["each", ["pieces"], spec])
    assert element.text == '<li data-rough="" title="A wall"></li><li title="&lt;Well&gt;"></li>'
    assert bound(PLANE, ["each", ["nothing"], spec]).text == ""
    assert [bound(PLANE, ["json", [name]]).text for name in ("way", "place")] == ["[[0,0],[300,400]]", "3"]
    assert bound({"word": "so"}, ["json", ["word"]]).text == "so"


GROUND = {
    "figures": {"a": {"at": [-1, 2]}, "b": {"at": [1, 0]}, "c": {"at": None}},
    "lines": [{"one": "a", "other": "b", "label": "2 <hexes>"}, {"one": "a", "other": "c", "label": "?"}],
    "ring": {"at": [250, 100], "radius": 75},
}


def test_on_hexes():
    # q to the right 100 units, r down 87 and half a hex to the right.
    assert 'transform="translate(0 174)"' in bound(GROUND, ["hex", ["figures", "a", "at"]]).attrs
    assert 'display="none"' in bound(GROUND, ["hex", ["figures", "c", "at"]]).attrs


def test_lines_between_those_that_stand_somewhere():
    drawn = bound(GROUND, ["lines", ["lines"], ["figures"], {"a": "Asa"}, "1", "hex"]).text
    assert drawn == (
        '<g class="between"><title>Asa, 2 &lt;hexes&gt;, b</title><path d="M0 174L100 0"></path>'
        '<text transform="translate(50 87) scale(1)">2 &lt;hexes&gt;</text></g>'
    )


def test_on_a_plane():
    assert bound(GROUND, ["point", ["ring", "at"]]).text == "(2.5, 1)"
    assert bound(GROUND, ["point", ["figures", "c", "at"]]).text == ""
    assert 'transform="translate(0 -75) scale(2.00)"' in bound(GROUND, ["lift", ["ring", "radius"], "2.00"]).attrs
