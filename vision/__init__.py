"""A frame becomes a Roll: find the dice, read their faces, and know when not to know."""
