"""Callers that send heads without end, or slowly, or read nothing are cut off; all others are not."""

import ast
import asyncio
import socket
import threading
import time

import pytest
import uvicorn

from config import connections

HEAD = b"GET %b HTTP/1.1\r\nHost: x\r\n"
MUCH = 32 * 1024 * 1024
PATIENCE = 20.0


class House:
    """A uvicorn in a thread, with an application that tells what it was asked for."""

    def __init__(self):
        self.hung_up, self.begun, self.lines = [], [], []
        self.listening = socket.create_server(("127.0.0.1", 0))
        how = {"interface": "asgi3", "lifespan": "off", "log_config": None, "proxy_headers": False}
        self.server = uvicorn.Server(uvicorn.Config(self.application, http=connections.Connection, **how))
        self.thread = threading.Thread(target=self.server.run, args=([self.listening],))

    async def application(self, scope, receive, send):
        path, body, more = scope["path"], b"", True
        self.begun.append(path)
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.hung_up.append(path)
                return
            body, more = body + message["body"], message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if path == "/feed":
            await self.feed(receive, send)
            return
        if path == "/late":
            await asyncio.sleep(2.5 * connections.HEAD_SECONDS)
        answer = bytes(MUCH) if path == "/much" else repr((path, scope["headers"], body)).encode()
        await send({"type": "http.response.body", "body": answer})

    async def feed(self, receive, send):
        """Send on until the caller hangs up."""
        hung_up = asyncio.ensure_future(receive())
        while not hung_up.done():
            await send({"type": "http.response.body", "body": b":" * 1000, "more_body": True})
            await asyncio.wait([hung_up], timeout=0.05)
        self.hung_up.append("/feed")

    def call(self, *pieces, every=0.0):
        """A caller that has sent these pieces."""
        line = socket.create_connection(self.listening.getsockname(), timeout=PATIENCE)
        self.lines.append(line)
        for piece in pieces:
            line.sendall(piece)
            time.sleep(every)
        return line


@pytest.fixture
def house(monkeypatch):
    monkeypatch.setattr(connections, "LOOK_SECONDS", 0.05)
    house = House()
    house.thread.start()
    yield house
    for line in house.lines:
        line.close()
    house.server.should_exit = house.server.force_exit = True
    house.thread.join()
    house.listening.close()


def read(line):
    """All that comes until the other end closes the connection."""
    parts = []
    try:
        while part := line.recv(1024 * 1024):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def status(line):
    return read(line).split(b" ")[1]


def told(line):
    """What the application was asked for, by its answer."""
    return ast.literal_eval(read(line).split(b"\r\n\r\n", 1)[1].split(b"\r\n")[1].decode())


def until(seen):
    deadline = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < deadline
        time.sleep(0.01)


LAST = b"Connection: close\r\n\r\n"
CHUNKED = b"POST /form HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n"


def test_it_works(house):
    line = house.call(HEAD % b"/one" + b"\r\n", HEAD % b"/two" + LAST, every=0.1)
    answers = read(line)
    assert answers.count(b"HTTP/1.1 200 OK") == 2
    path, headers, body = told(house.call(CHUNKED + b"\r\n2\r\nab\r\n", b"3\r\ncde\r\n0\r\n\r\n"))
    assert (path, body) == ("/form", b"abcde")
    assert (b"host", b"x") in headers


def test_a_head_as_long_as_it_may_be_is_taken(house):
    filling = b"X-Long: " + b"y" * (connections.HEAD_BYTES - 200) + b"\r\n"
    assert dict(told(house.call(HEAD % b"/long" + filling + LAST))[1])[b"x-long"] == filling[8:-2]


def pour(line, piece):
    """Send the piece again and again until the other end has enough; how many bytes went."""
    sent = 0
    try:
        while sent < MUCH:
            line.sendall(piece)
            sent += len(piece)
    except OSError:
        pass
    return sent


@pytest.mark.parametrize(
    ("begin", "piece"),
    [
        (HEAD % b"/", b"X-More: " + b"y" * 4_000 + b"\r\n"),
        (HEAD % b"/", b"Y" * 4_096),
        (b"GET /", b"y" * 4_096),
        (b"", b"\r\n" * 2_048),
        (CHUNKED + b"\r\n0\r\n", b"X-Trailer: " + b"y" * 4_000 + b"\r\n"),
        (CHUNKED + b"\r\n2;", b"y" * 4_096),
    ],
    ids=["headers", "header", "address", "blanks", "trailers", "extension"],
)
def test_it_refuses_a_head_without_end(house, begin, piece):
    line = house.call(begin)
    # What the kernels of both ends take in goes as well.
    assert pour(line, piece) < MUCH


def test_it_says_that_a_head_is_too_long(house):
    line = house.call(HEAD % b"/" + b"X-Long: " + b"y" * connections.HEAD_BYTES)
    assert status(line) == b"431"
    assert house.begun == []


