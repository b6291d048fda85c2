"""The games as pure functions: standard library and msgspec only; no clock, no random, no I/O."""
