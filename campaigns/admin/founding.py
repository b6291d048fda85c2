"""Founding a campaign in the admin site: the form of the list of campaigns, with a reason and a preview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import QueryDict

from campaigns import service
from campaigns.domain.campaign.commands import RECORDED, OpenCampaign
from campaigns.foreseeing import Preview, foresee_opening
from campaigns.pages.listing import FORMS
from matches.handler import done_before
from web.admin.fields import fields_of, order_of, reason_field
from web.admin.two_steps import TwoStepForm
from web.people import Person

PAGE = "campaigns/admin/found.html"


class FoundCampaign(TwoStepForm):
    """The title and game of a new campaign. Its house rules are set and its players invited before it starts."""

    title = OpenCampaign.form.title
    explained = OpenCampaign.form.note
    submit = OpenCampaign.form.submit

    def __init__(self, who: Person, sent: QueryDict | None = None) -> None:
        super().__init__(sent)
        self.who = who
        self.form = FORMS["found"]
        self.fields.update(fields_of(self.form))
        self.fields["reason"] = reason_field(RECORDED, required=False)

    def order(self) -> dict[str, Any]:
        return {**order_of(self.form, self.data, ""), "reason": self.cleaned_data["reason"]}

    def foresee(self, order: Mapping[str, Any]) -> Preview:
        return foresee_opening(self.who, order)

    def was_done(self, key: str) -> bool:
        return done_before(self.who, key)

    def give(self) -> UUID:
        """Found it, once for each key; its id. Raises Refusal."""
        key = f"admin/{self.cleaned_data['key']}"
        return service.open_campaign(self.who, self.command, key=key).campaign.id
