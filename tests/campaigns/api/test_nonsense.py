"""Commands of campaigns with every field turned into nonsense: refused or carried out, never a fault of ours."""

import msgspec
import pytest
from django.db import transaction

from campaigns.domain.acts import COMMANDS
from eventstore import api as store
from tests.campaigns.api.test_who_may import GIVING, named

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

NONSENSE = [
    None,
    True,
    -1,
    0,
    10**9 + 1,
    2**63 - 1,
    1.5,
    "",
    "  ",
    "h1",
    "x" * 300,
    "\u202e\u200d",
    "🐉" * 90,
    [],
    ["h1", "h1"],
    {},
    {"h1": 1},
    {"s1": {"company": "x", "heroes": []}},
    {"a": {"b": {"c": [None]}}},
]


@pytest.mark.parametrize(("kind", "fields"), [one[:2] for one in GIVING], ids=[kind for kind, *_ in GIVING])
def test_no_field_brings_it_down(api, evening, kind, fields):
    good = named(evening, fields)
    address = f"campaigns/{evening.id}/commands"
    for field in msgspec.structs.fields(COMMANDS[kind]):
        for value in NONSENSE:
            savepoint, before = transaction.savepoint(), store.last_position()
            content = {"command": {"type": kind, **good, field.encode_name: value}}
            answer = api["gail"]("POST", address, content)
            assert answer.status_code in (200, 400, 403, 404, 409, 422), (content, answer.content)
            if answer.status_code != 200:
                assert answer["Content-Type"] == "application/problem+json"
                assert store.last_position() == before
            preview = api["gail"]("POST", f"campaigns/{evening.id}/preview", content)
            assert preview.status_code in (200, 400, 403, 404, 409, 422), (content, preview.content)
            transaction.savepoint_rollback(savepoint)
