"""What things of a game are and do, in its own words and those of its rows, for who is to choose among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from campaigns.projection_fields import Standards
from matches.rulebooks import texts_of
from web.templatetags.sentences import rule_words


class Meaning(NamedTuple):
    """What something is called, what is said of it, and by rule the words of the rows about it."""

    title: str
    said: str
    rows: Mapping[str, str]


def meanings(standards: Standards, titles: Mapping[str, str]) -> list[Meaning]:
    """Of things given by key with what they are called; what the game has no words for is left out."""
    told = ((title, standards.progression.about(standards.rules, key)) for key, title in titles.items())
    return [
        Meaning(
            title[:1].upper() + title[1:],
            about.said,
            {rule: rule_words(text) for rule, text in texts_of(standards.game, about.rules).items()},
        )
        for title, about in told
        if about.said or about.rules
    ]
