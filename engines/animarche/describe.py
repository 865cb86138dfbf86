"""Transcripts of Animarche: events as dictionaries (for JSON lines) and as sentences.

An event is written after each choice and each stage, from the states before and after, so it says what the engine did and
not what it meant to do. `changes` lists, by seat, every change of coins, wood, VP and workers, `animals` every change of the
places where animals are, `supply` every change of the supplies of shops and public buildings. Cards are named by their ids,
squares by row and column from the north-west, plots from their owner's left; all are counted from 0.
"""

from __future__ import annotations

from typing import Any

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
from engines.animarche.edition_vocabulary import GAIN_PARTS, SIDES, Edition
from engines.animarche.effects import income_of
from engines.animarche.geometry import row_and_column
from engines.animarche.metrics import SCORE, VP_GOALS, VP_SALES
from engines.animarche.state import (
    ATTRACT_NEXT,
    CLOSING,
    GAME_END,
    GOALS_HELD,
    MANAGER_INCOME,
    NOTHING,
    PLOTS,
    ROUND_END,
    ROUND_START,
    SHOP_INCOME,
    SMALL_HELD,
    STAGE_NAMES,
)
from engines.game import SHARE_UNIT
from engines.kernels import Table

Event = dict[str, Any]

COUNTED = ("coins", "wood", "vp", "home", "out", "hired", "on_ads")
"""What `changes` speaks of: resources, and workers at home, used, hired, on ads."""

VP_PARTS = ("sales", "ads", "public", "visits_made", "visits_received", "income", "standing", "goals")
"""Where VP come from, in the order of the metrics from VP_SALES to VP_GOALS."""


