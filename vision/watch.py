"""Throws as they settle, from any source."""

from collections.abc import Generator, Iterable

from vision.camera.minder import Minder
from vision.camera.source import Shot, is_live, shots
from vision.throw.settle import START, Eye, Rest, last, settled
from vision.turn import Turn


def throws(seen: Iterable[Shot], asked: Eye) -> Generator[Rest, None, None]:
    """Each throw that settles in a stream of frames; where the stream ends, what still rests counts."""
    state = START
    for shot in seen:
        state, rest = settled(state, shot, asked)
        if rest:
            yield rest
    rest = last(state, asked)
    if rest:
        yield rest


def watch(src: str, asked: Eye, turn: Turn = 0) -> Generator[Rest, None, None]:
    """Each throw that settles before a camera, in a film or in a folder of pictures.

    A film or a folder ends it; a camera runs on, and is opened again when it is lost (which is logged). Each picture
    is turned clockwise by so many degrees first.

    Raises:
        SourceError: there is no such source, or a camera gave no picture to begin with.
        PictureError: a picture of a folder is broken.
        CardError: weights are missing or broken.
    """
    if not is_live(src):
        yield from throws((shot.turned(turn) for shot in shots(src)), asked)
        return
    with Minder.of(src) as minder:
        yield from throws((shot.turned(turn) for shot in minder.shots()), asked)
