"""What the key of a snapshot is made of: all code that folds, and nothing else."""

import pytest

from campaigns import provenance, snapshots
from campaigns.domain.campaign import evolve as campaign_fold, state as campaign_state
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.company import evolve as company_fold, state as company_state
from campaigns.event_codec import AGGREGATES, CAMPAIGNS, COMPANIES
from eventstore import provenance as store_provenance
from rules.kernel import progression
from tests.rules.kernel.test_fold_code import unseen
from web import provenance as web_provenance


def test_another_fold_has_others():
    assert snapshots.fold_version(CAMPAIGNS) != snapshots.fold_version(COMPANIES)

    class Other(Campaign, frozen=True):
        moon: int = 0

    other = type(CAMPAIGNS)(CAMPAIGNS.key, CAMPAIGNS.event_types, CAMPAIGNS.evolve, Other, {})
    assert snapshots.fold_version(other) != snapshots.fold_version(CAMPAIGNS)


@pytest.fixture
def keys():
    """The keys of both kinds of snapshot, anew each time they are asked for."""

    def ask():
        snapshots.fold_version.cache_clear()
        return [snapshots.fold_version(CAMPAIGNS), snapshots.fold_version(COMPANIES)]

    yield ask
    snapshots.fold_version.cache_clear()


@pytest.mark.parametrize(
    ("where", "what", "changed"),
    [
        (campaign_state, "fights", {CAMPAIGNS}),
        (campaign_state, "number_of", {CAMPAIGNS}),
        (campaign_fold, "_settled", {CAMPAIGNS}),
        (company_fold, "fold", {COMPANIES}),
        (company_state.Company, "ready", {COMPANIES}),
        (progression.Growth, "level", {CAMPAIGNS, COMPANIES}),
        (provenance, "names_only", {CAMPAIGNS, COMPANIES}),
        (web_provenance, "outsider_key", {CAMPAIGNS, COMPANIES}),
        (store_provenance, "untrusted_imports", {CAMPAIGNS, COMPANIES}),
    ],
)
def test_code_that_folds_is_in_the_key(monkeypatch, keys, where, what, changed):
    before = keys()
    monkeypatch.setattr(where, what, lambda *_: False)
    assert [old != new for old, new in zip(before, keys(), strict=True)] == [
        aggregate in changed for aggregate in (CAMPAIGNS, COMPANIES)
    ]


def test_the_events_that_name_people_are_in_the_key(monkeypatch, keys):
    before = keys()
    monkeypatch.setattr(provenance, "NAMING", {})
    assert not set(before) & set(keys())


NO_FOLD = {"campaigns.models", "campaigns.domain.history", "matches.facts", "matches.models"}
"""Modules that folding modules import from for something else: rows, histories, rosters of matches."""


@pytest.mark.parametrize("aggregate", AGGREGATES.values(), ids=AGGREGATES)
def test_every_module_that_folds_is_in_the_key(aggregate):
    names = snapshots.fold_modules(aggregate)
    (other,) = (one for one in AGGREGATES.values() if one is not aggregate)
    others = f"{other.evolve.__module__.rpartition('.')[0]}."
    left_out = unseen(names, ("campaigns", "matches", "rules"))
    homes = {line.rpartition(" from ")[2] for line in left_out}
    assert {home for home in homes if not home.startswith(others)} <= NO_FOLD
