"""Trying a user's strategies: compiled with bounds checks, played against a built-in one, faults reported."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from engines.game import SHARE_UNIT, UsageError, find_game, game_names, unknown_name
from engines.tally import Tally
from experiments.bench import BLOCK_GAMES
from experiments.faults import StrategyFault
from experiments.running import play_study, warm_up
from experiments.study import make_study
from strategies.api import Strategy
from strategies.loading import load_file, load_strategies


def check_file(path: str, game_name: str | None, games: int, seed: int) -> Iterator[str]:
    """Check the strategies of a file for one game, or for all that come with the laboratory; a line on each that is sound.

    Raises UsageError for what cannot be loaded or compiled; and when all were tried, StrategyFault with all faults of play, or
    UsageError with those strategies of which the game is not known.
    """
    if game_name is not None:
        known, unknown = list(load_file(path, find_game(game_name).name).values()), []
    else:
        strategies = load_strategies(path)
        if not strategies:
            raise UsageError(f"{path}: no strategy in it. A strategy is a function under @strategy(GAME).")
        known = [strategy for strategy in strategies if strategy.game in game_names()]
        unknown = [_untried(strategy, path) for strategy in strategies if strategy not in known]
    faults: list[str] = []
    for strategy in known:
        try:
            yield from _check(strategy, path, games, seed)
        except StrategyFault as fault:
            faults.append(str(fault))
    if faults:
        raise StrategyFault("\n".join([*faults, *unknown]))
    if unknown:
        raise UsageError("\n".join(unknown))


def _untried(strategy: Strategy, path: str) -> str:
    """What is said of a strategy for a game that does not come with the laboratory."""
    return (
        f"strategy {strategy.name} was not tried: {unknown_name('game', strategy.game, game_names())} "
        f"If the game is your own, say: {shlex.join(['simulate', 'check', path, '--game'])} FOLDER"
    )


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
        share = tally.share[0] / SHARE_UNIT / tally.player_games[0].sum()
        against = ", ".join(player.label for player in study.players[1:])
        unfinished = f" {int(tally.unfinished[0]):,} games did not end." if tally.unfinished[0] else ""
        yield (
            f"{strategy.name}: sound in {int(tally.games[0]):,} games of {game.title} ({mode.name}, {mode.players} players); "
            f"it won {100 * share:.1f}% against {against}.{unfinished}"
        )
