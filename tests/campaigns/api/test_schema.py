"""The API of campaigns stands whole in the OpenAPI document, and keeps to it whatever it is sent."""

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application

from jobs.models import Job
from tests.examples import HealthCheck, settings
from tests.matches.test_schema import CHECKS, document, keep_connection
from web.models import Account
from web.tokens import give_token

pytest_plugins = ["schemathesis.pytest.plugin"]
pytestmark = pytest.mark.django_db

ADDRESSES = "/(campaigns|companies|jobs|invitations|campaign-commands)/"
__all__ = ["keep_connection"]

made = document()
schema = schemathesis.openapi.from_dict({**made, "servers": [{"url": "/"}]})
schema.app = get_wsgi_application()
schema = schema.include(path_regex=ADDRESSES)


def test_each_address_is_described():
    ours = {path: item for path, item in made["paths"].items() if path.split("/")[3] in ADDRESSES}
    assert len(ours) == 22
    for path, item in ours.items():
        for method, operation in item.items():
            assert operation["description"], (method, path)
            assert {"401", "403", "429"} <= operation["responses"].keys(), (method, path)


@pytest.fixture
def job(evening):
    evening.do("start_downtime")
    return Job.objects.get(kind="finish_upgrades")


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_it_keeps_to_its_word(case, evening, job):
    # The GM speaks; most of what they say is nonsense.
    for name, value in (("campaign_id", evening.id), ("company_id", evening.companies["ann"]), ("job_id", job.pk)):
        if name in case.path_parameters:
            case.path_parameters[name] = str(value)
    if "hero" in case.path_parameters:
        case.path_parameters["hero"] = "h1"
    user = Account.objects.get(user__username="gail").user
    token = give_token(user).secret
    case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Token {token}"})
