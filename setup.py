"""Compiles the kernels; everything else about the package is in pyproject.toml.

Each kernel is an ordinary Python file that Cython can also turn into C. Where no compiler is at hand the
build goes on without (``optional=True``) and the same files run uncompiled, slowly.
"""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

kernels = [
    Extension(
        f"treelens.engine.kernels.{path.stem}",
        [path.as_posix()],
        extra_compile_args=["-O3"],
        optional=True,
    )
    for path in sorted(Path("engine/kernels").glob("[!_]*.py"))
]

setup(ext_modules=cythonize(kernels, language_level=3, build_dir="build"))
