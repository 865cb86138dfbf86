"""Pig as the laboratory sees it: modes, rules, metrics, items, decisions. Nothing is compiled here."""

from engines.game import Decision, Game, Item, Metric, Mode, Rule

ROUNDS, HIGHEST_TARGET, LONGEST = 50, 200, 12  # a game ends after 50 rounds; longer turns count as of 12 rolls
GAME = Game(
    name="pig",
    title="Pig",
    summary="2 to 4 players roll a die as often as they dare; a 1 loses the turn's points",
    version=1,
    package=__package__,
    modes=tuple(Mode("table", tuple(range(n)), ("first", "second", "third", "fourth")[:n]) for n in (2, 3, 4)),
    rules=(Rule("target", "points that win", default_number=100, low=20, high=HIGHEST_TARGET),),
    seat_metrics=(Metric("score", "points", "points banked", HIGHEST_TARGET + 5),),
    game_metrics=(
        Metric("rounds", "rounds", "rounds begun", ROUNDS),
        Metric("decisions", "decisions", "choices between rolling and holding", 4 * ROUNDS * HIGHEST_TARGET // 2),
    ),
    decisions=(Decision("turn", "roll again, or hold and bank the turn's points"),),
    rounds=ROUNDS,
    round_name="round",
    items=lambda edition: tuple(Item(f"{n} roll{'s' if n > 1 else ''}", "length of a turn") for n in range(1, LONGEST + 1)),
    item_ways=("held", "bust", "won"),
    chosen_ways=("held",),
    length_metric="rounds",
    has_edition=False,
    default_lineup={"table": ("end-race", "hold-at-20", "random", "hold-at-20")},
)
