"""All rules about a campaign itself, a file a topic: its stages and its house rules, its people."""
