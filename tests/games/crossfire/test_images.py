"""Maps as images: there and back, any scale, and errors that name the square."""

import sys
from io import BytesIO

import pytest
from PIL import Image

from infoset_games.crossfire.generator import ANY_SYMMETRY, random_map
from infoset_games.crossfire.geometry import square_name
from infoset_games.crossfire.images import SPAWN_COLOURS, TERRAIN_COLOURS, read_image, write_image
from infoset_games.crossfire.maps import Map, MapError
from infoset_games.rng import Rng


def a_map(seed: str = "1") -> Map:
    return random_map(11, 3, ANY_SYMMETRY, Rng(seed))


def painted(drawn: Map, row: int, column: int, colour: tuple[int, int, int]) -> bytes:
    image = Image.open(BytesIO(write_image(drawn)))
    image.putpixel((column, row), colour)
    stream = BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


@pytest.mark.parametrize("scale", [1, 2, 9])
@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
def test_a_map_survives_being_drawn(seed: str, scale: int) -> None:
    drawn = a_map(seed)
    assert read_image(write_image(drawn, scale)).text() == drawn.text()


def test_a_ppm_image_is_read_too() -> None:
    drawn, stream = a_map(), BytesIO()
    Image.open(BytesIO(write_image(drawn, 3))).save(stream, "PPM")
    assert read_image(stream.getvalue()).text() == drawn.text()


def test_an_asymmetric_square_is_named() -> None:
    drawn = a_map()
    colour = TERRAIN_COLOURS[1 if drawn.terrain[0] != 1 else 0]
    with pytest.raises(MapError, match=r"square A1: [WM], but its .* image"):
        read_image(painted(drawn, 0, 0, colour))


def test_an_unknown_colour_is_named_with_its_square() -> None:
    with pytest.raises(MapError, match=r"square H5: colour #010203 means nothing; known: mou"):
        read_image(painted(a_map(), 4, 7, (1, 2, 3)))


def test_a_spawn_without_a_partner_is_named() -> None:
    drawn = a_map()
    row, column = divmod(drawn.image_spawns[0], 11)
    with pytest.raises(
        MapError,
        match=rf"square {square_name(drawn.image_spawns[0], 11)}: expected a spawn of seat 1",
    ):
        read_image(painted(drawn, row, column, TERRAIN_COLOURS[4]))
    row, column = divmod(drawn.spawns[0], 11)
    with pytest.raises(MapError, match=r"a spawn of seat 1, but its .* image [A-K]\d"):
        read_image(painted(drawn, row, column, TERRAIN_COLOURS[4]))


def test_what_is_no_square_board_is_refused() -> None:
    for size, message in (((15, 11), "expected a square one"), ((12, 12), "expected 5 to 21")):
        stream = BytesIO()
        Image.effect_noise(size, 50).save(stream, "PNG")
        with pytest.raises(MapError, match=message):
            read_image(stream.getvalue())
    with pytest.raises(MapError, match="cannot be read"):
        read_image(b"no image at all")


def test_the_symmetry_can_be_asked_for() -> None:
    drawn = random_map(11, 3, 0, Rng("half"))
    assert read_image(write_image(drawn), "half_turn").symmetry == 0
    with pytest.raises(MapError, match=r"^square"):
        read_image(write_image(drawn), "left_right")
    with pytest.raises(MapError, match=r"^symmetry: expected one of half_turn"):
        read_image(write_image(drawn), "spiral")


def test_the_colours_all_differ() -> None:
    assert len({*TERRAIN_COLOURS, *SPAWN_COLOURS}) == 7


def test_without_pillow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(RuntimeError, match=r"pip install pillow"):
        write_image(a_map())
