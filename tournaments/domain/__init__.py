"""Tournaments as a pure decider: commands in, events out. No framework, no clock, no chance of its own."""
