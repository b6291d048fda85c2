"""Whatever else the pages of a campaign, company or hero offer its GM, in the admin: with a reason and a preview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

from campaigns.admin.gm_forms import PageForm
from campaigns.command_targets import CommandTarget
from campaigns.foreseeing import Preview
from campaigns.pages.request_context import Offer, Offers, PageContext
from web.errors import Refusal
from web.pages.fields import Form
from web.pages.forms import values_of

PAGE = "campaigns/admin/acts.html"
CHOSEN = "act"
"""The parameter of the address that says which act."""
LOOKED_AT = "nothing of the campaign"
"""The mark of what no command does, such as the link of an invitation."""


class ActLink(NamedTuple):
    """An act: what it is called, where its form is, why it cannot be done now, if so, and its command, if any."""

    title: str
    address: str
    refused: Refusal | None
    kind: str


class ActGroup(NamedTuple):
    """The acts under a heading."""

    title: str
    links: Sequence[ActLink]


def under(headings: Mapping[str, str], placed: Offers) -> Offers:
    """What a page offers by place, under headings; places without one are left out."""
    return {title: placed[place] for place, title in headings.items() if placed.get(place)}


def groups(request: HttpRequest, offers: Offers) -> Iterator[ActGroup]:
    """What is offered, under the headings of its places."""
    for place, some in offers.items():
        if some:
            yield ActGroup(place, [_link(request, one) for one in some])


def _link(request: HttpRequest, offer: Offer) -> ActLink:
    address = f"{request.path}?{urlencode({CHOSEN: offer.uid})}"
    return ActLink(_title(offer), address, offer.refused, offer.form.kind)


def _title(offer: Offer) -> str:
    """The title of its form, or where that has none, its button."""
    return offer.form.title[:1].upper() + offer.form.title[1:] or offer.form.submit


class OfferedForm(PageForm):
    """The form of an offer of a page. One that makes no command, as that of a link, is done as the page does it."""

    name = "acts"

    def __init__(self, ctx: PageContext, target: CommandTarget, offer: Offer, sent: QueryDict | None = None) -> None:
        self.offer, self.ctx = offer, ctx
        self.title, self.final, self.said = _title(offer), offer.form.danger, ""
        super().__init__(target, sent)

    def page_form(self) -> Form:
        return self.offer.form

    def foresee(self, order: Mapping[str, Any]) -> Preview:
        return super().foresee(order) if self.offer.form.kind else Preview([], LOOKED_AT)

    def give(self, key: str) -> None:
        if self.offer.form.kind or self.offer.do is None:
            super().give(key)
            return
        typed = {field.name: str(self.data.get(field.name, "")) for field in self.form.fields}
        done = self.offer.do(self.ctx, values_of(self.form, typed), key)
        self.said = done if isinstance(done, str) else done.said
