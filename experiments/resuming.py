"""Going on with a run: reading its manifest, making its study again, and refusing what would not be the same run."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import Any

from analysis.loading import UnreadableRun, load_manifest
from engines.compilation import versions
from engines.game import UsageError, game_names
from experiments.remote import sources_digest
from experiments.results import run_id
from experiments.study import Study, make_study
from strategies.loading import file_digest

COMPILERS = ("numba", "llvmlite")
"""Packages of which another version may round a strategy's arithmetic in another way."""


def unfinished_run(folder: Path) -> dict[str, Any]:
    """The manifest of a run that can go on. Raises UsageError if there is none, if it is damaged or of another schema."""
    try:
        content = load_manifest(folder)
    except UnreadableRun as error:
        raise UsageError(str(error)) from None
    if "run" not in content:
        raise UsageError(f"{folder}: the run was written by an older version that could not go on with it. Play it again.")
    return content


def study_of_manifest(content: dict[str, Any]) -> Study:
    """The study of a run. Raises UsageError, with what has changed, if it would not play the same games now.

    Files are looked for from the folder in which the run was started.
    """
    if content["game_folder"] is None and content["game"] not in game_names():
        raise UsageError(f"this version of Meeple Carlo has no game {content['game']!r}.")
    if Path(content["directory"]).is_dir():
        os.chdir(content["directory"])
    game_name = content["game_folder"] or content["game"]
    changed = _changed_engine(content, game_name)
    if changed:
        raise UsageError("the run cannot go on as it began: " + "; ".join(changed) + ". Play it again with its command.")
    study = make_study(
        game_name=game_name,
        mode_name=content["mode"],
        player_count=content["players"],
        rules=content["rules"],
        edition_path=content["edition"]["path"] if content["edition"] else None,
        specs=[entry["spec"] for entry in content["strategies"]],
        design=content["design"]["name"],
        bans=content["forbidden"],
        seed=content["seed"],
    )
    study = dataclasses.replace(study, lineups=tuple(tuple(lineup) for lineup in content["design"]["lineups"]))
    changed = _changed_files(content, study)
    if changed:
        raise UsageError("the run cannot go on as it began: " + "; ".join(changed) + ". Put it back, or play the run again.")
    if run_id(study) != content["run"]:
        raise UsageError("the run cannot go on as it began: its manifest was edited, or seats are taken in another order now.")
    return study


def _changed_engine(content: dict[str, Any], game_name: str) -> list[str]:
    """What is other than it was in the engine, in words."""
    from engines.game import find_game

    changed = []
    game = find_game(game_name)
    if game.version != content["game_version"]:
        changed.append(f"{game.title} is at version {game.version}, it was played in version {content['game_version']}")
    elif sources_digest(game.name) != content["engine_sha256"]:
        changed.append(f"the code of {game.title} or of its strategies has changed since")
    elif {path: file_digest(path) for path in game.source_files} != content["game_files"]:
        changed.append(f"the files in {game.folder} have changed since")
    now = versions()
    for name in COMPILERS:
        if now[name] != content["packages"][name]:
            changed.append(f"{name} is at version {now[name]}, it was {content['packages'][name]}")
    return changed


def _changed_files(content: dict[str, Any], study: Study) -> list[str]:
    """Which of the user's files are other than they were, in words."""
    changed = []
    if content["edition"] and content["edition"]["sha256"] != study.edition_sha256:
        changed.append(f"the edition {study.edition_path or content['edition']['name']} has changed since")
    digests = dict(study.file_sha256)
    for path in dict.fromkeys(entry["file"] for entry in content["strategies"] if entry["file"] is not None):
        then = next(entry["sha256"] for entry in content["strategies"] if entry["file"] == path)
        if digests.get(path) != then:
            changed.append(f"the strategy file {path} has changed since (or a module beside it that it imports)")
    return changed
