"""Checks that a batch on a graphics processor shares its arrays: `python research/gpu/share.py FOLDER`.

CuPy, torch and JAX, as far as they are installed, take over every array. It is shared if its address is the same, and
if what one side writes is seen on the other (JAX does not write). PTX files of `check.py compile` are used from the
folder, and `share.md` is written to it; the exit code is 1 where CuPy or torch did not share.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from machine import describe_machine, tell_machine

ARRAYS = ("rows", "to_move", "counts", "rewards", "ended", "masks", "observations")


def adopt_cupy(array: Any) -> tuple[Any, int]:
    """The array in CuPy by its `__cuda_array_interface__`, and its address."""
    import cupy

    class Holder:
        __cuda_array_interface__ = array.__cuda_array_interface__

    adopted = cupy.asarray(Holder())
    return adopted, adopted.data.ptr


def adopt_torch(array: Any) -> tuple[Any, int]:
    """The array in torch by DLPack, and its address."""
    import torch

    adopted = torch.from_dlpack(array)
    return adopted, adopted.data_ptr()


def adopt_jax(array: Any) -> tuple[Any, int]:
    """The array in JAX by DLPack, and its address."""
    import jax

    adopted = jax.dlpack.from_dlpack(array)
    return adopted, adopted.unsafe_buffer_pointer()


LIBRARIES: dict[str, Callable[[Any], tuple[Any, int]]] = {
    "cupy": adopt_cupy, "torch": adopt_torch, "jax": adopt_jax,
}  # fmt: skip


def first_number(array: Any) -> float:
    """The first number of an array of any library."""
    return float(array.reshape(-1)[0])


def compare(array: Any, adopted: Any, address: int, can_write: bool) -> str:
    """Tell whether an array is shared: by its address, and by changes on both sides."""
    if address != array.data.ptr:
        return "copied"
    before = array.reshape(-1)[0].item()
    if can_write:
        adopted.reshape(-1)[0] = 1
        if first_number(array) != 1:
            return "the same address, but a change there is not seen here"
    array.reshape(-1)[0] = 0
    array.device.synchronize()
    is_seen = first_number(adopted) == 0
    array.reshape(-1)[0] = before
    return "shared" if is_seen else "the same address, but a change here is not seen there"


def main() -> int:
    """Read the command line, compare, and write the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default="qawale")
    given = parser.parse_args()
    os.environ["FOURFOLD_CACHE"] = str(given.folder)
    os.environ.setdefault("FOURFOLD_INTERPRET", "1")
    from fourfold.research.batch import Batch

    found: list[tuple[str, str, str, str]] = []
    with Batch(given.game, 1024, device="cuda") as batch:
        for library, adopt in LIBRARIES.items():
            try:
                version = importlib.import_module(library).__version__
            except ImportError:
                continue
            for name in ARRAYS:
                array = getattr(batch, name)
                try:
                    said = compare(array, *adopt(array), can_write=library != "jax")
                except (BufferError, TypeError, ValueError, RuntimeError) as problem:
                    said = f"refused: {problem}"
                found.append((f"{library} {version}", name, str(array.dtype), said))
                print(*found[-1], flush=True)
    head = f"# Arrays shared on a graphics processor\n\n{tell_machine(describe_machine(False))}.\n\n"
    head += "| library | array | kind | found |\n|---|---|---|---|\n"
    (given.folder / "share.md").write_text(head + "".join(f"| {' | '.join(line)} |\n" for line in found))
    return 0 if all(said == "shared" for library, _, _, said in found if not library.startswith("jax")) else 1


if __name__ == "__main__":
    sys.exit(main())
