"""The Banak Open, with which a fresh Skald is furnished: teams, people, and matches told by real commands."""
