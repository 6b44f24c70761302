"""The table's edge: server, page, demo and command line; nothing imports it."""
