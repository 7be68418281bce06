"""The one door to the compiler. Nothing else in the project imports numba.

A kernel is a function whose annotations are its machine signature:

    @compiled
    def count(state: Row, work: Row) -> int: ...

With FOURFOLD_INTERPRET=1 every kernel runs as the plain Python it is written
in: slow, but it can be stepped through and measured for coverage.
"""

import atexit
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import platformdirs
from numpy.typing import NDArray

INTERPRETED = os.environ.get("FOURFOLD_INTERPRET") == "1"

Row = Annotated[NDArray[np.int64], 1]  # one state, or scratch space
Table = Annotated[NDArray[np.int64], 2]  # one row a ply, or a game
Features = Annotated[NDArray[np.float32], 1]  # one observation, or one reward a seat
FeatureTable = Annotated[NDArray[np.float32], 2]  # one of them a game
Numbers = Annotated[NDArray[np.float64], 1]  # sums of many
Flags = Annotated[NDArray[np.int8], 1]  # one mask, or one yes or no a game
FlagTable = Annotated[NDArray[np.int8], 2]  # one mask a game

word: Callable[[int], int] = np.int64  # type: ignore[assignment]  # makes a constant a word: `word(1) << 63` wraps, `1 << 63` would grow

RUNNING, DRAWN = 0, -1  # what `status` says; otherwise the winner's seat + 1
CHANCE = -1  # what `to_move` says before a deal
NOBODY = -1  # the seat of a spectator, for `hide` and `fill`

Count = Callable[[Row, Row], int]
Nth = Callable[[Row, int, Row], int]
Play = Callable[[Row, int], None]
ToMove = Callable[[Row], int]
Status = Callable[[Row], int]
Scores = Callable[[Row, Row], None]
Key = Callable[[Row], int]
Refuse = Callable[[Row, int, Row], int]
Hide = Callable[[Row, int], None]
Fill = Callable[[Row, int, int], None]
Deck = Callable[[Row], int]
Deal = Callable[[Row, Row], None]
Choice = Callable[[Row, int, int], int]
Observe = Callable[[Row, int, Features], None]
Evaluate = Callable[[Row, Row, Row], None]  # (state, work, out) writes each seat's chances: an opinion, no rule
Judge = Callable[[Row, Row], int]  # (state, out) -> what is sure for the seat to move, as flags of kernel.opinions
Promise = Callable[[Row, int], int]  # (state, move) -> how good a move looks before it is played, compared with others
Threaten = Callable[[Row, int], int]  # (state, seat) -> how many ways the seat had to win at once, were it its turn
Look = Callable[[Row, Flags], None]
Mark = Callable[[Row, int, Row], int]


class Rules(NamedTuple):
    """All that the rest of the program needs of a game's rules.

    A state is one row of 64-bit words. `work` is a scratch row of a length that the
    game states, owned by the caller, one a ply and thread. Kernels trust and never raise.
    """

    count: Count  # type: ignore[assignment]  # (state, work) -> how many moves are legal, in a state that is running and not before a deal
    nth: Nth  # (state, index, work) -> the index-th of the moves just counted with this work
    play: Play  # (state, move); the move must be legal
    to_move: ToMove  # (state) -> seat, or CHANCE
    status: Status  # (state) -> RUNNING, DRAWN, or the winner's seat + 1
    scores: Scores  # (state, out); every game has them, if only 1 and 0
    key: Key  # (state) -> hash of everything that decides the future
    refuse: Refuse  # (state, move, work) -> 0, or the number of the ruling that forbids it
    hide: Hide  # (state, seat) blanks what the seat, or NOBODY, may not know
    fill: Fill  # (state, seat, seed) deals the blanked part anew, consistent with what is public
    deck: Deck  # (state) -> how many things the next deal orders; 0 where nothing is dealt
    deal: Deal  # (state, order) makes the deal; only when to_move is CHANCE