class Describer:
    """Writes the events of one game on a table."""

    def __init__(self, table: Table, edition: Edition) -> None:
        self.table = table
        self.edition = edition
        self.players = table.mode.players
        self.faces = [(shop, side) for shop in edition.shops for side in range(len(shop.faces))]

    def begin(self) -> list[Event]:
        """The deal: managers and what they start with, goals, the whole deck of ads and how many lie open, the start player."""
        state = self.table.state
        seats = [state["seat"][seat] for seat in range(self.players)]
        return [
            {
                "event": "deal",
                "start": int(state["start"]),
                "managers": [self.edition.managers[seat["manager"]].id for seat in seats],
                "coins": [int(seat["coins"]) for seat in seats],
                "wood": [int(seat["wood"]) for seat in seats],
                "workers": [int(seat["home"]) for seat in seats],
                "goals": [[self._goal(goal) for goal in state["goals"][seat]["goal"]] for seat in range(self.players)],
                "ads": [self.edition.ads[ad].id for ad in state["ad_deck"][: len(self.edition.ads)]],
                "open_ads": int(state["ad_next"]),
            }
        ]

    def after_choice(self, before: Any, move: int, legal: int) -> list[Event]:
        """The events of a decision: what was chosen among how many, all that it changed, and the ad that fired by it."""
        after = self.table.state
        kind = kind_of(move)
        name = STAGE_NAMES[int(before["stage"])] if kind in (PLACE, DRAW) else KIND_NAMES[kind]
        event: Event = {"event": name, "seat": int(before["actor"]), "legal": legal}
        event |= self._details(before, move) | self._changes(before, after)
        fired = self._fired(before, move) if kind == AD else []
        return [event, *fired]

    def after_step(self, before: Any) -> list[Event]:
        """The events of a stage that ran by itself; none where nothing happened."""
        after = self.table.state
        stage = int(before["stage"])
        events: list[Event] = []
        if stage == ROUND_START:
            events.append({"event": "round", "round": int(before["round"]), "start": int(before["start"])})
        elif stage == ATTRACT_NEXT and int(after["stage"]) == MANAGER_INCOME:
            events.append({"event": "attracted", "start": int(after["start"])} | self._attracted(after))
        elif stage == MANAGER_INCOME:
            events += self._manager_incomes(before, after)
        elif stage == SHOP_INCOME:
            events += self._shop_incomes(before, after)
        elif stage == CLOSING:
            events.append({"event": "closing"} | self._changes(before, after))
        events += self._goals_achieved(before, after)
        if stage == ROUND_END:
            scores = self.table.outcome["round_score"][: self.players, int(before["round"]) - 1]
            events.append({"event": "round_end", "round": int(before["round"]), "scores": scores.tolist()})
        elif stage == GAME_END:
            events.append(self._result() | self._changes(before, after))
        return events

    def _details(self, before: Any, move: int) -> Event:
        """What a move names, in words."""
        kind, a, b, c = kind_of(move), a_of(move), b_of(move), c_of(move)
        seat = int(before["actor"])
        plots = before["seat"][seat]["face"]
        if kind == PLACE:
            return {"plot": a, "shop": self.faces[int(self.table.setup["cards"]["first_shop"])][0].id}
        if kind == DRAW:
            return {"square": list(row_and_column(a)), "plot": int(self.table.setup["cards"]["plot_of"][seat, a])}
        if kind == BUILD:
            replaced = {} if plots[b] == NOTHING else {"instead_of": self._face(plots[b])}
            return {"shop": self._face(a), "plot": b} | replaced
        if kind in (SELL_SHOP, UPGRADE):
            return {"shop": self._face(plots[a]), "plot": a}
        if kind == VISIT:
            owner = (seat + a) % self.players
            return {"owner": owner, "plot": b, "shop": self._face(before["seat"][owner]["face"][b])}
        if kind == AD:
            paid = before["seat"][seat]["coins"] - self._coins_after_paying(before, move)
            slot = {} if self._pays_freely else {"slot": "whole" if c == WHOLE else c}
            return {"ad": self.edition.ads[before["ad"][a]["ad"]].id, "frame": b} | slot | {"paid": int(paid)}
        if kind == TAKE:
            return {"what": "coin" if a == COIN else "wood"}
        if kind == PUBLIC:
            return {"building": self.edition.public_buildings[a].id, "squares": self._pair(b)}
        if kind in (MOVE, REMOVE):
            building = self.edition.public_buildings[before["plaza"]["building"][a]].id
            target = {"to": self._pair(b)} if kind == MOVE else {}
            return {"building": building, "squares": self._pair(a)} | target
        return {}

    @property
    def _pays_freely(self) -> bool:
        return bool(self.table.setup["cards"]["rules"]["free_payment"])

    def _coins_after_paying(self, before: Any, move: int) -> int:
        """The coins of the player to act when an ad is paid, before his manager's gain."""
        place, frame, choice = a_of(move), b_of(move), c_of(move)
        ad = self.edition.ads[before["ad"][place]["ad"]]
        paid = choice if self._pays_freely else ad.fee if choice == WHOLE else ad.frames[frame][choice].price
        return int(before["seat"][before["actor"]]["coins"]) - paid

    def _fired(self, before: Any, move: int) -> list[Event]:
        """The ad that fired by a move, if one did."""
        place, after = a_of(move), self.table.state
        if after["ad"][place]["seat"] != NOTHING:
            return []
        old = before["ad"][place]["ad"]
        takers = [seat for seat in range(self.players) if after["seat"][seat]["ads"] > before["seat"][seat]["ads"]]
        next_ad = after["ad"][place]["ad"]
        event: Event = {"event": "ad_fired", "ad": self.edition.ads[old].id, "place": place, "taken_by": takers[0]}
        return [event | {"next": None if next_ad == NOTHING else self.edition.ads[next_ad].id}]

    def _manager_incomes(self, before: Any, after: Any) -> list[Event]:
        events = []
        for seat in range(self.players):
            gained = self.edition.managers[before["seat"][seat]["manager"]].each_round
            if gained:
                changes = self._changes(before, after, [seat])
                events.append({"event": "manager_income", "seat": seat} | _named_gain(gained) | changes)
        return events

    def _shop_incomes(self, before: Any, after: Any) -> list[Event]:
        seat = (int(before["start"]) + int(before["cursor"])) % self.players
        player = before["seat"][seat]
        shops = []
        for plot in range(PLOTS):
            gained = income_of(player, self.table.setup["cards"], plot)
            if any(gained):
                paid = dict(zip(GAIN_PARTS, map(int, gained), strict=True))
                animals = int(player["animals"][plot])
                shops.append({"plot": plot, "shop": self._face(player["face"][plot]), "animals": animals} | paid)
        return [{"event": "income", "seat": seat, "shops": shops} | self._changes(before, after)]

    def _attracted(self, after: Any) -> Event:
        seats = after["seat"][: self.players]
        return {"animals": seats["drawn"].tolist(), "empty": seats["free_seats"].sum(axis=1).tolist()}

    def _goals_achieved(self, before: Any, after: Any) -> list[Event]:
        """Goals that were achieved for good in a stage; a small one has brought its VP, if it has any."""
        events = []
        for seat in range(self.players):
            for place in range(GOALS_HELD):
                old, new = before["goals"][seat], after["goals"][seat]
                if new["achieved"][place] > old["achieved"][place]:
                    goal = self.edition.goals[new["goal"][place]]
                    paid = {"changes": {str(seat): {"vp": goal.vp}}} if place < SMALL_HELD else {}
                    events.append({"event": "goal", "seat": seat, "goal": goal.id, "meaning": goal.meaning} | paid)
        return events

    def _result(self) -> Event:
        outcome = self.table.outcome
        seats = []
        for seat in range(self.players):
            parts = outcome["seat"][seat, VP_SALES : VP_GOALS + 1].tolist()
            from_parts = dict(zip(VP_PARTS, parts, strict=True))
            seats.append({"score": int(outcome["seat"][seat, SCORE]), "vp": from_parts})
        shares = [int(share) / SHARE_UNIT for share in outcome["share"][: self.players]]
        return {"event": "result", "seats": seats, "winners": [s for s, share in enumerate(shares) if share], "shares": shares}

    def _changes(self, before: Any, after: Any, seats: list[int] | None = None) -> Event:
        """Every change of resources, workers, animals and supplies (of resources: of some seats only, if they are named)."""
        changes = {}
        for seat in range(self.players) if seats is None else seats:
            old, new = before["seat"][seat], after["seat"][seat]
            moved = {name: int(new[name]) - int(old[name]) for name in COUNTED if new[name] != old[name]}
            if moved:
                changes[str(seat)] = moved
        found = {"changes": changes, "animals": self._animals(before, after), "supply": self._supply(before, after)}
        return {name: change for name, change in found.items() if change}

    def _animals(self, before: Any, after: Any) -> dict[str, int]:
        """Changes of the squares ("1,2"), the shops ("shop 0.3": seat and plot) and the animals aside."""
        moved: dict[str, int] = {}
        for square, (old, new) in enumerate(zip(before["plaza"]["animals"], after["plaza"]["animals"], strict=True)):
            moved["{},{}".format(*row_and_column(square))] = int(new) - int(old)
        for seat in range(self.players):
            for plot in range(PLOTS):
                old, new = before["seat"][seat]["animals"][plot], after["seat"][seat]["animals"][plot]
                moved[f"shop {seat}.{plot}"] = int(new) - int(old)
        moved["aside"] = int(after["plaza"]["aside"]) - int(before["plaza"]["aside"])
        return {place: count for place, count in moved.items() if count}

    def _supply(self, before: Any, after: Any) -> dict[str, int]:
        """Changes of the supplies of shops and of public buildings, by id."""
        ids = [shop.id for shop in self.edition.shops]
        moved = dict(zip(ids, (after["market"]["supply"] - before["market"]["supply"]).tolist(), strict=True))
        ids = [building.id for building in self.edition.public_buildings]
        moved |= dict(zip(ids, (after["plaza"]["supply"] - before["plaza"]["supply"]).tolist(), strict=True))
        return {card: count for card, count in moved.items() if count}

    def _face(self, face: Any) -> str:
        """A shop face: its card and, if it has two, the side."""
        shop, side = self.faces[int(face)]
        return f"{shop.id} {SIDES[side]}" if len(shop.faces) > 1 else shop.id

    def _goal(self, goal: Any) -> str:
        return self.edition.goals[int(goal)].id

    def _pair(self, pair: int) -> list[list[int]]:
        """The two squares of a public building."""
        return [list(row_and_column(int(square))) for square in self.table.setup["cards"]["pair_square"][pair]]


