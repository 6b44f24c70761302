"""The eye at the table: the bytes of a picture become a reading, one picture at a time and off the event loop."""

from anyio import CapacityLimiter, to_thread

from api.decoder import DECODER
from vision.read import read
from vision.reading import Frame, Reading

_ONE = CapacityLimiter(1)


def look(data: bytes, kit: str, expect: int | None) -> tuple[Frame, Reading]:
    """Decode a picture and read the dice in it; raises PictureError, KitError or CardError."""
    frame = DECODER.decoded(data)
    return frame, read(frame, kit, expect)


async def looked(data: bytes, kit: str, expect: int | None = None) -> tuple[Frame, Reading]:
    """Look at a picture when the eye is free."""
    return await to_thread.run_sync(look, data, kit, expect, limiter=_ONE)
