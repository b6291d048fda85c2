"""Answers that are held back for a while: the event loop waits with them, and no thread does (`config/threads.py`)."""

from django.http.response import HttpResponseBase

HELD = "skald_held_seconds"


def hold_back(answer: HttpResponseBase, seconds: float) -> None:
    """Let an answer be sent so many seconds after it is ready."""
    setattr(answer, HELD, seconds)


def held_seconds(answer: HttpResponseBase) -> float:
    """For how many seconds an answer is to be held back."""
    return float(getattr(answer, HELD, 0))
