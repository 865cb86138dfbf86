"""The plaza of Animarche: drawing animals from it, setting it anew, and public buildings on it."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.animarche.geometry import MOST_PAIRS, SQUARES
from engines.animarche.items import BUILDINGS
from engines.animarche.state import ANIMALS, NOTHING, PLOTS
from engines.bits import EMPTY, bit, holds, lowest_bit, without_lowest
from engines.compilation import kernel


@kernel
def clear_plaza(plaza: Any, cards: Any) -> None:
    """An animal on each square, the others aside, all public buildings in the supply."""
    plaza.built = EMPTY
    plaza.free_pairs = cards.all_pairs
    for square in range(SQUARES):
        plaza.capacity[square] = 1 if holds(cards.squares, square) else 0
    for pair in range(MOST_PAIRS):
        plaza.building[pair] = NOTHING
    for building in range(BUILDINGS):
        plaza.supply[building] = cards.public_copies[building]
        plaza.fresh[building] = cards.public_copies[building]
    fill_squares(plaza)


@kernel
def fill_squares(plaza: Any) -> None:
    """Every square is filled exactly to its capacity; the other animals lie aside."""
    plaza.occupied = EMPTY
    plaza.aside = ANIMALS
    for square in range(SQUARES):
        plaza.animals[square] = plaza.capacity[square]
        plaza.aside -= plaza.capacity[square]
        if plaza.capacity[square] > 0:
            plaza.occupied |= bit(square)


@kernel
def draw_animal(plaza: Any, player: Any, cards: Any, square: int) -> None:
    """An animal goes from a square to a seat of the player's shop that faces it."""
    plaza.animals[square] -= 1
    if plaza.animals[square] == 0:
        plaza.occupied &= ~bit(square)
    plot = cards.plot_of[player.seat, square]
    player.animals[plot] += 1
    player.free_seats[plot] -= 1
    if player.free_seats[plot] == 0:
        player.reach &= ~cards.front[player.seat, plot]
    player.drawn += 1
    player.most_drawn = max(player.most_drawn, player.drawn)


@kernel
def animals_leave(plaza: Any, player: Any, plot: int) -> None:
    """The animals of a shop that goes lie aside."""
    plaza.aside += player.animals[plot]
    player.animals[plot] = 0


@kernel
def find_free_pairs(plaza: Any, cards: Any, built: np.uint64) -> np.uint64:
    """The pairs of squares that no building of a set of pairs stands on."""
    free = cards.all_pairs
    while built != EMPTY:
        free &= ~cards.conflict[lowest_bit(built)]
        built = without_lowest(built)
    return free


@kernel
def put_building(plaza: Any, cards: Any, building: int, pair: int) -> None:
    """A public building comes to stand on a pair of squares; where it holds no animals, they leave at once."""
    plaza.building[pair] = building
    plaza.built |= bit(pair)
    plaza.free_pairs &= ~cards.conflict[pair]
    for side in range(2):
        square = cards.pair_square[pair, side]
        plaza.capacity[square] = cards.capacity[building]
        if plaza.capacity[square] == 0:
            plaza.aside += plaza.animals[square]
            plaza.animals[square] = 0
            plaza.occupied &= ~bit(square)


@kernel
def lift_building(plaza: Any, cards: Any, pair: int) -> int:
    """A public building is taken off the plaza, and its squares hold one animal again from the next closing on; which."""
    building = plaza.building[pair]
    plaza.building[pair] = NOTHING
    plaza.built &= ~bit(pair)
    plaza.free_pairs = find_free_pairs(plaza, cards, plaza.built)
    for side in range(2):
        plaza.capacity[cards.pair_square[pair, side]] = 1
    return building


@kernel
def empty_seats(player: Any) -> int:
    """Customer seats of a player without an animal."""
    total = 0
    for plot in range(PLOTS):
        total += player.free_seats[plot]
    return total


@kernel
def animals_on_plaza(plaza: Any) -> int:
    """Animals on all squares."""
    total = 0
    for square in range(SQUARES):
        total += plaza.animals[square]
    return total
