"""Experiments: what is played, by whom, how often, and what a run leaves behind."""
