"""`.skald` files sealed otherwise than an export seals them now, made by hand."""

import hmac
from hashlib import sha256


def resealed(raw, *, sealed_by, secret=None):
    """The bytes of a file with another `sealed_by` (None: without), hashes that fit, and a seal made with `secret`."""
    header, *events, footer = raw.splitlines(keepends=True)
    header = header.split(b',"sealed_by"')[0].rstrip(b"}\n")
    header += b',"sealed_by":"%s"}\n' % sealed_by.encode() if sealed_by else b"}\n"
    digest = sha256(header + b"".join(events))
    mac = hmac.digest(secret, b"skald/seal/1skald/export/1" + digest.digest(), "sha256").hex() if secret else None
    seal = b'"%s"' % mac.encode() if mac else b"null"
    footer = footer.split(b',"sha256"')[0] + b',"sha256":"%s","seal":%s}\n' % (digest.hexdigest().encode(), seal)
    return header + b"".join(events) + footer
