"""Requests are answered in threads that stay, feeds by the event loop, and the threads wait for nobody's line."""

import asyncio
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.db import connection, connections
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config.threads import Threads, environ_of, view_at
from matches.live import live

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


LATER = {}
WHOLE = "config.middleware.WholeAnswers"


class Lasting(StreamingHttpResponse):
    lasts = True


def feed(request):
    """Tells one thing, and another once there is news."""

    async def told():
        try:
            yield b"one "
            await LATER["news"].wait()
            yield threading.current_thread().name.encode()
        finally:
            LATER.get("ended", asyncio.Event()).set()

    return Lasting(told())


def broken_feed(request):
    async def told():
        yield b"one "
        raise RuntimeError("a bug")

    return Lasting(told())


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
    path("broken-feed", broken_feed),
    path("endless", endless),
]


class Line:
    """A connection to the application, as a server of ASGI holds it."""

    def __init__(self, application, address, *, method="GET", query=b"", root=""):
        self.sent, self._to_read, self.reads = [], asyncio.Queue(), asyncio.Event()
        self.reads.set()
        self._said = asyncio.Event()
        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "method": method, "path": address, "root_path": root, "headers": headers}
        scope["query_string"] = query
        self.answering = asyncio.ensure_future(application(scope, self._to_read.get, self._send))

    async def _send(self, message):
        self.sent.append(message)
        self._said.set()
        await self.reads.wait()

    def say(self, body=b"", *, more=False):
        self._to_read.put_nowait({"type": "http.request", "body": body, "more_body": more})

    def hang_up(self):
        self._to_read.put_nowait({"type": "http.disconnect"})

    async def has_sent(self, body):
        """Wait until it has."""
        async with asyncio.timeout(10):
            while not self.sent or self.sent[-1].get("body") != body:
                await self.said()

    async def said(self):
        """Wait until something more is sent."""
        await self._said.wait()
        self._said.clear()

    async def heard(self):
        """Status, headers and body of the answer."""
        await asyncio.wait_for(self.answering, 10)
        start, *rest = self.sent
        return start["status"], dict(start["headers"]), b"".join(message.get("body", b"") for message in rest)


@pytest.fixture
def threads():
    """Two threads for what only reads, two for the rest; whatever they hold is let go of."""
    made = Threads(WSGIHandler(), 4)
    yield made
    end(made)
    while entered.acquire(blocking=False):
        pass  # told of by threads that have ended


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
    one = Threads(WSGIHandler(), 1)

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


def test_who_waits_too_long_for_a_thread_that_writes_is_answered_by_the_event_loop(threads):
    """None of it was begun; what a thread has taken up goes on to its end."""
    go_on.clear()

    async def frozen():
        lines = [Line(threads, "/held", method="POST") for _ in range(2)]
        for line in lines:
            line.say()
        for _ in range(2):
            assert await asyncio.to_thread(entered.acquire, timeout=10)
        threads.queue_seconds = 0
        refused = [await asked(threads, "/held", method="POST") for _ in range(3)]
        assert (await asked(threads, "/whoami"))[0] == 200
        go_on.set()
        assert [(await line.heard())[2] for line in lines] == [b"held"] * 2
        threads.queue_seconds = None
        assert (await asked(threads, "/echo", b"again", method="POST"))[2] == b"again"
        return refused

    for status, headers, body in run(frozen()):
        assert (status, headers[b"Retry-After"]) == (503, b"5")
        assert b"Nothing of yours was stored" in body
        assert b"Content-Security-Policy" in headers
    assert not entered.acquire(blocking=False)


def test_what_a_thread_has_taken_up_is_waited_for(threads, monkeypatch):
    go_on.clear()

    async def time_is_over(waiting, **limit):
        assert limit == {"timeout": 30}
        assert await asyncio.to_thread(entered.acquire, timeout=10)
        go_on.set()
        return set(), set(waiting)

    threads.queue_seconds = 30
    monkeypatch.setattr("config.threads.asyncio.wait", time_is_over)
    assert run(asked(threads, "/held", method="POST"))[::2] == (200, b"held")


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
    assert b"Something went wrong" in body


