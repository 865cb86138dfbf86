"""What every game must hold: a program that is run over each registered game and mode (`test_contract.py`)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engines.game import SHARE_UNIT, Game, Kernels, Mode
from engines.kernels import Table
from engines.records import WEIGHTS
from engines.rng import random_below


def new_table(game: Game, mode: Mode, seed: int = 1) -> Table:
    return Table(game, mode, game.settle_rules({}), game.load_edition(None), seed)


def play_at_random(table: Table, chooser: random.Random) -> list[int]:
    """Play the game that was started to its end; the moves."""
    moves = []
    n = table.run_to_decision()
    while not table.is_over:
        assert n > 0, "legal moves are never empty before the end"
        options = table.moves["move"][:n].tolist()
        assert len(set(options)) == n, "options differ"
        move = chooser.choice(options)
        moves.append(move)
        table.choose_move(move)
        n = table.run_to_decision()
    assert n == 0, "a finished game has no moves"
    return moves


def outcome_of(table: Table) -> bytes:
    return table.outcome.tobytes()


class Contract:
    """The checks, each for one game and mode."""

    def __init__(self, game: Game, mode: Mode) -> None:
        self.game = game
        self.mode = mode

    def kernels_offer_what_is_promised(self) -> None:
        """The module `play` has every name of the protocol `Kernels`."""
        promised = {name for name in vars(Kernels) if not name.startswith("_")} | set(Kernels.__annotations__)
        assert len(promised) > 15
        assert not [name for name in promised if not hasattr(self.game.kernels, name)]

    def random_games_end(self) -> None:
        """Every option can be applied, and games end with shares that add up to a win a side."""
        table = new_table(self.game, self.mode)
        for deal in range(10):
            table.start(deal, 0)
            play_at_random(table, random.Random(deal))
            first_seats = [self.mode.sides.index(side) for side in range(self.mode.side_count)]
            assert sum(int(table.outcome["share"][seat]) for seat in first_seats) == SHARE_UNIT

    def rounds_are_counted_and_scores_stay_after_the_last(self) -> None:
        """The length metric counts 1 to as many rounds as there is room for, and later rounds repeat the last one's score."""
        names = [metric.name for metric in self.game.game_metrics]
        number = names.index(self.game.length_metric)
        table = new_table(self.game, self.mode)
        room = table.outcome["round_score"].shape[1]
        assert 1 <= self.game.rounds <= room
        for deal in range(5):
            table.start(deal, 0)
            play_at_random(table, random.Random(deal))
            played = int(table.outcome["game"][number])
            assert 1 <= played <= room
            scores = table.outcome["round_score"][: self.mode.players]
            assert (scores[:, played - 1 :] == scores[:, played - 1 : played]).all()

    def finished_games_stay_finished(self) -> None:
        table = new_table(self.game, self.mode)
        table.start(0, 0)
        play_at_random(table, random.Random(0))
        before = table.state.tobytes()
        assert table.run_to_decision() == 0
        assert table.state.tobytes() == before

    def illegal_moves_are_refused(self) -> None:
        table = new_table(self.game, self.mode)
        table.start(0, 0)
        n = table.run_to_decision()
        legal = set(table.moves["move"][:n].tolist())
        before = table.state.tobytes()
        for move in (max(legal) + 1, -1, 2**30):
            with pytest.raises(ValueError, match="not legal"):
                table.choose_move(move)
        assert table.state.tobytes() == before

    def equal_choices_give_equal_games(self) -> None:
        """The same (seed, deal) and the same choices give the same game; another deal gives another."""
        outcomes = []
        for deal in (4, 4, 5):
            table = new_table(self.game, self.mode)
            table.start(deal, 0)
            moves = play_at_random(table, random.Random(7))
            outcomes.append((moves, outcome_of(table)))
        assert outcomes[0] == outcomes[1]
        assert outcomes[0] != outcomes[2]

    def compiled_play_equals_stepping(self, chooser: Any) -> None:
        """A block of games ends as the same games do step by step, with the same strategy and streams."""
        table = new_table(self.game, self.mode)
        weights = np.zeros(table.kernels.SIDE_SLOTS, WEIGHTS)
        outcomes = np.zeros((3, 1), table.kernels.OUTCOME)
        assert table.play((chooser,) * self.mode.side_count, weights, 8, outcomes, 1) == 3
        for row in range(3):
            table.start(8 + row, 0)
            n = table.run_to_decision()
            while not table.is_over:
                index = 0
                if n > 1:
                    index = random_below(table.seat_stream(int(table.state["actor"])), n)
                table.choose_move(int(table.moves["move"][index]))
                n = table.run_to_decision()
            for field in ("share", "seat", "round_score", "item"):
                assert np.array_equal(table.outcome[field], outcomes[row, 0][field]), field

    def a_game_that_does_not_end_is_shared(self, chooser: Any) -> None:
        """After so many choices a game is broken off: marked, shared by all sides, later rounds as the last one."""
        table = new_table(self.game, self.mode)
        weights = np.zeros(table.kernels.SIDE_SLOTS, WEIGHTS)
        outcomes = np.zeros((3, 1), table.kernels.OUTCOME)
        assert table.status["longest"] == self.game.longest
        number = [metric.name for metric in self.game.game_metrics].index(self.game.length_metric)
        for longest, broken_off in ((0, 1), (2, 1), (self.game.longest, 0)):
            table.status["longest"] = longest
            assert table.play((chooser,) * self.mode.side_count, weights, 0, outcomes, 1) == 3
            for outcome in outcomes[:, 0]:
                assert outcome["unfinished"] == broken_off
                scores, played = outcome["round_score"], int(outcome["game"][number])
                assert 1 <= played <= scores.shape[1]
                assert (scores[: self.mode.players, played - 1 :] == scores[: self.mode.players, played - 1 : played]).all()
                if broken_off:
                    even = SHARE_UNIT // self.mode.side_count
                    assert outcome["share"][: self.mode.players].tolist() == [even] * self.mode.players

    def equal_strategies_win_equally(self, chooser: Any) -> None:
        """With all rotations of a deal, equal strategies' sides win the same share within chance (5 standard errors)."""
        table = new_table(self.game, self.mode)
        weights = np.zeros(table.kernels.SIDE_SLOTS, WEIGHTS)
        rotations = len(self.mode.rotations)
        outcomes = np.zeros((1000, rotations), table.kernels.OUTCOME)
        table.play((chooser,) * self.mode.side_count, weights, 0, outcomes, rotations)
        for side in range(self.mode.side_count):
            seats = [list(rotation).index(side) for rotation in self.mode.rotations]
            shares = np.stack([outcomes["share"][:, r, seat] for r, seat in enumerate(seats)], axis=1).mean(axis=1) / SHARE_UNIT
            error = shares.std(ddof=1) / len(shares) ** 0.5
            assert abs(shares.mean() - 1 / self.mode.side_count) < 5 * error

    def views_are_of_the_seat_to_act(self) -> None:
        """Writing a view does not change the game."""
        table = new_table(self.game, self.mode)
        table.start(2, 0)
        table.run_to_decision()
        before = table.state.tobytes()
        table.look()
        assert table.state.tobytes() == before

    def transcripts_end_as_the_game(self) -> None:
        """Every event has a name and a text; the last one is the result, and its shares are those counted."""
        table = new_table(self.game, self.mode)
        describer = self.game.describe.Describer(table, self.game.load_edition(None))
        names = [f"player {seat}" for seat in range(self.mode.players)]
        table.start(3, 0)
        chooser = random.Random(3)
        events = describer.begin()
        while not table.is_over:
            before = table.state.copy()
            if table.awaits_decision:
                n = table.options()
                move = int(chooser.choice(table.moves["move"][:n].tolist()))
                table.choose_move(move)
                events += describer.after_choice(before, move, n)
            else:
                table.step()
                events += describer.after_step(before)
        assert events[-1]["event"] == "result"
        assert all(self.game.describe.as_text(event, names) for event in events)
        first_seats = [self.mode.sides.index(side) for side in range(self.mode.side_count)]
        assert [round(share * SHARE_UNIT) for share in events[-1]["shares"]] == [
            int(table.outcome["share"][seat]) for seat in first_seats
        ]
