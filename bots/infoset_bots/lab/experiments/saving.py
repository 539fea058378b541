"""Figures as files: PNG and SVG in one look; equal figures give equal files."""

from collections.abc import Callable, Mapping
from pathlib import Path

from matplotlib import rc_context
from matplotlib.figure import Figure

from infoset_bots.lab.experiments.style import DPI, SETTINGS


def save_figures(folder: Path, drawings: Mapping[str, Callable[[], Figure]]) -> list[Path]:
    """Draws every figure in the common look and writes it under its name. Raises OSError."""
    written = []
    with rc_context(SETTINGS):
        for name, draw in drawings.items():
            figure = draw()
            for kind in ("png", "svg"):
                path = folder / f"{name}.{kind}"
                metadata = {"Date": None} if kind == "svg" else {"Software": None}
                figure.savefig(path, dpi=DPI, metadata=metadata)
                written.append(path)
    return written
