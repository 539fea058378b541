"""The analysis as JSON: what docs/experiments/README.md documents, and its way back."""

from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from infoset.errors import CommandError
from infoset_bots.lab.arena.store import write_whole
from infoset_bots.lab.experiments.analysis import FORMAT, Analysis

ANALYSIS: Final = "analysis.json"


def write_analysis(path: Path, analysis: Analysis) -> None:
    """Writes the file whole."""
    write_whole(path, TypeAdapter(Analysis).dump_json(analysis, indent=1).decode() + "\n")


def read_analysis(path: Path) -> Analysis:
    """The analysis in a file. Raises CommandError if there is none, or of another format."""
    try:
        analysis = TypeAdapter(Analysis).validate_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except ValidationError as error:
        raise CommandError(f"{path}: no analysis of an experiment: {error}") from error
    if analysis.format != FORMAT:
        raise CommandError(f"{path}: format {analysis.format}, expected {FORMAT}")
    return analysis
