"""A recount of what the engine of Bacon keeps although it follows from something else (`simulate --debug`).

`Recount` follows a match choice by choice and stage by stage: who has played, passed, gone out and scored, with hands of its
own, as dealt from the order of the cards. All that is in the state and in the outcome must agree with it. It is written from
the rules, plainly and without regard to speed, and shares with the engine constants and the layout of words, but no code.
Seats are counted from 0, as in the state.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engines.bacon.actions import NO_SUIT, PASS, WILD
from engines.bacon.combinations import play_bits
from engines.bacon.metrics import (
    ALL_PLAYS,
    BOMBS,
    CARDS_LEFT,
    DEAL_POINTS,
    DEALS,
    DECISIONS,
    DOUBLE_WINS,
    EARLY_END,
    FIRST_OUTS,
    FORCED,
    GAME_METRICS,
    HEXES,
    ITEM_WAYS,
    LEADS,
    LEADS_GIVEN,
    LED,
    MATE_FOURTH,
    MATE_SECOND,
    MATE_THIRD,
    PASSES,
    PLACES,
    PLAYED,
    PLAYS,
    QUADS,
    QUINTS,
    SCORE,
    SEAT_METRICS,
    SHARED_WIN,
    STRAIGHT_FLUSHES,
    STRETCH_FLUSHES,
    TRICKS,
    TRICKS_WON,
    TURNS,
    WILDS_BOMB,
    WILDS_FILLER,
    WILDS_PAIR,
    WILDS_SINGLE,
)
from engines.bacon.modes import COPIES, MOST_DEALS, MOST_WILDS, SUIT_LETTERS
from engines.bacon.play_types import (
    FIRST_BOMB,
    HEX,
    PLAY_TYPES,
    QUAD,
    QUINT,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRETCH,
    STRETCH_FLUSH,
    TYPE_NAMES,
)
from engines.bacon.state import (
    CLEAR_PILE,
    DEAL_END,
    DEAL_HANDS,
    GIVE_LEAD,
    GO_OUT,
    HELD_LEVELS,
    LANE_BITS,
    MATCH_END,
    NOBODY,
    PLAY,
    PLAY_WORDS,
    SEATS,
    SPEND,
    SUITS,
    TYPES,
    WANT_LEAD,
)
from engines.derived import Derived
from engines.game import SHARE_UNIT
from engines.kernels import Table
from engines.rng import STREAM

PRIMARY = frozenset({"stage", "actor", "order", *(f"deck.{name}" for name in STREAM.names or ())})
"""Where the match stands and what is drawn: the fields of STATE that follow from nothing else, so cannot be recounted."""

_BOMB_METRICS = {QUAD: QUADS, STRAIGHT_FLUSH: STRAIGHT_FLUSHES, QUINT: QUINTS, STRETCH_FLUSH: STRETCH_FLUSHES, HEX: HEXES}
_MATE_METRICS = {2: MATE_SECOND, 3: MATE_THIRD, 4: MATE_FOURTH}
_MEANING = play_bits()

_Kind = tuple[int, int, int]
"""Wilds used, type, and suit (NO_SUIT but for flushes): plays of a kind differ in their top only."""


@dataclass(frozen=True)
class _Play:
    """A play, read from its packed move."""

    play_type: int
    top: int
    wilds: int
    suit: int

    @property
    def length(self) -> int:
        return PLAY_TYPES[self.play_type].length

    @property
    def height(self) -> int:
        return PLAY_TYPES[self.play_type].height

    @property
    def size(self) -> int:
        return self.length * self.height

    @property
    def low(self) -> int:
        return self.top - self.length + 1


def _read(move: int) -> _Play:
    return _Play(move % 16, move // 16 % 16, move // 256 % 4, move // 1024 - 1)


@dataclass
class _Player:
    """A seat in a deal. `size` is counted by the sizes of plays, so it need not be that of `cards` and `wilds`."""

    cards: Counter[int] = field(default_factory=Counter)
    wilds: int = 0
    size: int = 0
    place: int = 0
    wants: int = 0


def _bits(word: Any) -> tuple[int, ...]:
    """The bits that are set in a word, lowest first."""
    rest, bits = int(word), []
    while rest:
        bits.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return tuple(bits)


def _copies(one: Any, both: Any) -> Counter[int]:
    """The cards of two words (held at least once, held twice)."""
    return Counter(_bits(one) + _bits(both))


def _suits(what: str, kept: Any, cards: Counter[int], copies: int) -> Iterator[Derived]:
    """A word of the cards of which there are so many copies, suit by suit."""
    held, counted = _bits(kept), sorted(card for card in cards if cards[card] >= copies)
    for suit in range(SUITS):
        ranks = [tuple(card % LANE_BITS for card in part if card // LANE_BITS == suit) for part in (held, counted)]
        yield Derived(f"{what}, suit {SUIT_LETTERS[suit]}", *ranks)


def _by_kind(words: Any) -> tuple[dict[_Kind, tuple[int, ...]], dict[int, tuple[int, ...]]]:
    """The tops of the plays in the words of a hand by kind, and by number of wilds the bits that stand for no play."""
    tops: dict[_Kind, tuple[int, ...]] = {}
    strays: dict[int, tuple[int, ...]] = {}
    for wilds, word in itertools.product(range(MOST_WILDS + 1), range(PLAY_WORDS)):
        for bit in _bits(words[wilds][word]):
            if (word, bit) in _MEANING:
                play_type, top, suit = _MEANING[word, bit]
                tops[wilds, play_type, suit] = (*tops.get((wilds, play_type, suit), ()), top)
            else:
                strays[wilds] = (*strays.get(wilds, ()), 64 * word + bit)
    return tops, strays


class Recount:
    """Follows one match on a table and recomputes, after each action, what the engine keeps.

    Left out are the metrics `decisions` and `forced`: they are counted by the loop that plays whole matches, so not when a
    match is played step by step.
    """

    def __init__(self, table: Table, edition: Any) -> None:
        self._table = table
        cards = table.setup["cards"]
        self._players, self._ranks, self._suits = int(cards["players"]), int(cards["ranks"]), int(cards["suits"])
        self._dealt, self._wilds, self._highest = int(cards["dealt"]), int(cards["wilds"]), int(cards["highest"])
        self._target, self._deals, self._worth = int(cards["target"]), int(cards["deals"]), cards["worth"].tolist()
        self._teams, self._flush_is_bomb = bool(cards["team_play"]), bool(cards["natural_flush_is_bomb"])
        self._asks_for_cards = bool(table.setup["ask_for_cards"])
        self._side = table.mode.sides

        # The match. Its first starter is drawn; all later ones follow.
        self._deal = 1
        self._starter = int(table.state["starter"])
        self._score = [0] * table.mode.side_count
        self._scores_after: list[list[int]] = []
        self._shares = [0] * table.mode.side_count
        self._stopped_early = False
        self._seat_counts: Counter[tuple[int, int]] = Counter()
        self._game_counts: Counter[int] = Counter()
        self._uses: Counter[tuple[int, int, int]] = Counter()
        self._turns = self._bombs = self._tricks = 0

        # The deal.
        self._player = [_Player() for _ in range(SEATS)]
        self._out: list[int] = []
        self._places_given = 0
        self._played: Counter[int] = Counter()

        # The trick. Who played last stays the owner of the pile until somebody leads.
        self._pile = PASS
        self._owner = NOBODY
        self._passed: set[int] = set()
        self._may_lead: set[int] = set()
        self._spend_move = PASS
        self._chosen: list[int] = []

        self._known_hands: dict[int, tuple[Any, list[Derived]]] = {}

    def after(self, before: Any, move: int | None) -> Iterator[Derived]:
        """All derived values, after a choice (its packed move) or a stage that ran by itself (None).

        before: a copy of the state before it. What has happened is noted at once; values are compared as they are asked for.
        """
        stage, seat = int(before["stage"]), int(before["actor"])
        if move is None:
            self._follow_stage(stage, seat)
        else:
            self._follow_choice(stage, seat, move)
        return itertools.chain(self._of_table(), self._of_players(), self._of_spending(), self._of_outcome())

    # What has happened

    def _follow_choice(self, stage: int, seat: int, move: int) -> None:
        if stage == PLAY:
            self._turns += 1
            if move == PASS:
                self._passed.add(seat)
                self._seat_counts[seat, PASSES] += 1
            elif self._asks_for_cards and _read(move).size > _read(move).wilds:
                self._spend_move, self._chosen = move, []
            else:
                self._put_on_pile(seat, move, self._gone(seat, _read(move)))
        elif stage == SPEND:
            self._chosen.append(move)
            play = _read(self._spend_move)
            if len(self._chosen) == play.size:
                self._put_on_pile(seat, self._spend_move, self._chosen_cards())
                self._spend_move = PASS
        elif stage == WANT_LEAD:
            self._player[seat].wants = 1 + move
        elif stage == GIVE_LEAD:
            leader = (seat + move) % self._players
            self._seat_counts[seat, LEADS_GIVEN] += leader != seat and self._side[leader] == self._side[seat]
            self._begin_trick()

    def _follow_stage(self, stage: int, seat: int) -> None:
        if stage == DEAL_HANDS:
            self._deal_hands()
        elif stage == GO_OUT:
            self._out.append(seat)
            self._places_given = self._player[seat].place = len(self._out)
            self._seat_counts[seat, FIRST_OUTS] += len(self._out) == 1
            self._stopped_early = self._stops_early()
        elif stage == CLEAR_PILE:
            self._clear_pile()
        elif stage == DEAL_END:
            self._end_deal()
        elif stage == MATCH_END:
            self._end_match()

    def _deal_hands(self) -> None:
        order = self._table.state["order"].tolist()
        for seat in range(self._players):
            cards = Counter(order[seat * self._dealt : (seat + 1) * self._dealt])
            self._player[seat] = _Player(cards, self._wilds, self._dealt + self._wilds)
        self._out = []
        self._places_given = 0
        self._played = Counter()
        self._begin_trick()

    def _begin_trick(self) -> None:
        """Somebody leads, to an empty pile."""
        self._pile, self._owner = PASS, NOBODY
        self._passed, self._may_lead = set(), set()
        for player in self._player:
            player.wants = 0

    def _gone(self, seat: int, play: _Play) -> Counter[int]:
        """The cards that have left a hand for a play: which copies is the engine's choice, but of the play's ranks and suit."""
        hand = self._table.state["hand"][seat]
        missing = self._player[seat].cards - _copies(hand["one"], hand["both"])
        gone: Counter[int] = Counter()
        for rank in range(play.low, play.top + 1):
            for suit in range(SUITS) if play.suit == NO_SUIT else (play.suit,):
                card = LANE_BITS * suit + rank
                room = play.height - sum(gone[LANE_BITS * other + rank] for other in range(SUITS))
                gone[card] = min(missing[card], room)
        return +gone

    def _chosen_cards(self) -> Counter[int]:
        """The natural cards that have been chosen for a play so far."""
        play = _read(self._spend_move)
        ranks = [play.low + number // play.height for number in range(len(self._chosen))]
        return Counter(LANE_BITS * choice + rank for rank, choice in zip(ranks, self._chosen, strict=True) if choice != WILD)

    def _put_on_pile(self, seat: int, move: int, cards: Counter[int]) -> None:
        player, play = self._player[seat], _read(move)
        self._uses[seat, play.play_type, LED] += self._pile == PASS
        self._uses[seat, play.play_type, PLAYED] += 1
        self._bombs += play.play_type >= FIRST_BOMB
        if play.play_type >= FIRST_BOMB:
            way = WILDS_BOMB
        elif play.wilds < play.size:
            way = WILDS_FILLER
        else:
            way = WILDS_SINGLE if play.play_type == SINGLE else WILDS_PAIR
        self._seat_counts[seat, way] += play.wilds
        player.cards = player.cards - cards
        player.wilds -= play.wilds
        player.size -= play.size
        self._played += cards
        self._pile, self._owner, self._passed = move, seat, set()

    def _holding(self) -> set[int]:
        """The seats that are not out: an empty hand counts as held until its place is recorded."""
        return {seat for seat in range(self._players) if seat not in self._out}

    def _clear_pile(self) -> None:
        """Who played last, or a partner, leads; is he out, also the next at the left: if there is a choice, he is asked."""
        giver, holding = self._owner, self._holding()
        leaders = {seat for seat in holding if self._side[seat] == self._side[giver]}
        if giver not in holding:
            leaders.add(min(holding, key=lambda seat: (seat - giver) % self._players))
        self._seat_counts[giver, TRICKS_WON] += 1
        self._tricks += 1
        self._pile, self._passed = PASS, set()
        if len(leaders) == 1:
            self._begin_trick()
        else:
            self._may_lead = leaders

    def _stops_early(self) -> bool:
        """Whether the last deal of a team match stops here: no order in which the others go out changes the result."""
        holding = self._holding()
        if not self._teams or self._deal < self._deals or len({self._side[seat] for seat in holding}) == 1:
            return False
        side = self._side[self._out[0]]
        results = set()
        for rest in itertools.permutations(holding):
            order = [*self._out, *rest]
            points = sum(self._worth[place] for place, seat in enumerate(order, start=1) if self._side[seat] == side)
            lead = self._score[side] + points - self._score[1 - side]
            results.add((lead > 0) - (lead < 0))
        return len(results) == 1

    def _end_deal(self) -> None:
        first = self._out[0]
        clockwise = sorted(self._holding(), key=lambda seat: (seat - first) % self._players)
        for seat in sorted(clockwise, key=lambda seat: self._side[seat] == self._side[first]):
            self._places_given += 1
            self._player[seat].place = self._places_given
        places = {seat: self._player[seat].place for seat in range(self._players)}
        mates = [seat for seat in places if self._side[seat] == self._side[first]]
        for seat, place in places.items():
            if seat in mates or not self._teams:
                self._score[self._side[seat]] += self._worth[place]
                self._game_counts[DEAL_POINTS] += self._worth[place]
            self._seat_counts[seat, PLACES] += place
            self._seat_counts[seat, CARDS_LEFT] += self._player[seat].size
        self._scores_after.append(list(self._score))
        self._game_counts[DEALS] += 1
        if self._teams:
            best = min(places[seat] for seat in mates if seat != first)
            for seat in mates:
                self._seat_counts[seat, DOUBLE_WINS] += best == 2
            if best in _MATE_METRICS and not self._stopped_early:
                self._game_counts[_MATE_METRICS[best]] += 1
        if max(self._score) < self._target and self._deal < self._deals:
            lowest = [seat for seat in places if self._score[self._side[seat]] == min(self._score)]
            self._starter = min(lowest, key=lambda seat: (seat - self._starter - 1) % self._players)
            self._deal += 1

    def _end_match(self) -> None:
        """The win goes to the highest score; some counts are written down at the end only."""
        winners = [side for side, score in enumerate(self._score) if score == max(self._score)]
        for side in winners:
            self._shares[side] = SHARE_UNIT // len(winners)
        for (seat, play_type, way), uses in self._uses.items():
            self._seat_counts[seat, PLAYS if way == PLAYED else LEADS] += uses
            if way == PLAYED and play_type in _BOMB_METRICS:
                self._seat_counts[seat, _BOMB_METRICS[play_type]] += uses
        for seat in range(self._players):
            self._seat_counts[seat, SCORE] = self._score[self._side[seat]]
        self._game_counts[TURNS] = self._turns
        self._game_counts[ALL_PLAYS] = sum(uses for (_, _, way), uses in self._uses.items() if way == PLAYED)
        self._game_counts[TRICKS] = self._tricks
        self._game_counts[BOMBS] = self._bombs
        self._game_counts[EARLY_END] = self._stopped_early
        self._game_counts[SHARED_WIN] = len(winners) > 1

    # What the engine keeps of it

    def _of_table(self) -> Iterator[Derived]:
        """The deal, the pile and the sets of seats."""
        state = self._table.state
        deck = [LANE_BITS * suit + rank for suit in range(self._suits) for rank in range(1, self._ranks + 1)] * COPIES
        yield Derived("cards in the deck", sorted(state["order"].tolist()[: len(deck)]), sorted(deck))
        for what, name, value in (
            ("deal", "deal", self._deal),
            ("starter", "starter", self._starter),
            ("play on the pile", "pile", self._pile),
            ("owner of the pile", "pile_owner", self._owner),
            ("places given", "outs", self._places_given),
            ("first out", "first_out", self._out[0] if self._out else NOBODY),
            ("deal stopped early", "ended_early", int(self._stopped_early)),
            ("play that cards are chosen for", "spend_move", self._spend_move),
        ):
            yield Derived(what, int(state[name]), value)
        for what, name, seats in (
            ("seats that passed", "passed", self._passed),
            ("seats that hold cards", "holding", self._holding()),
            ("seats that may lead", "may_lead", self._may_lead),
        ):
            yield Derived(what, _bits(state[name]), tuple(sorted(seats)))
        yield from _suits("cards played", state["played_one"], self._played, 1)
        yield from _suits("cards played twice", state["played_both"], self._played, 2)

    def _of_players(self) -> Iterator[Derived]:
        """The hands, and what all know of the players. Seats that the mode lacks hold nothing."""
        sides = [*self._side, *[0] * (SEATS - self._players)]
        for seat, mine in enumerate(self._player):
            player = self._table.state["player"][seat]
            score = self._score[sides[seat]] if seat < self._players else 0
            for what, name, value in (
                ("cards counted", "size", mine.size),
                ("wilds counted", "wilds", mine.wilds),
                ("place", "place", mine.place),
                ("side", "side", sides[seat]),
                ("number of the seat", "seat", seat),
                ("answer whether he wants the lead", "wants", mine.wants),
                ("points of his side", "score", score),
            ):
                yield Derived(f"seat {seat}: {what}", int(player[name]), value)
            yield from self._of_hand(seat)

    def _of_hand(self, seat: int) -> list[Derived]:
        """A hand and what follows from it. What was found stands until this hand or the engine's changes, which is seldom."""
        mine = self._player[seat]
        seen = (self._table.state["hand"][seat].tobytes(), mine.wilds, frozenset(mine.cards.items()))
        if seat not in self._known_hands or self._known_hands[seat][0] != seen:
            self._known_hands[seat] = (seen, list(self._compare_hand(seat)))
        return self._known_hands[seat][1]

    def _compare_hand(self, seat: int) -> Iterator[Derived]:
        hand, mine = self._table.state["hand"][seat], self._player[seat]
        yield Derived(f"seat {seat}: wilds in hand", int(hand["wilds"]), mine.wilds)
        yield Derived(f"seat {seat}: cards in hand", int(hand["size"]), mine.cards.total() + mine.wilds)
        yield from _suits(f"seat {seat}: cards held", hand["one"], mine.cards, 1)
        yield from _suits(f"seat {seat}: cards held twice", hand["both"], mine.cards, 2)
        of_rank: Counter[int] = Counter()
        for card, copies in mine.cards.items():
            of_rank[card % LANE_BITS] += copies
        for level in range(1, HELD_LEVELS):  # At least none of a rank is held always: that word is not used.
            ranks = tuple(rank for rank in sorted(of_rank) if of_rank[rank] >= level)
            yield Derived(f"seat {seat}: ranks of which he holds {level} or more", _bits(hand["at_least"][level]), ranks)
        kept, strays = _by_kind(hand["plays"])
        counted = self._plays_of(mine, of_rank)
        for wilds, play_type in itertools.product(range(MOST_WILDS + 1), range(TYPES)):
            for suit in range(SUITS) if PLAY_TYPES[play_type].in_suit else (NO_SUIT,):
                kind = (wilds, play_type, suit)
                what = TYPE_NAMES[play_type] + ("" if suit == NO_SUIT else f" of suit {SUIT_LETTERS[suit]}")
                yield Derived(f"seat {seat}: tops of {what}, wilds {wilds}", kept.get(kind, ()), counted.get(kind, ()))
        for wilds in range(MOST_WILDS + 1):
            yield Derived(f"seat {seat}: bits that are no play, wilds {wilds}", strays.get(wilds, ()), ())

    def _plays_of(self, mine: _Player, of_rank: Counter[int]) -> dict[_Kind, tuple[int, ...]]:
        """The tops of all plays of a hand by kind, from the rules: the ranks of each window and what they lack."""
        tops: dict[_Kind, tuple[int, ...]] = {}
        for play_type, shape in enumerate(PLAY_TYPES):
            for suit in range(self._suits) if shape.in_suit else (NO_SUIT,):
                for top in range(shape.length, self._highest_top(play_type) + 1):
                    window = range(top - shape.length + 1, top + 1)
                    held = [of_rank[r] if suit == NO_SUIT else mine.cards[LANE_BITS * suit + r] for r in window]
                    missing = sum(max(0, shape.height - copies) for copies in held)
                    for wilds in range(missing, mine.wilds + 1):
                        if self._may_be_said(mine, play_type, top, wilds, held[0]):
                            kind = (wilds, play_type, suit)
                            tops[kind] = (*tops.get(kind, ()), top)
        return tops

    def _highest_top(self, play_type: int) -> int:
        """The highest top of a type: only wilds are of the rank above the highest, so no more than there are in a hand."""
        shape = PLAY_TYPES[play_type]
        if shape.height > MOST_WILDS:
            return self._ranks
        return self._ranks + 1 if shape.length == 1 else self._highest

    def _may_be_said(self, mine: _Player, play_type: int, top: int, wilds: int, lowest_held: int) -> bool:
        """Whether there are cards for a play that the hand has enough cards for which may be read so.

        Wilds alone are the rank above the highest. A wild for the lowest rank would go on top, if a higher top there is. A
        straight or stretch of naturals needs a second suit if it may not be said to be one (rule flush_is_bomb).
        """
        shape = PLAY_TYPES[play_type]
        naturals = shape.length * shape.height - wilds
        if naturals <= 0:
            return naturals == 0 and top > self._ranks
        if lowest_held == 0 and top < self._highest_top(play_type):
            return False
        if play_type in (STRAIGHT, STRETCH) and wilds == 0 and self._flush_is_bomb:
            window = range(top - shape.length + 1, top + 1)
            return len({card // LANE_BITS for card in mine.cards if card % LANE_BITS in window}) > 1
        return True

    def _of_spending(self) -> Iterator[Derived]:
        """The play of which the cards are being chosen. Once it is complete, these fields are left over and mean nothing."""
        state = self._table.state
        if int(state["stage"]) != SPEND:
            return
        play, number = _read(self._spend_move), len(self._chosen)
        copy = number % play.height
        for what, name, value in (
            ("rank to choose next", "spend_rank", play.low + number // play.height),
            ("copy to choose next", "spend_copy", copy),
            ("suit to choose from", "spend_suit", self._chosen[-1] if copy else 0),
            ("wilds to choose still", "spend_wilds", play.wilds - self._chosen.count(WILD)),
        ):
            yield Derived(what, int(state[name]), value)
        yield from _suits("cards chosen", state["spend_one"], self._chosen_cards(), 1)
        yield from _suits("cards chosen twice", state["spend_both"], self._chosen_cards(), 2)

    def _of_outcome(self) -> Iterator[Derived]:
        """Everything that is counted. Nothing is counted of seats that the mode lacks, and nothing is broken off here."""
        outcome = self._table.outcome
        yield Derived("match broken off", int(outcome["unfinished"]), 0)
        game = outcome["game"].tolist()
        for number, metric in enumerate(GAME_METRICS):
            if number not in (DECISIONS, FORCED):
                yield Derived(f"match: {metric.name}", game[number], int(self._game_counts[number]))
        shares, scores = outcome["share"].tolist(), outcome["round_score"].tolist()
        counts, uses = outcome["seat"].tolist(), outcome["item"].tolist()
        for seat in range(SEATS):
            is_there = seat < self._players
            yield Derived(f"seat {seat}: share of the win", shares[seat], self._shares[self._side[seat]] if is_there else 0)
            yield Derived(f"seat {seat}: scores after the deals", scores[seat], self._round_scores(seat))
            for number, metric in enumerate(SEAT_METRICS):
                yield Derived(f"seat {seat}: {metric.name}", counts[seat][number], int(self._seat_counts[seat, number]))
            for play_type, way in itertools.product(range(TYPES), range(len(ITEM_WAYS))):
                what = f"seat {seat}: {TYPE_NAMES[play_type]} {ITEM_WAYS[way]}"
                yield Derived(what, uses[seat][play_type][way], self._uses[seat, play_type, way])

    def _round_scores(self, seat: int) -> list[int]:
        """The score of a seat's side after each deal; after the last one it stays."""
        if seat >= self._players or not self._scores_after:
            return [0] * MOST_DEALS
        scores = [after[self._side[seat]] for after in self._scores_after]
        return scores + [scores[-1]] * (MOST_DEALS - len(scores))
