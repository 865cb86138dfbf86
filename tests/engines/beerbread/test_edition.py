"""Card tables of Beer & Bread: the rules file's constraints, the errors of a wrong table, and the generator."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import mean

import pytest

from engines import editions
from engines.beerbread import edition as table
from engines.beerbread import edition_generator as generator
from engines.beerbread.edition import Card, Edition, load_edition, soft_faults, soft_measures, write_edition
from engines.beerbread.edition_generator import generate_edition
from engines.editions import EditionError

ROOT = Path(__file__).parents[3]
SHIPPED_FILE = ROOT / "engines/beerbread/editions/reconstructed.csv"
FIRST_CARD_LINE = 5
"""Name, two provenance lines and the column names stand above the first card of the shipped file."""
LAST_LINE = FIRST_CARD_LINE + 59
GENERATED_SEEDS = range(20)
SLOT_OF_LETTER = {"S": "sun", "H": "sickle", "T": "sack", "C": "hat", "B": "broom", "E": "coin"}
TAKES_PARAMETERS = {
    "H1": ("resource", ""),
    "H2": ("resource or any", ""),
    "H3": ("resource", "resource"),
    "H4": ("resource", ""),
    "T1": ("spaces", ""),
    "T2": ("spaces", ""),
    "C3": ("resource", "resource"),
    "C4": ("resource", "resource"),
    "B3": ("resource", ""),
    "B4": ("resource", ""),
}


@pytest.fixture(scope="module", params=["shipped", *GENERATED_SEEDS])
def edition(request: pytest.FixtureRequest) -> Edition:
    """The shipped edition and twenty generated ones."""
    return load_edition() if request.param == "shipped" else generate_edition(request.param)


def of_type(edition: Edition, card_type: str) -> list[Card]:
    return [card for card in edition.cards if card.type == card_type]


# Hard constraints, written out anew so that they do not lean on the code they check.


def test_a_table_has_30_beer_and_30_bread_with_different_ids(edition: Edition) -> None:
    assert Counter(card.type for card in edition.cards) == {"beer": 30, "bread": 30}
    assert len({card.id for card in edition.cards}) == 60


def test_kind_is_the_value_band_and_every_value_occurs_in_each_type(edition: Edition) -> None:
    assert all(card.kind == {4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 3}[card.coins] for card in edition.cards)
    for card_type in ("beer", "bread"):
        assert {card.coins for card in of_type(edition, card_type)} == {4, 5, 6, 7, 8, 9}


def test_a_recipe_has_1_to_9_tokens_and_a_card_1_to_4_icons_one_a_resource(edition: Edition) -> None:
    for card in edition.cards:
        assert 1 <= sum(card.need) <= 9
        assert min(card.need) >= 0
        assert set(card.icons) <= {0, 1}
        assert 1 <= sum(card.icons) <= 4


def test_all_29_effects_are_present_with_parameters_of_the_right_sort(edition: Edition) -> None:
    assert {card.upgrade for card in edition.cards} == set(table.UPGRADES)
    resources = {"wheat", "barley", "rye", "hops", "water"}
    sorts = {"": {""}, "resource": resources, "resource or any": resources | {"any"}, "spaces": set("123456789")}
    for card in edition.cards:
        first, second = TAKES_PARAMETERS.get(card.upgrade, ("", ""))
        assert card.param1 in sorts[first]
        assert card.param2 in sorts[second]
        if card.upgrade in ("C3", "C4"):
            assert card.param1 != card.param2


def test_the_effect_table_has_29_effects_in_six_slots_named_by_their_letter() -> None:
    assert len(table.UPGRADES) == 29
    assert {effect: upgrade.slot for effect, upgrade in table.UPGRADES.items()} == {
        effect: SLOT_OF_LETTER[effect[0]] for effect in table.UPGRADES
    }
    assert Counter(effect[0] for effect in table.UPGRADES) == {"S": 4, "H": 5, "T": 2, "C": 4, "B": 5, "E": 9}
    for effect, upgrade in table.UPGRADES.items():
        sorts = tuple(param.sort if param else "" for param in (upgrade.param1, upgrade.param2))
        assert sorts == TAKES_PARAMETERS.get(effect, ("", ""))


# Soft constraints


def test_8_to_12_cards_a_kind_and_a_slot(edition: Edition) -> None:
    assert all(8 <= n <= 12 for n in Counter((card.type, card.kind) for card in edition.cards).values())
    slots = Counter(SLOT_OF_LETTER[card.upgrade[0]] for card in edition.cards)
    assert len(slots) == 6
    assert all(8 <= n <= 12 for n in slots.values())


def test_mean_recipes_of_the_three_bands(edition: Edition) -> None:
    for kind, (low, high) in {1: (3, 4), 2: (4.5, 5.5), 3: (6, 7)}.items():
        assert low <= mean(sum(card.need) for card in edition.cards if card.kind == kind) <= high


def test_mean_icons_are_3_0_to_3_4_and_fall_by_band(edition: Edition) -> None:
    assert 3.0 <= mean(sum(card.icons) for card in edition.cards) <= 3.4
    by_kind = [mean(sum(card.icons) for card in edition.cards if card.kind == kind) for kind in (1, 2, 3)]
    assert by_kind[0] > by_kind[1] > by_kind[2]
    assert by_kind == pytest.approx([3.5, 3.3, 2.6], abs=0.2)


def test_icons_and_demand_are_in_proportion_to_the_tokens_in_the_box(edition: Edition) -> None:
    for rows, tolerance in (
        ([card.icons for card in edition.cards], 0.20),
        ([card.need for card in edition.cards], 0.15),
    ):
        sums = [sum(row[r] for row in rows) for r in range(5)]
        fair = [sum(sums) * tokens / 84 for tokens in (18, 18, 15, 15, 18)]
        assert all(abs(a / b - 1) <= tolerance for a, b in zip(sums, fair, strict=True))


def test_parameters_of_sickle_hat_and_broom_name_all_five_resources(edition: Edition) -> None:
    for letter in "HCB":
        named = {p for card in edition.cards if card.upgrade[0] == letter for p in (card.param1, card.param2)}
        assert named - {"", "any"} == {"wheat", "barley", "rye", "hops", "water"}


def test_at_least_70_percent_of_each_recipe_is_of_the_types_own_resources(edition: Edition) -> None:
    for card in edition.cards:
        wheat, barley, rye, hops, water = card.need
        own = barley + hops + water if card.type == "beer" else wheat + rye + water
        assert own >= 0.7 * sum(card.need)


def test_the_packages_own_checks_agree(edition: Edition) -> None:
    assert table.hard_faults(edition) == []
    assert soft_faults(edition) == []
    assert soft_measures(edition).keys() == table.soft_bands().keys()


def test_a_soft_constraint_that_is_not_met_is_named_with_its_measure_and_band() -> None:
    shipped = load_edition()
    long = [replace(card, need=(2, 2, 2, 1, 2)) if card.kind == 1 else card for card in shipped.cards]
    faults = soft_faults(replace(shipped, cards=tuple(long)))
    assert "recipe_1 is 9, not from 3 to 4" in faults
    assert any(fault.startswith("own_share_beer") for fault in faults)


def test_a_users_edition_needs_the_hard_constraints_only(tmp_path: Path) -> None:
    shipped = load_edition()
    plain = replace(shipped, cards=tuple(replace(card, icons=(1, 0, 0, 0, 0)) for card in shipped.cards))
    assert soft_faults(plain)
    write_edition(plain, tmp_path / "plain.csv")
    assert load_edition(tmp_path / "plain.csv").cards == plain.cards


# What the generator adds


def test_no_card_is_matched_or_beaten_in_everything_by_another_of_its_type(edition: Edition) -> None:
    assert generator.dominated_cards(edition.cards) == []


def test_a_copy_of_a_card_with_a_longer_recipe_is_dominated() -> None:
    good = load_edition().cards[0]
    poor = replace(good, id="poor", need=(good.need[0] + 1, *good.need[1:]))
    assert generator.dominated_cards([good, poor]) == [("poor", good.id)]
    assert generator.dominated_cards([good, replace(poor, type="bread")]) == []


def test_every_beer_needs_barley_and_every_bread_flour_and_no_resource_is_most_of_a_recipe(edition: Edition) -> None:
    for card in edition.cards:
        wheat, barley, rye, _, water = card.need
        assert (barley if card.type == "beer" else wheat + rye) >= 1
        assert max(card.need) <= (card.recipe + 1) // 2
        assert water >= 1 or card.recipe < 5


def test_stronger_cards_of_a_band_have_longer_recipes(edition: Edition) -> None:
    for card_type in ("beer", "bread"):
        for kind in (1, 2, 3):
            cards = [card for card in of_type(edition, card_type) if card.kind == kind]
            cards.sort(key=lambda card: sum(card.icons) * 2 + generator.strength(card) * 2 + 3 * (card.coins % 2))
            assert mean(card.recipe for card in cards[:4]) < mean(card.recipe for card in cards[-4:])


@pytest.mark.parametrize("mean_recipe", [3.5, 4.0, 6.0, 6.5])
@pytest.mark.parametrize("mean_icons", [2.0, 3.5])
def test_other_means_shift_the_soft_bands_and_are_met(mean_recipe: float, mean_icons: float) -> None:
    for seed in range(2):
        edition = generate_edition(seed, mean_recipe, mean_icons)
        assert table.hard_faults(edition) == []
        assert soft_faults(edition, mean_recipe, mean_icons) == []
        measures = soft_measures(edition)
        assert mean(measures[f"recipe_{kind}"] for kind in (1, 2, 3)) == pytest.approx(mean_recipe, abs=0.03)
        assert mean(measures[f"icons_{kind}"] for kind in (1, 2, 3)) == pytest.approx(mean_icons, abs=0.03)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((-1,), "seed is -1; it must be a whole number, 0 or more"),
        ((1.5,), "seed is 1.5"),
        ((0, 9.0), "mean_recipe is 9.0; it must be from 3.5 to 6.5"),
        ((0, float("nan")), "mean_recipe is nan"),
        ((0, 5.0, 1.0), "mean_icons is 1.0; it must be from 2.0 to 3.5"),
    ],
)
def test_the_generator_refuses_arguments_out_of_range(arguments: tuple[float, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words.replace(".", r"\.")):
        generate_edition(*arguments)  # type: ignore[arg-type]


def test_a_seed_gives_the_same_edition_in_every_process_and_other_seeds_give_others() -> None:
    code = "from engines.beerbread.edition_generator import *; print(generate_edition(7).info.sha256)"
    hashes = set()
    for salt in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": salt}
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
        hashes.add(done.stdout.strip())
    assert hashes == {generate_edition(7).info.sha256}
    assert len({generate_edition(seed).cards for seed in range(5)}) == 5


# The shipped edition


def test_the_call_in_the_shipped_files_provenance_gives_the_file_byte_for_byte(tmp_path: Path) -> None:
    origin, call = load_edition().info.provenance.split("; ")
    assert origin == "reconstructed: made under the stated constraints, not the published card table"
    assert call == "generate_edition(seed=495, mean_recipe=5.0, mean_icons=3.15, name='reconstructed')"
    again = generate_edition(seed=495, mean_recipe=5.0, mean_icons=3.15, name="reconstructed")
    write_edition(again, tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == SHIPPED_FILE.read_bytes()
    assert again == load_edition()


def test_the_shipped_edition_is_named_and_nearer_the_middle_than_generated_ones() -> None:
    shipped = load_edition()
    assert shipped.info.name == "reconstructed"
    assert shipped.info.sha256 == hashlib.sha256(SHIPPED_FILE.read_bytes()).hexdigest()
    assert generator.off_centre(shipped) < 0.093
    assert generator.most_central_seed([*range(490, 500), *GENERATED_SEEDS]) == generator.SHIPPED_SEED == 495


def test_importing_the_card_table_needs_the_standard_library_only() -> None:
    code = (
        "import sys; from engines.beerbread import edition, edition_generator;"
        "print({'numpy', 'numba', 'pandas'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


# Reading and writing


def test_what_is_written_is_read_back(edition: Edition, tmp_path: Path) -> None:
    write_edition(edition, tmp_path / "deck.csv")
    assert load_edition(tmp_path / "deck.csv") == edition


def test_an_unsound_edition_is_not_written(tmp_path: Path) -> None:
    shipped = load_edition()
    with pytest.raises(ValueError, match="not written: the table, type: the table has 29 bread cards"):
        write_edition(replace(shipped, cards=shipped.cards[:-1]), tmp_path / "deck.csv")
    nameless = replace(shipped, info=replace(shipped.info, name=" "))
    with pytest.raises(ValueError, match="needs a name"):
        write_edition(nameless, tmp_path / "deck.csv")
    assert not (tmp_path / "deck.csv").exists()


def spreadsheet_quotes(text: str) -> str:
    name, *others = text.split("\n")
    return "\n".join([f"{name},,,,", *(f'"{line}",,' if line.startswith("#") else line for line in others)])


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text.replace("\n", "\r"),
        lambda text: text.replace("\nbread-01", "\n\n# the breads\n,,,\nbread-01"),
        lambda text: text.replace(",", " , "),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("param2\n", "param2,,\n").replace("S4,,\n", "S4,,,,\n"),
        spreadsheet_quotes,
    ],
    ids=["BOM", "CRLF", "BOM and CR", "notes and blanks", "spaces", "no last line end", "padding", "quoted notes"],
)
def test_what_spreadsheets_and_editors_add_does_no_harm(change: Callable[[str], str], tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    path.write_bytes(change(SHIPPED_FILE.read_text()).encode())
    read = load_edition(path)
    assert read.cards == load_edition().cards
    assert read.info.name == "reconstructed"
    assert read.info.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_columns_may_stand_in_any_order(tmp_path: Path) -> None:
    lines = SHIPPED_FILE.read_text().splitlines()
    turned = [line if line.startswith("#") else ",".join(reversed(line.split(","))) for line in lines]
    (tmp_path / "deck.csv").write_text("\n".join(turned))
    assert load_edition(tmp_path / "deck.csv").cards == load_edition().cards


# Errors: what was wrong, where, and what would be right


def error_of(path: Path) -> EditionError:
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    assert str(caught.value).startswith(str(path))
    return caught.value


def error_after(tmp_path: Path, change: Callable[[list[dict[str, str]]], object]) -> EditionError:
    """Change the shipped table's cells, write the file and return the error of loading it."""
    lines = SHIPPED_FILE.read_text().splitlines()
    columns = lines[FIRST_CARD_LINE - 2].split(",")
    rows = [dict(zip(columns, line.split(","), strict=True)) for line in lines[FIRST_CARD_LINE - 1 :]]
    change(rows)
    path = tmp_path / "deck.csv"
    path.write_text("\n".join(lines[: FIRST_CARD_LINE - 1] + [",".join(row.values()) for row in rows]))
    return error_of(path)


