"""Card tables of Animarche: the rules file's constraints, the errors of a wrong table, and the generator."""

from __future__ import annotations

import csv
import hashlib
import inspect
import itertools
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from engines.animarche import edition as table
from engines.animarche import edition_generator as generator
from engines.animarche import edition_vocabulary as words
from engines.animarche.edition import Edition, load_edition, soft_faults, soft_measures, write_edition
from engines.animarche.edition_generator import Economy, generate_edition
from engines.animarche.edition_vocabulary import Discount, Gain, Goal, Manager, Resources, Shop, ShopFace
from engines.editions import EditionError

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "engines/animarche/editions/reconstructed"
FILES = ("shops.csv", "managers.csv", "ads.csv", "public_buildings.csv", "goals.csv")
GENERATED_SEEDS = range(20)


@pytest.fixture(scope="module", params=["shipped", *GENERATED_SEEDS])
def edition(request: pytest.FixtureRequest) -> Edition:
    """The shipped edition and twenty generated ones."""
    return load_edition() if request.param == "shipped" else generate_edition(request.param)


def fronts(edition: Edition) -> dict[str, ShopFace]:
    return {shop.front.name: shop.front for shop in edition.shops}


def units(gain: Gain | Resources) -> float:
    return gain.coins + 1.5 * gain.wood + 2 * getattr(gain, "vp", 0)


# The constraints of the rules file, written out anew so that they do not lean on the code they check.


def test_there_are_11_basic_shops_with_backs_and_6_specials_without(edition: Edition) -> None:
    assert Counter(shop.shop_class for shop in edition.shops) == {"basic": 11, "special": 6}
    assert all((shop.back is not None) == (shop.shop_class == "basic") for shop in edition.shops)


def test_there_are_7_managers_3_public_buildings_and_about_14_ads(edition: Edition) -> None:
    assert len(edition.managers) == 7
    assert len(edition.public_buildings) == 3
    assert 12 <= len(edition.ads) <= 16


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_goals_for_every_player(players: int, edition: Edition) -> None:
    assert sum(goal.deck == "big" for goal in edition.goals) >= 12
    assert sum(goal.deck == "small" for goal in edition.goals) >= 4
    dealt = Counter(goal.deck for goal in edition.goals if goal.min_players <= players)
    assert dealt["big"] >= 3 * players
    assert dealt["small"] >= players


def test_three_kinds_of_shop_have_one_copy_per_player_and_one_of_them_is_the_first_shop(edition: Edition) -> None:
    many = [shop for shop in edition.shops if shop.copies_at(4) > 1]
    assert {shop.front.name_ja for shop in many} == {"雑貨店", "パン屋", "材木店"}
    assert all(shop.copies_at(players) == players for shop in many for players in (2, 3, 4))
    assert [shop.front.name_ja for shop in edition.shops if shop.first_shop] == ["雑貨店"]
    assert all(shop.copies_at(4) == 1 for shop in edition.shops if shop not in many)


def test_an_upgraded_face_has_at_least_the_seats_of_its_front(edition: Edition) -> None:
    for shop in edition.shops:
        if shop.back is not None:
            assert shop.back.customer_seats >= shop.front.customer_seats
            assert shop.back.worker_seats >= shop.front.worker_seats


def test_income_has_a_row_for_each_number_of_animals_and_nothing_for_none(edition: Edition) -> None:
    for face in edition.faces:
        assert 0 <= face.customer_seats <= 4
        assert len(face.income) == face.customer_seats + 1
        assert face.customer_seats == 0 or face.income[0] == Gain()


def test_one_animal_more_never_pays_less(edition: Edition) -> None:
    for face in edition.faces:
        for fewer, more in itertools.pairwise(face.income):
            assert more.coins >= fewer.coins
            assert more.wood >= fewer.wood
            assert more.vp >= fewer.vp


def test_some_shops_have_no_customer_seat_and_some_pay_non_linearly(edition: Edition) -> None:
    assert any(face.customer_seats == 0 for face in edition.faces)
    curved = [
        face.name
        for face in edition.faces
        if any(
            face.income[n] != Gain(*(n * part for part in vars(face.income[1]).values())) for n in range(2, len(face.income))
        )
    ]
    assert len(curved) >= 4


def test_food_court_and_home_centre_pay_by_own_icons(edition: Edition) -> None:
    paying = {shop.front.name_ja for shop in edition.shops if any(any(face.icon_income) for face in shop.faces)}
    assert paying == {"フードコート", "ホームセンター"}


def test_a_visit_is_worth_more_than_1_and_gives_the_owner_something(edition: Edition) -> None:
    hosts = [face for face in edition.faces if face.worker_seats]
    assert len(hosts) >= 6
    assert all(units(face.visitor) > 1 for face in hosts)
    assert all(units(face.owner) >= 1 for face in hosts)


