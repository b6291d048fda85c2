"""The forms of commands of campaigns and companies, as pages and admin show them."""

from __future__ import annotations

from typing import Any

from campaigns.pages.request_context import PROMPT, Offer, PageContext
from rules.kernel.messages import Command
from web.pages.command_forms import NOTHING, PLAINLY, Asking, Values, form_of
from web.pages.fields import Form


def campaign_form(kind: type[Command], asking: Asking = PLAINLY, *, given: Values = NOTHING, **style: Any) -> Form:
    """The form of a command; `given` are its fields that are not asked for, `style` what is other in the form."""
    return form_of(kind, asking._replace(prompt=PROMPT), given=given, **style)


def company_form(
    desk: PageContext, kind: type[Command], asking: Asking = PLAINLY, *, given: Values = NOTHING, **style: Any
) -> Form:
    """The form of a command about the company that the page is about."""
    return campaign_form(kind, asking, given={"company": desk.company.id, **given}, **style)


def company_offer(
    desk: PageContext, kind: type[Command], owner: str = "", *, given: Values = NOTHING, **style: Any
) -> Offer:
    """An offer that asks for nothing; shut where the command would be refused."""
    form = company_form(desk, kind, given=given, **style)
    return Offer(form, owner, desk.why_not(form.command({})))