def _named_gain(gained: Any) -> dict[str, int]:
    return {part: getattr(gained, part) for part in GAIN_PARTS}


def as_text(event: Event, names: list[str]) -> str:
    """An event as a line for people; `names` are the players by seat."""
    kind = event["event"]
    if kind == "deal":
        return _deal_text(event, names)
    if kind == "result":
        return _result_text(event, names)
    if kind == "round":
        return f"\nRound {event['round']}: {names[event['start']]} starts."
    if kind == "round_end":
        scores = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
        return f"  End of round {event['round']}; if the game ended here: {scores}."
    if kind == "attracted":
        seats = zip(names, event["animals"], event["empty"], strict=True)
        listed = ", ".join(f"{name} {drawn} animals, {empty} seats empty" for name, drawn, empty in seats)
        return f"  {names[event['start']]} passed first and has the start marker. {listed}."
    if kind == "ad_fired":
        following = f"; {event['next']} is turned up" if event["next"] else ""
        return f"    {event['ad']} fires; {names[event['taken_by']]} takes the card{following}."
    if kind == "closing":
        return f"  Closing.{_moved(event, names)}"
    options = f"  [{event['legal']} options]" if event.get("legal", 1) > 1 else ""
    return f"  {names[event['seat']]} {_sentence(event, names)}.{_moved(event, names)}{options}"


