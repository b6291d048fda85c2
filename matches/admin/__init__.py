"""Matches in the admin site: lists to look through, and the GM's hand as commands with a reason."""

from matches.admin.lists import AccountAdmin, MatchAdmin, SeatAdmin
from matches.admin.story import MatchStory

__all__ = ["AccountAdmin", "MatchAdmin", "MatchStory", "SeatAdmin"]
