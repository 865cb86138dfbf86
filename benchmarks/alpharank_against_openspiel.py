"""Alpha-rank against OpenSpiel's, on random win shares: the largest difference.

    python -m venv bench && bench/bin/pip install open_spiel scipy matplotlib
    PYTHONPATH=. bench/bin/python benchmarks/alpharank_against_openspiel.py [--games 200]

OpenSpiel is needed for this benchmark only. It solves by eigenvectors, which fail where selection is strong and the chain all
but falls apart; those are counted, and there ours is checked to be a distribution.
"""

from __future__ import annotations

import argparse
import warnings

import numpy as np

from analysis.metagame import alpha_rank


def openspiel_rank(payoffs: np.ndarray, alpha: float, population: int) -> np.ndarray | None:
    """OpenSpiel's distribution, or None where it finds none."""
    from open_spiel.python.egt import alpharank

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _, _, found, _, _ = alpharank.compute([payoffs], m=population, alpha=alpha)
    except ValueError:
        return None
    return np.asarray(found) if np.isfinite(found).all() else None


def main() -> None:
    """Compare random games of 2 to 12 strategies for each intensity, and print the largest difference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    random = np.random.default_rng(1)
    print("alpha   compared   OpenSpiel has none   largest difference")
    for alpha in (0.01, 0.1, 1.0, 3.0, 10.0, 100.0, 10_000.0):
        largest, compared = 0.0, 0
        for _ in range(games):
            size = int(random.integers(2, 13))
            gains = random.uniform(-0.25, 0.25, (size, size))
            payoffs = 0.5 + gains - gains.T
            ours = alpha_rank(payoffs, alpha, 50)
            assert abs(ours.sum() - 1) < 1e-9
            theirs = openspiel_rank(payoffs, alpha, 50)
            if theirs is not None:
                compared += 1
                largest = max(largest, float(np.abs(ours - theirs).max()))
        print(f"{alpha:<7g} {compared:<10} {games - compared:<20} {largest:.1e}")


if __name__ == "__main__":
    main()
