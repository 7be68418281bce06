"""Atomic files: written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fourfold.store.errors import StorageFailed


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces `path`, synced to the disk, when the block succeeds.

    Readers see the old file or the new one. When anything fails, the old one stays.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name + ".", suffix=".part")
        os.close(handle)
        part = Path(name)
        try:
            yield part
            _sync(part, os.O_RDWR)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        if os.name == "posix":  # elsewhere a folder cannot be opened, and the file system keeps a rename
            _sync(path.parent, os.O_RDONLY)
    except OSError as problem:
        raise StorageFailed("store.cannot_write_file", path=str(path), problem=str(problem.strerror)) from None


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
