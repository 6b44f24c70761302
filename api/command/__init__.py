"""The commands of `croupier`, one a file, and what they share: the terminal, and what is said of the dice."""
