"""Requests are named and told apart by a key of their own: rotating the one that signs sessions repeats nothing."""

import io
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from uuid import UUID, uuid5

import pytest
from msgspec import json

from campaigns import service as campaigns
from campaigns.models import Invite
from eventstore import api as store
from eventstore.models import Command
from matches import service
from matches.handler import command_id, command_request
from matches.models import stream_of
from tests.campaigns.acting import Evening
from tests.campaigns.elsewhere import elsewhere
from tests.eventstore.flushing import unguarded
from tests.eventstore.forged_files import taking
from tests.matches.conftest import new
from web.errors import KeyReused
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

ROOT = Path(__file__).resolve().parents[2]
WAGER = {"type": "wager", "seat": "home", "amount": 2}
HOUSE_COMMANDS = UUID("5b0d6f2e-8f0a-5d0c-9c86-3c1d1f2f5a77")
KEYS = "from config import settings; print(settings.SECRET_KEY); print(settings.COMMAND_KEY)"


def rotate(settings):
    settings.SECRET_KEY = "another secret, since the last one was seen on a screenshot"


def test_a_request_is_recognised_after_the_secret_key_was_rotated(settings, match, bob):
    first = service.give_command(bob, match, WAGER, dice=[3], key="my wager")
    rotate(settings)
    again = service.give_command(bob, match, WAGER, dice=[3], key="my wager")
    assert (again.repeated, again.version) == (True, first.version)
    assert store.head(stream_of(match)).version == first.version
    with pytest.raises(KeyReused):
        service.give_command(bob, match, {**WAGER, "amount": 3}, dice=[3], key="my wager")


def test_a_link_of_a_campaign_is_the_same_after_the_secret_key_was_rotated(settings):
    evening = Evening("ann")
    link = campaigns.invite_by_link(evening.people["gail"], evening.id, key="for eve")
    rotate(settings)
    assert campaigns.invite_by_link(evening.people["gail"], evening.id, key="for eve") == link
    assert Invite.objects.count() == 1


def as_before_there_was_a_key(what, who, content):
    """Let the log have the fingerprint of the last command as releases of old made it."""
    fingerprint = sha256(json.encode([what, who.actor, content], order="sorted")).digest()
    with unguarded():
        assert Command.objects.exclude(fingerprint=fingerprint).update(fingerprint=fingerprint)


def test_a_command_of_old_is_recognised_when_it_is_sent_again(match, bob):
    service.give_command(bob, match, WAGER, dice=[3], key="my wager")
    as_before_there_was_a_key(f"command {match}", bob, [WAGER, [3], "", None])
    assert service.give_command(bob, match, WAGER, dice=[3], key="my wager").repeated
    with pytest.raises(KeyReused):
        service.give_command(bob, match, {**WAGER, "amount": 3}, dice=[3], key="my wager")


def test_an_act_of_a_campaign_of_old_is_recognised_when_it_is_sent_again():
    evening = Evening("ann", "bob")
    order = {"company": evening.companies["ann"], "to": evening.companies["bob"], "gold": 30, "reason": "a bet"}
    evening.do("transfer", key="bet", **order)
    as_before_there_was_a_key(f"campaign {evening.id}", evening.people["gail"], {"type": "transfer", **order})
    assert evening.do("transfer", key="bet", **order).repeated
    with pytest.raises(KeyReused):
        evening.do("transfer", key="bet", **{**order, "gold": 31})


def test_who_reads_the_database_cannot_try_out_what_was_asked(match, bob):
    """840 placements, 6 amounts: whoever has a plain fingerprint hashes them all and has the secret."""
    service.give_command(bob, match, WAGER, dice=[3], key="my wager")
    stored = {bytes(one) for one in Command.objects.values_list("fingerprint", flat=True)}
    for amount in range(1, 7):
        for face in range(1, 7):
            content = [{**WAGER, "amount": amount}, [face], "", None]
            tried = json.encode([f"command {match}", bob.actor, content], order="sorted")
            assert sha256(tried).digest() not in stored


def test_a_fingerprint_of_the_house_is_the_same_whatever_the_key(settings):
    """Else a job that is tried again, and the demo, would be told that their keys were used for something else."""
    before = command_request(THE_HOUSE, "demo", ["x"], "banak-open/1")
    settings.COMMAND_KEY = "another"
    assert command_request(THE_HOUSE, "demo", ["x"], "banak-open/1") == before


def test_nobody_can_work_out_the_id_of_a_command(settings):
    """It is part of the hash of events that some may not read yet."""
    mine = command_id("an-account-key", "round-2")
    assert mine == command_id("an-account-key", "round-2")
    assert mine not in (command_id("another-key", "round-2"), command_id("an-account-key", "round-3"))
    settings.COMMAND_KEY = "the key of another house"
    assert command_id("an-account-key", "round-2") != mine


def test_what_the_house_does_is_named_by_its_cause_alone(settings):
    told = command_request(THE_HOUSE, "demo", [], "banak-open/1").command_id
    settings.COMMAND_KEY = "the key of another house"
    assert command_request(THE_HOUSE, "demo", [], "banak-open/1").command_id == told


