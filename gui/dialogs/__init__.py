"""Dialogs of the window that are more than a question: the one for figures.

- ``exports``: what the window calls
- ``figure``: the dialog; ``settings`` and ``fields`` are its left side, ``preview`` and ``remedies`` its right one
- ``making``: drawing beside the window; ``saving``: files; ``habits``: what is remembered while the program runs
"""
