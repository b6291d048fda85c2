"""The address that a request comes from: who is not logged in is counted by it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from django.http import HttpRequest
    from rest_framework.request import Request

# Whoever has one address of IPv6 has all that share its first half.
NETWORK_BITS = 64
FORWARDED = "forwarded"


def caller(request: HttpRequest | Request) -> str:
    """The caller's address, or the network of one of IPv6.

    * Behind `PROXIES` proxies it is the entry that the outermost of them put into `X-Forwarded-For`; what stands before
      that the caller made up.
    * Without a proxy the header means nothing. Where a server in front of Django took its word all the same, as uvicorn
      does for callers on its own machine, all who send it are counted as one.
    """
    peer = str(request.META.get("REMOTE_ADDR") or "")
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR") or "")
    if not settings.PROXIES:
        return FORWARDED if peer and peer in forwarded else network(peer) or peer
    entries = forwarded.split(",")
    return network(_bare(entries[-min(settings.PROXIES, len(entries))].strip())) or network(peer) or peer


def _bare(entry: str) -> str:
    """An entry without what some proxies put around an address: quotes, the brackets of IPv6, a port.

    >>> _bare("192.0.2.1:5678"), _bare('"[2001:db8::1]:5678"'), _bare("2001:db8::1")
    ('192.0.2.1', '2001:db8::1', '2001:db8::1')
    """
    entry = entry.strip('"')
    if entry.startswith("["):
        return entry[1:].partition("]")[0]
    return entry.partition(":")[0] if entry.count(":") == 1 else entry


def network(text: str) -> str:
    """An address as it is counted; empty for what is none."""
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> NETWORK_BITS << NETWORK_BITS)}/{NETWORK_BITS}"
