"""Game engines: the rules, compiled. Nothing here knows of strategies, runs or reports."""
