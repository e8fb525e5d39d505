"""Where the program in a folder begins; one that pip installed begins at the entry point that pyproject.toml names."""

from treelens.gui.program import main

if __name__ == "__main__":
    main()
