"""The command line: one thin file a command, each around a function of the engine."""

import os

# Commands that multiply large matrices do so in threads of their own: numpy's pool would only cost start-up.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
