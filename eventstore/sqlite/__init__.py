"""Django's backend for SQLite with a fair gate in front of each write: `"ENGINE": "eventstore.sqlite"`."""
