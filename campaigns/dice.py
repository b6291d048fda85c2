"""The dice of a campaign, for the fates of its heroes: a secret it commits to, and shows when it has ended."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from campaigns.domain.campaign.commands import EndCampaign, OpenCampaign, ReopenCampaign, TakeOverDice
from campaigns.errors import DICE_REPLACED
from campaigns.loading import LoadedStream, load_campaign
from campaigns.models import SECRET_BYTES, CampaignSecret, campaign_stream, secret_of
from eventstore import api as store
from matches.dice_secrets import REPLACED
from rules.kernel.dice import Dice, HouseDice, TableDice, commitment, dice_key
from rules.kernel.errors import Refused
from rules.kernel.rolls import DiceFaces, Need
from web.errors import NotThere


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that was made for a campaign, and is not kept yet."""

    secret: bytes

    def keeper(self, campaign: uuid.UUID) -> Callable[[], None]:
        """What keeps it, in the transaction of the event that commits to it."""
        return lambda: self._keep(campaign)

    def _keep(self, campaign: uuid.UUID) -> None:
        CampaignSecret.objects.create(campaign=campaign, commitment=commitment(self.secret), secret=self.secret)


def committed(command: Any) -> Secret | None:
    """A new secret where the command wants one: at the beginning, or since the old one is shown or not here."""
    begins = isinstance(command, OpenCampaign | ReopenCampaign | TakeOverDice)
    return Secret(secrets.token_bytes(SECRET_BYTES)) if begins else None


def with_dice(command: Any, campaign: LoadedStream | None, secret: Secret | None) -> Any:
    """The command with what only the house can tell of its dice; nobody else's word counts for that."""
    if isinstance(command, TakeOverDice) and _secret(campaign) is not None:
        return replace(command, commitment="")
    if secret is not None:
        return replace(command, commitment=commitment(secret.secret))
    if isinstance(command, EndCampaign):
        if campaign is not None:
            _check_not_replaced(campaign)
        return replace(command, secret=(_secret(campaign) or b"").hex())
    return command


def kept_here(campaign: LoadedStream) -> bool:
    """Whether the dice of a campaign can be rolled here."""
    return _secret(campaign) is not None


def secret_replaced(campaign: LoadedStream) -> bool:
    """Whether another secret is kept here than the one the campaign is committed to now: then no die falls."""
    promised = campaign.state.commitment
    secret = secret_of(promised) if promised else None
    return secret is not None and commitment(secret) != promised


@store.register_check
def replaced_secrets() -> Iterator[store.Finding]:
    """A finding for each campaign whose secret was replaced; one that has other dice by now has no need of it."""
    for campaign, promised, secret in CampaignSecret.objects.order_by("pk").values_list(
        "campaign", "commitment", "secret"
    ):
        if commitment(bytes(secret)) != promised and _committed_to(campaign) == promised:
            yield store.Finding("secret", REPLACED, stream=campaign_stream(campaign))


def _committed_to(campaign: uuid.UUID) -> str:
    try:
        promised: str = load_campaign(campaign).state.commitment
    except NotThere:
        return ""
    return promised


def _secret(campaign: LoadedStream | None) -> bytes | None:
    """The secret that a campaign is committed to now; None where it was made elsewhere, or was replaced."""
    promised = campaign.state.commitment if campaign is not None else ""
    secret = secret_of(promised) if promised else None
    return secret if secret is not None and commitment(secret) == promised else None


def _check_not_replaced(campaign: LoadedStream) -> None:
    if secret_replaced(campaign):
        hint = (
            "The server administrator can restore it from a backup, or the GM can take over the dice (take_over_dice)."
        )
        raise Refused(DICE_REPLACED, REPLACED, "KERNEL-CAMP-12", hint=hint)


class CampaignDice:
    """The dice of a campaign from the block on that it has come to; few acts roll any, so the secret is looked up late.

    None fall (`NeedDice`) where the secret was made elsewhere, nor where it was replaced (`Refused`).
    """

    def __init__(self, campaign: LoadedStream | None) -> None:
        self._campaign = campaign
        self._dice: Dice | None = None

    def take(self, need: Need) -> DiceFaces:
        """One face for each of `need.sides`."""
        if self._dice is None:
            self._dice = self._found()
        return self._dice.take(need)

    def _found(self) -> Dice:
        campaign, secret = self._campaign, _secret(self._campaign)
        if campaign is not None:
            _check_not_replaced(campaign)
        if campaign is None or secret is None:
            return TableDice()
        return HouseDice(dice_key(secret, str(campaign.id), {}), campaign.state.dice_index)