def put(place: int, **cells: str) -> Callable[[list[dict[str, str]]], object]:
    """Return a change that sets cells of one card."""
    return lambda rows: rows[place].update(cells)


def card_with(effect: str) -> int:
    """Return the place of the shipped edition's first card with an effect."""
    return next(place for place, card in enumerate(load_edition().cards) if card.upgrade == effect)


NO_ICONS = {f"icon_{resource}": "0" for resource in table.RESOURCES}
NO_NEED = {f"need_{resource}": "0" for resource in table.RESOURCES}
FIVE_ICONS = {f"icon_{resource}": "1" for resource in table.RESOURCES}
CELL_FAULTS = {
    "a value above the range": (2, {"coins": "12"}, "coins", "'12' is not from 4 to 9"),
    "a value below the range": (2, {"need_rye": "-1"}, "need_rye", "'-1' is not from 0 to 9"),
    "a second icon of a resource": (2, {"icon_hops": "2"}, "icon_hops", "'2' is not from 0 to 1"),
    "a word for a number": (2, {"coins": "five"}, "coins", "'five' is not a whole number from 4 to 9"),
    "a decimal number": (2, {"need_rye": "1.0"}, "need_rye", "'1.0' is not a whole number"),
    "an empty cell": (2, {"need_rye": ""}, "need_rye", "the cell is empty; a whole number from 0 to 9 is needed"),
    "an absurdly long number": (2, {"coins": "9" * 5000}, "coins", "is not a whole number"),
    "an unknown type": (2, {"type": "Beers"}, "type", "'Beers' is not one of beer, bread; did you mean 'beer'?"),
    "no type": (2, {"type": ""}, "type", "the cell is empty; it should be one of beer, bread"),
    "kind 4": (2, {"kind": "4"}, "kind", "'4' is not from 1 to 3"),
    "a kind of another band": (2, {"kind": "2"}, "kind", "4 coins are kind 1, not kind 2"),
    "an unknown effect": (2, {"upgrade": "H6"}, "upgrade", "'H6' is not one of S1 ... E9; did you mean 'H"),
    "an effect in small letters": (2, {"upgrade": "b5"}, "upgrade", "did you mean 'B5'?"),
    "no icon": (2, NO_ICONS, "icon_wheat to icon_water", "the card has 0 harvest icons; 1 to 4 are needed"),
    "five icons": (2, FIVE_ICONS, "icon_wheat to icon_water", "the card has 5 harvest icons; 1 to 4 are needed"),
    "no recipe": (2, NO_NEED, "need_wheat to need_water", "the recipe has 0 tokens; 1 to 9 are needed"),
    "a recipe above storage": (2, {"need_rye": "9"}, "need_wheat to need_water", "tokens; 1 to 9 are needed"),
    "an id given twice": (7, {"id": "beer-02"}, "id", "'beer-02' is already the id of card 2"),
    "no id": (7, {"id": ""}, "id", "'' is not 1 to 40 printable characters"),
}


