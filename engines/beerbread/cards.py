"""The card tables of Beer & Bread as the kernels read them."""

from __future__ import annotations

from typing import Any

from engines.beerbread.edition import RESOURCES, Card, Edition
from engines.beerbread.state import CARDS
from engines.beerbread.upgrades import ANY, EFFECT

_TYPES = ("beer", "bread")


def parameter_value(text: str) -> int:
    """A parameter as a number: a resource by its place, ANY, a number itself; -1 for none."""
    if text in RESOURCES:
        return RESOURCES.index(text)
    if text == "any":
        return ANY
    return int(text) if text else -1


def fill_tables(tables: Any, edition: Edition) -> None:
    """Write an edition into a record of dtype `state.CARD_TABLES`."""
    if len(edition.cards) != CARDS:
        raise ValueError(f"an edition has {CARDS} cards, not {len(edition.cards)}")
    for number, card in enumerate(edition.cards):
        _fill_card(tables, number, card)


def _fill_card(tables: Any, number: int, card: Card) -> None:
    type_ = _TYPES.index(card.type)
    tables["type"][number] = type_
    tables["kind"][number] = card.kind
    tables["coins"][number] = card.coins
    tables["icon"][number] = card.icons
    tables["need"][number] = card.need
    tables["need_lanes"][number] = sum(count << (8 * place) for place, count in enumerate(card.need))
    tables["upgrade"][number] = EFFECT[card.upgrade]
    tables["param1"][number] = parameter_value(card.param1)
    tables["param2"][number] = parameter_value(card.param2)
    member = 1 << number
    tables["of_type"][type_] |= member
    tables["of_kind"][type_, card.kind - 1] |= member
    tables["of_band"][card.coins // 2 - 2] |= member
