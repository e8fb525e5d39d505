"""Figures for papers: the drawings of the window, laid out for a width, as SVG, PDF, PNG or TikZ.

:func:`make_page` turns trees and a :class:`FigureSpec` into a :class:`Page`; :func:`export` writes one. What is open
and what of it is wanted are together in a :class:`TreeFigure`, :class:`MeaningFigure` or :class:`PlotFigure`. A Qt
application must be there, if only offscreen: it knows the fonts.
"""

from .export import FORMATS, clipboard_data, export, format_of, refuse_inputs
from .fitting import DoesNotFit, Remedy, make_page
from .meanings import DRAWINGS, meaning_page
from .page import Page
from .plots import PLOTS, PlotSpec, plot_page
from .spec import ALIGNMENTS, LAYOUTS, WIDTHS, FigureSpec, MeaningSpec, Subject, points_of, subject_of
from .wanted import MeaningFigure, PlotFigure, Spec, TreeFigure, Wanted
from .wording import command_line, options

__all__ = [
    "ALIGNMENTS",
    "DRAWINGS",
    "FORMATS",
    "LAYOUTS",
    "PLOTS",
    "WIDTHS",
    "DoesNotFit",
    "FigureSpec",
    "MeaningFigure",
    "MeaningSpec",
    "Page",
    "PlotFigure",
    "PlotSpec",
    "Remedy",
    "Spec",
    "Subject",
    "TreeFigure",
    "Wanted",
    "clipboard_data",
    "command_line",
    "export",
    "format_of",
    "make_page",
    "meaning_page",
    "options",
    "plot_page",
    "points_of",
    "refuse_inputs",
    "subject_of",
]
