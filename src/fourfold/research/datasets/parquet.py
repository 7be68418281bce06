"""Parquet files: columns by the names of Arrow's types, written atomically."""

import importlib
from pathlib import Path
from typing import Any

from fourfold.core.errors import needs_extra
from fourfold.research.errors import BadHarvest


def load_arrow() -> Any:
    """Import pyarrow, which the extra `research` installs."""
    with needs_extra("research"):
        return importlib.import_module("pyarrow")


def _schema(columns: dict[str, str]) -> Any:
    arrow = load_arrow()
    kinds = {name: getattr(arrow, name)() for name in ("int8", "int32", "int64", "string")}
    kinds["float"] = arrow.float32()
    kinds |= {f"list<{name}>": arrow.list_(kinds[name]) for name in ("int64", "string", "float")}
    return arrow.schema([(name, kinds[kind]) for name, kind in columns.items()])


def write_table(path: Path, rows: list[dict[str, Any]], columns: dict[str, str]) -> None:
    """Write a file atomically; BadHarvest."""
    arrow = load_arrow()
    part = path.with_name(path.name + ".part")
    try:
        importlib.import_module("pyarrow.parquet").write_table(arrow.Table.from_pylist(rows, _schema(columns)), part)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadHarvest("research.folder", path=str(path), problem=str(error.strerror)) from error


def read_table(path: Path) -> list[dict[str, Any]]:
    """Read the rows of a file; BadHarvest."""
    arrow = load_arrow()
    try:
        rows: list[dict[str, Any]] = importlib.import_module("pyarrow.parquet").read_table(path).to_pylist()
    except (OSError, arrow.ArrowInvalid) as error:
        raise BadHarvest("research.unreadable", path=str(path), problem=str(error).splitlines()[0]) from error
    return rows
