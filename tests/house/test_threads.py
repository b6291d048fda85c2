"""Requests are answered in threads that stay, coroutines beside them, and the threads wait for nobody's line."""

import asyncio
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.asgi import get_asgi_application
from django.db import connection, connections
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config.threads import Doors, Threads, waits

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.postgresql, pytest.mark.urls(__name__)]

entered = threading.Semaphore(0)
go_on = threading.Event()


def run(coroutine):
    """What a coroutine comes to, in a loop of its own: where a browser was tested before, this thread still has one."""
    with ThreadPoolExecutor(1, thread_name_prefix="loop") as pool:
        return pool.submit(asyncio.run, coroutine).result()


def whoami(request):
    return HttpResponse(threading.current_thread().name)


@csrf_exempt
def echo(request):
    return HttpResponse(request.body, headers={"X-Method": request.method, "X-Query": request.GET.get("q", "")})


def connected(request):
    """Which connection to the database this thread has; 0 before it asked anything."""
    before = id(connection.connection) if connection.connection else 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse(f"{before} {id(connection.connection)}")


def disconnect(request):
    connections.close_all()
    return HttpResponse()


def broken(request):
    raise RuntimeError("a bug")


def a_file(request):
    return FileResponse(Path(__file__).open("rb"), as_attachment=True)


@csrf_exempt
def held(request):
    entered.release()
    assert go_on.wait(10)
    return HttpResponse("held")


async def feed(request):
    async def told():
        yield b"one "
        yield threading.current_thread().name.encode()

    return StreamingHttpResponse(told())


def endless(request):
    """A plain function whose answer does not end before it may."""

    async def told():
        while not go_on.is_set():
            yield b"still here "
            await asyncio.sleep(0)

    return StreamingHttpResponse(told())


def made_endless(get_response):
    """A middleware that puts a stream without end in the place of an answer."""
    return endless


urlpatterns = [
    path("whoami", whoami),
    path("echo", echo),
    path("connected", connected),
    path("disconnect", disconnect),
    path("broken", broken),
    path("file", a_file),
    path("held", held),
    path("feed", feed),
    path("endless", endless),
]


class Line:
    """A connection to the application, as a server of ASGI holds it."""

    def __init__(self, application, address, *, method="GET", query=b"", root=""):
        self.sent, self._to_read, self.reads = [], asyncio.Queue(), asyncio.Event()
        self.reads.set()
        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "method": method, "path": address, "root_path": root, "headers": headers}
        scope["query_string"] = query
        self.answering = asyncio.ensure_future(application(scope, self._to_read.get, self._send))

    async def _send(self, message):
        self.sent.append(message)
        await self.reads.wait()

    def say(self, body=b"", *, more=False):
        self._to_read.put_nowait({"type": "http.request", "body": body, "more_body": more})

    def hang_up(self):
        self._to_read.put_nowait({"type": "http.disconnect"})

    async def heard(self):
        """Status, headers and body of the answer."""
        await asyncio.wait_for(self.answering, 10)
        start, *rest = self.sent
        return start["status"], dict(start["headers"]), b"".join(message.get("body", b"") for message in rest)


@pytest.fixture
def threads():
    """Two threads for what only reads, two for the rest; whatever they hold is let go of."""
    made = Threads(4)
    yield made
    end(made)


def end(made):
    made._reading.shutdown()
    made._writing.shutdown()


async def asked(application, address, body=b"", **more):
    line = Line(application, address, **more)
    line.say(body)
    return await line.heard()


def test_it_works(threads):
    status, headers, body = run(asked(threads, "/echo", b"step", method="POST", query=b"q=1"))
    assert (status, body) == (200, b"step")
    assert (headers[b"X-Method"], headers[b"X-Query"]) == (b"POST", b"1")
    assert b"Content-Security-Policy" in headers


@pytest.mark.django_db(transaction=True)
def test_a_thread_keeps_its_connection():
    """Django's own handler would make one for each request."""
    one = Threads(1)

    async def twice():
        answers = [await asked(one, "/connected") for _ in range(2)]
        await asked(one, "/disconnect")
        return [body.decode().split() for _, _, body in answers]

    (before, first), (kept, second) = run(twice())
    end(one)
    assert before == "0"
    assert first == kept == second


def test_who_is_slow_to_send_or_to_read_keeps_no_thread(threads):
    async def slow():
        lines = [Line(threads, "/echo", method="POST") for _ in range(5)]
        for line in lines:
            line.say(b"half", more=True)
        # All threads are free meanwhile.
        status, _, name = await asked(threads, "/whoami")
        assert (status, name[:3]) == (200, b"web")
        for line in lines:
            line.say(b" and half")
        assert [(await line.heard())[2] for line in lines] == [b"half and half"] * 5

    async def unread():
        lines = [Line(threads, "/whoami") for _ in range(5)]
        for line in lines:
            line.reads.clear()
            line.say()
        assert (await asked(threads, "/whoami"))[0] == 200
        for line in lines:
            line.reads.set()
        assert [(await line.heard())[0] for line in lines] == [200] * 5

    run(slow())
    run(unread())


