"""The program ``treelens``."""


def main() -> None:
    """Run the command line."""
