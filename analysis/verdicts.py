"""Balance verdicts: what the sections of a report say to a designer, against stated thresholds.

Status: "good" where the whole 95% interval keeps the threshold, "concern" where the whole interval is beyond it, "notice" where
the interval holds both (so that more games would tell), "unknown" where there is no estimate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.entries import Entry, counted, interval_entry, percent, percent_range, plain, points_range, round_percent
from analysis.thresholds import Thresholds
from analysis.winning import quantile_of_t, wilson

GOOD, NOTICE, CONCERN, UNKNOWN = "good", "notice", "concern", "unknown"
SEVERITY = (GOOD, NOTICE, CONCERN)
NAMED = 5
"""So many items are named in a sentence."""

Finding = dict[str, Any]


@dataclass(frozen=True)
class Contest:
    """How the strategies compare. pairings[a][b]: the share that a wins against b (an entry, or None if not played).

    mixture, alpharank: each strategy's share (0 to 1) of the Nash mixture and of the alpha-rank distribution, or None.
    """

    names: Sequence[str]
    pairings: Sequence[Sequence[Mapping[str, Any] | None]]
    mixture: Sequence[float] | None = None
    alpharank: Sequence[float] | None = None


def judge(entry: Mapping[str, Any], low: float | None = None, high: float | None = None) -> str:
    """The status of an estimate that should be from low to high (None: no limit)."""
    if (low is not None and entry["high"] < low) or (high is not None and entry["low"] > high):
        return CONCERN
    inside = (low is None or entry["low"] >= low) and (high is None or entry["high"] <= high)
    return GOOD if inside else NOTICE


def against(status: str, beyond: bool, limit: str) -> str:
    """How an estimate stands to its limit, in words; beyond: whether the estimate itself is beyond it."""
    if status == GOOD:
        return f"within {limit}"
    if status == CONCERN:
        return f"beyond {limit}"
    if beyond:
        return f"beyond {limit}, though not with certainty"
    return f"within {limit}, though not with certainty"


def balance_findings(
    sections: Mapping[str, Any],
    contest: Contest | None = None,
    reconstructed_edition: str | None = None,
    thresholds: Thresholds | None = None,
) -> list[Finding]:
    """All findings of a report, in its order of topics.

    sections: those of `analysis.balance.balance`. contest: the strategies, where several played. reconstructed_edition: the
    name of the edition if its cards are not those of the published game; each sentence then says so.
    """
    limits = thresholds or Thresholds()
    findings = [
        seat_fairness(sections["seats"], limits),
        strategic_variety(contest, limits),
        luck_share(sections["luck"], limits),
        length(sections["length"], limits),
        decisiveness(sections["scores"], limits),
        ties(sections["scores"], limits),
        runaway_leader(sections["trajectories"], limits),
        comebacks(sections["trajectories"], limits),
        dead_items(sections["items"], limits),
        dominating_items(sections["items"], limits),
    ]
    if reconstructed_edition is not None:
        for finding in findings:
            finding["text"] += f" (Edition {reconstructed_edition!r}, not the published cards.)"
    return findings


def _finding(key: str, status: str, text: str, evidence: str, threshold: str) -> Finding:
    """One finding as reports hold it."""
    return {
        "key": key,
        "topic": key.replace("_", " "),
        "status": status,
        "text": text,
        "evidence": evidence,
        "threshold": threshold,
        "measured": None,
        "beyond": None,
        "holds_in": None,
    }


def _measured(entry: Mapping[str, float] | float, *, beyond: bool) -> Finding:
    """What was judged (with its interval, or a mere number), and whether the estimate itself is beyond the threshold."""
    whole = {"estimate": entry, "low": None, "high": None} if isinstance(entry, float) else entry
    return {"measured": {name: whole[name] for name in ("estimate", "low", "high")}, "beyond": beyond}


def _unknown(key: str, reason: str, threshold: str) -> Finding:
    """A finding where nothing can be estimated."""
    topic = key.replace("_", " ").capitalize()
    return _finding(key, UNKNOWN, f"{topic} cannot be told: {reason}.", "none", threshold)


def seat_fairness(seats: Mapping[str, Any], limits: Thresholds) -> Finding:
    """Whether places win about equally often; between equal players if such a run is there."""
    mode = next((mode for mode in seats["modes"] if mode["kind"].startswith("mirror")), seats["modes"][0])
    par, allowed = mode["par"], limits.seat_difference
    limit = f"the {100 * allowed:g} points around {round_percent(par)} that we call fair"
    judged = [(judge(place["share"], par - allowed, par + allowed), place) for place in mode["places"]]
    status, place = max(
        judged,
        key=lambda entry: (
            SEVERITY.index(entry[0]),
            round(abs(entry[1]["share"]["estimate"] - par), 12),
            entry[1]["share"]["estimate"],
        ),
    )
    share = place["share"]
    who = "between equal players" if mode["kind"].startswith("mirror") else "over all strategies"
    text = (
        f"The place {place['name']!r} wins {percent_range(share)} of games {who}: "
        f"{against(status, abs(share['estimate'] - par) > allowed, limit)}."
    )
    evidence = f"{mode['games']:,} games ({mode['kind']}); 95% intervals over deals that hold for all places at once"
    threshold = f"a place wins within {100 * allowed:g} points of its par"
    beyond = abs(share["estimate"] - par) > allowed
    return _finding("seat_fairness", status, text, evidence, threshold) | _measured(share, beyond=beyond)


def strategic_variety(contest: Contest | None, limits: Thresholds) -> Finding:
    """Whether one strategy dominates."""
    threshold = f"no strategy makes up more than {round_percent(limits.mixture_share)} of the equilibrium mixture"
    if contest is None or len(contest.names) < 2:
        return _unknown("strategic_variety", "it takes two strategies or more", threshold)
    weights, what = (
        (contest.mixture, "the Nash mixture") if contest.mixture else (contest.alpharank, "the alpha-rank distribution")
    )
    if not weights:
        return _unknown("strategic_variety", "no equilibrium of the strategies was computed", threshold)
    top = max(range(len(weights)), key=lambda n: weights[n])
    name, weight = contest.names[top], float(weights[top])
    rivals = [entry for n, entry in enumerate(contest.pairings[top]) if n != top]
    beaten = sum(entry is not None and entry["low"] > 0.5 for entry in rivals)
    evidence = f"{what} of {len(weights)} strategies; {name!r} beats {beaten} of {len(rivals)} others with its whole interval"
    if weight <= limits.mixture_share:
        support = sum(share > 0.01 for share in weights)
        part = f"{name!r} has the largest part of {what}, {percent(weight)}"
        text = f"No strategy dominates: {part}; {support} have a part in it."
        return _finding("strategic_variety", GOOD, text, evidence, threshold) | _measured(weight, beyond=False)
    sure = beaten == len(rivals)
    text = f"{name!r} makes up {percent(weight)} of {what} and "
    text += "beats every other strategy" if sure else "is not proved to beat every other strategy"
    text += ": of the strategies that played, one dominates. This may be the game, or that the others play worse."
    status = CONCERN if sure else NOTICE
    return _finding("strategic_variety", status, text, evidence, threshold) | _measured(weight, beyond=True)


def luck_share(luck: Mapping[str, Any], limits: Thresholds) -> Finding:
    """Whether the luck of the deal decides too much."""
    limit = f"the {round_percent(limits.deal_luck)} that we allow"
    threshold = f"the luck of the deal makes up no more than {round_percent(limits.deal_luck)} of the variance of results"
    parts = {part["name"]: part for part in luck["parts"]}
    deal = parts["deal"]["share"]
    if deal is None:
        return _unknown("luck_share", parts["deal"]["reason"], threshold)
    status = judge(deal, high=limits.deal_luck)
    text = (
        f"The luck of the deal makes up {percent_range(deal)} of the variance of results, the strategies "
        f"{percent(parts['strategy']['share']['estimate'])}: {against(status, deal['estimate'] > limits.deal_luck, limit)}."
    )
    evidence = f"{luck['n']:,} deals, each played by every line-up in every rotation; conservative 95% interval"
    beyond = deal["estimate"] > limits.deal_luck
    return _finding("luck_share", status, text, evidence, threshold) | _measured(deal, beyond=beyond)


def length(section: Mapping[str, Any], limits: Thresholds) -> Finding:
    """Whether some games last far longer than most."""
    noun = section["unit"]
    limit = f"the {round_percent(limits.long_games)} that we allow"
    threshold = f"no more than {round_percent(limits.long_games)} of games last more than {limits.long_game:g} times the median"
    longest = limits.long_game * section["median"]
    over = sum(share for value, share in section["bins"] if value > longest)
    deals = section["deals"]
    entry = interval_entry(wilson(min(1.0, over), deals, quantile_of_t(0.95, deals)))
    assert entry is not None
    status = judge(entry, high=limits.long_games)
    how = "always" if section["min"] == section["max"] else f"between {plain(section['min'])} and {plain(section['max'])}"
    text = (
        f"Games last {plain(section['mean'])} {noun} on average ({how}); {percent_range(entry)} last more than "
        f"{plain(longest)}: {against(status, over > limits.long_games, limit)}."
    )
    evidence = f"{section['n']:,} games in {deals:,} deals; 95% interval as if games of a deal lasted equally long"
    beyond = over > limits.long_games
    return _finding("length", status, text, evidence, threshold) | _measured(entry, beyond=beyond)


def decisiveness(scores: Mapping[str, Any], limits: Thresholds) -> Finding:
    """Whether games are close: the winner's lead relative to the mean score."""
    limit = f"the {round_percent(limits.margin_ratio)} that we call close"
    threshold = f"the mean lead of the best side is no more than {round_percent(limits.margin_ratio)} of the mean score"
    margin = scores["margin"]["mean_interval"]
    strategies = [entry for entry in scores["by_strategy"] if entry["mean_interval"] is not None]
    if margin is None or not strategies:
        return _unknown("decisiveness", "it takes two deals or more to know the error of a mean", threshold)
    n = sum(entry["n"] for entry in strategies)
    low, mean, high = (
        sum(entry["mean_interval"][end] * entry["n"] for entry in strategies) / n for end in ("low", "estimate", "high")
    )
    if low <= 0:
        return _unknown("decisiveness", "the mean score is not surely above 0", threshold)
    ratio = {"estimate": margin["estimate"] / mean, "low": max(0.0, margin["low"]) / high, "high": margin["high"] / low}
    status = judge(ratio, high=limits.margin_ratio)
    text = (
        f"The best side is {plain(margin['estimate'])} {scores['unit']} ahead on average, {percent_range(ratio)} of the mean "
        f"score of {plain(mean)}: {against(status, ratio['estimate'] > limits.margin_ratio, limit)}."
    )
    evidence = f"{scores['margin']['n']:,} games; the interval joins the ends of the 95% intervals of both means over deals"
    beyond = ratio["estimate"] > limits.margin_ratio
    return _finding("decisiveness", status, text, evidence, threshold) | _measured(ratio, beyond=beyond)


