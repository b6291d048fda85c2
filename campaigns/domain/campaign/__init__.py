"""The campaign itself: who takes part, by which rules of the house, in which battles."""
