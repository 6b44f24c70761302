"""A named set of somebody's own dice, as a file that can be shared: what was seen of them, and no picture."""

import base64
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from scoring.dice import Face, NotationError, RuleError, quoted
from vision.own.prints import same
from vision.own.teach import Looks, TeachError
from vision.reading import Numbers

FORMAT = "croupier-dice-2"
MOST = 180  # looks in a file
WIDEST = 2**15  # features, or labels
INKS = 3  # numbers that tell an ink
LONGEST = 40  # letters of a set's name
DAMAGED = "This is no file of dice, or it is damaged: ask for it again."
TAKEN = ("other", "nothing")  # words by which a reader says that it sees no face

_NAME = re.compile(rf"(?!\.{{1,2}}$)[^/\\]{{1,{LONGEST}}}")  # what an address can name
_WORD = re.compile(r"[\w!&+#*$%@^~-]{1,20}")
_SIGNS = ("Mn", "Mc")  # that combine with the letter before them
_UNSEEN = re.compile(r"[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")  # signs that nobody sees


class AgainError(TeachError):
    """A showing that teaches nothing; the sentence says how to show the face anew."""


@dataclass(frozen=True)
class OwnFace(Face):
    """A face that no kit has, by the name that its owner gave it; no game knows it.

    >>> OwnFace("skull"), str(OwnFace("skull"))
    (OwnFace(symbol='skull', colour=''), 'skull')
    """

    def __post_init__(self) -> None:
        """Refuse a name that could not be written among others."""
        if wrong := _wrong(self.symbol):
            raise NotationError(f"{wrong}: take one word of at most 20 letters, such as skull.")

    @property
    def rank(self) -> tuple[int, str]:
        """After all faces of kits, by name."""
        return 10**3, self.symbol


def _wrong(name: str) -> str:
    """What is wrong with a name of a face; mostly nothing.

    >>> _wrong("a=b"), _wrong("other")
    ('`a=b` can be no name of a face because of the sign =', '`other` is my own word for what is no face')
    """
    if not name:
        return "Each face has a name"
    if name in TAKEN:
        return f"{quoted(name)} is my own word for what is no face"
    if _is_word(name):
        return ""
    sign = next((sign for sign in name if unicodedata.category(sign)[0] in "PS" and not _is_word(sign)), "")
    return f"{quoted(name)} can be no name of a face{f' because of the sign {sign}' if sign else ''}"


def _is_word(text: str) -> bool:
    """Whether a name can stand among others, whatever letters and signs it is written with.

    >>> [_is_word(text) for text in ("skull", "\u0915\u094b", "two words", "\u094b", "skull\ufe0f")]
    [True, True, False, False, False]
    """
    if len(text) > LONGEST or _UNSEEN.search(text):
        return False
    letters = "".join(sign for sign in text if unicodedata.category(sign) not in _SIGNS)
    return text[:1] == letters[:1] and _WORD.fullmatch(letters) is not None


def name_of(name: str) -> str:
    """The name of a set that somebody means, in letters as they are usually stored.

    Raises:
        TeachError: nobody could say or write it.

    >>> name_of("Ka\u0308fer") == "K\u00e4fer"
    True
    """
    usual = unicodedata.normalize("NFC", name)
    if not _NAME.fullmatch(usual) or not usual.isprintable() or usual != usual.strip():
        raise TeachError(
            f"A set of dice has a name of at most {LONGEST} letters, without / or \\, such as skulls: choose one."
        )
    return usual


def face_of(name: str) -> Face:
    """The face that somebody means: one of a kit in its notation, or one of his own.

    Raises:
        TeachError: it is no name.

    >>> face_of("8g"), face_of("Skull")
    (Face(symbol='8', colour='G'), OwnFace(symbol='skull', colour=''))
    """
    try:
        return Face.parse(name.strip())
    except NotationError:
        pass
    try:
        return OwnFace(unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).lower()))
    except NotationError as error:
        raise TeachError(str(error)) from error


