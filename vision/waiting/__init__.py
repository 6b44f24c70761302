"""Kits whose weights are still to be trained, one file a kit; it moves to `vision/kits` with its weights."""
