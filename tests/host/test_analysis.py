"""Judging recorded games, with an analyst whose scores are given."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

import pytest

from icetrax.analysis import HARDWARE, Mark, Scale, Verdict, analyse, annotated
from icetrax.analyst import Analyst
from icetrax.clock import TimeControl
from icetrax.console import Analysis
from icetrax.errors import IllegalMoveError
from icetrax.notation import parse_move
from icetrax.plot import plot
from icetrax.record import Record, format_record, read_records
from icetrax.spec import make_analyst, parse_spec
from tests.host.fakes import CONTROL

SCALE = Scale(100, 10_000)
SVG = "{http://www.w3.org/2000/svg}"


class ScriptedAnalyst(Analyst):
    """Gives answers in turn."""

    def __init__(self, *answers: tuple[str, int | None]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def best(self, texts: Sequence[str], control: TimeControl) -> Analysis:
        self.asked.append(" ".join(texts))
        move, score = self.answers.pop(0)
        return Analysis(move, score, 3, 99, None)

    def close(self) -> None: ...


def record_of(moves: str, **headers: str) -> Record:
    return Record([parse_move(text) for text in moves.split()], headers=headers)


def test_chances() -> None:
    assert SCALE.chances(0) == 0.5
    assert SCALE.chances(100) / SCALE.chances(-100) == pytest.approx(2.718281828)
    assert SCALE.chances(10_000) == 1.0
    assert SCALE.chances(-10_000) == 0.0
    assert [HARDWARE.turns_to_win(score) for score in (29_998, -29_999, 19_998)] == [3, 2, None]


def test_every_position_is_judged_and_a_move_that_loses_the_game_is_a_blunder() -> None:
    # White is to move at turns 1 and 3, red at turn 2; scores are of the side to move.
    analyst = ScriptedAnalyst(("@0/", 0), ("B1+", 20), ("C1/", 60))
    told: list[Verdict] = []
    record = record_of("@0/ B1\\ A2\\")
    verdicts = analyse(record, analyst, CONTROL, SCALE, told.append)
    assert told == verdicts
    assert analyst.asked == ["", "@0/", "@0/ B1\\"]
    assert [verdict.ply for verdict in verdicts] == [0, 1, 2, 3]
    assert [verdict.move for verdict in verdicts] == [None, "@0/", "B1\\", "A2\\"]
    assert [verdict.best for verdict in verdicts] == ["@0/", "B1+", "C1/", None]
    expected = [0.5, 1 - SCALE.chances(20), SCALE.chances(60), 0.0]
    assert [verdict.white for verdict in verdicts] == pytest.approx(expected)
    # Turn 1 was the best move, however it is judged afterwards; by turn 2 red lost some, by turn 3 white all.
    assert [verdict.better for verdict in verdicts] == [None, None, "B1+", "C1/"]
    losses = [0, 0, SCALE.chances(60) - (1 - SCALE.chances(20)), SCALE.chances(60)]
    assert [verdict.loss for verdict in verdicts] == pytest.approx(losses)
    assert [verdict.mark for verdict in verdicts] == [Mark.NONE, Mark.NONE, Mark.MISTAKE, Mark.BLUNDER]
    assert verdicts[-1].score == 10_000  # red is to move, and has won


def test_a_move_that_turns_out_better_costs_nothing() -> None:
    verdicts = analyse(record_of("@0/"), ScriptedAnalyst(("@0+", 0), ("B1+", -50)), CONTROL, SCALE)
    assert (verdicts[1].loss, verdicts[1].mark, verdicts[1].better) == (0.0, Mark.NONE, "@0+")


def test_a_drawn_game_is_even_at_its_end() -> None:
    answers = [("@0+", 0)] * 5
    verdicts = analyse(record_of("@0+ B1/ B2/ B3/ C3+", Variant="mini"), ScriptedAnalyst(*answers), CONTROL, SCALE)
    assert (verdicts[-1].white, verdicts[-1].best) == (0.5, None)


def test_what_cannot_be_judged() -> None:
    with pytest.raises(ValueError, match="does not tell scores"):
        analyse(record_of("@0/"), ScriptedAnalyst(("@0/", None)), CONTROL, SCALE)
    analyst = ScriptedAnalyst()
    with pytest.raises(IllegalMoveError, match="ply 2: A9\\+ is illegal"):
        analyse(record_of("@0/ A9+"), analyst, CONTROL, SCALE)
    assert analyst.asked == []


def test_verdicts_as_comments_replace_those_of_an_earlier_analysis() -> None:
    record = record_of("@0/ B1\\ A2\\")
    record.comments = {1: "a fine move\nanalysis: nonsense", 2: "analysis: more nonsense"}
    verdicts = analyse(record, ScriptedAnalyst(("@0/", 0), ("B1+", 20), ("C1/", 9_997)), CONTROL, SCALE)
    written = annotated(record, verdicts)
    assert written.comments == {
        0: "analysis: white 50 %, score 0, depth 3; best @0/",
        1: "a fine move\nanalysis: white 45 %, score 20, depth 3; best B1+",
        2: "analysis: white 100 %, score 9997 (over in 3 turns), depth 3; ?? cost 55 %, B1+ was better; best C1/",
        3: "analysis: white 0 %, score 10000; ?? cost 100 %, C1/ was better",
    }
    assert record.comments[1].endswith("nonsense")
    assert read_records(format_record(written)) == [written]
    assert annotated(written, verdicts) == written


def test_the_software_sees_who_wins() -> None:
    analyst = make_analyst(parse_spec("alphabeta:depth=2"))
    verdicts = analyse(record_of("@0/ B1\\ A2\\"), analyst, TimeControl(60), HARDWARE)
    assert verdicts[2].best != "A2\\"
    assert (verdicts[3].mark, verdicts[3].white) == (Mark.BLUNDER, 0)
    verdicts = analyse(record_of("@0/ A0\\"), analyst, TimeControl(60), HARDWARE)
    assert (verdicts[2].white, verdicts[2].turns_to_win) == (1, 1)  # white can close its loop
    assert verdicts[2].mark is Mark.BLUNDER


def test_the_plot_shows_each_position_and_marks_what_went_wrong() -> None:
    analyst = ScriptedAnalyst(("@0/", 0), ("B1+", 20), ("C1/", 60))
    verdicts = analyse(record_of("@0/ B1\\ A2\\"), analyst, CONTROL, SCALE)
    picture = ET.fromstring(plot(verdicts, "<A> & B"))
    (curve,) = picture.iter(f"{SVG}polyline")
    points = [tuple(map(float, point.split(","))) for point in str(curve.get("points")).split()]
    assert len(points) == 4
    xs, ys = zip(*points, strict=True)
    assert sorted(xs) == list(xs)
    assert (ys[0], ys[3]) == (130, 230)  # even in the middle, lost at the bottom
    assert ys[1] > ys[0] > ys[2]
    marks = picture.findall(f"{SVG}circle[@class='mark']")
    assert [(float(str(m.get("cx"))), float(str(m.get("cy")))) for m in marks] == [points[2], points[3]]
    assert [title.text for title in picture.iter(f"{SVG}title")] == [
        "<A> & B", "2. B1\\?, better B1+", "3. A2\\??, better C1/",
    ]  # fmt: skip
    keys = [key.get("fill") for key in picture.findall(f".//{SVG}circle[@class='key']")]
    assert keys == [marks[1].get("fill"), marks[0].get("fill")]
    assert {"blunder", "mistake"} <= {text.text for text in picture.iter(f"{SVG}text")}
    assert "2. B1\\?, 3. A2\\??" in str(picture.findtext(f"{SVG}desc"))


def test_plots_of_one_and_of_many_positions() -> None:
    one = Verdict(0, None, "@0/", 0, 0.5)
    picture = ET.fromstring(plot([one]))
    assert len(list(picture.iter(f"{SVG}polyline"))) == 1
    assert not list(picture.iter(f"{SVG}circle"))
    many = [Verdict(ply, None, None, 0, 0.5) for ply in range(301)]
    picture = ET.fromstring(plot(many))
    numbers = [t.text for t in picture.iter(f"{SVG}text") if str(t.text).isdecimal()]
    assert numbers[:3] == ["0", "5", "10"]
    with pytest.raises(ValueError, match="nothing to plot"):
        plot([])
