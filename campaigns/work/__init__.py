"""What the jobs of campaigns do. Importing this registers all of it."""

from campaigns.work import battles, halls

__all__ = ["battles", "halls"]
