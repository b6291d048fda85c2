"""Representatives of legal commands: ways, actions, places. What stands for what says `rules.istra.points`."""