def test_mean_customer_seats_are_1_5_to_2_3_a_plot(edition: Edition) -> None:
    assert 1.5 <= mean(face.customer_seats for face in edition.faces) <= 2.3
    supply = [face.customer_seats for shop in edition.shops for face in shop.faces for _ in range(shop.copies_at(4))]
    assert 1.5 <= mean(supply) <= 2.3


def test_animals_never_run_short(edition: Edition) -> None:
    crowded = [building for building in edition.public_buildings if building.capacity > 1]
    assert sum(building.copies * 2 * (building.capacity - 1) for building in crowded) <= 4


def test_no_action_can_cost_more_than_2_units_less(edition: Edition) -> None:
    def saved(discount: Discount, action: str) -> float:
        named = {"build", "upgrade"} if action == "both" else {action}
        return discount.coins + 1.5 * discount.wood if named & set(discount.actions) else 0

    for action in ("build", "upgrade", "both", "public", "move"):
        by_manager = max(saved(manager.discount, action) for manager in edition.managers)
        by_shops = sum(max(saved(face.discount, action) for face in shop.faces) for shop in edition.shops)
        assert by_manager + by_shops <= 2


def test_only_the_lumber_line_makes_building_and_upgrading_cheaper(edition: Edition) -> None:
    cheaper = [face.name_ja for face in edition.faces if set(face.discount.actions) == {"build", "upgrade"}]
    assert cheaper == ["材木店", "大型材木店"]


def test_starting_resources_allow_a_first_build_in_round_1_or_2(edition: Edition) -> None:
    (first,) = (shop.front for shop in edition.shops if shop.first_shop)
    for manager in edition.managers:
        assert manager.start.coins + 2 * manager.each_round.coins + 2 * first.income[1].coins >= 4


def test_only_general_and_import_store_show_two_icons(edition: Edition) -> None:
    assert [face.name_ja for face in edition.faces if len(face.icons) == 2] == ["雑貨店", "輸入雑貨店"]
    assert {icon for face in edition.faces for icon in face.icons} == {"food", "goods", "service"}


def test_general_store_and_bank_do_not_show_all_three_icons(edition: Edition) -> None:
    faces = fronts(edition)
    assert len({*faces["General store"].icons, *faces["Bank"].icons}) == 2


def test_old_restaurant_and_big_goal_1_are_out_at_2_players(edition: Edition) -> None:
    assert {shop.front.name_ja: shop.min_players for shop in edition.shops if shop.min_players > 2} == {"老舗小料理屋": 3}
    assert next(shop.shop_class for shop in edition.shops if shop.min_players == 3) == "special"
    assert {goal.id: goal.min_players for goal in edition.goals if goal.min_players > 2} == {"big-1": 3}


def test_big_goal_8_is_shops_of_all_three_icon_types_at_the_end(edition: Edition) -> None:
    goal = next(goal for goal in edition.goals if goal.id == "big-8")
    assert (goal.condition, goal.k, goal.timing) == ("icon_types", 3, "end")


def test_public_buildings_have_the_vp_and_capacity_of_the_source(edition: Edition) -> None:
    known = {building.name_ja: (building.vp, building.capacity) for building in edition.public_buildings}
    assert known == {"英霊碑": (6, 1), "仮設ステージ": (3, 2), "工事現場": (3, 0)}
    for building in edition.public_buildings:
        wood, coins, both = building.costs
        assert wood.coins == coins.wood == 0
        assert wood.wood > 0 < coins.coins
        assert both.coins + both.wood > 0


def test_both_frames_of_an_ad_add_up_to_the_fee_and_the_dearer_slot_brings_more(edition: Edition) -> None:
    for ad in edition.ads:
        for dear, cheap in ad.frames:
            assert dear.price + cheap.price == ad.fee
            assert dear.price >= cheap.price >= 1
            assert dear.vp >= cheap.vp >= 1
            assert dear.vp == cheap.vp or dear.price > cheap.price


def test_goals_of_both_decks_and_timings_ask_for_what_can_be_reached(edition: Edition) -> None:
    most = {"shops": 4, "upgraded": 4, "icon": 4, "icon_types": 3, "coins": 30, "wood": 15, "sales": 5, "animals": 16}
    for goal in edition.goals:
        assert 1 <= goal.k <= most.get(goal.condition, 10)
        assert (goal.icon != "") == (goal.condition == "icon")
        assert goal.vp > 0
    assert {(goal.deck, goal.timing) for goal in edition.goals} >= {("big", "achieved"), ("big", "end"), ("small", "achieved")}


def test_the_packages_own_checks_agree(edition: Edition) -> None:
    assert soft_faults(edition) == []
    assert soft_measures(edition).keys() == words.SOFT_BANDS.keys()


# The shipped edition


