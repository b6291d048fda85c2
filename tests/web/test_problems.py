"""Problem documents: what the API answers to each kind of refusal."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions

from web.problems import exception_handler


def answered(error):
    return exception_handler(error, {"view": None})


def test_a_refusal_has_code_and_message():
    answer = answered(exceptions.NotAuthenticated())
    assert answer.data["code"] == "not_authenticated"
    assert answer.data["status"] == 401
    assert answer.data["title"] == "Unauthorized"
    assert answer.content_type == "application/problem+json"


def test_faults_name_their_fields():
    error = exceptions.ValidationError({"seat": ["Unknown seat."], "setup": {"teams": [{}, {"name": ["Too long."]}]}})
    data = answered(error).data
    assert data["code"] == "invalid"
    assert data["errors"] == [
        {"field": "seat", "code": "invalid", "message": "Unknown seat."},
        {"field": "setup.teams[1].name", "code": "invalid", "message": "Too long."},
    ]
    assert data["message"] == "seat: Unknown seat.; setup.teams[1].name: Too long."


def test_a_fault_of_the_whole_has_no_field():
    data = answered(exceptions.ValidationError({"non_field_errors": ["Two umpires at least."]})).data
    assert data["message"] == "Two umpires at least."
    assert data["errors"][0]["field"] == ""


def test_an_exception_adds_what_it_knows():
    error = exceptions.APIException("The orb is burning.", code="burning")
    error.problem = {"rule": {"id": "ISH-BURN-01", "text": "…"}}
    data = answered(error).data
    assert data["code"] == "burning"
    assert data["rule"]["id"] == "ISH-BURN-01"


@pytest.mark.parametrize(
    ("error", "status", "code"), [(Http404(), 404, "not_found"), (PermissionDenied(), 403, "permission_denied")]
)
def test_djangos_own_refusals_are_documents_too(error, status, code):
    answer = answered(error)
    assert (answer.data["status"], answer.data["code"]) == (status, code)


def test_a_fault_of_ours_is_no_refusal():
    assert answered(RuntimeError("a bug")) is None
