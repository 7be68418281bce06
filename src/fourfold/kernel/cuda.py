"""The second target of kernels: a graphics processor. numba-cuda compiles them to PTX; no other module imports it.

The functions are those of the first target. Each kernel has a *twin* here, which names twins where the kernel names
kernels, and the contracts of one game where it reads addresses. Tables lie in the device's memory, and are part of the
PTX. No GPU is needed for any of this.

Private places of numba-cuda are used, as in `jit` those of Numba: so its version is capped tightly.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache
from types import FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any, get_type_hints

import numba_cuda
import numpy as np
from llvmlite import ir
from numba import cuda
from numba.core.extending import _Intrinsic
from numba.core.registry import CPUDispatcher
from numba.cuda import cgutils, compiler, dispatcher, nvvmutils, types
from numba.cuda.descriptor import cuda_target
from numba.cuda.extending import intrinsic

from fourfold.kernel.jit import (
    Coding,
    Rules,
    Sight,
    Steps,
    emit_row,
    fetch,
    fits_near,
    local_row,
    machine_type,
    near_row,
)

CAPABILITY = (9, 0)
GLOBAL_MEMORY, SHARED_MEMORY = 1, 3  # address spaces
REGISTERS = 96  # of a thread in which contracts are inlined: with more, fewer threads run at once
CONTRACTS = (Rules, Coding, Steps, Sight)
OPTIONS = {"device": True, "debug": False, "opt": True}


# All that compiling asks of a device.
dispatcher.get_current_device = compiler.get_current_device = lambda: SimpleNamespace(compute_capability=CAPABILITY)


def _place_table(self: Any, builder: Any, kind: Any, table: Any) -> Any:
    """Put a table into the device's memory: that for constants is too small, and slow where threads read apart."""
    table = np.ascontiguousarray(table)
    content = table.tobytes()
    name = f"table_{hashlib.sha256(content).hexdigest()[:16]}"
    place = builder.module.globals.get(name)
    if place is None:
        constant = ir.Constant(ir.ArrayType(ir.IntType(8), len(content)), bytearray(content))
        place = cgutils.add_global_variable(builder.module, constant.type, name, addrspace=GLOBAL_MEMORY)
        place.linkage, place.global_constant, place.initializer, place.align = "linkonce_odr", True, constant, 8
    array = self.make_array(kind)(self, builder)
    data = builder.bitcast(builder.addrspacecast(place, cgutils.voidptr_t, "generic"), array.data.type)
    shape, strides = ([self.get_constant(types.intp, n) for n in numbers] for numbers in (table.shape, table.strides))
    self.populate_array(array, data=data, shape=shape, strides=strides, itemsize=array.itemsize, meminfo=None)
    return array._getvalue()


cuda_target.target_context.make_constant_array = MethodType(_place_table, cuda_target.target_context)


class _Twin(dispatcher.CUDADispatcher):
    """A kernel's twin, with the one signature of its annotations; contracts are what its callers hand over."""

    is_called = False  # a kernel of a contract is called, as on a processor: inlined everywhere a game may be huge

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any] = OPTIONS) -> None:
        super().__init__(function, dict(options))
        hints = get_type_hints(function, include_extras=True)
        self.result = machine_type(hints.pop("return"))
        self.kinds = [None if hint in CONTRACTS else machine_type(hint) for hint in hints.values()]

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        """Compile it for the types of its annotations."""
        kinds = tuple(kind or given for kind, given in zip(self.kinds, args, strict=True))
        is_new = kinds not in self.overloads
        result = super().compile_device(kinds, self.result)
        if is_new and self.is_called:
            result.library.get_function(result.fndesc.llvm_func_name).attributes.add("noinline")
        return result


