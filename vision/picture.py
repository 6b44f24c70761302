"""Bytes of a picture become a Frame; what is no honest picture is refused before anything is decoded."""

import io
import math
import re
import warnings
from pathlib import Path

import cv2
import numpy as np
from PIL import ExifTags, Image

from vision.reading import Frame

FORMATS = ("JPEG", "PNG", "WEBP")
LARGEST_FILE = 15 * 2**20  # bytes
READ = 2**28  # bytes of a file: what is merely too large is refused with its size
LARGEST_PICTURE = 24_000_000  # pixels
SMALLEST_SIDE = 16  # pixels
LONGEST_SIDE = 65_500  # pixels, of what can be written as JPEG
ENOUGH = 1500  # pixels, a JPEG with both sides at least twice as long is decoded at a half, a quarter or an eighth
UPRIGHT = {  # by the orientation that EXIF tells
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
SIDEWAYS = [UPRIGHT[orientation] for orientation in (5, 6, 7, 8)]  # whose width is stored as their height
MISSING = 128  # level of all colours where nothing of a JPEG is left
GROUND = (128, 128, 128)  # what lies behind a transparent picture: neither white dice nor black ones are lost on it
_MAGIC = re.compile(rb"\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF....WEBP", re.DOTALL)
_HEIC = re.compile(rb"....ftyp(?:....){0,12}?(?:hei[cfmsx]|hev[cmsx]|mif1|msf1|avi[fs])", re.DOTALL)


class PictureError(ValueError):
    """A picture that can't be read; the sentence says why and what to do."""


def load(data: bytes, name: str = "the picture") -> Frame:
    """The picture in `data`, the right way up.

    Size of the file, kind and dimensions are checked by the header; only then is it decoded, at a draft scale where
    JPEG allows it.

    Raises:
        PictureError: the bytes are too many, no JPEG, PNG or WebP, too many pixels, or broken.
    """
    if not data:
        raise PictureError(f"{name} is empty: take the picture again.")
    if len(data) > LARGEST_FILE:
        size = math.ceil(10 * len(data) / 2**20) / 10  # whatever is more than the most reads so
        raise PictureError(f"{name} has {size:g} MiB, and 15 MiB is the most: send a smaller picture.")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of big pictures and odd metadata; we check for ourselves
        picture = _opened(data, name)
        width, height = picture.size
        pixels, turn = _decode(picture, name)
        return Frame(pixels, name, (height, width) if turn in SIDEWAYS else (width, height))


def load_file(path: Path) -> Frame:
    """The picture in a file.

    Raises:
        PictureError: the file cannot be read, or as `load` does.
    """
    try:
        with path.open("rb") as opened:
            data = opened.read(READ)
    except IsADirectoryError as error:
        raise PictureError(f"{path.name or path} is a folder: name the pictures in it.") from error
    except OSError as error:
        raise PictureError(f"{path.name or path} cannot be read ({error.strerror}): give another file.") from error
    return load(data, path.name)


def _opened(data: bytes, name: str) -> Image.Image:
    """The picture with its header read and judged, and nothing decoded yet."""
    try:
        picture = Image.open(io.BytesIO(data), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise PictureError(f"{name} has more than 24 megapixels: send a smaller picture.") from error
    except Exception as error:  # hostile headers raise anything
        raise PictureError(_broken(name) if _MAGIC.match(data) else _foreign(data, name)) from error
    width, height = picture.size
    if width * height > LARGEST_PICTURE:
        raise PictureError(f"{name} has more than 24 megapixels: send a smaller picture.")
    if min(width, height) < SMALLEST_SIDE:
        raise PictureError(f"{name} has only {width} x {height} pixels: send a larger one.")
    if max(width, height) > LONGEST_SIDE:
        raise PictureError(f"{name} has {width} x {height} pixels: cut out the part with the dice.")
    return picture


def _decode(
    picture: Image.Image, name: str
) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], Image.Transpose | None]:
    """The picture upright, and how it was turned for that."""
    try:
        picture.draft("RGB", (ENOUGH, ENOUGH))  # JPEG alone can do it; the result is never smaller than asked for
        picture.load()
        cut = picture.format == "JPEG" and _ends_in_grey(picture)
        turn = _turn(picture)  # a PNG may tell it behind its pixels
        upright = picture if turn is None else picture.transpose(turn)
        rgb = np.asarray(_on_grey(_of_bytes(upright)))
    except Exception as error:  # hostile bodies raise anything
        raise PictureError(_broken(name)) from error
    if cut:
        raise PictureError(_broken(name))
    return np.ascontiguousarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR)).astype(np.uint8, copy=False), turn


def _ends_in_grey(picture: Image.Image) -> bool:
    """Whether the lowest rows of a JPEG are missing though it says where it ends: silently they become plain grey.

    A picture in a grey frame has such rows above as well.
    """
    width, height = picture.size
    first, last = (np.asarray(picture.crop((0, row, width, row + 1))) for row in (0, height - 1))
    return bool((last == MISSING).all() and not (first == MISSING).all())


def _turn(picture: Image.Image) -> Image.Transpose | None:
    """How to turn a picture upright, by its EXIF; one whose EXIF is damaged stays as it is."""
    for elsewhere in ("xmp", "XML:com.adobe.xmp"):  # what browsers do not heed
        picture.info.pop(elsewhere, None)
    try:
        return UPRIGHT.get(picture.getexif().get(ExifTags.Base.Orientation, 1))
    except Exception:  # noqa: BLE001 - hostile metadata raises anything
        return None


def _of_bytes(picture: Image.Image) -> Image.Image:
    """The same picture with 8 bits of grey, where it has 16: Pillow would cut them off at white."""
    if not picture.mode.startswith("I"):
        return picture
    return Image.fromarray((np.asarray(picture).astype(np.int64) >> 8).clip(0, 255).astype(np.uint8))


def _on_grey(picture: Image.Image) -> Image.Image:
    """The same picture on plain grey wherever it is transparent: what nobody can see is not read."""
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    shown, ground = picture.convert("RGBA"), Image.new("RGB", picture.size, GROUND)
    ground.paste(shown, mask=shown)
    return ground


def _broken(name: str) -> str:
    return f"{name} is damaged or cut short: take or send it again."


def _foreign(data: bytes, name: str) -> str:
    if _HEIC.match(data):
        return (
            f"{name} is a HEIC or AVIF photo, which I cannot open: send it as JPEG, and "
            "let the camera take JPEG (on an iPhone: Settings > Camera > Formats > Most Compatible)."
        )
    return f"{name} is no JPEG, PNG or WebP picture: send a photo."
