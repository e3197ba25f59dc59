"""The playthroughs are the same as the recorded ones."""

import re

import pytest

from tests.rules.playthroughs import playthroughs


def written(preset: str) -> str:
    return (playthroughs.FOLDER / f"{preset}.txt").read_text("utf-8")


@pytest.mark.parametrize("preset", playthroughs.TOLD)
def test_playthroughs_match_their_files(preset: str) -> None:
    assert playthroughs.tell(preset).splitlines() == written(preset).splitlines()


def test_every_playthrough_has_a_file() -> None:
    names = {file.stem for file in playthroughs.FOLDER.glob("*.txt")}
    assert names == set(playthroughs.TOLD)


def test_the_playthroughs_contain_every_kind_of_move() -> None:
    everything = "".join(map(written, playthroughs.TOLD))
    for beginning in (
        *("rum ", "back ", "morgan ", "sail", "pass", "weapons", "rum!", "lantern!"),
        *("parrot+parrot", "hook!", "chest!", "take ", "keep ", "give ", "put ", "with ", "as "),
        "discard ",
    ):
        assert f"\nplays     {beginning}" in everything, beginning
    assert re.search(r"\nplays     \w+\* ", everything), "no dark card is played"
