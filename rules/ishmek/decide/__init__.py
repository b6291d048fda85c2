"""The rules of Ishmêk, a file a topic: what may be asked for, and what comes of it."""
