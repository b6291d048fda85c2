"""The append-only log: append, read, subscribe, snapshot, upcast, verify. Knows no game.

Import what you need from `eventstore.api`; `docs/event-store.md` tells how each guarantee is kept.
"""