class Coding(NamedTuple):
    """How a game's moves and views are put into numbers for those who learn it by program."""

    choice: Choice  # (state, move, depth) -> the choice at this depth of the legal move, or NO_CHOICE behind its last
    observe: Observe  # (view, seat, out) writes what the seat sees; `out` is all zeros, the row was blanked by `hide`


class Sight(NamedTuple):
    """How a net sees a game of two seats that see everything, and how it says what it would play.

    A net gives a row of *likings*; how much it likes a move is the sum of those that the move is marked with.
    """

    look: Look  # (state, out) writes what the seat to move sees; `out` is all zeros
    mark: Mark  # (state, move, out) -> how many likings the legal move is marked with, their numbers in `out`


NO_CHOICE = -1  # what `choice` says of a move that is complete


def announce(part: str) -> None:
    """Tell people that they will have to wait; replaced by who has a catalogue to say it from."""


Function = TypeVar("Function", bound=Callable[..., Any])

if INTERPRETED:
    np.seterr(over="ignore")  # 64-bit words wrap around, as they do when compiled

    def compiled(function: Function) -> Function:
        """Leave the kernel as the Python that it is."""
        return function

    allocating = compiled

    def addresses(kernels: Any) -> Row:
        """The kernels themselves, which need no addresses."""
        words: Row = kernels
        return words

    def rules_at(words: Any) -> Rules:
        """The kernels themselves."""
        rules: Rules = words
        return rules

    def coding_at(words: Any) -> Coding:
        """The kernels themselves."""
        coding: Coding = words
        return coding

    def sight_at(words: Any) -> Sight:
        """The kernels themselves."""
        sight: Sight = words
        return sight

    def leading_zeros(word: int) -> int:
        """Count the zero bits above the highest one; 64 for 0."""
        return 64 - (int(word) & 0xFFFFFFFFFFFFFFFF).bit_length()

    def trailing_zeros(word: int) -> int:
        """Count the zero bits below the lowest one; 64 for 0."""
        word = int(word) & 0xFFFFFFFFFFFFFFFF
        return (word & -word).bit_length() - 1 if word else 64

    def popcount(word: int) -> int:
        """Count the one bits."""
        return (int(word) & 0xFFFFFFFFFFFFFFFF).bit_count()

