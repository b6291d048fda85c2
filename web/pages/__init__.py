"""What pages of every app are made of: forms and their fields, and what becomes of a refusal."""
