"""Trying a user's strategies: compiled with bounds checks, played against a built-in one, faults reported."""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import UsageError, find_game, game_names
from experiments.faults import StrategyFault
from experiments.running import Block, bench_for
from experiments.study import make_study
from strategies.api import Strategy
from strategies.loading import load_file


def check_file(path: str, game_name: str | None, games: int, seed: int) -> Iterator[str]:
    """Check every strategy of a file; a line on each that is sound.

    Raises UsageError for what cannot be loaded or compiled, and StrategyFault with all faults of play, when all were tried.
    """
    faults: list[str] = []
    for strategy in _strategies(path, game_name):
        try:
            yield from _check(strategy, path, games, seed)
        except StrategyFault as fault:
            faults.append(str(fault))
    if faults:
        raise StrategyFault("\n".join(faults))


def _strategies(path: str, game_name: str | None) -> list[Strategy]:
    """The file's strategies, for one game or for all."""
    if game_name is not None:
        return list(load_file(path, find_game(game_name).name).values())
    found: list[Strategy] = []
    problem: UsageError | None = None
    for name in game_names():
        try:
            found += load_file(path, name).values()
        except UsageError as error:
            problem = problem or error
    if not found and problem is not None:
        raise problem
    return found


def _check(strategy: Strategy, path: str, games: int, seed: int) -> Iterator[str]:
    """Play one strategy against the opponents of the default line-up, in every mode."""
    game = find_game(strategy.game)
    for mode in game.modes:
        lineup = [f"{path}:{strategy.name}", *game.default_lineup[mode.name][1:]]
        study = make_study(
            game_name=game.spec, mode_name=mode.name, player_count=mode.players, specs=lineup[: mode.side_count], seed=seed
        )
        deals = study.design.deals_for(games)
        tally = bench_for(study).play(Block(0, deals), False).tally
        share = tally.share[0] / 60 / tally.player_games[0].sum()
        against = ", ".join(player.label for player in study.players[1:])
        yield (
            f"{strategy.name}: sound in {int(tally.games[0]):,} games of {game.title} ({mode.name}, {mode.players} players); "
            f"it won {100 * share:.1f}% against {against}."
        )
