"""The dice of a campaign, for the fates of its heroes: a secret it commits to, and shows when it has ended."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from campaigns.domain.campaign.commands import EndCampaign, OpenCampaign, ReopenCampaign, TakeOverDice
from campaigns.loading import Loaded
from campaigns.models import SECRET_BYTES, CampaignSecret, secret_of
from rules.kernel.dice import Dice, HouseDice, TableDice, commitment, dice_key
from rules.kernel.rolls import Need, Taken


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


def with_dice(command: Any, campaign: Loaded | None, secret: Secret | None) -> Any:
    """The command with what only the house can tell of its dice; nobody else's word counts for that."""
    if isinstance(command, TakeOverDice) and _secret(campaign) is not None:
        return replace(command, commitment="")
    if secret is not None:
        return replace(command, commitment=commitment(secret.secret))
    if isinstance(command, EndCampaign):
        return replace(command, secret=(_secret(campaign) or b"").hex())
    return command


def kept_here(campaign: Loaded) -> bool:
    """Whether the dice of a campaign can be rolled here."""
    return _secret(campaign) is not None


def _secret(campaign: Loaded | None) -> bytes | None:
    """The secret that a campaign is committed to now; None where it was made elsewhere."""
    return secret_of(campaign.state.commitment) if campaign is not None and campaign.state.commitment else None


class CampaignDice:
    """The dice of a campaign from the block on that it has come to; few acts roll any, so the secret is looked up late.

    None fall (`NeedDice`) where the secret was made elsewhere.
    """

    def __init__(self, campaign: Loaded | None) -> None:
        self._campaign = campaign
        self._dice: Dice | None = None

    def take(self, need: Need) -> Taken:
        """One face for each of `need.sides`."""
        if self._dice is None:
            self._dice = self._found()
        return self._dice.take(need)

    def _found(self) -> Dice:
        campaign, secret = self._campaign, _secret(self._campaign)
        if campaign is None or secret is None:
            return TableDice()
        return HouseDice(dice_key(secret, str(campaign.id), {}), campaign.state.dice_index)
