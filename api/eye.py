"""The eye at the table: the bytes of a picture become a reading, one picture at a time and off the event loop."""

from collections.abc import Callable

from anyio import CapacityLimiter, to_thread

from api.decoder import DECODER
from vision.reading import Frame, Reading

See = Callable[[Frame], Reading]

_ONE = CapacityLimiter(1)


def look(data: bytes, see: See) -> tuple[Frame, Reading]:
    """Decode a picture and read the dice in it; raises PictureError and what `see` raises."""
    frame = DECODER.decoded(data)
    return frame, see(frame)


async def looked(data: bytes, see: See) -> tuple[Frame, Reading]:
    """Look at a picture when the eye is free."""
    return await to_thread.run_sync(look, data, see, limiter=_ONE)
