"""Results of a stage → its table, with the reason of every place.

1. `results` what was played, ruled or taken away, and the same as of an earlier round; `points` what an outcome earns;
   `rules` what the stage says of its table.
2. `sheet` the results by entrant, as measures read them.
3. `unplayed` what byes, forfeits and missed rounds are worth in tie-breaks, by edition.
4. `measures` tie-breaks of one entrant; `encounters` those among the entrants that are tied.
5. `ranking` the order, and which rule drew each border; `reasons` the same as sentences.
6. `table` the rows.
"""