def test_the_shipped_edition_is_named_with_its_provenance_and_the_hash_of_all_files() -> None:
    info = load_edition().info
    assert info.name == "reconstructed"
    assert "not public" in info.provenance
    listed = "".join(f"{hashlib.sha256((SHIPPED / name).read_bytes()).hexdigest()}  {name}\n" for name in FILES)
    assert info.sha256 == hashlib.sha256(listed.encode()).hexdigest()


def test_the_shipped_edition_has_every_kind_of_condition_and_every_occasion_of_managers() -> None:
    shipped = load_edition()
    assert {goal.condition for goal in shipped.goals} == set(words.CONDITIONS)
    for occasion in ("each_round", "on_sale", "on_visit", "on_ad", "on_public"):
        assert any(getattr(manager, occasion) for manager in shipped.managers), occasion
    assert any(manager.discount.actions for manager in shipped.managers)
    assert any(face.on_build for face in shipped.faces)
    assert any(face.on_sale for face in shipped.faces)


def test_no_shipped_shop_is_matched_or_beaten_in_everything_by_another_of_its_class() -> None:
    def merits(shop: Shop) -> list[float]:
        numbers: list[float] = [-shop.upgrade_cost.coins, -shop.upgrade_cost.wood]
        for face in shop.faces:
            rows = [face.income[min(n, face.customer_seats)] for n in range(5)]
            gains = [*rows, *face.icon_income, face.visitor, face.owner, face.on_build, face.on_sale]
            numbers += [part for gain in gains for part in vars(gain).values()]
            numbers += [face.vp, face.discount.coins, face.discount.wood, face.worker_seats]
        return numbers

    for one, other in itertools.permutations(load_edition().shops, 2):
        if one.shop_class == other.shop_class and not one.first_shop:
            pairs = zip(merits(one), merits(other), strict=True)
            assert not all(a <= b for a, b in pairs), f"{other.id} beats {one.id}"


def test_the_cards_cannot_be_changed_by_accident() -> None:
    with pytest.raises(FrozenInstanceError):
        load_edition().shops[0].front.vp = 9  # type: ignore[misc]


def test_importing_the_card_tables_needs_the_standard_library_only() -> None:
    code = (
        "import sys; from engines.animarche import edition, edition_generator;"
        "print({'numpy', 'numba', 'pandas'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


# Properties of the vocabulary


def test_worth_in_units_is_coins_and_a_half_more_for_wood_and_double_for_vp() -> None:
    assert Gain(1, 2, 3).units == 10
    assert Resources(2, 1).units == 3.5
    assert Discount(("build",), 1, 1).units == 2.5
    assert not Gain()
    assert Gain(vp=1)


def test_a_face_pays_linearly_if_every_animal_brings_the_same() -> None:
    assert ShopFace("a", customer_seats=2, income=(Gain(), Gain(1, 1), Gain(2, 2))).pays_linearly
    assert not ShopFace("a", customer_seats=2, income=(Gain(), Gain(1, 1), Gain(2, 1))).pays_linearly
    assert ShopFace("a", income=(Gain(2),)).pays_linearly


def test_copies_in_play_depend_on_the_number_of_players() -> None:
    face = ShopFace("a")
    per_player = Shop("a", "basic", words.PER_PLAYER, True, 2, Resources(), face, face)
    assert [per_player.copies_at(players) for players in (2, 3, 4)] == [2, 3, 4]
    late = Shop("b", "special", 1, False, 3, Resources(), face)
    assert [late.copies_at(players) for players in (2, 3, 4)] == [0, 1, 1]


def test_a_goal_says_what_it_wants() -> None:
    assert Goal("big", 9, "end", "icon", "food", 3, 6, 2).meaning == (
        "shops standing that show the food icon: at least 3, at the end"
    )
    assert Goal("small", 4, "achieved", "visits", "", 4, 3, 2).meaning == "visits made in the game: at least 4"


def test_a_soft_constraint_that_is_not_met_is_named_with_its_measure_and_band(tmp_path: Path) -> None:
    shipped = load_edition()
    poor = tuple(replace(manager, start=Resources()) for manager in shipped.managers)
    beggars = replace(shipped, managers=poor, ads=shipped.ads[:9])
    assert soft_faults(beggars)[0] == "ads is 9, not from 12 to 16"
    assert soft_faults(beggars)[1].startswith("first_build_coins is ")
    write_edition(beggars, tmp_path / "beggars")
    assert load_edition(tmp_path / "beggars").managers == poor


@pytest.mark.parametrize("action", ["build", "upgrade", "public", "move"])
def test_the_largest_discount_adds_manager_and_shops_up(action: str) -> None:
    shipped = load_edition()
    gift = Manager("gift", "Gift", Resources(5), discount=Discount((action,), 0, 1))
    changed = replace(shipped, managers=(*shipped.managers[:6], gift))
    assert soft_measures(changed)["largest_discount"] == (3.5 if action in ("build", "upgrade") else 2)


# Reading and writing


def test_what_is_written_is_read_back(edition: Edition, tmp_path: Path) -> None:
    write_edition(edition, str(tmp_path / "mine"))
    again = load_edition(str(tmp_path / "mine"))
    assert replace(again, info=edition.info) == edition
    assert (again.info.name, again.info.provenance) == (edition.info.name, edition.info.provenance)
    write_edition(again, tmp_path / "again")
    assert load_edition(tmp_path / "again") == again


def test_an_edition_made_in_memory_has_the_hash_of_its_files(tmp_path: Path) -> None:
    write_edition(generate_edition(3), tmp_path / "mine")
    assert load_edition(tmp_path / "mine") == generate_edition(3)


def test_an_unsound_edition_is_not_written(tmp_path: Path) -> None:
    shipped = load_edition()
    with pytest.raises(EditionError, match=r"shops\.csv, line \d+, column class: the table has 5 special shops; exactly 6"):
        write_edition(replace(shipped, shops=shipped.shops[:-1]), tmp_path / "mine")
    with pytest.raises(EditionError, match="the name is not stated"):
        write_edition(replace(shipped, info=replace(shipped.info, name=" ")), tmp_path / "mine")
    assert not (tmp_path / "mine").exists()


def test_a_change_in_any_file_changes_the_hash(tmp_path: Path) -> None:
    hashes = {load_edition().info.sha256}
    for name in FILES:
        write_edition(load_edition(), tmp_path / name[:-4])
        with (tmp_path / name[:-4] / name).open("a") as file:
            file.write("# a note\n")
        hashes.add(load_edition(tmp_path / name[:-4]).info.sha256)
    assert len(hashes) == 6


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(",", " , "),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n", "\n\n# words\n,,,\n"),
    ],
    ids=["BOM", "CRLF", "spaces", "no last line end", "notes and blanks"],
)
def test_what_spreadsheets_and_editors_add_does_no_harm(change: Callable[[str], str], tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).write_bytes(change((SHIPPED / name).read_text("utf-8")).encode())
    assert load_edition(tmp_path).shops == load_edition().shops
    assert load_edition(tmp_path).goals == load_edition().goals


