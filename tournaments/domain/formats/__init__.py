"""Who plays whom: round robin, elimination, groups, Swiss, tables of three or four. Pure functions."""
