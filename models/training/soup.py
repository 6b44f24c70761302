"""The mean of two checkpoints of one training: `python -m models.training.soup ONE OTHER --out BOTH`.

A net that went on with other pictures has learned these and forgotten a little; the mean of its weights before and
after keeps most of both, where the way between them is short (model soups, Wortsman et al. 2022).
"""

import argparse
from pathlib import Path
from typing import Any

import torch

Checkpoint = dict[str, Any]


def mixed(one: Checkpoint, other: Checkpoint) -> Checkpoint:
    """The other checkpoint with the mean of both averaged weights; counts stay as they are in the other.

    Raises:
        ValueError: they are not of the same net.
    """
    first, second = one["average"], other["average"]
    if first.keys() != second.keys():
        raise ValueError("These checkpoints are of two nets: give two of one training.")
    means = {name: (first[name] + told) / 2 if told.dtype.is_floating_point else told for name, told in second.items()}
    return other | {"average": means}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoints", type=Path, nargs=2)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    one, other = (torch.load(path, map_location="cpu", weights_only=True) for path in asked.checkpoints)
    torch.save(mixed(one, other), asked.out)
