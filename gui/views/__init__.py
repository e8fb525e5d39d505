"""Painting drawings on the screen, and letting people point at what they see."""
