import subprocess
import sys
from pathlib import Path

import pytest

from icetrax_rtl.pll import PFD_HZ, VCO_HZ, PllSettings, settings_for

ICEPLL = Path(sys.executable).with_name("yowasp-icepll")
MHZ = 1_000_000


def icepll(reference_mhz, output_mhz):
    """What the tool of another project says: dividers, filter, and the frequency that comes out."""
    text = subprocess.run(
        [ICEPLL, "-i", str(reference_mhz), "-o", str(output_mhz)], capture_output=True, text=True, check=True
    ).stdout
    values = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    number = {key.strip(): value.split()[0] for key, value in values.items() if value.strip()}
    dividers = [int(number[name]) for name in ("DIVR", "DIVF", "DIVQ", "FILTER_RANGE")]
    return dividers, float(number["F_PLLOUT"])


@pytest.mark.parametrize(("reference", "output"), [(12, 24), (12, 48), (12, 60), (16, 32), (100, 45), (48, 54)])
def test_settings_are_those_of_icepll(reference, output):
    settings = settings_for(reference * MHZ, output * MHZ)
    assert settings.output_hz == output * MHZ
    dividers, frequency = icepll(reference, output)
    assert frequency == output
    assert [settings.divr, settings.divf, settings.divq, settings.filter_range] == dividers


def test_settings_keep_to_the_limits_and_are_exact_or_refused():
    made = 0
    for output in range(16, 276):
        try:
            settings = settings_for(12 * MHZ, output * MHZ)
        except ValueError:
            continue
        made += 1
        assert 12 * (settings.divf + 1) == output * (settings.divr + 1) << settings.divq
        assert PFD_HZ[0] <= settings.pfd_hz <= PFD_HZ[1]
        assert VCO_HZ[0] <= settings.vco_hz <= VCO_HZ[1]
    assert made > 50


def test_a_frequency_that_cannot_be_made_is_refused_with_its_neighbours():
    with pytest.raises(ValueError, match=r"cannot make 48 MHz from 100 MHz: nearest is 47\.\d+ or 48\.\d+ MHz"):
        settings_for(100 * MHZ, 48 * MHZ)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ((12 * MHZ, 16, 63, 4), "divr must be between 0 and 15, not 16"),
        ((12 * MHZ, 0, 128, 4), "divf must be between 0 and 127, not 128"),
        ((12 * MHZ, 0, 63, 0), "divq must be between 1 and 6, not 0"),
        ((8 * MHZ, 0, 99, 4), "reference frequency must be between"),
        ((12 * MHZ, 1, 127, 4), "phase detector frequency must be between"),
        ((12 * MHZ, 0, 40, 4), "oscillator frequency must be between"),
        ((12 * MHZ, 0, 50, 6), "output frequency must be between"),
        ((12 * MHZ, 0, 63, 1), "output frequency must be between"),
    ],
)
def test_settings_out_of_range_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        PllSettings(*settings)
