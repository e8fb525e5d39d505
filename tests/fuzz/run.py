"""``make fuzz``: tries to crash every reader and every language with inputs that no test thought of.

Each target runs in a process of its own under atheris, which follows what an input makes the code do. Kernels are
fuzzed uncompiled (``TREELENS_PURE=1``), where their branches can be followed as well; ``--compiled`` runs them as they
are installed instead, to see that they keep to their memory. An input that crashes, or takes far too long or too much
memory, is saved in ``tests/fuzz/corpus/<target>/``, where ``test_corpus.py`` tries it with every run of the tests.
What else is worth trying again stays in ``build/fuzz``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
WORK = HERE.parents[1] / "build" / "fuzz"

#: No input is larger, none takes longer (in seconds), no target needs more memory.
LIMITS = ("-max_len=4096", "-timeout=20", "-rss_limit_mb=2500")
_IS_CHILD = "TREELENS_FUZZING"


def main() -> int:
    """Fuzz the targets one after the other; return 1 if one of them crashed."""
    arguments = _arguments()
    crashed = [name for name in arguments.targets or _names() if not _fuzzed(name, arguments)]
    if crashed:
        print(f"crashed: {', '.join(crashed)}; the inputs are in {HERE / 'corpus'}")
    return 1 if crashed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Try to crash Treelens.")
    parser.add_argument("targets", nargs="*", help="which ones; all if none is named")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--compiled", action="store_true", help="with compiled kernels")
    return parser.parse_args()


def _names() -> list[str]:
    return sorted(folder.name for folder in (HERE / "corpus").iterdir())


def _fuzzed(name: str, arguments: argparse.Namespace) -> bool:
    """Fuzz one target in a process of its own; say whether it survived."""
    kept, corpus = WORK / name, HERE / "corpus" / name
    kept.mkdir(parents=True, exist_ok=True)
    options = [f"-max_total_time={arguments.seconds}", f"-artifact_prefix={corpus}{os.sep}", *LIMITS]
    environment = os.environ | {_IS_CHILD: name} | ({} if arguments.compiled else {"TREELENS_PURE": "1"})
    print(f"{name}: {arguments.seconds} s", flush=True)
    with tempfile.TemporaryFile() as log:
        done = subprocess.run(
            [sys.executable, __file__, *options, kept, corpus], env=environment, stdout=log, stderr=log, check=False
        )
        log.seek(0)
        lines = log.read().decode("utf-8", "replace").splitlines()
    print("\n".join(lines[-1:] if done.returncode == 0 else lines[-40:]), flush=True)
    return done.returncode == 0


def _fuzz(name: str) -> None:
    """Fuzz a target in this process; does not return."""
    import atheris

    with atheris.instrument_imports(include=["treelens", "targets"]):
        import targets
    atheris.Setup(sys.argv, lambda data: targets.run(name, data))
    atheris.Fuzz()


if __name__ == "__main__":
    if _IS_CHILD in os.environ:
        _fuzz(os.environ[_IS_CHILD])
    else:
        sys.exit(main())
