"""Who follows a match by session or token, and who loses the right to while the feed runs."""

import asyncio
import threading

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError
from django.utils import timezone

from matches import service
from matches.live import hub as hubs, views
from tests.matches.calling import Api
from tests.matches.following import (
    SPARK,
    answered,
    do,
    done,
    following,
    heard,
    in_thread,
    request,
    resting,
    run,
    streaming,
)
from web.models import ApiToken

User = get_user_model()

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fast_feeds")]


def test_rights_are_asked_again_within_seconds():
    """The tests below ask at once; this is how long anybody else follows on who may no more."""
    assert 0 < hubs.RIGHTS_SECONDS <= 5


class TestRights:
    """Who follows may lose them while nothing happens in the match."""

    @pytest.fixture(autouse=True)
    def asked_again(self, monkeypatch):
        """Rights are asked at once; not while they are changed, for SQLite in memory would refuse the change."""
        asked, self.changing, self.asked = hubs.current_people, threading.Lock(), threading.Semaphore(0)

        def ask(credentials):
            with self.changing:
                self.asked.release()
                return asked(credentials)

        monkeypatch.setattr(hubs, "current_people", ask)
        monkeypatch.setattr(hubs, "RIGHTS_SECONDS", 0.02)

    async def change(self, change):
        def changed():
            with self.changing:
                change()

        await in_thread(changed)()

    async def gone(self, stream):
        assert (await heard(stream))[0] == "gone"
        with pytest.raises(StopAsyncIteration):
            await anext(stream)

    def test_who_is_demoted_is_cut_off(self, match, users):
        dora = users["dora"]
        dora.is_superuser = True
        dora.save()

        async def follow():
            async with following(dora, match) as stream:
                await resting(stream)
                await self.change(lambda: User.objects.filter(pk=dora.pk).update(is_superuser=False))
                await self.gone(stream)

        run(follow())

    @pytest.mark.parametrize("visibility", ["private", "public"])
    def test_who_is_deactivated_is_cut_off(self, match, users, alice, visibility):
        service.set_visibility(alice, match, visibility)

        async def follow():
            async with following(users["bob"], match) as stream:
                await resting(stream)
                await self.change(lambda: User.objects.filter(pk=users["bob"].pk).update(is_active=False))
                await self.gone(stream)

        run(follow())

    def test_who_logs_out_is_cut_off(self, match, users):
        asked = request(users["bob"])

        async def follow():
            async with streaming(await in_thread(views.live)(asked, match)) as stream:
                await resting(stream)
                await self.change(asked.session.flush)
                await self.gone(stream)

        run(follow())

    def test_a_new_password_ends_the_sessions_of_before(self, match, users):
        before = User.objects.get(pk=users["bob"].pk)
        users["bob"].set_password("the-orb-is-gold")

        async def follow():
            async with following(before, match) as stream:
                await resting(stream)
                await self.change(users["bob"].save)
                await self.gone(stream)

        run(follow())

    @pytest.mark.parametrize(
        "end", [lambda tokens: tokens.delete(), lambda tokens: tokens.update(expires_at=timezone.now())]
    )
    def test_a_token_that_is_revoked_or_expires_ends_it(self, match, users, end):
        header = Api(users["bob"]).headers["Authorization"]

        async def follow():
            async with following(None, match, authorization=header) as stream:
                await resting(stream)
                await self.change(lambda: end(ApiToken.objects.filter(user=users["bob"])))
                await self.gone(stream)

        run(follow())

    def test_who_keeps_them_keeps_following(self, match, users, bob):
        async def follow():
            async with following(users["alice"], match) as stream:
                await resting(stream)
                for _ in range(3):
                    assert await asyncio.to_thread(self.asked.acquire, timeout=5)
                with self.changing:
                    await done(do(bob, match, SPARK))
                assert (await heard(stream))[0] == "play"

        run(follow())

    def test_the_database_may_be_away_meanwhile(self, match, users, bob, monkeypatch):
        """Nobody is cut off for what cannot be asked."""
        asked, away = hubs.current_people, threading.Event()

        def ask(credentials):
            if not away.is_set():
                away.set()
                raise OperationalError("terminating connection")
            return asked(credentials)

        monkeypatch.setattr(hubs, "current_people", ask)

        async def follow():
            async with following(users["bob"], match) as stream:
                await resting(stream)
                assert await asyncio.to_thread(away.wait, 5)
                assert await asyncio.to_thread(self.asked.acquire, timeout=5)
                with self.changing:
                    await done(do(bob, match, SPARK))
                assert (await heard(stream))[0] == "play"

        run(follow())

    def test_where_nobody_asks_any_more_nobody_follows(self, match, users, monkeypatch):
        """A feed ends, and its reader comes again, rather than going on unasked."""
        asked = hubs.current_people

        def fail(credentials):
            raise RuntimeError("a bug")

        async def follow():
            monkeypatch.setattr(hubs, "current_people", fail)
            async with following(users["bob"], match) as stream:
                with pytest.raises(StopAsyncIteration):
                    await heard(stream)
                monkeypatch.setattr(hubs, "current_people", asked)
                async with following(users["bob"], match) as again:
                    await resting(again)

        run(follow())


class TestTokens:
    def bearer(self, user):
        return Api(user).headers["Authorization"]

    def test_it_works(self, match, users, bob):
        header = self.bearer(users["bob"])

        async def follow():
            async with following(None, match, authorization=header) as stream:
                await resting(stream)
                await done(do(bob, match, SPARK))
                assert (await heard(stream))[0] == "play"

        run(follow())

    @pytest.mark.parametrize("header", ["Token 0123456789abcdef", "Token", "Token a b"])
    def test_it_refuses_a_token_that_nobody_has(self, match, alice, header):
        service.set_visibility(alice, match, "public")
        answer = run(answered(match, None, authorization=header))
        assert answer.status_code == 401
        assert answer["WWW-Authenticate"].startswith("Token")

    def test_it_refuses_an_inactive_owner(self, match, users):
        header = self.bearer(users["bob"])
        users["bob"].is_active = False
        users["bob"].save()
        assert run(answered(match, None, authorization=header)).status_code == 401
