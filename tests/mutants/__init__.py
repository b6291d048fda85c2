"""Small changes to the code that must turn a test red: see `make mutants` in CONTRIBUTING."""