def _sentence(event: Event, names: list[str]) -> str:
    """What a player did or got."""
    kind = event["event"]
    if kind == "first_shop":
        return f"places {event['shop']} on plot {event['plot']}"
    if kind == "attract":
        return f"draws from {_square(event['square'])} to plot {event['plot']}"
    if kind == "keep":
        return "sells nothing"
    if kind == "build":
        instead = f" instead of {event['instead_of']}" if "instead_of" in event else ""
        return f"builds {event['shop']} on plot {event['plot']}{instead}"
    if kind in ("sell", "upgrade"):
        return f"{kind}s {event['shop']} on plot {event['plot']}"
    if kind == "visit":
        return f"visits {names[event['owner']]}'s {event['shop']} on plot {event['plot']}"
    if kind == "ad":
        slot = f", slot {event['slot']}," if "slot" in event else ""
        return f"puts a worker on {event['ad']}, frame {event['frame']}{slot} for {event['paid']} coins"
    if kind == "public":
        return f"builds {event['building']} on {_squares(event['squares'])}"
    if kind == "move":
        return f"moves {event['building']} from {_squares(event['squares'])} to {_squares(event['to'])}"
    if kind == "remove":
        return f"removes {event['building']} from {_squares(event['squares'])}"
    if kind == "take":
        return f"takes a {event['what']}"
    if kind == "manager_income":
        return "is paid by the manager"
    if kind == "income":
        paid = "; ".join(f"{shop['shop']} with {shop['animals']} animals {_gained(shop)}" for shop in event["shops"])
        return f"has income: {paid or 'nothing'}"
    if kind == "goal":
        worth = "" if "changes" in event else ", which counts at the end"
        return f"achieves {event['goal']} ({event['meaning']}){worth}"
    return "passes"


def _deal_text(event: Event, names: list[str]) -> str:
    seats = zip(names, event["managers"], event["coins"], event["wood"], event["workers"], event["goals"], strict=True)
    lines = [
        f"  {name}: {manager}, {coins} coins, {wood} wood, {workers} workers; goals {' '.join(goals)}"
        for name, manager, coins, wood, workers, goals in seats
    ]
    ads, lie_open = event["ads"], event["open_ads"]
    open_ads = f"  Ads: {' '.join(ads[:lie_open]) or 'none'}, then {' '.join(ads[lie_open:]) or 'none'}"
    return "\n".join([f"Deal: {names[event['start']]} starts.", *lines, open_ads])


def _result_text(event: Event, names: list[str]) -> str:
    lines = [
        f"  {name}: {seat['score']} VP (" + ", ".join(f"{part.replace('_', ' ')} {vp}" for part, vp in seat["vp"].items()) + ")"
        for name, seat in zip(names, event["seats"], strict=True)
    ]
    winners = " and ".join(names[seat] for seat in event["winners"])
    return "\n".join(["\nResult", *lines, f"  {winners} {'win' if len(event['winners']) > 1 else 'wins'}."])


def _gained(parts: dict[str, Any]) -> str:
    return " ".join(f"{parts[part]:+d} {part}" for part in GAIN_PARTS if parts[part])


def _square(square: list[int]) -> str:
    return f"{square[0]},{square[1]}"


def _squares(squares: list[list[int]]) -> str:
    return " and ".join(_square(square) for square in squares)


def _moved(event: Event, names: list[str]) -> str:
    """Changes of resources, workers, animals and supplies in words."""
    parts = []
    for seat, moved in event.get("changes", {}).items():
        parts.append(f"{names[int(seat)]} " + " ".join(f"{n:+d} {name.replace('_', ' ')}" for name, n in moved.items()))
    for label in ("animals", "supply"):
        if label in event:
            parts.append(f"{label} " + " ".join(f"{n:+d} {place}" for place, n in event[label].items()))
    return " " + "; ".join(parts) + "." if parts else ""
