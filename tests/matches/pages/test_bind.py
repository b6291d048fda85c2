"""What follows the view, at its first drawing."""

from matches.pages.boards.bind import bound, said

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
    assert said({"kind": "rounds", "back": 7}, sit_out) == "back in turn 7"
    assert said(True, {"of": {"true": "ready"}}) == "ready"
    assert said("unheard of", {"of": {}}) == "unheard of"
    assert said(None, sit_out) == ""


def test_a_flight_is_a_path():
    attrs = bound(VIEW, ["course", ["flight"]]).attrs
    assert 'd="M100 100Q150 -20 200 100"' in attrs
    assert 'data-lob=""' in attrs


def test_what_people_typed_cannot_break_out_of_an_attribute():
    element = bound({"players": {'"><script>': {"at": [1, 1]}}}, ["at", ["players", '"><script>', "at"]])
    assert "<script>" not in element.attrs