def test_zeros_may_be_written_out_and_rows_may_stand_in_any_order(tmp_path: Path) -> None:
    def reverse(rows: list[dict[str, str]]) -> None:
        rows.reverse()
        for row in rows:
            row["on_build_vp"] = row["on_build_vp"] or "0"
            row["income_vp"] = row["income_vp"] or " ".join("0" * (int(row["customer_seats"]) + 1))

    change_table(tmp_path, "shops.csv", reverse)
    assert load_edition(tmp_path).shops == load_edition().shops[::-1]


def test_other_tables_may_add_provenance(tmp_path: Path) -> None:
    change_table(tmp_path, "ads.csv", lambda rows: rows.pop())
    text = (tmp_path / "ads.csv").read_text("utf-8")
    (tmp_path / "ads.csv").write_text("# provenance: typed from my own copy\n" + text, "utf-8")
    shipped = load_edition().info.provenance
    assert load_edition(tmp_path).info.provenance == f"{shipped}; typed from my own copy"


# Errors: what was wrong, where, and what would be right


def change_table(directory: Path, name: str, change: Callable[[list[dict[str, str]]], object]) -> None:
    """Copy the shipped edition, with the cells of one table changed and all its notes kept."""
    for other in FILES:
        (directory / other).write_bytes((SHIPPED / other).read_bytes())
    lines = (SHIPPED / name).read_text("utf-8").splitlines()
    notes = [line for line in lines if line.startswith("#")]
    rows = list(csv.DictReader(lines[len(notes) :]))
    columns = list(rows[0])
    change(rows)
    with (directory / name).open("w", encoding="utf-8", newline="") as file:
        file.writelines(note + "\n" for note in notes)
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)


def first_line(name: str) -> int:
    """Return the line of the first card of a shipped table."""
    return 2 + sum(line.startswith("#") for line in (SHIPPED / name).read_text("utf-8").splitlines())


def error_of(path: Path) -> EditionError:
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    return caught.value


def find(rows: list[dict[str, str]], **cells: str) -> int:
    return next(place for place, row in enumerate(rows) if cells.items() <= row.items())


