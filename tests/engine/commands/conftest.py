"""Running the program as people do."""

import sys

import pytest

from treelens.engine.commands.main import run as run_command


@pytest.fixture
def treelens(capfdbinary):
    """Run the program; return exit code, standard output and standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = run_command(list(map(str, arguments)))
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")

    return run
