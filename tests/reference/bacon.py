"""A slow reference engine of Bacon, written from the rules file (shared/rules/bacon.md) and its source and nothing else.

It is an oracle for other engines, so it is as literal as possible: one small function per rule, and the whole match is
one generator that stops wherever somebody has to choose.

A card is a string: rank and suit letter ("1r", "10g"), or "X" for a wild. Sorted always means the plain order of strings.
R is the highest rank of the mode; the rank R+1 can be shown by wilds only.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any, TypeVar

SUITS = "rgby"
ORDINARY = ("single", "pair", "triple", "run", "bobtail", "straight", "stretch", "stair", "tube", "plate")
BOMBS = ("quad", "straight_flush", "quint", "stretch_flush", "hex")  # weakest first
TYPES = ORDINARY + BOMBS
FLUSHES = ("straight_flush", "stretch_flush")
FLUSH_OF = {"straight": "straight_flush", "stretch": "stretch_flush"}
SHAPES: dict[str, tuple[int, int]] = {  # number of consecutive ranks, cards of each rank
    "single": (1, 1),
    "pair": (1, 2),
    "triple": (1, 3),
    "run": (3, 1),
    "bobtail": (4, 1),
    "straight": (5, 1),
    "stretch": (6, 1),
    "stair": (2, 2),
    "tube": (3, 2),
    "plate": (2, 3),
    "quad": (1, 4),
    "straight_flush": (5, 1),
    "quint": (1, 5),
    "stretch_flush": (6, 1),
    "hex": (1, 6),
}
WILD = "X"
WILDS_EACH = 2
COPIES_OF_A_CARD = 2
TEAM_VALUES = {4: {2: 4, 3: 2, 4: 1}, 6: {2: 8, 3: 4, 4: 2, 5: 1, 6: 0}}  # players: {place of a mate: points}
SWITCHES = {
    "x_extends": ("yes", "no"),
    "flush_is_bomb": ("yes", "no"),
    "ask_for_lead": ("no", "yes"),
}
OPTIONAL_SWITCHES = {  # the first value is the default; these are questions of reading, not switches of the rules file
    "reading": ("highest", "any"),
    "early_stop": ("at_place", "at_start"),
}

Card = str
Seat = int
Option = tuple[Any, ...]
Rules = Mapping[str, str]
_T = TypeVar("_T")
Answer = tuple[Option, tuple[Card, ...]]  # the chosen option and the cards spent on it
Flow = Generator[None, Answer, _T]  # pauses at a decision, is resumed with the answer


@dataclass(frozen=True)
class Mode:
    """A line of the table of modes. `deals` None: no limit. `worth`: what each place counts, if not as the rules file says."""

    ranks: int
    suits: int
    target: int
    deals: int | None
    wilds: int = WILDS_EACH
    worth: tuple[int, ...] | None = None


MODES = {
    ("team", 4): Mode(ranks=10, suits=3, target=8, deals=8),
    ("team", 6): Mode(ranks=9, suits=4, target=24, deals=6),
    ("solo", 3): Mode(ranks=8, suits=3, target=6, deals=None),
    ("solo", 4): Mode(ranks=10, suits=3, target=8, deals=None),
    ("solo", 5): Mode(ranks=10, suits=3, target=10, deals=None),
    ("solo", 6): Mode(ranks=9, suits=4, target=12, deals=None),
}


@dataclass
class Decision:
    """A point at which `seat` chooses one of the options. Kinds: "play", "give_lead", "want_lead"."""

    kind: str
    seat: Seat
    options: list[Option]


@dataclass
class Pile:
    """The play that lies on top: what was said, the cards spent and who played it."""

    play_type: str
    top: int
    wilds: int
    cards: tuple[Card, ...]
    seat: Seat


# --------------------------------------------------------------------------------------------------------------- cards


def rank_of(card: Card) -> int:
    """The rank of a natural card."""
    return int(card[:-1])


def suit_of(card: Card) -> str:
    """The suit letter of a natural card."""
    return card[-1]


def naturals_of(cards: Sequence[Card]) -> list[Card]:
    """The cards that are not wild."""
    return [card for card in cards if card != WILD]


# -------------------------------------------------------------------------------------------------------- combinations


def window(play_type: str, top: int) -> range:
    """The ranks of a play of this type and top, lowest first."""
    length, _ = SHAPES[play_type]
    return range(top - length + 1, top + 1)


def size_of(play_type: str) -> int:
    """The number of cards of a play of this type."""
    length, copies = SHAPES[play_type]
    return length * copies


def highest_top(play_type: str, ranks: int, rules: Rules) -> int:
    """X alone and X X have the rank R+1; in sequences X may be the rank above R (`x_extends`).

    A type with three or more cards of a rank cannot show R+1, as there are only two wilds in a hand.
    """
    length, copies = SHAPES[play_type]
    if copies > WILDS_EACH:
        return ranks
    if length == 1:
        return ranks + 1
    return ranks + 1 if rules["x_extends"] == "yes" else ranks


def tops_of(play_type: str, ranks: int, rules: Rules) -> range:
    """All tops of a type. No wrap-around."""
    length, _ = SHAPES[play_type]
    return range(length, highest_top(play_type, ranks, rules) + 1)


def beats(play_type: str, top: int, pile_type: str, pile_top: int) -> bool:
    """The same type with a strictly higher top; a bomb beats all ordinary plays and all weaker bombs."""
    if play_type == pile_type:
        return top > pile_top
    if play_type not in BOMBS:
        return False
    if pile_type not in BOMBS:
        return True
    return BOMBS.index(play_type) > BOMBS.index(pile_type)


# ------------------------------------------------------------------------------------- readings of cards, by brute force


def readings(cards: Sequence[Card], ranks: int, rules: Rules) -> set[tuple[str, int]]:
    """Every (type, top) that exactly these cards may be said to be.

    rules["reading"] "highest" (the default): of each type only the highest top. "any": every top.
    """
    found = all_readings(cards, ranks, rules)
    if rules.get("reading", "highest") == "any":
        return found
    return {(play_type, top) for play_type, top in found if (play_type, top) == highest_of_type(play_type, found)}


def highest_of_type(play_type: str, found: set[tuple[str, int]]) -> tuple[str, int]:
    """A set of cards with several readings: the player says the type, the highest top is taken."""
    return max(reading for reading in found if reading[0] == play_type)


def all_readings(cards: Sequence[Card], ranks: int, rules: Rules) -> set[tuple[str, int]]:
    """Let the wilds be any ranks 1 to R+1 and see what comes out. There are only two wilds in a hand."""
    naturals = naturals_of(cards)
    wilds = len(cards) - len(naturals)
    if wilds > WILDS_EACH or not cards:
        return set()
    if not naturals:
        return {("single" if wilds == 1 else "pair", ranks + 1)}
    natural_ranks = [rank_of(card) for card in naturals]
    one_suit = len({suit_of(card) for card in naturals}) == 1  # X may be of any suit
    found: set[tuple[str, int]] = set()
    for wild_ranks in combinations_with_replacement(range(1, ranks + 2), wilds):
        for play_type, top in readings_of_ranks([*natural_ranks, *wild_ranks]):
            if top > highest_top(play_type, ranks, rules):
                continue
            if suits_allow(play_type, one_suit, wilds, rules):
                found.add((play_type, top))
    return found


def readings_of_ranks(card_ranks: Sequence[int]) -> list[tuple[str, int]]:
    """The types, suits left aside, of cards of these ranks: an equal number of each of consecutive ranks."""
    lowest, top = min(card_ranks), max(card_ranks)
    length = top - lowest + 1
    copies = len(card_ranks) // length
    if sorted(card_ranks) != [rank for rank in range(lowest, top + 1) for _ in range(copies)]:
        return []
    return [(play_type, top) for play_type in TYPES if SHAPES[play_type] == (length, copies)]


def suits_allow(play_type: str, one_suit: bool, wilds: int, rules: Rules) -> bool:
    """A flush is of one suit. `flush_is_bomb`: a natural one-suit straight (or stretch) is a bomb only.

    With a wild the player may read either, and without the switch so he may a natural one.
    """
    if play_type in FLUSHES:
        return one_suit
    if play_type in FLUSH_OF and one_suit and wilds == 0:
        return rules["flush_is_bomb"] == "no"
    return True


def forms(cards: Sequence[Card], option: Option, ranks: int, rules: Rules) -> bool:
    """These cards may be played as this option ("play", type, top, wilds, suit)."""
    _, play_type, top, wilds, suit = option
    if list(cards).count(WILD) != wilds or (play_type, top) not in readings(cards, ranks, rules):
        return False
    if play_type in FLUSHES:
        return all(suit_of(card) == suit for card in naturals_of(cards))
    return bool(suit == "")


# ----------------------------------------------------------------------------------------- plays of a hand, on its counts


def plays_of_hand(hand: Sequence[Card], ranks: int, rules: Rules) -> list[Option]:
    """Every play that some choice of cards of the hand makes, by type, suit, top and number of wilds."""
    plays: list[Option] = []
    for play_type in TYPES:
        for suit in SUITS if play_type in FLUSHES else ("",):
            plays.extend(plays_of_type(hand, play_type, suit, ranks, rules))
    return plays


def plays_of_type(hand: Sequence[Card], play_type: str, suit: str, ranks: int, rules: Rules) -> list[Option]:
    """The plays of one type, a flush in one suit."""
    naturals = [card for card in naturals_of(hand) if suit in ("", suit_of(card))]
    wilds_held = list(hand).count(WILD)
    counts = counts_of(naturals, ranks)
    plays: list[Option] = []
    for top in tops_of(play_type, ranks, rules):
        for wilds in wild_numbers(play_type, top, counts, wilds_held, ranks, rules):
            if wilds > 0 or natural_choice_exists(play_type, top, naturals, rules):
                plays.append(("play", play_type, top, wilds, suit))
    return plays


def counts_of(naturals: Sequence[Card], ranks: int) -> list[int]:
    """counts[rank] for the ranks 0 to R+1; of 0 and R+1 there are no natural cards."""
    counts = [0] * (ranks + 2)
    for card in naturals:
        counts[rank_of(card)] += 1
    return counts


def wild_numbers(play_type: str, top: int, counts: Sequence[int], wilds_held: int, ranks: int, rules: Rules) -> list[int]:
    """With how many wilds this type and top can be made (suits left aside).

    As many as cards are missing, or more (using a wild where the natural card is held is legal), but wilds alone are
    only the single or the pair of R+1.
    """
    _, copies = SHAPES[play_type]
    missing = 0
    for rank in window(play_type, top):
        missing += max(0, copies - counts[rank])
    if missing > wilds_held:
        return []
    if not top_is_taken(play_type, top, counts, ranks, rules):
        return []
    most = size_of(play_type) if top == ranks + 1 else size_of(play_type) - 1
    return list(range(missing, min(wilds_held, most) + 1))


def top_is_taken(play_type: str, top: int, counts: Sequence[int], ranks: int, rules: Rules) -> bool:
    """Reading "highest": a choice of cards exists that cannot be said to be of a higher top.

    Cards can be read one higher just when no natural card is of their lowest rank (the wilds there move to the upper
    end) and that higher top exists. So a natural card of the lowest rank must be held, and it is then among the cards.
    """
    if rules.get("reading", "highest") == "any" or top == highest_top(play_type, ranks, rules):
        return True
    lowest = window(play_type, top)[0]
    return counts[lowest] > 0


def natural_choice_exists(play_type: str, top: int, naturals: Sequence[Card], rules: Rules) -> bool:
    """`flush_is_bomb`: a straight or stretch without wilds needs a choice of cards that is not all of one suit.

    There is one as soon as two suits are found anywhere among the cards of its ranks.
    """
    if play_type not in FLUSH_OF or rules["flush_is_bomb"] == "no":
        return True
    ranks_of_play = window(play_type, top)
    return len({suit_of(card) for card in naturals if rank_of(card) in ranks_of_play}) > 1


def choices(hand: Sequence[Card], option: Option, ranks: int, rules: Rules) -> Iterator[tuple[Card, ...]]:
    """Every distinct choice of cards of the hand that forms the option, each a sorted tuple.

    First those with the natural cards of the lowest ranks (the wilds stand for the highest), by the order of strings.
    """
    _, play_type, top, wilds, suit = option
    if play_type not in SHAPES or list(hand).count(WILD) < wilds:
        return
    naturals = sorted(naturals_of(hand))
    if suit != "":
        naturals = [card for card in naturals if suit_of(card) == suit]
    _, copies = SHAPES[play_type]
    for chosen in fillings(naturals, list(window(play_type, top)), copies, wilds):
        cards = tuple(sorted(chosen + (WILD,) * wilds))
        if forms(cards, option, ranks, rules):
            yield cards


def fillings(naturals: Sequence[Card], play_ranks: list[int], copies: int, wilds: int) -> Iterator[tuple[Card, ...]]:
    """Natural cards for these ranks, `copies` of each, with exactly `wilds` cards left out."""
    if not play_ranks:
        if wilds == 0:
            yield ()
        return
    of_rank = [card for card in naturals if rank_of(card) == play_ranks[0]]
    for left_out in range(min(copies, wilds) + 1):
        for chosen in sorted(set(combinations(of_rank, copies - left_out))):
            for rest in fillings(naturals, play_ranks[1:], copies, wilds - left_out):
                yield chosen + rest


# ------------------------------------------------------------------------------------------------------------- scoring


def team_of(seat: Seat) -> int:
    """Partners sit opposite (2 x 2) or alternate (2 x 3)."""
    return seat % 2


def team_points(order: Sequence[Seat], players: int, worth: Sequence[int] | None = None) -> list[int]:
    """The points of both teams. `order`: who is out, first to last; it may be unfinished.

    Only the team of the player out first scores, by the mates' places; mates still holding cards fill the last places.
    `worth`: another table of points, which may also give some to the player out first.
    """
    points = [0, 0]
    if not order:
        return points
    team = team_of(order[0])
    places = [place for place, seat in enumerate(order, start=1) if team_of(seat) == team]
    still_holding = players // 2 - len(places)
    places += range(players - still_holding + 1, players + 1)
    if worth is None:
        points[team] = sum(TEAM_VALUES[players][place] for place in places if place > 1)
    else:
        points[team] = sum(worth[place - 1] for place in places)
    return points


def solo_points(order: Sequence[Seat], players: int, worth: Sequence[int] | None = None) -> list[int]:
    """Everybody scores by place: n-1 points for the first of n, none for the last; or by another table of points."""
    points = [0] * players
    for place, seat in enumerate(order, start=1):
        points[seat] = players - place if worth is None else worth[place - 1]
    return points


# ----------------------------------------------------------------------------------------------------------- the match


class ReferenceMatch:
    """One match. It runs on by itself to the next point where somebody is asked, shown in `decision`.

    Every turn to act is asked, forced ones too. Giving the lead is asked only with two options or more.
    """

    def __init__(
        self,
        mode: str,
        players: int,
        rules: Rules,
        deal: Callable[[int], Sequence[Sequence[Card]]],
        first_starter: Seat,
        numbers: Mapping[str, Any] | None = None,
    ) -> None:
        """Start the first deal. `deal(number)` gives the natural cards of every hand; each gets 2 wilds on top.

        `numbers` replaces fields of the mode: "target", "deals", "wilds" or "worth".

        Hands smaller than those of the mode are accepted, so that tests may set up a position.
        Besides the switches of the rules file, `rules` may hold
        "reading": "highest" (default; only the highest top of a type for a set of cards) or "any" (every reading), and
        "early_stop": "at_place" (default; in the last team deal the result is looked at whenever a place is recorded,
        the first at the earliest, as in the source) or "at_start" (also before the first card of that deal).
        """
        self._check_arguments(mode, players, rules, first_starter)
        self.team = mode == "team"
        self.players = players
        self.mode = replace(MODES[mode, players], **(numbers or {}))
        self.rules = rules
        self.deal = deal
        self.deal_number = 0
        self.starter: Seat = first_starter
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.pile: Pile | None = None
        self.passed: list[Seat] = []  # since the last play
        self.places: list[Seat] = []  # who is out, in order
        self.orders: list[list[Seat]] = []  # of every deal played: all places, or those recorded if it was stopped
        self.wants: dict[Seat, bool] = {}  # the answers to the last question who wants the lead
        self.scores = [0] * (2 if self.team else players)
        self.deal_over = False
        self.over = False
        self.decision: Decision | None = None
        self._known_plays: dict[tuple[Card, ...], list[Option]] = {}
        self._flow = self._match()
        self._run(None)

    # ------------------------------------------------------------------------------------------------ the interface

    def apply(self, option: Option, cards: Sequence[Card] | None = None) -> None:
        """Choose one of the options and run on to the next decision.

        `cards` are those spent on a play; None takes the first of `choices`: naturals of the lowest ranks, wilds for
        the highest, and among equal ranks the first by the order of strings.
        """
        if self.decision is None:
            raise ValueError("the match is over")
        if option not in self.decision.options:
            raise ValueError(f"{option!r} is no option of {self.decision}")
        if option[0] == "play":
            self._run((option, self._spent_cards(self.decision.seat, option, cards)))
        elif cards:
            raise ValueError(f"{option!r} takes no cards")
        else:
            self._run((option, ()))

    def card_choices(self, option: Option) -> list[tuple[Card, ...]]:
        """Every distinct set of cards of the hand of the player asked that forms this play, sorted. None for a pass."""
        if self.decision is None:
            raise ValueError("the match is over")
        if option[0] != "play":
            return []
        return sorted(choices(self.hands[self.decision.seat], option, self.mode.ranks, self.rules))

    def snapshot(self) -> dict[str, Any]:
        """Everything that lies on the table and in the hands, in plain lists and tuples."""
        return {
            "deal": self.deal_number,
            "starter": self.starter,
            "hands": [sorted(hand) for hand in self.hands],
            "pile": self._pile_as_tuple(),
            "passed": list(self.passed),
            "places": list(self.places),
            "scores": list(self.scores),
            "to_act": None if self.decision is None else self.decision.seat,
        }

    def result(self) -> dict[str, Any]:
        """Winners (seats), the equal shares of the win (per team or player), totals and deals played, at the end only."""
        if not self.over:
            raise ValueError("the match is not over")
        sides = self._leading_sides(self.scores)
        return {
            "winners": [seat for seat in self._seats() if self._side_of(seat) in sides],
            "shares": [1 / len(sides) if side in sides else 0.0 for side in range(len(self.scores))],
            "totals": list(self.scores),
            "deals": self.deal_number + 1,
        }

    @staticmethod
    def _check_arguments(mode: str, players: int, rules: Rules, first_starter: Seat) -> None:
        if (mode, players) not in MODES:
            raise ValueError(f"no such mode: {mode!r} with {players!r} players")
        if first_starter not in range(players):
            raise ValueError(f"no such seat: {first_starter!r}")
        for switch, values in SWITCHES.items():
            if rules[switch] not in values:
                raise ValueError(f"{switch} must be one of {values}, not {rules[switch]!r}")
        for switch, values in OPTIONAL_SWITCHES.items():
            if rules.get(switch, values[0]) not in values:
                raise ValueError(f"{switch} must be one of {values}, not {rules[switch]!r}")

    def _run(self, answer: Answer | None) -> None:
        """Resume the match with the answer (None: begin) up to the next decision or the end."""
        self.decision = None
        try:
            if answer is None:
                next(self._flow)
            else:
                self._flow.send(answer)
        except StopIteration:
            self.over = True

    def _ask(self, kind: str, seat: Seat, options: list[Option]) -> Flow[Answer]:
        """Let a player choose, also if there is only one option."""
        self.decision = Decision(kind, seat, options)
        answer = yield
        return answer

    def _spent_cards(self, seat: Seat, option: Option, cards: Sequence[Card] | None) -> tuple[Card, ...]:
        """The cards named, if the player holds them and they form the option; none named: the first choice."""
        if cards is None:
            return next(choices(self.hands[seat], option, self.mode.ranks, self.rules))
        left = list(self.hands[seat])
        for card in cards:
            if card not in left:
                raise ValueError(f"seat {seat} does not hold {list(cards)}")
            left.remove(card)
        if not forms(cards, option, self.mode.ranks, self.rules):
            raise ValueError(f"{list(cards)} does not form {option!r}")
        return tuple(sorted(cards))

    def _pile_as_tuple(self) -> Option | None:
        if self.pile is None:
            return None
        return (self.pile.play_type, self.pile.top, self.pile.wilds, self.pile.cards, self.pile.seat)

    # ------------------------------------------------------------------------------------------------------- seats

    def _seats(self) -> range:
        return range(self.players)

    def _clockwise_from(self, seat: Seat) -> list[Seat]:
        """All seats in the order of turns, this one first."""
        return [(seat + step) % self.players for step in self._seats()]

    def _clockwise_after(self, seat: Seat) -> list[Seat]:
        """All seats in the order of turns, this one last."""
        return [*self._clockwise_from(seat)[1:], seat]

    def _next_with_cards(self, seat: Seat) -> Seat:
        """The next player with cards at the left. Players without cards are skipped."""
        return next(other for other in self._clockwise_after(seat) if self.hands[other])

    def _are_partners(self, seat: Seat, other: Seat) -> bool:
        return self.team and seat != other and team_of(seat) == team_of(other)

    def _side_of(self, seat: Seat) -> int:
        """Whose score counts for this seat: his team's, or his own."""
        return team_of(seat) if self.team else seat

    # --------------------------------------------------------------------------------------------------- the match

    def _match(self) -> Flow[None]:
        """Deals, until the match ends."""
        while True:
            yield from self._play_deal()
            self._score_deal()
            if self._match_ends():
                return
            self.starter = self._next_starter()
            self.deal_number += 1

    def _score_deal(self) -> None:
        """Add the points. A deal that was stopped scores as if the mates still holding cards filled the last places.

        That is the least the team can get. It is consistent: the play stops only when all completions give one result.
        """
        if self.team:
            points = team_points(self.places, self.players, self.mode.worth)
        else:
            points = solo_points(self._all_places(), self.players, self.mode.worth)
        self.scores = [score + gained for score, gained in zip(self.scores, points, strict=True)]
        self.orders.append(self._all_places() if self._deal_is_decided() else list(self.places))

    def _all_places(self) -> list[Seat]:
        """Players still holding cards fill the last places, clockwise after the player who went out last."""
        return self.places + [seat for seat in self._clockwise_after(self.places[-1]) if self.hands[seat]]

    def _match_ends(self) -> bool:
        """At the target, or (team) after the last deal."""
        return max(self.scores) >= self.mode.target or self._is_last_deal()

    def _is_last_deal(self) -> bool:
        return self.mode.deals is not None and self.deal_number == self.mode.deals - 1

    def _next_starter(self) -> Seat:
        """The lowest score (a member of the lower team); ties: nearest clockwise from the previous starter, he last."""
        lowest = min(self.scores)
        return next(seat for seat in self._clockwise_after(self.starter) if self.scores[self._side_of(seat)] == lowest)

    @staticmethod
    def _leading_sides(scores: Sequence[int]) -> list[int]:
        """The highest wins, ties share."""
        return [side for side, score in enumerate(scores) if score == max(scores)]

    # ---------------------------------------------------------------------------------------------------- the deal

    def _play_deal(self) -> Flow[None]:
        """Deal, then tricks until the deal is over."""
        self._deal_hands()
        self._known_plays = {}
        self.pile = None
        self.passed = []
        self.places = []
        self.deal_over = self.rules.get("early_stop", "at_place") == "at_start" and self._result_is_certain()
        leader = self.starter
        while not self.deal_over:
            leader = yield from self._trick(leader)

    def _deal_hands(self) -> None:
        """The numbered cards as dealt; on top each player gets exactly 2 wilds, or as many as `numbers` say."""
        dealt = self.deal(self.deal_number)
        self._check_deal(dealt)
        self.hands = [[*hand, *[WILD] * self.mode.wilds] for hand in dealt]

    def _check_deal(self, dealt: Sequence[Sequence[Card]]) -> None:
        """A hand for each player; every rank exists twice in every suit."""
        if len(dealt) != self.players:
            raise ValueError(f"{self.players} hands expected, not {len(dealt)}")
        pack = [
            f"{rank}{suit}"
            for rank in range(1, self.mode.ranks + 1)
            for suit in SUITS[: self.mode.suits]
            for _ in range(COPIES_OF_A_CARD)
        ]
        for hand in dealt:
            for card in hand:
                if card not in pack:
                    raise ValueError(f"no such card, or dealt too often: {card!r}")
                pack.remove(card)

    def _trick(self, leader: Seat) -> Flow[Seat]:
        """A lead and what follows, until the pile is cleared or the deal is over. Returns the next leader."""
        yield from self._turn(leader)
        seat = leader
        while not self.deal_over and not self._all_others_passed():
            seat = self._next_with_cards(seat)
            yield from self._turn(seat)
        if self.deal_over:
            return leader
        return (yield from self._clear_pile())

    def _turn(self, seat: Seat) -> Flow[None]:
        """The leader must play; others may beat or pass, also with a playable hand, also after an earlier pass."""
        option, cards = yield from self._ask("play", seat, self._options(seat))
        if option == ("pass",):
            self.passed.append(seat)
            return
        _, play_type, top, wilds, _ = option
        self.pile = Pile(play_type, top, wilds, cards, seat)
        self.passed = []
        for card in cards:
            self.hands[seat].remove(card)
        if not self.hands[seat]:
            self._record_place(seat)

    def _options(self, seat: Seat) -> list[Option]:
        """All plays of the hand for the leader; else those that beat the pile, and to pass."""
        plays = self._plays(seat)
        if self.pile is None:
            return list(plays)
        pile = self.pile
        return [*[play for play in plays if beats(play[1], play[2], pile.play_type, pile.top)], ("pass",)]

    def _plays(self, seat: Seat) -> list[Option]:
        """The plays of the hand; found once for each hand, for speed."""
        hand = tuple(self.hands[seat])
        if hand not in self._known_plays:
            self._known_plays[hand] = plays_of_hand(hand, self.mode.ranks, self.rules)
        return self._known_plays[hand]

    def _all_others_passed(self) -> bool:
        """All others who still hold cards have passed since the last play."""
        assert self.pile is not None
        return all(seat in self.passed for seat in self._seats() if self.hands[seat] and seat != self.pile.seat)

    def _record_place(self, seat: Seat) -> None:
        """A place is recorded as soon as a hand is empty."""
        self.places.append(seat)
        self.deal_over = self._deal_is_decided() or self._result_is_certain()

    def _deal_is_decided(self) -> bool:
        """Team: when all of one team are out. Solo: when one player is left."""
        if not self.team:
            return len(self.places) == self.players - 1
        return any(all(seat in self.places for seat in self._seats() if team_of(seat) == team) for team in (0, 1))

    def _result_is_certain(self) -> bool:
        """In the last deal (team) the play stops as soon as the result of the match cannot change.

        That is when all orders in which the others may go out give the same winner, or all a tie.
        """
        if not self.team or not self._is_last_deal():
            return False
        results: set[tuple[int, ...]] = set()
        for rest in permutations(seat for seat in self._seats() if seat not in self.places):
            points = team_points([*self.places, *rest], self.players, self.mode.worth)
            totals = [score + gained for score, gained in zip(self.scores, points, strict=True)]
            results.add(tuple(self._leading_sides(totals)))
        return len(results) == 1

    # ---------------------------------------------------------------------------------------------------- the lead

    def _clear_pile(self) -> Flow[Seat]:
        """The pile is cleared; who played last decides who leads."""
        assert self.pile is not None
        giver = self.pile.seat
        self.pile = None
        self.passed = []
        options: list[Option] = [("lead", seat) for seat in self._possible_leaders(giver)]
        yield from self._ask_who_wants_lead(giver)
        if len(options) == 1:
            return int(options[0][1])
        option, _ = yield from self._ask("give_lead", giver, options)
        return int(option[1])

    def _possible_leaders(self, giver: Seat) -> list[Seat]:
        """He himself, or a partner who holds cards; is he out, a partner or the next player with cards at the left.

        Solo: he leads; is he out, the next at the left.
        """
        leaders = {seat for seat in self._seats() if self.hands[seat] and self._are_partners(giver, seat)}
        leaders.add(giver if self.hands[giver] else self._next_with_cards(giver))
        return [seat for seat in self._clockwise_from(giver) if seat in leaders]

    def _ask_who_wants_lead(self, giver: Seat) -> Flow[None]:
        """`ask_for_lead` at team 6: the mates who hold cards say whether they want it; information only.

        The giver may be out. With only one partner left there is no question (source), so both mates are asked or none.
        """
        self.wants = {}
        if not self.team or self.players != 6 or self.rules["ask_for_lead"] == "no":
            return
        mates = [seat for seat in self._clockwise_after(giver) if self.hands[seat] and self._are_partners(giver, seat)]
        if len(mates) < 2:
            return
        for mate in mates:
            option, _ = yield from self._ask("want_lead", mate, [("yes",), ("no",)])
            self.wants[mate] = option == ("yes",)