BANK = {"shop": "bank", "side": "front"}
BAKERY = {"shop": "bakery", "side": "front"}
PATISSERIE = {"shop": "bakery", "side": "back"}
GENERAL = {"shop": "general-store", "side": "front"}
LUMBER = {"shop": "lumber-shop", "side": "front"}
THEATRE = {"shop": "theatre"}
TWO_SEATS = {"customer_seats": "2", "income_coins": "", "income_wood": "", "income_vp": ""}
NO_COST = {"upgrade_cost_coins": "", "upgrade_cost_wood": ""}
SAME_PRICE = {"frame1_price1": "2", "frame1_price2": "2", "frame1_vp1": "9", "frame1_vp2": "2"}
NO_SEATS = TWO_SEATS | {"customer_seats": "0"}
CELL_FAULTS: dict[str, tuple[str, dict[str, str], dict[str, str], str, str]] = {
    "too many seats": ("shops.csv", BAKERY, {"customer_seats": "5"}, "customer_seats", "'5' is not from 0 to 4"),
    "a word for a number": ("shops.csv", BAKERY, {"vp": "two"}, "vp", "'two' is not a whole number from 0 to 30"),
    "a negative gain": ("shops.csv", BAKERY, {"on_build_wood": "-1"}, "on_build_wood", "'-1' is not from 0 to 15"),
    "a gain above the cap": ("shops.csv", BAKERY, {"owner_coins": "31"}, "owner_coins", "'31' is not from 0 to 30"),
    "a row too few": ("shops.csv", BAKERY, TWO_SEATS | {"income_coins": "0 2"}, "income_coins", "is 2 numbers; 3 are needed"),
    "a row too many": ("shops.csv", BAKERY, TWO_SEATS | {"income_vp": "0 1 2 3"}, "income_vp", "is 4 numbers; 3 are needed"),
    "a word among rows": ("shops.csv", BAKERY, TWO_SEATS | {"income_vp": "0 x 2"}, "income_vp", "'x' is not a whole number"),
    "pay for nobody": ("shops.csv", BAKERY, TWO_SEATS | {"income_wood": "1 1 1"}, "income_wood", "pays nothing for 0 animals"),
    "an unknown icon": ("shops.csv", BAKERY, {"icons": "foot"}, "icons", "did you mean 'food'?"),
    "an icon twice": ("shops.csv", BAKERY, {"icons": "food food"}, "icons", "'food' stands there twice"),
    "no icon": ("shops.csv", BAKERY, {"icons": ""}, "icons", "0 icons; a face shows one or two of food, goods, service"),
    "three icons": ("shops.csv", BAKERY, {"icons": "food goods service"}, "icons", "3 icons; a face shows one or two"),
    "an unknown class": ("shops.csv", BAKERY, {"class": "base"}, "class", "'base' is not one of basic, special"),
    "an unknown side": ("shops.csv", BAKERY, {"side": "top"}, "side", "'top' is not one of front, back"),
    "no copies": ("shops.csv", BANK, {"copies": "0"}, "copies", "'0' is not from 1 to 4"),
    "a bad flag": ("shops.csv", BANK, {"first_shop": "maybe"}, "first_shop", "'maybe' is not one of yes, no"),
    "a single first shop": ("shops.csv", GENERAL, {"copies": "1"}, "first_shop", "must be basic, with one copy per player"),
    "five players": ("shops.csv", BANK, {"min_players": "5"}, "min_players", "'5' is not from 2 to 4"),
    "no name": ("shops.csv", BANK, {"name": ""}, "name", "'' is not 1 to 40 printable characters"),
    "no shop": ("shops.csv", BANK, {"shop": ""}, "shop", "'' is not 1 to 40 printable characters"),
    "a bell in a name": ("shops.csv", BANK, {"name_ja": "銀\x07行"}, "name_ja", "printable characters"),
    "a name twice": ("shops.csv", PATISSERIE, {"name": "General store"}, "name", "'General store' stands in line 6 already"),
    "a reward without a seat": (
        "shops.csv",
        LUMBER,
        {"worker_seats": "0", "visitor_vp": "1"},
        "visitor_coins",
        "no worker seat",
    ),
    "a discount on nothing": ("shops.csv", BAKERY, {"discount_coins": "1"}, "discount_actions", "has no action"),
    "a discount of nothing": ("shops.csv", BAKERY, {"discount_actions": "move"}, "discount_actions", "has no amount"),
    "a discount on ads": ("shops.csv", BAKERY, {"discount_actions": "ad"}, "discount_actions", "'ad' is not one of build"),
    "an upgrade of a special": ("shops.csv", THEATRE, {"upgrade_cost_coins": "1"}, "upgrade_cost_coins", "cannot be upgraded"),
    "a cost on a back": ("shops.csv", PATISSERIE, {"upgrade_cost_wood": "1"}, "upgrade_cost_wood", "in the front's row only"),
    "copies on a back": ("shops.csv", PATISSERIE, {"copies": "1"}, "copies", "in the front's row only"),
    "another class on the back": ("shops.csv", PATISSERIE, {"class": "special"}, "class", "both need the same class"),
    "fewer seats on the back": (
        *("shops.csv", PATISSERIE, NO_SEATS, "customer_seats"),
        "and the back 0; the back needs at least as many",
    ),
    "pay by icons of one shop": (
        *("shops.csv", BAKERY, {"per_goods_coins": "1", "per_service_vp": "1"}, "per_service_coins"),
        "the face pays by goods and by service, but a shop that shows both counts as one at a time",
    ),
    "too much at the start": ("managers.csv", {"manager": "heir"}, {"start_wood": "16"}, "start_wood", "not from 0 to 15"),
    "an endless ability": ("managers.csv", {"manager": "heir"}, {"on_ad_vp": "99"}, "on_ad_vp", "'99' is not from 0 to 30"),
    "a manager twice": ("managers.csv", {"manager": "heir"}, {"manager": "forester"}, "manager", "stands in line 4 already"),
    "a manager's name twice": ("managers.csv", {"manager": "heir"}, {"name": "Forester"}, "name", "stands in line 4 already"),
    "another fee": ("ads.csv", {"ad": "ad-01"}, {"fee": "30"}, "fee", "the prices of frame 1 add up to"),
    "another sum": (
        *("ads.csv", {"ad": "ad-01"}, {"frame2_price1": "29"}, "fee"),
        "the prices of frame 2 add up to",
    ),
    "a free slot": ("ads.csv", {"ad": "ad-01"}, {"frame1_price2": "0"}, "frame1_price2", "'0' is not from 1 to 30"),
    "the cheap slot first": (
        "ads.csv",
        {"ad": "ad-01"},
        {"frame1_price1": "1", "frame1_price2": "2"},
        "frame1_price2",
        "dearer",
    ),
    "more for the cheap slot": ("ads.csv", {"ad": "ad-03"}, {"frame1_vp2": "30"}, "frame1_vp2", "at least as many VP"),
    "more for the same price": ("ads.csv", {"ad": "ad-01"}, SAME_PRICE, "frame1_vp2", "slots of one price the same"),
    "no fee": ("ads.csv", {"ad": "ad-01"}, {"fee": ""}, "fee", "the cell is empty"),
    "an ad twice": ("ads.csv", {"ad": "ad-03"}, {"ad": "ad-01"}, "ad", "'ad-01' stands in line 3 already"),
    "no cost": ("public_buildings.csv", {"building": "stage"}, {"wood_cost": ""}, "wood_cost", "the cell is empty"),
    "too many on a square": ("public_buildings.csv", {"building": "stage"}, {"capacity": "4"}, "capacity", "not from 0 to 3"),
    "no copy": ("public_buildings.csv", {"building": "stage"}, {"copies": "0"}, "copies", "'0' is not from 1 to 8"),
    "an unknown deck": ("goals.csv", {"condition": "icon_types"}, {"deck": "bigg"}, "deck", "did you mean 'big'?"),
    "an unknown timing": ("goals.csv", {"condition": "icon_types"}, {"timing": "later"}, "timing", "'later' is not one of"),
    "an unknown condition": ("goals.csv", {"condition": "icon_types"}, {"condition": "visit"}, "condition", "did you mean"),
    "too many types": ("goals.csv", {"condition": "icon_types"}, {"k": "4"}, "k", "'4' is not from 1 to 3"),
    "nothing wanted": ("goals.csv", {"condition": "icon_types"}, {"k": "0"}, "k", "'0' is not from 1 to 3"),
    "an icon too much": ("goals.csv", {"condition": "icon_types"}, {"icon": "food"}, "icon", "names no icon; leave it empty"),
    "an icon too few": ("goals.csv", {"icon": "goods"}, {"icon": ""}, "icon", "the cell is empty; it should be one of food"),
    "a goal twice": ("goals.csv", {"icon": "goods"}, {"number": "8"}, "number", "'big-8' stands in line 18 already"),
    "a goal for one": ("goals.csv", {"icon": "goods"}, {"min_players": "1"}, "min_players", "'1' is not from 2 to 4"),
}


