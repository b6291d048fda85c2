"""The recorder conformance suite that `eventsourcing` ships, run against our store.

`recorder.py` is the adapter. What of the suite does not apply is listed below with its reason; a test of the suite
that is neither run nor listed, such as one of a later version, fails `test_nothing_is_left_out_unsaid`.
"""

import sys
from types import SimpleNamespace
from unittest import TestCase

import pytest
from django.db import connections

from eventstore import api
from tests.eventstore.databases import file_for_threads

pytest.importorskip("eventsourcing", reason="the peers are not installed (sh bench/setup)")

with pytest.MonkeyPatch.context() as patch:
    # The suite's module imports a cipher for its InfrastructureFactoryTestCase, which does not apply; the library
    # that the cipher wants is no peer of ours and is not installed.
    patch.setitem(sys.modules, "eventsourcing.cipher", SimpleNamespace(AESCipher=None))
    from eventsourcing.tests import persistence as suite

    from tests.eventstore import recorder

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

TIMINGS = "prints timings and asserts nothing; `make bench` measures both side by side"
NOT_APPLICABLE = {
    "AggregateRecorderTestCase.test_performance": TIMINGS,
    "ApplicationRecorderTestCase.test_performance": TIMINGS,
    "ProcessRecorderTestCase.test_performance": TIMINGS,
    "InfrastructureFactoryTestCase": "makes recorders, ciphers and compressors from the environment; Django's settings "
    "name our database, and bodies are JSON that anybody can read",
    "TranscoderTestCase": "turns Python objects into bytes; our store takes bytes, and codecs belong to the apps above",
}


@pytest.fixture(autouse=True)
def on_disk(transactional_db, tmp_path):
    """On SQLite a database in a file, as it is outside of tests: one in memory locks whole tables between threads."""
    if connections["default"].vendor != "sqlite":
        yield
        return
    with file_for_threads(tmp_path / "skald.sqlite3"):
        yield


@pytest.fixture(autouse=True)
def verified(on_disk):
    """Whatever the suite wrote, from whichever threads: the log verifies."""
    yield
    assert api.verify_store() == []


class TestAggregateRecorder(suite.AggregateRecorderTestCase):
    test_performance = None

    def create_recorder(self):
        return recorder.AggregateRecorder()


class TestApplicationRecorder(suite.ApplicationRecorderTestCase):
    test_performance = None

    def create_recorder(self):
        return recorder.ApplicationRecorder()

    def test_insert_subscribe(self):
        self.optional_test_insert_subscribe()


class TestNonInterleavingPositions(suite.NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self):
        return recorder.ApplicationRecorder()


class TestTrackingRecorder(suite.TrackingRecorderTestCase):
    def create_recorder(self):
        return recorder.ProcessRecorder()


class TestProcessRecorder(suite.ProcessRecorderTestCase):
    test_performance = None

    def create_recorder(self):
        return recorder.ProcessRecorder()


OURS = (
    TestAggregateRecorder,
    TestApplicationRecorder,
    TestNonInterleavingPositions,
    TestTrackingRecorder,
    TestProcessRecorder,
)


def names_of_tests(kind):
    """The names of the tests of a class, those among them that a subclass must ask for too."""
    names = (name.removeprefix("optional_") for name in dir(kind) if callable(getattr(kind, name)))
    return {name for name in names if name.startswith("test")}


def test_nothing_is_left_out_unsaid():
    kinds = [kind for kind in vars(suite).values() if isinstance(kind, type) and issubclass(kind, TestCase)]
    offered = {f"{kind.__name__}.{name}" for kind in kinds for name in names_of_tests(kind)}
    run = {f"{ours.__bases__[0].__name__}.{name}" for ours in OURS for name in names_of_tests(ours)}

    left_out = {test for test in offered - run if test.partition(".")[0] not in NOT_APPLICABLE}
    assert left_out == {name for name in NOT_APPLICABLE if "." in name}
    assert {name for name in NOT_APPLICABLE if "." not in name} <= {test.partition(".")[0] for test in offered - run}
    assert all(NOT_APPLICABLE.values())