@pytest.mark.parametrize(("place", "cells", "column", "words"), CELL_FAULTS.values(), ids=CELL_FAULTS)
def test_a_wrong_cell_is_reported_with_line_and_column(
    place: int, cells: dict[str, str], column: str, words: str, tmp_path: Path
) -> None:
    error = error_after(tmp_path, put(place, **cells))
    assert (error.line, error.column) == (FIRST_CARD_LINE + place, column)
    assert words in error.message
    assert str(error) == f"{error.path}, line {error.line}, column {column}: {error.message}"


@pytest.mark.parametrize(
    ("effect", "cells", "column", "words"),
    [
        ("S1", {"param1": "rye"}, "param1", "S1 takes no parameter here, but 'rye' is given; leave it empty"),
        ("H1", {"param1": "weat"}, "param1", "did you mean 'wheat'? (the 'resource' of H1)"),
        ("H1", {"param1": "any"}, "param1", "'any' is not one of wheat, barley, rye, hops, water"),
        ("H1", {"param2": "rye"}, "param2", "H1 takes no parameter here"),
        ("H3", {"param1": ""}, "param1", "the cell is empty; it should be one of wheat"),
        ("H4", {"param1": "3"}, "param1", "(the 'trigger' of H4)"),
        ("T1", {"param1": "0"}, "param1", "'0' is not one of 1, 2, 3"),
        ("T2", {"param1": "10"}, "param1", "(the 'spaces' of T2)"),
        ("C3", {"param1": "rye", "param2": "rye"}, "param2", "C3 would turn rye into itself"),
        ("C4", {"param2": ""}, "param2", "(the 'to' of C4)"),
    ],
)
def test_a_parameter_of_the_wrong_sort_is_reported(
    effect: str, cells: dict[str, str], column: str, words: str, tmp_path: Path
) -> None:
    place = card_with(effect)
    error = error_after(tmp_path, put(place, **cells))
    assert (error.line, error.column) == (FIRST_CARD_LINE + place, column)
    assert words in error.message


