"""Just-in-time compilation (Numba), and the contracts of kernels. No other module imports numba.

A kernel is a function whose annotations are its machine signature:

    @compiled
    def count(state: Row, work: Row) -> int: ...

A NamedTuple of arrays is an argument like any other. One of kernels is a *contract*: Python hands over the `addresses`
of its kernels, and the compiled function makes the contract of them with a reader such as `rules_at`.

With FOURFOLD_INTERPRET=1 every kernel runs as the plain Python it is written in: slow, but a debugger can step through
it, and its coverage can be measured.
"""

import ctypes
import os
from collections.abc import Callable
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from fourfold import kernel
from fourfold.kernel.cache import PACKAGE, make_folder, owner_of

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

Key = Callable[[Row], int]  # (state) -> hash
Evaluate = Callable[[Row, Row, Row], None]
Judge = Callable[[Row, int, Row], int]
Promise = Callable[[Row, int], int]
Threaten = Callable[[Row, int], int]
Relax = Callable[[Row, int], None]


class Rules(NamedTuple):
    """The contract of a game's rules.

    A state is one row of 64-bit words. `work` is a scratch row of a length that the
    game states, owned by the caller, one a ply and thread. Kernels trust and never raise.
    """

    count: Callable[[Row, Row], int]  # type: ignore[assignment]  # (state, work) -> how many moves are legal, in a state that is running and not before a deal
    nth: Callable[[Row, int, Row], int]  # (state, index, work) -> the index-th of the moves just counted with this work
    play: Callable[[Row, int], None]  # (state, move); the move must be legal
    to_move: Callable[[Row], int]  # (state) -> seat, or CHANCE
    status: Callable[[Row], int]  # (state) -> RUNNING, DRAWN, or the winner's seat + 1
    scores: Callable[[Row, Row], None]  # (state, out); every game has them, if only 1 and 0
    key: Key  # (state) -> hash of everything that decides the future
    refuse: Callable[[Row, int, Row], int]  # (state, move, work) -> 0, or the number of the ruling that forbids it
    hide: Callable[[Row, int], None]  # (state, seat) blanks what the seat, or NOBODY, may not know
    fill: Callable[[Row, int, int], None]  # (state, seat, seed) deals the blanked part anew, consistent with the rest
    deck: Callable[[Row], int]  # (state) -> how many things the next deal orders; 0 where nothing is dealt
    deal: Callable[[Row, Row], None]  # (state, order) makes the deal; only when to_move is CHANCE


class Opinions(NamedTuple):
    """The contract of a game's evaluation: what search knows beyond the rules. See `kernel.evaluation`."""

    evaluate: Evaluate  # (state, work, out) writes each seat's chances: an estimate
    judge: Judge  # (state, asked, out) -> what is certain for the seat to move
    promise: Promise  # (state, move) -> how good a move looks before it is played, compared with others
    threaten: Threaten  # (state, seat) -> how many ways the seat had to win at once, were it its turn
    relax: Relax  # (state, seat) makes winning no harder for the seat, and so many states the same
    symmetric_key: Key  # (state) -> hash that is the same for positions of one worth


class Coding(NamedTuple):
    """The contract of a game's encoding for machine learning: moves and views as numbers."""

    choice: Callable[[Row, int, int], int]  # (state, move, depth) -> the move's choice at this depth, or NO_CHOICE
    observe: Callable[[Row, int, Features], None]  # (view, seat, out) writes what the seat sees; `out` is all zeros


class Steps(NamedTuple):
    """The optional contract of fast steps: masks and moves from paths, and observations changed by difference.

    A path of `depth` choices is the beginning of a legal move. `work` is what `count` left where the path is empty,
    otherwise scratch.
    """

    mask: Callable[
        [Row, Row, Row, int, Flags], None
    ]  # (state, work, path, depth, out) writes 1 for the choices that may come next; `out` is all zeros
    complete: Callable[
        [Row, Row, Row, int], int
    ]  # (state, work, path, depth) -> the move with this path, or INCOMPLETE
    erase: Callable[
        [Row, int, int, Features], None
    ]  # (state, move, seat, out) makes zero, before the move is played, what the next observation may lack
    rewrite: Callable[[Row, int, Features], None]  # (state, seat, out) writes what the seat sees over what `erase` left


class Sight(NamedTuple):
    """The contract of a game's neural net: its input, and the meaning of its output; two seats that see everything.

    A net gives a row of *likings*; how much it likes a move is the sum of those that the move is marked with.
    """

    look: Callable[[Row, Flags], None]  # (state, out) writes what the seat to move sees; `out` is all zeros
    mark: Callable[[Row, int, Row], int]  # (state, move, out) -> how many likings the move has, their numbers in `out`
    may_win: Callable[[Row], bool]  # (state) -> False where it is plain that no move of the seat to move wins at once


