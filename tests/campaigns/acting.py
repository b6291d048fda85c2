"""Campaigns under test, through the handler and the log: Gail is the GM, Ann, Bob and Cora play, Eve is a stranger."""

import uuid

from django.contrib.auth import get_user_model

from campaigns import event_codec, service
from campaigns.loading import load_campaign, load_company
from eventstore import api as store
from web.people import person


def make_person(name, **fields):
    """A user with an account, as somebody who asks; the one of that name where there is one (`once.written_for`)."""
    users = get_user_model().objects
    known = users.filter(username=name).first()
    assert not (known and fields), f"{name} is there already, and is another"
    return person(known or users.create_user(name, password="the-hall-is-cold", **fields))


class Evening:
    """A campaign of Istra that runs, with a company of two heroes for each of `players`."""

    def __init__(self, *players, start=True, **order):
        self.people = {name: make_person(name) for name in ("gail", "ann", "bob", "cora", "eve")}
        order = {"title": "The Long Winter", "game": "istra", **order}
        self.id = service.open_campaign(self.people["gail"], order).campaign.id
        if start:
            self.do("start_campaign")
        self.companies = {}
        for name in players:
            self.join(name)
            self.found(name)

    def join(self, name):
        self.do("request_join", by=name)
        self.do("accept_request", account=self.key(name))

    def found(self, name, heroes=2):
        done = self.do("found_company", by=name, name=f"{name.title()}'s", motto="On", hall=f"Hall of {name.title()}")
        (self.companies[name],) = done.companies
        for number in range(1, heroes + 1):
            hero = {"name": f"{name.title()} {number}", "race": "human", "calling": "fighter"}
            self.do("recruit_hero", by=name, company=self.companies[name], **hero)

    def key(self, name):
        """The key of the account of somebody."""
        return self.people[name].key

    def do(self, kind, /, by="gail", key=None, **fields):
        if kind == "invite":
            fields = {"name": self.name_of(fields["account"]), **fields}
        return service.give_command(self.people[by], self.id, {"type": kind, **fields}, key=key)

    def name_of(self, account):
        """The name of whoever has the key of an account, empty for nobody's: it is sent along with the key."""
        return next((name for name, one in self.people.items() if one.key == account), "")

    @property
    def campaign(self):
        return load_campaign(self.id).state

    def company(self, name):
        return load_company(uuid.UUID(self.companies[name])).state

    def events(self, name):
        """All events of somebody's company."""
        return list(event_codec.read_events(event_codec.COMPANIES, f"company-{self.companies[name]}"))

    def types(self, name=""):
        """The names of all events of the campaign, or of somebody's company."""
        stream = f"company-{self.companies[name]}" if name else f"campaign-{self.id}"
        return [recorded.type.partition(".")[2] for recorded in store.read(stream)]
