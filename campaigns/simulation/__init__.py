"""A campaign that plays itself: companies founded, battles fought by bots, everything between them done sensibly."""
