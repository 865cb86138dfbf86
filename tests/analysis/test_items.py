"""Items: sums by deal, effects equal to a regression on the single games, honest errors, Holm, flags, reasons."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm

from analysis.items import (
    adjusted_effect,
    effect_over_deals,
    items_section,
    raw_effect,
    strata_of,
    unused_sums,
    used_sums,
)
from analysis.ratios import RatioSums
from analysis.thresholds import Thresholds
from tests.analysis.counting import DUEL, ITEMS, MIRROR, PAIRS, TEAMS, THREE, Played, Seating, count, info_of, random_games

AXE, BOW, CAT = 0, 1, 3
BUILT, SOLD, HELD = 0, 1, 2


def seat_games(games: list[Played], table: Seating, item: int, way: int) -> dict[str, np.ndarray]:
    """The single seat-games: deal, stratum, use, win share."""
    rows = [
        (
            game.deal,
            table.seatings[game.k][seat] * 10 + seat,
            (seat, item, way) in game.uses,
            game.shares(table.sides)[side] / 60,
        )
        for game in games
        for seat, side in enumerate(table.sides)
    ]
    deal, stratum, use, share = (np.array(column, float) for column in zip(*rows, strict=True))
    return {"deal": deal, "stratum": stratum, "use": use, "share": share}


def row_of(section: dict[str, Any], item: str, way: str) -> dict[str, Any]:
    return next(row for row in section["rows"] if (row["item"], row["way"]) == (item, way))


@pytest.mark.parametrize("table", [DUEL, MIRROR, PAIRS, TEAMS, THREE])
def test_the_adjusted_effect_is_the_coefficient_of_a_regression(table: Seating) -> None:
    games = random_games(table, 60, 1, skill=0.8)
    data = seat_games(games, table, BOW, SOLD)
    strata = (data["stratum"][:, None] == np.unique(data["stratum"])).astype(float)
    fit = sm.OLS(data["share"], np.column_stack([data["use"], strata])).fit(cov_type="HC1")
    ours = adjusted_effect(strata_of(count(games, table), info_of(table), BOW, SOLD))
    assert ours == pytest.approx((fit.params[0], fit.bse[0]), rel=1e-9)


@pytest.mark.parametrize("table", [DUEL, PAIRS, TEAMS, THREE])
def test_the_raw_error_is_that_of_deal_sums(table: Seating) -> None:
    """Clustered by deal, regression on the use alone has the same error but for its small-sample factor and our prior deal."""
    games = random_games(table, 400, 2)
    data = seat_games(games, table, AXE, BUILT)
    fit = sm.OLS(data["share"], sm.add_constant(data["use"])).fit(cov_type="cluster", cov_kwds={"groups": data["deal"]})
    used = used_sums(count(games, table), info_of(table), AXE, BUILT)
    seats, share = len(table.sides) * len(table.seatings), len(table.seatings) * len(table.sides) / table.places
    effect = raw_effect(used, unused_sums(used, 400, seats, share), 400)
    assert effect.estimate == pytest.approx(fit.params[1])
    assert effect.error == pytest.approx(fit.bse[1], rel=0.01)


def test_sums_of_what_was_not_used_are_those_of_the_games() -> None:
    games = random_games(THREE, 20, 3)
    data = seat_games(games, THREE, CAT, HELD)
    d = np.array([np.sum(1 - data["use"][data["deal"] == deal]) for deal in range(20)])
    x = np.array([np.sum(((1 - data["use"]) * data["share"])[data["deal"] == deal]) for deal in range(20)])
    ours = unused_sums(used_sums(count(games, THREE), info_of(THREE), CAT, HELD), 20, 9, 3)
    assert (ours.count, ours.total, ours.dd, ours.dx, ours.xx) == pytest.approx((d.sum(), x.sum(), d @ d, d @ x, x @ x))


def test_shares_and_use_rates_are_those_of_the_games() -> None:
    games = random_games(DUEL, 50, 4)
    row = row_of(items_section(count(games, DUEL), info_of(DUEL), Thresholds()), "cat", "built")
    data = seat_games(games, DUEL, CAT, BUILT)
    used = data["use"] == 1
    assert (row["n"], row["used_n"]) == (200, used.sum())
    assert row["use_rate"] == row["use"]["estimate"] == pytest.approx(used.mean())
    assert row["share_used"]["estimate"] == pytest.approx(data["share"][used].mean())
    assert row["share_unused"]["estimate"] == pytest.approx(data["share"][~used].mean())
    assert row["raw_effect"]["estimate"] == pytest.approx(data["share"][used].mean() - data["share"][~used].mean())


def test_a_strong_strategys_taste_is_not_an_effect() -> None:
    """Player 1 wins four in five games and builds the axe four times as often; whether he builds does not matter."""
    rng = np.random.default_rng(5)
    games = []
    for deal in range(1500):
        for k, seating in enumerate(DUEL.seatings):
            best = seating.index(1) if rng.random() < 0.8 else seating.index(0)
            course = [[2, 1] if best == 0 else [1, 2]]
            uses = {(seat, AXE, BUILT): 1 for seat in (0, 1) if rng.random() < (0.8 if seating[seat] == 1 else 0.2)}
            games.append(Played(deal, k, course, uses))
    row = row_of(items_section(count(games, DUEL), info_of(DUEL), Thresholds()), "axe", "built")
    assert row["raw_effect"]["low"] > 0.3, "the builder is the better player"
    assert row["effect"]["low"] < 0 < row["effect"]["high"]
    assert abs(row["effect"]["estimate"]) < 0.04


def study(rng: np.random.Generator, skill: float, luck: float, effect: float) -> tuple[float, float]:
    """Study of 300 duels in both seatings: a card lies at a place, player 0 uses it more; estimate and error of its effect."""
    players = np.array(DUEL.seatings)
    there = np.repeat(rng.random((300, 1, 2)) < 0.5, 2, axis=1)
    use = there & (rng.random((300, 2, 2)) < np.array([0.9, 0.4])[players])
    favour = rng.normal(0, luck, (300, 1)) + np.where(players[:, 0] == 0, skill, -skill)
    chance = 0.5 + favour + effect * (use[..., 0].astype(float) - use[..., 1])
    won = rng.random((300, 2)) < chance
    share = np.stack([won, ~won], axis=-1).astype(float)
    d, x = use.sum(axis=(1, 2)).astype(float), (use * share).sum(axis=(1, 2))
    counts: dict[str, Any] = {name: np.zeros((2, 2), np.int64) for name in ("seat_games", "seat_share")}
    counts |= {f"item_{name}": np.zeros((2, 2, 1, 1), np.int64) for name in ("used", "share", "square")}
    for k, seating in enumerate(players):
        for seat, player in enumerate(seating):
            counts["seat_games"][player, seat] += 300
            counts["seat_share"][player, seat] += 60 * share[:, k, seat].sum()
            counts["item_used"][player, seat] += use[:, k, seat].sum()
            counts["item_share"][player, seat] += int(60 * (use * share)[:, k, seat].sum())
    counts["seat_square"] = 60 * counts["seat_share"]
    counts["item_square"] = 60 * counts["item_share"]
    strata = strata_of(counts, info_of(DUEL), 0, 0)
    used = RatioSums(d.sum(), x.sum(), d @ d, d @ x, x @ x)
    unused = unused_sums(used, 300, 4, 2)
    adjusted = effect_over_deals(used, unused, strata, raw_effect(used, unused, 300))
    assert adjusted is not None
    return adjusted.estimate, adjusted.error


@pytest.mark.parametrize(("skill", "luck"), [(0.0, 0.0), (0.3, 0.0), (0.0, 0.15), (0.2, 0.1)])
def test_effects_and_errors_hold_over_deals(skill: float, luck: float) -> None:
    """500 studies: no bias within three standard errors; intervals of 1.97 errors cover 95% within three (0.03)."""
    rng = np.random.default_rng(6)
    found = np.array([study(rng, skill, luck, 0.08) for _ in range(500)])
    assert found[:, 0].mean() == pytest.approx(0.08, abs=3 * found[:, 0].std() / 500**0.5 + 0.002)
    covered = np.mean(np.abs(found[:, 0] - 0.08) <= 1.97 * found[:, 1])
    assert 0.92 <= covered <= 0.985


def test_holms_correction_is_over_all_rows() -> None:
    section = items_section(count(random_games(PAIRS, 80, 7), PAIRS), info_of(PAIRS), Thresholds())
    assert section["tested"] == len(section["rows"]) == 9
    smallest = min(row["p_holm"] for row in section["rows"])
    largest = max(section["rows"], key=lambda row: abs(row["effect"]["estimate"]))
    width = largest["effect"]["high"] - largest["effect"]["low"]
    raw_width = largest["raw_effect"]["high"] - largest["raw_effect"]["low"]
    assert width > 1.3 * raw_width, "simultaneous intervals of nine effects are 1.4 times as wide"
    assert 0 < smallest <= 1


def test_holms_steps_by_hand() -> None:
    """The smallest of m p-values times m, the next times m - 1 .., none below the one before, none above 1."""
    games = random_games(PAIRS, 80, 9)
    for game in games:  # some uses by winners only, so that p-values differ
        won = game.shares(PAIRS.sides)
        game.uses = {key: n for key, n in game.uses.items() if key[1:] not in {(AXE, BUILT), (BOW, SOLD)} or won[key[0]] > 0}
    counts, info = count(games, PAIRS), info_of(PAIRS)
    found = {}
    for item in (AXE, BOW, CAT):
        for way in range(3):
            used = used_sums(counts, info, item, way)
            unused = unused_sums(used, 80, 12, 6)
            effect = effect_over_deals(used, unused, strata_of(counts, info, item, way), raw_effect(used, unused, 80))
            assert effect is not None
            found[ITEMS[item][0], info.item_ways[way]] = effect.p
    least = 0.0
    rows = items_section(counts, info, Thresholds())
    for n, (item_way, p) in enumerate(sorted(found.items(), key=lambda entry: entry[1])):
        least = min(1.0, max(least, (9 - n) * p))
        assert row_of(rows, *item_way)["p_holm"] == pytest.approx(least)


def test_a_perfect_split_keeps_an_error() -> None:
    """All who used it won and all others lost, so that residuals are 0: the interval is not a point."""
    section = items_section(count(winners_use(AXE, BUILT, 1.0), DUEL), info_of(DUEL), Thresholds())
    effect = row_of(section, "axe", "built")["effect"]
    assert effect["estimate"] == pytest.approx(1)
    assert 0.98 < effect["low"] < 0.995, "about what 400 wins of 400 allow"


def winners_use(item: int, way: int, rate: float, deals: int = 200) -> list[Played]:
    """Games in which the winner uses the item with that rate, the loser never; each uses the bow in half of the games."""
    rng = np.random.default_rng(8)
    games = []
    for deal in range(deals):
        for k in range(2):
            winner = int(rng.integers(2))
            uses = {(winner, item, way): 1} if rng.random() < rate else {}
            uses |= {(seat, BOW, BUILT): 1 for seat in (0, 1) if rng.random() < 0.5}
            games.append(Played(deal, k, [[2, 1] if winner == 0 else [1, 2]], uses))
    return games


def test_what_winners_use_is_strong_and_what_losers_use_is_weak() -> None:
    section = items_section(count(winners_use(AXE, BUILT, 0.5), DUEL), info_of(DUEL), Thresholds())
    first = section["rows"][0]
    assert (first["item"], first["way"], first["flag"]) == ("axe", "built", "strong")
    assert first["effect"]["low"] > 0.5
    assert 0.9 < first["share_used"]["low"] < first["share_used"]["high"] == 1
    assert "'axe' (built)" in section["text"]
    losers = [
        Played(g.deal, g.k, [[-s + 3 for s in g.rounds[0]]], g.uses) for g in winners_use(AXE, BUILT, 0.5)
    ]  # who scored 2 scores 1
    section = items_section(count(losers, DUEL), info_of(DUEL), Thresholds())
    assert row_of(section, "axe", "built")["flag"] == "weak"
    assert section["rows"][section["tested"] - 1]["item"] == "axe"


def test_strength_needs_more_than_the_threshold_and_a_choice() -> None:
    counts = count(winners_use(AXE, BUILT, 0.5), DUEL)
    mild = items_section(counts, info_of(DUEL), Thresholds(item_effect=0.99))
    assert row_of(mild, "axe", "built")["flag"] == "none"
    left_over = items_section(counts, info_of(DUEL, chosen_ways=("sold",)), Thresholds())
    assert row_of(left_over, "axe", "built")["flag"] == "none", "what nobody chose is not called strong"


def test_what_chance_deals_is_marked_and_can_be_strong() -> None:
    counts = count(winners_use(CAT, HELD, 0.5), DUEL)
    row = row_of(items_section(counts, info_of(DUEL), Thresholds()), "cat", "held")
    assert (row["dealt"], row["chosen"], row["flag"]) == (True, False, "strong")
    chosen = info_of(DUEL, chosen_ways=("built", "sold", "held"))
    assert row_of(items_section(counts, chosen, Thresholds()), "cat", "held")["dealt"] is False


def test_what_is_held_because_it_was_built_is_not_dealt() -> None:
    counts = count(winners_use(AXE, HELD, 0.5), DUEL)  # the bow, a tool too, is built
    row = row_of(items_section(counts, info_of(DUEL), Thresholds()), "axe", "held")
    assert (row["dealt"], row["flag"]) == (False, "none")


def test_never_always_and_seldom_have_no_effect_but_a_reason() -> None:
    games = winners_use(AXE, BUILT, 0.02)
    for game in games:
        game.uses |= {(seat, CAT, SOLD): 2 for seat in (0, 1)}
    section = items_section(count(games, DUEL), info_of(DUEL), Thresholds())
    always, seldom = row_of(section, "cat", "sold"), row_of(section, "axe", "built")
    assert (always["effect"], always["flag"], always["reason"]) == (None, "must", "always used")
    assert always["share_unused"] is None
    assert seldom["effect"] is None
    assert "30 are needed" in seldom["reason"]
    assert [(row["item"], row["way"]) for row in section["rows"][:1]] == [("bow", "built")], "what was tested comes first"
    counts = count(winners_use(AXE, BUILT, 0.0), DUEL)
    never = row_of(items_section(counts, info_of(DUEL), Thresholds()), "axe", "built")
    assert (never["reason"], never["flag"], never["share_used"], never["use_rate"]) == ("never used", "dead", None, 0)


def test_what_each_strategy_always_or_never_does_cannot_be_told_from_the_strategy() -> None:
    games = [Played(deal, k, [[2, 1]], {(DUEL.seatings[k].index(0), AXE, BUILT): 1}) for deal in range(100) for k in (0, 1)]
    row = row_of(items_section(count(games, DUEL), info_of(DUEL), Thresholds()), "axe", "built")
    assert row["effect"] is None
    assert "cannot be told from theirs" in row["reason"]


def test_rows_are_of_named_items_and_of_ways_that_their_kind_is_used_in() -> None:
    section = items_section(count(winners_use(AXE, BUILT, 0.5), DUEL), info_of(DUEL), Thresholds())
    rows = {(row["item"], row["way"]) for row in section["rows"]}
    assert rows == {("axe", "built"), ("bow", "built"), ("cat", "built"), ("cat", "sold")}, "no beast was used: all choices"
    assert section["ways"] == ["built", "sold"]
    assert "" not in {row["item"] for row in section["rows"]}
    assert [name for name, _ in ITEMS].count("") == 1


def test_winning_every_time_in_forty_games_is_not_certainty() -> None:
    """All 40 uses won and all else lost but for a few: the error does not collapse to 0."""
    games = [
        Played(
            deal, k, [[2, 1] if (deal + k) % 2 else [1, 2]], {(int((deal + k) % 2 == 0), AXE, BUILT): 1} if deal < 20 else {}
        )
        for deal in range(200)
        for k in range(2)
    ]
    row = row_of(items_section(count(games, DUEL), info_of(DUEL), Thresholds()), "axe", "built")
    assert row["used_n"] == 40
    assert row["effect"]["high"] - row["effect"]["low"] > 0.1
