"""Trying a user's strategies: compiled with bounds checks, played against a built-in one, faults reported."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from engines.game import UsageError, find_game, game_names, unknown_name
from engines.tally import Tally
from experiments.faults import StrategyFault
from experiments.running import BLOCK_GAMES, play_study, warm_up
from experiments.study import make_study
from strategies.api import Strategy
from strategies.loading import load_file, load_strategies


def check_file(path: str, game_name: str | None, games: int, seed: int) -> Iterator[str]:
    """Check every strategy of a file; a line on each that is sound.

    Raises UsageError for what cannot be loaded or compiled, and StrategyFault with all faults of play, when all were tried.
    """
    faults: list[str] = []
    strategies, others = _strategies(path, game_name)
    for strategy in strategies:
        try:
            yield from _check(strategy, path, games, seed)
        except StrategyFault as fault:
            faults.append(str(fault))
    yield from others
    if faults:
        raise StrategyFault("\n".join(faults))


def _strategies(path: str, game_name: str | None) -> tuple[list[Strategy], list[str]]:
    """The file's strategies for one game, or for all that come with the laboratory; and what is to be said of the others."""
    if game_name is not None:
        return list(load_file(path, find_game(game_name).name).values()), []
    strategies = load_strategies(path)
    others = [
        f"{strategy.name} was not tried: {unknown_name('game', strategy.game, game_names())} "
        f"If the game is your own, say `{shlex.join(['simulate', 'check', path, '--game'])} FOLDER`."
        for strategy in strategies
        if strategy.game not in game_names()
    ]
    if len(others) == len(strategies):
        raise UsageError("\n".join(others) or f"{path}: no strategy in it. A strategy is a function under @strategy(GAME).")
    return [strategy for strategy in strategies if strategy.game in game_names()], others


def _check(strategy: Strategy, path: str, games: int, seed: int) -> Iterator[str]:
    """Play one strategy against the opponents of the default line-up, in every mode."""
    game = find_game(strategy.game)
    for mode in game.modes:
        lineup = [f"{path}:{strategy.name}", *game.default_lineup[mode.name][1:]]
        study = make_study(
            game_name=game.spec, mode_name=mode.name, player_count=mode.players, specs=lineup[: mode.side_count], seed=seed
        )
        tally = Tally.empty(game, study.mode, len(study.players), study.design.games_per_deal)
        warm_up(study)
        for result in play_study(study, study.design.deals_for(games), block_games=BLOCK_GAMES):
            tally.add(result.tally)
        share = tally.share[0] / 60 / tally.player_games[0].sum()
        against = ", ".join(player.label for player in study.players[1:])
        yield (
            f"{strategy.name}: sound in {int(tally.games[0]):,} games of {game.title} ({mode.name}, {mode.players} players); "
            f"it won {100 * share:.1f}% against {against}."
        )
