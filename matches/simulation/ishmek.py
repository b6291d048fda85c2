"""What is worth counting in matches of Ishmêk."""

from matches.simulation.telling import Telling, named_details

TELLING = Telling(("initiative_set", "team"), named_details)
