"""How a chance is said."""

TINY = 0.0001  # a smaller chance is not told to the figure
NEARLY = 0.9995  # a larger one would round to what is certain
CERTAIN = 1 - 1e-11  # sums of many chances come to a little less than 1 where nothing can fail


def percent(chance: float) -> str:
    """Say a chance (0..1) to three figures; only what is certain is 100 %, and only what cannot be 0 %.

    >>> percent(0.5981), percent(0.0038), percent(1.0), percent(0.0)
    ('59.8 %', '0.38 %', '100 %', '0 %')
    >>> percent(0.00001), percent(0.99989), percent(0.9999)
    ('less than 0.01 %', '99.9 %', '99.9 %')
    """
    if 0 < chance < TINY:
        return f"less than {100 * TINY:g} %"
    if NEARLY <= chance < CERTAIN:
        return "99.9 %"
    return f"{100 * chance:.3g} %"
