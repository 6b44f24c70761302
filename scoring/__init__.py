"""Scoring: the rules. Dice, events, games and matches as values; standard library only.

>>> from scoring.match import Match
>>> match = Match.start("jack-stone", ["Ann", "Bob"])
>>> for line in ["roll 1 3 3 4 4 6", "keep 1", "bank"]:
...     match = match.add(line)
>>> match.view.totals
(('Ann', 100), ('Bob', 0))
>>> match.undo().view.points
100
"""
