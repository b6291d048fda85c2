"""Another installation, for a file that is taken there: the log and all rows emptied, people stay."""

from django.db import connection

from campaigns.models import Campaign, CampaignSecret, Company, Invite, Job
from matches.models import DiceSecret, Match
from tests.eventstore.flushing import unguarded


def elsewhere():
    """Nothing of any campaign or match is here."""
    with unguarded(), connection.cursor() as cursor:
        for table in ("event", "command", "snapshot", "stream", "subscription"):
            cursor.execute(f"DELETE FROM eventstore_{table}")  # noqa: S608
    for model in (Job, CampaignSecret, Invite, DiceSecret, Match, Company, Campaign):
        model.objects.all().delete()
