"""Beer & Bread counted anew (`simulate --debug`): every value that the engine keeps although it follows from others.

Plain Python, written from the rules and from what the records say that they hold; no compiled code runs here. Cards are rows
of the edition, and a set of cards is a whole number with bit c for card c, as in the records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engines.beerbread.actions import HARVEST, NOTHING_GIVEN, PLAIN, SELL, STOP
from engines.beerbread.edition import ANY, COINS_OF_KIND, RESOURCES, TYPES, Card
from engines.beerbread.limits import MOST_YEARS
from engines.beerbread.metrics import (
    BEER_TOTAL,
    BEERS_SOLD,
    BREAD_TOTAL,
    BREADS_SOLD,
    CLEANED,
    COIN_BONUS,
    EXCHANGES,
    GAME_METRICS,
    HARVESTS,
    ITEM_WAYS,
    LEVEL_SCORES,
    PASSED_ON,
    RESHUFFLES,
    SCORE,
    SEAT_METRICS,
    TOKENS_ACCEPTED,
    TOKENS_FROM_UPGRADES,
    TOKENS_HARVESTED,
    TOKENS_LEFT,
    TOKENS_LOST,
    TOKENS_OFFERED,
    UPGRADES,
    WINDMILL_YEARS,
    YEARS_PLAYED,
)
from engines.beerbread.state import (
    ACCEPT,
    BEER,
    CARDS,
    DISCARD_BACK,
    DRAW_HANDS,
    FOLLOW_HARVEST,
    LAST_DECISION,
    OVER,
    PAY,
    PLAY,
    REPLACE,
    RESERVE,
    RESERVE_NEXT,
    SEATS,
    SEED_GAINS,
    SEEDING,
    SURPLUS,
    SWAP_HANDS,
    TAKE_BACK,
    TOKENS,
    TUCK_AFTER_CLEANING,
    TURN_END,
    TURN_START,
    TURN_UP_ROW,
    WATER,
    WINDMILL,
)
from engines.derived import Derived
from engines.game import SHARE_UNIT
from engines.kernels import Table

PRIMARY = frozenset(
    {
        *("stage", "holder", "cursor", "row", "deck", "field"),
        *(f"seat.{name}" for name in ("hand", "reserved", "harvested", "in_place", "plaza", "tucked", "storage")),
    }
)
"""The fields of STATE that follow from nothing else, so cannot be recounted."""

NAMES = {
    "actor": "seat that is asked",
    "year": "year",
    "turn": "turns that have ended this year",
    "holder_in_year": "windmill holder of this year",
    "active": "seat whose turn it is",
    "resume": "stage after the surplus",
    "replacing": "cards that may still be replaced (S1)",
    "returned": "cards taken back that may still be discarded (S4)",
    "drew_last": "cards drawn for the last card (S3)",
    "took_water": "whether the last harvest's icons brought water",
    "pending_card": "card of the last sale or upgrade",
    "pending_given": "card given for that of the last sale or upgrade",
    "pay_floor": "first way in which the next unit may be paid",
    "reshuffles": "times that the discards became the deck",
    "reshuffled": "discards that last became the deck",
    "discards": "discard pile",
    "deck_size": "cards of which the deck was made",
    "deck_next": "cards drawn from this deck",
    "drawn": "cards drawn in the game",
    "due": "tokens still to be paid",
    "supply": "tokens in the supply",
    "offered": "tokens on offer",
    "seat.known": "cards of the other hand that he has seen",
    "seat.column": "icons that one more would match",
    "seat.space": "storage spaces for any token",
    "seat.water_space": "storage spaces for water only",
    "seat.room": "spaces of brewery and bakery",
    "seat.replace": "copies of S1",
    "seat.reserve": "copies of S2",
    "seat.draw_last": "copies of S3",
    "seat.discard_back": "copies of S4",
    "seat.seed_gain": "copies of H1 by resource",
    "seat.from_supply": "copies of H2 by resource",
    "seat.extra": "copies of H3 and H4 by resource",
    "seat.extras": "all copies of H3 and H4",
    "seat.follow_water": "copies of H5",
    "seat.swap": "copies of C3 and C4",
    "seat.swaps": "all copies of C3 and C4",
    "seat.broom_water": "copies of B1 and B2",
    "seat.broom_only": "copies of B3 or B4 by resource",
    "seat.broom_both": "copies of B5",
    "seat.band_coin": "copies of E1, E2 and E3",
    "seat.pair_coin": "copies of E4 and E5",
    "seat.more_upgrades": "copies of E6",
    "seat.more_tokens": "copies of E7",
    "seat.all_kinds": "copies of E9 and E8",
}
"""The fields of STATE that are recounted, in words."""

NOT_COUNTED = ("decisions", "fruitful_options", "dry_options", "fruitful_turns", "dry_turns")
"""The game metrics that the loop over a game counts, from the options, which a recount is not told."""

_ACTION_PHASE = (PLAY, PAY, RESERVE, TURN_START, FOLLOW_HARVEST, TUCK_AFTER_CLEANING, TURN_END, RESERVE_NEXT, SWAP_HANDS)
_WAYS = ", ".join(ITEM_WAYS)
_ALL = (1 << CARDS) - 1
_PLACES = ("hand", "harvested", "in_place", "plaza", "tucked")


class Recount:
    """Follows one game on a table and recomputes, after each action, what the engine keeps."""

    def __init__(self, table: Table, edition: Any) -> None:
        self.table = table
        self.cards: tuple[Card, ...] = edition.cards
        self.years = int(table.setup["years"])
        # The year and its turns.
        self.years_ended = 0
        self.holder = int(table.state["holder"])
        self.turns = 0
        self.columns: list[list[Card]] = [[], []]
        self.replaced = [0, 0]
        self.taken_back = [0, 0]
        self.drew_last = 0
        self.took_water = 0
        # What is being paid, offered or upgraded.
        self.pending = (-1, NOTHING_GIVEN)
        self.due = [0] * len(RESOURCES)
        self.pay_floor = PLAIN
        self.owner = 0
        self.resume = SEED_GAINS
        self.offered = [0] * len(RESOURCES)
        # The deck, and who has seen what since it was last in the deck.
        self.drawn = 0
        self.deck_size = CARDS
        self.deck_next = 0
        self.reshuffles = 0
        self.reshuffled = 0
        self.seen = [0, 0]
        # The outcome.
        self.share = [0, 0]
        self.game = [0] * len(GAME_METRICS)
        self.seat = [[0] * len(SEAT_METRICS) for _ in range(SEATS)]
        self.round_score = [[0] * MOST_YEARS for _ in range(SEATS)]
        self.item = [[[0] * len(ITEM_WAYS) for _ in range(CARDS)] for _ in range(SEATS)]

    def after(self, before: Any, move: int | None) -> Iterator[Derived]:
        """All derived values, after a choice (its packed move) or a stage that ran by itself (None).

        before: the state before the action. Call it once after every action, since it counts what the action did. Game
        metrics that the loop over a game counts (`NOT_COUNTED`) are left out. Sets of cards are lists of rows of the edition.
        """
        now = self.table.state
        if move is None:
            self._count_stage(before, now)
        else:
            self._count_choice(before, now, move)
        self._count_cards_played(before, now)
        self._count_draws(before, now, move)
        if move is None and int(before["stage"]) == WINDMILL:
            self._count_year(now)
        return self._values(now)

    # Counting what an action did

    def _count_stage(self, before: Any, now: Any) -> None:
        """Count a stage that ran by itself."""
        stage = int(before["stage"])
        if stage == SEEDING:
            self.holder = int(before["holder"])
            self.turns = 0
            self.columns = [[], []]
            self.replaced = [0, 0]
            self.seat[self.holder][WINDMILL_YEARS] += 1
        elif stage == SEED_GAINS:
            self.owner = self._served(before)
            self.resume = SEED_GAINS
            self._count_tokens_from_upgrades(before, now)
        elif stage == FOLLOW_HARVEST:
            self.owner = 1 - self._active
            self.resume = TURN_END
            self._count_tokens_from_upgrades(before, now)
        elif stage == TAKE_BACK and before["year"] % 2 == 0:
            self.taken_back = [int(player["harvested"]) for player in before["seat"]]
        elif stage == TURN_START:
            self.drew_last = _hands_and_row(now) - _hands_and_row(before)
        elif stage == TURN_END:
            self.drew_last = 0
            self.turns += 1
        elif stage == SWAP_HANDS:
            for seat in range(SEATS):
                for card in _members(before["seat"][seat]["hand"]):
                    self.item[seat][card][PASSED_ON] += 1

    def _count_choice(self, before: Any, now: Any, move: int) -> None:
        """Count a choice."""
        stage, actor = int(before["stage"]), int(before["actor"])
        if stage == PLAY:
            self._count_play(before, now, move)
        elif stage == PAY:
            # Units are paid in the order of the resources, those of one resource in ascending order of the ways.
            resource = next(place for place, count in enumerate(self.due) if count > 0)
            self.due[resource] -= 1
            self.pay_floor = move if self.due[resource] > 0 else PLAIN
        elif stage == SURPLUS:
            self.offered[move] += 1
            self.seat[actor][TOKENS_OFFERED] += 1
        elif stage == ACCEPT and move != STOP:
            self.offered[move] -= 1
            self.seat[actor][TOKENS_ACCEPTED] += 1
        elif stage == REPLACE and move != STOP:
            self.replaced[actor] += 1
        elif stage == DISCARD_BACK and move != STOP:
            self.taken_back[actor] &= ~(1 << move)
        if stage in (SURPLUS, ACCEPT) and int(now["stage"]) not in (SURPLUS, ACCEPT):
            self.seat[self.owner][TOKENS_LOST] += sum(self.offered)
            self.offered = [0] * len(RESOURCES)

    def _count_play(self, before: Any, now: Any, move: int) -> None:
        """Count a turn: action + 4 x card + 256 x (given + 1)."""
        action, card, given = move % 4, move // 4 % 64, move // 256 - 1
        seat = self._active
        self.item[seat][card][action] += 1
        self.owner = seat
        if action == HARVEST:
            river = int(before["field"][WATER])
            if any(self.cards[other].param1 in ("water", ANY) for other in self._tucked(before, seat, "H2")):
                river += int(before["supply"][WATER])
            self.took_water = int(self.cards[card].icons[WATER] > 0 and river > 0)
            self.columns[seat].append(self.cards[card])
            self.seat[seat][HARVESTS] += 1
            self.seat[seat][TOKENS_HARVESTED] += _stored(now, seat) - _stored(before, seat)
            self.resume = FOLLOW_HARVEST
            return
        self.pending = (card, given)
        if action == SELL:
            self.pay_floor = PLAIN
            if int(now["stage"]) == PAY:
                self.due = list(self.cards[card].need)
        else:
            self.resume = TUCK_AFTER_CLEANING if self.table.setup["clean_first"] else TURN_END
            self._count_tokens_from_upgrades(before, now)

    def _count_tokens_from_upgrades(self, before: Any, now: Any) -> None:
        """Count what the owner of a batch of H1, H5 or brooms took."""
        self.seat[self.owner][TOKENS_FROM_UPGRADES] += _stored(now, self.owner) - _stored(before, self.owner)

    def _count_cards_played(self, before: Any, now: Any) -> None:
        """Count the cards that were sold, cleaned, tucked, or given for another."""
        for seat in range(SEATS):
            counts, old, new = self.seat[seat], before["seat"][seat], now["seat"][seat]
            for card in _members(new["in_place"] & ~old["in_place"]):
                counts[BEERS_SOLD if self.cards[card].type == TYPES[BEER] else BREADS_SOLD] += 1
            counts[CLEANED] += len(_members(new["plaza"] & ~old["plaza"]))
            counts[UPGRADES] += len(_members(new["tucked"] & ~old["tucked"]))
        if int(before["stage"]) != TURN_UP_ROW:
            self.seat[self._active][EXCHANGES] += len(_members(now["row"] & ~before["row"]))

    def _count_draws(self, before: Any, now: Any, move: int | None) -> None:
        """Count the cards drawn, a reshuffle where the deck had not so many, and who has seen which faces."""
        stage = int(before["stage"])
        replaced = stage == REPLACE and move not in (None, STOP)
        draws = 0
        if stage in (DRAW_HANDS, TURN_UP_ROW, TURN_START) or replaced:
            draws = _hands_and_row(now) - _hands_and_row(before) + int(replaced)
        self.drawn += draws
        self.deck_next += draws
        if self.deck_next > self.deck_size:
            self.deck_next -= self.deck_size
            self.reshuffles += 1
            self.reshuffled = int(before["discards"]) | (1 << move if replaced and move is not None else 0)
            self.deck_size = self.reshuffled.bit_count()
            self.seen = [seen & ~self.reshuffled for seen in self.seen]
        open_to_both = int(now["row"])
        for player in now["seat"]:
            open_to_both |= int(player["harvested"])
        for seat in range(SEATS):
            own = int(now["seat"][seat]["hand"]) & ~int(now["seat"][1 - seat]["reserved"])
            self.seen[seat] |= own | open_to_both

    def _count_year(self, now: Any) -> None:
        """Count the end of a year, and of the game."""
        self.years_ended += 1
        totals = [self._totals(now, seat) for seat in range(SEATS)]
        for seat, (beer, bread, _) in enumerate(totals):
            self.round_score[seat][self.years_ended - 1 :] = [min(beer, bread)] * (MOST_YEARS - self.years_ended + 1)
        if self.years_ended < self.years:
            return
        for seat, (beer, bread, bonus) in enumerate(totals):
            counts = self.seat[seat]
            counts[SCORE], counts[BEER_TOTAL], counts[BREAD_TOTAL], counts[COIN_BONUS] = min(beer, bread), beer, bread, bonus
            counts[TOKENS_LEFT] = _stored(now, seat)
        last_holder = self.holder if self.table.setup["windmill_during"] else int(now["holder"])
        ranks = [(min(totals[seat][:2]), max(totals[seat][:2]), seat != last_holder) for seat in range(SEATS)]
        self.share[ranks.index(max(ranks))] = SHARE_UNIT
        self.game[LEVEL_SCORES] = int(ranks[0][0] == ranks[1][0])
        self.game[RESHUFFLES] = self.reshuffles
        self.game[YEARS_PLAYED] = self.years_ended

    # What follows from the cards of a seat

    def _tucked(self, state: Any, seat: int, effect: str) -> list[int]:
        """The tucked cards of a seat that have an effect."""
        return [card for card in _members(state["seat"][seat]["tucked"]) if self.cards[card].upgrade == effect]

    def _upgrades(self, state: Any, seat: int) -> dict[str, Any]:
        """What the tucked cards of a seat give, by the name of the field; the spaces with those at the start."""
        tucked = [self.cards[card] for card in _members(state["seat"][seat]["tucked"])]
        texts = Counter((card.upgrade, card.param1, card.param2) for card in tucked)
        number = Counter(card.upgrade for card in tucked)
        setup = self.table.setup

        def spaces(effect: str) -> int:
            return sum(int(card.param1) for card in tucked if card.upgrade == effect)

        return {
            "space": int(setup["storage_spaces"]) + spaces("T1"),
            "water_space": spaces("T2"),
            "room": [int(setup["brewery_spaces"]) + number["C1"], int(setup["bakery_spaces"]) + number["C2"]],
            "replace": number["S1"],
            "reserve": number["S2"],
            "draw_last": number["S3"],
            "discard_back": number["S4"],
            "seed_gain": [texts["H1", resource, ""] for resource in RESOURCES],
            "from_supply": [texts["H2", resource, ""] + texts["H2", ANY, ""] for resource in RESOURCES],
            "extra": [
                [texts["H3", trigger, brought] + (brought == "water") * texts["H4", trigger, ""] for brought in RESOURCES]
                for trigger in RESOURCES
            ],
            "extras": number["H3"] + number["H4"],
            "follow_water": number["H5"],
            "swap": [[texts[effect, one, other] for other in RESOURCES for effect in ("C3", "C4")] for one in RESOURCES],
            "swaps": number["C3"] + number["C4"],
            "broom_water": [number["B1"], number["B2"]],
            "broom_only": [[texts[effect, resource, ""] for resource in RESOURCES] for effect in ("B3", "B4")],
            "broom_both": number["B5"],
            "band_coin": [number["E1"], number["E2"], number["E3"]],
            "pair_coin": [number["E4"], number["E5"]],
            "more_upgrades": number["E6"],
            "more_tokens": number["E7"],
            "all_kinds": [number["E9"], number["E8"]],
        }

    def _totals(self, state: Any, seat: int) -> tuple[int, int, int]:
        """Beer and bread total of a seat with coin upgrades, as if the game ended now, and what these added to both."""
        me, other = state["seat"][seat], state["seat"][1 - seat]
        copies = Counter(self.cards[card].upgrade for card in _members(me["tucked"]))
        sold = [self.cards[card] for card in _members(me["in_place"] | me["plaza"])]
        totals = []
        for type_, pair in zip(TYPES, ("E4", "E5"), strict=True):
            coins = [card.coins for card in sold if card.type == type_]
            bands = sum(copies[f"E{kind}"] * sum(worth in COINS_OF_KIND[kind] for worth in coins) for kind in COINS_OF_KIND)
            totals.append(sum(coins) + bands + copies[pair] * (len(coins) // 2))
        kinds = {(card.type, card.kind) for card in sold}
        either = copies["E6"] * (len(_members(me["tucked"])) > len(_members(other["tucked"])))
        either += copies["E7"] * (_stored(state, seat) - _stored(state, 1 - seat) >= 2)
        either += copies["E8"] * all(("bread", kind) in kinds for kind in COINS_OF_KIND)
        either += copies["E9"] * all(("beer", kind) in kinds for kind in COINS_OF_KIND)
        beer, bread = totals
        ways = [(beer + 2 * on_beer, bread + 2 * (either - on_beer)) for on_beer in range(either + 1)]
        beer, bread = max(ways, key=lambda way: (min(way), way[0]))
        return beer, bread, beer + bread - sum(card.coins for card in sold)

    def _column(self, seat: int) -> list[int]:
        """For each resource the icons of this year's column that one more of it would match."""
        counts = []
        for resource in range(len(RESOURCES)):
            count = 0
            for card in reversed(self.columns[seat]):
                if card.icons[resource] == 0 and not self.table.setup["column_all"]:
                    break
                count += card.icons[resource]
            counts.append(count)
        return counts

    # Whose turn it is

    @property
    def _active(self) -> int:
        """The seat whose turn it is: the windmill holder has the first turn of a year, then the seats alternate."""
        return self.holder if self.turns % 2 == 0 else 1 - self.holder

    def _served(self, state: Any) -> int:
        """The seat that a stage or decision serves for which the windmill holder comes first."""
        return self.holder if state["cursor"] == 0 else 1 - self.holder

    # Comparing

    def _values(self, now: Any) -> Iterator[Derived]:
        yield from self._phase_values(now)
        yield from self._card_values(now)
        yield from self._token_values(now)
        for seat in range(SEATS):
            yield from self._seat_values(now, seat)
        yield from self._outcome_values()

    def _field(self, now: Any, name: str, recomputed: Any) -> Derived:
        return Derived(NAMES[name], now[name].tolist(), recomputed)

    def _phase_values(self, now: Any) -> Iterator[Derived]:
        """Year, turn, and who is asked. A field that is left over from some stages is compared at those only."""
        stage = int(now["stage"])
        yield self._field(now, "year", min(self.years_ended + 1, self.years))
        yield self._field(now, "turn", self.turns)
        yield self._field(now, "drew_last", self.drew_last)
        yield self._field(now, "took_water", self.took_water)
        yield self._field(now, "holder_in_year", self.holder)
        in_surplus = stage in (SURPLUS, ACCEPT)
        # `active` is set when the action phase begins.
        if stage in _ACTION_PHASE or (in_surplus and self.resume != SEED_GAINS):
            yield self._field(now, "active", self._active)
        if OVER < stage <= LAST_DECISION:
            asked = {PLAY: self._active, PAY: self._active, SURPLUS: self.owner, ACCEPT: 1 - self.owner}
            yield self._field(now, "actor", asked.get(stage, self._served(now)))
        if in_surplus:
            yield self._field(now, "resume", self.resume)
        if stage == REPLACE:
            seat = self._served(now)
            yield self._field(now, "replacing", len(self._tucked(now, seat, "S1")) - self.replaced[seat])
        if stage == PAY:
            yield self._field(now, "pay_floor", self.pay_floor)
        yield self._field(now, "pending_card", self.pending[0])
        yield self._field(now, "pending_given", self.pending[1])

    def _card_values(self, now: Any) -> Iterator[Derived]:
        """The deck, the discards, and that all cards are there."""
        yield self._field(now, "reshuffles", self.reshuffles)
        yield self._field(now, "drawn", self.drawn)
        yield self._field(now, "deck_size", self.deck_size)
        yield self._field(now, "deck_next", self.deck_next)
        yield Derived(NAMES["reshuffled"], _members(now["reshuffled"]), _members(self.reshuffled))
        deck = now["deck"].tolist()
        made_of = self.reshuffled if self.reshuffles > 0 else _ALL
        yield Derived("cards of the deck, drawn ones included", sorted(deck[: self.deck_size]), _members(made_of))
        lie = [card for player in now["seat"] for place in _PLACES for card in _members(player[place])]
        places = Counter(lie + _members(now["row"]) + deck[self.deck_next : self.deck_size])
        yield Derived(NAMES["discards"], _members(now["discards"]), [card for card in range(CARDS) if places[card] == 0])
        yield Derived("cards that lie in two places", [card for card in range(CARDS) if places[card] > 1], [])
        # What S4 left over stays there until the next year's taking back.
        if int(now["stage"]) == DISCARD_BACK:
            yield Derived(NAMES["returned"], _members(now["returned"]), _members(self.taken_back[self._served(now)]))

    def _token_values(self, now: Any) -> Iterator[Derived]:
        """The supply, by what is elsewhere; what is offered and due."""
        elsewhere = now["field"].astype(int) + now["offered"] + now["seat"]["storage"].sum(axis=0)
        yield self._field(now, "supply", [total - count for total, count in zip(TOKENS, elsewhere.tolist(), strict=True)])
        yield self._field(now, "offered", list(self.offered))
        yield self._field(now, "due", list(self.due))

    def _seat_values(self, now: Any, seat: int) -> Iterator[Derived]:
        """Spaces and upgrades of a seat, its harvest column, and what it knows of the other hand."""
        player = now["seat"][seat]
        # `known` keeps cards that have left the hands, where nobody asks for it.
        there = int(now["seat"][1 - seat]["hand"])
        known = _members(int(player["known"]) & there)
        yield Derived(f"seat {seat}: {NAMES['seat.known']}", known, _members(self.seen[seat] & there))
        yield Derived(f"seat {seat}: {NAMES['seat.column']}", player["column"].tolist(), self._column(seat))
        upgrades = self._upgrades(now, seat)
        for place, (extra, swap) in enumerate(zip(upgrades.pop("extra"), upgrades.pop("swap"), strict=True)):
            yield Derived(
                f"seat {seat}: {NAMES['seat.extra']}, trigger {RESOURCES[place]}", player["extra"][place].tolist(), extra
            )
            kept = player["swap"][place].ravel().tolist()
            yield Derived(f"seat {seat}: {NAMES['seat.swap']} that let {RESOURCES[place]} stand in", kept, swap)
        for place, copies in enumerate(upgrades.pop("broom_only")):
            kept = player["broom_only"][place].tolist()
            yield Derived(f"seat {seat}: {NAMES['seat.broom_only']}, {TYPES[place]}", kept, copies)
        for name, given in upgrades.items():
            yield Derived(f"seat {seat}: {NAMES['seat.' + name]}", player[name].tolist(), given)

    def _outcome_values(self) -> Iterator[Derived]:
        """Everything that is counted; of the cards those that were used. What only the end fills is 0 until then."""
        outcome = self.table.outcome
        # Only the loop over a game breaks it off, and then no action follows.
        yield Derived("whether the game was broken off", int(outcome["unfinished"]), 0)
        for number, metric in enumerate(GAME_METRICS):
            if metric.name not in NOT_COUNTED:
                yield Derived(f"metric {metric.name}", int(outcome["game"][number]), self.game[number])
        for seat in range(SEATS):
            yield Derived(f"seat {seat}: share of the win", int(outcome["share"][seat]), self.share[seat])
            for number, metric in enumerate(SEAT_METRICS):
                yield Derived(f"seat {seat}: metric {metric.name}", int(outcome["seat"][seat, number]), self.seat[seat][number])
            yield Derived(
                f"seat {seat}: lower total after each year", outcome["round_score"][seat].tolist(), list(self.round_score[seat])
            )
            for card, kept, counted in zip(self.cards, outcome["item"][seat].tolist(), self.item[seat], strict=True):
                if any(kept) or any(counted):
                    yield Derived(f"seat {seat}: card {card.id} {_WAYS}", kept, list(counted))


def _members(cards: Any) -> list[int]:
    """The members of a set of cards, in ascending order."""
    some = int(cards)
    return [card for card in range(some.bit_length()) if some >> card & 1]


def _stored(state: Any, seat: int) -> int:
    """The tokens in the storage of a seat."""
    return int(state["seat"][seat]["storage"].sum())


def _hands_and_row(state: Any) -> int:
    """The number of cards in both hands and the row."""
    return sum(int(some).bit_count() for some in (*state["seat"]["hand"], state["row"]))
