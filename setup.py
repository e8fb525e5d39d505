"""Compiles the kernels; everything else about the package is in pyproject.toml.

Each kernel is an ordinary Python file that Cython can also turn into C. Where no compiler is at hand the
build goes on without (``optional=True``) and the same files run uncompiled, slowly.

What Cython adds to every module that takes memoryviews is much more C than a kernel of ours. It is compiled
once, in a module that all share, and as many modules are compiled at a time as there are cores.
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = "treelens.engine.kernels"
SHARED = f"{KERNELS}._memoryviews"
CORES = os.cpu_count() or 1


def extension(name: str, source: Path) -> Extension:
    """Return what is compiled with all the care a compiler can take, and without what only its debugger reads."""
    flags = [] if sys.platform == "win32" else ["-O3", "-g0"]
    return Extension(name, [source.as_posix()], extra_compile_args=flags, optional=True)


folder = Path("engine/kernels")
kernels = [extension(f"{KERNELS}.{path.stem}", path) for path in sorted(folder.glob("[!_]*.py"))]
compiled = cythonize(
    [*kernels, extension(SHARED, folder / "_memoryviews.c")],  # Cython writes this one by itself
    language_level=3,
    build_dir="build",
    shared_utility_qualified_name=SHARED,
    nthreads=CORES if sys.platform == "linux" else 0,  # elsewhere processes would begin with this file again
)
setup(ext_modules=compiled, options={"build_ext": {"parallel": CORES}})