def exported(who, match):
    file = io.BytesIO()
    service.export_match(who, match, file)
    return file.getvalue()


class TestTaken:
    """Eve has imported a match that bears the id which the house gives to a command, named `demo/9/x`."""

    KEY = "demo/9/x"

    @pytest.fixture
    def taken(self, eve):
        own = service.create_match(eve, new())
        named = uuid5(HOUSE_COMMANDS, f"house\n{self.KEY}")
        forged = service.import_match(eve, io.BytesIO(taking(exported(eve, own), [named])))
        assert store.find_command(named).stream == stream_of(forged)
        return forged

    def test_the_house_opens_its_match_once(self, taken):
        first = service.create_match(THE_HOUSE, new(), key=self.KEY)
        assert first != taken
        assert service.create_match(THE_HOUSE, new(), key=self.KEY) == first
        with pytest.raises(KeyReused):
            service.create_match(THE_HOUSE, new(title="Other"), key=self.KEY)

    def test_the_house_gives_its_command_once(self, taken, match):
        first = service.give_command(THE_HOUSE, match, WAGER, dice=[3], by="home", key=self.KEY)
        again = service.give_command(THE_HOUSE, match, WAGER, dice=[3], by="home", key=self.KEY)
        assert (first.repeated, again.repeated, again.version) == (False, True, first.version)
        with pytest.raises(KeyReused):
            service.give_command(THE_HOUSE, match, {**WAGER, "amount": 3}, dice=[3], by="home", key=self.KEY)

    def test_the_house_forks_once(self, taken, match):
        order = service.NewFork(version=store.head(stream_of(match)).version)
        first = service.fork_match(THE_HOUSE, match, order, key=self.KEY)
        assert service.fork_match(THE_HOUSE, match, order, key=self.KEY) == first

    def test_nobody_without_the_key_of_commands_knows_the_id_that_stands_in(self, settings):
        request = command_request(THE_HOUSE, "demo", ["x"], self.KEY)
        stands_in = request.renamed().command_id
        assert stands_in == command_request(THE_HOUSE, "demo", ["x"], self.KEY).renamed().command_id
        assert stands_in not in (request.command_id, uuid5(HOUSE_COMMANDS, self.KEY))
        settings.COMMAND_KEY = "another"
        assert command_request(THE_HOUSE, "demo", ["x"], self.KEY).renamed().command_id != stands_in

    def test_there_is_one_such_id_and_for_the_house_alone(self, bob):
        with pytest.raises(KeyReused):
            command_request(THE_HOUSE, "demo", ["x"], self.KEY).renamed().renamed()
        for key in ("my wager", None):
            with pytest.raises(KeyReused):
                command_request(bob, "demo", ["x"], key).renamed()

    def test_what_a_person_did_before_it_was_exported_is_not_done_again(self, match, alice, bob):
        """Whether it is the same request the file does not say."""
        service.give_command(bob, match, WAGER, dice=[3], key="my wager")
        raw = exported(alice, match)
        elsewhere()
        service.import_match(alice, io.BytesIO(raw))
        with pytest.raises(KeyReused):
            service.give_command(bob, match, WAGER, dice=[3], key="my wager")


def started(environment, folder, **more):
    """The secret key and the key of commands that a process finds when it starts."""
    found = subprocess.run(
        [sys.executable, "-c", KEYS],
        cwd=ROOT,
        env={**environment, "SKALD_VAR": str(folder), **more},
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.splitlines()


@pytest.fixture
def nothing_named(environment):
    environment.pop("SKALD_COMMAND_KEY", None)
    return environment


def test_a_new_house_makes_a_key_of_its_own_and_keeps_it(tmp_path, nothing_named):
    secret, command = started(nothing_named, tmp_path)
    assert len(command) >= 50
    assert command != secret
    assert started(nothing_named, tmp_path) == [secret, command]
    assert started(nothing_named, tmp_path, SECRET_KEY="rotated") == ["rotated", command]


def test_a_house_from_before_goes_on_with_its_secret_key(tmp_path, nothing_named):
    (tmp_path / "secret_key").write_text("as it was\n")
    assert started(nothing_named, tmp_path) == ["as it was", "as it was"]
    (tmp_path / "secret_key").write_text("rotated\n")
    assert started(nothing_named, tmp_path) == ["rotated", "as it was"]


def test_so_does_one_whose_secret_key_came_from_the_environment(tmp_path, nothing_named):
    assert started(nothing_named, tmp_path, SECRET_KEY="as it was") == ["as it was", "as it was"]
    assert started(nothing_named, tmp_path, SECRET_KEY="rotated") == ["rotated", "as it was"]


def test_a_key_from_the_environment_is_written_nowhere(tmp_path, nothing_named):
    named = {"SECRET_KEY": "one", "SKALD_COMMAND_KEY": "two"}
    assert started(nothing_named, tmp_path, **named) == ["one", "two"]
    assert not (tmp_path / "command_key").exists()
