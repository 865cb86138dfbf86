"""Making further editions from the command line."""

from __future__ import annotations

import inspect
from pathlib import Path

from engines.game import UsageError, find_game, unknown_name


def write_generated(game_name: str, seed: int, settings: tuple[str, ...], path: str) -> str:
    """Generate an edition and write it; what was written, as a sentence. Raises UsageError."""
    game = find_game(game_name)
    if not game.has_edition:
        raise UsageError(f"{game.title} has no card tables, so there is nothing to generate.")
    generator = game.part("edition_generator")
    known = [
        name for name, entry in inspect.signature(generator.generate_edition).parameters.items() if entry.annotation == "float"
    ]
    values: dict[str, float] = {}
    for setting in settings:
        name, _, text = setting.partition("=")
        if name not in known:
            raise unknown_name("parameter of the generator", name, known)
        try:
            values[name] = float(text)
        except ValueError:
            raise UsageError(f"--set {setting!r}: NAME=VALUE with a number is needed.") from None
    target = Path(path)
    if target.exists():
        raise UsageError(f"{path} exists already; choose another name.")
    try:
        edition = generator.generate_edition(seed, **values)
        game.part("edition").write_edition(edition, target)
    except ValueError as error:
        raise UsageError(f"no edition was made: {error}.") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}.") from None
    return f"Wrote edition {edition.info.name} to {path}: {edition.info.provenance}."
