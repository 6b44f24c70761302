"""Bytes are judged before they are decoded, and refused in one sentence."""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from vision.picture import PictureError, load, load_file


def picture(kind: str, width: int = 64, height: int = 48, **extra: object) -> bytes:
    """A picture whose left half is red and whose right half is blue."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[:, : width // 2, 0] = pixels[:, width // 2 :, 2] = 255
    held = io.BytesIO()
    Image.fromarray(pixels).save(held, kind, **extra)
    return held.getvalue()


def huge_png(width: int, height: int) -> bytes:
    """A black PNG of that many pixels in a few kilobytes: bytes that explode when decoded."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    squeeze, rows = zlib.compressobj(9), b"\0" * (1 + (width + 7) // 8)
    body = b"".join(squeeze.compress(rows) for _ in range(height)) + squeeze.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_jpeg_png_and_webp_become_a_frame_in_bgr(kind: str) -> None:
    frame = load(picture(kind))
    assert (frame.width, frame.height) == (64, 48)
    assert frame.pixels[24, 8].argmax() == 2, "red comes last"
    assert frame.pixels[24, 56].argmax() == 0, "blue comes first"


def test_exif_rotation_is_applied_once() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned a quarter
    frame = load(picture("JPEG", exif=exif))
    assert (frame.width, frame.height) == (48, 64)
    assert frame.pixels[8, 24].argmax() == 2, "what was left is now on top"


def test_a_large_jpeg_is_decoded_smaller_and_keeps_its_own_size() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    frame = load(picture("JPEG", 4000, 3001, exif=exif))
    assert (frame.width, frame.height, frame.size, frame.shrink) == (1501, 2000, (3001, 4000), 2.0)
    assert load(picture("PNG", 4000, 3001)).shrink == 1


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("size", [(3001, 3002), (3002, 3001), (3000, 3000)])
def test_a_picture_that_is_square_once_it_is_decoded_keeps_its_own_size(
    orientation: int, size: tuple[int, int]
) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert load(picture("JPEG", *size, exif=exif)).size == (size if orientation < 5 else size[::-1])