def test_the_environment_tells_what_was_sent():
    """PEP 3333: texts are bytes as Latin-1 has them. A header with an underscore could be taken for another."""
    scope = {
        "type": "http",
        "method": "post",
        "path": "/skald/matches/ä",
        "root_path": "/skald",
        "query_string": "q=ä".encode(),
        "scheme": "https",
        "http_version": "1.1",
        "server": ("skald.example", 443),
        "client": ("10.0.0.7", 5000),
        "headers": [
            (b"host", b"skald.example"),
            (b"content-length", b"99"),
            (b"content-type", b"text/plain"),
            (b"x-forwarded-proto", b"https"),
            (b"x_forwarded_proto", b"spoofed"),
            (b"cookie", b"a=1"),
            (b"cookie", b"b=2"),
            (b"accept", b"text/html"),
            (b"accept", b"*/*"),
        ],
    }
    environ = environ_of(scope, BytesIO(b"body"))
    request = WSGIRequest(environ)
    assert (request.method, request.path, request.path_info) == ("POST", "/skald/matches/ä", "/matches/ä")
    assert (request.GET["q"], request.COOKIES, request.body) == ("ä", {"a": "1", "b": "2"}, b"body")
    assert (request.scheme, request.get_port(), request.META["REMOTE_ADDR"]) == ("https", "443", "10.0.0.7")
    assert request.headers["X-Forwarded-Proto"] == "https"
    assert (request.headers["Accept"], request.content_type) == ("text/html,*/*", "text/plain")
    assert {name for name in environ if name.startswith("HTTP_")} == {
        "HTTP_HOST",
        "HTTP_X_FORWARDED_PROTO",
        "HTTP_COOKIE",
        "HTTP_ACCEPT",
    }


def test_what_cannot_be_read_is_refused(threads):
    assert run(asked(threads, "/whoami", query=b"\xff"))[0] == 400
    assert run(asked(threads, "/whoami"))[0] == 200


def test_a_file_is_sent_whole(threads):
    status, headers, body = run(asked(threads, "/file"))
    assert status == 200
    assert body == Path(__file__).read_bytes()
    assert headers[b"Content-Length"] == str(len(body)).encode()


def test_an_answer_that_lasts_keeps_no_thread(threads):
    """Its view is done when it begins; the event loop sends what comes, to as many as there are."""

    async def followed():
        lines = [Line(threads, "/feed") for _ in range(5)]
        for line in lines:
            line.say()
        for line in lines:
            await line.has_sent(b"one ")
        status, _, name = await asked(threads, "/whoami")
        assert (status, name[:3]) == (200, b"web")
        news.set()
        for line in lines:
            status, headers, told = await line.heard()
            assert (status, told) == (200, b"one loop_0")
            assert b"Content-Security-Policy" in headers

    news = LATER["news"] = asyncio.Event()
    run(followed())


def test_who_hangs_up_ends_an_answer_that_lasts(threads):
    async def left():
        line = Line(threads, "/feed")
        line.say()
        await line.has_sent(b"one ")
        line.hang_up()
        await asyncio.wait_for(line.answering, 10)
        assert line.sent[-1]["body"] == b"one "
        await asyncio.wait_for(LATER["ended"].wait(), 10)

    LATER["news"], LATER["ended"] = asyncio.Event(), asyncio.Event()
    run(left())


def test_a_bug_in_an_answer_that_lasts_is_not_kept_silent(threads):
    with pytest.raises(RuntimeError, match="a bug"):
        run(asked(threads, "/broken-feed"))


def test_it_refuses_what_is_no_http(threads):
    with pytest.raises(ValueError, match="websocket"):
        run(threads({"type": "websocket"}, None, None))


@pytest.mark.parametrize("middleware", [[WHOLE], [WHOLE, f"{__name__}.made_endless"]])
def test_a_stream_to_be_awaited_keeps_no_thread(settings, middleware):
    """Whoever made it in a plain function made a mistake, which is told; nobody waits for its end."""
    settings.MIDDLEWARE = middleware
    one, address = Threads(WSGIHandler(), 1), "/whoami" if len(middleware) > 1 else "/endless"
    go_on.clear()

    async def twice():
        for _ in range(2):
            status, _, body = await asked(one, address)
            assert status == 500
            assert b"Something went wrong" in body

    try:
        run(twice())
    finally:
        go_on.set()
        end(one)


@pytest.mark.urls("config.urls")
@pytest.mark.parametrize("root", ["", "/skald"])
def test_a_view_is_found_behind_a_path_too(root):
    def found(path):
        return view_at({"path": root + path, "root_path": root})

    assert found("/matches/00000000-0000-0000-0000-000000000000/live") is live
    assert found("/nowhere") is None


FIRST_SIGHT = """
import sys, threading, msgspec
from config.msgspec_warmup import learn_structs
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