else:
    import numba
    from numba import types
    from numba.core import cgutils
    from numba.experimental.function_type import _get_jit_address, _get_wrapper_address
    from numba.extending import intrinsic

    KEPT_CACHES = 3

    def _digest() -> str:
        """Name the cache folder: numba alone misses edits in imported files, and bakes imported tables in."""
        digest = hashlib.sha256(numba.__version__.encode())
        package = Path(__file__).parents[1]
        for layer in ("kernel", "core", "games", "search", "research/kernels"):
            for path in sorted((package / layer).rglob("*.py")):
                digest.update(path.relative_to(package).as_posix().encode())
                digest.update(path.read_bytes())
        return digest.hexdigest()[:16]

    def _cache_folder() -> Path:
        """Make this version's cache folder and drop all but the newest few others."""
        chosen = os.environ.get("FOURFOLD_CACHE") or platformdirs.user_cache_dir("fourfold", appauthor=False)
        home = Path(chosen) / "kernels"
        folder = home / _digest()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:  # no home to write to: compile for this process alone
            folder = Path(tempfile.mkdtemp(prefix="fourfold-"))
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            return folder
        with suppress(OSError):
            others = sorted((f for f in home.iterdir() if f != folder), key=lambda f: f.stat().st_mtime)
            for old in others[: 1 - KEPT_CACHES]:
                shutil.rmtree(old, ignore_errors=True)
        return folder

    CACHE = _cache_folder()
    numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]

    _seen: set[str] = set()

    def _announce_once(part: str) -> None:
        """Say so before a folder's kernels are compiled for the first time: the cache holds none of them yet."""
        if part not in _seen:
            _seen.add(part)
            if part != "kernel" and not any(CACHE.glob(f"{part}_*")):
                announce(part)

    def _machine_type(annotation: Any) -> Any:
        if annotation is int:
            return types.int64
        if annotation is bool:
            return types.boolean
        if annotation is float:
            return types.float64
        if annotation is None or annotation is type(None):
            return types.void
        if annotation in (Rules, Coding, Sight):
            fields = get_type_hints(annotation, include_extras=True).values()
            return types.NamedTuple([_machine_type(field) for field in fields], annotation)  # type: ignore[no-untyped-call]
        if get_origin(annotation) is Annotated:
            array, dimensions = get_args(annotation)
            *_, inner = get_args(array)  # its scalar, or a dtype of that: NumPy writes arrays in two ways
            scalar = get_args(inner)[0] if get_args(inner) else inner
            return types.Array(numba.from_dtype(np.dtype(scalar)), dimensions, "C")
        arguments, result = get_args(annotation)
        return types.FunctionType(_machine_type(result)(*map(_machine_type, arguments)))

    def compiled(function: Function) -> Function:
        """Compile the kernel for the signature that its annotations give, or take it from the cache.

        It may not make arrays: then numba need not count references to those it is handed, which costs a fifth.
        """
        return _compile(function, _nrt=False)

    def allocating(function: Function) -> Function:
        """Compile a kernel that makes arrays of its own; for the few that cannot do without."""
        return _compile(function)

    def _compile(function: Function, **flags: Any) -> Function:
        source = Path(function.__code__.co_filename)
        can_cache = source.exists()  # not what was typed at a prompt
        if can_cache:
            _announce_once(source.parent.name)
        hints = get_type_hints(function, include_extras=True)
        result = _machine_type(hints.pop("return"))
        signature = result(*map(_machine_type, hints.values()))
        dispatcher: Function = numba.njit(signature, cache=can_cache, nogil=True, **flags)(function)
        return dispatcher

    def addresses(kernels: Any) -> Row:
        """Where the kernels of a contract lie in memory, two words each, for as long as this process lives.

        Handing over these costs nothing; handing over functions takes tens of microseconds each.
        """
        types_of = _machine_type(type(kernels)).types
        pairs = [
            [find(kernel, kind.signature) for find in (_get_wrapper_address, _get_jit_address)]  # type: ignore[no-untyped-call]
            for kernel, kind in zip(kernels, types_of, strict=True)
        ]
        return np.array(pairs, np.int64).reshape(-1)

    def _reader(contract: type) -> Any:
        """Make what turns addresses back into a contract's kernels, inside a compiled function."""

        @intrinsic
        def kernels_at(typing_context: Any, words: Any) -> Any:
            kernels = _machine_type(contract)

            def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                array = context.make_array(signature.args[0])(context, builder, arguments[0])
                functions = []
                for place, kind in enumerate(kernels.types):
                    function = cgutils.create_struct_proxy(kind)(context, builder)  # type: ignore[no-untyped-call]
                    for offset, member in enumerate(("c_addr", "jit_addr")):
                        at = context.get_constant(types.intp, 2 * place + offset)
                        address = builder.load(builder.gep(array.data, [at]))
                        pointer = builder.inttoptr(address, context.get_value_type(types.voidptr))
                        setattr(function, member, pointer)
                    functions.append(function._getvalue())
                return context.make_tuple(builder, kernels, functions)

            return kernels(words), emit

        return kernels_at

    rules_at = _reader(Rules)
    coding_at = _reader(Coding)
    sight_at = _reader(Sight)

    @intrinsic
    def leading_zeros(typing_context: Any, word: Any) -> Any:
        """Count the zero bits above the highest one; 64 for 0."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), emit

    @intrinsic
    def trailing_zeros(typing_context: Any, word: Any) -> Any:
        """Count the zero bits below the lowest one; 64 for 0."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), emit

    @intrinsic
    def popcount(typing_context: Any, word: Any) -> Any:
        """Count the one bits."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), emit