@pytest.mark.parametrize("exif", [b"garbage", b"Exif\0\0", b"Exif\0\0II*\0\x08\0\0\0\x05\0\x12\x01\x03\0"])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_whole_picture_whose_exif_is_damaged_is_read_as_it_is(kind: str, exif: bytes) -> None:
    frame = load(picture(kind, exif=exif))
    assert frame.size == (frame.width, frame.height) == (64, 48)
    assert frame.pixels[24, 8].argmax() == 2


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_turned_upright_whatever_else_its_exif_says(kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 8
    whole = exif.tobytes()
    odd = whole[:-4] + b"\xff\xff\xff\xff"  # what comes next lies nowhere
    frame = load(picture(kind, exif=odd))
    assert frame.size == (frame.width, frame.height) == (48, 64)
    assert frame.pixels[56, 24].argmax() == 2, "what was left is now below"


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_only_exif_tells_how_a_picture_is_turned(kind: str) -> None:
    told = '<x:xmpmeta xmlns:x="adobe:ns:meta/" tiff:Orientation="6"></x:xmpmeta>'
    more = PngInfo()
    more.add_itxt("XML:com.adobe.xmp", told)
    data = picture(kind, **({"xmp": told.encode()} if kind == "JPEG" else {"pnginfo": more}))
    held = Image.open(io.BytesIO(data))
    assert held.getexif().get(0x0112) == 6, "Pillow heeds it"
    assert load(data).size == (64, 48)


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("size", [(640, 480), (4000, 3000)])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_jpeg_that_was_cut_short_and_closed_again_is_refused(mode: str, size: tuple[int, int], share: float) -> None:
    rng = np.random.default_rng(5)
    small = Image.fromarray(rng.integers(0, 255, (60, 80, 3), np.uint8)).convert(mode)
    held = io.BytesIO()
    small.resize(size).save(held, "JPEG", quality=85)
    whole = held.getvalue()
    assert load(whole).size == size
    with pytest.raises(PictureError, match="is damaged or cut short"):
        load(whole[: int(share * len(whole))] + b"\xff\xd9")


def test_a_picture_that_is_grey_or_lies_in_a_grey_frame_is_whole() -> None:
    framed = np.full((96, 64, 3), 128, np.uint8)
    framed[32:64] = 255
    for pixels in (np.full((48, 64, 3), 128, np.uint8), framed):
        held = io.BytesIO()
        Image.fromarray(pixels).save(held, "JPEG")
        assert load(held.getvalue()).size == (64, len(pixels))


def test_grey_and_transparent_pictures_are_read_too() -> None:
    for mode in ("L", "LA", "P", "RGBA", "1", "I;16"):
        held = io.BytesIO()
        Image.new(mode, (32, 32)).save(held, "PNG")
        assert load(held.getvalue()).pixels.shape == (32, 32, 3)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_what_is_transparent_is_not_seen(kind: str) -> None:
    pixels = np.full((32, 64, 4), 255, np.uint8)
    pixels[:, :32, 3] = 0  # white as well, but nobody sees it
    held = io.BytesIO()
    Image.fromarray(pixels).save(held, kind, lossless=True, exact=True)
    frame = load(held.getvalue())
    assert set(frame.pixels[:, :30].flat) == {128}
    assert set(frame.pixels[:, 34:].flat) == {255}


def test_a_grey_picture_of_sixteen_bits_keeps_its_shades() -> None:
    shades = np.tile(np.linspace(0, 65535, 64).astype(np.uint16), (32, 1))
    held = io.BytesIO()
    Image.fromarray(shades).save(held, "PNG")
    assert (load(held.getvalue()).pixels[0, :, 0] == shades[0] >> 8).all()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b"Dear table, here are my dice: 1 2 3", "is no JPEG, PNG or WebP picture"),
        (b"GIF89a" + bytes(100), "is no JPEG, PNG or WebP picture"),
        (b"\xff\xd8\xff\xe0" + bytes(100), "is damaged or cut short"),
        (picture("JPEG", 640, 480)[:-900], "is damaged or cut short"),
        (picture("PNG", 640, 480)[:-200], "is damaged or cut short"),
        (picture("WEBP", 640, 480)[:-60], "is damaged or cut short"),
        (huge_png(20_000, 20_000), "more than 24 megapixels"),
        (huge_png(6000, 4001), "more than 24 megapixels"),
        (picture("PNG", 8, 300), "only 8 x 300 pixels"),
        (huge_png(70_000, 16), "has 70000 x 16 pixels: cut out the part with the dice"),
        (bytes(16 * 2**20), "16 MiB"),
    ],
    ids=[
        "empty",
        "text",
        "gif",
        "jpeg magic only",
        "cut jpeg",
        "cut png",
        "cut webp",
        "huge",
        "large",
        "sliver",
        "ribbon",
        "heavy",
    ],
)
def test_what_is_no_honest_picture_is_refused_in_one_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(PictureError) as refused:
        load(data, "throw.jpg")
    told = str(refused.value)
    assert sentence in told
    assert told.startswith("throw.jpg ")
    assert told.endswith(".")
    assert "\n" not in told
    assert ":" in told, "says what to do"


def test_a_huge_picture_is_small_on_the_wire() -> None:
    assert len(huge_png(20_000, 20_000)) < 60_000


@pytest.mark.parametrize("brand", [b"heic", b"mif1", b"avif", b"MiHE\0\0\0\0MiPrmiafheic"])
def test_a_photo_as_phones_store_it_is_to_be_exported(brand: bytes) -> None:
    says = r"^p is a HEIC or AVIF photo, .*: send it as JPEG, .*Settings > Camera > Formats > Most Compatible\)\.$"
    with pytest.raises(PictureError, match=says):
        load(b"\0\0\0\x18ftyp" + brand + b"\0" * 40, "p")


def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"^nothing\.jpg cannot be read \(No such file.*\): give another file\.$"):
        load_file(tmp_path / "nothing.jpg")
