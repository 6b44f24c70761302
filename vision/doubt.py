"""Scores become probabilities, and probabilities a verdict with its reasons in words."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.reading import Sighting, Verdict

Scores = npt.NDArray[np.float32]
FAINTEST = 1e-6  # a probability that is less says nothing more
DOMINO = "Two dice lie edge to edge as the halves of a domino do: move them apart, or take the domino away."
HALF = "What I see goes on beyond an edge, as half a domino does, or a die beside another: look whether it is one die."
LEANS = "leans: lay it flat or throw it again"
LONE = "One thing alone looks like a die, and not plainly: look whether it is one."
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def probabilities(scores: Scores, temperature: float) -> Scores:
    """Calibrated probabilities (N, classes) from scores of the same shape (Guo et al. 2017, temperature scaling).

    >>> probabilities(np.array([[2.0, 0.0]], np.float32), 2.0).round(2).tolist()
    [[0.7300000190734863, 0.27000001072883606]]
    """
    cooled = scores / temperature
    grown = np.exp(cooled - cooled.max(1, keepdims=True))
    return np.asarray(grown / grown.sum(1, keepdims=True), np.float32)


def agreed(one: Scores, other: Scores) -> Scores:
    """Probabilities (N, classes) of two that count alike: the geometric mean, so that one can cast doubt on the other.

    >>> agreed(np.array([[0.9, 0.1]], np.float32), np.array([[0.1, 0.9]], np.float32)).round(2).tolist()
    [[0.5, 0.5]]
    """
    both = np.sqrt(one.clip(FAINTEST) * other.clip(FAINTEST))
    return np.asarray(both / both.sum(1, keepdims=True), np.float32)


def verdict(
    dice: Sequence[Sighting], sure_at: float, shadows: int, expect: int | None
) -> tuple[Verdict, tuple[str, ...]]:
    """What to make of the dice: sure, ask or empty, and why.

    `sure_at` is the probability each die must reach, `shadows` how many things looked a little like a die and were
    left out, `expect` the number of dice that must lie there, if anybody knows: where they do, none was left out.
    """
    if len(dice) == expect:
        shadows = 0
    if not dice and not shadows:
        return "empty", ("I see no dice: put them in the picture, with light on them.",)
    reasons = tuple(_reasons(dice, sure_at, shadows, expect))
    return ("ask", reasons) if reasons else ("sure", ())


def _reasons(dice: Sequence[Sighting], sure_at: float, shadows: int, expect: int | None) -> list[str]:
    told = [
        _told([die for die in dice if die.state == "cocked"], LEANS),
        _told([die for die in dice if die.state == "partial"], "is only partly to be seen: show all of it"),
        _told([die for die in dice if die.face is None], "shows a face that I don't know: tell me what it counts"),
    ]
    told += [of_face(die, sure_at) for die in dice]
    if shadows:
        told.append(f"{_number(shadows)} more thing{'s' * (shadows > 1)} might be a die: look whether I missed one.")
    return [sentence for sentence in (*told, miscount(len(dice), expect)) if sentence]


def miscount(found: int, expect: int | None) -> str:
    """What to say where other dice lie there than are due, in number; nothing where that is not known.

    >>> miscount(1, 6), miscount(6, 6)
    ('I see 1 die and 6 are thrown: look whether one is hidden.', '')
    """
    if expect is None or expect == found:
        return ""
    what = "look whether one is hidden" if found < expect else "take away what does not belong to the throw"
    seen, due = ("die" if found == 1 else "dice"), ("is" if expect == 1 else "are")
    return f"I see {found} {seen} and {expect} {due} thrown: {what}."


def _told(dice: list[Sighting], what: str) -> str:
    if not dice:
        return ""
    if len(dice) == 1:
        return f"One die {what}."
    return f"{_number(len(dice))} dice: each {what}."


def of_face(die: Sighting, sure_at: float) -> str:
    """What to ask about the face of a die that lies flat; nothing where it is plain, or nobody knows it."""
    if die.state != "flat" or die.face is None or die.p >= sure_at:
        return ""
    if die.second is None:
        return f"I am not sure of the {die.face}: check it."
    return f"I am not sure of one die: {die.face} or {die.second[0]}?"


def _number(count: int) -> str:
    """A count as a sentence begins with it.

    >>> _number(2), _number(24)
    ('Two', '24')
    """
    return NUMBERS[count].capitalize() if count < len(NUMBERS) else str(count)
