"""Figures for papers: the drawings of the window, laid out for a width, as SVG, PDF, PNG or TikZ.

:func:`make_page` turns trees and a :class:`FigureSpec` into a :class:`Page`; :func:`export` writes one. A Qt
application must be there, if only offscreen: it knows the fonts.
"""

from .export import FORMATS, clipboard_data, export, format_of
from .fitting import DoesNotFit, Remedy, make_page
from .page import Page
from .spec import ALIGNMENTS, LAYOUTS, WIDTHS, FigureSpec, Subject, points_of, subject_of

__all__ = [
    "ALIGNMENTS",
    "FORMATS",
    "LAYOUTS",
    "WIDTHS",
    "DoesNotFit",
    "FigureSpec",
    "Page",
    "Remedy",
    "Subject",
    "clipboard_data",
    "export",
    "format_of",
    "make_page",
    "points_of",
    "subject_of",
]
