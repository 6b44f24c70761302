"""One file a kit; each defines KIT."""
