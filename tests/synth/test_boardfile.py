import pytest

from icetrax_rtl import boardfile
from icetrax_rtl.boardfile import BAUD_TOLERANCE, LED_NAMES, PinName

TEXT = """
title = "A board"
platform = "amaranth_boards.icebreaker:ICEBreakerPlatform"
config = "up5k"
clock_hz = 24_000_000
reset = "button 0"

[oscillator]
resource = "clk12"
hz = 12_000_000
pll = "pad"

[uart]
rx = "1"
tx = "2"

[leds]
error = "rgb_led 0 r"

[load]
commands = ["tool -f {}"]

[budget]
lc = 100
bram = 3
"""


@pytest.fixture
def load(tmp_path):
    def load(*replacements):
        text = TEXT
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "one.toml").write_text(text)
        return boardfile.load("one", tmp_path)

    return load


def test_all_boards_can_be_read():
    assert boardfile.names() == [
        "blackice2", "hx8k", "icebreaker", "icesugar", "tinyfpga-bx", "up5k", "upduino",
    ]  # fmt: skip
    for name in boardfile.names():
        board = boardfile.load(name)
        assert board.name == name
        assert abs(board.baud_error) <= BAUD_TOLERANCE
        assert board.pll is None or board.pll.output_hz == board.config.clock_hz
        assert set(board.leds) <= set(LED_NAMES)


def test_what_is_in_a_file(load):
    board = load()
    assert (board.title, board.config.name, board.config.clock_hz) == ("A board", "up5k", 24_000_000)
    assert board.uart_pins == ("1", "2")
    assert board.leds == {"error": PinName("rgb_led", 0, "r")}
    assert board.reset == PinName("button", 0)
    assert board.pll is not None
    assert board.pll_primitive == "SB_PLL40_PAD"
    assert board.loaders == (("tool", "-f", "{}"),)
    assert (board.most_lc, board.most_bram) == (100, 3)


def test_without_what_may_be_left_out(load):
    board = load(('reset = "button 0"\n', ""), ('[uart]\nrx = "1"\ntx = "2"\n', ""), ('error = "rgb_led 0 r"\n', ""))
    assert (board.reset, board.uart_pins, board.leds) == (None, None, {})


def test_a_clock_without_a_pll(load):
    board = load(("24_000_000", "12_000_000"), ('pll = "pad"\n', ""))
    assert board.pll is None
    assert board.config.clock_hz == board.oscillator_hz == 12_000_000


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "A board"\n', "", "one.toml: no title"),
        ("lc = 100\n", "", "one.toml: no budget.lc"),
        ("lc = 100\n", "lc = 100\nluts = 7\n", "one.toml: unknown key budget.luts"),
        ("[leds]\n", '[leds]\nblinking = "led 0"\n', "one.toml: unknown key leds.blinking"),
        ("lc = 100", 'lc = "many"', "one.toml: budget.lc must be int, not 'many'"),
        ('"up5k"', '"up9k"', "one.toml: unknown configuration 'up9k'"),
        ('"pad"', '"both"', "one.toml: oscillator.pll must be pad, core or none, not 'both'"),
        ('pll = "pad"', 'pll = "none"', "one.toml: 24000000 Hz from 12000000 Hz needs a PLL"),
        ("24_000_000", "24_000_001", "one.toml: a PLL cannot make 24.000001 MHz from 12 MHz"),
        ('commands = ["tool -f {}"]\n', "", "one.toml: load needs commands or a device"),
        ("[budget]", "[budget", "one.toml: "),
        ('reset = "button 0"', 'reset = "button x"', "one.toml: "),
        ('reset = "button 0"', 'reset = ""', "one.toml: "),
    ],
)
def test_a_file_that_cannot_be_used(load, old, new, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        load((old, new))


def test_a_clock_that_the_baud_rate_does_not_divide(load):
    with pytest.raises(ValueError, match=r"115200 baud is off by \+0.5\d% at 10425000 Hz, more than 0.5%"):
        load(("24_000_000", "10_425_000"), ("12_000_000", "10_425_000"), ('pll = "pad"\n', ""))


def test_an_unknown_board():
    with pytest.raises(ValueError, match=r"^unknown board 'hx9k': choose one of blackice2, hx8k, .*upduino$"):
        boardfile.load("hx9k")