@dataclass(frozen=True)
class OwnDice:
    """A set as it was taught."""

    name: str
    kit: str  # for whose games it stands, or ""
    reader: str  # the eye through which it was seen
    digest: str  # and its weights; others see something else
    looks: Looks
    whole: bool = False  # the dice show nothing but what was taught; else other faces of the kit may be seen too
    stands: Mapping[str, str] = field(default_factory=dict)  # which faces of the kit those taught stand for, by name

    def __post_init__(self) -> None:
        """Refuse a name that nobody could say or write, and more looks than `MOST`."""
        name_of(self.name)
        if len(self.looks.faces) > MOST:
            often = max(self.looks.shown, key=self.looks.times)
            raise TeachError(
                f"A set holds {MOST} dice that were shown, and this would be more: show fewer at once, three of a face "
                f"are enough, or forget a face that was shown often ({often}: {self.looks.times(often)} times) and "
                "show it anew."
            )

    def seen_by(self, reader: str, digest: str) -> bool:
        """Whether it was seen through these weights."""
        return (self.reader, self.digest) == (reader, digest)

    def fits(self, reader: str, digest: str) -> "OwnDice":
        """The same set, if it was seen through these weights.

        Raises:
            TeachError: it was seen through others.
        """
        if not self.seen_by(reader, digest):
            raise TeachError(f"The dice {quoted(self.name)} were taught to another eye: teach them again.")
        return self

    def more(self, looks: Looks) -> "OwnDice":
        """The set with further looks, whose showings are other ones; those at a die that lay just so are known already.

        Each look is judged by what the others teach, so one that was there twice would vouch for itself.

        Raises:
            AgainError: a die lay just so when it was shown as another face.
            TeachError: the set holds no more, or its looks are no such looks.
        """
        old = self.looks
        if (old.features.shape[1], old.said.shape[1]) != (looks.features.shape[1], looks.said.shape[1]):
            raise TeachError(DAMAGED)
        again = same(looks.features, old.features)
        for new, known in np.argwhere(again):
            if looks.faces[new] != old.faces[known]:
                was, now = old.faces[known], looks.faces[new]
                raise AgainError(f"This picture was shown as {was} already: throw the die anew to show {now}.")
        unknown = np.asarray(~again.any(1), np.bool_)
        if not unknown.any():
            return self
        looks = looks.only(unknown)
        first = int(old.showing.max(initial=-1)) + 1
        joined = Looks(
            old.faces + looks.faces,
            np.append(old.showing, looks.showing + first),
            np.vstack((old.features, looks.features)),
            np.vstack((old.inks, looks.inks)),
            np.vstack((old.said, looks.said)),
        )
        return replace(self, looks=joined)

    def without(self, face: str) -> "OwnDice":
        """The set as if a face had never been shown.

        Raises:
            TeachError: it was not shown, or nothing else was.
        """
        kept = np.array([name != face for name in self.looks.faces])
        if kept.all():
            shown = ", ".join(self.looks.shown)
            raise TeachError(f"{quoted(self.name)} has no face {quoted(face)}: choose one of: {shown}.")
        if not kept.any():
            raise TeachError(f"{quoted(self.name)} has no other face than {face}: delete the whole set.")
        stands = {name: counts for name, counts in self.stands.items() if name != face}
        return replace(self, looks=self.looks.only(kept), stands=stands)


def written(dice: OwnDice) -> str:
    """The set as text, which `read_back` reads."""
    told = {
        "format": FORMAT,
        "name": dice.name,
        "kit": dice.kit,
        "reader": dice.reader,
        "digest": dice.digest,
        "whole": dice.whole,
        "stands": dict(dice.stands),
        "faces": list(dice.looks.faces),
        "showing": _numbered(dice.looks.showing).tolist(),
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
        told = json.loads(text)
        json.dumps(told, ensure_ascii=False).encode()  # halves of letters cannot be written again
        return _set(told)
    except TeachError:
        raise
    except RuleError as error:
        raise TeachError(str(error)) from error
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise TeachError(DAMAGED) from error


def _set(told: dict[str, Any]) -> OwnDice:
    if told["format"] != FORMAT:
        raise TeachError(f"These dice are written as {quoted(str(told['format']))}; I read {FORMAT}.")
    faces = tuple(str(face_of(str(face))) for face in told["faces"])
    looks = Looks(
        faces,
        _numbered(np.array(told["showing"], np.int64).reshape(len(faces))),
        *(_unpacked(told[part], len(faces)) for part in ("features", "inks", "said")),
    )
    if not faces or looks.inks.shape[1] != INKS or not np.isfinite(np.hstack((looks.features, looks.said))).all():
        raise TeachError(DAMAGED)
    name, kit, reader, digest = (str(told[part]) for part in ("name", "kit", "reader", "digest"))
    return OwnDice(name, kit, reader, digest, looks, told.get("whole") is True, standing(told.get("stands", {})))


def _numbered(showing: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The same showings, counted from 0 without a gap."""
    return np.unique(showing, return_inverse=True)[1]


def standing(told: Mapping[str, str]) -> Mapping[str, str]:
    """What stands for what, by names that are written alike.

    Raises:
        TeachError: something is no name, or stands for what is no face of any kit.

    >>> dict(standing({"Skull": "a"}))
    {'skull': 'A'}
    """
    pairs = {str(face_of(name)): face_of(face) for name, face in dict(told).items()}
    strange = next((face for face in pairs.values() if isinstance(face, OwnFace)), None)
    if strange is not None:
        raise TeachError(f"{quoted(str(strange))} is no face of a kit: say what stands for what as in skull=A.")
    return MappingProxyType({name: str(face) for name, face in pairs.items()})


def _packed(rows: npt.NDArray[Any]) -> dict[str, Any]:
    """Numbers as halves in text: three digits are enough for what a net sees."""
    return {"columns": rows.shape[1], "halves": base64.b64encode(rows.astype("<f2").tobytes()).decode()}


def _unpacked(told: dict[str, Any], rows: int) -> Numbers:
    columns = int(told["columns"])
    if not 0 <= columns <= WIDEST or rows > MOST:
        raise TeachError(f"A set has at most {MOST} looks, of at most {WIDEST} numbers each.")
    numbers = np.frombuffer(base64.b64decode(told["halves"], validate=True), "<f2").astype(np.float64)
    if np.isinf(numbers).any():
        raise TeachError(DAMAGED)
    return numbers.reshape(rows, columns)
