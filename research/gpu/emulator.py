"""A graphics processor that is none: the functions compiled for it, run by this processor, one thread after the other.

They are the very modules of LLVM that PTX is made of, so all is tried but NVIDIA's own compiler and hardware.
"""

import ctypes
import re
from collections.abc import Callable

import llvmlite.binding as llvm
import numpy as np

from fourfold.kernel import cuda
from fourfold.research.devices import Compiler
from fourfold.research.kernels import threads

REGISTERS = """
@thread = global i32 0
define i32 @ctaid() { %number = load i32, ptr @thread ret i32 %number }
define i32 @ntid() { ret i32 1 }
define i32 @tid() { ret i32 0 }
"""


class Emulator(Compiler):
    """Takes the place of a graphics processor: `Batch("quads", 100, device=Emulator())`."""

    def load(self, name: str) -> Callable[..., None]:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        for library in ("libc.so.6", "libm.so.6"):
            llvm.load_library_permanently(library)
        machine = llvm.Target.from_default_triple().create_target_machine(opt=1, jit=True)
        program = llvm.parse_assembly(REGISTERS)
        for text in cuda.compile_llvm(getattr(threads, name), self.named, self.is_inlined(name)):
            program.link_in(llvm.parse_assembly(_adapt(text)))
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
        builder.getModulePassManager().run(program, builder)
        engine = llvm.create_mcjit_compiler(program, machine)
        engine.finalize_object()
        entry = next(f.name for f in program.functions if re.search(rf"cdynamic_3e\d+{name}B", f.name))
        thread = ctypes.c_int32.from_address(engine.get_global_value_address("thread"))
        address = engine.get_function_address(entry)

        def launch(blocks: tuple[int], block: tuple[int], words: tuple[np.int64, ...]) -> None:
            assert engine  # it owns the machine code
            function = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * len(words))(address)
            given = [int(word) for word in words]
            for number in range(blocks[0] * block[0]):
                thread.value = number
                function(*given)

        return launch


def _adapt(text: str) -> str:
    """Make a module one of this processor: its registers are functions, NVIDIA's exp is that of C, and the like."""
    text = re.sub(r'@"?__nv_(\w+)"?', r"@\1", text)
    text = re.sub(r'@"?llvm\.nvvm\.read\.ptx\.sreg\.(\w+)\.x"?', r"@\1", text)
    return re.sub(r"^(target |!nvvm).*$", "", text, flags=re.MULTILINE)
