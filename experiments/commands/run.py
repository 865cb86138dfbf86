"""`simulate run`: an experiment from a file."""

from __future__ import annotations

import click

from experiments.commands.options import choose_checks


@click.command("run")
@click.argument("path", metavar="STUDY.toml")
@click.option("--dry-run", is_flag=True, help="Only say what would be done, and about how long it takes.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="Blocks played at once; all cores if absent.")
@click.option("--quiet", is_flag=True, help="No progress, no remarks.")
@click.pass_context
def command(context: click.Context, path: str, dry_run: bool, jobs: int | None, quiet: bool) -> None:
    """Run the experiment that a study file describes. The installed package has one for each game.

    \b
    simulate run experiments/studies/beerbread.toml --dry-run
    """
    choose_checks(False)
    from experiments.study_files import FIRST_COMMAND, RUNNABLE, read_study

    root = context.find_root().command
    assert isinstance(root, click.Group)
    commands = {name: root if name == FIRST_COMMAND else root.get_command(context, name) for name in RUNNABLE}
    study = read_study(path, {name: found for name, found in commands.items() if found is not None})
    click.echo(study.shown, err=not dry_run)
    arguments = [*study.arguments, *(("--jobs", str(jobs)) if jobs else ()), *(("--quiet",) if quiet else ())]
    chosen = commands[study.command]
    assert chosen is not None
    if dry_run:
        from experiments.forecast import forecast, parsed

        click.echo(forecast(study.command, parsed(chosen, arguments)))
        return
    context.exit(chosen.main(arguments, prog_name="simulate", standalone_mode=False) or 0)
