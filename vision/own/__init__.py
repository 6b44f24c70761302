"""Dice of somebody's own: looked at in lessons, learned from a few looks, and read beside a kit."""
