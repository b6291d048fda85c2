"""A tournament that plays itself: companies enter, rounds are paired, battles fought by bots, results reported."""
