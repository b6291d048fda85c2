"""The pages of matches: the list, the table one plays at, the replay, the dice check.

They show and ask; `matches.service` decides.
"""
