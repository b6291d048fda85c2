"""The server's own answers: is it well, and what is said when something is not."""

from typing import Any

from django.conf import settings
from django.contrib.admin.exceptions import DisallowedModelAdminLookup, DisallowedModelAdminToField
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.auth.views import LoginView
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.readiness import lacks_tables
from config.restoring import refusal
from eventstore.admin import LONGEST_SEARCH, SearchTooLong
from eventstore.api import newest_seal
from web.problems import problem_response

# What the login page says to people redirected there from addresses that begin like this.
WANTED = (
    ("/campaigns/", "Log in to see your campaigns."),
    ("/companies/", "Log in to see the company."),
    ("/matches/new", "Log in to create a match."),
    ("/matches/", "Log in to see the match or take part in it."),
)
# For programs, beside what the pages say.
AGAIN = " Try again with the same Idempotency-Key: nothing happens twice."
RETRY_SECONDS = 5
NEWEST_SEAL = "newest-seal"


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Say whether the database answers, every migration is applied and no restore is under way: 200 if so, else 503."""
    database, migrations = _database_state()
    restoring = bool(refusal(settings.VAR_DIR))
    well = (database, migrations, restoring) == ("ok", "applied", False)
    state = {"status": "ok" if well else "unavailable", "database": database, "migrations": migrations}
    return JsonResponse(state | ({"restore": "unfinished"} if restoring else {}), status=200 if well else 503)


def _database_state() -> tuple[str, str]:
    try:
        return "ok", "pending" if lacks_tables() else "applied"
    except DatabaseError:
        return "unreachable", "unknown"


@require_safe
def seal(request: HttpRequest) -> HttpResponse:
    """The newest seal of the log, to be kept elsewhere: `manage.py seal check` compares it with the log later.

    It gives nothing away but how many events there are.
    """
    newest = cache.get(NEWEST_SEAL) or _newest_seal()
    if newest is None:
        return problem_response(404, "no_seal", "Nothing has been sealed here yet.")
    answer = HttpResponse(f"{newest}\n", content_type="application/json")
    patch_cache_control(answer, public=True, max_age=settings.SEAL_SECONDS)
    return answer


def _newest_seal() -> str | None:
    """As a line, and kept for as long as it takes until there is another."""
    newest = newest_seal()
    if newest is None:
        return None
    cache.set(NEWEST_SEAL, newest.line(), settings.SEAL_SECONDS)
    return newest.line()


class Login(LoginView):
    """The login page. It says what for, and where passwords of the demo lie only where there is a demo."""

    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        address = self.get_redirect_url()
        return super().get_context_data(**kwargs) | {
            "wanted": next((words for prefix, words in WANTED if address.startswith(prefix)), ""),
            "demo": (settings.VAR_DIR / "demo_users.json").exists(),
        }


class Autocomplete(AutocompleteJsonView):
    """What may be chosen by typing in the admin site."""

    def process_request(self, request: HttpRequest) -> Any:
        """What is asked. Forbidden for a relation that leads back, which Django stumbles over."""
        term, shown, field, to_field = super().process_request(request)
        if field.auto_created:
            raise PermissionDenied
        return term, shown, field, to_field


def nowhere(request: HttpRequest) -> HttpResponse:
    """An address that is closed."""
    raise Http404


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that cannot be read."""
    message = "The request could not be read."
    if isinstance(exception, DisallowedModelAdminLookup | DisallowedModelAdminToField):
        message = "This list cannot be filtered that way. Use its search and the filters beside it."
    elif isinstance(exception, SearchTooLong):
        message = f"A search has at most {LONGEST_SEARCH} characters."
    return _refusal(request, 400, "bad_request", message)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer somebody who may not see or do this; with the reason where a page gave one."""
    return _refusal(request, 403, "permission_denied", str(exception) or "You may not see or do this.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for an address that leads nowhere."""
    return _refusal(request, 404, "not_found", "There is nothing at this address.")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer when we failed; whether before or after a command was stored, nobody can say."""
    return _refusal(request, 500, "server_error", "Something went wrong. The error has been logged.", again=AGAIN)


def unavailable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer while the database is away; whether something was stored in its last moment nobody can say."""
    answer = _refusal(request, 503, "unavailable", "The database is not responding right now.", again=AGAIN)
    answer.headers["Retry-After"] = str(RETRY_SECONDS)
    return answer


def busy(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer somebody who waited too long for others; nothing of theirs was stored."""
    message = "The database has been locked for too long. Nothing of yours was stored."
    answer = _refusal(request, 503, "busy", message, again=" Send it again with the same Idempotency-Key.")
    answer.headers["Retry-After"] = str(RETRY_SECONDS)
    return answer


def storage_full(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer while nothing can be written; to try again helps only once somebody has seen to the disk."""
    message = (
        "The disk of this server is full or cannot be written, so nothing was stored. "
        "The server administrator has to fix it."
    )
    return _refusal(request, 503, "storage_full", message, again=" Then send it again with the same Idempotency-Key.")


def too_many_guesses(request: HttpRequest, seconds: int, why: str) -> HttpResponse:
    """Answer somebody who tries passwords too often: `why`, as what is limited, and after how long to try again."""
    return _too_many(request, seconds, f"{why} Try again in {seconds} seconds.")


def too_many_pages(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer somebody who opens too many pages without logging in; they may go on in so many seconds."""
    message = f"Too many pages from your address. Continue in {seconds} seconds, or log in for a higher limit."
    return _too_many(request, seconds, message)


def _too_many(request: HttpRequest, seconds: int, message: str) -> HttpResponse:
    answer = _refusal(request, 429, "throttled", message)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def too_long(request: HttpRequest, limit: int) -> HttpResponse:
    """Answer a request whose body is longer than `limit` bytes, and end the connection: the rest is not read."""
    answer = _refusal(request, 413, "too_long", f"A request has at most {limit} bytes here.")
    answer.headers["Connection"] = "close"
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
    context = {
        "message": message,
        "address": request.get_full_path(),
        # Whether the cookie is still good only the database knows. Who may not do a thing is not sent to log in.
        "offer_login": status != 403 and settings.SESSION_COOKIE_NAME not in request.COOKIES,
    }
    page = render_to_string(template or f"{status}.html", context)
    return HttpResponse(page, status=status)
