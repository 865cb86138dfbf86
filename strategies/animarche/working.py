"""A taste: the numbers by which a strategy weighs, and the choices that follow from it in every phase."""

from __future__ import annotations

from typing import Any, NamedTuple

from engines.animarche.actions import (
    AD,
    BUILD,
    COIN,
    KEEP,
    MOVE,
    PUBLIC,
    REMOVE,
    TAKE,
    UPGRADE,
    VISIT,
    a_of,
    b_of,
    kind_of,
)
from engines.animarche.effects import cost_of_build, cost_of_move, cost_of_public, cost_of_upgrade, count_for_goal
from engines.animarche.state import (
    ADS_WON,
    ATTRACT,
    COINS_HELD,
    FIRST_SHOP,
    GOALS_HELD,
    ICON_STANDING,
    ICON_TYPES_STANDING,
    NOTHING,
    PLOTS,
    PUBLIC_DONE,
    SALES_MADE,
    SELL,
    SHOPS_STANDING,
    UPGRADED_STANDING,
    VISITS_DONE,
    WOOD_HELD,
)
from engines.compilation import kernel
from engines.rng import next_word
from strategies.animarche.attracting import attract_choice, first_shop_choice
from strategies.animarche.valuation import (
    ME,
    NEVER,
    ad_worth,
    animal_price,
    face_worth,
    jitter,
    line_quality,
    look,
    move_worth,
    pair_worth,
    points_of,
    sale_worth,
    scale_of,
    squares_worth,
    visit_worth,
    worth_now,
)


class Taste(NamedTuple):
    """How a strategy weighs; what each number means stands with the parameters of the evaluator.

    The last seven are further VP for a sale or an action (`great`: a build of an upgraded face): the appetite of strategies
    that love one thing.
    """

    early: float
    late: float
    end: float
    wood: float
    price: float
    crowd: float
    cuts: float
    guests: float
    worker: float
    hire: float
    line: float
    envy: float
    trust: float
    stuck: float
    card: float
    spite: float
    goal: float
    far: float
    contest: float
    deny: float
    idle: float
    keep: float
    glut: float
    wood_glut: float
    sale: float
    build: float
    great: float
    upgrade: float
    visit: float
    ad: float
    public: float


class Pulls(NamedTuple):
    """What one step more in each thing that goals count is worth, and how many coins and wood are to be kept to the end."""

    shops: float
    upgraded: float
    food: float
    goods: float
    service: float
    types: float
    sales: float
    visits: float
    ads: float
    public: float
    coins: float
    wood: float
    coins_kept: int
    wood_kept: int


@kernel
def pulls_of(view: Any, taste: Any) -> Any:
    """What the own goals make of each step: `goal` of a goal's VP for the last step, `far` of the next for each one before."""
    cards = view.cards
    me = view.player[ME]
    shops = upgraded = food = goods = service = types = sales = visits = ads = public = coins = wood = 0.0
    coins_kept = wood_kept = 0
    if taste.goal > 0.0:
        for place in range(GOALS_HELD):
            goal = view.goals.goal[place]
            if view.goals.achieved[place] == 1:
                continue
            condition = cards.condition[goal]
            need = cards.k[goal] - count_for_goal(me, condition, cards.icon[goal])
            worth = taste.goal * cards.goal_vp[goal]
            if condition == COINS_HELD:
                coins = worth
                coins_kept = cards.k[goal]
            elif condition == WOOD_HELD:
                wood = worth
                wood_kept = cards.k[goal]
            if need <= 0:
                continue
            for _ in range(need - 1):
                worth *= taste.far
            if condition == SHOPS_STANDING:
                shops += worth
            elif condition == UPGRADED_STANDING:
                upgraded += worth
            elif condition == ICON_STANDING:
                food += worth * (cards.icon[goal] == 0)
                goods += worth * (cards.icon[goal] == 1)
                service += worth * (cards.icon[goal] == 2)
            elif condition == ICON_TYPES_STANDING:
                types += worth
            elif condition == SALES_MADE:
                sales += worth
            elif condition == VISITS_DONE:
                visits += worth
            elif condition == ADS_WON:
                ads += worth
            elif condition == PUBLIC_DONE:
                public += worth
    return Pulls(
        shops, upgraded, food, goods, service, types, sales, visits, ads, public, coins, wood, coins_kept, wood_kept
    )  # fmt: skip


