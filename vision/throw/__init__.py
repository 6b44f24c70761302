"""How frames become one throw: what moves, what rests, and what lay on the table before."""
