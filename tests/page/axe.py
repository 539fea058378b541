"""axe-core, which knows what people need who cannot see a page, or not well: fetched once by npm, run in the browser."""

from functools import cache
from pathlib import Path
from typing import Final

from tests.page.browser import DRAWN, FONTS, Person
from tests.sdk.programs import alone, build, need
from tests.sdk.sdks import is_newer

FOLDER: Final = Path(__file__).with_name("axe")
SCRIPT: Final = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
# What axe finds in both themes: `theme, rule: part of the page`. A theme is looked at when no colour changes any more.
LOOK: Final = """
const done = arguments[arguments.length - 1];
const root = document.documentElement;
const before = { theme: root.dataset.theme, sheets: document.adoptedStyleSheets };
const still = new CSSStyleSheet();
still.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important; }");
document.adoptedStyleSheets = [...before.sheets, still];
// What stands on a button besides its words is no name of it: the numbers of a unit, and which key presses it.
const isMeant = ({ id }, { target }) =>
  id !== "label-content-name-mismatch" || !document.querySelector(target.at(-1)).matches(".unit, :has(kbd)");
const told = (rule, theme) =>
  rule.nodes
    .filter((node) => isMeant(rule, node))
    .map(({ html, any }) => `${theme}, ${rule.id}: ${html.slice(0, 100)} ${any[0]?.message ?? ""}`);
(async () => {
  const found = [];
  for (const theme of ["light", "dark"]) {
    root.dataset.theme = theme;
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    found.push(...violations.flatMap((one) => told(one, theme)));
  }
  return found;
})().catch((fault) => [String(fault)]).then((found) => {
  root.dataset.theme = before.theme;
  document.adoptedStyleSheets = before.sheets;
  done(found);
});
"""


@cache
def source() -> str:
    """The script. Skips the test, and says so, where npm is missing."""
    need("axe, which looks at the page,", "npm")
    with alone("axe"):
        if not SCRIPT.exists() or is_newer(FOLDER / "package-lock.json", SCRIPT.parents[1]):
            build(["npm", "ci", "--no-audit", "--no-fund"], FOLDER)
    return SCRIPT.read_text("utf-8")


def violations(person: Person) -> list[str]:
    """What axe finds in the view that is shown, in the light theme and in the dark one."""
    person.until(lambda: person.driver.execute_script(FONTS) == "loaded", "the fonts were there")
    person.driver.execute_async_script(DRAWN)
    if not person.driver.execute_script("return typeof axe === 'object'"):
        person.driver.execute_script(source())
    found: list[str] = person.driver.execute_async_script(LOOK)
    return found