class Hints(NamedTuple):
    """The contract of what a reference opponent knows of a game: plain rules of thumb, apart from all `Opinions`."""

    weigh: Callable[[Row, int], int]  # (state, seat) -> how much better the seat stands than the others
    prefer: Callable[[Row, int], int]  # (state, move) -> how good a move looks, 0 or more
    # (state, work, width, after) -> the number of a move that wins at once or stops who would win next, or -1; `work`
    # is what `count` left, `after` a scratch row
    urge: Callable[[Row, Row, int, Row], int]


NO_CHOICE = -1  # what `choice` answers behind the last choice of a move
INCOMPLETE = -(1 << 62)  # what `complete` answers before it
MOST_NEAR = 48 * 1024  # bytes of the near rows of all threads that share a GPU's processor


def fits_near(words: int, threads: int) -> bool:
    """Tell whether there is room for near rows of so many words, or one more: odd lengths use all banks of memory."""
    return 8 * (words | 1) * threads <= MOST_NEAR


Function = TypeVar("Function", bound=Callable[..., Any])
Contract = TypeVar("Contract", bound=NamedTuple)

if INTERPRETED:
    np.seterr(over="ignore")  # 64-bit words wrap around, as they do when compiled

    def compiled(function: Function) -> Function:
        """Leave the kernel as the Python that it is."""
        return function

    inlined = compiled

    def addresses(*contracts: Any) -> Row:
        """The kernels themselves, which need no addresses."""
        kernels: Any = tuple(chain(*contracts))
        return cast("Row", kernels)

    def _reader(contract: type[Contract], place: int = 0) -> Callable[[Row], Contract]:
        """Make the function that finds a contract's kernels among others."""
        fields = len(contract._fields)
        return lambda kernels: contract._make(kernels[place : place + fields])

    def leading_zeros(word: int) -> int:
        """Count the zero bits above the highest one; 64 for 0."""
        return 64 - (int(word) & 0xFFFFFFFFFFFFFFFF).bit_length()

    def trailing_zeros(word: int) -> int:
        """Count the zero bits below the lowest one; 64 for 0."""
        word = int(word) & 0xFFFFFFFFFFFFFFFF
        return (word & -word).bit_length() - 1 if word else 64

    def ask_clock(address: int, clock: int, row: Row, place: int) -> None:
        """Call the C function `clock_gettime` by its address; it writes seconds and nanoseconds at a place of a row."""
        ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p)(int(address))(int(clock), row[place:].ctypes.data)

    def fetch(row: Row, place: int) -> None:
        """Bring the words at a place nearer, for who needs them soon; nothing to do here."""

    def local_row(words: int) -> Row:
        """Make a row of a kernel's own, of a constant length; what stands in it at first is chance."""
        return np.empty(words, np.int64)

    def near_row(words: int, threads: int) -> Row:
        """Make such a row near the processor of a GPU, one for each of so many threads, if there is room."""
        return local_row(words)

    def local_numbers(count: int) -> Numbers:
        """Make a row of fractions of a kernel's own."""
        return np.empty(count, np.float64)

    def popcount(word: int) -> int:
        """Count the one bits."""
        return (int(word) & 0xFFFFFFFFFFFFFFFF).bit_count()

