"""The window. It holds no arithmetic: every number it shows comes from :mod:`treelens.engine`."""
