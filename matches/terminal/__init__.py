"""Matches in a terminal: what `manage.py match` and `manage.py transcript` are made of."""
