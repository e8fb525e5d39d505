"""The command line: one thin file a command, each around a function of the engine."""
