"""When and where fixtures are played, and which rules of the calendar a schedule breaks."""
