"""`cartagena train`: train a net for the legend."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "train",
        help="train a net for the legend",
        description="Train a net that evaluates positions by letting it play against itself. Writes "
        "OUT.npz (the net), OUT.pt (the state for --resume), OUT.jsonl and OUT.html (the learning "
        "curve).",
    )
    parser.add_argument(
        "config", type=Path, metavar="CONFIG", help="a TOML file, such as training/plain.toml"
    )
    parser.add_argument(
        "--minutes", type=float, default=5.0, metavar="M", help="training time (default: 5)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("net"),
        metavar="OUT",
        help="output files, without extension (default: net)",
    )
    parser.add_argument("--gpu", action="store_true", help="play and learn on a CUDA GPU")
    parser.add_argument("--resume", action="store_true", help="continue from the --out files")
    parser.add_argument(
        "--begin-from",
        type=Path,
        metavar="NET",
        help="start from a net of another run (an OUT.npz)",
    )
    parser.add_argument(
        "--threads", type=int, metavar="T", help="CPU threads (default: one per core)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train and print the progress."""
    from cartagena.cli.extras import require

    require("train", "train")
    import torch

    from cartagena.lab.train.config import read_config
    from cartagena.lab.train.run import Files, Training

    config = read_config(arguments.config)
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    files = Files(arguments.out)
    print("Compiling the rules…", file=sys.stderr, flush=True)
    training = Training(config, 60.0 * arguments.minutes, files, gpu=arguments.gpu)
    if arguments.resume:
        training.resume()
    elif arguments.begin_from:
        training.begin_from(arguments.begin_from)
    training.run(lambda measurement: print(measurement, flush=True))
    print(f"Net saved to {files.net}. To use it, name the bot legend@net={files.net}.")
    return 0
