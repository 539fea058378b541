"""`infoset play`: what its options do before a window opens."""

import argparse
import builtins
from typing import Any

import pytest

from infoset.cli import main
from infoset_gui.app import first_size
from infoset_gui.command import command, prefer
from infoset_gui.preferences import Preferences


def read(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command(parser)
    return parser.parse_args(words)


def test_options_go_before_what_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("INFOSET_NAME", raising=False)
    monkeypatch.delenv("INFOSET_URL", raising=False)
    likes = Preferences(name="Ada", url="infoset://kept:1", theme="dark")
    prefer(likes, read())
    assert (likes.name, likes.url, likes.theme) == ("Ada", "infoset://kept:1", "dark")
    prefer(likes, read("--name", "Bob", "--url", "infoset://other:2", "--theme", "light"))
    assert (likes.name, likes.url, likes.theme) == ("Bob", "infoset://other:2", "light")


def test_without_pygame_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    really = builtins.__import__

    def without_pygame(name: str, *rest: Any, **more: Any) -> Any:
        if name == "pygame":
            raise ModuleNotFoundError(name=name)
        return really(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_pygame)
    assert main(["play"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("infoset: infoset play needs the extra `play`: python -m pip install ")


def test_the_first_window_is_never_smaller_than_the_smallest() -> None:
    import pygame

    pygame.display.init()
    width, height = first_size()
    assert width >= 1024
    assert height >= 640
