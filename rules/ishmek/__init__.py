"""Ishmêk, Banak Rules: two teams of casters, two copper orbs, a walled arena of 16 × 7 squares."""
