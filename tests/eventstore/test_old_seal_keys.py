"""The seal key is replaced: what the old key has sealed stands, and who has that key can seal nothing any more."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from eventstore import api as store
from eventstore.models import Seal
from eventstore.seals import NO_SEAL, SealKey, signed_bytes, witness_file
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import write

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

OLD, NEW = "6b" * 32, "7c" * 32


@pytest.fixture
def replaced(monkeypatch, tmp_path):
    """A log with two seals of the old key; the new one is at hand, and the old one known as such."""
    monkeypatch.setattr("django.conf.settings.VAR_DIR", tmp_path)
    monkeypatch.setenv("SKALD_SEAL_KEY", OLD)
    for _ in range(2):
        write("thing-1", 2)
        store.seal_log()
    assert store.verify_store() == []
    monkeypatch.setenv("SKALD_SEAL_KEY", NEW)
    monkeypatch.setenv("SKALD_OLD_SEAL_KEYS", OLD)


@pytest.fixture
def sealed(replaced):
    """And a seal of the new key."""
    write("thing-1", 2)
    store.seal_log()


def found():
    return [str(finding) for finding in store.verify_store()]


def sealed_anew(number, secret):
    """A seal made by who has the database and a key: over what stands there now."""
    seal = Seal.objects.get(number=number)
    before = Seal.objects.filter(number=number - 1).first()
    key = SealKey(bytes.fromhex(secret))
    seal.key_id, seal.sealed_at = key.id, seal.sealed_at + 1
    seal.mac = key.sign(signed_bytes(seal, bytes(before.mac) if before else NO_SEAL))
    with unguarded():
        seal.save()


def test_seals_of_an_old_key_stand(sealed):
    assert found() == []


def test_without_the_old_key_they_cannot_be_checked(sealed, monkeypatch):
    monkeypatch.delenv("SKALD_OLD_SEAL_KEYS")
    assert [("the current key is" in line) for line in found()] == [True, True]


def test_it_refuses_a_log_that_the_key_at_hand_has_not_sealed_yet(replaced):
    (line,) = found()
    assert "no seal with the current key" in line


def test_it_refuses_a_new_seal_of_an_old_key(sealed):
    witness_file().unlink()
    sealed_anew(3, OLD)
    assert any("no seal with the current key" in line for line in found())


def test_it_refuses_an_old_key_after_the_new_one(sealed, monkeypatch):
    write("thing-1", 1)
    store.seal_log(SealKey(bytes.fromhex(OLD)))
    write("thing-1", 1)
    store.seal_log()
    assert any("had replaced it" in line for line in found())


def test_it_refuses_an_old_seal_made_anew_with_the_old_key(sealed):
    """The seal of the new key is over the signature that was there."""
    witness_file().unlink()
    sealed_anew(2, OLD)
    assert any("seal 3" in line and "signature does not fit" in line for line in found())


def test_it_refuses_a_setting_that_is_no_key(sealed, monkeypatch):
    monkeypatch.setenv("SKALD_OLD_SEAL_KEYS", "6b")
    with pytest.raises(ImproperlyConfigured, match="SKALD_OLD_SEAL_KEYS"):
        store.verify_store()