def test_h2_may_name_any(tmp_path: Path) -> None:
    lines = SHIPPED_FILE.read_text().splitlines()
    (tmp_path / "deck.csv").write_text("\n".join(line.replace("H2,water", "H2,any") for line in lines))
    assert {card.param1 for card in load_edition(tmp_path / "deck.csv").cards if card.upgrade == "H2"} == {"any"}


def test_a_missing_card_is_reported_at_the_tables_end(tmp_path: Path) -> None:
    error = error_after(tmp_path, lambda rows: rows.pop())
    assert (error.line, error.column) == (LAST_LINE - 1, "type")
    assert error.message == "the table has 29 bread cards; exactly 30 are needed (the table ends here)"


def test_a_card_too_many_is_reported_where_it_stands(tmp_path: Path) -> None:
    error = error_after(tmp_path, lambda rows: rows.append(rows[59] | {"id": "one-more"}))
    assert (error.line, error.column) == (LAST_LINE + 1, "type")
    assert error.message == "the table has 31 bread cards; exactly 30 are needed, and this is one too many"


def test_a_value_that_no_card_of_a_type_has_is_reported(tmp_path: Path) -> None:
    def no_beer_worth_nine(rows: list[dict[str, str]]) -> None:
        for row in rows:
            if row["type"] == "beer" and row["coins"] == "9":
                row["coins"] = "8"

    error = error_after(tmp_path, no_beer_worth_nine)
    assert (error.line, error.column) == (LAST_LINE, "coins")
    assert "no beer card is worth 9 coins" in error.message


