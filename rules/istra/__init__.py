"""Storm of Istra: skirmish battles in continuous inches."""
