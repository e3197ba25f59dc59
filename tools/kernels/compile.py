"""Compile entry points ahead of time, with Numba and LLVM, for any target.

`translate` types every entry point of some modules with Numba, links their LLVM modules into one and
adds a C function per entry point. `emit` optimises the whole for a target and returns an object
file. Kernels use no allocation, no exceptions and no strings, so the result needs nothing at run
time, not even Numba.
"""

import os
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

# Set before Numba is imported: the IR must stay free of this machine's shapes.
os.environ["NUMBA_OPT"] = "0"

import llvmlite.binding as llvm
import numba
from numba import types
from numba.core.compiler_lock import global_compiler_lock

from cartagena.jit.arguments import (
    Argument,
    ArrayOf,
    CParameter,
    Scalar,
    Signature,
    TupleOf,
    c_parameters,
    signature_of,
)
from cartagena.jit.compiler import export_name
from cartagena.jit.numba_backend import KernelCompiler, kernel_dispatcher
from tools.kernels.exports import MODULES, entry_points


@dataclass(frozen=True, slots=True)
class Target:
    """A platform: its LLVM triple, processor and features."""

    triple: str
    cpu: str
    features: str = ""
    relocation: str = "pic"


TARGETS: Final = {
    "wasm32": Target(
        "wasm32-unknown-unknown",
        "generic",
        "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128",
        "static",
    ),
    "x86_64-linux": Target("x86_64-unknown-linux-gnu", "x86-64-v2"),
    "aarch64-linux": Target("aarch64-unknown-linux-gnu", "generic"),
    "aarch64-macos": Target("arm64-apple-macosx11.0.0", "apple-m1"),
    "x86_64-macos": Target("x86_64-apple-macosx11.0.0", "x86-64-v2"),
    "x86_64-windows": Target("x86_64-pc-windows-gnu", "x86-64-v2"),
}

_C_TYPES: Final[dict[type | None, str]] = {None: "void", int: "i64", bool: "i64", float: "double"}
_STORED: Final[dict[type | None, str]] = {None: "ptr", bool: "i8", int: "i64", float: "double"}
"""The data that Numba stores behind the pointer to the result."""


class Program(NamedTuple):
    """LLVM IR for any target: the compiled functions, and a C function per entry point."""

    text: str
    c_functions: dict[str, str]


def translate(modules: Sequence[str] = MODULES) -> Program:
    """Translate all entry points of these modules to LLVM IR, which takes most of the time."""
    with global_compiler_lock:
        return _translate(entry_points(modules))


def _translate(functions: Sequence[Callable[..., Any]]) -> Program:
    linked: Any = None
    c_functions: dict[str, str] = {}
    for function in functions:
        signature = signature_of(function)
        parameters = [
            parameter
            for name, argument in signature.arguments.items()
            for parameter in c_parameters(name, argument)
        ]
        result = _compile(function, signature, parameters)
        module = llvm.parse_assembly(str(result.library._final_module))  # noqa: SLF001
        if linked is None:
            linked = module
        else:
            linked.link_in(module)
        name = export_name(function)
        c_functions[name] = _c_function(name, result, signature, parameters)
    return Program(str(linked), c_functions)


def _compile(
    function: Callable[..., Any], signature: Signature, parameters: Sequence[CParameter]
) -> Any:
    """Compile a wrapper that makes arrays of pointers and calls the entry point."""
    values = ", ".join(_value(name, one) for name, one in signature.arguments.items())
    names = ", ".join(parameter.name for parameter in parameters)
    source = f"def wrapper({names}):\n    return call({values})\n"
    namespace: dict[str, Any] = {"carray": numba.carray, "call": kernel_dispatcher(function)}
    for argument in signature.arguments.values():
        if isinstance(argument, TupleOf):
            namespace[argument.kind.__name__] = argument.kind
    exec(source, namespace)
    arguments = tuple(_numba_type(parameter) for parameter in parameters)
    compiled = numba.njit(
        arguments,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        error_model="numpy",
        pipeline_class=KernelCompiler,
    )(namespace["wrapper"])
    result = compiled.overloads[arguments]
    result.library._ensure_finalized()  # noqa: SLF001
    return result


def _value(name: str, argument: Argument) -> str:
    match argument:
        case Scalar():
            return name
        case ArrayOf(_, ndim):
            shape = "".join(f"{name}_{axis}, " for axis in range(ndim))
            return f"carray({name}, ({shape}))"
        case TupleOf(kind, fields):
            values = ", ".join(_value(f"{name}_f{n}", field) for n, field in enumerate(fields))
            return f"({values},)" if kind is tuple else f"{kind.__name__}({values})"


def _numba_type(parameter: CParameter) -> Any:
    if parameter.dtype is not None:
        return types.CPointer(numba.from_dtype(parameter.dtype))
    return types.float64 if parameter.kind == "double" else types.int64


def _c_function(
    name: str, compiled: Any, signature: Signature, parameters: Sequence[CParameter]
) -> str:
    """Return the IR of a C function.

    Numba returns values through a pointer, its first argument, and errors through its second.
    """
    function = compiled.fndesc.llvm_func_name
    declared = ", ".join(f"{one.kind} %{one.name}" for one in parameters)
    stored = _STORED[signature.result]
    blank = {"ptr": "null", "double": "0.0"}.get(stored, "0")
    lines = [
        f'define {_C_TYPES[signature.result]} @"{name}"({declared}) {{',
        f"  %result = alloca {stored}",
        "  %error = alloca ptr",
        f"  store {stored} {blank}, ptr %result",
        f'  %status = call i32 @"{function}"(ptr %result, ptr %error{", " if declared else ""}{declared})',
    ]
    if signature.result is None:
        lines.append("  ret void")
    else:
        lines.append(f"  %value = load {stored}, ptr %result")
        if signature.result is bool:
            lines.append("  %wide = zext i8 %value to i64")
        lines.append(
            f"  ret {_C_TYPES[signature.result]} {'%wide' if signature.result is bool else '%value'}"
        )
    return "\n".join([*lines, "}"])


def emit(program: Program, target: Target, exports: Collection[str]) -> bytes:
    """Optimise a program for a target and return an object file with these C functions."""
    text = program.text
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu,
        features=target.features,
        opt=3,
        reloc=target.relocation,
        codemodel="default",
    )
    text = re.sub(r'target triple = "[^"]*"', f'target triple = "{target.triple}"', text)
    text = re.sub(
        r'target datalayout = "[^"]*"', f'target datalayout = "{machine.target_data}"', text
    )
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    # Every processor has an instruction for the square root. LLVM would otherwise call a function
    # for it.
    text = text.replace("@sqrt(", "@llvm.sqrt.f64(")
    # Arrays made of pointers own nothing, so nothing counts references to them.
    for name in ("NRT_incref", "NRT_decref"):
        text = re.sub(
            rf"define [^\n]*@{name}\(.*?\n}}\n",
            f"define void @{name}(ptr %p) {{\n  ret void\n}}\n",
            text,
            flags=re.DOTALL,
        )
    module = llvm.parse_assembly(
        "\n".join([text, *(program.c_functions[name] for name in exports)])
    )
    module.verify()
    for function in module.functions:
        if not function.is_declaration and function.name not in exports:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    missing = {
        function.name
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    }
    if missing - {"memcpy", "memset", "memmove"}:
        raise RuntimeError(f"the kernels call functions that do not exist at run time: {missing}")
    return bytes(machine.emit_object(module))
