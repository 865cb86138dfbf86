"""Editions: card tables as CSV files that a user can read, edit and replace.

What all games share: a strict reader that keeps line numbers, small parsers for one cell, and an error that says what
was wrong, where, and what would be right. A table looks like this::

    # name: my deck
    # provenance: typed from my own copy, second printing
    id,type,coins
    beer-01,beer,4

Lines that start with ``#`` are notes: ``name`` and ``provenance`` are kept (several provenance lines are joined), all
others are for people. Blank lines are skipped. A byte order mark and the line ends of any system are accepted, and so
are the commas and quotes that a spreadsheet adds to notes. A cell cannot hold a line break.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engines.game import UsageError

PROVENANCE_JOINT = "; "
LONGEST_LIST_SHOWN = 12
LONGEST_NAME = 40
WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")


class EditionError(UsageError):
    """A card table that cannot be used.

    Attributes: path (the file as the user named it), line (counted from 1, None if the whole file is meant), column
    (a column's name or None), message (what was wrong and what would be right, without the place). str() gives all:
    "deck.csv, line 7, column coins: '12' is not from 4 to 9".
    """

    def __init__(self, path: Path | str, message: str, line: int | None = None, column: str | None = None) -> None:
        self.path = str(path)
        self.message = message
        self.line = line
        self.column = column
        place = self.path
        if line is not None:
            place += f", line {line}"
        if column is not None:
            place += f", column {column}"
        super().__init__(f"{place}: {message}")

    def __reduce__(self) -> tuple[type[EditionError], tuple[str, str, int | None, str | None]]:
        """Let the error travel whole between processes."""
        return type(self), (self.path, self.message, self.line, self.column)


@dataclass(frozen=True)
class EditionInfo:
    """What every result and report says of the edition played: name, origin, and SHA-256 of the file's bytes (hex)."""

    name: str
    provenance: str
    sha256: str


@dataclass(frozen=True)
class Row:
    """One line of a table: its cells by column, stripped of outer spaces, and where it stands."""

    path: str
    line: int
    cells: dict[str, str]

    def fault(self, column: str, message: str) -> EditionError:
        """Return (not raise) the error for one cell of this row."""
        return EditionError(self.path, message, self.line, column)


@dataclass(frozen=True)
class Table:
    """A table as read: its notes `name` and `provenance` ("" if absent), the file's SHA-256, and rows in file order."""

    path: str
    name: str
    provenance: str
    sha256: str
    header_line: int
    rows: tuple[Row, ...]

    @property
    def last_line(self) -> int:
        """Line of the last row (of the header in a table without rows): where something missing is reported."""
        return self.rows[-1].line if self.rows else self.header_line


def read_table(path: Path, columns: Sequence[str]) -> Table:
    """Read a CSV file that has exactly `columns`, in any order.

    Raises EditionError if the file is missing, a directory, unreadable, empty or not UTF-8, if a column is missing,
    unknown or doubled, or if a row has too many or too few cells.
    """
    if path.is_dir():
        raise EditionError(path, "this is a directory; a CSV file is needed here")
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise EditionError(path, "there is no such file" + _neighbour_hint(path)) from None
    except OSError as error:
        raise EditionError(path, f"the file cannot be read ({error.strerror or error})") from error
    return parse_table(str(path), data, columns)


def parse_table(path: str, data: bytes, columns: Sequence[str]) -> Table:
    """Read the bytes of a CSV file; `path` only names it in errors. Raises EditionError as `read_table` does."""
    name = ""
    provenance: list[str] = []
    header: list[str] = []
    header_line = 0
    rows: list[Row] = []
    for line, text in enumerate(_decode(path, data).split("\n"), start=1):
        if text.startswith(("#", '"#')):
            key, value = _split_note(path, line, text)
            if key == "name":
                name = value
            elif key == "provenance" and value:
                provenance.append(value)
            continue
        cells = _split_cells(path, line, text)
        if not any(cells):
            continue
        if not header:
            header, header_line = _checked_header(path, line, cells, columns), line
        else:
            rows.append(_make_row(path, line, header, cells))
    if not header:
        raise EditionError(path, f"the table is empty; its first line should be {','.join(columns)}")
    sha256 = hashlib.sha256(data).hexdigest()
    return Table(path, name, PROVENANCE_JOINT.join(provenance), sha256, header_line, tuple(rows))


def table_info(table: Table) -> EditionInfo:
    """Return the table's name, provenance and hash. Raises EditionError if name or provenance is not stated."""
    for key, value in (("name", table.name), ("provenance", table.provenance)):
        if not value:
            message = f"the {key} is not stated; put a line '# {key}: ...' above the column names"
            raise EditionError(table.path, message, 1)
    return EditionInfo(table.name, table.provenance, table.sha256)


def note_lines(info: EditionInfo) -> list[str]:
    """Write name and provenance as the lines that `parse_table` reads back, without line ends."""
    values = [("name", info.name)] + [("provenance", part) for part in info.provenance.split(PROVENANCE_JOINT)]
    return [f"# {key}: {' '.join(value.split()).rstrip(', ')}" for key, value in values]


def read_tables(directory: Path, columns: Mapping[str, Sequence[str]]) -> dict[str, Table]:
    """Read an edition that is a directory: one CSV file for each key of `columns`, with the columns given there.

    Raises EditionError if the directory or a file is missing, or as `read_table` does.
    """
    if not directory.exists():
        raise EditionError(directory, "there is no such directory" + _neighbour_hint(directory, "*/"))
    if not directory.is_dir():
        raise EditionError(directory, f"this is a file; a directory with {', '.join(columns)} is needed here")
    return {name: read_table(directory / name, wanted) for name, wanted in columns.items()}


def tables_info(tables: Mapping[str, Table]) -> EditionInfo:
    """Return name, provenance and hash of an edition of several tables, by file name.

    Name and provenance must stand in the first table; what another one says of its provenance is added. Raises
    EditionError if they are not stated, or if a table gives another edition's name.
    """
    first, *others = tables.values()
    info = table_info(first)
    parts = info.provenance.split(PROVENANCE_JOINT)
    for table in others:
        if table.name not in ("", info.name):
            message = f"this table is of the edition {table.name!r}, but {first.path} of {info.name!r}; one name is needed"
            raise EditionError(table.path, message, 1)
        parts += [part for part in table.provenance.split(PROVENANCE_JOINT) if part and part not in parts]
    sha256 = tables_sha256({name: table.sha256 for name, table in tables.items()})
    return EditionInfo(info.name, PROVENANCE_JOINT.join(parts), sha256)


def tables_sha256(hashes: Mapping[str, str]) -> str:
    """Combine the hashes of files, by name: the SHA-256 of what `sha256sum FILE...` prints for them in this order."""
    return hashlib.sha256("".join(f"{digest}  {name}\n" for name, digest in hashes.items()).encode()).hexdigest()


def table_bytes(notes: Iterable[str], columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> bytes:
    """Return a CSV file in UTF-8 with \\n as line end: notes, column names, and of each row the cells of `columns`, empty
    where the row has none."""
    text = io.StringIO()
    text.writelines(note + "\n" for note in notes)
    writer = csv.DictWriter(text, columns, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode("utf-8")


def parse_name(row: Row, column: str) -> str:
    """Return the cell if it can be the name of a card. Raises EditionError if it is empty, too long or unprintable."""
    name = row.cells[column]
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip("# "):
        raise row.fault(column, f"{name!r} is not 1 to {LONGEST_NAME} printable characters without '#' at an end")
    return name


def parse_int(row: Row, column: str, low: int, high: int) -> int:
    """Return the cell as a whole number from low to high. Raises EditionError if it is none."""
    text = row.cells[column]
    wanted = f"from {low} to {high}"
    if not text:
        raise row.fault(column, f"the cell is empty; a whole number {wanted} is needed")
    if not WHOLE_NUMBER.fullmatch(text):
        raise row.fault(column, f"{text!r} is not a whole number {wanted}")
    value = int(text)
    if not low <= value <= high:
        raise row.fault(column, f"{text!r} is not {wanted}")
    return value


def parse_amount(row: Row, column: str, low: int, high: int) -> int:
    """Return the cell as a whole number from low to high, or 0 if it is empty. Raises EditionError if it is neither."""
    return parse_int(row, column, low, high) if row.cells[column] else 0


def parse_amounts(row: Row, column: str, count: int, high: int) -> list[int]:
    """Return `count` whole numbers from 0 to high, separated by spaces; an empty cell is that many zeros."""
    words = row.cells[column].split() or ["0"] * count
    if len(words) != count:
        raise row.fault(column, f"{row.cells[column]!r} is {len(words)} numbers; {count} are needed, with spaces between")
    return [parse_int(Row(row.path, row.line, {column: word}), column, 0, high) for word in words]


def parse_words(row: Row, column: str, choices: Sequence[str]) -> tuple[str, ...]:
    """Return words of `choices`, separated by spaces, in the order of `choices`; an empty cell has none.

    Raises EditionError if a word is no choice or stands there twice.
    """
    words = row.cells[column].split()
    for word in words:
        parse_choice(Row(row.path, row.line, {column: word}), column, choices)
        if words.count(word) > 1:
            raise row.fault(column, f"{word!r} stands there twice")
    return tuple(choice for choice in choices if choice in words)


def parse_choice(row: Row, column: str, choices: Sequence[str]) -> str:
    """Return the cell if it is one of `choices`. Raises EditionError, with the nearest choice, if it is none."""
    text = row.cells[column]
    if text in choices:
        return text
    raise row.fault(column, not_a_choice(text, choices))


def not_a_choice(text: str, choices: Sequence[str]) -> str:
    """Say that `text` is not among `choices`, and what would be: the nearest one, or all if they are few."""
    found = nearest(text, choices)
    few = len(choices) <= LONGEST_LIST_SHOWN
    listed = ", ".join(choices) if few else f"{choices[0]} ... {choices[-1]}"
    problem = f"{text!r} is not one of" if text else "the cell is empty; it should be one of"
    return f"{problem} {listed}" + (f"; did you mean {found!r}?" if found else "")


def nearest(text: str, choices: Iterable[str]) -> str | None:
    """Return the choice most like `text`, upper and lower case alike; None if none is near."""
    by_folded = {choice.casefold(): choice for choice in choices}
    found = difflib.get_close_matches(text.casefold(), by_folded, n=1, cutoff=0.5)
    return by_folded[found[0]] if found else None


def _decode(path: str, data: bytes) -> str:
    """Decode UTF-8 with or without a byte order mark, and make all line ends \\n."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise EditionError(path, "this is not UTF-8 text; save the table as CSV in UTF-8", line) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _split_note(path: str, line: int, text: str) -> tuple[str, str]:
    """Split '# key: value' in two; a note without a colon has value ''. Spreadsheets may have quoted or padded it."""
    note = _split_cells(path, line, text)[0] if text.startswith('"') else text.rstrip(", \t")
    key, _, value = note.lstrip("#").partition(":")
    return key.strip().lower(), value.strip()


def _split_cells(path: str, line: int, text: str) -> list[str]:
    """Split one line at its commas, outside quotes."""
    try:
        cells = next(csv.reader([text], strict=True), [])
    except csv.Error as error:
        raise EditionError(path, f"this line cannot be split into cells; check its quotes ({error})", line) from None
    return [cell.strip() for cell in cells]


def _checked_header(path: str, line: int, cells: list[str], columns: Sequence[str]) -> list[str]:
    """Return the column names if each of `columns` stands there once and nothing else does."""
    while cells and not cells[-1]:
        cells = cells[:-1]
    if len(cells) == 1 and re.search(r"[;\t]", cells[0]) and len(columns) > 1:
        raise EditionError(path, "the column names are not separated by commas; save the table with commas", line)
    missing = [column for column in columns if column not in cells]
    for index, cell in enumerate(cells):
        if cell in cells[:index]:
            raise EditionError(path, "this column stands there twice; remove one", line, cell)
        if cell not in columns:
            found = nearest(cell, missing)
            hint = f"; did you mean {found!r}?" if found else f"; the columns are {', '.join(columns)}"
            raise EditionError(path, f"there is no column of this name{hint}", line, cell or f"number {index + 1}")
    if missing:
        raise EditionError(path, f"this column is missing; the columns are {', '.join(columns)}", line, missing[0])
    return cells


def _make_row(path: str, line: int, header: list[str], cells: list[str]) -> Row:
    """Pair cells with column names; empty cells beyond the last column are what a spreadsheet leaves and do no harm."""
    extra = [cell for cell in cells[len(header) :] if cell]
    if extra:
        message = f"{len(cells)} cells for {len(header)} columns; {extra[0]!r} is too much (is a comma too many?)"
        raise EditionError(path, message, line, f"after {header[-1]}")
    if len(cells) < len(header):
        message = f"{len(cells)} cells for {len(header)} columns; this one has none (leave a cell empty by its comma)"
        raise EditionError(path, message, line, header[len(cells)])
    return Row(path, line, dict(zip(header, cells, strict=False)))


def _neighbour_hint(path: Path, pattern: str = "*.csv") -> str:
    """Name the most similar CSV file (or what else the pattern finds) of the same directory, if there is one."""
    try:
        found = nearest(path.name, sorted(other.name for other in path.parent.glob(pattern)))
    except OSError:
        found = None
    return f"; did you mean {str(path.with_name(found))!r}?" if found else ""
