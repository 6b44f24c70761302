"""The nets: a finder of dice, a reader of the face of one, and an embedding that tells whether two prints are one."""

from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.answers import Answers

STRIDE = 4  # pixels a cell of the finder's maps
SIZE_UNIT = 16.0  # pixels; distances to the box sides are SIZE_UNIT * exp(output)


def _conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    """Two 3x3 convolutions round which the signal may pass."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.second(self.first(x)))


def _stage(inputs: int, outputs: int, blocks: int) -> nn.Sequential:
    return nn.Sequential(_conv(inputs, outputs, 2), *(_Residual(outputs) for _ in range(blocks)))


def _body(width: int) -> nn.Sequential:
    """What sees one die: (N, 3, 64, 64) to (N, 4 width, 8, 8)."""
    return nn.Sequential(
        _conv(3, width, 2),
        _Residual(width),
        _stage(width, 2 * width, 2),
        _stage(2 * width, 4 * width, 2),
    )


class Finder(nn.Module):
    """Where dice lie, on a grid of STRIDE pixels.

    Input (N, 3, H, W) float in -0.5..0.5, H and W multiples of 32. Output: heat logits (N, 1, h, w); the log
    distances to the box sides, left top right bottom, (N, 4, h, w); what `vision.corners` tells of the corners of the
    top face, from the cell and in units of the box's mean side, (N, 8, h, w); and logits that the die is cocked
    (N, 1, h, w).
    """

    def __init__(self, neck: int = 32) -> None:
        super().__init__()
        widths = (32, 64, 96, 160)  # the coarse stages are wide and deep: there that costs little
        self.stem = _conv(3, 16, 2)
        self.stages = nn.ModuleList(
            _stage(inputs, outputs, blocks)
            for inputs, outputs, blocks in zip((16, *widths), widths, (1, 1, 3, 3), strict=False)
        )
        self.laterals = nn.ModuleList(nn.Conv2d(width, neck, 1) for width in widths)
        self.smooth = nn.ModuleList(_conv(neck, neck) for _ in widths[:-1])
        self.head = nn.Sequential(_conv(neck, neck), nn.Conv2d(neck, 14, 1))
        nn.init.constant_(self.head[-1].bias[:1], -4.0)  # dice are rare: start from "nothing" (focal loss paper, 4.1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        x = self.stem(x)
        levels = []
        for stage, lateral in zip(self.stages, self.laterals, strict=True):
            x = stage(x)
            levels.append(lateral(x))
        top = levels.pop()
        for level, smooth in zip(reversed(levels), reversed(self.smooth), strict=True):
            top = smooth(level + F.interpolate(top, scale_factor=2.0, mode="nearest"))
        told = self.head(top)
        return told[:, :1], told[:, 1:5], told[:, 5:13], told[:, 13:]


def asked(answers: Answers) -> int:
    """How many numbers a net must tell for these answers, see `joined`."""
    return len(answers.symbols) + 2 + len(answers.colours)


def joined(told: Tensor, answers: Answers) -> Tensor:
    """The scores (N, L) of all labels from what a net tells, (N, `asked`).

    Where faces have colours, one part of that tells a symbol, "other" or "nothing", and one a colour: every symbol is
    learned from dice of all colours and every colour from all symbols. The score of a face is the sum of its two log
    probabilities, so that the scores together are those of one net that answers with faces.
    """
    if not answers.colours:
        return told
    count = len(answers.symbols)
    named, coloured = told[:, : count + 2].log_softmax(1), told[:, count + 2 :].log_softmax(1)
    faces = (named[:, :count, None] + coloured[:, None]).flatten(1)
    return torch.cat((faces, named[:, count:]), 1)


def surprise(told: Tensor, truth: Tensor) -> Tensor:
    """The mean cross entropy of scores (N, L) with the right answers (N,); of a mere DIE, -1, of all but "nothing"."""
    said = told.float().log_softmax(1)
    there, named = said[:, :-1].logsumexp(1), said.gather(1, truth.clamp(min=0)[:, None])[:, 0]
    return -torch.where(truth < 0, there, named).mean()


def right(told: Tensor, truth: Tensor) -> Tensor:
    """Which of the answers (N,) are right, likewise: (N,)."""
    said = told.argmax(1)
    return torch.where(truth < 0, said < told.shape[1] - 1, said == truth)


class Reader(nn.Module):
    """The face of one die: (N, 3, 64, 64) float in -0.5..0.5 to a score (N, L) for each label of its answers."""

    def __init__(self, answers: Answers, width: int = 24) -> None:
        super().__init__()
        self.answers = answers
        self.body = _body(width)
        self.head = nn.Linear(8 * width, asked(answers))
        self.drop = nn.Dropout(0.2)

    def forward(self, x: Tensor) -> Tensor:
        return self.scores(self.features(x))

    def features(self, x: Tensor) -> Tensor:
        """What is seen, (N, 8 width), before any answer: how somebody's own dice are told apart."""
        x = self.body(x)
        return torch.cat((x.mean((2, 3)), x.amax((2, 3))), 1)

    def scores(self, features: Tensor) -> Tensor:
        """The answers to features (N, 8 width)."""
        return joined(self.head(self.drop(features)), self.answers)