@pytest.mark.parametrize(("name", "card", "cells", "column", "message"), CELL_FAULTS.values(), ids=CELL_FAULTS)
def test_a_wrong_cell_is_reported_with_file_line_and_column(
    name: str, card: dict[str, str], cells: dict[str, str], column: str, message: str, tmp_path: Path
) -> None:
    place = -1

    def change(rows: list[dict[str, str]]) -> None:
        nonlocal place
        place = find(rows, **card)
        rows[place].update(cells)

    change_table(tmp_path, name, change)
    error = error_of(tmp_path)
    assert (error.path, error.line, error.column) == (str(tmp_path / name), first_line(name) + place, column)
    assert message in error.message
    assert str(error) == f"{error.path}, line {error.line}, column {column}: {error.message}"


def without(**cells: str) -> Callable[[list[dict[str, str]]], object]:
    """Return a change that takes the matching rows away."""

    def change(rows: list[dict[str, str]]) -> None:
        rows[:] = [row for row in rows if not cells.items() <= row.items()]

    return change


def with_all(**cells: str) -> Callable[[list[dict[str, str]]], object]:
    """Return a change that sets cells of all rows."""
    return lambda rows: [row.update(cells) for row in rows]


@pytest.mark.parametrize(
    ("name", "change", "column", "message"),
    [
        ("shops.csv", without(shop="bank"), "class", "the table has 10 basic shops; exactly 11 are needed"),
        ("shops.csv", without(shop="theatre"), "class", "the table has 5 special shops; exactly 6 are needed"),
        ("managers.csv", without(manager="heir"), "manager", "the table has 6 managers; exactly 7 are needed"),
        ("ads.csv", lambda rows: rows.__delitem__(slice(2, None)), "ad", "the table has 2 ads; 3 to 24 are needed"),
        ("public_buildings.csv", without(building="stage"), "building", "the table has 2 public buildings; exactly 3"),
        ("public_buildings.csv", with_all(capacity="2"), "copies", "16 places for animals beyond one a square; 0 to 4"),
        ("goals.csv", without(deck="small"), "deck", "the table has 0 small goals for 4 players; 4 to 12 are needed"),
        ("goals.csv", with_all(min_players="4"), "deck", "the table has 0 small goals for 3 players; 3 to 12 are needed"),
        ("goals.csv", lambda rows: rows.__delitem__(slice(19, None)), "deck", "11 big goals for 4 players; 12 to 24"),
    ],
)
def test_a_table_with_too_few_or_too_many_is_reported_at_its_end(
    name: str, change: Callable[[list[dict[str, str]]], object], column: str, message: str, tmp_path: Path
) -> None:
    change_table(tmp_path, name, change)
    error = error_of(tmp_path)
    assert (error.path, error.column) == (str(tmp_path / name), column)
    assert error.line == len((tmp_path / name).read_text("utf-8").splitlines())
    assert message in error.message
    assert error.message.endswith("(the table ends here)")


