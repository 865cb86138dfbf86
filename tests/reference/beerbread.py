"""A slow reference engine of Beer & Bread, written from the rules file (shared/rules/beerbread.md) and nothing else.

It is an oracle for other engines, so it is as literal as possible: one small method per rule, and the whole game is
one generator that stops wherever somebody has to choose between at least two options.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

RESOURCES = ("wheat", "barley", "rye", "hops", "water")

GRAINS = ("wheat", "barley", "rye", "hops")  # everything that never lies in a water-only space
TOKENS = {"wheat": 18, "barley": 18, "rye": 15, "hops": 15, "water": 18}
BANDS = {"E1": (4, 5), "E2": (6, 7), "E3": (8, 9)}
NUMBERS = {  # the numbers that the rules print, which a game may change
    "years": 6, "hand_size": 5, "row_size": 3, "storage_spaces": 9, "brewery_spaces": 1, "bakery_spaces": 1,
    "seed_fruitful_wheat": 7, "seed_fruitful_barley": 8, "seed_fruitful_rye": 6, "seed_fruitful_hops": 6,
    "seed_dry_wheat": 5, "seed_dry_barley": 4, "seed_dry_rye": 4, "seed_dry_hops": 4,
}  # fmt: skip
SWITCHES = {
    "field_reset": ("top_up", "exact"),
    "harvest_column": ("contiguous", "all"),
    "clean_order": ("upgrade_first", "clean_first"),
    "last_windmill": ("after", "during"),
}

Card = int  # a card is named by its index 0..59
Seat = int  # 0 or 1
Option = tuple[Any, ...]
_T = TypeVar("_T")
Flow = Generator[None, Option, _T]  # pauses at a decision, is resumed with the chosen option


@dataclass
class Decision:
    """A point at which `seat` chooses one of at least two options."""

    kind: str
    seat: Seat
    options: list[Option]


def _no_tokens() -> dict[str, int]:
    return dict.fromkeys(RESOURCES, 0)


def _as_list(tokens: Mapping[str, int]) -> list[int]:
    return [tokens[resource] for resource in RESOURCES]


def _way_rank(way: Option) -> tuple[int, int, int]:
    """The order of the ways to pay one unit: plain, then the swaps by (from resource, ratio)."""
    if way == ("plain",):
        return (0, 0, 0)
    _, from_resource, ratio = way
    return (1, RESOURCES.index(from_resource), ratio)


class ReferenceGame:
    """One game. It runs on by itself to the next point with at least two options, shown in `decision`."""

    def __init__(
        self,
        cards: Sequence[Mapping[str, Any]],
        rules: Mapping[str, str],
        deck: Sequence[Card],
        first_holder: Seat,
        shuffle: Callable[[list[Card]], Sequence[Card]],
    ) -> None:
        """Start: empty storages, no upgrades, random first windmill holder; all tokens are in the supply.

        rules: the switches, and those of NUMBERS that are not as printed.
        """
        self._check_arguments(cards, rules, deck, first_holder)
        self.cards = cards
        self.rules = rules
        self.numbers = {name: int(rules.get(name, printed)) for name, printed in NUMBERS.items()}
        self.shuffle = shuffle
        self.year = 1
        self.holder: Seat = first_holder
        self.holder_during_year: Seat = first_holder
        self.supply = dict(TOKENS)
        self.fields = _no_tokens()
        self.offered = _no_tokens()
        self.storage = [_no_tokens(), _no_tokens()]
        self.deck: list[Card] = list(deck)
        self.discards: list[Card] = []
        self.row: list[Card] = []
        self.hands: list[list[Card]] = [[], []]
        self.harvested: list[list[Card]] = [[], []]  # the harvest columns, in the order in which they were laid
        self.sold_in_place: list[list[Card]] = [[], []]
        self.plaza: list[list[Card]] = [[], []]
        self.upgrades: list[list[Card]] = [[], []]
        self.reserved: list[Card | None] = [None, None]
        self.decision: Decision | None = None
        self.over = False
        self._flow = self._game()
        self._run(None)

    # ------------------------------------------------------------------------------------------------ the interface

    def apply(self, option: Option) -> None:
        """Choose one of the options of the decision and run on to the next one."""
        if self.decision is None:
            raise ValueError("the game is over")
        if option not in self.decision.options:
            raise ValueError(f"{option!r} is no option of {self.decision}")
        self._run(option)

    def snapshot(self) -> dict[str, Any]:
        """Everything that lies on the table and in the hands, in plain lists."""
        return {
            "year": self.year,
            "holder": self.holder,
            "supply": _as_list(self.supply),
            "fields": _as_list(self.fields),
            "offered": _as_list(self.offered),
            "storage": [_as_list(tokens) for tokens in self.storage],
            "hands": [sorted(cards) for cards in self.hands],
            "row": sorted(self.row),
            "discards": sorted(self.discards),
            "deck": list(self.deck),
            "harvested": [sorted(cards) for cards in self.harvested],
            "sold_in_place": [sorted(cards) for cards in self.sold_in_place],
            "plaza": [sorted(cards) for cards in self.plaza],
            "upgrades": [sorted(cards) for cards in self.upgrades],
            "reserved": list(self.reserved),
        }

    def result(self) -> dict[str, Any]:
        """Score = the lower total. Only when the game is over."""
        if not self.over:
            raise ValueError("the game is not over")
        bonuses = [self._bonuses(seat) for seat in (0, 1)]
        beer = [self._coins_sold(seat, "beer") + bonuses[seat][0] for seat in (0, 1)]
        bread = [self._coins_sold(seat, "bread") + bonuses[seat][1] for seat in (0, 1)]
        return {
            "scores": [min(beer[seat], bread[seat]) for seat in (0, 1)],
            "beer": beer,
            "bread": bread,
            "bonus_beer": [bonus[0] for bonus in bonuses],
            "bonus_bread": [bonus[1] for bonus in bonuses],
            "winner": self._winner(beer, bread),
        }

    @staticmethod
    def _check_arguments(
        cards: Sequence[Mapping[str, Any]], rules: Mapping[str, str], deck: Sequence[Card], first_holder: Seat
    ) -> None:
        if len(cards) != 60:
            raise ValueError(f"60 cards expected, not {len(cards)}")
        if sorted(deck) != list(range(60)):
            raise ValueError("the deck must hold each card once")
        if first_holder not in (0, 1):
            raise ValueError(f"no such seat: {first_holder!r}")
        for switch, values in SWITCHES.items():
            if rules[switch] not in values:
                raise ValueError(f"{switch} must be one of {values}, not {rules[switch]!r}")

    def _run(self, option: Option | None) -> None:
        """Resume the game with the chosen option (None: begin) up to the next decision or the end."""
        self.decision = None
        try:
            if option is None:
                next(self._flow)
            else:
                self._flow.send(option)
        except StopIteration:
            self.over = True

    def _ask(self, kind: str, seat: Seat, options: list[Option]) -> Flow[Option]:
        """A point with one option is not asked."""
        if len(options) == 1:
            return options[0]
        self.decision = Decision(kind, seat, options)
        chosen = yield
        return chosen

    # --------------------------------------------------------------------------------------------- the year (rules 1-4)

    def _game(self) -> Flow[None]:
        """6 years of four phases; after year 6 the game ends."""
        for year in range(1, self.numbers["years"] + 1):
            self.year = year
            yield from self._seeding_phase()
            yield from self._card_phase()
            if self._is_fruitful():
                yield from self._fruitful_actions()
            else:
                yield from self._dry_actions()
            self._windmill_phase()
            self._end_of_year()

    def _is_fruitful(self) -> bool:
        """Years 1, 3, 5 are fruitful; 2, 4, 6 dry."""
        return self.year % 2 == 1

    def _holder_first(self) -> tuple[Seat, Seat]:
        return (self.holder, 1 - self.holder)

    # ---------------------------------------------------------------------------------------------------- 1 seeding

    def _seeding_phase(self) -> Flow[None]:
        """The fields, the river, then the "end of seeding" upgrades (H1), windmill holder first."""
        year = "fruitful" if self._is_fruitful() else "dry"
        for resource in GRAINS:
            self._seed_field(resource, self.numbers[f"seed_{year}_{resource}"])
        self._fill_river()
        for seat in self._holder_first():
            yield from self._end_of_seeding(seat)

    def _seed_field(self, resource: str, number: int) -> None:
        """Up to its number from the supply; short supply places what there is. Excess: switch `field_reset`."""
        missing = number - self.fields[resource]
        if missing > 0:
            placed = min(missing, self.supply[resource])
            self.supply[resource] -= placed
            self.fields[resource] += placed
        elif self.rules["field_reset"] == "exact":
            excess = -missing
            self.fields[resource] -= excess
            self.supply[resource] += excess

    def _fill_river(self) -> None:
        """All water in the supply is added to the river."""
        self.fields["water"] += self.supply["water"]
        self.supply["water"] = 0

    def _end_of_seeding(self, seat: Seat) -> Flow[None]:
        """H1: take 1 of a resource from its field, every year. H1 of one player is one batch."""
        for copy in self._copies(seat, "H1"):
            self._take(seat, self._param1(copy), 1)
        yield from self._store(seat)

    # ------------------------------------------------------------------------------------------------------ 2 cards

    def _card_phase(self) -> Flow[None]:
        """Dry: take back, S4, draw to 5, row. Fruitful: draw 5. At the end S1, windmill holder first."""
        if self._is_fruitful():
            self._draw_hands()
        else:
            taken_back = [self._take_back(0), self._take_back(1)]
            for seat in self._holder_first():
                yield from self._discard_back(seat, taken_back[seat])
            self._draw_hands()
            self._turn_up_row()
        for seat in self._holder_first():
            yield from self._end_of_card_phase(seat)

    def _take_back(self, seat: Seat) -> list[Card]:
        """Dry: each takes back all cards he harvested with in the year before."""
        taken_back = list(self.harvested[seat])
        self.hands[seat].extend(taken_back)
        self.harvested[seat].clear()
        return taken_back

    def _discard_back(self, seat: Seat, taken_back: list[Card]) -> Flow[None]:
        """S4: of the harvest cards taken back he may discard any. One copy does all."""
        if not self._has(seat, "S4"):
            return
        remaining = sorted(taken_back)
        while remaining:
            options: list[Option] = [(card,) for card in remaining]
            options.append(("stop",))
            chosen = yield from self._ask("discard_back", seat, options)
            if chosen == ("stop",):
                return
            remaining.remove(chosen[0])
            self._discard_from_hand(seat, chosen[0])

    def _draw_hands(self) -> None:
        """The holder draws all his cards (to 5), then the other."""
        for seat in self._holder_first():
            for _ in range(self.numbers["hand_size"] - len(self.hands[seat])):
                self._draw_to(self.hands[seat])

    def _turn_up_row(self) -> None:
        """Dry: then 3 cards are turned up as the exchange row."""
        for _ in range(self.numbers["row_size"]):
            self._draw_to(self.row)

    def _draw_to(self, place: list[Card]) -> bool:
        """Draw one card. If both piles are empty nothing is drawn."""
        if not self.deck:
            self._reshuffle()
        if not self.deck:
            return False
        place.append(self.deck.pop(0))
        return True

    def _reshuffle(self) -> None:
        """The discards are shuffled only when a card must be drawn and the deck is empty."""
        if self.discards:
            self.deck = list(self.shuffle(sorted(self.discards)))
            self.discards = []

    def _end_of_card_phase(self, seat: Seat) -> Flow[None]:
        """S1, every year: may discard 1 hand card and draw 1, once per copy. "none" ends it."""
        for _ in self._copies(seat, "S1"):
            if not self.hands[seat]:
                return
            options: list[Option] = [(card,) for card in sorted(self.hands[seat])]
            options.append(("none",))
            chosen = yield from self._ask("replace", seat, options)
            if chosen == ("none",):
                return
            self._discard_from_hand(seat, chosen[0])
            self._draw_to(self.hands[seat])

    def _discard_from_hand(self, seat: Seat, card: Card) -> None:
        self.hands[seat].remove(card)
        self.discards.append(card)

    # ---------------------------------------------------------------------------------------------------- 3 actions

    def _fruitful_actions(self) -> Flow[None]:
        """Until hands are empty: the holder plays one card; the other plays one card; both swap their hands."""
        first_round = True
        while self.hands[0] or self.hands[1]:
            for seat in self._holder_first():
                yield from self._fruitful_turn(seat)
            if first_round:
                for seat in self._holder_first():
                    yield from self._reserve(seat)
                first_round = False
            self._swap_hands()

    def _fruitful_turn(self, seat: Seat) -> Flow[None]:
        """Play one card. S3: begun with exactly 1 hand card, draw 1, play one of the two, discard the other.

        A player without a card that he may play does nothing.
        """
        drew_by_s3 = False
        if self._has(seat, "S3") and len(self.hands[seat]) == 1:
            drew_by_s3 = self._draw_to(self.hands[seat])
        yield from self._play(seat)
        if drew_by_s3:
            for card in list(self.hands[seat]):
                self._discard_from_hand(seat, card)

    def _reserve(self, seat: Seat) -> Flow[None]:
        """S2: just before the first swap of a fruitful year, reserve 1 hand card, compulsory. One copy does all."""
        if self._has(seat, "S2") and self.hands[seat]:
            chosen = yield from self._ask("reserve", seat, [(card,) for card in sorted(self.hands[seat])])
            self.reserved[seat] = chosen[0]

    def _swap_hands(self) -> None:
        """Both swap their whole remaining hands."""
        self.hands.reverse()

    def _dry_actions(self) -> Flow[None]:
        """Alternate, windmill holder first, no swap of hands. A player with an empty hand has no turn."""
        while self.hands[0] or self.hands[1]:
            for seat in self._holder_first():
                if self.hands[seat]:
                    yield from self._play(seat)

    def _play(self, seat: Seat) -> Flow[None]:
        """Choose one card and action (in dry years perhaps with an exchange) and do it."""
        options = self._plays(seat)
        if not options:
            return
        action, card, given = yield from self._ask("play", seat, options)
        if action == "harvest":
            yield from self._harvest(seat, card, given)
        elif action == "sell":
            yield from self._sell(seat, card, given)
        else:
            yield from self._upgrade(seat, card, given)

    def _plays(self, seat: Seat) -> list[Option]:
        """The distinct (card, action), plus in dry years (given, taken, action)."""
        plays: list[Option] = []
        for card in sorted(self.hands[seat]):
            if self._may_play(seat, card):
                plays.extend((action, card, None) for action in self._legal_actions(seat, card))
        if not self._is_fruitful():
            for taken in sorted(self.row):
                for given in sorted(self.hands[seat]):
                    plays.extend((action, taken, given) for action in self._legal_actions(seat, taken))
        return plays

    def _may_play(self, seat: Seat, card: Card) -> bool:
        """S2: only its owner may play a reserved card."""
        return self.reserved[1 - seat] != card

    def _legal_actions(self, seat: Seat, card: Card) -> list[str]:
        """Harvest and upgrade are always legal, even if they bring or clean nothing."""
        if self._can_sell(seat, card):
            return ["harvest", "sell", "upgrade"]
        return ["harvest", "upgrade"]

    def _use_card(self, seat: Seat, card: Card, given: Card | None) -> None:
        """The used card leaves the hand; in an exchange the given card takes the place of the taken one in the row."""
        if given is None:
            self.hands[seat].remove(card)
        else:
            self.hands[seat].remove(given)
            self.row[self.row.index(card)] = given

    # -------------------------------------------------------------------------------------------- harvest and store

    def _harvest(self, seat: Seat, card: Card, given: Card | None) -> Flow[None]:
        """Icons with column bonus and H2, then H3 and H4; surplus; acceptance; then the opponent's H5."""
        self._use_card(seat, card, given)
        self.harvested[seat].append(card)
        took = self._gain_icons(seat)
        self._gain_extra_resource(seat, took)
        self._gain_extra_water(seat, took)
        yield from self._store(seat)
        if took["water"] > 0:
            yield from self._after_opponents_harvest(1 - seat)

    def _gain_icons(self, seat: Seat) -> dict[str, int]:
        """For every icon on the new card gain 1, plus the column bonus. Returns what the icons brought."""
        took = _no_tokens()
        new_card = self.harvested[seat][-1]
        for resource in RESOURCES:
            if self._has_icon(new_card, resource):
                amount = 1 + self._column_bonus(seat, resource)
                took[resource] = self._take_by_harvest(seat, resource, amount)
        return took

    def _column_bonus(self, seat: Seat, resource: str) -> int:
        """Plus 1 for each matching icon of earlier cards of this year. Switch `harvest_column`."""
        earlier = self.harvested[seat][:-1]
        if self.rules["harvest_column"] == "all":
            return sum(1 for card in earlier if self._has_icon(card, resource))
        run = 0
        for card in reversed(earlier):  # the unbroken run directly above the new card
            if not self._has_icon(card, resource):
                break
            run += 1
        return run

    def _has_icon(self, card: Card, resource: str) -> bool:
        return int(self.cards[card][f"icon_{resource}"]) > 0

    def _gain_extra_resource(self, seat: Seat, took: Mapping[str, int]) -> None:
        """H3: own harvest action that took a trigger resource: 1 more of a resource; each copy once an action."""
        for copy in self._copies(seat, "H3"):
            if took[self._param1(copy)] > 0:
                self._take_by_harvest(seat, self._param2(copy), 1)

    def _gain_extra_water(self, seat: Seat, took: Mapping[str, int]) -> None:
        """H4: own harvest action that took a trigger resource: 1 water more; each copy once an action."""
        for copy in self._copies(seat, "H4"):
            if took[self._param1(copy)] > 0:
                self._take_by_harvest(seat, "water", 1)

    def _after_opponents_harvest(self, seat: Seat) -> Flow[None]:
        """H5: end of the opponent's harvest action in which he took water: take 1 water; its own surplus."""
        for _ in self._copies(seat, "H5"):
            self._take(seat, "water", 1)
        yield from self._store(seat)

    def _take(self, seat: Seat, resource: str, amount: int) -> int:
        """Tokens come from the fields and the river; an empty field gives nothing. Taking is compulsory."""
        taken = min(amount, self.fields[resource])
        self.fields[resource] -= taken
        self.storage[seat][resource] += taken
        return taken

    def _take_by_harvest(self, seat: Seat, resource: str, amount: int) -> int:
        """Token by token: first the field, then with H2 the supply."""
        taken = 0
        for _ in range(amount):
            if self._take(seat, resource, 1) == 1:
                taken += 1
            elif self._may_take_from_supply(seat, resource) and self.supply[resource] > 0:
                self.supply[resource] -= 1
                self.storage[seat][resource] += 1
                taken += 1
        return taken

    def _may_take_from_supply(self, seat: Seat, resource: str) -> bool:
        """H2: of its resource, or of `any`; may be water. One copy of the same resource does all."""
        return any(self._param1(copy) in (resource, "any") for copy in self._copies(seat, "H2"))

    # ------------------------------------------------------------------------------------------------------ storage

    def _spaces(self, seat: Seat) -> int:
        """9 spaces, and T1: more storage."""
        return self.numbers["storage_spaces"] + sum(int(self._param1(copy)) for copy in self._copies(seat, "T1"))

    def _water_only_spaces(self, seat: Seat) -> int:
        """T2: more storage, water only."""
        return sum(int(self._param1(copy)) for copy in self._copies(seat, "T2"))

    def _water_in_normal_spaces(self, seat: Seat) -> int:
        return max(0, self.storage[seat]["water"] - self._water_only_spaces(seat))

    def _room(self, seat: Seat) -> int:
        """It fits if grain + max(0, water - water-only spaces) <= 9 + extra spaces, that is if the room is >= 0."""
        grain = sum(self.storage[seat][resource] for resource in GRAINS)
        return self._spaces(seat) - grain - self._water_in_normal_spaces(seat)

    def _store(self, seat: Seat) -> Flow[None]:
        """What does not fit is offered to the other player; what he leaves goes to the supply."""
        if self._room(seat) < 0:
            yield from self._choose_surplus(seat)
            yield from self._accept(1 - seat)
            self._return_offered()

    def _choose_surplus(self, seat: Seat) -> Flow[None]:
        """Exactly what does not fit is chosen by the storage's owner among stored and new alike."""
        while self._room(seat) < 0:
            options: list[Option] = [(resource,) for resource in RESOURCES if self._may_offer(seat, resource)]
            chosen = yield from self._ask("surplus", seat, options)
            self.storage[seat][chosen[0]] -= 1
            self.offered[chosen[0]] += 1

    def _may_offer(self, seat: Seat, resource: str) -> bool:
        """Any token, but not water that lies in water-only spaces."""
        if resource == "water":
            return self._water_in_normal_spaces(seat) > 0
        return self.storage[seat][resource] > 0

    def _accept(self, seat: Seat) -> Flow[None]:
        """The other player takes any part of what is offered that fits, or none."""
        while True:
            options: list[Option] = [
                (resource,) for resource in RESOURCES if self.offered[resource] > 0 and self._fits(seat, resource)
            ]
            if not options:
                return
            options.append(("stop",))
            chosen = yield from self._ask("accept", seat, options)
            if chosen == ("stop",):
                return
            self.offered[chosen[0]] -= 1
            self.storage[seat][chosen[0]] += 1

    def _fits(self, seat: Seat, resource: str) -> bool:
        """One more token of the resource can be stored: in a normal space, or water in a water-only space."""
        if resource == "water" and self.storage[seat]["water"] < self._water_only_spaces(seat):
            return True
        return self._room(seat) > 0

    def _return_offered(self) -> None:
        """The rest goes to the supply."""
        for resource in RESOURCES:
            self.supply[resource] += self.offered[resource]
            self.offered[resource] = 0

    # --------------------------------------------------------------------------------------------- produce and sell

    def _can_sell(self, seat: Seat, card: Card) -> bool:
        """Needs a free space in the brewery or bakery and the whole recipe in storage."""
        return self._has_free_space(seat, self._type(card)) and self._can_pay(
            seat, self.storage[seat], self._recipe(card), None
        )

    def _has_free_space(self, seat: Seat, card_type: str) -> bool:
        """Brewery 1 space, bakery 1 space; C1 (brewery) or C2 (bakery): holds 1 more."""
        effect, place = ("C1", "brewery_spaces") if card_type == "beer" else ("C2", "bakery_spaces")
        spaces = self.numbers[place] + len(self._copies(seat, effect))
        filled = sum(1 for card in self.sold_in_place[seat] if self._type(card) == card_type)
        return filled < spaces

    def _recipe(self, card: Card) -> list[str]:
        """The recipe unit by unit, in the order wheat, barley, rye, hops, water."""
        units: list[str] = []
        for resource in RESOURCES:
            units.extend([resource] * int(self.cards[card][f"need_{resource}"]))
        return units

    def _sell(self, seat: Seat, card: Card, given: Card | None) -> Flow[None]:
        """Pay the recipe to the supply; the card is sold at once and fills its space until cleaned."""
        yield from self._pay(seat, self._recipe(card))
        self._use_card(seat, card, given)
        self.sold_in_place[seat].append(card)

    def _pay(self, seat: Seat, units: list[str]) -> Flow[None]:
        """The recipe is paid unit by unit; the tokens of a unit are paid as it is chosen."""
        last: Option | None = None
        while units:
            options = self._ways(seat, self.storage[seat], units, last)
            chosen = yield from self._ask("pay", seat, options)
            for resource, amount in self._price(units[0], chosen).items():
                self.storage[seat][resource] -= amount
                self.supply[resource] += amount
            last = self._last_for_next(units, chosen)
            units = units[1:]

    def _ways(self, seat: Seat, stored: Mapping[str, int], units: list[str], last: Option | None) -> list[Option]:
        """The ways to pay the first unit after which the rest of the recipe can still be paid."""
        ways: list[Option] = []
        for way in self._all_ways(seat, units[0]):
            if last is not None and _way_rank(way) < _way_rank(last):
                continue  # units of one resource use the ways in ascending order, so no set is asked twice
            left = self._stored_after(stored, units[0], way)
            if left is not None and self._can_pay(seat, left, units[1:], self._last_for_next(units, way)):
                ways.append(way)
        return ways

    def _can_pay(self, seat: Seat, stored: Mapping[str, int], units: list[str], last: Option | None) -> bool:
        """The units can be paid in at least one way from what is stored (in the order of ways that is asked)."""
        if not units:
            return True
        for way in self._all_ways(seat, units[0]):
            if last is not None and _way_rank(way) < _way_rank(last):
                continue
            left = self._stored_after(stored, units[0], way)
            if left is not None and self._can_pay(seat, left, units[1:], self._last_for_next(units, way)):
                return True
        return False

    @staticmethod
    def _last_for_next(units: list[str], way: Option) -> Option | None:
        """The way just used binds the next unit only if that needs the same resource."""
        return way if len(units) > 1 and units[1] == units[0] else None

    def _all_ways(self, seat: Seat, needed: str) -> list[Option]:
        """Plain, or C3 / C4: 2 / 3 of one resource stand for 1 of another. Copies of one pair do no more than one."""
        swaps: set[Option] = set()
        for effect, ratio in (("C3", 2), ("C4", 3)):
            for copy in self._copies(seat, effect):
                if self._param2(copy) == needed:
                    swaps.add(("swap", self._param1(copy), ratio))
        return [("plain",), *sorted(swaps, key=_way_rank)]

    @staticmethod
    def _price(needed: str, way: Option) -> dict[str, int]:
        """The tokens that pay one unit in this way."""
        if way == ("plain",):
            return {needed: 1}
        _, from_resource, ratio = way
        return {from_resource: ratio}

    def _stored_after(self, stored: Mapping[str, int], needed: str, way: Option) -> dict[str, int] | None:
        """What is left after paying one unit; None if there is not enough. Only stored tokens stand in, each once."""
        left = dict(stored)
        for resource, amount in self._price(needed, way).items():
            left[resource] -= amount
            if left[resource] < 0:
                return None
        return left

    # -------------------------------------------------------------------------------------------- upgrade and clean

    def _upgrade(self, seat: Seat, card: Card, given: Card | None) -> Flow[None]:
        """Tuck the card, and clean. Switch `clean_order`: whether the new upgrade already counts for this cleaning."""
        if self.rules["clean_order"] == "upgrade_first":
            self._tuck(seat, card, given)
            yield from self._clean(seat)
        else:
            yield from self._clean(seat)
            self._tuck(seat, card, given)

    def _tuck(self, seat: Seat, card: Card, given: Card | None) -> None:
        """Tuck the card at its slot; its effect holds from now on."""
        self._use_card(seat, card, given)
        self.upgrades[seat].append(card)

    def _clean(self, seat: Seat) -> Flow[None]:
        """All sold cards of both brewery and bakery move to the plaza. All brooms of one cleaning are one batch."""
        beer = sum(1 for card in self.sold_in_place[seat] if self._type(card) == "beer")
        bread = sum(1 for card in self.sold_in_place[seat] if self._type(card) == "bread")
        self.plaza[seat].extend(self.sold_in_place[seat])
        self.sold_in_place[seat].clear()
        self._broom_per_card(seat, beer, bread)
        self._broom_per_cleaning(seat, beer, bread)
        yield from self._store(seat)

    def _broom_per_card(self, seat: Seat, beer: int, bread: int) -> None:
        """B1, B2: 1 water per beer (B1) or bread (B2) card cleaned."""
        for _ in self._copies(seat, "B1"):
            self._take(seat, "water", beer)
        for _ in self._copies(seat, "B2"):
            self._take(seat, "water", bread)

    def _broom_per_cleaning(self, seat: Seat, beer: int, bread: int) -> None:
        """B3, B4: cleaning only beer or only bread, take 2 of a resource. B5: both types, take 2 water."""
        if beer > 0 and bread == 0:
            for copy in self._copies(seat, "B3"):
                self._take(seat, self._param1(copy), 2)
        if bread > 0 and beer == 0:
            for copy in self._copies(seat, "B4"):
                self._take(seat, self._param1(copy), 2)
        if beer > 0 and bread > 0:
            for _ in self._copies(seat, "B5"):
                self._take(seat, "water", 2)

    # --------------------------------------------------------------------------------------------------- 4 windmill

    def _windmill_phase(self) -> None:
        """To the player with fewer stored tokens; on a tie to the player who did not hold it this year."""
        self.holder_during_year = self.holder
        stored = [self._stored_tokens(0), self._stored_tokens(1)]
        if stored[0] == stored[1]:
            self.holder = 1 - self.holder_during_year
        elif stored[0] < stored[1]:
            self.holder = 0
        else:
            self.holder = 1

    def _stored_tokens(self, seat: Seat) -> int:
        return sum(self.storage[seat].values())

    def _end_of_year(self) -> None:
        """Reservations lapse. After a dry year discard the exchange row and all cards harvested with this year."""
        self.reserved = [None, None]
        if self._is_fruitful():
            return
        self.discards.extend(self.row)
        self.row.clear()
        for column in self.harvested:
            self.discards.extend(column)
            column.clear()

    # ------------------------------------------------------------------------------------------------------ scoring

    def _sold(self, seat: Seat, card_type: str) -> list[Card]:
        """All sold cards of a type: plaza and still in the brewery or bakery."""
        return [card for card in self.plaza[seat] + self.sold_in_place[seat] if self._type(card) == card_type]

    def _coins_sold(self, seat: Seat, card_type: str) -> int:
        return sum(self._coins(card) for card in self._sold(seat, card_type))

    def _bonuses(self, seat: Seat) -> tuple[int, int]:
        """What the coin upgrades add to beer and to bread."""
        beer = self._band_bonus(seat, "beer") + self._pair_bonus(seat, "beer", "E4")
        bread = self._band_bonus(seat, "bread") + self._pair_bonus(seat, "bread", "E5")
        return self._place_either_bonuses(seat, beer, bread)

    def _band_bonus(self, seat: Seat, card_type: str) -> int:
        """E1, E2, E3: +1 per sold card worth 4-5 / 6-7 / 8-9 printed coins, to that card's type."""
        bonus = 0
        for effect, band in BANDS.items():
            in_band = sum(1 for card in self._sold(seat, card_type) if self._coins(card) in band)
            bonus += len(self._copies(seat, effect)) * in_band
        return bonus

    def _pair_bonus(self, seat: Seat, card_type: str, effect: str) -> int:
        """E4, E5: +1 per 2 sold beer (E4) or bread (E5) cards, floor(n/2) per copy."""
        return len(self._copies(seat, effect)) * (len(self._sold(seat, card_type)) // 2)

    def _either_bonuses(self, seat: Seat) -> int:
        """The number of +2 bonuses that go to beer or bread: E6 to E9, once per copy."""
        number = 0
        if len(self.upgrades[seat]) > len(self.upgrades[1 - seat]):
            number += len(self._copies(seat, "E6"))
        if self._stored_tokens(seat) >= self._stored_tokens(1 - seat) + 2:
            number += len(self._copies(seat, "E7"))
        if self._all_kinds_sold(seat, "bread"):
            number += len(self._copies(seat, "E8"))
        if self._all_kinds_sold(seat, "beer"):
            number += len(self._copies(seat, "E9"))
        return number

    def _all_kinds_sold(self, seat: Seat, card_type: str) -> bool:
        return len({int(self.cards[card]["kind"]) for card in self._sold(seat, card_type)}) == 3

    def _place_either_bonuses(self, seat: Seat, beer: int, bread: int) -> tuple[int, int]:
        """Each is one indivisible +2, placed to maximise the lower total, on equal placements more on beer."""
        number = self._either_bonuses(seat)
        best: tuple[int, int] | None = None
        best_score = 0
        for on_beer in range(number, -1, -1):  # more on beer first, replaced only by a strictly better placement
            placement = (beer + 2 * on_beer, bread + 2 * (number - on_beer))
            score = min(
                self._coins_sold(seat, "beer") + placement[0],
                self._coins_sold(seat, "bread") + placement[1],
            )
            if best is None or score > best_score:
                best, best_score = placement, score
        assert best is not None
        return best

    def _winner(self, beer: list[int], bread: list[int]) -> Seat:
        """Higher score wins; tie: higher other total; still tied: the player without the windmill."""
        ranks = [(min(beer[seat], bread[seat]), max(beer[seat], bread[seat])) for seat in (0, 1)]
        if ranks[0] > ranks[1]:
            return 0
        if ranks[1] > ranks[0]:
            return 1
        return 1 - self._deciding_holder()

    def _deciding_holder(self) -> Seat:
        """Switch `last_windmill`: the holder after the windmill phase of year 6, or the one during that year."""
        return self.holder if self.rules["last_windmill"] == "after" else self.holder_during_year

    # ------------------------------------------------------------------------------------------------ reading cards

    def _copies(self, seat: Seat, effect: str) -> list[Card]:
        """The tucked upgrades of a player with this effect."""
        return [card for card in self.upgrades[seat] if self.cards[card]["upgrade"] == effect]

    def _has(self, seat: Seat, effect: str) -> bool:
        """S2, S3, S4: one copy does all."""
        return bool(self._copies(seat, effect))

    def _type(self, card: Card) -> str:
        return str(self.cards[card]["type"])

    def _coins(self, card: Card) -> int:
        return int(self.cards[card]["coins"])

    def _param1(self, card: Card) -> str:
        return str(self.cards[card]["param1"])

    def _param2(self, card: Card) -> str:
        return str(self.cards[card]["param2"])