class Corners(nn.Module):
    """The corners of the top of one die: (N, 3, 64, 64) float in -0.5..0.5 to what `vision.corners` tells of them.

    That is (N, 8), in sides of the square from its middle.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        self.body = _body(width)
        self.narrow = _conv(4 * width, 32, size=1)
        self.head = nn.Sequential(nn.Linear(32 * 64, 128), nn.ReLU(inplace=True), nn.Linear(128, 8))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.narrow(self.body(x)).flatten(1))


class Lean(nn.Module):
    """Whether one die leans: (N, 3, 64, 64) float in -0.5..0.5 to a logit (N,)."""

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        self.body = _body(width)
        self.narrow = _conv(4 * width, 32, size=1)
        self.head = nn.Sequential(nn.Linear(32 * 64, 64), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(64, 1))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.narrow(self.body(x)).flatten(1))[:, 0]


class Embedding(nn.Module):
    """What a print looks like, wherever it is seen: (N, 3, 64, 64) float in -0.5..0.5 to (N, D) of length 1.

    Prints of one sign come to lie near one another, those of others far away (Snell et al. 2017).
    """

    def __init__(self, size: int = 64) -> None:
        super().__init__()
        widths = (16, 32, 64, 96)
        self.body = nn.Sequential(
            _conv(3, widths[0], 2),
            *(_stage(inputs, outputs, 1) for inputs, outputs in pairwise(widths)),
        )
        self.head = nn.Linear(2 * widths[-1] + 16 * 32, size)
        self.narrow = nn.Conv2d(widths[-1], 32, 1)
        self.heat = nn.Parameter(torch.tensor(2.3))  # how sharply nearness tells, as a logarithm; in training only

    def forward(self, x: Tensor) -> Tensor:
        x = self.body(x - x.mean((1, 2, 3), keepdim=True))
        seen = torch.cat((x.mean((2, 3)), x.amax((2, 3)), self.narrow(x).flatten(1)), 1)
        return F.normalize(self.head(seen))


def signed(pixels: Tensor) -> Tensor:
    """Bytes of pictures, (N, H, W, 3), as the nets want them: (N, 3, H, W) in -0.5..0.5."""
    return pixels.permute(0, 3, 1, 2).float() / 255.0 - 0.5


class FinderGraph(nn.Module):
    """The finder as it is shipped.

    Bytes of one picture (1, H, W, 3) in; out come, on the STRIDE grid, the heat where it peaks and 0 elsewhere (h, w),
    the distances from the cell to the box sides in pixels (4, h, w), what is told of the corners of the top face in
    units of the box's mean side (8, h, w), and the probability that the die is cocked (h, w).
    """

    def __init__(self, finder: Finder) -> None:
        super().__init__()
        self.finder = finder

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        logits, sides, code, cocked = self.finder(signed(pixels))
        heat = torch.sigmoid(logits)
        peaks = heat * (heat == F.max_pool2d(heat, 3, 1, 1)).float()
        return peaks[0, 0], SIZE_UNIT * torch.exp(sides[0]), code[0], torch.sigmoid(cocked[0, 0])


class ReaderGraph(nn.Module):
    """The reader as it is shipped: bytes of crops in, scores and features out."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        features = self.reader.features(signed(pixels))
        return self.reader.scores(features), features


class CornersGraph(nn.Module):
    """The corners as they are shipped: bytes of squares (N, 64, 64, 3) in, what is told of them (N, 8) out."""

    def __init__(self, corners: Corners) -> None:
        super().__init__()
        self.corners = corners

    def forward(self, pixels: Tensor) -> Tensor:
        return self.corners(signed(pixels))


class LeanGraph(nn.Module):
    """What tells whether a die leans, as it ships: bytes of squares (N, 64, 64, 3) in, the probabilities (N,) out."""

    def __init__(self, lean: Lean) -> None:
        super().__init__()
        self.lean = lean

    def forward(self, pixels: Tensor) -> Tensor:
        return torch.sigmoid(self.lean(signed(pixels)))


class EmbeddingGraph(nn.Module):
    """The embedding as it is shipped: bytes of straightened tops (N, 64, 64, 3) in, whichever way up; (N, D) out."""

    def __init__(self, embedding: Embedding) -> None:
        super().__init__()
        self.embedding = embedding

    def forward(self, pixels: Tensor) -> Tensor:
        x = signed(pixels)
        across, down = x.flip(3), x.transpose(2, 3)
        turns = torch.cat((x, down.flip(3), across.flip(2), down.flip(2)))
        seen = self.embedding(turns)
        return F.normalize(seen.reshape(4, -1, seen.shape[1]).mean(0))
