"""A slow reference engine of Animarche, written from the rules file (shared/rules/animarche.md) and nothing else.

It is an oracle for other engines, so it is as literal as possible: one small method per rule, and the whole game is
one generator that stops at every turn, also where there is a single option. Of the engine's package it takes only the
card tables.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeVar

from engines.animarche.edition_vocabulary import (
    ICONS,
    PER_PLAYER,
    PUBLIC_COSTS,
    Ad,
    Discount,
    Edition,
    Gain,
    Goal,
    Manager,
    PublicBuilding,
    Resources,
    Shop,
    ShopFace,
)

ANIMALS = 20
PLOTS = (0, 1, 2, 3)
BIG_GOALS_DEALT = 3
PLACES = {2: ("south", "north"), 3: ("south", "west", "north"), 4: ("south", "west", "north", "east")}
SOURCES = ("sales", "standing", "ads", "public", "visits_made", "visits_received", "income", "goals")
SWITCHES = {
    "public_cost": ("wood", "coins", "both"),
    "move_scores": ("no", "yes"),
    "rebuild_scores": ("yes", "no"),
    "build_on_occupied": ("no", "yes"),
    "repeat_visits": ("yes", "no"),
    "ad_frames": ("fixed_slots", "free_payment"),
    "ad_single": ("no", "yes"),
    "ad_card_value": ("goals_only", "printed_vp"),
}
NUMBERS = (
    "rounds",
    "starting_workers",
    "coin_cap",
    "wood_cap",
    "basic_coins",
    "special_coins",
    "special_wood",
    "move_wood",
    "upgrade_coins",
    "start_coins",
    "start_wood",
    "hires",
    "basic_seats",
    "special_seats",
    "worker_seats",
    "open_ads",
    "big_goals_scored",
)

Seat = int
Square = tuple[int, int]
Pair = tuple[Square, Square]
Option = tuple[Any, ...]
_T = TypeVar("_T")
Flow = Generator[None, Option, _T]  # pauses at a decision, is resumed with the chosen option


# The geometry


def all_squares(players: int) -> list[Square]:
    """4 x 4 squares. 3 players: those with r = c do not exist. 2 players: the board is folded to rows 0-1."""
    squares = [(r, c) for r in range(4) for c in range(4)]
    if players == 3:
        return [(r, c) for r, c in squares if r != c]
    if players == 2:
        return [(r, c) for r, c in squares if r < 2]
    return squares


def front_squares(players: int, seat: Seat, plot: int) -> list[Square]:
    """South plot j faces column j, North plot j column 3-j, West plot j row j, East plot j row 3-j."""
    place = PLACES[players][seat]
    squares = all_squares(players)
    if place == "south":
        return [(r, c) for r, c in squares if c == plot]
    if place == "north":
        return [(r, c) for r, c in squares if c == 3 - plot]
    if place == "west":
        return [(r, c) for r, c in squares if r == plot]
    return [(r, c) for r, c in squares if r == 3 - plot]


def _are_adjacent(one: Square, other: Square) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


# What lies on the table


@dataclass
class Decision:
    """A turn of `seat`: one of the options, perhaps the only one."""

    kind: str
    seat: Seat
    options: list[Option]


@dataclass
class StandingShop:
    """A shop card on a plot, with the animals and the visiting workers on its seats."""

    shop: Shop
    upgraded: bool = False
    animals: int = 0
    visitors: list[Seat] = field(default_factory=list)

    @property
    def face(self) -> ShopFace:
        """The face that lies up."""
        if not self.upgraded:
            return self.shop.front
        assert self.shop.back is not None
        return self.shop.back


@dataclass
class Payment:
    """A worker on an ad: who put it, in which frame, on which slot (None: the slot is not chosen), what he paid."""

    seat: Seat
    frame: int
    slot: int | None
    amount: int


@dataclass
class OpenAd:
    """An ad that lies face up, with its workers in the order in which they came."""

    ad: Ad
    payments: list[Payment] = field(default_factory=list)


@dataclass
class PlacedBuilding:
    """A public building on the plaza."""

    kind: PublicBuilding
    squares: Pair


@dataclass
class Player:
    """What one player has. Workers that are neither at home nor out are on ads."""

    manager: Manager
    small_goal: Goal
    big_goals: list[Goal]
    workers_owned: int
    workers_home: int
    coins: int = 0
    wood: int = 0
    vp: int = 0
    sources: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SOURCES, 0))
    workers_out: int = 0
    plots: list[StandingShop | None] = field(default_factory=lambda: [None, None, None, None])
    most_shops: int = 0
    achieved: list[Goal] = field(default_factory=list)
    animals_this_round: int = 0
    most_animals: int = 0
    sales: int = 0
    visits: int = 0
    ads_taken: int = 0
    public_built: int = 0

    @property
    def shops(self) -> list[StandingShop]:
        """The shops standing."""
        return [standing for standing in self.plots if standing is not None]


class ReferenceGame:
    """One game. It runs on by itself to the next turn, shown in `decision`."""

    def __init__(
        self,
        edition: Edition,
        players: int,
        rules: Mapping[str, str | int],
        managers: Sequence[str],
        small_goals: Sequence[str],
        big_goals: Sequence[Sequence[str]],
        ad_deck: Sequence[str],
        start_player: Seat,
    ) -> None:
        """Set up the plaza, the supply and the players; ads: shuffled deck, some face up."""
        self._check_rules(players, rules, start_player)
        self._check_cards(edition, players, managers, small_goals, big_goals, ad_deck)
        self.player_count = players
        self.rules = rules
        self.shops = {shop.id: shop for shop in edition.shops}
        self.buildings = {building.id: building for building in edition.public_buildings}
        self.round = 1
        self.start: Seat = start_player
        self.passed: list[Seat] = []  # who passed in this phase, the first to pass first
        self.squares = dict.fromkeys(all_squares(players), 1)
        self.aside = ANIMALS - len(self.squares)
        self.pairs = self._all_pairs()
        self.public: list[PlacedBuilding] = []
        self.unused_copies = {building.id: building.copies for building in edition.public_buildings}
        self.returned_copies = dict.fromkeys(self.buildings, 0)
        self.supply = {shop.id: self._copies(shop) for shop in edition.shops}
        ads = {ad.id: ad for ad in edition.ads}
        self.ad_deck = [ads[ad] for ad in ad_deck]
        self.ads: list[OpenAd | None] = [None] * self._number("open_ads")
        for place in range(len(self.ads)):
            self._turn_up_ad(place)
        self.players = [
            self._new_player(edition, managers[seat], small_goals[seat], big_goals[seat]) for seat in range(players)
        ]
        self.decision: Decision | None = None
        self.over = False
        self._flow = self._game()
        self._run(None)

    # ------------------------------------------------------------------------------------------------ the interface

    def apply(self, option: Option) -> None:
        """Choose one of the options of the decision and run on to the next turn."""
        if self.decision is None:
            raise ValueError("the game is over")
        if option not in self.decision.options:
            raise ValueError(f"{option!r} is no option of {self.decision}")
        self._run(option)

    def snapshot(self) -> dict[str, Any]:
        """Everything that lies on the table, in plain lists and dicts."""
        return {
            "round": self.round,
            "phase": "over" if self.decision is None else self.decision.kind,
            "start": self.start,
            "coins": [player.coins for player in self.players],
            "wood": [player.wood for player in self.players],
            "vp": [player.vp for player in self.players],
            "workers_home": [player.workers_home for player in self.players],
            "workers_out": [player.workers_out for player in self.players],
            "workers_owned": [player.workers_owned for player in self.players],
            "plots": [[self._plot_snapshot(standing) for standing in player.plots] for player in self.players],
            "squares": {f"{r},{c}": animals for (r, c), animals in self.squares.items()},
            "aside": self.aside,
            "public": sorted((building.kind.id, building.squares) for building in self.public),
            "ads": [self._ad_snapshot(open_ad) for open_ad in self.ads],
            "ad_deck": [ad.id for ad in self.ad_deck],
            "supply": dict(self.supply),
            "achieved": [sorted(goal.id for goal in player.achieved) for player in self.players],
            "ads_taken": [player.ads_taken for player in self.players],
            "sales": [player.sales for player in self.players],
            "visits": [player.visits for player in self.players],
            "public_built": [player.public_built for player in self.players],
            "passed": sorted(self.passed),
        }

    def result(self) -> dict[str, Any]:
        """Most VP wins; tied players all win. Only when the game is over."""
        if not self.over:
            raise ValueError("the game is not over")
        vp = [player.vp for player in self.players]
        winners = [seat for seat in range(self.player_count) if vp[seat] == max(vp)]
        return {
            "vp": vp,
            "sources": [dict(player.sources) for player in self.players],
            "winners": winners,
            "shares": [1 / len(winners) if seat in winners else 0.0 for seat in range(self.player_count)],
        }

    @staticmethod
    def _plot_snapshot(standing: StandingShop | None) -> dict[str, Any] | None:
        if standing is None:
            return None
        return {
            "shop": standing.shop.id,
            "face": "back" if standing.upgraded else "front",
            "animals": standing.animals,
            "visitors": sorted(standing.visitors),
        }

    def _ad_snapshot(self, open_ad: OpenAd | None) -> dict[str, Any] | None:
        """A worker is shown with its slot, or under free payment with the amount paid."""
        if open_ad is None:
            return None
        free = self.rules["ad_frames"] == "free_payment"
        workers = [(paid.seat, paid.frame, paid.amount if free else paid.slot) for paid in open_ad.payments]
        return {"ad": open_ad.ad.id, "workers": workers}

    @staticmethod
    def _check_rules(players: int, rules: Mapping[str, str | int], start_player: Seat) -> None:
        if players not in PLACES:
            raise ValueError(f"2 to 4 players, not {players!r}")
        for switch, values in SWITCHES.items():
            if rules[switch] not in values:
                raise ValueError(f"{switch} must be one of {values}, not {rules[switch]!r}")
        for number in NUMBERS:
            if not isinstance(rules[number], int):
                raise ValueError(f"{number} must be a whole number, not {rules[number]!r}")
        if start_player not in range(players):
            raise ValueError(f"no such seat: {start_player!r}")

    @staticmethod
    def _check_cards(
        edition: Edition,
        players: int,
        managers: Sequence[str],
        small_goals: Sequence[str],
        big_goals: Sequence[Sequence[str]],
        ad_deck: Sequence[str],
    ) -> None:
        """One manager, one small goal and three big goals each, of the cards in play; all ads are in the deck."""
        dealt_big = [goal for goals in big_goals for goal in goals]
        usable = {deck: {goal.id for goal in edition.goals if goal.deck == deck} for deck in ("small", "big")}
        out = {goal.id for goal in edition.goals if players < goal.min_players}
        if len(managers) != players or len(set(managers) & {manager.id for manager in edition.managers}) != players:
            raise ValueError("each player needs a manager of his own")
        if len(small_goals) != players or len(set(small_goals) & usable["small"] - out) != players:
            raise ValueError("each player needs a small goal of his own that is in play")
        if len(big_goals) != players or any(len(goals) != BIG_GOALS_DEALT for goals in big_goals):
            raise ValueError("each player needs three big goals")
        if len(set(dealt_big) & usable["big"] - out) != len(dealt_big):
            raise ValueError("big goals must be in play and dealt once")
        if sorted(ad_deck) != sorted(ad.id for ad in edition.ads):
            raise ValueError("the deck must hold each ad once")

    def _run(self, option: Option | None) -> None:
        """Resume the game with the chosen option (None: begin) up to the next turn or the end."""
        self.decision = None
        try:
            if option is None:
                next(self._flow)
            else:
                self._flow.send(option)
        except StopIteration:
            self.over = True

    def _ask(self, kind: str, seat: Seat, options: list[Option]) -> Flow[Option]:
        """Every turn is a decision point; "when achieved" goals are checked at each one that is reached."""
        self._check_achieved_goals()
        self.decision = Decision(kind, seat, options)
        chosen = yield
        return chosen

    def _number(self, name: str) -> int:
        return int(self.rules[name])

    def _is_yes(self, switch: str) -> bool:
        return self.rules[switch] == "yes"

    # ------------------------------------------------------------------------------------------------------- setup

    def _copies(self, shop: Shop) -> int:
        """Some cards have one copy per player; cards with more `min_players` than there are players are out."""
        if self.player_count < shop.min_players:
            return 0
        return self.player_count if shop.copies == PER_PLAYER else shop.copies

    def _all_pairs(self) -> list[Pair]:
        """2 adjacent squares, inside."""
        squares = sorted(self.squares)
        return [(one, other) for one in squares for other in squares if one < other and _are_adjacent(one, other)]

    def _new_player(self, edition: Edition, manager_id: str, small_goal: str, big_goals: Sequence[str]) -> Player:
        """Managers give starting coins and wood, rules perhaps more (within the caps); the starting workers are at home."""
        managers = {manager.id: manager for manager in edition.managers}
        goals = {goal.id: goal for goal in edition.goals}
        manager = managers[manager_id]
        workers = self._number("starting_workers")
        player = Player(manager, goals[small_goal], [goals[goal] for goal in big_goals], workers, workers)
        player.coins = min(self._number("coin_cap"), manager.start.coins + self._number("start_coins"))
        player.wood = min(self._number("wood_cap"), manager.start.wood + self._number("start_wood"))
        return player

    def _first_shops(self) -> Flow[None]:
        """In turn order each chooses the plot of his general store (no build: no gain, no hire)."""
        first_shop = next(shop for shop in self.shops.values() if shop.first_shop)
        self.supply[first_shop.id] -= self.player_count  # all are dealt out
        for seat in self._turn_order():
            _, plot = yield from self._ask("first_shop", seat, [("plot", plot) for plot in PLOTS])
            self.players[seat].plots[plot] = StandingShop(first_shop)
            self.players[seat].most_shops = 1

    # ------------------------------------------------------------------------------------------------ the five phases

    def _game(self) -> Flow[None]:
        """5 rounds of five phases; round 5 needs no closing."""
        yield from self._first_shops()
        for number in range(1, self._number("rounds") + 1):
            self.round = number
            yield from self._attract_phase()
            self._income_phase()
            yield from self._sale_phase()
            yield from self._worker_phase()
            if number < self._number("rounds"):
                self._closing()
        self._score_at_end()

    def _turn_order(self) -> list[Seat]:
        """Clockwise from the start player."""
        return [(self.start + step) % self.player_count for step in range(self.player_count)]

    def _until_all_passed(self, turn: Callable[[Seat], Flow[None]]) -> Flow[None]:
        """In turn, round and round, until all have passed. A pass is final for the phase."""
        self.passed = []
        while len(self.passed) < self.player_count:
            for seat in self._turn_order():
                if seat not in self.passed:
                    yield from turn(seat)

    def _gain(self, seat: Seat, gain: Gain, source: str) -> None:
        """Caps cut every gain when it is received: what exceeds is lost."""
        player = self.players[seat]
        player.coins = min(self._number("coin_cap"), player.coins + gain.coins)
        player.wood = min(self._number("wood_cap"), player.wood + gain.wood)
        self._score(seat, gain.vp, source)

    def _score(self, seat: Seat, vp: int, source: str) -> None:
        self.players[seat].vp += vp
        self.players[seat].sources[source] += vp

    # ---------------------------------------------------------------------------------------------------- 1 attract

    def _attract_phase(self) -> Flow[None]:
        """The first to pass holds the start marker from phase 2 on."""
        for player in self.players:
            player.animals_this_round = 0
        yield from self._until_all_passed(self._attract_turn)
        self.start = self.passed[0]
        self.passed = []

    def _attract_turn(self, seat: Seat) -> Flow[None]:
        """Move one animal from the front squares of an own shop to a free customer seat of that shop, or pass."""
        options: list[Option] = [("animal", r, c) for r, c in self.squares if self._can_attract(seat, (r, c))]
        options.append(("pass",))
        chosen = yield from self._ask("attract", seat, options)
        if chosen == ("pass",):
            self.passed.append(seat)
        else:
            _, r, c = chosen
            self._attract(seat, (r, c))

    def _facing_plot(self, seat: Seat, square: Square) -> int:
        """Every player reaches every square through exactly one plot."""
        return next(plot for plot in PLOTS if square in front_squares(self.player_count, seat, plot))

    def _can_attract(self, seat: Seat, square: Square) -> bool:
        """A square with an animal on the line of an own shop with a free seat."""
        standing = self.players[seat].plots[self._facing_plot(seat, square)]
        if standing is None or self.squares[square] == 0:
            return False
        return standing.animals < self._customer_seats(standing)

    def _customer_seats(self, standing: StandingShop) -> int:
        """As printed, or some more or fewer, but no shop with seats is left without."""
        printed = standing.face.customer_seats
        if printed == 0:
            return 0
        seats = printed + self._number(f"{standing.shop.shop_class}_seats")
        return 1 if seats < 1 else seats

    def _attract(self, seat: Seat, square: Square) -> None:
        """One animal; counted for the goal "attracted in one round, best so far"."""
        player = self.players[seat]
        standing = player.plots[self._facing_plot(seat, square)]
        assert standing is not None
        self.squares[square] -= 1
        standing.animals += 1
        player.animals_this_round += 1
        player.most_animals = max(player.most_animals, player.animals_this_round)

    # ----------------------------------------------------------------------------------------------------- 2 income

    def _income_phase(self) -> None:
        """First each manager's "gain each round". Then in turn order each shop pays."""
        for seat in self._turn_order():
            self._gain(seat, self.players[seat].manager.each_round, "income")
        for seat in self._turn_order():
            for standing in self.players[seat].shops:
                self._shop_income(seat, standing)

    def _shop_income(self, seat: Seat, standing: StandingShop) -> None:
        """Row n is the whole gain for n animals. A shop without customer seats pays row 0.

        An animal on a seat that is not printed brings once more what the last printed one adds, if that is more and not less.
        """
        rows = list(standing.face.income)
        while len(rows) <= standing.animals:
            last, before = standing.face.income[-1], standing.face.income[-2]
            rows.append(
                Gain(
                    rows[-1].coins + max(last.coins - before.coins, 0),
                    rows[-1].wood + max(last.wood - before.wood, 0),
                    rows[-1].vp + max(last.vp - before.vp, 0),
                )
            )
        self._gain(seat, rows[standing.animals], "income")
        self._icon_income(seat, standing)

    def _icon_income(self, seat: Seat, standing: StandingShop) -> None:
        """Per own standing shop that shows the icon, itself included, once per animal; without customer seats once."""
        times = standing.animals if standing.face.customer_seats > 0 else 1
        for icon, gain in zip(ICONS, standing.face.icon_income, strict=True):
            for _ in range(times * self._shops_with_icon(seat, icon)):
                self._gain(seat, gain, "income")

    def _shops_with_icon(self, seat: Seat, icon: str) -> int:
        """A two-icon shop counts for whichever icon the effect reads."""
        return sum(1 for standing in self.players[seat].shops if icon in standing.face.icons)

    # ------------------------------------------------------------------------------------------------------- 3 sale

    def _sale_phase(self) -> Flow[None]:
        """In turn each player may sell one shop; any shop, the last and the general store too."""
        for seat in self._turn_order():
            options: list[Option] = [("sell", plot) for plot in PLOTS if self.players[seat].plots[plot] is not None]
            options.append(("keep",))
            chosen = yield from self._ask("sell", seat, options)
            if chosen != ("keep",):
                self._sell(seat, chosen[1])

    def _sell(self, seat: Seat, plot: int) -> None:
        """Its VP at once, the card back to the supply. Some shops and managers have an effect on sale."""
        player = self.players[seat]
        standing = self._leave_plot(seat, plot)
        player.sales += 1
        self._score(seat, standing.face.vp, "sales")
        self._gain(seat, standing.face.on_sale, "sales")
        self._gain(seat, player.manager.on_sale, "sales")

    def _leave_plot(self, seat: Seat, plot: int) -> StandingShop:
        """The card goes back to the supply, its animals lie aside; its visitors are out already."""
        standing = self.players[seat].plots[plot]
        assert standing is not None
        self.players[seat].plots[plot] = None
        self.supply[standing.shop.id] += 1
        self.aside += standing.animals
        return standing

    # ---------------------------------------------------------------------------------------------------- 4 workers

    def _worker_phase(self) -> Flow[None]:
        """In turn one action with one worker, or pass, until all have passed."""
        yield from self._until_all_passed(self._worker_turn)
        self.passed = []

    def _worker_turn(self, seat: Seat) -> Flow[None]:
        """A pass uses no worker."""
        chosen = yield from self._ask("work", seat, self._work_options(seat))
        if chosen == ("pass",):
            self.passed.append(seat)
        else:
            self._use_worker(seat)
            self._work(seat, chosen)

    def _work_options(self, seat: Seat) -> list[Option]:
        """Who has no worker at home passes."""
        options: list[Option] = []
        if self.players[seat].workers_home > 0:
            options += self._build_options(seat)
            options += self._upgrade_options(seat)
            options += self._visit_options(seat)
            options += self._ad_options(seat)
            options += self._public_options(seat)
            options += self._move_options(seat)
            options += self._remove_options(seat)
            options += [("take", "coin"), ("take", "wood")]
        options.append(("pass",))
        return options

    def _use_worker(self, seat: Seat) -> None:
        """A used worker is out (an ad takes it from there)."""
        self.players[seat].workers_home -= 1
        self.players[seat].workers_out += 1

    def _work(self, seat: Seat, option: Option) -> None:
        if option[0] == "build":
            self._build(seat, option[1], option[2], option[3])
        elif option[0] == "upgrade":
            self._upgrade(seat, option[1])
        elif option[0] == "visit":
            self._visit(seat, option[1], option[2])
        elif option[0] == "ad":
            self._advertise(seat, option[1], option[2], option[3])
        elif option[0] == "public":
            self._build_public(seat, option[1], option[2])
        elif option[0] == "move":
            self._move(seat, option[1], option[2])
        elif option[0] == "remove":
            self._remove(seat, option[1])
        else:
            self._take(seat, option[1])

    # ---------------------------------------------------------------------------------------------- costs, discounts

    def _discounts(self, seat: Seat) -> list[Discount]:
        """The manager's and those of the faces that lie up on the own plots before the action."""
        player = self.players[seat]
        return [player.manager.discount, *(standing.face.discount for standing in player.shops)]

    def _reduced(self, seat: Seat, cost: Resources, actions: tuple[str, ...]) -> Resources:
        """All discounts that name the action add up, each once an action, per resource, never below 0."""
        coins, wood = cost.coins, cost.wood
        for discount in self._discounts(seat):
            if any(action in discount.actions for action in actions):
                coins -= discount.coins
                wood -= discount.wood
        return Resources(max(0, coins), max(0, wood))

    def _can_pay(self, seat: Seat, cost: Resources) -> bool:
        return self.players[seat].coins >= cost.coins and self.players[seat].wood >= cost.wood

    def _pay(self, seat: Seat, cost: Resources) -> None:
        self.players[seat].coins -= cost.coins
        self.players[seat].wood -= cost.wood

    # ------------------------------------------------------------------------------------------- build and upgrade

    def _build_options(self, seat: Seat) -> list[Option]:
        """A card of the supply, a plot, a face that can be paid."""
        return [
            ("build", shop.id, plot, face)
            for shop in self.shops.values()
            if self._can_have(seat, shop)
            for face in self._buildable_faces(shop)
            if self._can_pay(seat, self._build_cost(seat, shop, face))
            for plot in PLOTS
            if self._can_use_plot(seat, plot)
        ]

    def _can_have(self, seat: Seat, shop: Shop) -> bool:
        """The supply has one, and the player has no second copy of a card, on either face."""
        owned = [standing.shop.id for standing in self.players[seat].shops]
        return self.supply[shop.id] > 0 and shop.id not in owned

    def _buildable_faces(self, shop: Shop) -> list[str]:
        """Build and upgrade at once: basic shops only."""
        return ["front", "back"] if shop.shop_class == "basic" else ["front"]

    def _can_use_plot(self, seat: Seat, plot: int) -> bool:
        """An own free plot; switch `build_on_occupied`: any own plot (its own kind is ruled out by `_can_have`)."""
        return self.players[seat].plots[plot] is None or self._is_yes("build_on_occupied")

    def _build_cost(self, seat: Seat, shop: Shop, face: str) -> Resources:
        """Basic 4 coins; special 3 coins + 1 wood. At once: the upgrade cost too; each discount once to the sum."""
        if shop.shop_class == "special":
            special = Resources(self._number("special_coins"), self._number("special_wood"))
            return self._reduced(seat, special, ("build",))
        coins = self._number("basic_coins")
        if face == "front":
            return self._reduced(seat, Resources(coins), ("build",))
        upgrade = self._printed_upgrade_cost(shop)
        both = Resources(coins + upgrade.coins, upgrade.wood)
        return self._reduced(seat, both, ("build", "upgrade"))

    def _build(self, seat: Seat, shop_id: str, plot: int, face: str) -> None:
        """Pay, take the card; on-build gain of the face lying up after the action; perhaps hire."""
        player = self.players[seat]
        shop = self.shops[shop_id]
        self._pay(seat, self._build_cost(seat, shop, face))
        if player.plots[plot] is not None:
            self._leave_plot(seat, plot)  # without VP or sale effect
        self.supply[shop_id] -= 1
        standing = StandingShop(shop, upgraded=face == "back")
        player.plots[plot] = standing
        self._gain(seat, standing.face.on_build, "income")
        self._hire(seat)

    def _hire(self, seat: Seat) -> None:
        """When a player's shops first reach 2, 3, 4 he hires a worker, usable from the next round, while there are any."""
        player = self.players[seat]
        if len(player.shops) > player.most_shops:
            player.most_shops = len(player.shops)
            hired = player.workers_owned - self._number("starting_workers")
            if player.most_shops >= 2 and hired < self._number("hires"):
                player.workers_owned += 1
                player.workers_out += 1

    def _upgrade_options(self, seat: Seat) -> list[Option]:
        """A basic shop that lies basic side up."""
        return [
            ("upgrade", plot)
            for plot, standing in enumerate(self.players[seat].plots)
            if standing is not None
            and standing.shop.shop_class == "basic"
            and not standing.upgraded
            and self._can_pay(seat, self._upgrade_cost(seat, standing))
        ]

    def _upgrade_cost(self, seat: Seat, standing: StandingShop) -> Resources:
        """The card's upgrade cost; the card being upgraded gives its basic face's discount."""
        return self._reduced(seat, self._printed_upgrade_cost(standing.shop), ("upgrade",))

    def _printed_upgrade_cost(self, shop: Shop) -> Resources:
        """As printed, or some coins more or less."""
        return Resources(max(0, shop.upgrade_cost.coins + self._number("upgrade_coins")), shop.upgrade_cost.wood)

    def _upgrade(self, seat: Seat, plot: int) -> None:
        """Flip; animals and visiting workers keep their seats; no on-build gain."""
        standing = self.players[seat].plots[plot]
        assert standing is not None
        self._pay(seat, self._upgrade_cost(seat, standing))
        standing.upgraded = True

    # ------------------------------------------------------------------------------------------------------- visits

    def _visit_options(self, seat: Seat) -> list[Option]:
        """A free worker seat of another player's shop."""
        return [
            ("visit", owner, plot)
            for owner in range(self.player_count)
            if owner != seat
            for plot, standing in enumerate(self.players[owner].plots)
            if standing is not None and self._can_visit(seat, standing)
        ]

    def _can_visit(self, seat: Seat, standing: StandingShop) -> bool:
        """Switch `repeat_visits` no: one visit a visitor, shop and round."""
        if seat in standing.visitors and not self._is_yes("repeat_visits"):
            return False
        printed = standing.face.worker_seats
        return printed > 0 and len(standing.visitors) < printed + self._number("worker_seats")

    def _visit(self, seat: Seat, owner: Seat, plot: int) -> None:
        """Visitor and owner each get their printed reward; the manager's "on visit" is his own visit."""
        player = self.players[seat]
        standing = self.players[owner].plots[plot]
        assert standing is not None
        standing.visitors.append(seat)
        player.visits += 1
        self._gain(seat, standing.face.visitor, "visits_made")
        self._gain(seat, player.manager.on_visit, "visits_made")
        self._gain(owner, standing.face.owner, "visits_received")

    # ---------------------------------------------------------------------------------------------------------- ads

    def _ad_options(self, seat: Seat) -> list[Option]:
        """An ad, a frame, and a slot or an amount that can be paid in coins."""
        options: list[Option] = []
        for open_ad in self.ads:
            if open_ad is not None:
                for frame, choice in self._ad_choices(open_ad):
                    if self.players[seat].coins >= self._ad_price(open_ad, frame, choice):
                        options.append(("ad", open_ad.ad.id, frame, choice))
        return options

    def _ad_choices(self, open_ad: OpenAd) -> list[tuple[int, int | str]]:
        """An empty ad offers both frames; one with a worker only the other place of that frame."""
        if open_ad.payments:
            first = open_ad.payments[0]
            return [(first.frame, choice) for choice in self._second_choices(open_ad.ad, first)]
        return [(frame, choice) for frame in (0, 1) for choice in self._first_choices(open_ad.ad)]

    def _first_choices(self, ad: Ad) -> list[int | str]:
        """2 slots, or 1 to fee - 1 coins; switch `ad_single`: the first worker may pay the whole fee."""
        choices: list[int | str]
        if self.rules["ad_frames"] == "fixed_slots":
            choices = [0, 1]
            if self._is_yes("ad_single"):
                choices.append("whole")
        else:
            choices = [*range(1, ad.fee)]
            if self._is_yes("ad_single"):
                choices.append(ad.fee)
        return choices

    def _second_choices(self, ad: Ad, first: Payment) -> list[int]:
        """The other slot, or the rest of the fee."""
        if self.rules["ad_frames"] == "fixed_slots":
            assert first.slot is not None
            return [1 - first.slot]
        return [ad.fee - first.amount]

    def _ad_price(self, open_ad: OpenAd, frame: int, choice: int | str) -> int:
        """The slot's price, in coins; under free payment the amount; "whole" is the fee."""
        if isinstance(choice, str):
            return open_ad.ad.fee
        if self.rules["ad_frames"] == "free_payment":
            return choice
        return open_ad.ad.frames[frame][choice].price

    def _advertise(self, seat: Seat, ad_id: str, frame: int, choice: int | str) -> None:
        """Put a worker on the ad; when the paid sum reaches the fee the ad fires."""
        player = self.players[seat]
        place, open_ad = self._find_ad(ad_id)
        price = self._ad_price(open_ad, frame, choice)
        fixed = self.rules["ad_frames"] == "fixed_slots"
        slot = choice if fixed and isinstance(choice, int) else None
        self._pay(seat, Resources(price))
        player.workers_out -= 1  # it is on the ad
        open_ad.payments.append(Payment(seat, frame, slot, price))
        self._gain(seat, player.manager.on_ad, "ads")
        if sum(payment.amount for payment in open_ad.payments) >= open_ad.ad.fee:
            self._fire(place, open_ad)

    def _find_ad(self, ad_id: str) -> tuple[int, OpenAd]:
        for place, open_ad in enumerate(self.ads):
            if open_ad is not None and open_ad.ad.id == ad_id:
                return place, open_ad
        raise ValueError(f"no such ad: {ad_id!r}")

    def _fire(self, place: int, open_ad: OpenAd) -> None:
        """Slots' VP, the card to a player, its workers come home at this closing, a new ad is turned up at once."""
        for payment in open_ad.payments:
            self._score(payment.seat, self._slot_vp(open_ad, payment), "ads")
            self.players[payment.seat].workers_out += 1
        self._take_ad_card(self._biggest_payer(open_ad), open_ad.ad)
        self._turn_up_ad(place)

    def _slot_vp(self, open_ad: OpenAd, payment: Payment) -> int:
        """Each worker brings its slot's VP. Chosen by payment: the bigger (tie: the earlier) gets the dearer slot's."""
        dearer, cheaper = open_ad.ad.frames[payment.frame]
        if payment.slot is not None:
            return (dearer, cheaper)[payment.slot].vp
        biggest = max(open_ad.payments, key=lambda paid: paid.amount)  # max takes the earlier of equals
        return dearer.vp if payment is biggest else cheaper.vp

    @staticmethod
    def _biggest_payer(open_ad: OpenAd) -> Seat:
        """Who paid most in sum (tie: who paid first)."""
        sums: dict[Seat, int] = {}  # in the order of the first payments
        for payment in open_ad.payments:
            sums[payment.seat] = sums.get(payment.seat, 0) + payment.amount
        return max(sums, key=lambda seat: sums[seat])  # max takes the earlier of equals

    def _take_ad_card(self, seat: Seat, ad: Ad) -> None:
        """The card counts for goals; switch `ad_card_value` printed_vp: its VP at once to the taker."""
        self.players[seat].ads_taken += 1
        if self.rules["ad_card_value"] == "printed_vp":
            self._score(seat, ad.card_vp, "ads")

    def _turn_up_ad(self, place: int) -> None:
        """A new ad, while the deck lasts."""
        self.ads[place] = OpenAd(self.ad_deck.pop(0)) if self.ad_deck else None

    # --------------------------------------------------------------------------------------------- public buildings

    def _public_options(self, seat: Seat) -> list[Option]:
        """A building of which a copy is left, on 2 adjacent squares, inside, not overlapping."""
        return [
            ("public", kind.id, pair)
            for kind in self.buildings.values()
            if self.unused_copies[kind.id] + self.returned_copies[kind.id] > 0
            and self._can_pay(seat, self._public_cost(seat, kind))
            for pair in self.pairs
            if self._is_free(pair, self.public)
        ]

    @staticmethod
    def _is_free(pair: Pair, others: list[PlacedBuilding]) -> bool:
        """Not overlapping."""
        return not any(square in building.squares for building in others for square in pair)

    def _public_cost(self, seat: Seat, kind: PublicBuilding) -> Resources:
        """Printed; switch `public_cost` names the cost column."""
        costs = dict(zip(PUBLIC_COSTS, kind.costs, strict=True))
        return self._reduced(seat, costs[str(self.rules["public_cost"])], ("public",))

    def _build_public(self, seat: Seat, kind_id: str, pair: Pair) -> None:
        """VP at once; the manager's "on public building" is each one that he builds."""
        player = self.players[seat]
        kind = self.buildings[kind_id]
        self._pay(seat, self._public_cost(seat, kind))
        scores = self._take_copy(kind)
        self._place(PlacedBuilding(kind, pair))
        player.public_built += 1
        if scores:
            self._score(seat, kind.vp, "public")
        self._gain(seat, player.manager.on_public, "public")

    def _take_copy(self, kind: PublicBuilding) -> bool:
        """Unused copies are taken first. Whether the copy gives VP: switch `rebuild_scores` no: an unused one only."""
        if self.unused_copies[kind.id] > 0:
            self.unused_copies[kind.id] -= 1
            return True
        self.returned_copies[kind.id] -= 1
        return self._is_yes("rebuild_scores")

    def _place(self, building: PlacedBuilding) -> None:
        """Animals under a construction site leave the plaza at once; else they stay on top."""
        self.public.append(building)
        if building.kind.capacity == 0:
            for square in building.squares:
                self.aside += self.squares[square]
                self.squares[square] = 0

    def _move_cost(self, seat: Seat) -> Resources:
        """3 wood."""
        return self._reduced(seat, Resources(wood=self._number("move_wood")), ("move",))

    def _move_options(self, seat: Seat) -> list[Option]:
        """Any player's building, to other squares (one may be shared with the old place)."""
        if not self._can_pay(seat, self._move_cost(seat)):
            return []
        return [
            ("move", building.squares, pair)
            for building in self.public
            for pair in self.pairs
            if pair != building.squares and self._is_free(pair, [other for other in self.public if other is not building])
        ]

    def _move(self, seat: Seat, old: Pair, new: Pair) -> None:
        """No VP; switch `move_scores` yes: the building's VP to the mover."""
        self._pay(seat, self._move_cost(seat))
        building = self._lift(old)
        self._place(PlacedBuilding(building.kind, new))
        if self._is_yes("move_scores"):
            self._score(seat, building.kind.vp, "public")

    def _remove_options(self, seat: Seat) -> list[Option]:
        """Any player's building."""
        if not self._can_pay(seat, self._move_cost(seat)):
            return []
        return [("remove", building.squares) for building in self.public]

    def _remove(self, seat: Seat, pair: Pair) -> None:
        """A removed one returns to the supply; no VP."""
        self._pay(seat, self._move_cost(seat))
        building = self._lift(pair)
        self.returned_copies[building.kind.id] += 1

    def _lift(self, pair: Pair) -> PlacedBuilding:
        """The squares that it leaves stay as they are until closing."""
        building = next(building for building in self.public if building.squares == pair)
        self.public.remove(building)
        return building

    # --------------------------------------------------------------------------------------------------------- take

    def _take(self, seat: Seat, what: str) -> None:
        """1 coin or 1 wood; legal at the cap too."""
        self._gain(seat, Gain(coins=1) if what == "coin" else Gain(wood=1), "income")

    # ---------------------------------------------------------------------------------------------------- 5 closing

    def _closing(self) -> None:
        """Animals back to the plaza; workers home."""
        self._refill_squares()
        for player in self.players:
            self._workers_home(player)

    def _refill_squares(self) -> None:
        """Every square is filled exactly to its capacity, the other animals lie aside."""
        for player in self.players:
            for standing in player.shops:
                self.aside += standing.animals
                standing.animals = 0
        for square, animals in self.squares.items():
            self.aside += animals - self._capacity(square)
            self.squares[square] = self._capacity(square)
        assert self.aside >= 0, "20 animals are enough in every sound edition"

    def _capacity(self, square: Square) -> int:
        """1, or what the public building on it says."""
        for building in self.public:
            if square in building.squares:
                return building.kind.capacity
        return 1

    @staticmethod
    def _workers_home(player: Player) -> None:
        """Used and newly hired workers return home; workers on an unfired ad stay there."""
        for standing in player.shops:
            standing.visitors.clear()
        player.workers_home += player.workers_out
        player.workers_out = 0

    # -------------------------------------------------------------------------------------------------------- goals

    def _check_achieved_goals(self) -> None:
        """Goals "when achieved" are checked for all players, and stay achieved. Small ones pay at once."""
        for seat, player in enumerate(self.players):
            for goal in [player.small_goal, *player.big_goals]:
                if goal.timing == "achieved" and goal not in player.achieved and self._is_fulfilled(seat, goal):
                    player.achieved.append(goal)
                    if goal.deck == "small":
                        self._score(seat, goal.vp, "goals")

    def _is_fulfilled(self, seat: Seat, goal: Goal) -> bool:
        """Each is "at least k"."""
        return self._count(seat, goal.condition, goal.icon) >= goal.k

    def _count(self, seat: Seat, condition: str, icon: str) -> int:
        """Sales, visits, ads, public: over the game; animals: in one round, best; the rest: standing or in hand."""
        player = self.players[seat]
        if condition == "shops":
            return len(player.shops)
        if condition == "upgraded":
            return sum(1 for standing in player.shops if standing.upgraded)
        if condition == "icon":
            return self._shops_with_icon(seat, icon)
        if condition == "icon_types":
            return self._icon_types(seat)
        if condition == "coins":
            return player.coins
        if condition == "wood":
            return player.wood
        if condition == "sales":
            return player.sales
        if condition == "visits":
            return player.visits
        if condition == "ads":
            return player.ads_taken
        if condition == "public":
            return player.public_built
        if condition == "animals":
            return player.most_animals
        raise ValueError(f"no such condition: {condition!r}")

    def _icon_types(self, seat: Seat) -> int:
        """A two-icon shop gives one type, the best for its owner."""
        icons = [standing.face.icons for standing in self.players[seat].shops]
        return max(len(set(choice)) for choice in product(*icons))

    # ------------------------------------------------------------------------------------------------------ scoring

    def _score_at_end(self) -> None:
        """VP so far + VP of the shops standing + goals. Leftovers are worth 0."""
        self._check_achieved_goals()
        for seat, player in enumerate(self.players):
            for standing in player.shops:
                self._score(seat, standing.face.vp, "standing")
            self._score_small_goal_at_end(seat)
            self._score_big_goals(seat)

    def _score_small_goal_at_end(self, seat: Seat) -> None:
        """An `end` goal is checked at the end only; an `achieved` small one has paid."""
        goal = self.players[seat].small_goal
        if goal.timing == "end" and self._is_fulfilled(seat, goal):
            self._score(seat, goal.vp, "goals")

    def _score_big_goals(self, seat: Seat) -> None:
        """The dearest among marked and fulfilled end goals score: two of them."""
        player = self.players[seat]
        worth = [goal.vp for goal in player.big_goals if self._counts_at_end(seat, goal)]
        for vp in sorted(worth, reverse=True)[: self._number("big_goals_scored")]:
            self._score(seat, vp, "goals")

    def _counts_at_end(self, seat: Seat, goal: Goal) -> bool:
        """Marked when achieved, or fulfilled at the end."""
        if goal.timing == "end":
            return self._is_fulfilled(seat, goal)
        return goal in self.players[seat].achieved