def test_there_is_exactly_one_first_shop(tmp_path: Path) -> None:
    change_table(tmp_path, "shops.csv", lambda rows: rows[find(rows, **BAKERY)].update(first_shop="yes"))
    assert "the table has 2 first shops; exactly 1 are needed" in error_of(tmp_path).message


@pytest.mark.parametrize(
    ("change", "place", "message"),
    [
        (without(**BAKERY), 2, "this back has no front"),
        (without(**PATISSERIE), 2, "this basic shop has no back"),
        (lambda rows: rows[3].update(side="front"), 3, "line 8 has the front of this shop already"),
        (lambda rows: [row.update({"class": "special"} | NO_COST) for row in rows[2:4]], 3, "a special shop has no back"),
    ],
)
def test_fronts_and_backs_must_go_together(
    change: Callable[[list[dict[str, str]]], object], place: int, message: str, tmp_path: Path
) -> None:
    change_table(tmp_path, "shops.csv", change)
    error = error_of(tmp_path)
    assert (error.line, error.column) == (first_line("shops.csv") + place, "side")
    assert message in error.message


@pytest.mark.parametrize("name", FILES)
def test_a_missing_column_is_reported(name: str, tmp_path: Path) -> None:
    change_table(tmp_path, name, lambda rows: None)
    text = (tmp_path / name).read_text("utf-8")
    column = table.COLUMNS[name][-1]
    (tmp_path / name).write_text(text.replace(f",{column}\n", "\n"), "utf-8")
    error = error_of(tmp_path)
    assert (error.path, error.line, error.column) == (str(tmp_path / name), first_line(name) - 1, column)
    assert "this column is missing" in error.message


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_reported_with_the_most_similar_name(name: str, tmp_path: Path) -> None:
    change_table(tmp_path, name, lambda rows: None)
    (tmp_path / name).rename(tmp_path / f"my_{name}")
    error = error_of(tmp_path)
    assert error.path == str(tmp_path / name)
    assert (error.line, error.column) == (None, None)
    assert error.message == f"there is no such file; did you mean {str(tmp_path / f'my_{name}')!r}?"


def test_a_missing_directory_is_reported_with_the_most_similar_name(tmp_path: Path) -> None:
    (tmp_path / "my_town").mkdir()
    error = error_of(tmp_path / "my_twon")
    assert error.message == f"there is no such directory; did you mean {str(tmp_path / 'my_town')!r}?"


def test_a_file_in_place_of_a_directory_is_reported() -> None:
    assert "this is a file; a directory with shops.csv, managers.csv" in error_of(SHIPPED / "shops.csv").message


@pytest.mark.parametrize("key", ["name", "provenance"])
def test_name_and_provenance_must_be_stated(key: str, tmp_path: Path) -> None:
    change_table(tmp_path, "shops.csv", lambda rows: None)
    lines = (tmp_path / "shops.csv").read_text("utf-8").splitlines()
    (tmp_path / "shops.csv").write_text("\n".join(line for line in lines if not line.startswith(f"# {key}")), "utf-8")
    error = error_of(tmp_path)
    assert (error.path, error.line) == (str(tmp_path / "shops.csv"), 1)
    assert error.message == f"the {key} is not stated; put a line '# {key}: ...' above the column names"


