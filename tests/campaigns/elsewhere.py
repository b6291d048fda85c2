"""Another installation, for a file that is taken there: the log and all rows emptied, people stay."""

import io

from django.core.management import call_command
from django.db import connection

from campaigns.models import Campaign, CampaignSecret, Company, Invite, Job
from campaigns.transfer import export_campaign
from matches.access import THE_HOUSE
from matches.models import DiceSecret, Match
from tests.eventstore.flushing import unguarded


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
    export_campaign(THE_HOUSE, evening.id, file)
    return file.getvalue()
