"""`.skald` files sealed otherwise than an export seals them now, made by hand."""

import hmac
import json
from hashlib import sha256

from tests.eventstore.forged_files import spelled


def resealed(raw, *, sealed_by, secret=None):
    """The bytes of a file with another `sealed_by` (None: without), hashes that fit, and a seal made with `secret`."""
    first, *events, footer = raw.splitlines(keepends=True)
    told = json.loads(first)
    told.pop("sealed_by", None)
    last = {"imported": told.pop("imported")} if "imported" in told else {}
    header = spelled(told | ({"sealed_by": sealed_by} if sealed_by else {}) | last)
    digest = sha256(header + b"".join(events))
    mac = hmac.digest(secret, b"skald/seal/1skald/export/1" + digest.digest(), "sha256").hex() if secret else None
    seal = b'"%s"' % mac.encode() if mac else b"null"
    footer = footer.split(b',"sha256"')[0] + b',"sha256":"%s","seal":%s}\n' % (digest.hexdigest().encode(), seal)
    return header + b"".join(events) + footer
