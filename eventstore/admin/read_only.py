"""What all lists of the log share: read-only pages, and how bytes, bodies and instants are shown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar, cast

from django.contrib.admin import ShowFacets
from django.contrib.admin.views.main import ChangeList
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin

from eventstore.admin.lookups import DeclaredLookups
from eventstore.models import ImportedStream
from eventstore.records import moment

# A log has millions of rows; who looks for older ones names a stream or a date.
MOST_COUNTED = 10_000
IMPORTED = "imported"
_ID = re.compile(r"([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")


A = TypeVar("A")
R = TypeVar("R", bound=Model)
T = TypeVar("T")


class LogPaginator(Paginator):
    """Pages of the first rows; it does not count further than anybody pages."""

    template_name = "eventstore/admin/pages.html"

    @cached_property
    def counted(self) -> int:
        """How many rows there are; `MOST_COUNTED` and one where there are more than can be paged through."""
        rows = cast("QuerySet[Any]", self.object_list)
        return rows.order_by()[: MOST_COUNTED + 1].count()

    @property
    def count(self) -> int:
        """How many rows there are to page through."""
        return min(self.counted, MOST_COUNTED)

    @property
    def is_cut(self) -> bool:
        """Whether there are rows beyond the last page."""
        return self.counted > MOST_COUNTED


class ReadOnly(DeclaredLookups, ModelAdmin):
    """A list and a page for each row, and no way to change any."""

    list_per_page = 50
    show_full_result_count = False
    # Counting for each choice of each filter reads the whole table as often.
    show_facets = ShowFacets.NEVER
    paginator = LogPaginator
    list_before_template = "eventstore/admin/search_hint.html"
    list_after_template = "eventstore/admin/list_end.html"
    to_see_the_rest = "To see them, search, or set a filter."
    """What the end of a list that is cut advises."""
    actions = None
    view_on_site = False
    list_disable_select_all = True

    def quick_search(self, request: HttpRequest, search_term: str) -> QuerySet[Any]:
        """The rows that a search for some words on the home of the admin site finds; each once."""
        rows = self.get_queryset(request)
        found, many = self.get_search_results(request, rows, search_term)
        return rows.filter(pk__in=found.order_by().values("pk")) if many else found

    def get_list_display(self, request: HttpRequest) -> list[str]:
        """Without the column of imports, where nothing has been imported."""
        columns = [str(name) for name in super().get_list_display(request)]
        if IMPORTED in columns and not ImportedStream.objects.filter(trusted=False).exists():
            columns.remove(IMPORTED)
        return columns

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows come from the log."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | str | None = None) -> bool:
        """Facts are never changed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | str | None = None) -> bool:
        """Facts are never deleted."""
        return False

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Without the button "History": what happened to a row is the log itself, and no list of edits."""
        return super().render_change_form(request, {**context, "show_history": False}, **kwargs)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        title = str(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title[:1].upper() + title[1:], **(extra_context or {})})

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """The list. One that nothing narrows shows all, so that its head does not offer to."""
        changelist: ChangeList = super().get_changelist_instance(request)
        if not changelist.query and not changelist.has_active_filters:
            changelist.full_result_count = changelist.result_count
        return changelist

    def history_view(self, request: HttpRequest, object_id: str, extra_context: None = None) -> HttpResponse:
        """Redirect to the row, for old addresses."""
        self.object_or_404(request, object_id)
        return HttpResponseRedirect(
            reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[object_id])
        )

    def object_or_404(self, request: HttpRequest, object_id: str) -> Any:
        """The row, if this user may look at it."""
        row = self.get_object(request, object_id)
        if row is None or not self.has_view_permission(request, row):
            raise Http404
        return row


def once(shown: Callable[[A, R], T]) -> Callable[[A, R], T]:
    """A field of a page that asks the database: once for each row, however often the theme reads it."""
    key = f"shown_{shown.__name__}"

    @wraps(shown)
    def kept(page: A, row: R) -> T:
        if key not in row.__dict__:
            row.__dict__[key] = shown(page, row)
        found: T = row.__dict__[key]
        return found

    return kept


def button(address: str, label: str, tip: str = "") -> SafeString:
    """A link; `tip` is shown where the mouse rests on it."""
    tipped = format_html(' title="{}"', tip) if tip else ""
    return format_html('<a class="text-primary-600 dark:text-primary-500" href="{}"{}>{}</a>', address, tipped, label)


def buttons(links: Iterable[tuple[str, str]]) -> SafeString | str:
    """Several links in a row; a dash where there is none."""
    return format_html_join(" · ", "{}", ((button(address, label),) for label, address in links)) or "–"


def shortened(name: str) -> str:
    """A name with an id in it, as far as people tell it from others.

    >>> shortened("match-0193a7e7-2807-56de-bdac-961a6c7943cd"), shortened("league")
    ('match-0193a7e7…', 'league')
    """
    return _ID.sub(r"\1…", name)


def hexed(value: bytes | memoryview) -> SafeString:
    """Bytes in hexadecimal digits."""
    return format_html('<code class="skald-hex">{}</code>', bytes(value).hex())


def pretty(body: bytes | memoryview) -> SafeString:
    """A body as indented JSON; one that is no JSON (the log was tampered with) as it is."""
    raw = bytes(body)
    try:
        shown = json.dumps(json.loads(raw), indent=2, ensure_ascii=False)
    except ValueError:
        shown = raw.decode(errors="replace")
    return format_html('<pre class="skald-body" tabindex="0">{}</pre>', shown)


def at(micros: int) -> str:
    """An instant with its zone."""
    return f"{moment(micros):%Y-%m-%d %H:%M:%S} UTC"


def stream_address(stream: str) -> str:
    """The admin page of a stream, by its name."""
    return reverse("admin:eventstore_stream_by_name", args=[stream])