@kernel
def hold_worth(view: Any, pulls: Any, coins: int, wood: int) -> float:
    """In the last round: what it brings, or costs, that coins and wood change by so many, for goals that count them."""
    me = view.player[ME]
    worth = 0.0
    if pulls.coins_kept > 0:
        worth += pulls.coins * ((me.coins + coins >= pulls.coins_kept) - int(me.coins >= pulls.coins_kept))
    if pulls.wood_kept > 0:
        worth += pulls.wood * ((me.wood + wood >= pulls.wood_kept) - int(me.wood >= pulls.wood_kept))
    return worth


@kernel
def shop_pull(view: Any, pulls: Any, face: int) -> float:
    """What goals make of a shop more with this face up."""
    cards = view.cards
    me = view.player[ME]
    worth = pulls.shops + pulls.upgraded * cards.is_upgraded[face]
    worth += pulls.food * cards.shows[face, 0] + pulls.goods * cards.shows[face, 1] + pulls.service * cards.shows[face, 2]
    for icon in range(3):
        if cards.shows[face, icon] == 1 and me.icons[icon] == 0:
            return worth + pulls.types
    return worth


@kernel
def built_worth(view: Any, face: int, scale: Any, taste: Any, pulls: Any, animal: float) -> float:
    """What it is worth to build a face, wherever: the shop, its gain at once, a worker hired, goals; less its cost."""
    me = view.player[ME]
    worth = face_worth(view, face, 1, scale, animal, taste.cuts, taste.guests) + worth_now(view.cards.on_build[face], scale)
    if me.shops == me.most_shops and me.most_shops <= view.cards.rules.hires:
        worth += taste.hire * scale.left
    cost = cost_of_build(me, face)
    worth -= pair_worth(cost, scale)
    if scale.left == 0.0:
        worth += hold_worth(view, pulls, -cost[0], -cost[1])
    return worth + shop_pull(view, pulls, face)


@kernel
def upgraded_worth(view: Any, plot: int, lines: Any, scale: Any, taste: Any, pulls: Any) -> float:
    """What it is worth to turn over the shop on a plot."""
    me = view.player[ME]
    cards = view.cards
    face = me.face[plot]
    animal = animal_price(lines.seats - cards.seats[face], taste.price, taste.crowd)
    worth = face_worth(view, cards.back_face[cards.shop_of[face]], 0, scale, animal, taste.cuts, taste.guests)
    worth -= face_worth(view, face, 0, scale, animal, taste.cuts, taste.guests)
    cost = cost_of_upgrade(me, cards, plot)
    if scale.left == 0.0:
        worth += hold_worth(view, pulls, -cost[0], -cost[1])
    return worth - pair_worth(cost, scale) + pulls.upgraded


@kernel
def lines_quality(view: Any, lines: Any) -> Any:
    """The quality of the line of each plot, and the best of a free one."""
    qualities = (
        line_quality(view, lines, 0), line_quality(view, lines, 1), line_quality(view, lines, 2), line_quality(view, lines, 3)
    )  # fmt: skip
    best = NEVER
    for plot in range(PLOTS):
        if view.player[ME].face[plot] == NOTHING:
            best = max(best, qualities[plot])
    return qualities, best


@kernel
def public_base(view: Any, building: int, scale: Any, pulls: Any) -> float:
    """What it is worth to build a public building, wherever, less its cost."""
    cost = cost_of_public(view.player[ME], view.cards, building)
    worth = points_of(view, building, scale) + pulls.public - pair_worth(cost, scale)
    if scale.left == 0.0:
        worth += hold_worth(view, pulls, -cost[0], -cost[1])
    return worth


MOST_BY_PLACE = 2.0
"""More VP than that the place of a shop or building hardly makes: what is worth so much less than the best is not looked at."""


