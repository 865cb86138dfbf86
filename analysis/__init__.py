"""Estimates from the tables of a run: this package knows counts and names, not games."""
