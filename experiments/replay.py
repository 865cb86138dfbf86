"""Playing one game of a study again, step by step, as a transcript."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.derived import Drift, can_recount, compare, recount_asked
from engines.game import UsageError
from engines.kernels import Table
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
        self.table.forbid(study.forbidden(study.lineups[place.lineup]))

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
        """The events of the game in order. Raises StrategyFault, EngineFault."""
        table = self.table
        describer = self.study.game.describe.Describer(table, self.study.edition)
        choosers = [compiled(self.study.players[player].strategy) for player in self.seating]
        weights = weight_records([self.study.players[player] for player in self.seating])
        yield self.header()
        table.start(self.deal, self.rotation)
        yield from describer.begin()
        watch = self._recount()
        turn = choices = 0
        while not table.is_over:
            before = table.state.copy()
            if not table.awaits_decision:
                table.step()
                self._compare(watch, before, None, turn)
                yield from describer.after_step(before)
                continue
            if choices == self.study.game.longest:
                yield {"event": "unfinished", "choices": choices}
                return
            choices += 1
            legal = table.options()
            index = 0
            if legal > 1:
                turn += 1
                index = self._choose(choosers, weights, legal, turn)
            move = int(table.moves["move"][index])
            table.choose_move(move)
            self._compare(watch, before, move, turn)
            yield from describer.after_choice(before, move, legal)

    def _recount(self) -> Any:
        """What recomputes all that the engine keeps, in debug mode; otherwise None."""
        game = self.study.game
        if not recount_asked() or not can_recount(game):
            return None
        return game.part("recount").Recount(self.table, self.study.edition)

    def _compare(self, watch: Any, before: Any, move: int | None, turn: int) -> None:
        """Raises EngineFault if a value that the engine keeps has drifted."""
        if watch is not None:
            try:
                compare(watch.after(before, move))
            except Drift as drift:
                what = f"keeps a value that drifted ({drift})"
                raise engine_fault_at(self.study, self.place, self.deal, turn, what) from None

    def _choose(self, choosers: list[Any], weights: Any, legal: int, turn: int) -> int:
        """The index that the strategy to act chooses."""
        table = self.table
        seat = int(table.state["actor"])
        view = table.look()
        player = self.seating[seat]
        try:
            index = int(choosers[seat](view, table.moves, legal, weights[seat], table.seat_stream(seat)))
        except Exception as error:
            raise fault_at(
                self.study, self.place, self.deal, player, seat, turn, f"raised {type(error).__name__} ({error})"
            ) from error
        if not 0 <= index < legal:
            what = f"chose option {index} of {legal} (possible: 0 to {legal - 1})"
            raise fault_at(self.study, self.place, self.deal, player, seat, turn, what)
        return index
