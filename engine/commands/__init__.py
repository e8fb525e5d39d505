"""The command line: one thin file a command, each around a function of the engine."""

import os

# No command multiplies large matrices: numpy's pool of threads would only cost start-up.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
