"""Problem documents: how the API says no (RFC 9457, with the words of design.md).

Each has `type`, `title`, `status`, `code` and `message`; where there is more to say, `errors`
(a list of `{"field", "code", "message"}`) and whatever the exception itself adds, such as `rule` or `need`.
"""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, JsonResponse
from rest_framework.exceptions import (
    APIException,
    ErrorDetail,
    NotFound,
    PermissionDenied as Forbidden,
    ValidationError,
)
from rest_framework.response import Response
from rest_framework.views import exception_handler as rest_framework_handler

CONTENT_TYPE = "application/problem+json"


def problem(status: int, code: str, message: str, **more: object) -> dict[str, object]:
    """Return a problem document; `more` must not name a member that all of them have."""
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "message": message,
        **more,
    }


def problem_response(status: int, code: str, message: str, **more: object) -> JsonResponse:
    """Return a problem document as an answer outside Django REST framework."""
    return JsonResponse(problem(status, code, message, **more), status=status, content_type=CONTENT_TYPE)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer an API view's exception with a problem document; None (a 500) for what is no refusal.

    An APIException may carry a mapping `problem`: its entries join the document's.
    """
    response = rest_framework_handler(error, context)
    if response is None:
        return None
    refused = _as_api_exception(error)
    response.data = problem(response.status_code, _code(refused), _message(refused), **_more(refused))
    response.content_type = CONTENT_TYPE
    return response


def _as_api_exception(error: Exception) -> APIException:
    match error:
        case APIException():
            return error
        case Http404():
            return NotFound()
        case PermissionDenied():
            return Forbidden()
    raise TypeError(f"Django REST framework answered an unknown exception: {error!r}")


def _code(error: APIException) -> str:
    codes = error.get_codes()
    return codes if isinstance(codes, str) else str(error.default_code)


def _message(error: APIException) -> str:
    if isinstance(error.detail, str):
        return str(error.detail)
    return "; ".join(
        f"{fault['field']}: {fault['message']}" if fault["field"] else fault["message"]
        for fault in _faults(error.detail)
    )


def _more(error: APIException) -> dict[str, object]:
    more: dict[str, object] = {}
    if isinstance(error, ValidationError):
        more["errors"] = list(_faults(error.detail))
    own = getattr(error, "problem", None)
    if isinstance(own, Mapping):
        more.update(own)
    return more


def _faults(detail: Any, field: str = "") -> Iterator[dict[str, str]]:
    """Yield each fault in a validation error's nest of lists and mappings, with its dotted field."""
    if isinstance(detail, ErrorDetail):
        yield {"field": field, "code": detail.code or "invalid", "message": str(detail)}
    elif isinstance(detail, Mapping):
        for name, inner in detail.items():
            below = "" if name == "non_field_errors" else str(name)
            yield from _faults(inner, ".".join(part for part in (field, below) if part))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, Mapping | list)
            yield from _faults(inner, f"{field}[{index}]" if nested else field)
