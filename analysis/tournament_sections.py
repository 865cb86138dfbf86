"""A tournament as sections of a report: ranking, order, match-ups, circles, metagame, in plain types."""

from __future__ import annotations

from typing import Any

from analysis.entries import interval_entry
from analysis.tournament import ALPHA, Tournament
from analysis.winning import Interval

LEAST_SHOWN = 0.005
"""Mixture shares below this are not named in sentences."""


def tournament_sections(result: Tournament) -> dict[str, Any]:
    """The sections `ranking`, `order`, `matchups`, `cycles` and `metagame`, strategies best first."""
    order = result.order
    names = [result.names[number] for number in order]
    return {
        "ranking": [_ranked(result, number) for number in order],
        "order": {"text": order_text(result), "same_order_share": result.ratings.order_certainty},
        "matchups": {
            "names": names,
            "share": [[_cell(result, own, other) for other in order] for own in order],
            "n_per_pairing": next((cell.games for row in result.matrix for cell in row if cell), 0),
            "par": result.par,
            "method": "Share of the wins of a pairing, in line-ups of only these two, balanced over the seats; "
            "95% intervals over deals that hold for all pairings at once; significant by Holm's correction.",
        },
        "cycles": [
            {
                "names": [result.names[number] for number in cycle.strategies],
                "shares": list(cycle.shares),
                "p": cycle.p_holm,
                "significant": cycle.significant,
            }
            for cycle in result.cycles
        ],
        "metagame": _metagame_section(result),
    }


def _ranked(result: Tournament, number: int) -> dict[str, Any]:
    """A row of the ranking."""
    ratings, entry, metagame = result.ratings, result.summary.strategies[number], result.metagame
    rating = Interval(ratings.elo[number], ratings.elo[number], ratings.elo[number])
    if ratings.intervals is not None:
        rating = ratings.intervals[number]
    return {
        "name": result.names[number],
        "share": interval_entry(result.overall[number]),
        "rating": interval_entry(rating) if ratings.intervals is not None else None,
        "elo": ratings.elo[number],
        "mixture": metagame.nash[number] if metagame else None,
        "alpharank": metagame.alpharank[number] if metagame else None,
        "beats": result.beaten_by(number),
        "likelihood_of_rank": ratings.rank_certainty[number] if ratings.rank_certainty is not None else None,
        "score": interval_entry(entry.score_interval),
        "games": entry.games,
    }


def _cell(result: Tournament, own: int, other: int) -> dict[str, Any] | None:
    """One strategy against another."""
    pairing = result.matrix[own][other]
    if pairing is None:
        return None
    return {**(interval_entry(pairing.share) or {}), "p": pairing.p_holm, "significant": pairing.significant}


def order_text(result: Tournament) -> str:
    """How sure the order is, as a sentence."""
    ratings, order = result.ratings, result.order
    best = result.names[order[0]]
    if len(order) == 1:
        return f"{best} is the only strategy, so there is no order."
    if ratings.order_certainty is None or ratings.rank_certainty is None:
        return f"{best} has the highest rating; there are too few deals to say how sure the order is."
    beats = result.beaten_by(order[0])
    met = sum(pairing is not None for pairing in result.matrix[order[0]])
    first = f"{best} is first in {100 * ratings.rank_certainty[order[0]]:.0f}% of 1,000 resamplings of the deals"
    if met:
        first += f" and beats {len(beats)} of {met} others significantly"
    return f"{first}; the whole order comes out the same in {100 * ratings.order_certainty:.0f}%."


def _metagame_section(result: Tournament) -> dict[str, Any]:
    """What lasts when players choose among the strategies."""
    metagame = result.metagame
    if metagame is None:
        reason = "There is one strategy only." if len(result.names) == 1 else "Not all pairings were played."
        return {"text": f"{reason} So nothing can be said of mixtures.", "alpha": ALPHA, "sensitivity": []}
    support = [
        f"{result.names[number]} ({100 * metagame.nash[number]:.0f}%)"
        for number in sorted(range(len(result.names)), key=lambda number: -metagame.nash[number])
        if metagame.nash[number] >= LEAST_SHOWN
    ]
    if len(support) == 1:
        text = (
            f"In equilibrium everybody plays {support[0].rpartition(' (')[0]}: no mixture of the others does better against it."
        )
    else:
        text = f"No single strategy is best: the equilibrium mixes {', '.join(support[:-1])} and {support[-1]}."
    return {
        "text": text,
        "alpha": ALPHA,
        "sensitivity": [
            {"alpha": alpha, "top": result.names[top], "share": share} for alpha, top, share in metagame.sensitivity
        ],
    }
