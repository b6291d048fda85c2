"""The rules of Storm of Istra, a file a topic: what may be asked for, and what comes of it."""
