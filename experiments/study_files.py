"""Experiments as files: a TOML file says which command is run with which options, so that it can be run again as it was.

    command = "sweep"
    game = "beerbread"
    seed = 1
    rule = ["field_reset=top_up,exact"]

A key is an option of the command without its dashes. A list repeats the option, or is joined by commas where it takes a list;
true sets a flag.
"""

from __future__ import annotations

import difflib
import re
import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from engines.game import UsageError, unknown_name
from strategies.user_files import read_text

FIRST_COMMAND = "simulate"
"""The name of the command without a name."""

RUNNABLE = (FIRST_COMMAND, "compare", "report", "sweep", "ablate", "editions", "tune")
"""What a study file can run."""

LEFT_TO_THE_USER = ("help", "quiet", "jobs", "backend", "version", "debug")
"""Options that say nothing of what is studied."""


@dataclass(frozen=True)
class StudyFile:
    """A study file, checked: its command and the arguments for it."""

    path: str
    command: str
    arguments: tuple[str, ...]
    options: Mapping[str, Any]

    @property
    def shown(self) -> str:
        """The command line that does the same."""
        named = () if self.command == FIRST_COMMAND else (self.command,)
        return shlex.join(("simulate", *named, *self.arguments))


def read_study(path: str, commands: Mapping[str, click.Command]) -> StudyFile:
    """The study in a file. commands: by name. Raises UsageError with the line of what is wrong."""
    text = read_text(path, "study")
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: this is not TOML: {error}.") from None
    name = content.pop("command", None)
    if name not in RUNNABLE:
        if name is None:
            raise UsageError(f'{path}: the key command is missing, such as command = "sweep". Possible: {", ".join(RUNNABLE)}.')
        raise UsageError(f"{path}, line {_line_of(text, 'command')}: {unknown_name('command', str(name), list(RUNNABLE))}")
    options = _options_of(commands[name])
    arguments: list[str] = []
    for key, value in content.items():
        option = options.get(key.replace("_", "-"))
        if option is None:
            near = difflib.get_close_matches(key.replace("_", "-"), options, n=1, cutoff=0.4)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            known = ", ".join(sorted(options))
            raise UsageError(f"{path}, line {_line_of(text, key)}: unknown key {key!r}.{hint} Known for {name}: {known}.")
        arguments += _arguments_for(option, value, f"{path}, line {_line_of(text, key)}: {key}")
    if "seed" in options and "seed" not in content and "run" not in content:
        raise UsageError(f"{path}: the key seed is missing; without it the study could not be repeated.")
    return StudyFile(path, name, tuple(arguments), content)


def _options_of(command: click.Command) -> dict[str, click.Option]:
    """The options of a command that a study may set, by long name without dashes."""
    found = {}
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            name = max(option.opts, key=len).lstrip("-")
            if name not in LEFT_TO_THE_USER:
                found[name] = option
    return found


def _line_of(text: str, key: str) -> int:
    """The line on which a key stands."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            return number
    return 1


def _arguments_for(option: click.Option, value: Any, where: str) -> list[str]:
    """The arguments that set an option to a value of the file. Raises UsageError."""
    flag = max(option.opts, key=len)
    if option.is_flag:
        if not isinstance(value, bool):
            raise UsageError(f"{where}: true or false is needed, not {value!r}.")
        return [flag] if value else []
    if isinstance(value, list):
        entries = [str(entry) for entry in value]
        return [part for entry in entries for part in (flag, entry)] if option.multiple else [flag, ",".join(entries)]
    if isinstance(value, bool | dict):
        raise UsageError(f"{where}: text, a number or a list is needed, not {value!r}.")
    return [flag, str(value)]
