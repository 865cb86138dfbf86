"""Transcripts of Pig: events as dictionaries and as sentences."""

from engines.game import SHARE_UNIT

from .play import OVER, ROLLING


class Describer:
    """Writes the events of one game on a table."""

    def __init__(self, table, edition):
        self.table = table

    def begin(self):
        """Nothing happens before the first roll."""
        return []

    def after_choice(self, before, move, legal):
        """Nothing: a roll is told when the die lies, holding when the turn ends."""
        return []

    def after_step(self, before):
        """The die, or the end of a turn and of the game."""
        seat, after = int(before["actor"]), self.table.state
        if before["stage"] == ROLLING:
            return [{"event": "roll", "player": seat, "die": int(after["die"]), "points": int(after["turn"])}]
        events = [{"event": "turn_end", "player": seat, "score": int(after["score"][seat])}]
        if after["stage"] == OVER:
            shares = self.table.outcome["share"][: self.table.mode.players]
            events.append({"event": "result", "shares": (shares / SHARE_UNIT).tolist()})
        return events


def as_text(event, names):
    """An event as a line for people; `names` are the players by seat."""
    if event["event"] == "roll":
        return f"  {names[event['player']]} rolls {event['die']}: {event['points']} points in this turn."
    if event["event"] == "turn_end":
        return f"{names[event['player']]} has {event['score']}."
    return "Result: " + ", ".join(f"{name} {share:g}" for name, share in zip(names, event["shares"], strict=True) if share)
