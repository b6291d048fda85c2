"""Every event that names an account has its place in the table by which events from outside become names alone."""

from typing import Any

import msgspec
import pytest

from campaigns.domain.event_base import Change
from campaigns.event_codec import CAMPAIGN_EVENTS, COMPANY_EVENTS
from campaigns.provenance import NAMED, NAMING, names_only
from matches.facts import FACTS, Holder
from matches.provenance import NAMING as NAMING_IN_MATCHES
from web.provenance import outsider_key

EVENTS = sorted({*CAMPAIGN_EVENTS.values(), *COMPANY_EVENTS.values()}, key=lambda event: event.__name__)
ACCOUNTS = {"account", "owner", "person", "user", "holder", "member", "key"}
"""What fields are called that hold the key of an account."""
MORE = {CAMPAIGN_EVENTS["campaign_opened"]: {"campaign": "c", "title": "t", "game": "istra"}}
"""What an event wants beside."""


def structs_in(kind: Any) -> set[type]:
    """The structs that a value of this type may hold, itself among them."""
    found: set[type] = set()
    waiting = [msgspec.inspect.type_info(kind)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, msgspec.inspect.StructType):
            if one.cls in found:
                continue
            found.add(one.cls)
            waiting += [field.type for field in one.fields]
        for name in ("types", "item_types"):
            waiting += getattr(one, name, ())
        waiting += [part for name in ("item_type", "key_type", "value_type") if (part := getattr(one, name, None))]
    return found


def naming_fields(event: type) -> set[str]:
    """The fields of an event that hold the key of an account, or a change that may."""
    found = set()
    for field in msgspec.structs.fields(event):
        inside = structs_in(field.type)
        if field.name in ACCOUNTS or Change in inside:
            found.add(field.name)
        if any(ACCOUNTS & {one.name for one in msgspec.structs.fields(struct)} for struct in inside):
            found.add(field.name)
    return found


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_field_that_names_an_account_is_in_the_table(event):
    assert naming_fields(event) <= set(NAMING.get(event, ()))


def test_the_walk_finds_the_fields_of_the_table():
    """But for who played a company before it was handed over: `old` is something else in other events."""
    found = {event: naming_fields(event) for event in EVENTS if naming_fields(event)}
    assert {event: set(fields) - {"old"} for event, fields in NAMING.items()} == found


def test_every_event_that_tells_the_name_of_an_account_tells_it_apart():
    """A company that is founded has a name of its own."""
    telling = {event for event in EVENTS if {"account", "name"} <= set(event.__struct_fields__)}
    assert telling == set(NAMED)
    for event in telling:
        told = event(**{"account": "06b852b093f14c2f8d1d5a1f2f0c9e11", "name": "ann", **MORE.get(event, {})})
        assert names_only(told).name == "ann (elsewhere)"


def test_an_offer_from_outside_names_nobody():
    key = "06b852b093f14c2f8d1d5a1f2f0c9e11"
    for tag in ("company_offered", "company_offer_ended"):
        event = CAMPAIGN_EVENTS[tag](company="c", account=key)
        assert names_only(event).account == outsider_key(key) != key


def test_every_fact_of_a_match_that_names_people_is_in_its_table():
    for fact in FACTS.values():
        assert (Holder in structs_in(fact)) <= (fact in NAMING_IN_MATCHES), fact
