"""Playing one game of a study again, step by step, as a transcript."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import numpy as np

from engines.derived import Drift, can_recount, compare, recount_asked
from engines.game import UsageError
from engines.kernels import Table
from engines.user_games import telling_lines
from experiments.faults import engine_fault_at, fault_at
from experiments.study import Study
from strategies.compiling import compiled, weight_records


class Replay:
    """The game of an index: its players by seat, its events, and the finished table."""

    def __init__(self, study: Study, game_index: int) -> None:
        if game_index < 0:
            raise UsageError(f"--game-index {game_index}: games are numbered from 0.")
        self.study = study
        self.game_index = game_index
        places = study.design.places
        self.deal, self.place = divmod(game_index, len(places))
        place = places[self.place]
        self.rotation = place.rotation
        self.seating = place.seating
        self.names = self._names()
        self.table = Table(study.game, study.mode, dict(study.rules), study.edition, study.seed)
        self.lineup = study.lineups[place.lineup]
        self.table.forbid(study.forbidden(self.lineup))

    def _names(self) -> list[str]:
        """The players' labels by seat, with the seat where a label sits twice."""
        labels = [self.study.players[player].label for player in self.seating]
        return [label if labels.count(label) == 1 else f"{label}#{seat}" for seat, label in enumerate(labels)]

    def header(self) -> dict[str, Any]:
        """What fixes the game: the first line of a transcript."""
        study = self.study
        edition = study.edition
        return {
            "event": "game",
            "game": study.game_name,
            "mode": study.mode_name,
            "seed": study.seed,
            "game_index": self.game_index,
            "deal": self.deal,
            "rotation": self.rotation,
            "players": self.names,
            "rules": dict(study.rules),
            "forbidden": [ban.spec for ban in study.bans],
            "edition": None if edition is None else {"name": edition.info.name, "sha256": edition.info.sha256},
        }

    def events(self) -> Iterator[dict[str, Any]]:
        """The events of the game in order.

        Raises StrategyFault, EngineFault, and UsageError for a user's game that cannot be compiled or described.
        """
        table = self.table
        with self._describing():
            describer = self.study.game.describe.Describer(table, self.study.edition)
        choosers = [compiled(self.study.players[player].strategy) for player in self.seating]
        weights = weight_records([self.study.players[player] for player in self.seating])
        self._compile_game()
        yield self.header()
        turn = choices = 0
        with self._playing(turn):
            table.start(self.deal, self.rotation)
        with self._describing():
            events = list(describer.begin())
        yield from events
        watch = self._recount()
        while not table.is_over:
            before = table.state.copy()
            if not table.awaits_decision:
                with self._playing(turn):
                    table.step()
                self._compare(watch, before, None, turn)
                with self._describing():
                    events = list(describer.after_step(before))
                yield from events
                continue
            if choices == self.study.game.longest:
                yield {"event": "unfinished", "choices": choices}
                return
            choices += 1
            with self._playing(turn):
                legal = table.options()
                if legal > 1:
                    table.look()
            index = 0
            if legal > 1:
                turn += 1
                index = self._choose(choosers, weights, legal, turn)
            move = int(table.moves["move"][index])
            with self._playing(turn):
                table.choose_move(move)
            self._compare(watch, before, move, turn)
            with self._describing():
                events = list(describer.after_choice(before, move, legal))
            yield from events

    def _compile_game(self) -> None:
        """Compile a user's game as a run does, by playing no deal of it: then a fault in its source has a file and a line."""
        if self.study.game.folder:
            players = [self.study.players[player] for player in self.lineup]
            choosers = tuple(compiled(player.strategy) for player in players)
            rotations = len(self.study.mode.rotations)
            no_games = np.zeros((0, rotations), self.table.kernels.OUTCOME)
            self.table.play(choosers, weight_records(players), self.deal, no_games, rotations)

    def _describing(self) -> AbstractContextManager[None]:
        """For what the game's transcript writer, or its recount, does in Python."""
        return telling_lines(self.study.game.folder)

    @contextmanager
    def _playing(self, turn: int) -> Iterator[None]:
        """For what the game's own compiled code does after so many choices. Raises EngineFault for what it raises."""
        try:
            yield
        except (ArithmeticError, LookupError, ValueError, RuntimeError, AssertionError, TypeError) as error:
            what = f"raised {type(error).__name__} ({error})"
            raise engine_fault_at(self.study, self.place, self.deal, turn, what) from error

    def _recount(self) -> Any:
        """What recomputes all that the engine keeps, in debug mode; otherwise None."""
        game = self.study.game
        if not recount_asked() or not can_recount(game):
            return None
        with self._describing():
            return game.part("recount").Recount(self.table, self.study.edition)

    def _compare(self, watch: Any, before: Any, move: int | None, turn: int) -> None:
        """Raises EngineFault if a value that the engine keeps has drifted."""
        if watch is not None:
            try:
                with self._describing():
                    compare(watch.after(before, move))
            except Drift as drift:
                what = f"keeps a value that drifted ({drift})"
                raise engine_fault_at(self.study, self.place, self.deal, turn, what) from None

    def _choose(self, choosers: list[Any], weights: Any, legal: int, turn: int) -> int:
        """The index that the strategy to act chooses."""
        table = self.table
        seat = int(table.state["actor"])
        player = self.seating[seat]
        try:
            index = int(choosers[seat](table.view, table.moves, legal, weights[seat], table.seat_stream(seat)))
        except Exception as error:
            raise fault_at(
                self.study, self.place, self.deal, player, seat, turn, f"raised {type(error).__name__} ({error})"
            ) from error
        if not 0 <= index < legal:
            what = f"chose option {index} of {legal} (possible: 0 to {legal - 1})"
            raise fault_at(self.study, self.place, self.deal, player, seat, turn, what)
        return index
