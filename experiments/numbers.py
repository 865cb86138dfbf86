"""Numbers as people write them on a command line."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from engines.game import UsageError

MOST_GAMES = 10**12
_SUFFIXES = {"k": 1_000, "m": 1_000_000, "g": 1_000_000_000, "b": 1_000_000_000}
_FORM = re.compile(r"(?P<number>[+-]?[0-9][0-9_,]*(\.[0-9]+)?(e[+-]?[0-9]{1,3})?)(?P<suffix>[kmgb]?)")


def parse_count(text: str, name: str) -> int:
    """A positive whole number written as 1000000, 1e6, 1_000_000 or 1M. Raises UsageError."""
    match = _FORM.fullmatch(text.strip().lower())
    try:
        if match is None:
            raise InvalidOperation
        number = Decimal(match["number"].replace("_", "").replace(",", "")) * _SUFFIXES.get(match["suffix"], 1)
    except InvalidOperation:
        raise UsageError(f"{name} {text!r} is not a number. Write it as 1000000, 1e6, 1_000_000 or 1M.") from None
    if number <= 0:
        raise UsageError(f"{name} {text} must be at least 1.")
    if number != number.to_integral_value():
        raise UsageError(f"{name} {text} is not a whole number.")
    if number > MOST_GAMES:
        raise UsageError(f"{name} {text} is more than {MOST_GAMES:,} games, which would take years on one machine.")
    return int(number)


def parse_rules(settings: tuple[str, ...]) -> dict[str, str]:
    """Settings NAME=VALUE as a dictionary. Raises UsageError."""
    rules: dict[str, str] = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign or not name or not value:
            raise UsageError(f"--rule {setting!r} should be NAME=VALUE, such as field_reset=exact.")
        if name in rules and rules[name] != value:
            raise UsageError(f"--rule {name} is given twice, as {rules[name]} and as {value}.")
        rules[name] = value
    return rules
