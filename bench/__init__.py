"""Skald measured against what people would use instead: `make bench`, or `python -m bench [names…] [--quick]`.

Peer and ours take turns in one run; each takes several rounds, and medians are told. `docs/performance.md` says how
and on what, and holds the table of the last whole run.
"""