class _Twins:
    """The twins of kernels, made when they are first named."""

    def __init__(self, named: Mapping[str, Any], is_inlined: bool) -> None:
        self.is_inlined = is_inlined
        self.made: dict[Any, Any] = {
            fetch: dispatcher.CUDADispatcher(_fetch_nothing, dict(OPTIONS)),
            near_row: intrinsic(_share_row),
        }
        self.named: dict[str, Any] = {}
        self.named |= {name: self._reader(what) if isinstance(what, tuple) else what for name, what in named.items()}

    def of(self, what: Any) -> Any:
        """The twin of a kernel, of an intrinsic, or of a module of ours; anything else is its own."""
        if not isinstance(what, (CPUDispatcher, _Intrinsic)) and not _has_kernels(what):
            return what
        if what not in self.made:
            if isinstance(what, CPUDispatcher):
                self.made[what] = _Twin(
                    self.copy(what.py_func), OPTIONS | {"forceinline": what.targetoptions.get("forceinline", False)}
                )
            elif isinstance(what, _Intrinsic):
                self.made[what] = intrinsic(what._defn)
            else:
                self.made[what] = _Module(what, self)
        return self.made[what]

    def copy(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Copy a function that names twins."""
        code = function.__code__
        names = {name: self.of(what) for name, what in function.__globals__.items() if name in code.co_names}
        named = {name: what for name, what in self.named.items() if name in names}
        copy = FunctionType(code, {**names, **named, "__name__": function.__module__}, function.__name__)
        copy.__annotations__, copy.__module__ = function.__annotations__, function.__module__
        return copy

    def _reader(self, contract: Any) -> Any:
        """Make what finds the kernels of a game in any row."""
        kernels = type(contract)(*map(self.of, contract))
        for kernel in kernels:
            kernel.is_called = not self.is_inlined
        return dispatcher.CUDADispatcher(lambda words: kernels, dict(OPTIONS))


class _Module(ModuleType):
    """A module as twins see it."""

    def __init__(self, module: ModuleType, twins: _Twins) -> None:
        super().__init__(module.__name__)
        self.__dict__["__getattr__"] = lambda name: twins.of(getattr(module, name))


@cache
def _twins(*named: tuple[str, Any], is_inlined: bool = False) -> _Twins:
    """The twins are shared by all functions of a game, but for those in which contracts are inlined."""
    return _Twins(dict(named), is_inlined)


def _has_kernels(what: Any) -> bool:
    return isinstance(what, ModuleType) and any(isinstance(part, CPUDispatcher) for part in vars(what).values())


def _fetch_nothing(row: Any, place: int) -> None:
    """Threads wait for memory in turns."""


def _share_row(typing_context: Any, words: Any, threads: Any) -> Any:
    """Make a row in the memory that a block of threads shares: unlike local memory, it is as fast for places apart.

    Rows have an odd number of words, so that the same word of neighbouring threads is in different banks.
    """
    if not (isinstance(words, types.IntegerLiteral) and isinstance(threads, types.IntegerLiteral)):
        return None
    row, emit_local = local_row._defn(typing_context, words)  # type: ignore[attr-defined]
    length, count = words.literal_value | 1, threads.literal_value

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.ArrayType(ir.IntType(64), length * count)
        room = cgutils.add_global_variable(builder.module, kind, "near_rows", addrspace=SHARED_MEMORY)
        room.linkage, room.initializer, room.align = "internal", ir.Constant(kind, ir.Undefined), 8
        first = builder.mul(nvvmutils.call_sreg(builder, "tid.x"), ir.Constant(ir.IntType(32), length))
        place = builder.gep(room, [ir.Constant(ir.IntType(32), 0), first])
        near = builder.addrspacecast(place, ir.IntType(64).as_pointer(), "generic")
        return emit_row(context, builder, words.literal_value, near)

    return row.return_type(words, threads), emit if fits_near(length, count) else emit_local


def _compile(function: Callable[..., Any], named: Mapping[str, Any], is_inlined: bool) -> Any:
    """Compile a function that threads run, each with its number as the last argument; they get how many there are."""
    twin = _Twin(_twins(*named.items(), is_inlined=is_inlined).copy(function))
    names = ", ".join(function.__code__.co_varnames[: len(twin.kinds) - 1])
    text = f"def {function.__name__}({names}, count):\n if grid(1) < count:\n  twin({names}, grid(1))"
    space: dict[str, Any] = {"twin": twin, "grid": cuda.grid}
    exec(text, space)
    signature = types.void(*twin.kinds)
    entry = space[function.__name__]
    return compiler._compile_pyfunc_with_fixup(entry, signature, device=False, abi="numba", cc=CAPABILITY)[0]


def compile_ptx(function: Callable[..., Any], named: Mapping[str, Any], is_inlined: bool = False) -> str:
    """Compile a function for threads to PTX. Where it says a name, the contract or the number of that name is meant."""
    text: str = _compile(function, named, is_inlined).get_asm_str(cc=CAPABILITY)
    if is_inlined:
        text = re.sub(r"(\.entry\s+\w+\([^)]*\))", rf"\1\n.maxnreg {REGISTERS}", text)
    return f"// numba-cuda {numba_cuda.__version__}\n{text}"


def compile_kernel(kernel: Any) -> str:
    """Compile a kernel that needs no contract to PTX, by itself."""
    twin = _twins().of(kernel)
    return str(cuda.compile(twin.py_func, twin.result(*twin.kinds), abi="numba", cc=CAPABILITY)[0])


def compile_llvm(function: Callable[..., Any], named: Mapping[str, Any], is_inlined: bool = False) -> list[str]:
    """Compile it to the modules of LLVM that PTX is made of."""
    return list(_compile(function, named, is_inlined).llvm_strs)