else:
    # Else numba makes colorama reset the colours of the terminal at the end, also of one that has none.
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
    import numba
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import CPUDispatcher
    from numba.core.runtime.nrt import rtsys
    from numba.core.typeinfer import register_dispatcher
    from numba.experimental.function_type import _get_jit_address, _get_wrapper_address
    from numba.extending import intrinsic

    OPTIONS = {"nopython": True, "nogil": True, "boundscheck": None, "_nrt": False}
    SCALARS = {int: types.int64, bool: types.boolean, float: types.float64, type(None): types.void, None: types.void}

    def cache_folder(module: str, source: Path) -> Path:
        """The folder of the cache for the kernels of a module."""
        return make_folder(numba.__version__, owner_of(module, source))

    @cache
    def _kept(module: str, source: Path) -> frozenset[str]:
        """The kernels that the cache holds for a module's folder, by name; where it holds none, announce them."""
        kept = cache_folder(module, source) / _CacheLocator.get_suitable_cache_subpath(str(source))
        names = frozenset(path.name.split(".py")[0] for path in kept.glob("*.nbi"))
        if not names:
            _announce_part(owner_of(module, source).name.rpartition(".")[2])
        return names

    @cache
    def _announce_part(part: str) -> None:
        if part != "kernel":
            kernel.announce(part)

    def machine_type(annotation: Any) -> Any:
        """The type that Numba has for an annotation: a scalar, an array, a tuple, or a pointer to a function."""
        if annotation in SCALARS:
            return SCALARS[annotation]
        if get_origin(annotation) is tuple:
            return types.BaseTuple.from_types([machine_type(part) for part in get_args(annotation)])  # type: ignore[no-untyped-call]
        if isinstance(annotation, type):
            fields = get_type_hints(annotation, include_extras=True).values()
            return types.BaseTuple.from_types([machine_type(field) for field in fields], annotation)  # type: ignore[no-untyped-call]
        if get_origin(annotation) is Annotated:
            array, dimensions = get_args(annotation)
            *_, inner = get_args(array)  # its scalar, or a dtype of that: NumPy writes arrays in two ways
            scalar = get_args(inner)[0] if get_args(inner) else inner
            return types.Array(numba.from_dtype(np.dtype(scalar)), dimensions, "C")
        arguments, result = get_args(annotation)
        return types.FunctionType(machine_type(result)(*map(machine_type, arguments)))

    def compiled(function: Function) -> Function:
        """Compile the kernel for the signature that its annotations give, or take it from the cache.

        It makes no arrays but each `local_row`: so numba need not count references to arrays, which costs a fifth.
        """
        return _compile(function)

    def inlined(function: Function) -> Function:
        """Compile a kernel as a part of those that call it: where many arguments would cost more than the work."""
        return _compile(function, forceinline=True)

    def _compile(function: Function, **flags: Any) -> Function:
        """Make the kernel; one that is not in the cache is compiled at once, so that nobody waits for it later."""
        kernel = _Kernel(function, targetoptions={**OPTIONS, **flags})
        if not kernel.is_kept():
            with register_dispatcher(kernel):  # it may call itself, and has no name yet
                kernel.load()
        return cast("Function", kernel)

    class _Kernel(CPUDispatcher):
        """A kernel with the one signature of its annotations, loaded lazily.

        Most are never loaded: only other kernels call them, and the machine code of these contains them.
        """

        _can_compile: bool

        @property
        def source(self) -> Path | None:
            """The file in which it is written; None for what was typed at a prompt."""
            path = Path(self.__code__.co_filename)
            return path if path.exists() else None

        def is_kept(self) -> bool:
            """Look whether the cache holds it."""
            source = self.source
            name = f"{self.py_func.__qualname__}-{self.__code__.co_firstlineno}"
            return source is not None and f"{source.stem}.{name}" in _kept(self.py_func.__module__, source)

        def load(self) -> None:
            """Take it from the cache, or compile it; in one thread, while others that need it wait."""
            with global_compiler_lock:
                if self._can_compile:
                    if self.source is not None:
                        folder = cache_folder(self.py_func.__module__, self.source)
                        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
                        self._cache = _Cache(self.py_func)  # type: ignore[no-untyped-call]
                    hints = get_type_hints(self.py_func, include_extras=True)
                    if len(hints) <= self.__code__.co_argcount:
                        raise TypeError(
                            f"the kernel {self.py_func.__qualname__} needs annotations of all it takes and returns"
                        )
                    result = machine_type(hints.pop("return"))
                    self.compile(result(*map(machine_type, hints.values())))
                    self.disable_compile()

        def _compile_for_args(self, *_: Any, **__: Any) -> Any:
            """Load it at its first call from Python; the call is then made anew, with what this gives."""
            self.load()
            return self

        def get_call_template(self, args: Any, kws: Any) -> Any:
            """Load it for the compiling of a kernel that calls it."""
            self.load()
            return super().get_call_template(args, kws)

        def get_compile_result(self, sig: Any) -> Any:
            """Load it where its address is taken."""
            self.load()
            return super().get_compile_result(sig)

    class _CacheLocator(UserProvidedCacheLocator):
        """Numba's way to a folder's kernels, but by its place in the package: installed elsewhere they are the same."""

        @classmethod
        def get_suitable_cache_subpath(cls, py_file: str) -> str:
            folder = Path(py_file).absolute().parent
            if folder.is_relative_to(PACKAGE):
                return "-".join(folder.relative_to(PACKAGE).parts)
            return str(super().get_suitable_cache_subpath(py_file))  # type: ignore[no-untyped-call]

    class _CacheFiles(CompileResultCacheImpl):
        _locator_classes = [_CacheLocator]  # noqa: RUF012 - as in its base

    class _Cache(FunctionCache):
        """Numba's cache, without its loading of the whole compiler for what is compiled already: half a second."""

        _impl_class = _CacheFiles

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            """Give what is kept for the signature, or None; the memory that kernels may allocate from is made ready."""
            rtsys.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]

    def addresses(*contracts: Any) -> Row:
        """Where the kernels of contracts lie in memory, two words each, for as long as this process lives.

        Handing over a row costs nothing; handing over a function takes tens of microseconds.
        """
        pairs = [
            [find(kernel, kind.signature) for find in (_get_wrapper_address, _get_jit_address)]  # type: ignore[no-untyped-call]
            for kernels in contracts
            for kernel, kind in zip(kernels, machine_type(type(kernels)).types, strict=True)
        ]
        return np.array(pairs, np.int64).reshape(-1)

    def _reader(contract: type[Contract], place: int = 0) -> Callable[[Row], Contract]:
        """Make the function by which compiled code turns addresses, from a place on, into a contract's kernels."""

        @intrinsic
        def kernels_at(typing_context: Any, words: Any) -> Any:
            kernels = machine_type(contract)

            def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                array = context.make_array(signature.args[0])(context, builder, arguments[0])
                functions = []
                for number, kind in enumerate(kernels.types, place):
                    function = cgutils.create_struct_proxy(kind)(context, builder)  # type: ignore[no-untyped-call]
                    for offset, member in enumerate(("c_addr", "jit_addr")):
                        at = context.get_constant(types.intp, 2 * number + offset)
                        address = builder.load(builder.gep(array.data, [at]))
                        pointer = builder.inttoptr(address, context.get_value_type(types.voidptr))
                        setattr(function, member, pointer)
                    functions.append(function._getvalue())
                return context.make_tuple(builder, kernels, functions)

            return kernels(words), emit

        return cast("Callable[[Row], Contract]", kernels_at)

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
    def ask_clock(typing_context: Any, address: Any, clock: Any, row: Any, place: Any) -> Any:
        """Call the C function `clock_gettime` by its address; it writes seconds and nanoseconds at a place of a row."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[2])(context, builder, arguments[2])
            pointer = builder.gep(array.data, [arguments[3]])
            kind = ir.FunctionType(cgutils.int32_t, [cgutils.int32_t, pointer.type])
            function = builder.inttoptr(arguments[0], kind.as_pointer())
            builder.call(function, [builder.trunc(arguments[1], cgutils.int32_t), pointer])
            return context.get_dummy_value()

        return types.none(types.int64, types.int64, row, types.int64), emit

    @intrinsic
    def fetch(typing_context: Any, row: Any, place: Any) -> Any:
        """Bring the words at a place nearer, for who needs them soon."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            pointer = builder.bitcast(builder.gep(array.data, [arguments[1]]), cgutils.voidptr_t)
            number = cgutils.int32_t
            kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [cgutils.voidptr_t], kind)
            builder.call(function, [pointer, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.none(row, types.int64), emit

    def emit_row(context: Any, builder: Any, words: int, room: Any, kind: Any = types.int64) -> Any:
        """Give room for so many words as a row, of whole numbers if nothing else is said."""
        array = context.make_array(types.Array(kind, 1, "C"))(context, builder)
        length, size = (context.get_constant(types.intp, number) for number in (words, 8))
        data = builder.bitcast(room, array.data.type)
        context.populate_array(array, data=data, shape=[length], strides=[size], itemsize=size, meminfo=None)
        return array._getvalue()

    @intrinsic(prefer_literal=True)
    def local_row(typing_context: Any, words: Any) -> Any:
        """Make a row of a kernel's own, of a constant length, on the stack; what stands in it at first is chance."""
        return _place_locally(types.int64, words)

    @intrinsic(prefer_literal=True)
    def local_numbers(typing_context: Any, count: Any) -> Any:
        """Make such a row of fractions."""
        return _place_locally(types.float64, count)

    def _place_locally(kind: Any, count: Any) -> Any:
        if not isinstance(count, types.IntegerLiteral):
            return None

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            length = count.literal_value
            room = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), length))  # type: ignore[no-untyped-call]
            return emit_row(context, builder, length, room, kind)

        return types.Array(kind, 1, "C")(count), emit

    @intrinsic(prefer_literal=True)
    def near_row(typing_context: Any, words: Any, threads: Any) -> Any:
        """Make such a row near the processor of a GPU, one for each of so many threads, if there is room."""
        found = _place_locally(types.int64, words)
        return found and (found[0].return_type(words, threads), found[1])

    @intrinsic
    def popcount(typing_context: Any, word: Any) -> Any:
        """Count the one bits."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), emit


rules_at = _reader(Rules)
opinions_at = _reader(Opinions, len(Rules._fields))  # in a row of addresses they follow the rules
coding_at = _reader(Coding)
steps_at = _reader(Steps, len(Coding._fields))  # they follow the coding
sight_at = _reader(Sight)
hints_at = _reader(Hints, len(Rules._fields))  # they follow the rules
