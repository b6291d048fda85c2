"""`.skald` files that were changed and whose hashes were made anew: all that needs no key."""

import json
from hashlib import sha256
from uuid import UUID, uuid4

from eventstore.chain import genesis, link


class Forgery:
    """A file taken apart: `streams` are the header's, `events` those of each stream, to be changed at will."""

    def __init__(self, raw):
        self.header, *lines, _footer = map(json.loads, raw.splitlines())
        self.streams = self.header["streams"]
        rest = iter(lines)
        self.events = [[next(rest) for _ in range(stream["version"])] for stream in self.streams]

    def raw(self):
        """The file with good hashes and no seal."""
        self.header.pop("sealed_by", None)
        heads = [self._chain(*one) for one in zip(self.streams, self.events, strict=True)]
        lines = [self.header, *(event for events in self.events for event in events)]
        raw = b"".join(map(spelled, lines))
        count = sum(map(len, self.events))
        return raw + spelled({"events": count, "heads": heads, "sha256": sha256(raw).hexdigest(), "seal": None})

    @staticmethod
    def _chain(stream, events):
        uuid = UUID(stream["uuid"]).bytes
        head = genesis(uuid, stream["name"])
        for event in events:
            told = (event["v"], event["type"], event["schema"], event["at"], event["actor"])
            head = link(head, uuid, *told, UUID(event["command"]).bytes, event["body"].encode())
            event["hash"] = head.hex()
        return head.hex()


def spelled(line):
    """A line in the one spelling that an export has."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def taking(raw, commands):
    """A file of one match as another match, whose last event comes once for each of `commands` and bears its id."""
    forgery = _renamed(raw, uuid4())
    (stream,), (events,) = forgery.streams, forgery.events
    last = events.pop()
    events.extend(last | {"v": last["v"] + place, "command": str(one)} for place, one in enumerate(commands))
    stream["version"] = len(events)
    return forgery.raw()


def posing(raw, match):
    """A file of one match as the match of another id."""
    return _renamed(raw, match).raw()


def _renamed(raw, match):
    forgery = Forgery(raw)
    (stream,), (events,) = forgery.streams, forgery.events
    own = stream["name"].removeprefix("match-")
    stream["name"] = f"match-{match}"
    for event in events:
        event["body"], event["command"] = event["body"].replace(own, str(match)), str(uuid4())
    return forgery
