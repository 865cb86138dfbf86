"""The recount of Animarche (`simulate --debug`): what the engine keeps although it follows, worked out anew after each action.

Nothing of the compiled code is used: the pieces on the table (PRIMARY) are counted in plain Python, and what no piece shows
(purses, points, goals achieved, who has passed, every count of the outcome) is followed from action to action by the rules.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from engines.animarche import metrics
from engines.animarche.actions import (
    AD,
    BUILD,
    COIN,
    DRAW,
    KEEP,
    MOVE,
    PASS,
    PLACE,
    PUBLIC,
    REMOVE,
    SELL_SHOP,
    TAKE,
    UPGRADE,
    VISIT,
    WHOLE,
)
from engines.animarche.edition_vocabulary import DISCOUNTED, ICONS, Ad, Discount, Edition, Gain, Goal, Manager
from engines.animarche.geometry import SQUARES, adjacent_pairs, front_squares, squares_in_play
from engines.animarche.items import (
    AD_ITEM,
    BUILDING_ITEM,
    BUILDINGS,
    BUILT,
    FACE_ITEM,
    GOAL_ITEM,
    HELD,
    ITEM_WAYS,
    ITEMS,
    MANAGER_ITEM,
    SCORED,
    SHOPS,
    SOLD,
    UPGRADED,
    VISITED,
    items_of,
)
from engines.animarche.limits import MOST_ROUNDS
from engines.animarche.state import (
    AD_PLACES,
    ANIMALS,
    AT_ONCE_CUT,
    ATTRACT_NEXT,
    BUILD_CUT,
    CLOSING,
    FIRST_SHOP,
    FIRST_SHOP_NEXT,
    GAME_END,
    GOALS_HELD,
    LAST_DECISION,
    MANAGER_INCOME,
    MOVE_CUT,
    NOTHING,
    PLOTS,
    PUBLIC_CUT,
    ROUND_END,
    ROUND_START,
    SEATS,
    SELL,
    SELL_NEXT,
    SHOP_INCOME,
    UPGRADE_CUT,
    WORK,
    WORK_NEXT,
    WORK_START,
)
from engines.derived import Derived
from engines.game import SHARE_UNIT
from engines.kernels import Table

PRIMARY = frozenset(
    {
        "stage",
        "ad_deck",
        "ad.ad",
        "ad.seat",
        "ad.frame",
        "ad.slot",
        "plaza.animals",
        "plaza.building",
        "seat.manager",
        "seat.face",
        "seat.animals",
        "goals.goal",
    }
)
"""The fields of STATE that follow from nothing else: what comes next, the cards dealt, and where cards and pieces lie."""

NOT_FOLLOWED = frozenset(
    {
        metrics.DECISIONS,
        metrics.FORCED,
        metrics.ATTRACT_TURNS,
        metrics.WORK_TURNS,
        metrics.ATTRACT_OPTIONS,
        metrics.SELL_OPTIONS,
        metrics.WORK_OPTIONS,
        metrics.MOST_OPTIONS,
    }
)
"""Game metrics that are no result of an action: the loop counts them when it asks for a choice."""

_ACTION_CUTS = (*((action,) for action in DISCOUNTED), ("build", "upgrade"))
"""What a discount must name (one is enough) to hold for BUILD_CUT, UPGRADE_CUT, PUBLIC_CUT, MOVE_CUT, AT_ONCE_CUT."""

_SEAT_FIELDS = {
    "seat": "place at the table",
    "vp": "VP",
    "coins": "coins",
    "wood": "wood",
    "home": "workers at home",
    "out": "workers used",
    "hired": "workers hired in this round",
    "on_ads": "workers on ads",
    "most_shops": "most shops so far",
    "shops": "shops",
    "upgraded": "upgraded shops",
    "icon_types": "icon types",
    "sales": "sales",
    "visits": "visits made",
    "ads": "ads taken",
    "public": "public buildings built",
    "drawn": "animals drawn in this round",
    "most_drawn": "most animals drawn in one round",
}
_SEAT_SETS = {
    "owned": "faces of own shops",
    "free_plots": "free plots",
    "reach": "squares from which it can draw",
}
_PLOT_FIELDS = {
    "free_seats": "free seats",
    "free_worker_seats": "free worker seats",
    "visitors": "visitors",
    "visited_by": "seats (as 1 << seat) of the visitors",
}


class _Pieces:
    """What lies where in a state, for the seats in play: its primary fields as lists."""

    def __init__(self, state: Any, players: int) -> None:
        self.stage = int(state["stage"])
        self.face = state["seat"]["face"][:players].tolist()
        self.animals = state["seat"]["animals"][:players].tolist()
        self.manager = state["seat"]["manager"][:players].tolist()
        self.goal = state["goals"]["goal"][:players].tolist()
        self.on_square = state["plaza"]["animals"].tolist()
        self.building = state["plaza"]["building"].tolist()
        self.ad = state["ad"]["ad"].tolist()
        self.ad_seat = state["ad"]["seat"].tolist()
        self.ad_slot = state["ad"]["slot"].tolist()


class _Player:
    """What no piece of a player shows."""

    def __init__(self, coins: int, wood: int, home: int) -> None:
        self.coins = coins
        self.wood = wood
        self.vp = 0
        self.home = home
        self.hires = 0  # in the game, until the last closing
        self.most_shops = 0
        self.sales = 0
        self.visits = 0
        self.ads = 0
        self.public = 0
        self.drawn = 0
        self.most_drawn = 0
        self.coins_gained = 0  # in this round
        self.wood_gained = 0
        self.visitors: list[list[int]] = [[] for _ in range(PLOTS)]  # by plot, their seats
        self.achieved = [False] * GOALS_HELD
        self.looked_at: tuple[int, ...] = ()  # what its goals counted when they were checked last
        self.count = [0] * len(metrics.SEAT_METRICS)
        self.round_score = [0] * MOST_ROUNDS
        self.share = 0


class Recount:
    """Follows one game on a table and recomputes, after each action, what the engine keeps.

    What `play_game` counts in the outcome is left out (the game metrics NOT_FOLLOWED, and whether a game was broken off): it
    does not run when a game is played step by step. The state's records of seats that nobody has are no part of the game; in
    the outcome all counts of such seats must be 0.
    """

    def __init__(self, table: Table, edition: Edition) -> None:
        self.table = table
        self.edition = edition
        self.players = table.mode.players
        self.all_seats = range(self.players)
        self._read_cards()
        self.now = _Pieces(table.state, self.players)
        self.player = [self._dealt(seat) for seat in self.all_seats]
        self.start = int(table.state["start"])  # drawn at the deal; later it follows from who passed first
        self.actor = self.start
        self.first_pass = NOTHING
        self.round = 1
        self.served = 0  # players that had their turn, in a phase that serves each once
        self.placed = 0
        self.playing: set[int] = set()
        self.paid = [0] * AD_PLACES
        self.built = [0] * BUILDINGS  # public buildings of each kind, over the game
        self.game_count = [0] * len(metrics.GAME_METRICS)
        self.item = np.zeros((SEATS, ITEMS, len(ITEM_WAYS)), np.int64)
        for seat in self.all_seats:
            self.item[seat, MANAGER_ITEM + self.now.manager[seat], HELD] += 1
            for goal in self.now.goal[seat]:
                self.item[seat, GOAL_ITEM + goal, HELD] += 1

    def _read_cards(self) -> None:
        """The card tables as plain values: from the edition, or from the setup what rules change."""
        tables, edition = self.table.setup["cards"], self.edition
        self.rules = {name: int(tables["rules"][name]) for name in tables["rules"].dtype.names}
        self.faces = edition.faces
        self.shop_of = [number for number, shop in enumerate(edition.shops) for _ in shop.faces]
        self.is_back = [side == 1 for shop in edition.shops for side in range(len(shop.faces))]
        self.seats = tables["seats"].tolist()
        self.worker_seats = tables["worker_seats"].tolist()
        self.income = [[Gain(*row) for row in rows] for rows in tables["income"].tolist()]
        self.upgrade_cost = tables["upgrade_cost"].tolist()
        self.front_cost = [tables["build_cost"][tables["front_face"][shop]].tolist() for shop in range(SHOPS)]
        self.public_cost = tables["public_cost"].tolist()
        self.start_with = tables["start"].tolist()
        self.squares = set(squares_in_play(self.players))
        self.line = [[set(front_squares(self.players, seat, plot)) for plot in range(PLOTS)] for seat in self.all_seats]
        self.pairs = adjacent_pairs(self.players)
        self.item_names = [item.name or f"item {number}" for number, item in enumerate(items_of(edition))]

    def _dealt(self, seat: int) -> _Player:
        """A player with what his manager starts with."""
        coins, wood = self.start_with[self.now.manager[seat]]
        return _Player(min(coins, self.rules["coin_cap"]), min(wood, self.rules["wood_cap"]), self.rules["starting_workers"])

    def after(self, before: Any, move: int | None) -> Iterator[Derived]:
        """All derived values, after a choice (its packed move) or a stage that ran by itself (None).

        before: the state before it. To be called once an action: what no piece shows is followed here.
        """
        old = _Pieces(before, self.players)
        self.now = _Pieces(self.table.state, self.players)
        if move is None:
            self._follow_stage(old.stage)
        else:
            self._follow_choice(old, move)
        for seat in self.all_seats:
            self.player[seat].most_shops = max(self.player[seat].most_shops, len(self._standing(seat)))
        if self._is_decision:
            self._check_goals()
        return self.values()

    # Following the game

    @property
    def _is_decision(self) -> bool:
        return 0 < self.now.stage <= LAST_DECISION

    def _follow_stage(self, stage: int) -> None:
        """A stage ran by itself; where a decision follows, whose it is."""
        if stage in (FIRST_SHOP_NEXT, SELL_NEXT):
            self.actor = (self.start + self.served) % self.players
        elif stage == ROUND_START:
            self._begin_round()
        elif stage == WORK_START:
            self._begin_turns()
        elif stage in (ATTRACT_NEXT, WORK_NEXT):
            self._next_turn(stage)
        elif stage == MANAGER_INCOME:
            self.served = 0
            for seat in self.all_seats:
                self._earn_income(seat, self._manager(seat).each_round)
        elif stage == SHOP_INCOME:
            self._earn_from_shops((self.start + self.served) % self.players)
            self.served += 1
            if self.served == self.players:  # the sale follows, in the same order
                self.served = 0
        elif stage == ROUND_END:
            self._end_round()
        elif stage == CLOSING:
            self._close()
        elif stage == GAME_END:
            self._end_game()

    def _begin_round(self) -> None:
        for seat, player in enumerate(self.player):
            player.drawn = 0
            self._count_by_round(seat, metrics.WORKERS_BY_ROUND, player.home + self._workers_on_ads(seat))
        self.first_pass = NOTHING
        self._begin_turns()

    def _begin_turns(self) -> None:
        """A phase in which players act in turn until all have passed."""
        self.playing = set(self.all_seats)
        self.actor = self.start

    def _next_turn(self, stage: int) -> None:
        """The next clockwise who has not passed; when all have, the phase is over."""
        clockwise = [(self.actor + ahead) % self.players for ahead in range(1, self.players + 1)]
        still_playing = [seat for seat in clockwise if seat in self.playing]
        if still_playing:
            self.actor = still_playing[0]
        elif stage == ATTRACT_NEXT:
            self._end_attract()

    def _end_attract(self) -> None:
        for seat, player in enumerate(self.player):
            empty = sum(self._free_seats(seat))
            player.count[metrics.ANIMALS] += player.drawn
            player.count[metrics.SEATS_EMPTY] += empty
            self._count_by_round(seat, metrics.ANIMALS_BY_ROUND, player.drawn)
            self._count_by_round(seat, metrics.EMPTY_BY_ROUND, empty)
        if self.round <= metrics.COUNTED_ROUNDS:
            self.game_count[metrics.PLAZA_LEFT_BY_ROUND + self.round - 1] = sum(self.now.on_square)
        self.start = self.first_pass

    def _earn_income(self, seat: int, gain: Gain) -> None:
        """A gain of the income phase; it is counted whole, with what is beyond a cap."""
        self._earn(seat, metrics.FROM_INCOME, gain)
        self._count_by_round(seat, metrics.INCOME_BY_ROUND, 2 * gain.coins + 3 * gain.wood + 4 * gain.vp)

    def _earn_from_shops(self, seat: int) -> None:
        """Each shop pays the row of its animals, and for each own shop with an icon once an animal (without seats: once)."""
        for face, animals in zip(self.now.face[seat], self.now.animals[seat], strict=True):
            if face == NOTHING:
                continue
            self._earn_income(seat, self.income[face][animals])
            times = animals if self.seats[face] else 1
            for each, count in zip(self.faces[face].icon_income, self._icons(seat).values(), strict=True):
                shops = times * count
                self._earn_income(seat, Gain(shops * each.coins, shops * each.wood, shops * each.vp))

    def _end_round(self) -> None:
        self._check_goals()
        self.game_count[metrics.ROUNDS_PLAYED] = self.round
        for seat, player in enumerate(self.player):
            score = player.vp + self._vp_standing(seat) + self._vp_of_final_goals(seat)
            player.round_score[self.round - 1 :] = [score] * (MOST_ROUNDS - self.round + 1)  # after the last round it stays
            self._count_by_round(seat, metrics.COINS_BY_ROUND, player.coins_gained)
            self._count_by_round(seat, metrics.WOOD_BY_ROUND, player.wood_gained)
            player.coins_gained = player.wood_gained = 0

    def _close(self) -> None:
        for seat, player in enumerate(self.player):
            player.hires = self._hires(seat)
            player.home = self._workers(seat) - self._workers_on_ads(seat)
            player.visitors = [[] for _ in range(PLOTS)]
        self.round += 1

    def _end_game(self) -> None:
        self._check_goals()
        for seat, player in enumerate(self.player):
            for place in self._final_goals(seat):
                self._score_goal(seat, place)
            standing = self._vp_standing(seat)
            player.vp += standing
            player.count[metrics.VP_STANDING] = standing
            player.count[metrics.SCORE] = player.vp
            player.count[metrics.COINS_LEFT] = player.coins
            player.count[metrics.WOOD_LEFT] = player.wood
            player.count[metrics.WORKERS] = self._workers(seat)
            player.count[metrics.WORKERS_STUCK] = self._workers_on_ads(seat)
            for face in self._standing(seat):
                self.item[seat, FACE_ITEM + face, HELD] += 1
        highest = max(player.vp for player in self.player)
        winners = [seat for seat in self.all_seats if self.player[seat].vp == highest]
        for seat in winners:
            self.player[seat].share = SHARE_UNIT // len(winners)
        self.game_count[metrics.SHARED_WIN] = int(len(winners) > 1)
        self.game_count[metrics.BUILDINGS_LEFT] = sum(building != NOTHING for building in self.now.building)

    def _follow_choice(self, old: _Pieces, move: int) -> None:
        """A player carried out a move (its parts as in `actions`)."""
        kind, a, b, c = move & 15, move >> 4 & 63, move >> 10 & 63, move >> 16
        seat, player = self.actor, self.player[self.actor]
        if kind == PASS:
            self._pass(old.stage)
        elif kind == PLACE:
            self.placed += 1
            self.served += 1
        elif kind == DRAW:
            player.drawn += 1
            player.most_drawn = max(player.most_drawn, player.drawn)
            player.count[metrics.ANIMALS_CONTESTED] += self._is_contested(old, a)
        elif kind in (KEEP, SELL_SHOP):
            self.served += 1
            if kind == SELL_SHOP:
                self._sell(old.face[seat][a])
        else:
            self._work(old, kind, a, b, c)

    def _pass(self, stage: int) -> None:
        player = self.player[self.actor]
        self.playing.remove(self.actor)
        if stage == WORK:
            player.count[metrics.WORKERS_IDLE] += player.home
        elif self.first_pass == NOTHING:
            self.first_pass = self.actor
            player.count[metrics.FIRST_PASSES] += 1

    def _is_contested(self, old: _Pieces, square: int) -> bool:
        """Whether another player who has not passed has a free seat on the line of a square."""
        for seat in self.playing - {self.actor}:
            for plot, face in enumerate(old.face[seat]):
                if face != NOTHING and square in self.line[seat][plot] and old.animals[seat][plot] < self.seats[face]:
                    return True
        return False

    def _sell(self, face: int) -> None:
        seat, player = self.actor, self.player[self.actor]
        card = self.faces[face]
        self._earn(seat, metrics.FROM_SALES, Gain(vp=card.vp), card.on_sale, self._manager(seat).on_sale)
        player.sales += 1
        player.count[metrics.SHOPS_SOLD] += 1
        self.item[seat, FACE_ITEM + face, SOLD] += 1

    def _work(self, old: _Pieces, kind: int, a: int, b: int, c: int) -> None:
        """An action with a worker."""
        seat, player = self.actor, self.player[self.actor]
        cuts = self._cuts(seat, old)
        player.home -= 1
        player.count[metrics.ACTIONS] += 1
        if kind == BUILD:
            self._pay(*self._build_cost(a, cuts))
            player.visitors[b] = []  # those of a shop that was built over
            self._earn(seat, metrics.FROM_INCOME, self.faces[a].on_build)
            player.count[metrics.SHOPS_BUILT] += 1
            player.count[metrics.BUILT_UPGRADED] += self.is_back[a]
            self.item[seat, FACE_ITEM + a, BUILT] += 1
        elif kind == UPGRADE:
            face = old.face[seat][a]
            self._pay(*_less(self.upgrade_cost[self.shop_of[face]], cuts[UPGRADE_CUT]))
            player.count[metrics.SHOPS_UPGRADED] += 1
            self.item[seat, FACE_ITEM + face + 1, UPGRADED] += 1
        elif kind == VISIT:
            self._visit(old, (seat + a) % self.players, b)
        elif kind == AD:
            self._join_ad(old, a, b, c)
        elif kind == PUBLIC:
            self._build_public(a, cuts)
        elif kind in (MOVE, REMOVE):
            self._pay(0, _less((0, self.rules["move_wood"]), cuts[MOVE_CUT])[1])
            player.count[metrics.PUBLIC_MOVED if kind == MOVE else metrics.PUBLIC_REMOVED] += 1
            if kind == MOVE and self.rules["move_scores"]:
                self._earn(seat, metrics.FROM_PUBLIC, Gain(vp=self.edition.public_buildings[old.building[a]].vp))
        elif kind == TAKE:
            self._take(a)

    def _visit(self, old: _Pieces, host: int, plot: int) -> None:
        seat, player = self.actor, self.player[self.actor]
        face = old.face[host][plot]
        self._earn(seat, metrics.FROM_VISITS_MADE, self.faces[face].visitor, self._manager(seat).on_visit)
        self._earn(host, metrics.FROM_VISITS_RECEIVED, self.faces[face].owner)
        self.player[host].visitors[plot].append(seat)
        player.visits += 1
        player.count[metrics.VISITS] += 1
        self.player[host].count[metrics.VISITS_RECEIVED] += 1
        self.item[host, FACE_ITEM + face, VISITED] += 1

    def _join_ad(self, old: _Pieces, place: int, frame: int, choice: int) -> None:
        """A worker is put on an ad; when what both paid reaches the fee, it fires."""
        seat, player = self.actor, self.player[self.actor]
        number = old.ad[place]
        card = self.edition.ads[number]
        paid = self._price(card, frame, choice)
        self._pay(paid, 0)
        self._earn(seat, metrics.FROM_ADS, self._manager(seat).on_ad)
        player.count[metrics.ADS_JOINED] += 1
        self.item[seat, AD_ITEM + number, VISITED] += 1
        workers = [(seat, paid, choice)]
        if old.ad_seat[place] != NOTHING:
            workers.insert(0, (old.ad_seat[place], self.paid[place], old.ad_slot[place]))
        if sum(coins for _, coins, _ in workers) < card.fee:
            self.paid[place] = paid
            return
        self.paid[place] = 0
        by_payment = sorted(workers, key=lambda worker: -worker[1])  # who paid first stays first on a tie
        for rank, (worker, _, slot) in enumerate(by_payment):
            dearest_by_payment = self.rules["free_payment"] or slot == WHOLE
            self._earn(worker, metrics.FROM_ADS, Gain(vp=card.frames[frame][rank if dearest_by_payment else slot].vp))
            self.player[worker].count[metrics.ADS_FIRED] += 1
            self.item[worker, AD_ITEM + number, SCORED] += 1
        taker = by_payment[0][0]
        if self.rules["ad_card_vp"]:
            self._earn(taker, metrics.FROM_ADS, Gain(vp=card.card_vp))
        self.player[taker].ads += 1
        self.player[taker].count[metrics.ADS_TAKEN] += 1
        self.item[taker, AD_ITEM + number, HELD] += 1
        self.game_count[metrics.ALL_ADS_FIRED] += 1

    def _price(self, card: Ad, frame: int, choice: int) -> int:
        """The coins that a worker on an ad costs."""
        if self.rules["free_payment"]:
            return choice
        return card.fee if choice == WHOLE else card.frames[frame][choice].price

    def _build_public(self, building: int, cuts: list[tuple[int, int]]) -> None:
        seat, player = self.actor, self.player[self.actor]
        card = self.edition.public_buildings[building]
        is_unused = self.built[building] < card.copies  # unused copies are taken first
        vp = card.vp if is_unused or self.rules["rebuild_scores"] else 0
        self._pay(*_less(self.public_cost[building], cuts[PUBLIC_CUT]))
        self._earn(seat, metrics.FROM_PUBLIC, Gain(vp=vp), self._manager(seat).on_public)
        self.built[building] += 1
        player.public += 1
        player.count[metrics.PUBLIC_BUILT] += 1
        self.item[seat, BUILDING_ITEM + building, BUILT] += 1

    def _take(self, what: int) -> None:
        if what == COIN:
            self._earn_coins(self.actor, metrics.COINS_TAKEN, 1)
        else:
            self._earn_wood(self.actor, metrics.WOOD_TAKEN, 1)

    # Purses and goals

    def _earn(self, seat: int, source: int, *gains: Gain) -> None:
        """A player gets gains of one source (metrics.FROM_SALES ..)."""
        self._earn_coins(seat, metrics.COINS_SALES + source, sum(gain.coins for gain in gains))
        self._earn_wood(seat, metrics.WOOD_SALES + source, sum(gain.wood for gain in gains))
        vp = sum(gain.vp for gain in gains)
        self.player[seat].vp += vp
        self.player[seat].count[metrics.VP_SALES + source] += vp

    def _earn_coins(self, seat: int, metric: int, coins: int) -> None:
        """What exceeds the cap is lost."""
        player = self.player[seat]
        kept = min(coins, self.rules["coin_cap"] - player.coins)
        player.coins += kept
        player.coins_gained += kept
        player.count[metric] += kept
        player.count[metrics.COINS_LOST] += coins - kept

    def _earn_wood(self, seat: int, metric: int, wood: int) -> None:
        player = self.player[seat]
        kept = min(wood, self.rules["wood_cap"] - player.wood)
        player.wood += kept
        player.wood_gained += kept
        player.count[metric] += kept
        player.count[metrics.WOOD_LOST] += wood - kept

    def _pay(self, coins: int, wood: int) -> None:
        player = self.player[self.actor]
        player.coins -= coins
        player.wood -= wood
        player.count[metrics.COINS_SPENT] += coins
        player.count[metrics.WOOD_SPENT] += wood

    def _count_by_round(self, seat: int, first_metric: int, count: int) -> None:
        if self.round <= metrics.COUNTED_ROUNDS:
            self.player[seat].count[first_metric + self.round - 1] += count

    def _manager(self, seat: int) -> Manager:
        return self.edition.managers[self.now.manager[seat]]

    def _goal(self, seat: int, place: int) -> Goal:
        return self.edition.goals[self.now.goal[seat][place]]

    def _for_goals(self, seat: int) -> dict[str, int]:
        """What the conditions of goals count, by the edition's words (a goal that names an icon: by the icon)."""
        player = self.player[seat]
        return {
            "shops": len(self._standing(seat)),
            "upgraded": sum(self.is_back[face] for face in self._standing(seat)),
            "icon_types": self._icon_types(seat),
            "coins": player.coins,
            "wood": player.wood,
            "sales": player.sales,
            "visits": player.visits,
            "ads": player.ads,
            "public": player.public,
            "animals": player.most_drawn,
            **self._icons(seat),
        }

    def _check_goals(self) -> None:
        """Goals "when achieved": they stay achieved, and a small one pays at once."""
        for seat, player in enumerate(self.player):
            counts = self._for_goals(seat)
            player.looked_at = tuple(counts.values())
            for place in range(GOALS_HELD):
                goal = self._goal(seat, place)
                if goal.timing == "achieved" and not player.achieved[place] and _is_met(goal, counts):
                    player.achieved[place] = True
                    if goal.deck == "small":
                        self._score_goal(seat, place)

    def _score_goal(self, seat: int, place: int) -> None:
        player = self.player[seat]
        vp = self._goal(seat, place).vp
        player.vp += vp
        player.count[metrics.VP_GOALS] += vp
        player.count[metrics.GOALS_SCORED] += 1
        self.item[seat, GOAL_ITEM + self.now.goal[seat][place], SCORED] += 1

    def _final_goals(self, seat: int) -> list[int]:
        """Places of the goals that would pay if the game ended now: of the big ones that count, the dearest."""
        counts = self._for_goals(seat)
        small: list[int] = []
        big: list[tuple[int, int]] = []
        for place in range(GOALS_HELD):
            goal = self._goal(seat, place)
            if goal.timing == "end" and not _is_met(goal, counts):
                continue
            if goal.deck == "big" and (goal.timing == "end" or self.player[seat].achieved[place]):
                big.append((goal.vp, place))
            elif goal.timing == "end":
                small.append(place)
        big.sort(reverse=True)  # of two that bring the same, the one dealt later is counted
        return small + [place for _, place in big[: self.rules["big_goals_scored"]]]

    def _vp_of_final_goals(self, seat: int) -> int:
        return sum(self._goal(seat, place).vp for place in self._final_goals(seat))

    # Counting the pieces

    def _standing(self, seat: int) -> list[int]:
        """The faces of the shops that stand."""
        return [face for face in self.now.face[seat] if face != NOTHING]

    def _vp_standing(self, seat: int) -> int:
        return sum(self.faces[face].vp for face in self._standing(seat))

    def _icons(self, seat: int) -> dict[str, int]:
        """How many own shops show each icon."""
        return {icon: sum(icon in self.faces[face].icons for face in self._standing(seat)) for icon in ICONS}

    def _icon_types(self, seat: int) -> int:
        """Most icon types that the shops show when each counts as one of its icons."""
        return max(len(set(chosen)) for chosen in itertools.product(*(self.faces[face].icons for face in self._standing(seat))))

    def _free_seats(self, seat: int) -> list[int]:
        """Free customer seats by plot."""
        plots = zip(self.now.face[seat], self.now.animals[seat], strict=True)
        return [0 if face == NOTHING else self.seats[face] - animals for face, animals in plots]

    def _hires(self, seat: int) -> int:
        """Workers hired in the game: one when the shops first were 2, 3, 4."""
        return min(max(0, self.player[seat].most_shops - 1), self.rules["hires"])

    def _workers(self, seat: int) -> int:
        """Workers owned."""
        return self.rules["starting_workers"] + self._hires(seat)

    def _workers_on_ads(self, seat: int) -> int:
        return self.now.ad_seat.count(seat)

    def _cuts(self, seat: int, pieces: _Pieces) -> list[tuple[int, int]]:
        """What shops and manager take off each of the five actions, each discount once."""
        discounts = [self.faces[face].discount for face in pieces.face[seat] if face != NOTHING]
        discounts.append(self._manager(seat).discount)
        return [_sum_of([discount for discount in discounts if set(discount.actions) & set(named)]) for named in _ACTION_CUTS]

    def _build_cost(self, face: int, cuts: list[tuple[int, int]]) -> tuple[int, int]:
        """What building a face costs; of a back the upgrade is paid with it."""
        shop = self.shop_of[face]
        coins, wood = self.front_cost[shop]
        if not self.is_back[face]:
            return _less((coins, wood), cuts[BUILD_CUT])
        more_coins, more_wood = self.upgrade_cost[shop]
        return _less((coins + more_coins, wood + more_wood), cuts[AT_ONCE_CUT])

    # Comparing

    def values(self) -> Iterator[Derived]:
        """All derived values of the table as it stands after the last action followed."""
        return itertools.chain(
            self._flow_values(),
            self._plaza_values(),
            self._market_values(),
            self._ad_values(),
            *map(self._seat_values, self.all_seats),
            *map(self._goal_values, self.all_seats),
            self._outcome_values(),
        )

    def _flow_values(self) -> Iterator[Derived]:
        kept, stage = self.table.state, self.now.stage
        yield Derived("round", int(kept["round"]), self.round)
        yield Derived("start player", int(kept["start"]), self.start)
        yield Derived("who passed first", int(kept["first_pass"]), self.first_pass)
        yield Derived("seats that have not passed", _members(kept["playing"]), tuple(sorted(self.playing)))
        if stage in (FIRST_SHOP, FIRST_SHOP_NEXT, SHOP_INCOME, SELL, SELL_NEXT):  # in other stages it is left over
            yield Derived("players served in this phase", int(kept["cursor"]), self.served + self._is_decision)
        if self._is_decision:  # between decisions it is who acted last
            yield Derived("seat to act", int(kept["actor"]), self.actor)
        must = {seat for seat, player in enumerate(self.player) if player.looked_at != tuple(self._for_goals(seat).values())}
        changed = _members(kept["changed"])  # others may be looked at too, but at a decision all have been
        look = () if self._is_decision else tuple(sorted(must | set(changed)))
        yield Derived("seats whose goals must be looked at", changed, look)

    def _plaza_values(self) -> Iterator[Derived]:
        plaza = self.table.state["plaza"]
        standing = {pair: building for pair, building in enumerate(self.now.building) if building != NOTHING}
        taken = {square for pair in standing for square in self.pairs[pair]}
        capacity = [int(square in self.squares) for square in range(SQUARES)]
        for pair, building in standing.items():
            for square in self.pairs[pair]:
                capacity[square] = self.edition.public_buildings[building].capacity
        for square, kept in enumerate(plaza["capacity"].tolist()):
            yield Derived(f"plaza: capacity of square {square}", kept, capacity[square])
        with_animals = tuple(square for square in range(SQUARES) if self.now.on_square[square])
        yield Derived("plaza: squares with an animal", _members(plaza["occupied"]), with_animals)
        yield Derived("plaza: pairs with a public building", _members(plaza["built"]), tuple(standing))
        free = tuple(pair for pair, squares in enumerate(self.pairs) if not taken & set(squares))
        yield Derived("plaza: free pairs of squares", _members(plaza["free_pairs"]), free)
        aside = ANIMALS - sum(self.now.on_square) - sum(map(sum, self.now.animals))
        yield Derived("plaza: animals aside", int(plaza["aside"]), aside)
        supply, fresh = plaza["supply"].tolist(), plaza["fresh"].tolist()
        on_plaza = list(standing.values())
        for number, card in enumerate(self.edition.public_buildings):
            yield Derived(f"plaza: supply of {card.name}", supply[number], card.copies - on_plaza.count(number))
            yield Derived(f"plaza: unused copies of {card.name}", fresh[number], max(0, card.copies - self.built[number]))

    def _market_values(self) -> Iterator[Derived]:
        market = self.table.state["market"]
        standing = [self.shop_of[face] for seat in self.all_seats for face in self._standing(seat)]
        available: list[int] = []
        for number, (shop, kept) in enumerate(zip(self.edition.shops, market["supply"].tolist(), strict=True)):
            with_players = self.players - self.placed if shop.first_shop else 0
            supply = shop.copies_at(self.players) - standing.count(number) - with_players
            available += [face for face, its in enumerate(self.shop_of) if its == number and supply > 0]
            yield Derived(f"market: supply of {shop.front.name}", kept, supply)
        yield Derived("market: faces that can be built", _members(market["available"]), tuple(available))

    def _ad_values(self) -> Iterator[Derived]:
        kept = self.table.state
        lying = sum(ad != NOTHING for ad in self.now.ad)
        turned_up = lying + sum(player.ads for player in self.player)
        yield Derived("ads turned up", int(kept["ad_next"]), turned_up)
        seen = tuple(sorted(kept["ad_deck"][:turned_up].tolist()))
        yield Derived("ads that lie or lay open", _members(kept["ads_seen"]), seen)
        for place, paid in enumerate(kept["ad"]["paid"].tolist()):
            yield Derived(f"paid for ad {place}", paid, self.paid[place])

    def _seat_values(self, seat: int) -> Iterator[Derived]:
        kept, of = self.table.state["seat"][seat], f"seat {seat}: "
        counts, sets, by_plot = self._seat_counts(seat), self._seat_sets(seat), self._plot_counts(seat)
        for name, words in _SEAT_FIELDS.items():
            yield Derived(of + words, int(kept[name]), counts[name])
        for name, words in _SEAT_SETS.items():
            yield Derived(of + words, _members(kept[name]), tuple(sorted(sets[name])))
        for name, words in _PLOT_FIELDS.items():
            for plot, (count, recount) in enumerate(zip(kept[name].tolist(), by_plot[name], strict=True)):
                yield Derived(f"{of}{words} of plot {plot}", count, recount)
        for (icon, recount), count in zip(self._icons(seat).items(), kept["icons"].tolist(), strict=True):
            yield Derived(f"{of}shops with the icon {icon}", count, recount)
        cuts = self._cuts(seat, self.now)
        for named, cut, kept_cut in zip(_ACTION_CUTS, cuts, kept["cut"].tolist(), strict=True):
            yield Derived(f"{of}discount on {' and '.join(named)} in coins, wood", kept_cut, cut)
        for face, kept_cost in enumerate(kept["cost"].tolist()):
            yield Derived(
                f"{of}cost of building {self.faces[face].name} in coins, wood", kept_cost, self._build_cost(face, cuts)
            )

    def _seat_counts(self, seat: int) -> dict[str, int]:
        player = self.player[seat]
        for_goals = self._for_goals(seat)
        on_ads = self._workers_on_ads(seat)
        hired = self._hires(seat) - player.hires
        out = self._workers(seat) - player.home - hired - on_ads
        return for_goals | {
            "seat": seat,
            "vp": player.vp,
            "home": player.home,
            "out": out,
            "hired": hired,
            "on_ads": on_ads,
            "most_shops": player.most_shops,
            "drawn": player.drawn,
            "most_drawn": player.most_drawn,
        }

    def _seat_sets(self, seat: int) -> dict[str, set[int]]:
        own = {self.shop_of[face] for face in self._standing(seat)}
        free_seats = self._free_seats(seat)
        return {
            "owned": {face for face, shop in enumerate(self.shop_of) if shop in own},
            "free_plots": {plot for plot, face in enumerate(self.now.face[seat]) if face == NOTHING},
            "reach": set().union(*(self.line[seat][plot] for plot in range(PLOTS) if free_seats[plot] > 0)),
        }

    def _plot_counts(self, seat: int) -> dict[str, list[int]]:
        visitors = self.player[seat].visitors
        plots = list(zip(self.now.face[seat], visitors, strict=True))
        return {
            "free_seats": self._free_seats(seat),
            "free_worker_seats": [0 if face == NOTHING else self.worker_seats[face] - len(who) for face, who in plots],
            "visitors": [len(who) for who in visitors],
            "visited_by": [sum(1 << visitor for visitor in set(who)) for who in visitors],
        }

    def _goal_values(self, seat: int) -> Iterator[Derived]:
        kept = self.table.state["goals"][seat]
        may_yet = []
        for place, achieved in enumerate(self.player[seat].achieved):
            goal = self._goal(seat, place)
            if goal.timing == "achieved" and not achieved:
                may_yet.append(place)
            yield Derived(f"seat {seat}: goal {goal.id} achieved", int(kept["achieved"][place]), int(achieved))
        yield Derived(f"seat {seat}: places of goals that may yet be achieved", _members(kept["open"]), tuple(may_yet))

    def _outcome_values(self) -> Iterator[Derived]:
        """What is 0 and should be is left out: most counts are 0 for most of a game, and most uses to its end."""
        kept = self.table.outcome
        for number, metric in enumerate(metrics.GAME_METRICS):
            if number not in NOT_FOLLOWED:
                yield Derived(f"game metric {metric.name}", int(kept["game"][number]), self.game_count[number])
        nobody = _Player(0, 0, 0)
        for seat in range(SEATS):
            player = self.player[seat] if seat < self.players else nobody
            yield Derived(f"seat {seat}: win share", int(kept["share"][seat]), player.share)
            for number, (count, recount) in enumerate(zip(kept["seat"][seat].tolist(), player.count, strict=True)):
                if count or recount:
                    yield Derived(f"seat {seat}: metric {metrics.SEAT_METRICS[number].name}", count, recount)
            scores = zip(kept["round_score"][seat].tolist(), player.round_score, strict=True)
            for number, (score, recount) in enumerate(scores, start=1):
                if score or recount:
                    yield Derived(f"seat {seat}: score after round {number}", score, recount)
        uses = kept["item"]
        for seat, item, way in np.argwhere((uses != 0) | (self.item != 0)).tolist():
            name = f"seat {seat}: {self.item_names[item]} {ITEM_WAYS[way]}"
            yield Derived(name, int(uses[seat, item, way]), int(self.item[seat, item, way]))


def _members(word: Any) -> tuple[int, ...]:
    """The members of a set that is kept as a word."""
    bits = int(word)
    return tuple(member for member in range(bits.bit_length()) if bits >> member & 1)


def _sum_of(discounts: list[Discount]) -> tuple[int, int]:
    return sum(discount.coins for discount in discounts), sum(discount.wood for discount in discounts)


def _less(cost: tuple[int, int], cut: tuple[int, int]) -> tuple[int, int]:
    """A cost in coins and wood less a discount, of neither less than nothing."""
    return max(0, cost[0] - cut[0]), max(0, cost[1] - cut[1])


def _is_met(goal: Goal, counts: dict[str, int]) -> bool:
    """Whether there is as much as a goal asks for."""
    return counts[goal.icon or goal.condition] >= goal.k
