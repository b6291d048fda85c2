"""The page of a match as tests ask for it, and its forms as they send them."""

import json
import re
from html import unescape

import pytest

from matches import service
from web.people import THE_HOUSE


@pytest.fixture
def gm(client, users):
    client.force_login(users["alice"])
    return client


def address(match_id, *parts):
    return "/".join(["", "matches", str(match_id), *parts])


def page(client, match_id, **query):
    answer = client.get(address(match_id), query)
    assert answer.status_code == 200
    return answer.content.decode()


def commands(html):
    """The commands that the buttons of a page carry."""
    return [
        json.loads(unescape(a or b)) for a, b in re.findall(r'name="command" value=(?:"([^"]*)"|\'([^\']*)\')', html)
    ]


def give(client, match_id, follow=True, **fields):
    return client.post(address(match_id, "commands"), fields, follow=follow)


def events(match_id, after):
    return service.events_page(THE_HOUSE, match_id, after)["events"]
