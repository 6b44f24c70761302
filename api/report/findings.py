"""How good the eye is on a folder of labelled pictures: every picture read and judged."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from models import session
from scoring.dice import Face
from vision.figures import INVENTED, MISSED, Figures, Share, by_source, confusion, mean, rounded
from vision.judge import Judged, judge
from vision.kit import kit as kit_of
from vision.labels.gather import gather, kits_of
from vision.labels.truth import UNKNOWN, LabelError
from vision.own.eye import OwnEye
from vision.picture import PictureError, load_file
from vision.read import read

ALL, MEAN = "all", "mean of the sources"

Step = Callable[[int, int], None]


@dataclass(frozen=True)
class Findings:
    """What came of reading a folder's pictures.

    `unreadable` names pictures with the reason, `complaints` and `notes` are sentences about the labels; `told` is
    whether the eye knew how many dice lay there.
    """

    folder: Path
    kit: str
    judged: tuple[Judged, ...]
    unreadable: tuple[tuple[Path, str], ...]
    complaints: tuple[str, ...]
    notes: tuple[str, ...]
    faces: tuple[Face, ...]
    told: bool = False

    @cached_property
    def sources(self) -> dict[str, Figures]:
        """The figures of each source."""
        return by_source(self.judged)

    @cached_property
    def all(self) -> Figures:
        """The figures of all pictures together."""
        return Figures(self.judged)

    @property
    def rows(self) -> dict[str, Figures]:
        """The figures of each source and, where there are several, of all pictures together."""
        return self.sources | ({ALL: self.all} if len(self.sources) > 1 else {})

    def mean(self, name: str) -> Share | None:
        """The mean of a share over the sources, each counting the same."""
        return mean(figures.shares[name] for figures in self.sources.values())

    def called(self, picture: Path) -> str:
        """A picture's name: its way from the folder."""
        return str(picture.relative_to(self.folder) if picture.is_relative_to(self.folder) else picture)

    def as_json(self) -> dict[str, object]:
        """The one object that `croupier validate --json` prints.

        `folder`, `kit`; `sources`: the figures of each source by its name; `all`: those of all pictures together;
        `mean`: each share as the mean over sources, and the mean `calibration_error`; `unreadable`: [{image, error}];
        `complaints`, `notes`: sentences about labels; `pictures`: one object a picture, see `_picture`.

        Figures are counts (`dice` = `right` + `misread` + `missed`; `invented`; `pictures`, `exact`, `sure`, and
        `silent`: sure but not exact); shares [share, low, high] with 95 % intervals or null (`dice_right`,
        `pictures_exact`, `called_sure`, `wrong_among_sure`); `ms` {p50, p95}; `calibration`: the expected `error` and
        `bins` [{low, high, said, right, dice}], the range and mean of p and how many dice were right; `risk`: `curve`
        [{p, answered, wrong}], what answering all pictures whose dice reach p would come to, and `answerable`, its
        furthest point with at most 1 in 300 wrong, with its `share` of the pictures; `confusion`: {true face: {face
        read: count}}, with `?` for a face that the kit lacks, `missed` as a face read and `invented` as a true face.
        """
        errors = [figures.error for figures in self.sources.values() if figures.error is not None]
        means: dict[str, object] = {name: rounded(self.mean(name)) for name in self.all.shares}
        return {
            "folder": str(self.folder),
            "kit": self.kit,
            "sources": {name: figures.as_json() for name, figures in self.sources.items()},
            "all": self.all.as_json(),
            "mean": means | {"calibration_error": round(sum(errors) / len(errors), 4) if errors else None},
            "unreadable": [{"image": self.called(path), "error": error} for path, error in self.unreadable],
            "complaints": list(self.complaints),
            "notes": list(self.notes),
            "pictures": [self._picture(each) for each in self.judged],
        }

    def _picture(self, judged: Judged) -> dict[str, object]:
        """One picture: what is true, what was read, and what became of each die (`true` or `read` null for none)."""
        dice = [
            {
                "outcome": pair.outcome,
                "true": None if pair.label is None else str(pair.label.face or UNKNOWN),
                "read": None if pair.sighting is None else str(pair.sighting.face or UNKNOWN),
                "p": None if pair.sighting is None else round(pair.sighting.p, 4),
            }
            for pair in judged.pairs
        ]
        return {
            "image": self.called(judged.labelled.path),
            "source": judged.labelled.source,
            "verdict": judged.reading.verdict,
            "exact": judged.exact,
            "p": round(judged.p, 6),
            "dice": dice,
            "reasons": list(judged.reading.reasons),
            "ms": round(judged.reading.ms, 1),
        }


def validate(
    folder: Path,
    kit: str,
    step: Step = lambda _done, _total: None,
    own: OwnEye | None = None,
    *,
    told: bool = False,
) -> Findings:
    """Every labelled picture of a folder, read and judged.

    The eye is `told` how many dice lie there, as a game tells it, or it is not, as for any photograph. `step` hears how
    many pictures are done, of how many.

    Raises:
        KitError: there is no such kit.
        CardError: its weights are missing or broken.
        OSError: the folder can't be read.
    """
    chosen = own.kit if own else kit_of(kit)
    labels = gather(folder, chosen)
    for eye in chosen.nets:
        session.run(eye, np.zeros((1, 64, 64, 3), np.uint8))  # loads it, for which no picture shall pay
    judged, unreadable, complaints = [], [], list(labels.complaints)
    for done, labelled in enumerate(labels.pictures, 1):
        try:
            expect = len(labelled.dice) if told else None
            judged.append(judge(labelled, read(load_file(labelled.path), kit, expect, own)))
        except LabelError as error:
            complaints.append(f"{labelled.told}: {error}")
        except PictureError as error:
            unreadable.append((labelled.path, str(error)))
        step(done, len(labels.pictures))
    name = own.dice.name if own else kit
    wrong = tuple(unreadable), tuple(complaints), labels.notes
    return Findings(folder, name, tuple(judged), *wrong, chosen.played, told)


def meant(findings: Findings) -> str | None:
    """The kit whose faces the labels are, where they name none of the one that was asked for.

    Raises:
        OSError: the folder can't be read.
    """
    others = kits_of(findings.folder) if findings.complaints and not findings.judged else ()
    return None if findings.kit in others else next(iter(others), None)


def percent(share: float) -> str:
    """A share as people read it: only what is whole is 100 %.

    >>> percent(0.98765), percent(0.9999), percent(1.0)
    ('98.8 %', '99.9 %', '100.0 %')
    """
    return f"{100 * (share if share == 1 else min(share, 0.999)):.1f} %"


def interval(share: Share | None) -> str:
    """Where a share lies with 95 % confidence.

    >>> interval((0.9, 0.5958, 0.9821)), interval(None)
    ('59.6 to 98.2 %', '-')
    """
    return "-" if share is None else f"{100 * share[1]:.1f} to {100 * share[2]:.1f} %"


def grid(figures: Figures, shown: Sequence[Face]) -> tuple[list[str], list[tuple[str, list[int]]]]:
    """The confusion table: what dice were read as, and for each true face how often it was read as that."""
    counts = confusion(figures.judged)
    faces = [*map(str, shown), UNKNOWN]
    columns = [*faces, MISSED]
    return columns, [(true, [counts[true, read] for read in columns]) for true in (*faces, INVENTED)]
