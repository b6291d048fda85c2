"""Ring: two wrestlers on a short mat. All that a game needs, and nothing else."""
