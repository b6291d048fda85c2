"""People named by those who run a campaign: answered alike, whether or not they have an account here.

Whoever founds a campaign runs one, so that an answer which tells the two apart would tell anybody who is here. A name
that nobody bears gets a stand-in: a key that looks like an account's and is the same each time. An invitation of that
key waits, under the name that was typed, as that of somebody who does not answer.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils.crypto import salted_hmac

from campaigns.access import runs
from campaigns.domain.campaign import commands as co
from campaigns.domain.campaign.state import Campaign, Candidate, Person
from campaigns.loading import load_campaign
from web.errors import Refusal
from web.models import Account
from web.people import Person as Sender, account_key
from web.untrusted_input import check_username


def key_named(name: str, campaign: Campaign) -> str:
    """The key of whoever bears a name: here, else in the campaign, else the stand-in. Unreadable for what is none."""
    name = check_username(name, "user")
    users = get_user_model()
    user = users.objects.select_related("account").filter(**{users.USERNAME_FIELD: name}, is_active=True).first()
    if user is not None:
        return account_key(user).hex
    people, asked = campaign.people.values(), (*campaign.invites.values(), *campaign.requests.values())
    known: tuple[Person | Candidate, ...] = (*people, *asked)
    return next((one.account for one in known if one.name == name), stand_in(name))


def stand_in(name: str) -> str:
    """The key of a name that nobody bears: nobody's, and not to be told from one that is somebody's."""
    secret = settings.COMMAND_KEY
    digest = salted_hmac("campaigns.stand_in", name, secret=secret, algorithm="sha256").digest()
    return uuid.UUID(bytes=digest[:16], version=4).hex


def invited_name(command: co.Invite, who: Sender, campaign: uuid.UUID) -> str:
    """The name under which somebody is invited: it comes with the key, or the campaign tells it to who runs it.

    A key alone says nothing, whosever it is: else it would tell a stand-in from an account. Superusers and the house
    may send one alone.
    """
    key = uuid.UUID(hex=command.account) if command.account else None
    found = Account.objects.select_related("user").filter(key=key).first() if key else None
    own = found.user.get_username() if found is not None and found.user.is_active else ""
    if own and who.unbound:
        return own
    if command.name and (command.name == own or (not own and command.account == stand_in(command.name))):
        return command.name
    name = _name_in_campaign(command.account, who, campaign)
    if name:
        return name
    raise unknown_account("account", "Give a username, or send the name along with the key of the account.")


def _name_in_campaign(account: str, who: Sender, campaign: uuid.UUID) -> str:
    """The name that a campaign tells with a key, for who runs it; empty for others, and where it tells none."""
    state: Campaign = load_campaign(campaign).state
    if not runs(who, state):
        return ""
    places: tuple[Mapping[str, Person | Candidate], ...] = (state.people, state.invites, state.requests)
    return next((place[account].name for place in places if account in place), "")


def unknown_account(field: str, hint: str) -> Refusal:
    """The refusal of a key that is nobody's."""
    return Refusal("unknown_account", "There is no such account.", field=field, rule="KERNEL-CAMP-03", hint=hint)
