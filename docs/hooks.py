"""Pages of the site that are made of the code at each build: the reference, and the files at the top of the repository.

mkdocs runs this module (`hooks` in mkdocs.yml). Nothing that it makes is kept, so nothing can be stale.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import click
from griffe_plain import plain
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from engines.animarche import edition as animarche
from engines.animarche import edition_vocabulary
from engines.beerbread import edition as beerbread
from engines.game import Game, Metric, Rule, find_game, game_names
from experiments.cli import COMMANDS, main_command
from strategies.api import Strategy
from strategies.loading import builtin_strategies

ROOT = Path(__file__).resolve().parents[1]

TOP_FILES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "LICENSE": "licence.md",
}
"""Files at the top of the repository, and the pages that they become."""

_LINK = re.compile(r"\]\(([^):#\s]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages to those that lie in docs/."""
    for name, page in TOP_FILES.items():
        files.append(File.generated(config, page, content=top_page(name)))
    for page, write in PAGES.items():
        files.append(File.generated(config, page, content=write()))
    return files


def top_page(name: str) -> str:
    """A file at the top of the repository as a page; its links lead to pages."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if name == "LICENSE":
        return f"# Licence\n\n{text}"
    return _LINK.sub(lambda link: f"]({_page_of(link[1])}{link[2] or ''})", text)


def _page_of(path: str) -> str:
    """The page to which a link at the top leads."""
    return TOP_FILES.get(path, path.removeprefix("docs/"))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown. A vertical bar outside code would end its cell; `plain` escapes it."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def code(text: str) -> str:
    """Text as code."""
    return f"`{text}`"


def commands_page() -> str:
    """Every command with its arguments and options, as `--help` has them."""
    parts = [
        "# Commands",
        "What `simulate --help` and `simulate COMMAND --help` say. `meeplecarlo` is another name for `simulate`.",
        "Exit codes: 0 done, 1 a fault while playing, 2 a mistake in what was asked, 130 interrupted (143 by SIGTERM).",
    ]
    with click.Context(main_command, info_name="simulate") as context:
        parts += command_section(main_command, context, "simulate")
        for name in COMMANDS:
            command = main_command.get_command(context, name)
            assert command is not None
            with click.Context(command, info_name=name, parent=context) as below:
                parts += command_section(command, below, f"simulate {name}")
    return "\n\n".join(parts)


def command_section(command: click.Command, context: click.Context, title: str) -> Iterator[str]:
    """The section on one command. In its help text, what follows the line of a \\b is an example."""
    text, _, examples = inspect.cleandoc(command.help or "").partition("\b\n")
    yield f"## {title}"
    yield plain(text.strip())
    yield "```text\n" + "\n".join([" ".join([title, *command.collect_usage_pieces(context)]), *examples.splitlines()]) + "\n```"
    options = [parameter for parameter in command.get_params(context) if isinstance(parameter, click.Option)]
    rows = [option_row(option, context) for option in options if not option.hidden]
    yield table(("option", "what", "default"), rows)


def option_row(option: click.Option, context: click.Context) -> tuple[str, str, str]:
    """An option as `--help` shows it: how it is written, what it does, and its default where that is shown."""
    names = ", ".join(option.opts)
    value = "" if option.is_flag else " " + option.make_metavar(context)
    default = code(str(option.default)) if option.show_default else ""
    return code(names + value), plain(option.help or ""), default


def rules_page() -> str:
    """The modes and rules of every game."""
    parts = [
        "# Rules and modes",
        "Set a rule with `--rule NAME=VALUE`; sweep it with `simulate sweep` ([Experiments](../experiments.md)). The first "
        "value of a switch is the default. Which text each switch follows is in [Sources](../sources.md).",
    ]
    for game in all_games():
        parts.append(f"## {game.title}")
        parts.append(f"`--game {game.name}`: {plain(game.summary)}. Version {game.version} of its engine.")
        rows = [(code(mode.name), str(mode.players), str(mode.side_count), ", ".join(mode.seat_names)) for mode in game.modes]
        parts.append(table(("mode", "players", "sides", "seats"), rows))
        parts.append(table(("rule", "values", "default", "meaning"), [rule_row(rule) for rule in game.rules]))
    return "\n\n".join(parts)


def rule_row(rule: Rule) -> tuple[str, str, str, str]:
    """A rule with its values: the choices of a switch, or the range of a number."""
    values = ", ".join(code(choice) for choice in rule.choices) if rule.choices else f"{rule.low} to {rule.high}"
    return code(rule.name), values, code(rule.default), plain(rule.meaning)


def strategies_page() -> str:
    """The strategies of every game, with what they believe and their parameters."""
    parts = [
        "# Strategies",
        "Name them with `--strategies`; set a parameter with `NAME:parameter=value`. How strong they are is on the page of "
        "each game; how to write one is in [Writing a strategy](../strategies.md).",
    ]
    for game in all_games():
        parts.append(f"## {game.title}")
        for strategy in builtin_strategies(game.name).values():
            parts += strategy_section(strategy, game)
    return "\n\n".join(parts)


def strategy_section(strategy: Strategy, game: Game) -> Iterator[str]:
    """The section on one strategy."""
    yield f"### {strategy.name} {{: #{game.name}-{strategy.name} }}"
    yield plain(strategy.documentation)
    if strategy.slow:
        yield "It searches, so it is slow: `all` leaves it out."
    rows = [
        (code(parameter.name), f"{parameter.default:g}", f"{parameter.low:g} to {parameter.high:g}", plain(parameter.meaning))
        for parameter in strategy.parameters
    ]
    if rows:
        yield table(("parameter", "default", "range", "meaning"), rows)


def metrics_page() -> str:
    """What is counted in every game: metrics of seats and games, items, decisions."""
    parts = [
        "# Metrics, items, decisions",
        "All metrics are whole numbers from 0 to the bound that is given, counted in exact histograms. An *item* is what can "
        "be used in a game (a card, a shop, a type of play); its uses are counted by way, and ways that players choose can be "
        "forbidden (`--forbid ITEM:WAY`).",
    ]
    for game in all_games():
        parts.append(f"## {game.title}")
        parts += ["**Of a seat**", metric_table(game.seat_metrics), "**Of a game**", metric_table(game.game_metrics)]
        parts += [f"**Items**, used in these ways: {ways_text(game)}.", table(("kind", "items"), item_rows(game))]
        rows = [(code(decision.name), plain(decision.meaning)) for decision in game.decisions]
        parts += ["**Decisions** that a strategy is asked for", table(("decision", "what is chosen"), rows)]
    return "\n\n".join(parts)


def metric_table(metrics: Iterable[Metric]) -> str:
    """Metrics with their units, meanings and bounds."""
    rows = [(code(metric.name), metric.unit, plain(metric.meaning), f"{metric.high:,}") for metric in metrics]
    return table(("metric", "unit", "meaning", "at most"), rows)


def ways_text(game: Game) -> str:
    """The ways of use; those that are a choice are marked."""
    return ", ".join(code(way) + (" (a choice)" if way in game.chosen_ways else "") for way in game.item_ways)


def item_rows(game: Game) -> list[tuple[str, str]]:
    """The items of the shipped edition, by kind."""
    kinds: dict[str, list[str]] = {}
    for item in game.items(game.load_edition(None)):
        if item.name:
            kinds.setdefault(item.kind, []).append(code(item.name))
    return [(kind, ", ".join(names)) for kind, names in kinds.items()]


def all_games() -> list[Game]:
    """The declarations of all games."""
    return [find_game(name) for name in game_names()]


def cards_page() -> str:
    """The columns of the card tables, and what may stand in them."""
    parts = [
        "# Card tables",
        "How to make a deck is in [A deck of your own](../own_deck.md). Every table is a CSV file in UTF-8; lines that start "
        "with `#` are notes, of which `name` and `provenance` are kept. What is not as it is written here is refused with "
        "file, line and column.",
    ]
    return "\n\n".join([*parts, *beerbread_cards(), *animarche_cards()])


def beerbread_cards() -> Iterator[str]:
    """The section on the cards of Beer & Bread."""
    bands = "; ".join(f"{kind} for {low} and {high}" for kind, (low, high) in beerbread.COINS_OF_KIND.items())
    yield "## Beer & Bread"
    columns = ", ".join(map(code, beerbread.COLUMNS))
    yield f"A file of {2 * beerbread.CARDS_OF_TYPE} cards, {beerbread.CARDS_OF_TYPE} of each type. Columns: {columns}."
    yield (
        f"`kind` is the band of the coins: {bands}. An icon is 0 or 1, and a card has 1 to {beerbread.MOST_ICONS}. A recipe "
        f"(`need_`) is of 1 to {beerbread.LARGEST_RECIPE} tokens. Both types have every number of coins, and each effect is on "
        "some card."
    )
    head = ("effect", "slot", "name (ours)", "when", "what", "param1", "param2")
    yield table(head, [effect_row(effect) for effect in beerbread.UPGRADES.values()])


def effect_row(effect: beerbread.Upgrade) -> tuple[str, ...]:
    """An upgrade effect with what its parameters mean and may be."""
    parameters = [
        "" if param is None else param.sort if param.sort.startswith(param.label) else f"{param.label}: {param.sort}"
        for param in (effect.param1, effect.param2)
    ]
    return (code(effect.id), effect.slot, effect.name, effect.when, plain(effect.meaning), *parameters)


def animarche_cards() -> Iterator[str]:
    """The section on the card tables of Animarche."""
    columns = [(code(name), ", ".join(map(code, names))) for name, names in animarche.COLUMNS.items()]
    limits = [(code(name), f"{low} to {high}") for name, (low, high) in edition_vocabulary.LIMITS.items()]
    conditions = [(code(name), plain(found.meaning), str(found.most)) for name, found in edition_vocabulary.CONDITIONS.items()]
    yield "## Animarche"
    yield (
        "A folder of five files. An empty cell is nothing. A column of income holds one number for each number of animals, "
        "from 0 to the customer seats, with spaces between."
    )
    yield table(("file", "columns"), columns)
    yield table(("number", "range"), limits)
    yield "What a goal can ask for, each at least `k`:"
    yield table(("condition", "what is counted", "largest `k`"), conditions)


PAGES: dict[str, Callable[[], str]] = {
    "reference/commands.md": commands_page,
    "reference/rules.md": rules_page,
    "reference/strategies.md": strategies_page,
    "reference/metrics.md": metrics_page,
    "reference/cards.md": cards_page,
}
"""The generated pages and what writes them."""
