"""A body of every event of Storm of Istra: the first of its type that is on file."""

from __future__ import annotations

import json
from typing import Any

from tests.rules.every_game.golden import GOLDEN

SAMPLES: dict[str, dict[str, Any]] = {}
for line in (GOLDEN / "istra" / "events_v1.jsonl").read_text(encoding="utf-8").splitlines():
    body = json.loads(line)
    SAMPLES.setdefault(body.pop("type"), body)
