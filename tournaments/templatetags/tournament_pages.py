"""What templates of tournaments ask of what a page offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from tournaments.wording import points_in_words

register = template.Library()


@register.filter
def placed(offers: Mapping[str, Sequence[Any]], place: str) -> Sequence[Any]:
    """What is offered at a place."""
    return offers.get(place, ())


@register.filter
def points(hundredths: int) -> str:
    """Table points as people write them.

    >>> points(150)
    '1.5'
    """
    return points_in_words(hundredths)
