"""Situations of Animarche for tests: cards made for the purpose, laid where a test wants them, moves by their names."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from engines.animarche import GAME, cards, effects, goals, plaza, state
from engines.animarche.actions import (
    AD,
    BUILD,
    COIN,
    DRAW,
    KIND_NAMES,
    MOVE,
    PLACE,
    PUBLIC,
    REMOVE,
    SELL_SHOP,
    TAKE,
    UPGRADE,
    VISIT,
    WHOLE,
    a_of,
    b_of,
    c_of,
    kind_of,
)
from engines.animarche.edition import Edition
from engines.animarche.edition_vocabulary import (
    NOTHING,
    PER_PLAYER,
    Ad,
    AdSlot,
    Discount,
    Gain,
    Goal,
    Manager,
    PublicBuilding,
    Resources,
    Shop,
    ShopFace,
)
from engines.animarche.geometry import row_and_column, square_at
from engines.editions import EditionInfo
from engines.kernels import Table
from engines.records import new_record

DEFAULT_RULES = {rule.name: rule.default for rule in GAME.rules}
RULE_NAMES = {rule.name for rule in GAME.rules}
Option = tuple[Any, ...]
_numbers = itertools.count(1)


def gain(coins: int = 0, wood: int = 0, vp: int = 0) -> Gain:
    """What a player gets."""
    return Gain(coins, wood, vp)


def cut(actions: str, coins: int = 0, wood: int = 0) -> Discount:
    """A discount for actions as in "build upgrade"."""
    return Discount(tuple(actions.split()), coins, wood)


def face(
    *,
    seats: int = 0,
    pays: Sequence[Gain] = (),
    icons: str = "food",
    per: Mapping[str, Gain] | None = None,
    worker_seats: int = 0,
    visitor: Gain = NOTHING,
    owner: Gain = NOTHING,
    vp: int = 0,
    on_build: Gain = NOTHING,
    on_sale: Gain = NOTHING,
    discount: Discount | None = None,
) -> ShopFace:
    """A shop face. pays: income for 1, 2 .. animals, or of a face without seats its one row; nothing where it ends."""
    rows = list(pays) if seats == 0 else [NOTHING, *pays]
    rows += [NOTHING] * (seats + 1 - len(rows))
    by_icon = tuple((per or {}).get(icon, NOTHING) for icon in ("food", "goods", "service"))
    return ShopFace(
        f"face {next(_numbers)}", "", tuple(icons.split()), seats, tuple(rows), by_icon, worker_seats, visitor, owner, vp,
        on_build, on_sale, discount or Discount(),
    )  # fmt: skip


def basic(
    name: str, front: ShopFace | None = None, back: ShopFace | None = None, *, upgrade: Sequence[int] = (2, 1), copies: int = 1
) -> Shop:
    """A basic shop; upgrade is its cost in coins and wood."""
    return Shop(name, "basic", copies, False, 2, Resources(*upgrade), front or face(), back or face())


def special(name: str, front: ShopFace | None = None, *, min_players: int = 2) -> Shop:
    """A special shop."""
    return Shop(name, "special", 1, False, min_players, Resources(), front or face())


def first_shop(front: ShopFace | None = None, back: ShopFace | None = None) -> Shop:
    """The shop "store" that each player starts with."""
    return Shop("store", "basic", PER_PLAYER, True, 2, Resources(2, 1), front or face(seats=2), back or face(seats=3))


def manager(name: str, start: Sequence[int] = (0, 0), **abilities: Any) -> Manager:
    """A manager, with what he starts with."""
    return Manager(name, name, Resources(*start), **abilities)


def ad(name: str, *frames: str, card_vp: int = 0) -> Ad:
    """An ad with frames as in "4:5 2:1", price and VP of either slot."""
    slots = [tuple(AdSlot(*map(int, slot.split(":"))) for slot in frame.split()) for frame in frames]
    return Ad(name, tuple(slots), sum(slot.price for slot in slots[0]), card_vp)  # type: ignore[arg-type]


def building(
    name: str, *, vp: int = 0, capacity: int = 1, copies: int = 2, wood: int = 2, coins: int = 3, both: Sequence[int] = (1, 1)
) -> PublicBuilding:
    """A public building, and its cost under the three values of the rule public_cost."""
    return PublicBuilding(
        name, name, "", (Resources(wood=wood), Resources(coins=coins), Resources(*both)), vp, capacity, copies
    )


def goal(deck: str, condition: str, k: int, vp: int, timing: str = "achieved", *, icon: str = "", min_players: int = 2) -> Goal:
    """A goal of a number of its own."""
    return Goal(deck, next(_numbers), timing, condition, icon, k, vp, min_players)


UNREACHABLE = {"condition": "sales", "k": 5, "vp": 0}
BUILDINGS = (  # the three kinds of the game, at a cost of 2 wood
    building("monument", vp=6),
    building("stage", vp=3, capacity=2),
    building("site", vp=3, capacity=0),
)
DULL_AD = "3:3 2:2"


def edition_of(
    shops: Sequence[Shop] = (),
    *,
    store: Shop | None = None,
    managers: Sequence[Manager] = (),
    ads: Sequence[Ad] = (),
    buildings: Sequence[PublicBuilding] = BUILDINGS,
    goals: Sequence[Goal] = (),
) -> Edition:
    """An edition with these cards, filled up with cards that do nothing."""
    basics = [shop for shop in shops if shop.shop_class == "basic"]
    specials = [shop for shop in shops if shop.shop_class == "special"]
    basics += [basic(f"plain {number}") for number in range(len(basics), 10)]
    specials += [special(f"plain special {number}") for number in range(len(specials), 6)]
    everybody = [*managers, *(manager(f"nobody {number}") for number in range(len(managers), 7))]
    small = [g for g in goals if g.deck == "small"] + [goal("small", **UNREACHABLE) for _ in range(4)]
    big = [g for g in goals if g.deck == "big"] + [goal("big", **UNREACHABLE) for _ in range(12)]
    all_ads = [*ads, *(ad(f"dull ad {number}", DULL_AD, DULL_AD) for number in range(len(ads), 5))]
    info = EditionInfo("made for a test", "no game's cards", "")
    return Edition(
        info, (store or first_shop(), *basics, *specials), tuple(everybody), tuple(all_ads), tuple(buildings), (*small, *big)
    )


def as_option(table: Table, edition: Edition, move: int) -> Option:
    """A packed move in words: ("build", shop, plot, side), ("visit", owner, plot), ("ad", ad, frame, slot or coins) .."""
    kind, a, b, c = kind_of(move), a_of(move), b_of(move), c_of(move)
    now, tables = table.state, table.setup["cards"]
    if kind == PLACE:
        return ("plot", a)
    if kind == DRAW:
        return ("animal", *row_and_column(a))
    if kind in (SELL_SHOP, UPGRADE):
        return (KIND_NAMES[kind], a)
    if kind == BUILD:
        return ("build", edition.shops[tables["shop_of"][a]].id, b, "back" if tables["is_upgraded"][a] else "front")
    if kind == VISIT:
        return ("visit", (int(now["actor"]) + a) % table.mode.players, b)
    if kind == AD:
        whole = not tables["rules"]["free_payment"] and c == WHOLE
        return ("ad", edition.ads[now["ad"][a]["ad"]].id, b, "whole" if whole else c)
    if kind == PUBLIC:
        return ("public", edition.public_buildings[a].id, pair_of(tables, b))
    if kind == MOVE:
        return ("move", pair_of(tables, a), pair_of(tables, b))
    if kind == REMOVE:
        return ("remove", pair_of(tables, a))
    return ("take", "coin" if a == COIN else "wood") if kind == TAKE else (KIND_NAMES[kind],)


def pair_of(tables: Any, pair: int) -> tuple[tuple[int, int], ...]:
    """The two squares of a pair."""
    return tuple(row_and_column(int(square)) for square in tables["pair_square"][pair])


class Situation:
    """A table as a test lays it out, and the game from there on.

    plots: by seat, {plot: "cafe"} or {plot: "cafe back"}. What is given by seat may end early: the rest has none (workers:
    two). The ads lie open in the order of the edition. The stage is a decision of `actor`, or runs by itself.
    """

    def __init__(
        self,
        edition: Edition | None = None,
        *,
        stage: str = "work",
        players: int = 4,
        actor: int = 0,
        start: int = 0,
        round: int = 1,
        plots: Sequence[Mapping[int, str]] = (),
        coins: Sequence[int] = (),
        wood: Sequence[int] = (),
        workers: Sequence[int] = (),
        managers: Sequence[str] = (),
        goals: Sequence[Sequence[Goal]] = (),
        **rules: str,
    ) -> None:
        assert set(rules) <= RULE_NAMES
        self.edition = edition or edition_of()
        self.players = players
        mode = GAME.find_mode(None, players)
        self.table = Table(GAME, mode, DEFAULT_RULES | rules, self.edition, 0)
        self.table.start(0, 0)
        self.state = self.table.state
        self.tables = self.table.setup["cards"]
        for name, value in (("round", round), ("start", start), ("actor", actor), ("cursor", 0)):
            self.state[name] = value
        self.state["stage"] = state.STAGE_NAMES.index(stage)
        self.state["playing"] = (1 << players) - 1
        self.state["ad_deck"][: len(self.edition.ads)] = range(len(self.edition.ads))
        for place in range(3):
            self.state["ad"][place]["ad"] = place
        for seat in range(players):
            self._lay_seat(
                seat, _nth(plots, seat, {}), _nth(coins, seat, 0), _nth(wood, seat, 0), _nth(workers, seat, 2),
                _nth(managers, seat, ""), _nth(goals, seat, ()),
            )  # fmt: skip

    def _lay_seat(
        self, seat: int, plots: Mapping[int, str], coins: int, wood: int, workers: int, name: str, held: Sequence[Goal]
    ) -> None:
        player = self.state["seat"][seat]
        ids = [entry.id for entry in self.edition.managers]
        player["manager"] = ids.index(name) if name else len(ids) - 1 - seat
        player["coins"], player["wood"], player["home"] = coins, wood, workers
        for plot, words in plots.items():
            number = self.face_number(words)
            player["face"][plot] = number
            shop = self.tables["shop_of"][number]
            if shop != self.tables["first_shop"]:
                self.state["market"]["supply"][shop] -= 1
                assert self.state["market"]["supply"][shop] >= 0, f"there are not so many of {words}"
                if self.state["market"]["supply"][shop] == 0:
                    self.state["market"]["available"] &= ~self.tables["faces_of"][shop]
        player["most_shops"] = len(plots)
        effects.refresh(player, self.tables)
        effects.refresh_costs(player, self.tables)
        mine = self.state["goals"][seat]
        mine["open"] = 0
        small = [g for g in held if g.deck == "small"] or [g for g in self.edition.goals if g.deck == "small"][-1:]
        big = [g for g in held if g.deck == "big"]
        big += [g for g in self.edition.goals if g.deck == "big"][-3:][len(big) :]
        for place, entry in enumerate([*small, *big]):
            goals.deal_goal(mine, self.tables, place, self.edition.goals.index(entry))

    def face_number(self, words: str) -> int:
        """The number of a face as in "cafe" or "cafe back"."""
        name, back = (words.removesuffix(" back"), words.endswith(" back"))
        shop = [shop.id for shop in self.edition.shops].index(name)
        return int(self.tables["back_face" if back else "front_face"][shop])

    # What a test asks

    @property
    def asks(self) -> tuple[str, int] | None:
        """Which decision is due, and whose; None if none is."""
        return (self.stage, int(self.state["actor"])) if self.table.awaits_decision else None

    @property
    def stage(self) -> str:
        """What comes next."""
        return state.STAGE_NAMES[int(self.state["stage"])]

    def options(self, kind: str = "") -> set[Option]:
        """The options of the decision in words, or those of a kind."""
        moves = self.table.moves["move"][: self.table.options()].tolist()
        found = {as_option(self.table, self.edition, move) for move in moves}
        assert len(moves) == len(found), "an option stands there twice"
        return {option for option in found if kind in ("", option[0])}

    def seat(self, seat: int) -> Any:
        """The record of a player."""
        return self.state["seat"][seat]

    def has(self, seat: int) -> tuple[int, int, int]:
        """Coins, wood and VP of a player."""
        player = self.seat(seat)
        return int(player["coins"]), int(player["wood"]), int(player["vp"])

    def workers(self, seat: int) -> tuple[int, int, int, int]:
        """Workers at home, used, hired and on ads."""
        player = self.seat(seat)
        return int(player["home"]), int(player["out"]), int(player["hired"]), int(player["on_ads"])

    def shop(self, seat: int, plot: int) -> str | None:
        """The shop on a plot as in "cafe" or "cafe back"."""
        number = self.seat(seat)["face"][plot]
        if number == state.NOTHING:
            return None
        name = self.edition.shops[self.tables["shop_of"][number]].id
        return f"{name} back" if self.tables["is_upgraded"][number] else name

    def animals(self, seat: int) -> list[int]:
        """Animals in the shops of a player."""
        return self.seat(seat)["animals"].tolist()

    def square(self, row: int, column: int) -> int:
        """Animals on a square."""
        return int(self.state["plaza"]["animals"][square_at(row, column)])

    @property
    def aside(self) -> int:
        """Animals aside."""
        return int(self.state["plaza"]["aside"])

    def supply(self, card: str) -> int:
        """Copies of a shop or public building in the supply."""
        shops = [shop.id for shop in self.edition.shops]
        if card in shops:
            return int(self.state["market"]["supply"][shops.index(card)])
        return int(self.state["plaza"]["supply"][[entry.id for entry in self.edition.public_buildings].index(card)])

    def ad(self, place: int) -> str | None:
        """The ad that lies open on a place."""
        number = self.state["ad"][place]["ad"]
        return None if number == state.NOTHING else self.edition.ads[number].id

    def metric(self, name: str, seat: int) -> int:
        """A metric of a seat in the outcome."""
        return int(self.table.outcome["seat"][seat, [metric.name for metric in GAME.seat_metrics].index(name)])

    @property
    def scores(self) -> list[int]:
        """The scores at the end."""
        assert self.table.is_over
        return self.table.outcome["seat"][: self.players, 0].tolist()

    # What a test does

    def put_animals(self, seat: int, *counts: int) -> None:
        """So many animals sit in the shops of a player, taken from those aside."""
        player = self.seat(seat)
        for plot, count in enumerate(counts):
            player["animals"][plot] += count
            self.state["plaza"]["aside"] -= count
        effects.refresh(player, self.tables)

    def put_building(self, name: str, *squares: tuple[int, int]) -> None:
        """A public building stands on two squares, as if built before this round."""
        number = [entry.id for entry in self.edition.public_buildings].index(name)
        pairs = [pair_of(self.tables, pair) for pair in range(int(self.tables["pairs"]))]
        plaza.put_building(self.state["plaza"], self.tables, number, pairs.index(squares))
        self.state["plaza"]["supply"][number] -= 1
        self.state["plaza"]["fresh"][number] -= 1
        plaza.fill_squares(self.state["plaza"])

    def choose(self, *option: Any) -> None:
        """Choose an option, as `options` names it, and run on to the next decision."""
        moves = self.table.moves["move"][: self.table.options()].tolist()
        named = {as_option(self.table, self.edition, move): move for move in moves}
        assert option in named, f"{option!r} is no option; there are {list(named)}"
        self.table.choose_move(named[option])
        self.run_on()

    def all_pass(self, *kinds: str) -> None:
        """Everybody passes (keeps all shops) while decisions of these kinds, or of the present one, last."""
        kinds = kinds or (self.stage,)
        while self.asks is not None and self.stage in kinds:
            self.choose("keep" if self.stage == "sell" else "pass")

    def all_pass_to(self, seat: int) -> None:
        """Whoever is asked passes, until it is the seat's turn."""
        while self.asks is not None and self.asks[1] != seat:
            self.choose("pass")

    def run_to(self, *stages: str) -> None:
        """Run what happens by itself, up to one of the stages, a decision or the end."""
        while not (self.table.is_over or self.table.awaits_decision or self.stage in stages):
            self.table.step()

    def run_on(self) -> None:
        """Run what happens by itself, up to the next decision or the end."""
        self.run_to()


def _nth(by_seat: Sequence[Any], seat: int, otherwise: Any) -> Any:
    """What is given for a seat."""
    return by_seat[seat] if seat < len(by_seat) else otherwise


def tables_for(edition: Edition, players: int, **rules: str) -> Any:
    """The card tables that kernels read."""
    tables = new_record(state.CARD_TABLES)
    cards.fill_tables(tables, edition, players, GAME.rule_values(DEFAULT_RULES | rules))
    return tables


def random_move(table: Table, edition: Edition, chooser: Any, taste: Sequence[str] = ()) -> int:
    """A random option; with a taste for kinds of options, mostly one of them (so that rare situations are met)."""
    moves = table.moves["move"][: table.options()].tolist()
    by_kind: dict[str, list[int]] = {}
    for move in moves:
        by_kind.setdefault(as_option(table, edition, move)[0], []).append(move)
    tasty = [kind for kind in by_kind if kind in taste]
    if not tasty or chooser.random() >= 0.8:
        return int(chooser.choice(moves))
    return int(chooser.choice(by_kind[chooser.choice(tasty)]))
