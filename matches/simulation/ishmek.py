"""What is worth counting in matches of Ishmêk."""

from matches.simulation.counted_events import CountedEvents, named_details

COUNTED_EVENTS = CountedEvents(("initiative_set", "team"), named_details)
