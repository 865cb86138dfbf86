"""The compiled Beer & Bread engine against the plain-Python reference on the same games, in one run.

    python benchmarks/against_reference.py [--games 200]

The engine plays games of the random line-up; their choices are written down, and the reference then plays exactly these. Only
the playing is timed: for the reference `apply`, which lists the options of each decision as the engine does.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines.beerbread.edition import load_edition
from experiments.bench import Block, bench_for
from experiments.replay import Replay
from experiments.running import warm_up
from experiments.study import Study, make_study
from tests.engines.beerbread.test_against_reference import as_option, reference_cards
from tests.reference.beerbread import ReferenceGame


def recorded_choices(study: Study, game_index: int) -> tuple[list[int], list[tuple], list[list[int]]]:
    """The deck, the choices and the reshuffled decks of a game, in the reference's words."""
    replay = Replay(study, game_index)
    ids = [card.id for card in study.edition.cards]
    choices: list[tuple] = []
    decks: list[list[int]] = []
    table = replay.table
    deck: list[int] = []
    choose = table.choose_move

    def recording(move: int) -> None:
        from engines.beerbread.state import STAGE_NAMES

        if table.options() > 1:
            choices.append(as_option(STAGE_NAMES[int(table.state["stage"])], move))
        choose(move)

    table.choose_move = recording
    for event in replay.events():
        if event["event"] == "deal":
            deck = [ids.index(card) for card in event["deck"]]
        if "reshuffled" in event:
            decks.append([ids.index(card) for card in event["reshuffled"]])
    return deck, choices, decks


@click.command()
@click.option("--games", default=200, show_default=True)
def main(games: int) -> None:
    """Time both."""
    study = make_study(game_name="beerbread", specs=["random", "random"], seed=1)
    warm_up(study)
    records = [recorded_choices(study, index) for index in range(games)]
    cards = reference_cards(load_edition())
    rules = dict(study.rules)
    began = time.process_time()
    for deck, choices, decks in records:
        fresh = iter(decks)
        game = ReferenceGame(cards, rules, deck, 0, lambda discards, fresh=fresh: next(fresh))
        for choice in choices:
            game.apply(choice)
        assert game.decision is None
    slow = (time.process_time() - began) / games
    repeat = 50
    block = Block(0, games // 2)
    began = time.process_time()
    for _ in range(repeat):
        bench_for(study).play_lineup(0, block)
    fast = (time.process_time() - began) / games / repeat
    print(f"reference {slow * 1e3:.2f} ms, engine {fast * 1e6:.1f} us a game: {slow / fast:,.0f} times, same {games} games")


if __name__ == "__main__":
    main()