def ties(scores: Mapping[str, Any], limits: Thresholds) -> Finding:
    """Whether too many games end in a shared win."""
    share = scores["ties"]["share"]
    status = judge(share, high=limits.tie_share)
    limit = f"the {round_percent(limits.tie_share)} that we allow"
    text = (
        f"{percent_range(share)} of games end in a shared win: {against(status, share['estimate'] > limits.tie_share, limit)}."
    )
    evidence = f"{scores['ties']['n']:,} games; 95% interval over groups of deals"
    threshold = f"no more than {round_percent(limits.tie_share)} of games end in a shared win"
    beyond = share["estimate"] > limits.tie_share
    return _finding("ties", status, text, evidence, threshold) | _measured(share, beyond=beyond)


def _at_half_time(section: Mapping[str, Any], name: str) -> tuple[Mapping[str, Any] | None, str]:
    """The row of a round-by-round list at half-time, or None with the reason."""
    t = section["half_time"]
    if t is None:
        return None, f"most games last no more than one {section['round_name']}"
    row: Mapping[str, Any] = section[name][t - 1]
    return (row, "") if row["share"] is not None else (None, row["reason"])


def runaway_leader(section: Mapping[str, Any], limits: Thresholds) -> Finding:
    """Whether who leads at half-time has as good as won."""
    threshold = f"a sole leader at half-time wins no more than {round_percent(limits.leader_wins)} of games"
    row, reason = _at_half_time(section, "leader_wins")
    if row is None:
        return _unknown("runaway_leader", reason, threshold)
    share: Entry = row["share"]
    status = judge(share, high=limits.leader_wins)
    limit = f"the {round_percent(limits.leader_wins)} that we call open"
    text = (
        f"Who leads alone at half-time (after {section['round_name']} {row['round']}) wins {percent_range(share)} of games: "
        f"{against(status, share['estimate'] > limits.leader_wins, limit)}."
    )
    evidence = f"{row['n']:,} games with a sole leader then; 95% interval over deals"
    beyond = share["estimate"] > limits.leader_wins
    return _finding("runaway_leader", status, text, evidence, threshold) | _measured(share, beyond=beyond)


