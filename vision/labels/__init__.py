"""Labels: what is true about pictures, as people and other programs write it down. One file a format."""
