"""Another installation, for a file that is taken there: the log and all rows emptied, people stay."""

import io

from django.core.management import call_command
from django.db import connection

from campaigns import transfer
from campaigns.loading import load_campaign
from campaigns.models import Campaign, CampaignSecret, Company, Invite
from eventstore import api as store
from jobs.models import Job
from matches.models import DiceSecret, Match
from tests.campaigns.fighting import start
from tests.eventstore.flushing import unguarded
from tests.eventstore.forged_files import Forgery
from web.people import THE_HOUSE


def elsewhere():
    """Nothing of any campaign or match is here."""
    with unguarded(), connection.cursor() as cursor:
        for table in ("event", "command", "snapshot", "stream", "subscription"):
            cursor.execute(f"DELETE FROM eventstore_{table}")  # noqa: S608
    for model in (Job, CampaignSecret, Invite, DiceSecret, Match, Company, Campaign):
        model.objects.all().delete()


def told(*words, complaints=None):
    """What `manage.py campaign` prints."""
    out = io.StringIO()
    call_command("campaign", *map(str, words), stdout=out, stderr=complaints or io.StringIO())
    return out.getvalue()


def exported(evening):
    file = io.BytesIO()
    transfer.export_campaign(THE_HOUSE, evening.id, file)
    return file.getvalue()


def taken_in(evening, heads=None):
    """A campaign with a battle that goes on, in a file that nobody has signed, taken in by the house; return the match.

    `heads`, where given, gets the heads that its streams had before.
    """
    match_id = start(evening, "ann", "bob")
    raw = Forgery(exported(evening)).raw()
    if heads is not None:
        heads |= {name: store.head(name) for name in transfer.streams_of(load_campaign(evening.id))}
    elsewhere()
    transfer.import_campaign(io.BytesIO(raw))
    return match_id
