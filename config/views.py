"""The house's own answers: is it well, and what is said when something is not."""

from typing import Any

from django.conf import settings
from django.contrib.auth.views import LoginView
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.problems import problem_response
from config.readiness import lacks_tables

# What the login page says to who was sent there by an address that begins so.
WANTED = (
    ("/campaigns/", "Log in to see your campaigns."),
    ("/companies/", "Log in to see the company."),
    ("/matches/new", "Log in to start a match."),
    ("/matches/", "Log in to see the match, or to take part in it."),
)
# For programs, beside what the pages say.
AGAIN = " Try again with the same Idempotency-Key: what was stored already is not done twice."
RETRY_SECONDS = 5


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Say whether the database answers and every migration is applied: 200 if so, else 503."""
    database, migrations = _database_state()
    well = (database, migrations) == ("ok", "applied")
    state = {"status": "ok" if well else "unavailable", "database": database, "migrations": migrations}
    return JsonResponse(state, status=200 if well else 503)


def _database_state() -> tuple[str, str]:
    try:
        return "ok", "pending" if lacks_tables() else "applied"
    except DatabaseError:
        return "unreachable", "unknown"


class Login(LoginView):
    """The login page. It says what for, and where passwords of the demo lie only where there is a demo."""

    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What the page shows."""
        address = self.get_redirect_url()
        return super().get_context_data(**kwargs) | {
            "wanted": next((words for prefix, words in WANTED if address.startswith(prefix)), ""),
            "demo": (settings.VAR_DIR / "demo_users.json").exists(),
        }


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that cannot be read."""
    return _refusal(request, 400, "bad_request", "The request could not be read.")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer somebody who may not see or do this; with the reason where a page gave one."""
    return _refusal(request, 403, "permission_denied", str(exception) or "You may not see or do this.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for an address that leads nowhere."""
    return _refusal(request, 404, "not_found", "There is nothing at this address.")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer when we failed; whether before or after a command was stored, nobody can say."""
    return _refusal(request, 500, "server_error", "Skald failed to answer; the fault is in the log.", again=AGAIN)


def unavailable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer while the database is away; whether something was stored in its last moment nobody can say."""
    answer = _refusal(request, 503, "unavailable", "The database does not answer just now.", again=AGAIN)
    answer.headers["Retry-After"] = str(RETRY_SECONDS)
    return answer


def storage_full(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer while nothing can be written; to try again helps only once somebody has seen to the disk."""
    message = (
        "The disk of this Skald is full or cannot be written, so nothing was stored. "
        "Whoever runs it must make room or mend it."
    )
    return _refusal(request, 503, "storage_full", message, again=" Then send it again with the same Idempotency-Key.")


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer somebody who tries too often; they may try again in so many seconds."""
    message = f"Too many tries to log in, from your address or with this name. Try again in {seconds} seconds."
    answer = _refusal(request, 429, "throttled", message)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def csrf_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that was sent without its token, usually from a page that grew old."""
    return _refusal(
        request, 403, "csrf_failed", "The page was open too long or cookies are off.", template="403_csrf.html"
    )


def _refusal(
    request: HttpRequest, status: int, code: str, message: str, template: str = "", again: str = ""
) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem_response(status, code, message + again)
    # Without the request: a page that says what broke must not ask the database who is looking.
    page = render_to_string(template or f"{status}.html", {"message": message, "address": request.get_full_path()})
    return HttpResponse(page, status=status)