def test_an_effect_that_no_card_has_is_reported(tmp_path: Path) -> None:
    def no_spring_cleaning(rows: list[dict[str, str]]) -> None:
        for row in rows:
            if row["upgrade"] == "B5":
                row["upgrade"] = "B1"

    error = error_after(tmp_path, no_spring_cleaning)
    assert (error.line, error.column) == (LAST_LINE, "upgrade")
    assert "no card has the effect B5; each of the 29" in error.message


def lines_error(tmp_path: Path, line: int, change: Callable[[str], str]) -> EditionError:
    """Change one line of the shipped file, write it and return the error of loading it."""
    lines = SHIPPED_FILE.read_text().splitlines()
    lines[line - 1] = change(lines[line - 1])
    (tmp_path / "deck.csv").write_text("\n".join(lines))
    return error_of(tmp_path / "deck.csv")


@pytest.mark.parametrize(
    ("line", "change", "column", "words"),
    [
        (4, lambda text: text.replace(",need_rye", ""), "need_rye", "this column is missing; the columns are id, type"),
        (4, lambda text: text.replace("coins", "coin"), "coin", "no column of this name; did you mean 'coins'?"),
        (4, lambda text: text + ",flavour", "flavour", "no column of this name; the columns are id, type"),
        (4, lambda text: text.replace("coins", "kind"), "kind", "this column stands there twice"),
        (4, lambda text: text.replace("type", ""), "number 2", "no column of this name"),
        (4, lambda text: text.replace(",", ";"), None, "not separated by commas"),
        (9, lambda text: text + ",x", "after param2", "18 cells for 17 columns; 'x' is too much"),
        (9, lambda text: text.rpartition(",")[0], "param2", "16 cells for 17 columns; this one has none"),
        (9, lambda text: '"' + text, None, "check its quotes"),
    ],
)
def test_a_table_of_the_wrong_shape_is_reported(
    line: int, change: Callable[[str], str], column: str | None, words: str, tmp_path: Path
) -> None:
    error = lines_error(tmp_path, line, change)
    assert (error.line, error.column) == (line, column)
    assert words in error.message


