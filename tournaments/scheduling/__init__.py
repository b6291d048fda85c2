"""Schedules made by CP-SAT, for workers: who has which place of the round robin, then when and where each game is.

1. `drawing.draw` maps entrants onto the places of a round robin, so that home and away keep its few breaks.
2. `placing.place` gives every fixture a slot, and improves the schedule as long as it may; `placing.repair` moves the
   fewest fixtures instead.
3. Where that cannot be done, `drawing.draw_conflicts` and `placing.date_conflicts` name the rules that clash.

OR-Tools is imported when a model is first made, and only in `cp_sat`. The same input gives the same schedule: one
thread, one seed, and limits that count work, not seconds.
"""
