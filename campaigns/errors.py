"""Why campaigns said no: the refusals of their rules as the errors that API, pages and admin answer with."""

from __future__ import annotations

from matches.rulebooks import behind, refusal_of as match_refusal_of
from rules.kernel.errors import KernelError, NeedDice, Refused
from rules.registry import RULESETS
from web.errors import Refusal, words_of

STATUS_OF_CODE = {
    "not_authenticated": 401,
    "not_yours": 403,
    "gm_only": 403,
    "campaign_exists": 409,
    "company_exists": 409,
    "battle_exists": 409,
    "secret_replaced": 409,
}
"""What the rules refuse is 422, but for who may not, and for ids that are taken."""


DICE_REPLACED = "secret_replaced"
"""The code of the refusal to roll where the secret kept here is not the one that the campaign is committed to."""
NO_DICE_HERE = "dice_kept_elsewhere"
"""The code of the refusal to roll where the secret of the dice was made in another Skald."""


class Closed(Refusal):
    """The log of the campaign, or of a company of it, was closed."""

    status = 409

    def __init__(self) -> None:
        message = "The log of this campaign is closed and takes no more events."
        super().__init__("campaign_closed", message, rule="KERNEL-CAMP-02", hint="Create a new campaign.")


def refusal_of(error: KernelError, game: str) -> Refusal:
    """What the rules said no with, in our words. `game`: whose rules it may cite; one nobody knows has none."""
    if isinstance(error, NeedDice):
        return Refusal(
            NO_DICE_HERE,
            "This campaign's dice cannot be rolled here: their secret was made on another server.",
            rule="KERNEL-CAMP-12",
            hint="As the GM, take over its dice (take_over_dice), or settle the battle on the server it comes from.",
        )
    if game in RULESETS:
        refusal = match_refusal_of(error, game)
        refusal.status = STATUS_OF_CODE.get(refusal.code, refusal.status)
        return refusal
    if isinstance(error, Refused):
        return Refusal(
            error.code,
            error.message,
            field=error.field,
            rule=error.rule,
            rule_text=words_of(error.rule),
            hint=error.hint,
            more=behind(error),
            status=STATUS_OF_CODE.get(error.code),
        )
    raise error
