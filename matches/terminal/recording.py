"""Store transcripts as matches, command by command, through the handler."""

from __future__ import annotations

import sys
import uuid

from tqdm import tqdm

from matches import service
from matches.facts import Visibility
from matches.terminal.finding import complaint, user_named
from rules.kernel.asks import GM
from rules.kernel.errors import Malformed
from rules.kernel.transcript import Transcript
from rules.registry import RULESETS
from web.errors import Refusal
from web.people import THE_HOUSE, person


def record_transcript(transcript: Transcript, gm: str | None, visibility: Visibility) -> uuid.UUID:
    """Store a transcript that plays to its end, without the steps that it expects to be refused.

    Returns the id of the match. Raises `Malformed` for a transcript whose setup or position is refused, and for one
    with house dice, which would fall differently in the new match.
    """
    if "house" in transcript.dice.values():
        raise Malformed("only table dice can be recorded: house dice would fall differently in the new match", "dice")
    if transcript.expect is not None and transcript.expect.refusal:
        raise Malformed("a transcript whose setup or position is refused makes no match", "expect.refused")
    game = RULESETS[transcript.ruleset]
    order = service.NewMatch(
        ruleset=transcript.ruleset,
        setup=transcript.setup,
        position=transcript.position,
        house_rules=transcript.house_rules,
        dice=dict.fromkeys((*game.seats, GM), "table"),
        title=transcript.title,
        visibility=visibility,
    )
    try:
        match_id = service.create_match(person(user_named(gm)) if gm else THE_HOUSE, order)
        for seat, salt in transcript.salts.items():
            service.give_command(THE_HOUSE, match_id, {"type": "add_salt", "seat": seat, "salt": salt}, by=seat)
        happened = [step for step in transcript.steps if step.expect is None or not step.expect.refusal]
        for step in tqdm(happened, unit="command", disable=not sys.stderr.isatty()):
            service.give_command(THE_HOUSE, match_id, step.command, dice=step.dice, by=step.by)
    except Refusal as refusal:
        raise complaint(refusal) from None
    return match_id
