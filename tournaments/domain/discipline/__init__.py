"""Who is out of a tournament, why, and until when: pure questions about what the tournament has on record.

`facts` are on record: offences, bans, appeals, matches. `house_rules` are the switches. `offences` says what a settled
battle and an officer bring, and which ban each opens. `thresholds` adds the bans that offences open together and says
when suspended bans fall due. `ledger` reads from all of it which match served which ban; `board` says who is out, in
words, and refuses to field them. `appeals`, `leaving` (an entrant that withdraws or is expelled) and `no_shows` stand
beside it.

An **order key** is a whole number that grows with time. A match has the key of when it was played, not of when its
result came in. Anything else (a decision, an appeal) has the key of the last match before it: a match comes after it if
its key is greater.
"""