def test_trailers_are_no_headers(house):
    """They would come behind what a proxy has added."""
    said = b"X-Forwarded-For: 192.0.2.1\r\n\r\n2\r\nab\r\n0\r\nX-Forwarded-For: 192.0.2.66\r\n\r\n"
    _, headers, body = told(house.call(CHUNKED + said))
    assert [value for name, value in headers if name == b"x-forwarded-for"] == [b"192.0.2.1"]
    assert body == b"ab"


@pytest.mark.parametrize(
    "pieces",
    [[], [b"GET / HT"], [HEAD % b"/one" + b"\r\n", b"\r\n"], [HEAD % b"/one" + b"\r\n", b"GET /"]],
    ids=["nothing", "a part", "blanks after an answer", "a part after an answer"],
)
def test_it_refuses_who_does_not_end_a_head(house, monkeypatch, pieces):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    began = time.monotonic()
    answer = read(house.call(*pieces, every=0.1))
    assert time.monotonic() - began < PATIENCE / 2
    assert answer.rpartition(b"HTTP/1.1 ")[2].startswith(b"408 ")


def test_it_refuses_who_sends_a_body_too_slowly(house, monkeypatch):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    line = house.call(CHUNKED + b"\r\n2\r\nab\r\n")
    assert status(line) == b"408"
    until(lambda: house.hung_up == ["/form"])


def test_a_body_that_comes_at_the_rate_is_taken(house, monkeypatch):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(connections, "SLOWEST_BYTES", 1_000)
    # 2,000 bytes in a second: 0.3 s for the head and 2 s for them.
    pieces = [b"64\r\n" + b"y" * 100 + b"\r\n"] * 20
    assert len(told(house.call(CHUNKED + b"\r\n", *pieces, b"0\r\n\r\n", every=0.05))[2]) == 2_000


@pytest.mark.parametrize("behind", [b"", HEAD % b"/two" + b"\r\n"], ids=["alone", "another behind it"])
def test_who_waits_for_an_answer_is_not_slow(house, monkeypatch, behind):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    line = house.call(HEAD % b"/late" + b"\r\n" + behind)
    time.sleep(1.0)
    line.sendall(HEAD % b"/three" + LAST)
    assert read(line).count(b"HTTP/1.1 200 OK") == 2 + bool(behind)


def test_who_takes_nothing_is_cut_off(house, monkeypatch):
    monkeypatch.setattr(connections, "DEAF_SECONDS", 0.3)
    line = house.call(HEAD % b"/much" + b"\r\n")
    until(lambda: house.begun)
    until(lambda: not house.server.server_state.connections)
    line.close()


@pytest.mark.skipif(connections.TCP_USER_TIMEOUT is None, reason="the kernel cannot be told")
def test_who_takes_nothing_of_a_feed_is_cut_off(house, monkeypatch):
    """Its socket holds megabytes before anything waits with us: nothing is unsent, as far as we see."""
    monkeypatch.setattr(connections, "DEAF_SECONDS", 0.3)
    line = socket.socket()
    house.lines.append(line)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    line.connect(house.listening.getsockname())
    line.sendall(HEAD % b"/feed" + b"\r\n")
    until(lambda: "/feed" in house.hung_up)


def test_who_reads_slowly_is_not(house, monkeypatch):
    monkeypatch.setattr(connections, "DEAF_SECONDS", 0.5)
    line = house.call(HEAD % b"/much" + LAST)
    taken = 0
    while part := line.recv(512 * 1024):
        taken += len(part)
        time.sleep(0.02)
    assert taken > MUCH


@pytest.mark.parametrize(("proxies", "taken"), [(0, 3), (1, 5)])
def test_one_address_has_so_many_connections(house, settings, monkeypatch, proxies, taken):
    """Behind a proxy all come from there."""
    settings.PROXIES, settings.LIVE_FEEDS_PER_ADDRESS = proxies, 2
    monkeypatch.setattr(connections, "MOST_BESIDE_FEEDS", 1)
    for _ in range(2):  # those that ended count no more
        lines = [house.call() for _ in range(5)]
        assert [status(line) for line in lines[taken:]] == [b"429"] * (5 - taken)
        for line in lines[:taken]:
            line.sendall(HEAD % b"/one" + LAST)
        assert [status(line) for line in lines[:taken]] == [b"200"] * taken
        until(lambda: not house.server.server_state.connections)
    assert not connections._open


def test_a_request_hears_that_its_caller_hung_up_when_another_was_sent_behind_it(house):
    line = house.call(HEAD % b"/feed" + b"\r\n", HEAD % b"/two" + b"\r\n", every=0.2)
    line.close()
    until(lambda: "/feed" in house.hung_up)
