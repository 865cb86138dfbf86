"""The thresholds of the balance verdicts, all in one place, so that a report can state them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Thresholds:
    """What counts as fair, varied, close .. Shares and differences of shares are 0 to 1."""

    seat_difference: float = 0.03
    """A place's win share may differ from par by so much."""
    mixture_share: float = 0.9
    """A strategy with more than this share of the equilibrium mixture dominates."""
    deal_luck: float = 0.3
    """The luck of the deal may make up so much of the variance of results."""
    long_game: float = 2.0
    """A game is overlong from this multiple of the median number of rounds on."""
    long_games: float = 0.05
    """So many games may be overlong."""
    margin_ratio: float = 0.5
    """The winner's mean lead may be so much of the mean score."""
    tie_share: float = 0.05
    """So many games may end in a shared win."""
    leader_wins: float = 0.8
    """A sole leader at half-time may win so many games."""
    comeback_share: float = 0.1
    """So many winners should have been behind at half-time."""
    item_effect: float = 0.1
    """An item is too strong (weak) if its use goes with a win share higher (lower) by more than this."""
    significance: float = 0.05
    """The largest p-value, corrected for all items, with which an item is called strong or weak."""
    dead_use: float = 0.01
    """An item used in fewer of a player's games is dead."""
    must_use: float = 0.95
    """An item used in more of a player's games is a must."""
    fewest_uses: int = 30
    """So many uses, and so many games without, are needed to estimate an effect."""
    fewest_deals: int = 10
    """They must come from so many deals (effective number)."""

    def of_items(self) -> str:
        """The thresholds of items in words."""
        return (
            f"strong or weak: the adjusted effect is beyond ±{100 * self.item_effect:g} points of win share and its "
            f"Holm-corrected p is below {self.significance:g}; dead: used in fewer than {100 * self.dead_use:g}% of a player's "
            f"games; must: used in more than {100 * self.must_use:g}%; estimated from {self.fewest_uses} uses on"
        )
