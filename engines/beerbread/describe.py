"""Transcripts of Beer & Bread: events as dictionaries (for JSON lines) and as sentences.

An event is written after each choice and each stage, from the states before and after, so it says what the engine did and
not what it meant to do. `tokens` lists every change of storage, fields, supply and offer; cards are named by their ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.beerbread.actions import (
    ACTION_NAMES,
    NOTHING_GIVEN,
    PLAIN,
    STOP,
    action_of,
    card_of,
    given_of,
    swap_ratio,
    swap_resource,
)
from engines.beerbread.edition import RESOURCES, UPGRADES, Edition
from engines.beerbread.state import (
    CARDS,
    DRAW_HANDS,
    FOLLOW_HARVEST,
    PLAY,
    REPLACE,
    SEED_GAINS,
    SEEDING,
    STAGE_NAMES,
    SWAP_HANDS,
    TAKE_BACK,
    TUCK_AFTER_CLEANING,
    TURN_END,
    TURN_START,
    TURN_UP_ROW,
    WINDMILL,
)
from engines.beerbread.tokens import first_due, lanes
from engines.beerbread.upgrades import totals
from engines.kernels import Table

Event = dict[str, Any]


class Describer:
    """Writes the events of one game on a table."""

    def __init__(self, table: Table, edition: Edition) -> None:
        self.table = table
        self.edition = edition

    def begin(self) -> list[Event]:
        """The deal: the whole deck, top first, and who holds the windmill."""
        state = self.table.state
        return [{"event": "deal", "windmill": int(state["holder"]), "deck": self._ids(state["deck"])}]

    def after_choice(self, before: Any, move: int, legal: int) -> list[Event]:
        """The event of a decision: what was chosen among how many, and every token that it moved."""
        after = self.table.state
        kind = int(before["stage"])
        event: Event = {"event": STAGE_NAMES[kind], "seat": int(before["actor"]), "legal": legal}
        if kind == PLAY:
            event |= self._play(before, move)
        elif STAGE_NAMES[kind] == "pay":
            event |= self._payment(before, move)
        elif STAGE_NAMES[kind] in ("surplus", "accept"):
            event["token"] = None if move == STOP else RESOURCES[move]
        else:
            event["card"] = None if move == STOP else self._id(move)
        event |= self._tokens(before, after)
        if kind == REPLACE and move != STOP:
            event |= self._draws(before, after)
        return [event, *self._sales(before, after), *self._cleanings(before, after)]

    def after_step(self, before: Any) -> list[Event]:
        """The events of a stage that ran by itself; none where nothing happened."""
        after = self.table.state
        stage = int(before["stage"])
        if stage == SEEDING:
            kind = "fruitful" if before["year"] % 2 else "dry"
            event = {"event": "year", "year": int(before["year"]), "kind": kind, "windmill": int(before["holder"])}
            return [event | self._tokens(before, after) | {"fields": _named(after["field"])}]
        if stage == SEED_GAINS:
            return self._gain("H1", before, after)
        if stage == FOLLOW_HARVEST:
            return self._gain("H5", before, after)
        if stage == TAKE_BACK:
            return [
                {"event": "take_back", "seat": seat, "cards": self._ids(_members(before["seat"][seat]["harvested"]))}
                for seat in (0, 1)
                if before["seat"][seat]["harvested"] and not before["year"] % 2
            ]
        if stage in (DRAW_HANDS, TURN_START) and after["drawn"] != before["drawn"]:
            seat = self._seat_drawing(before, stage)
            return [{"event": "draw", "seat": seat} | self._draws(before, after)]
        if stage == TURN_UP_ROW:
            return [{"event": "row"} | self._draws(before, after)]
        if stage == TUCK_AFTER_CLEANING:
            return [{"event": "tucked", "seat": int(before["active"]), "card": self._id(int(before["pending_card"]))}]
        if stage == TURN_END and before["drew_last"]:
            left = before["seat"][before["active"]]["hand"]
            return (
                [{"event": "discard_last", "seat": int(before["active"]), "cards": self._ids(_members(left))}] if left else []
            )
        if stage == SWAP_HANDS:
            return [{"event": "swap", "hands": [self._ids(_members(after["seat"][seat]["hand"])) for seat in (0, 1)]}]
        if stage == WINDMILL:
            return self._year_end(before, after)
        return []

    def _id(self, card: int) -> str:
        return self.edition.cards[card].id

    def _ids(self, cards: Iterable[Any]) -> list[str]:
        return [self._id(int(card)) for card in cards]

    def _play(self, before: Any, move: int) -> Event:
        card, given = card_of(move), given_of(move)
        event: Event = {"action": ACTION_NAMES[action_of(move)], "card": self._id(card)}
        if given != NOTHING_GIVEN:
            event["given"] = self._id(given)
        if ACTION_NAMES[action_of(move)] == "upgrade":
            event["effect"] = self._effect(card)
        event["hand"] = self._ids(_members(before["seat"][before["actor"]]["hand"]))
        return event

    def _effect(self, card: int) -> str:
        entry = self.edition.cards[card]
        return " ".join(text for text in (entry.upgrade, entry.param1, entry.param2) if text)

    def _payment(self, before: Any, move: int) -> Event:
        unit = RESOURCES[first_due(lanes(before["due"]))]
        way = "plain" if move == PLAIN else f"{swap_ratio(move)} {RESOURCES[swap_resource(move)]}"
        return {"card": self._id(int(before["pending_card"])), "unit": unit, "with": way}

    def _sales(self, before: Any, after: Any) -> list[Event]:
        seat = int(before["active"])
        sold = _members(after["seat"][seat]["in_place"] & ~before["seat"][seat]["in_place"])
        return [{"event": "sold", "seat": seat, "card": self._id(c), "coins": self.edition.cards[c].coins} for c in sold]

    def _cleanings(self, before: Any, after: Any) -> list[Event]:
        seat = int(before["active"])
        cleaned = _members(after["seat"][seat]["plaza"] & ~before["seat"][seat]["plaza"])
        return [{"event": "cleaned", "seat": seat, "cards": self._ids(cleaned)}] if cleaned else []

    def _gain(self, effect: str, before: Any, after: Any) -> list[Event]:
        tokens = self._tokens(before, after)
        return [{"event": "gain", "effect": effect, "seat": int(after["actor"])} | tokens] if tokens else []

    def _seat_drawing(self, before: Any, stage: int) -> int:
        if stage == TURN_START:
            return int(before["active"])
        return int(before["holder"]) if before["cursor"] == 0 else 1 - int(before["holder"])

    def _draws(self, before: Any, after: Any) -> Event:
        """The cards drawn, in order; the new deck where the discards were shuffled for it."""
        if after["reshuffles"] == before["reshuffles"]:
            return {"cards": self._ids(before["deck"][before["deck_next"] : after["deck_next"]])}
        left = self._ids(before["deck"][before["deck_next"] : before["deck_size"]])
        fresh = self._ids(after["deck"][: after["deck_next"]])
        return {"cards": left + fresh, "reshuffled": self._ids(after["deck"][: after["deck_size"]])}

    def _tokens(self, before: Any, after: Any) -> Event:
        """Every change of the places where tokens lie."""
        places = [(f"storage {seat}", before["seat"][seat]["storage"], after["seat"][seat]["storage"]) for seat in (0, 1)]
        places += [
            (name, before[field], after[field])
            for name, field in (("fields", "field"), ("supply", "supply"), ("offer", "offered"))
        ]
        changes = {name: _named(new.astype(int) - old.astype(int)) for name, old, new in places}
        changes = {name: {r: n for r, n in change.items() if n} for name, change in changes.items()}
        changes = {name: change for name, change in changes.items() if change}
        return {"tokens": changes} if changes else {}

    def _year_end(self, before: Any, after: Any) -> list[Event]:
        end = {
            "event": "year_end",
            "year": int(before["year"]),
            "stored": [int(before["seat"][seat]["storage"].sum()) for seat in (0, 1)],
            "windmill": int(after["holder"]),
            "totals": [int(self.table.outcome["round_score"][seat, before["year"] - 1]) for seat in (0, 1)],
        }
        if not self.table.is_over:
            return [end]
        parts = [totals(after, self.table.setup["cards"], seat) for seat in (0, 1)]
        seats = [
            {"score": min(beer, bread), "beer": beer, "bread": bread, "beer_bonus": beer_bonus, "bread_bonus": bread_bonus}
            for beer, bread, beer_bonus, bread_bonus in parts
        ]
        winner = int(self.table.outcome["share"].argmax())
        return [end, {"event": "result", "seats": seats, "winner": winner, "shares": [1 - winner, winner]}]


def _members(cards: Any) -> list[int]:
    """The members of a set of cards."""
    return [card for card in range(CARDS) if int(cards) >> card & 1]


def _named(counts: Any) -> dict[str, int]:
    """Five counts by resource."""
    return {name: int(count) for name, count in zip(RESOURCES, counts, strict=True)}


def as_text(event: Event, names: list[str]) -> str:
    """An event as a line for people; `names` are the players by seat."""
    kind = event["event"]
    who = names[event["seat"]] if "seat" in event else ""
    moved = _moved(event.get("tokens", {}), names)
    options = f"  [{event['legal']} options]" if "legal" in event else ""
    if kind == "deal":
        return f"Deal: {names[event['windmill']]} holds the windmill. Deck: {' '.join(event['deck'])}"
    if kind == "year":
        fields = ", ".join(f"{name} {count}" for name, count in event["fields"].items())
        return f"\nYear {event['year']} ({event['kind']}), windmill: {names[event['windmill']]}. Fields: {fields}"
    if kind == "play":
        given = f" (leaving {event['given']} in the row)" if "given" in event else ""
        effect = f" as {event['effect']}: {UPGRADES[event['effect'].split()[0]].meaning}" if "effect" in event else ""
        return f"  {who}: {event['action']} {event['card']}{given}{effect}.{moved}{options}"
    if kind == "pay":
        means = "itself" if event["with"] == "plain" else event["with"]
        return f"    {who} pays 1 {event['unit']} with {means}.{moved}{options}"
    if kind == "sold":
        return f"    {event['card']} is sold for {event['coins']} coins."
    if kind == "cleaned":
        return f"    cleaned: {' '.join(event['cards'])}"
    if kind in ("surplus", "accept"):
        verb = "offers" if kind == "surplus" else "accepts"
        return f"    {who} {verb} {event['token'] or 'nothing more'}.{moved}{options}"
    if kind in ("reserve", "replace", "discard_back"):
        drawn = f" and draws {' '.join(event['cards'])}" if "cards" in event else ""
        verb = {
            "reserve": "reserves (S2)",
            "replace": "replaces (S1)",
            "discard_back": "discards of the cards taken back (S4)",
        }[kind]
        return f"    {who} {verb} {event['card'] or 'nothing more'}{drawn}.{options}"
    if kind == "gain":
        return f"    {who} gains by {event['effect']}.{moved}"
    if kind in ("take_back", "draw", "discard_last"):
        verb = {"take_back": "takes back", "draw": "draws", "discard_last": "discards (S3)"}[kind]
        shuffled = " (the discards were shuffled)" if "reshuffled" in event else ""
        return f"  {who} {verb} {' '.join(event['cards']) or 'nothing'}{shuffled}."
    if kind == "row":
        return f"  Exchange row: {' '.join(event['cards']) or 'none'}."
    if kind == "tucked":
        return f"    {event['card']} is tucked after the cleaning."
    if kind == "swap":
        return f"  Hands are swapped: {names[0]} {' '.join(event['hands'][0])}; {names[1]} {' '.join(event['hands'][1])}"
    if kind == "year_end":
        lower = ", ".join(f"{name} {total}" for name, total in zip(names, event["totals"], strict=True))
        return f"  End of year {event['year']}: lower totals {lower}; the windmill goes to {names[event['windmill']]}."
    return _result_text(event, names)


def _result_text(event: Event, names: list[str]) -> str:
    lines = [
        f"  {name}: score {part['score']} (beer {part['beer']}, of it {part['beer_bonus']} by upgrades; "
        f"bread {part['bread']}, of it {part['bread_bonus']} by upgrades)"
        for name, part in zip(names, event["seats"], strict=True)
    ]
    return "\n".join(["\nResult", *lines, f"  {names[event['winner']]} wins."])


def _moved(tokens: dict[str, dict[str, int]], names: list[str]) -> str:
    """Token changes in words."""
    parts = []
    for place, change in tokens.items():
        label = f"{names[int(place[-1])]}'s storage" if place.startswith("storage") else place
        parts.append(f"{label} " + " ".join(f"{count:+d} {name}" for name, count in change.items()))
    return " " + "; ".join(parts) + "." if parts else ""
