"""`cartagena train`: train a net for the legend."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Make the subcommand known."""
    parser = commands.add_parser(
        "train",
        help="train a net for the legend",
        description="A net learns to evaluate positions by playing against itself. It writes OUT.npz "
        "(the net), OUT.pt (to go on from), OUT.jsonl and OUT.html (the learning curve).",
    )
    parser.add_argument("config", type=Path, metavar="CONFIG", help="a file in TOML")
    parser.add_argument("--minutes", type=float, default=5.0, metavar="M", help="(default: 5)")
    parser.add_argument(
        "--out", type=Path, default=Path("net"), metavar="OUT", help="(default: net)"
    )
    parser.add_argument("--gpu", action="store_true", help="play and learn on a CUDA GPU")
    parser.add_argument("--resume", action="store_true", help="go on with the files of --out")
    parser.add_argument(
        "--begin-from",
        type=Path,
        metavar="NET",
        help="learn on from a net of another training, an OUT.npz",
    )
    parser.add_argument(
        "--threads", type=int, metavar="T", help="on the processor (default: one a core)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train, and tell how far it is."""
    from cartagena.cli.extras import require

    require("train", "train")
    import torch

    from cartagena.lab.train.config import read_config
    from cartagena.lab.train.run import Files, Training

    config = read_config(arguments.config)
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    files = Files(arguments.out)
    print("Preparing: the rules are compiled.", file=sys.stderr, flush=True)
    training = Training(config, 60.0 * arguments.minutes, files, gpu=arguments.gpu)
    if arguments.resume:
        training.resume()
    elif arguments.begin_from:
        training.begin_from(arguments.begin_from)
    training.run(lambda look: print(look, flush=True))
    print(f"The net is in {files.net}; play against it as legend@net={files.net}.")
    return 0
