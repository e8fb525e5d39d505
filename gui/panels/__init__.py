"""Panels beside the trees, one dock each."""
