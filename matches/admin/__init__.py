"""Matches in the admin site: lists to look through, and GM actions as commands with a reason."""

from matches.admin.audit_links import MatchStreamInfo
from matches.admin.lists import AccountAdmin, MatchAdmin, SeatAdmin

__all__ = ["AccountAdmin", "MatchAdmin", "MatchStreamInfo", "SeatAdmin"]
