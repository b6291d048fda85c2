"""Results, tie-breaks and tables."""
