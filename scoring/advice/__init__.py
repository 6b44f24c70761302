"""The odds: what each thing that may be done comes to when the best play follows."""
