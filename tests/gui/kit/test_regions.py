"""Regions: what a point hits, where the keyboard goes."""

from pygame import Rect

from infoset_gui.kit.regions import Area, Polygon, Region, Round, after, find, towards


def region(name: str, x: int, y: int, **more: object) -> Region:
    return Region(name, Area(Rect(x, y, 20, 20)), name, lambda: None, **more)  # type: ignore[arg-type]


GRID = [region(f"{row}{column}", 40 * column, 40 * row) for row in range(3) for column in range(3)]


def test_the_last_drawn_lies_on_top() -> None:
    below, above = region("below", 0, 0), region("above", 10, 10)
    assert find([below, above], 15, 15) is above
    assert find([below, above], 5, 5) is below
    assert find([below, above], 50, 50) is None


def test_what_is_clipped_is_not_hit() -> None:
    half = region("half", 0, 0, clip=Rect(0, 0, 10, 20))
    assert find([half], 5, 5) is half
    assert find([half], 15, 5) is None


def test_shapes_know_their_inside() -> None:
    assert Round((10, 10), 5).has(13, 13)
    assert not Round((10, 10), 5).has(14, 14)
    triangle = Polygon([(0, 0), (10, 0), (0, 10)])
    assert triangle.has(2, 2)
    assert not triangle.has(8, 8)
    assert triangle.box == Rect(0, 0, 10, 10)


def test_the_tabulator_goes_around_and_leaves_hints_out() -> None:
    regions = [region("a", 0, 0), region("hint", 0, 0, is_hint=True), region("b", 0, 0)]
    assert after(regions, None, 1) is regions[0]
    assert after(regions, "a", 1) is regions[2]
    assert after(regions, "b", 1) is regions[0]
    assert after(regions, "a", -1) is regions[2]
    assert after([], None, 1) is None


def test_arrows_lead_to_the_neighbour() -> None:
    middle = GRID[4]
    for right, down, name in ((1, 0, "12"), (-1, 0, "10"), (0, -1, "01"), (0, 1, "21")):
        found = towards(GRID, middle.shape.box, right, down, middle.name)
        assert found is not None
        assert found.name == name


def test_an_arrow_to_nowhere_leads_nowhere() -> None:
    assert towards(GRID, GRID[0].shape.box, -1, 0, "00") is None