def test_more_requests_than_threads_wait_their_turn(threads):
    go_on.clear()

    async def crowded():
        lines = [Line(threads, "/held") for _ in range(4)]
        for line in lines:
            line.say()
        for _ in range(2):
            assert await asyncio.to_thread(entered.acquire, timeout=10)
        assert not any(line.answering.done() for line in lines)
        assert not entered.acquire(blocking=False)
        go_on.set()
        assert [(await line.heard())[2] for line in lines] == [b"held"] * 4

    run(crowded())


def test_commands_that_wait_for_a_lock_keep_nobody_from_looking(threads):
    go_on.clear()

    async def stalled():
        lines = [Line(threads, "/held", method="POST") for _ in range(4)]
        for line in lines:
            line.say()
        for _ in range(2):
            assert await asyncio.to_thread(entered.acquire, timeout=10)
        assert (await asked(threads, "/whoami"))[0] == 200
        assert not any(line.answering.done() for line in lines)
        go_on.set()
        assert [(await line.heard())[2] for line in lines] == [b"held"] * 4

    run(stalled())


def test_who_hangs_up_is_not_answered(threads):
    async def early():
        line = Line(threads, "/echo", method="POST")
        line.say(b"half", more=True)
        line.hang_up()
        await asyncio.wait_for(line.answering, 10)
        assert line.sent == []

    run(early())


def test_a_bug_is_a_page_that_says_so(threads):
    status, _, body = run(asked(threads, "/broken"))
    assert status == 500
    assert b"Skald failed to answer" in body


def test_what_cannot_be_read_is_refused(threads):
    assert run(asked(threads, "/whoami", query=b"\xff"))[0] == 400
    assert run(asked(threads, "/whoami"))[0] == 200


def test_a_file_is_sent_whole(threads):
    status, headers, body = run(asked(threads, "/file"))
    assert status == 200
    assert body == Path(__file__).read_bytes()
    assert headers[b"Content-Length"] == str(len(body)).encode()


def test_a_coroutine_goes_through_the_other_door(threads):
    doors = Doors(threads, get_asgi_application())
    assert waits({"path": "/feed"})
    assert not waits({"path": "/echo"})
    assert not waits({"path": "/nowhere"})

    async def both():
        feed, plain = Line(doors, "/feed"), Line(doors, "/whoami")
        feed.say()
        plain.say()
        return await feed.heard(), await plain.heard()

    (_, _, told), (_, _, name) = run(both())
    assert told == b"one loop_0"
    assert name.startswith(b"web")


def test_a_coroutine_goes_through_the_other_door_behind_a_path_too(threads):
    doors = Doors(threads, get_asgi_application())

    async def both():
        feed, plain = Line(doors, "/skald/feed", root="/skald"), Line(doors, "/skald/whoami", root="/skald")
        feed.say()
        plain.say()
        return await feed.heard(), await plain.heard()

    (_, _, told), (_, _, name) = run(both())
    assert told == b"one loop_0"
    assert name.startswith(b"web")


@pytest.mark.parametrize("middleware", [[], [f"{__name__}.made_endless"]])
def test_a_stream_to_be_awaited_keeps_no_thread(settings, middleware):
    """Whoever made it in a plain function made a mistake, which is told; nobody waits for its end."""
    settings.MIDDLEWARE = middleware
    one, address = Threads(1), "/whoami" if middleware else "/endless"
    go_on.clear()

    async def twice():
        for _ in range(2):
            status, _, body = await asked(one, address)
            assert status == 500
            assert b"Skald failed to answer" in body

    try:
        run(twice())
    finally:
        go_on.set()
        end(one)


@pytest.mark.urls("config.urls")
@pytest.mark.parametrize("root", ["", "/skald"])
def test_the_live_feed_needs_no_thread(root):
    def waits_at(path):
        return waits({"path": root + path, "root_path": root})

    assert waits_at("/matches/00000000-0000-0000-0000-000000000000/live")
    assert not waits_at("/matches/00000000-0000-0000-0000-000000000000/")
    assert not waits_at("/api/v1/matches/")


FIRST_SIGHT = """
import sys, threading, msgspec
from config.structs import learn_structs
sys.setswitchinterval(1e-6)
for turn in range(50):
    inner = [msgspec.defstruct(f"Inner{turn}_{n}", [(f"f{k}", "int", 0) for k in range(6)]) for n in range(8)]
    outer = msgspec.defstruct(f"Outer{turn}", [(f"g{n}", kind) for n, kind in enumerate(inner)])
    body = msgspec.json.encode(outer(*(kind() for kind in inner)))
    learn_structs()
    start = threading.Barrier(6)
    def decode():
        start.wait()
        msgspec.json.decode(body, type=outer)
    threads = [threading.Thread(target=decode) for _ in range(6)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
"""


def test_threads_may_decode_a_struct_at_once():
    """Without `learn_structs` the process dies of it."""
    done = subprocess.run([sys.executable, "-c", FIRST_SIGHT], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
