"""Games that were broken off because they did not end: how many, which, and how to see them. They count as shared wins."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.tally import Counts
from experiments.faults import replay_command
from experiments.study import Study

LISTED = 100
"""So many games are listed, those with the lowest numbers."""

NAMED = 5
"""So many of them a remark names."""

NO_GAME = -1


def no_games() -> Counts:
    """A list of games without entries."""
    return np.full(LISTED, NO_GAME, np.int64)


def first_games(*lists: Any) -> Counts:
    """The lowest numbers of several lists of games, as one list."""
    found = np.unique(np.concatenate(lists))
    found = found[found != NO_GAME][:LISTED]
    return np.concatenate([found, no_games()[len(found) :]])


def unfinished_entry(study: Study, counts: Any) -> dict[str, Any]:
    """The games of a run (`counts.RunCounts`) that did not end, for its JSON object and manifest."""
    listed = counts.unfinished[counts.unfinished != NO_GAME].tolist()
    return {"games": int(counts.tally.unfinished[0]), "choices": study.game.longest, "seed": study.seed, "listed": listed}


def unfinished_remark(study: Study, counts: Any) -> str:
    """What is to be said of games that did not end; nothing if all did."""
    entry = unfinished_entry(study, counts)
    if not entry["games"]:
        return ""
    games = counts.games
    named = ", ".join(map(str, entry["listed"][:NAMED])) + (" .." if entry["games"] > NAMED else "")
    return (
        f"{entry['games']:,} of {games:,} games ({100 * entry['games'] / games:.2f}%) did not end within {entry['choices']:,} "
        f"choices; they count as shared by all: games {named} of seed {study.seed}.\n"
        f"See the first with: {replay_command(study, entry['listed'][0])}"
    )