def comebacks(section: Mapping[str, Any], limits: Thresholds) -> Finding:
    """Whether who is behind at half-time can still win."""
    threshold = f"in at least {round_percent(limits.comeback_share)} of decided games the winner was behind at half-time"
    row, reason = _at_half_time(section, "comeback")
    if row is None:
        return _unknown("comebacks", reason, threshold)
    share: Entry = row["share"]
    status = judge(share, low=limits.comeback_share)
    words = {GOOD: "at least", CONCERN: "fewer than"}.get(status, "not surely at least")
    text = (
        f"In {percent_range(share)} of decided games the winner was behind at half-time (after {section['round_name']} "
        f"{row['round']}): {words} the {round_percent(limits.comeback_share)} that make a lead worth fighting."
    )
    evidence = f"{row['n']:,} decided games that went on; 95% interval with the design effect of the leads"
    beyond = share["estimate"] < limits.comeback_share
    return _finding("comebacks", status, text, evidence, threshold) | _measured(share, beyond=beyond)


def _names(names: Sequence[str]) -> str:
    """Names in a sentence, the first few of many."""
    shown = ", ".join(repr(name) for name in names[:NAMED])
    return shown if len(names) <= NAMED else f"{shown} and {len(names) - NAMED} more"


def dead_items(items: Mapping[str, Any], limits: Thresholds) -> Finding:
    """Whether there are items that hardly anybody uses in any way that can be chosen."""
    threshold = f"every item is used in some way in at least {round_percent(limits.dead_use)} of a player's games"
    uses: dict[str, list[Mapping[str, Any]]] = {}
    for row in items["rows"]:
        if row["chosen"]:
            uses.setdefault(row["item"], []).append(row["use"])
    if not uses:
        return _unknown("dead_items", "no use that is a choice was counted", threshold)
    dead = [name for name, rows in uses.items() if all(use["estimate"] < limits.dead_use for use in rows)]
    surely = [name for name in dead if all(use["high"] < limits.dead_use for use in uses[name])]
    alive = [name for name, rows in uses.items() if any(use["low"] >= limits.dead_use for use in rows)]
    evidence = f"{len(uses)} items, each in all ways that are a choice; 95% interval of each use rate over deals"
    limit = f"{round_percent(limits.dead_use)} of a player's games"
    if dead:
        text = f"Of {counted(len(uses), 'item')}, these strategies use {len(dead)} in fewer than {limit}"
        text += f", {len(surely)} of them surely" if len(surely) < len(dead) else ""
        text += f": {_names(surely or dead)}."
        status = CONCERN if surely else NOTICE
        return _finding("dead_items", status, text, evidence, threshold) | _measured(float(len(dead)), beyond=True)
    text = f"All {len(uses)} items are used in some way in at least {limit}"
    if len(alive) < len(uses):
        text += f", though for {len(uses) - len(alive)} of them not with certainty"
    status = GOOD if len(alive) == len(uses) else NOTICE
    return _finding("dead_items", status, f"{text}.", evidence, threshold) | _measured(0.0, beyond=False)


