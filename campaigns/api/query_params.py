"""How campaigns are asked: what stands in an address behind the question mark is known here, or refused by its name."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from web.api.reading import StructView
from web.errors import Unreadable

PAGED = ("limit", "cursor")


class CampaignView(StructView):
    """Base of the views of campaigns. `takes`: the parameters of a view that is no list with filters."""

    takes: tuple[str, ...] = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a parameter that nobody here reads: what was asked for with it would not be what is answered."""
        super().initial(request, *args, **kwargs)
        known = self._known() if request.method == "GET" else []
        for name in request.query_params:
            if name not in known:
                hint = f"Those are: {', '.join(known)}." if known else "Leave it out."
                raise Unreadable("unknown parameter", name[:80], hint=hint)

    def _known(self) -> list[str]:
        filters = getattr(self, "filterset_class", None)
        return [*self.takes, *(filters.base_filters if filters else ()), *(PAGED if filters else ())]
