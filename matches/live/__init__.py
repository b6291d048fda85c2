"""Following a match while it is played, by server-sent events."""

from matches.live.views import live

__all__ = ["live"]
