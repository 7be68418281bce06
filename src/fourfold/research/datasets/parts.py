"""Parts of a dataset: files that are written by independent tasks, so that an interrupted run can resume."""

import json
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from fourfold.arena.runs.pool import Pool
from fourfold.research.errors import BadHarvest

Part = TypeVar("Part")
Rows = TypeVar("Rows")


def run_missing(
    parts: Sequence[Part],
    path_of: Callable[[Part], Path],
    work: Callable[[Part], Rows],
    write: Callable[[Part, Rows], None],
    pool: Pool,
) -> Generator[int]:
    """Run the parts whose file is missing, and write each when it is done; yield how many are there so far."""
    missing = [part for part in parts if not path_of(part).exists()]
    done = len(parts) - len(missing)
    if done:
        yield done
    with closing(pool.run(work, missing)) as results:
        for part, rows in zip(missing, results, strict=True):
            write(part, rows)
            done += 1
            yield done


def read_about(path: Path) -> dict[str, Any] | None:
    """Read the description of a dataset; None where there is none, {} where it cannot be parsed."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadHarvest("research.unreadable", path=str(path), problem=str(error.strerror)) from error
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def write_about(path: Path, about: dict[str, Any]) -> None:
    """Write the description of a dataset."""
    try:
        path.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadHarvest("research.folder", path=str(path), problem=str(error.strerror)) from error