@pytest.mark.parametrize(("line", "key"), [(1, "name"), (2, "provenance")])
def test_name_and_provenance_must_be_stated(line: int, key: str, tmp_path: Path) -> None:
    text = "\n".join(row for row in SHIPPED_FILE.read_text().splitlines() if not row.startswith(f"# {key}"))
    (tmp_path / "deck.csv").write_text(text)
    error = error_of(tmp_path / "deck.csv")
    assert error.message == f"the {key} is not stated; put a line '# {key}: ...' above the column names"
    assert error.line == 1


def test_a_missing_file_is_reported_with_the_most_similar_name(tmp_path: Path) -> None:
    (tmp_path / "my_deck.csv").write_text("")
    error = error_of(tmp_path / "my_dek.csv")
    assert error.message == f"there is no such file; did you mean {str(tmp_path / 'my_deck.csv')!r}?"
    assert (error.line, error.column) == (None, None)
    assert error_of(tmp_path / "nowhere" / "deck.csv").message == "there is no such file"


def test_a_directory_is_reported(tmp_path: Path) -> None:
    assert error_of(tmp_path).message == "this is a directory; a CSV file is needed here"


@pytest.mark.parametrize("text", ["", "\n\n", "# name: a\n# provenance: b\n"])
def test_an_empty_file_is_reported(text: str, tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(text)
    assert "the table is empty; its first line should be id,type,kind,coins" in error_of(tmp_path / "deck.csv").message


def test_a_table_without_cards_is_reported_at_its_header(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("\n".join(SHIPPED_FILE.read_text().splitlines()[: FIRST_CARD_LINE - 1]))
    error = error_of(tmp_path / "deck.csv")
    assert error.line == FIRST_CARD_LINE - 1
    assert "the table has 0 beer cards" in error.message


def test_a_file_that_is_not_utf8_is_reported_with_the_line_of_the_first_wrong_byte(tmp_path: Path) -> None:
    data = SHIPPED_FILE.read_bytes().replace(b"beer-03", b"bi\xe8re-03")
    (tmp_path / "deck.csv").write_bytes(data)
    error = error_of(tmp_path / "deck.csv")
    assert error.line == FIRST_CARD_LINE + 2
    assert error.message == "this is not UTF-8 text; save the table as CSV in UTF-8"
    (tmp_path / "deck.csv").write_bytes(SHIPPED_FILE.read_text().encode("utf-16"))
    assert "not UTF-8" in error_of(tmp_path / "deck.csv").message


def test_an_edition_error_survives_the_way_between_processes() -> None:
    error = EditionError("deck.csv", "'12' is not from 4 to 9", 7, "coins")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == "deck.csv, line 7, column coins: '12' is not from 4 to 9"
    assert (again.path, again.line, again.column) == ("deck.csv", 7, "coins")


def test_the_shared_reader_serves_other_tables(tmp_path: Path) -> None:
    (tmp_path / "shops.csv").write_text("# name: shops\n# provenance: mine\n# free words\nshop,price\nbakery,3\n")
    shops = editions.read_table(tmp_path / "shops.csv", ("shop", "price"))
    assert editions.table_info(shops).name == "shops"
    (row,) = shops.rows
    assert (row.line, editions.parse_int(row, "price", 0, 5)) == (5, 3)
    assert editions.parse_choice(row, "shop", ("bakery", "brewery")) == "bakery"
    with pytest.raises(EditionError, match=r"shops\.csv, line 5, column price: '3' is not from 4 to 9"):
        editions.parse_int(row, "price", 4, 9)
    with pytest.raises(EditionError, match="did you mean 'bakeries'"):
        editions.parse_choice(row, "shop", ("bakeries", "tavern"))