def dominating_items(items: Mapping[str, Any], limits: Thresholds) -> Finding:
    """Whether the use of some item goes with winning far more (or less) often."""
    reach = f"{100 * limits.item_effect:g} points"
    threshold = f"the use of no item goes with a win share more than {reach} above that without it"
    tested = [row for row in items["rows"] if row["effect"] is not None]
    if not tested:
        return _unknown("dominating_items", "no item was used, and left out, often enough", threshold)
    evidence = (
        f"{len(tested)} uses, adjusted for strategy and seat; simultaneous 95% intervals and Holm-corrected p; an association, "
        "not proof, except for what chance deals or what a ban was tried on"
    )
    judged = [row for row in tested if (row["chosen"] or row["dealt"]) and _upheld(row)]
    strong = [row for row in judged if row["flag"] == "strong"]
    surely = [row for row in strong if row["effect"]["low"] > limits.item_effect]
    unsure = [row for row in judged if row["flag"] != "strong" and row["effect"]["high"] > limits.item_effect]
    also = ""
    for flag, words in (("weak", "Too weak"), ("must", "Nearly always used")):
        flagged = [f"{row['item']} ({row['way']})" for row in items["rows"] if row["flag"] == flag]
        also += f" {words}: {_names(flagged)}." if flagged else ""
    if strong:
        named = "; ".join(f"{row['item']!r} ({row['way']}) {points_range(row['effect'])}" for row in strong[:NAMED])
        named += f" and {len(strong) - NAMED} more" if len(strong) > NAMED else ""
        text = f"Using these items goes with a win share more than {reach} above that without: {named}.{also}"
        status = CONCERN if surely else NOTICE
        return _finding("dominating_items", status, text, evidence, threshold) | _measured(float(len(strong)), beyond=True)
    text = f"No use of an item is proved to go with a win share more than {reach} above that without it"
    text += f"; for {len(unsure)} of {len(judged)} the interval reaches beyond" if unsure else ""
    weak = any(row["flag"] == "weak" for row in judged)
    status = NOTICE if weak or unsure else GOOD
    return _finding("dominating_items", status, f"{text}.{also}", evidence, threshold) | _measured(0.0, beyond=False)


def _upheld(row: Mapping[str, Any]) -> bool:
    """Whether a causal check, if one was made, does not speak against an item's strength."""
    return row["causal"] is None or row["causal"]["low"] > 0
