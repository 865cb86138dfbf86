"""The documentation as a site: it builds without a warning, and its reference has everything that the code has."""

from __future__ import annotations

import html
import importlib
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from engines.animarche import edition as animarche
from engines.beerbread import edition as beerbread
from engines.game import Game, find_game, game_names
from experiments.cli import COMMANDS, main_command
from strategies.loading import builtin_strategies

ROOT = Path(__file__).resolve().parents[2]

for needed in ("mkdocs", "material", "mkdocstrings"):
    pytest.importorskip(needed, reason="the site is built with the extra `docs`: pip install -e '.[docs]'")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site. Every warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stdout + done.stderr
    return folder


def article(site: Path, page: str) -> str:
    """The HTML of a page without what surrounds it."""
    text = (site / page / "index.html").read_text(encoding="utf-8")
    return text[text.index("<article") : text.index("</article>")]


def cells(text: str) -> set[tuple[str, ...]]:
    """The rows of all tables, as what a reader sees in them."""
    rows = re.findall(r"<tr>(.*?)</tr>", text, re.DOTALL)
    return {tuple(plain(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)) for row in rows}


def plain(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", text)).strip()


def codes(text: str) -> set[str]:
    """Everything that is shown as code."""
    return {plain(found) for found in re.findall(r"<code>(.*?)</code>", text, re.DOTALL)}


def spoken(text: str) -> str:
    """A text of the code as a reader sees it: without the backticks of code."""
    return text.replace("`", "")


def section(text: str, title: str) -> str:
    """What stands between a heading of the second level and the next one."""
    found = re.search(rf"<h2[^>]*>{re.escape(html.escape(title))}<.*?(?=<h2|$)", text, re.DOTALL)
    assert found is not None, title
    return found[0]


def test_every_document_is_a_page_that_the_menu_leads_to(site: Path) -> None:
    """But for pages that are made. Of pages outside the menu mkdocs warns, so the build would have failed."""
    for path in (ROOT / "docs").rglob("*.md"):
        assert (site / path.relative_to(ROOT / "docs").with_suffix("") / "index.html").is_file(), path
    start = (site / "index.html").read_text(encoding="utf-8")
    for part in ("Tutorial", "How to", "Reference", "Explanation"):
        assert re.search(rf'class="md-tabs__link">\s*{part}\s*<', start), part


def test_no_page_loads_anything_from_another_server(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r'<(script|img|iframe)[^>]+src="(https?:)?//', text), path
        assert not re.search(r'<link[^>]+rel="(stylesheet|preconnect)"[^>]+href="(https?:)?//', text), path


@pytest.mark.parametrize("game", [find_game(name) for name in game_names()], ids=game_names())
def test_every_rule_mode_metric_item_and_decision_is_in_the_reference(site: Path, game: Game) -> None:
    rules = section(article(site, "reference/rules"), game.title)
    expected = {
        (rule.name, ", ".join(rule.choices) or f"{rule.low} to {rule.high}", rule.default, spoken(rule.meaning))
        for rule in game.rules
    }
    assert expected <= cells(rules)
    assert {(m.name, str(m.players), str(m.side_count), ", ".join(m.seat_names)) for m in game.modes} <= cells(rules)
    metrics = section(article(site, "reference/metrics"), game.title)
    counted = {(m.name, m.unit, spoken(m.meaning), f"{m.high:,}") for m in (*game.seat_metrics, *game.game_metrics)}
    assert counted <= cells(metrics)
    assert {(decision.name, spoken(decision.meaning)) for decision in game.decisions} <= cells(metrics)
    items = {item.name for item in game.items(game.load_edition(None)) if item.name}
    assert items <= codes(metrics)


@pytest.mark.parametrize("name", game_names())
def test_every_strategy_and_parameter_is_in_the_reference(site: Path, name: str) -> None:
    text = section(article(site, "reference/strategies"), find_game(name).title)
    parts = dict(re.findall(rf'<h3 id="{name}-([^"]+)">(.*?)(?=<h3|<h2|$)', text, re.DOTALL))
    strategies = builtin_strategies(name)
    assert list(parts) == list(strategies)
    for strategy in strategies.values():
        assert spoken(strategy.summary) in plain(parts[strategy.name])
        expected = {(p.name, f"{p.default:g}", f"{p.low:g} to {p.high:g}", spoken(p.meaning)) for p in strategy.parameters}
        assert expected <= cells(parts[strategy.name])


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_command_and_option_is_in_the_reference(site: Path, name: str) -> None:
    command: click.Command = importlib.import_module(f"experiments.commands.{name}").command if name else main_command
    text = section(article(site, "reference/commands"), f"simulate {name}".strip())
    shown = {row[0].partition(" ")[0].rstrip(","): row[1:] for row in cells(text) if row}
    options = [option for option in command.params if isinstance(option, click.Option) and not option.hidden]
    for option in options:
        default = str(option.default) if option.show_default else ""
        assert shown[option.opts[0]] == (spoken(option.help or ""), default), option.name
    assert set(shown) - {option.opts[0] for option in options} <= {"-h", "--help"}


def test_every_column_and_effect_of_the_card_tables_is_in_the_reference(site: Path) -> None:
    text = article(site, "reference/cards")
    columns = {*beerbread.COLUMNS, *(column for names in animarche.COLUMNS.values() for column in names)}
    assert columns <= codes(text)
    rows = {row[0]: row for row in cells(text) if row}
    for effect in beerbread.UPGRADES.values():
        assert rows[effect.id][1:5] == (effect.slot, effect.name, effect.when, spoken(effect.meaning))


def test_the_readme_names_every_command() -> None:
    named = set(re.findall(r"`(?:simulate )?([a-z]+)`", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert set(COMMANDS) <= named


def test_every_switch_has_its_source() -> None:
    text = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
    for game in map(find_game, game_names()):
        part = text.partition(f"## {game.title}\n")[2].partition("\n## ")[0]
        named = set(re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE))
        assert named == {rule.name for rule in game.rules if rule.choices}


def test_the_api_pages_show_docstrings_as_they_are(site: Path) -> None:
    """Each module named there, with the functions that it defines; and no mark of Markdown's escapes is left."""
    source = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    text = article(site, "reference/api")
    for name, _, members in re.findall(r"^::: ([\w.]+)\n(    options:\n      members: \[(.*)\])?", source, re.MULTILINE):
        module = importlib.import_module(name)
        own = [key for key, value in vars(module).items() if inspect.isfunction(value) and value.__module__ == name]
        for key in members.split(", ") if members else own:
            assert key.startswith("_") or f'id="{name}.{key}"' in text, f"{name}.{key}"
    prose = re.sub(r"<code>.*?</code>", "", text, flags=re.DOTALL)
    assert not re.search(r"\\[_*\[\]<>]", prose)
    assert "uniform float in [0, 1)" in plain(prose)
