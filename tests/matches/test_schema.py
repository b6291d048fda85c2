"""The OpenAPI document is whole, and the API keeps to it whatever it is sent."""

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from drf_spectacular.drainage import GENERATOR_STATS, reset_generator_stats
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.validation import validate_schema
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.examples import HealthCheck, settings
from web.tokens import give_token

pytest_plugins = ["schemathesis.pytest.plugin"]
pytestmark = pytest.mark.django_db

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(autouse=True)
def keep_connection():
    """Keep the connection that holds the test's transaction, as Django's own test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def document():
    spectacular_settings.apply_patches({"OAS_VERSION": "3.1.0"})
    try:
        return SchemaGenerator().get_schema(request=None, public=True)
    finally:
        spectacular_settings.clear_patches()


def test_it_is_whole():
    reset_generator_stats()
    made = document()
    validate_schema(made)
    assert not GENERATOR_STATS
    ours = {path: item for path, item in made["paths"].items() if "/matches/" in path or "/rulesets/" in path}
    assert len(ours) == 19
    for path, item in ours.items():
        for method, operation in item.items():
            assert operation["description"], (method, path)
            assert {"403", "429"} <= operation["responses"].keys(), (method, path)


@schemathesis.serializer("application/x-ndjson")
def as_it_is(ctx, value):
    return value if isinstance(value, bytes) else str(value).encode()


schema = schemathesis.openapi.from_dict({**document(), "servers": [{"url": "/"}]})
schema.app = get_wsgi_application()
schema = schema.include(path_regex="/(matches|rulesets|tokens?)/")


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_it_keeps_to_its_word(case, match, users):
    # The GM speaks; most of what they say is nonsense.
    if "match_id" in case.path_parameters:
        case.path_parameters["match_id"] = str(match)
    if "key" in case.path_parameters:
        case.path_parameters["key"] = "toy"
    token = give_token(users["alice"]).secret
    # Called without a server, schemathesis says that it takes gzip and reads none.
    headers = {"Authorization": f"Token {token}", "Accept-Encoding": "identity"}
    case.call_and_validate(checks=CHECKS, headers=headers)