@kernel
def work_choice(view: Any, moves: Any, n: int, rng: Any, scale: Any, taste: Any) -> int:
    """The action with a worker that is worth most; a pass where none is worth anything."""
    cards = view.cards
    last = scale.left == 0.0
    lines = look(view)
    pulls = pulls_of(view, taste)
    animal = animal_price(lines.seats, taste.price, taste.crowd)
    word = next_word(rng)
    qualities, finest = lines_quality(view, lines)
    move_cost = pair_worth(cost_of_move(view.player[ME], cards), scale)
    known = NOTHING
    base = 0.0
    best, most = 0, 0.0
    for index in range(n):
        move = moves.move[index]
        kind = kind_of(move)
        if kind == BUILD:
            face = a_of(move)
            if face != known:
                known = face
                base = built_worth(view, face, scale, taste, pulls, animal)
                base += taste.build + taste.great * cards.is_upgraded[face]
            if base + MOST_BY_PLACE <= most:
                continue
            worth = base
            if not last:
                worth += taste.line * (cards.seats[face] - 0.5) * (qualities[b_of(move)] - finest)
        elif kind == PUBLIC:
            building = a_of(move)
            if building != known - 100:
                known = building + 100
                base = taste.public + public_base(view, building, scale, pulls)
            if base + MOST_BY_PLACE <= most:
                continue
            squares = cards.pair_squares[b_of(move)]
            worth = base + squares_worth(view, lines, squares, cards.capacity[building], scale, taste.price, taste.spite)
        elif kind == VISIT:
            worth = taste.visit + pulls.visits + visit_worth(view, move, scale, taste.envy)
        elif kind == AD:
            worth = ad_worth(view, move, scale, taste.envy, taste.trust, taste.stuck, taste.card + pulls.ads) + taste.ad
        elif kind == UPGRADE:
            worth = taste.upgrade + upgraded_worth(view, a_of(move), lines, scale, taste, pulls)
        elif kind == TAKE:
            coin = a_of(move) == COIN
            worth = scale.coin if coin else scale.wood
            if last:
                worth += hold_worth(view, pulls, int(coin), 1 - int(coin))
        elif kind in (MOVE, REMOVE):
            old = a_of(move)
            building = view.plaza.building[old]
            if old != known - 200:
                known = old + 200
                base = move_worth(view, old, lines, scale, taste.price, taste.spite) - move_cost
            worth = base
            if kind == MOVE:
                worth += cards.rules.move_scores * cards.public_vp[building]
                if worth + MOST_BY_PLACE <= most:
                    continue
                squares = cards.pair_squares[b_of(move)]
                worth += squares_worth(view, lines, squares, cards.capacity[building], scale, taste.price, taste.spite)
        else:
            continue
        worth += 1e-3 * jitter(word, index)
        if worth > most:
            best, most = index, worth
    return best


@kernel
def sell_choice(view: Any, moves: Any, n: int, rng: Any, scale: Any, taste: Any) -> int:
    """The sale that is worth most, if it is worth more than `keep`; otherwise to keep all."""
    lines = look(view)
    pulls = pulls_of(view, taste)
    word = next_word(rng)
    best, most = 0, taste.keep
    for index in range(n):
        move = moves.move[index]
        if move == KEEP:
            continue
        worth = taste.sale + pulls.sales
        worth += sale_worth(view, a_of(move), lines, scale, taste.price, taste.crowd, taste.cuts, taste.guests, taste.worker)
        worth += 1e-3 * jitter(word, index)
        if worth > most:
            best, most = index, worth
    return best


@kernel
def choice_of_taste(view: Any, moves: Any, n: int, rng: Any, taste: Any) -> int:
    """What a taste makes of any decision."""
    if view.decision == FIRST_SHOP:
        return first_shop_choice(view, moves, n, rng)
    scale = scale_of(view, taste.early, taste.late, taste.end, taste.wood, taste.glut, taste.wood_glut)
    if view.decision == ATTRACT:
        return attract_choice(view, moves, n, rng, scale, taste.contest, taste.deny, taste.idle)
    if view.decision == SELL:
        return sell_choice(view, moves, n, rng, scale, taste)
    return work_choice(view, moves, n, rng, scale, taste)
