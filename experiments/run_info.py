"""The names of a study that the analysis needs to read its counts."""

from __future__ import annotations

from analysis.summary import RunInfo
from engines.game import SHARE_UNIT
from experiments.study import Study


def run_info(study: Study) -> RunInfo:
    """The names that the analysis needs of a study."""
    game, mode = study.game, study.mode
    first_seats = [mode.sides.index(side) for side in range(mode.side_count)]
    design = study.design
    return RunInfo(
        strategies=tuple(player.label for player in study.players),
        places=tuple(mode.seat_names[seat] for seat in first_seats),
        seats=mode.seat_names,
        sides=mode.sides,
        seat_metrics=tuple((m.name, m.unit, m.high) for m in game.seat_metrics),
        game_metrics=tuple((m.name, m.unit, m.high) for m in game.game_metrics),
        share_unit=SHARE_UNIT,
        mirror=all(len(set(lineup)) == 1 for lineup in study.lineups),
        lineups=study.lineups,
        seatings=tuple(place.seating for place in design.places),
        lineup_of=tuple(place.lineup for place in design.places),
        items=tuple((item.name, item.kind) for item in game.items(study.edition)),
        item_ways=game.item_ways,
        chosen_ways=game.chosen_ways,
        round_name=game.round_name,
        length_metric=game.length_metric,
    )
