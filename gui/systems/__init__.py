"""All systems at once: their scores in a table, how far measures agree on them, and plots of them.

- ``choice``: what of them is asked for; ``plots``, ``lines``, ``orders``, ``agreement``: what is drawn, as plain values
- ``figure``: the same for a paper
- ``page``, ``table``, ``agreement_tab``, ``plots_tab``: the view in the window
"""