def test_a_table_of_another_edition_is_reported(tmp_path: Path) -> None:
    change_table(tmp_path, "goals.csv", lambda rows: None)
    text = (tmp_path / "goals.csv").read_text("utf-8")
    (tmp_path / "goals.csv").write_text(text.replace("# name: reconstructed", "# name: mine"), "utf-8")
    error = error_of(tmp_path)
    assert (error.path, error.line) == (str(tmp_path / "goals.csv"), 1)
    assert "this table is of the edition 'mine'" in error.message


def test_an_error_survives_the_way_between_processes(tmp_path: Path) -> None:
    change_table(tmp_path, "goals.csv", lambda rows: rows[0].update(k="9"))
    error = error_of(tmp_path)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


# The generator


def test_a_seed_gives_the_same_edition_in_every_process_and_other_seeds_give_others() -> None:
    code = "from engines.animarche.edition_generator import *; print(generate_edition(7).info.sha256)"
    hashes = set()
    for salt in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": salt}
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
        hashes.add(done.stdout.strip())
    assert hashes == {generate_edition(7).info.sha256}
    made = [generate_edition(seed) for seed in range(5)]
    for tables in ("shops", "managers", "ads", "public_buildings", "goals"):
        assert len({getattr(edition, tables) for edition in made}) == 5


def test_a_generated_edition_is_named_and_says_how_to_make_it_again() -> None:
    info = generate_edition(7).info
    assert info.name == "reconstructed-7"
    assert info.provenance.endswith("; generate_edition(seed=7)")
    rich = generate_edition(7, income=2.5, name="rich")
    call = rich.info.provenance.split("; ")[1]
    assert call == "generate_edition(seed=7, income=2.5, name='rich')"
    assert eval(call, {"generate_edition": generate_edition}) == rich


def test_names_icons_classes_and_conditions_are_those_of_the_shipped_edition() -> None:
    shipped, made = load_edition(), generate_edition(11)
    assert [(face.name, face.icons) for face in made.faces] == [(face.name, face.icons) for face in shipped.faces]
    assert [(shop.id, shop.shop_class, shop.copies) for shop in made.shops] == [
        (shop.id, shop.shop_class, shop.copies) for shop in shipped.shops
    ]
    assert [(goal.id, goal.condition, goal.timing) for goal in made.goals] == [
        (goal.id, goal.condition, goal.timing) for goal in shipped.goals
    ]
    assert [manager.name for manager in made.managers] == [manager.name for manager in shipped.managers]


@pytest.mark.parametrize("seed", GENERATED_SEEDS)
def test_vp_make_up_what_a_generated_face_lacks_to_the_worth_that_its_cost_should_buy(seed: int) -> None:
    economy = Economy()
    for shop in generate_edition(seed).shops:
        worth = [generator.face_worth(face) for face in shop.faces]
        target = economy.special_worth if shop.back is None else economy.basic_worth
        if not shop.first_shop:
            assert worth[0] == pytest.approx(target, abs=1.01 if shop.front.vp > 1 else 6)
        if shop.back is not None:
            gained = worth[1] - worth[0] - shop.upgrade_cost.units
            assert gained == pytest.approx(economy.upgrade_margin, abs=1.01 if shop.back.vp > shop.front.vp else 6)


@pytest.mark.parametrize("entry", generator.ECONOMY_RANGES)
def test_every_part_of_the_economy_can_be_set_within_its_range(entry: str) -> None:
    low, high = generator.ECONOMY_RANGES[entry]
    for value in (low, high):
        setting: Any = {entry: value}
        assert soft_faults(generate_edition(1, **setting)) == []
    for value in (low - 0.1, high + 0.1, float("nan")):
        setting = {entry: value}
        with pytest.raises(ValueError, match=f"{entry} is {value}; it must be from {low} to {high}"):
            generate_edition(1, **setting)


def test_the_generators_numbers_are_those_of_the_economy() -> None:
    parameters = inspect.signature(generate_edition).parameters
    assert {name: entry.default for name, entry in parameters.items() if entry.annotation == "float"} == vars(Economy())


@pytest.mark.parametrize("target", [1.6, 1.9, 2.2])
def test_the_mean_of_customer_seats_is_met(target: float) -> None:
    edition = generate_edition(2, mean_seats=target)
    assert mean(face.customer_seats for face in edition.faces) == pytest.approx(target, abs=0.02)


@pytest.mark.parametrize("seed", [-1, 1.5])
def test_the_generator_refuses_seeds_that_are_none(seed: float) -> None:
    with pytest.raises(ValueError, match=f"seed is {seed}; it must be a whole number, 0 or more"):
        generate_edition(seed)  # type: ignore[arg-type]
