"""A named set of somebody's own dice, as a file that can be shared: what was seen of them, and no picture."""

import base64
import json
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from scoring.dice import Face, RuleError, quoted
from vision.teach import Looks, Numbers, TeachError

FORMAT = "croupier-dice-1"
MOST = 2000  # looks in a file
WIDEST = 4096  # features, or labels


@dataclass(frozen=True)
class OwnDice:
    """A set: its name, the kit whose faces it shows and for whose games it may stand, and the looks at it.

    `reader` and `digest` name the weights in whose features it was seen; other weights see something else.
    """

    name: str
    kit: str
    reader: str
    digest: str
    looks: Looks

    def fits(self, reader: str, digest: str) -> "OwnDice":
        """The same set, if it was seen through these weights.

        Raises:
            TeachError: it was seen through others.
        """
        if (self.reader, self.digest) != (reader, digest):
            raise TeachError(f"The dice {quoted(self.name)} were taught to another eye: teach them again.")
        return self

    def more(self, looks: Looks) -> "OwnDice":
        """The set with further looks, whose showings are other ones."""
        old = self.looks
        first = int(old.showing.max(initial=-1)) + 1
        joined = Looks(
            old.faces + looks.faces,
            np.append(old.showing, looks.showing + first),
            np.vstack((old.features, looks.features)),
            np.vstack((old.inks, looks.inks)),
            np.vstack((old.said, looks.said)),
        )
        return replace(self, looks=joined)


def written(dice: OwnDice) -> str:
    """The set as text, which `read_back` reads."""
    told = {
        "format": FORMAT,
        "name": dice.name,
        "kit": dice.kit,
        "reader": dice.reader,
        "digest": dice.digest,
        "faces": list(dice.looks.faces),
        "showing": dice.looks.showing.tolist(),
        "features": _packed(dice.looks.features),
        "inks": _packed(dice.looks.inks),
        "said": _packed(dice.looks.said),
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def read_back(text: str) -> OwnDice:
    """Read a set that somebody wrote or sent.

    Raises:
        TeachError: it is no such file, or a part of it cannot be right.
    """
    try:
        return _set(json.loads(text))
    except TeachError:
        raise
    except RuleError as error:
        raise TeachError(str(error)) from error
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise TeachError("This is no file of dice, or it is damaged: ask for it again.") from error


def _set(told: dict[str, Any]) -> OwnDice:
    if told["format"] != FORMAT:
        raise TeachError(f"These dice are written as {quoted(str(told['format']))}; I read {FORMAT}.")
    faces = tuple(str(Face.parse(str(face))) for face in told["faces"])
    looks = Looks(
        faces,
        np.array(told["showing"], np.int64).reshape(len(faces)),
        *(_unpacked(told[part], len(faces)) for part in ("features", "inks", "said")),
    )
    name, kit, reader, digest = (str(told[part]) for part in ("name", "kit", "reader", "digest"))
    return OwnDice(name, kit, reader, digest, looks)


def _packed(rows: npt.NDArray[Any]) -> dict[str, Any]:
    """Numbers as halves in text: three digits are enough for what a net sees."""
    return {"columns": rows.shape[1], "halves": base64.b64encode(rows.astype("<f2").tobytes()).decode()}


def _unpacked(told: dict[str, Any], rows: int) -> Numbers:
    columns = int(told["columns"])
    if not 0 <= columns <= WIDEST or rows > MOST:
        raise TeachError(f"A set has at most {MOST} looks, of at most {WIDEST} numbers each.")
    numbers = np.frombuffer(base64.b64decode(told["halves"], validate=True), "<f2").astype(np.float64)
    if np.isinf(numbers).any():
        raise TeachError("This file of dice is damaged: ask for it again.")
    return numbers.reshape(rows, columns)
