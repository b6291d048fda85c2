"""The table as geometry: lengths, shapes, gaps, sight, paths, places. Integers only; no state of a battle."""
