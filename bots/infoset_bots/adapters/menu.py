"""The numbers that a seat may say next, written straight into the mask of a batch. Compiled."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

MORE: Final = -1  # in place of a code: the decision goes on
# Codes of products may be larger than a machine word. Beyond this one, mypyc compares with an object.
LARGEST: Final = 2**62 - 1
LARGE: Final = -2  # in place of one of these


@final
class Menu:
    """Numbers, each with the action code that it completes, or MORE. A part of `mask` has 1 for each of them."""

    def __init__(self, mask: vec[u8], first: i64, actions: i64) -> None:
        """Of `mask` this menu owns the cells from `first` on, one for each action number; all are 0."""
        self.mask = mask
        self.first: i64 = first
        self.count: i64 = 0
        self.numbers = vec[i64]([0] * actions)
        self.codes = vec[i64]([0] * actions)
        self.large: dict[int, int] = {}  # number -> code

    def clear(self) -> None:
        mask = self.mask
        for index in range(self.count):
            mask[self.first + self.numbers[index]] = 0
        self.count = 0
        if self.large:
            self.large = {}

    def add(self, number: i64, code: i64) -> None:
        """Of several actions with one number the first is kept."""
        at = self.first + number
        if self.mask[at]:
            return
        self.mask[at] = 1
        self.numbers[self.count] = number
        self.codes[self.count] = code
        self.count += 1

    def add_options(self, options: dict[int, int | None]) -> None:
        for number, code in options.items():
            if code is None:
                self.add(number, MORE)
            elif code < LARGEST:
                self.add(number, i64(code))
            else:
                self.add(number, LARGE)
                self.large[number] = code

    def code_of(self, number: i64) -> int:
        """The code that a number of this menu completes, or MORE."""
        index: i64 = 0
        while self.numbers[index] != number:
            index += 1
        code = self.codes[index]
        return self.large[int(number)] if code == LARGE else int(code)

    def options(self) -> dict[int, int | None]:
        """The same as a dict, with None where the decision goes on."""
        found: dict[int, int | None] = {}
        for index in range(self.count):
            number = int(self.numbers[index])
            code = self.code_of(self.numbers[index])
            found[number] = None if code == MORE else code
        return found


def menu_alone(actions: i64) -> Menu:
    """A menu with a mask of its own."""
    return Menu(vec[u8]([0] * actions), 0, actions)
