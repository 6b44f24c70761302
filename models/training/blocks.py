"""The first layer of an 8-bit net takes the bytes of a picture as they are, in blocks of two by two pixels.

A net learns from pixels in -0.5..0.5, and quantisation makes bytes of these again: a picture is worked through four
times before anything is seen, and some neighbouring levels become one. And to lay out three channels for a 3x3
convolution is slow, nine copies of three bytes for each place. Here both are taken out of the file, which then takes
what `models.session.in_blocks` makes of a picture.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
from onnx import NodeProto, helper, numpy_helper

BEFORE = ["QuantizeLinear", "Sub", "Div", "Cast"]  # what makes bytes of bytes, the last first
LEVEL, MIDDLE = 1 / 255, 128  # how far apart two levels of a pixel are, and which of them counts as 0
OFF = 0.5  # levels by which that one is more than 0
BLOCKS = 12, 2, 2  # what a kernel sees of these
STEPS = {"kernel_shape": [2, 2], "strides": [1, 1], "pads": [1, 1, 0, 0]}  # of a convolution that takes blocks

Kernel = npt.NDArray[np.generic]


def take_blocks(weights: Path) -> None:
    """Let the net of an ONNX file, as `quantize` makes it, take bytes in blocks; else it answers as before.

    Raises:
        ValueError: its first layer is no 3x3 convolution of three channels, or takes no pixels in -0.5..0.5.
    """
    net = onnx.load(weights)
    nodes, made = net.graph.node, {out: node for node in net.graph.node for out in node.output}
    known = {each.name: each for each in net.graph.initializer}
    first = next(node for node in nodes if node.op_type == "Conv")
    taken, kernel, shift = (made[name] for name in first.input)
    before = list(_before(taken, made))
    numbers, offset, level, middle = (
        numpy_helper.to_array(known[name]) for name in (kernel.input[0], shift.input[0], *taken.input[1:])
    )
    fits = numbers.shape[1:] == (3, 3, 3) and np.isclose(level, LEVEL) and middle == MIDDLE
    if not fits or [node.op_type for node in before] != BEFORE:
        raise ValueError(f"The first layer of {weights} is none that can take blocks of pixels.")
    taken.input[0] = before[-1].input[0]
    for node in before:
        nodes.remove(node)
    more = np.round(OFF * numbers.astype(np.int64).sum((1, 2, 3))).astype(offset.dtype)
    known[kernel.input[0]].CopyFrom(numpy_helper.from_array(in_blocks(numbers), kernel.input[0]))
    known[shift.input[0]].CopyFrom(numpy_helper.from_array(offset + more, shift.input[0]))
    for at in first.attribute:
        at.CopyFrom(helper.make_attribute(at.name, STEPS[at.name]) if at.name in STEPS else at)
    _, height, width, channels = net.graph.input[0].type.tensor_type.shape.dim
    for side, name in ((height, "rows"), (width, "columns")):
        if side.dim_value:
            side.dim_value //= 2
        else:  # it may be of any length
            side.dim_param = name
    channels.dim_value = 4 * 3
    onnx.save(net, weights)


def in_blocks(kernel: Kernel) -> Kernel:
    """A kernel (O, 3, 3, 3), by steps of two pixels, as it sees blocks: (O, 12, 2, 2), by steps of one.

    Its first row and column are the second ones of a block, of which the others see nothing.
    """
    whole = np.pad(kernel, ((0, 0), (0, 0), (1, 0), (1, 0)))
    apart = whole.reshape(-1, 3, 2, 2, 2, 2)  # colours; row of blocks, row in it; column of blocks, column in it
    return apart.transpose(0, 3, 5, 1, 2, 4).reshape(-1, *BLOCKS)


def of_pixels(kernel: Kernel, shift: Kernel) -> tuple[Kernel, Kernel]:
    """The kernel (O, 3, 3, 3) and the shifts (O,) for pixels in -0.5..0.5 of those that take bytes in blocks.

    >>> kernel = np.arange(54).reshape(2, 3, 3, 3)
    >>> seen, _ = of_pixels(in_blocks(kernel), np.zeros(2))
    >>> bool((seen == kernel).all())
    True
    """
    apart = kernel.reshape(-1, 2, 2, 3, 2, 2)  # row and column in a block, colours, row and column of blocks
    whole = apart.transpose(0, 3, 4, 1, 5, 2).reshape(-1, 3, 4, 4)
    return whole[..., 1:, 1:], shift - (OFF * LEVEL * kernel.sum((1, 2, 3))).astype(shift.dtype)


def _before(node: NodeProto, made: Mapping[str, NodeProto]) -> Iterator[NodeProto]:
    """What a net does with its picture before this node, the last first, up to where its channels change places."""
    while (node := made[node.input[0]]).op_type != "Transpose":
        yield node
