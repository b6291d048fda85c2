"""Whose address a request bears: what the proxies of this house say, and nothing that callers say of themselves."""

import http.client
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.http import HttpRequest

from config.addresses import caller

ROOT = Path(__file__).resolve().parents[2]
PEER = "198.51.100.7"


def asked_by(peer=PEER, said=None):
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = peer
    if said is not None:
        request.META["HTTP_X_FORWARDED_FOR"] = said
    return caller(request)


@pytest.mark.parametrize("said", [None, "", "192.0.2.1", "192.0.2.1, 192.0.2.2", "nonsense"])
def test_without_a_proxy_the_header_means_nothing(settings, said):
    settings.PROXIES = 0
    assert asked_by(said=said) == PEER


@pytest.mark.parametrize("made_up", ["192.0.2.1", "192.0.2.2:80", "::1", "192.0.2.3, 10.0.0.1"])
def test_without_a_proxy_whom_a_server_in_front_believed_is_counted_as_one(settings, made_up):
    """uvicorn alone believes callers on its own machine, and lets each of them be whoever it says."""
    settings.PROXIES = 0
    peers = [entry.strip().removesuffix(":80") for entry in made_up.split(",")]
    assert {asked_by(peer, made_up) for peer in peers} == {"forwarded"}


@pytest.mark.parametrize(
    ("proxies", "said", "expected"),
    [
        (1, "192.0.2.1", "192.0.2.1"),
        (1, "10.9.9.9, 192.0.2.1", "192.0.2.1"),  # a client that sent a header of its own
        (2, "10.9.9.9, 192.0.2.1, 203.0.113.5", "192.0.2.1"),
        (2, "203.0.113.5", "203.0.113.5"),
        (1, None, PEER),
        (1, "10.9.9.9, unknown", PEER),
        (1, "192.0.2.1,", PEER),
        # Some proxies add the port that they were called from, and then brackets around an address of IPv6.
        (1, "192.0.2.1:5678", "192.0.2.1"),
        (1, "10.9.9.9:80, 192.0.2.1:65535", "192.0.2.1"),
        (1, "[2001:db8:1:2:3::4]:5678", "2001:db8:1:2::/64"),
        (1, "[2001:db8:1:2:3::4]", "2001:db8:1:2::/64"),
        (1, '"[2001:db8:1:2:3::4]:5678"', "2001:db8:1:2::/64"),
        (1, "2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        (1, "fe80::1%eth0", "fe80::/64"),
        (1, "[::ffff:192.0.2.1]:5678", "192.0.2.1"),
        (1, "192.0.2.1:5678:9", PEER),
        (1, "[", PEER),
        (1, "9" * 100_000, PEER),
        (1, "10.9.9.9," * 100_000 + "192.0.2.1", "192.0.2.1"),
    ],
)
def test_behind_proxies_it_is_what_the_outermost_of_them_says(settings, proxies, said, expected):
    settings.PROXIES = proxies
    assert asked_by(said=said) == expected


def test_addresses_of_one_network_of_ipv6_are_one(settings):
    settings.PROXIES = 0
    assert asked_by("2001:db8:1:2:3::4") == asked_by("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert asked_by("2001:db8:1:3::4") != asked_by("2001:db8:1:2::4")
    assert asked_by("::ffff:192.0.2.1") == "192.0.2.1"


@pytest.fixture
def served(tmp_path, environment):
    """A uvicorn as it starts when nobody tells it of proxies, with two pages a minute for each address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    more = {"SKALD_VAR": str(tmp_path), "THROTTLE_PAGES": "2/day", "THROTTLE_ANON": "2/day"}
    for variable in ("PROXIES", "FORWARDED_ALLOW_IPS"):
        environment.pop(variable, None)
    environment |= more
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
    words = ("-m", "uvicorn", "config.asgi:application", "--port", str(port), "--lifespan", "off")
    web = subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    try:
        yield port
    finally:
        web.terminate()
        web.wait()


def asks(port, address, said):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        line.request("GET", address, headers={"X-Forwarded-For": said})
        return line.getresponse().status
    finally:
        line.close()


@pytest.mark.slow
def test_a_caller_cannot_move_by_a_header(served):
    deadline = time.monotonic() + 60
    while True:
        try:
            asks(served, "/healthz", "")
            break
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.1)
    for address, most in (("/", [200, 200, 429]), ("/api/v1/matches/", [200, 200, 429])):
        assert [asks(served, address, f"192.0.2.{number}:{number}") for number in range(1, 4)] == most
