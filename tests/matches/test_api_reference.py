"""`manage.py api_reference`: the tables of the API in the documentation."""

from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from config.settings import BASE_DIR
from matches.errors import DiceWanted, Stale
from matches.rulebooks import STATUS_OF_CODE
from rules.kernel.schema_docs import woven
from rules.registry import RULESETS
from web.api_docs.document import openapi
from web.api_docs.refusal_codes import codes_in
from web.errors import Busy, KeyReused, LockTimeout

PAGES = [
    ("matches.md", "api_reference"),
    ("campaigns.md", "campaign_reference"),
    ("tournaments.md", "tournament_reference"),
]


@cache
def printed(command):
    """What a command says where the games are those that there are."""
    out = StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(RULESETS, "toy", raising=False)
        call_command(command, stdout=out)
    return out.getvalue()


def page(name):
    return (Path(BASE_DIR) / "docs" / name).read_text(encoding="utf-8")


def test_the_page_is_up_to_date():
    told = "the API has changed: run manage.py api_reference --write docs/matches.md, and read what it says now"
    text = page("matches.md")
    assert woven(text, printed("api_reference").rstrip("\n") + "\n") == text, told


def api_routes(patterns, before=""):
    """Every address that a request can reach, as it stands in the lists of addresses."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from api_routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and route.startswith("api/v1/"):
            yield route


def test_every_address_of_the_api_is_on_a_page():
    tables = "".join(page(name) for name, _ in PAGES)
    routes = set(api_routes(get_resolver().url_patterns))
    assert len(routes) > 40
    shown = {path.removeprefix("/") for path in {one.path for one in openapi()[1]}}
    assert {_plain(route) for route in routes} <= shown
    for one in openapi()[1]:
        assert f"| `{one.method} {one.path.removeprefix('/api/v1/')}` |" in tables, one


def _plain(route):
    """`matches/<uuid:match_id>/` as the tables have it."""
    parts = [f"{{{part[1:-1].rpartition(':')[2]}}}" if part.startswith("<") else part for part in route.split("/")]
    return "/".join(parts)


@pytest.mark.parametrize(("name", "command"), PAGES)
def test_every_shape_that_a_page_links_to_is_on_it(name, command):
    text = page(name)
    headings = {line.removeprefix("### ").lower() for line in text.splitlines() if line.startswith("### ")}
    links = {part.partition(")")[0] for part in printed(command).split("](#")[1:]}
    assert len(links) > 15
    assert links <= headings


# Codes


def rows(text):
    """The table of codes, as code → (status, rule, what it says)."""
    _, _, table = text.partition("## Codes of refusals\n")
    lines = [line for line in table.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    return {code.strip(" `"): told for code, *told in (line.strip("|").split(" | ") for line in lines)}


@pytest.mark.parametrize(
    "refusal", [Stale(1, 2), Busy(), LockTimeout(), KeyReused(), DiceWanted(None, 3)], ids=lambda one: one.code
)
def test_a_class_of_refusals_has_its_row(refusal):
    status, *_ = rows(page("matches.md"))[refusal.code]
    assert str(refusal.status) in status


def test_codes_that_are_known_have_their_status_and_rule():
    found = {code: [part.strip() for part in told] for code, told in rows(page("matches.md")).items()}
    assert found["seat_taken"][:2] == ["409", "KERNEL-MATCH-02"]
    assert found["match_over"][:2] == ["409", "KERNEL-TABLE-01"]
    assert found["not_found"][0] == "404"
    assert found["storage_full"][0] == "503"
    assert found["method_not_allowed"][0] == "405"
    assert found["malformed"][0] == "400"
    campaigns = rows(page("campaigns.md"))
    assert campaigns["campaign_over"][0].strip() == "422"
    assert campaigns["not_yours"][0].strip() == "403"


SOURCE = '''
from here.words import AWAY as FAR, NEAR
from here.nowhere import NOTHING

LOST = "orb_lost"

class Gone(Refusal):
    """It is gone."""

    status = 410

    def __init__(self):
        super().__init__("gone", self.said())

def seat(self, taken):
    message = f"{taken} holds it."
    raise Forbidden("seat_taken", message, rule="KERNEL-MATCH-02", status=409)

def more(act):
    raise refused(act, "too_many", "So many." if act else "Too many.", field="value")
    return Refusal(LOST, "Lost.")

def page(request):
    return _refusal(request, 503, "away", "Come again.")

class Full(Refusal):
    again = 30

def place(many):
    raise Full("full", f"{many} are here.", status=503)

def fetch(one):
    raise Refusal("far", FAR, rule=NEAR)
    raise _differs(one, "It differs.", "KERNEL-MATCH-06")

def fetch_more(one):
    message = f"Another {one}."
    raise _differs(one, message, "KERNEL-MATCH-01")

def _differs(one, message, rule):
    return Refusal("differs", message, rule, status=409)

class Paper(NamedTuple):
    code: str
    prefix: str = ""

FORM = Paper("bad_form", "form.")
"""The form cannot be filled in so."""
BLANK = Paper("bad_blank")

def choose(near):
    code = "bad_order" if near else "nobody_near"
    message = f"Name {near}."
    raise Refused(code, message, "KERNEL-MATCH-06")
    raise Refused("one" if near else "other", message)

def others(code):
    raise KeyError("not_a_code")
    raise Refused(code, "By a variable.")
    find("setup", "position")
'''


def test_codes_are_found_as_they_are_written(tmp_path):
    (tmp_path / "source.py").write_text(SOURCE)
    (tmp_path / "here").mkdir()
    (tmp_path / "here/words.py").write_text('AWAY = "It is far away."\nNEAR = "KERNEL-MATCH-06"\n')
    found = codes_in([tmp_path / "source.py"], STATUS_OF_CODE | {"too_many": 409}, tmp_path)
    assert {code: (told[0].status, told[0].rule, told[0].message) for code, told in found.items()} == {
        "gone": (410, "", "It is gone."),
        "seat_taken": (409, "KERNEL-MATCH-02", "… holds it."),
        "too_many": (409, "", "So many. / Too many."),
        "orb_lost": (422, "", "Lost."),
        "away": (503, "", "Come again."),
        "full": (503, "", "… are here."),
        "far": (422, "KERNEL-MATCH-06", "It is far away."),
        "differs": (409, "KERNEL-MATCH-06", "It differs. / Another …."),
        "bad_form": (422, "", "The form cannot be filled in so."),
        "bad_blank": (422, "", ""),
        "bad_order": (422, "KERNEL-MATCH-06", "Name …."),
        "nobody_near": (422, "KERNEL-MATCH-06", "Name …."),
        "one": (422, "", "Name …."),
        "other": (422, "", "Name …."),
    }
    assert [one.rule for one in found["differs"]] == ["KERNEL-MATCH-06", "KERNEL-MATCH-01"]
