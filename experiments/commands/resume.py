"""`simulate resume`: go on with a run that was interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from experiments.commands.options import playing_options, playing_settings, show_options


@click.command("resume")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@playing_options
@show_options
def command(folder: Path, **options: Any) -> None:
    """Go on with the run in DIR, which --out began, and print the result; what is damaged or missing is played again."""
    from experiments.simulate import resume

    click.get_current_context().exit(resume(folder, playing_settings(options, 1)))
