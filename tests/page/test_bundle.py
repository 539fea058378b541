"""Modules put together into one script behave as they do one by one; what cannot be put together is refused."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person

from infoset_web import page_files
from infoset_web.bundle import BundleError, bundle
from infoset_web.files import assemble

NODE = shutil.which("node")
MODULES = {
    "main.js": """
import { one, two as zwei } from "./lib/numbers.js";
import * as all from "./lib/all.js";
import named from "./lib/default.js";
import { other } from "./lib/default.js";
export const sum = one + zwei;
export function told() { return [all.one, all.three, all.default, named(1), other, counted.call]; }
export async function later() { return sum; }
class Counted {}
export { Counted as Count };
const counted = { call: typeof Count };
""",
    "lib/numbers.js": "export const one = 1;\nexport const two = 2;\nexport class Number {}\n",
    "lib/all.js": 'export * from "./numbers.js";\nexport { one as three } from "./numbers.js";\n',
    "lib/default.js": "var x=1;export default function(a){return a+x};export{x as other};\n",
}
REFUSED = {
    'import "./b.js";': "expected a known form",
    "export let a = 1;": "expected a known form",
    "export const { a } = b;": "expected a known form",
    'import { a } from "./c.js";': "c.js, which is not there",
    'import { missing } from "./b.js";': "imports missing from ./b.js, which has none",
    'import { b } from "./a.js";\nexport const b = 1;': "imports itself",
}


def run(script: str, expression: str, folder: Path) -> Any:
    """The value of an expression over what a script exports, as `page`."""
    if NODE is None:
        pytest.skip("LOUD: node is not installed, scripts that were put together are not run")
    (folder / "page.mjs").write_text(script)
    (folder / "ask.mjs").write_text(
        'import * as page from "./page.mjs";\n'
        f"Promise.resolve({expression}).then((value) => console.log(JSON.stringify(value)));"
    )
    told = subprocess.run(
        [NODE, str(folder / "ask.mjs")], capture_output=True, check=True, timeout=100
    )
    return json.loads(told.stdout)


def made_of(modules: dict[str, str], start: str = "main.js") -> str:
    return bundle({name: text.encode() for name, text in modules.items()}, start)


def test_modules_put_together_do_what_they_did(tmp_path: Path) -> None:
    script = made_of(MODULES)
    main = "page.modules['main.js']"
    assert run(script, f"{main}.told()", tmp_path) == [1, 1, None, 2, 1, "undefined"]
    assert run(script, f"{main}.later()", tmp_path) == 3
    assert run(script, f"typeof {main}.Count", tmp_path) == "function"
    assert run(script, "Object.keys(page.modules)", tmp_path)[-1] == "main.js"


@pytest.mark.parametrize("text", REFUSED, ids=str)
def test_what_cannot_be_put_together_is_named(text: str) -> None:
    with pytest.raises(BundleError, match=REFUSED[text]) as refused:
        made_of({"a.js": text, "b.js": "export const a = 1;\n"}, "a.js")
    assert "a.js" in str(refused.value)


def test_a_browser_is_given_one_script_and_one_sheet() -> None:
    files = page_files()
    scripts = [name for name in files if name.endswith(".js")]
    page = ["boot.js", "built/page.js", "built/embed.js"]
    playground = [
        "playground/frame.js",
        "playground/samples/playouts.js",
        "playground/samples/verbs.js",
    ]
    assert scripts == [*page, "built/playground.js", "sw.js", "offline.js", *playground]
    assert [name for name in files if name.endswith(".css")] == ["built/page.css"]
    index = files["index.html"].decode()
    assert index.count('rel="stylesheet"') == 1
    assert index.index("built/page.css") < index.index("boot.js")


def test_sheets_keep_their_order() -> None:
    link = '<link rel="stylesheet" href="@root@/{}">\n'
    index = "<head>\n" + link.format("b.css") + link.format("a.css") + "</head>"
    files = {
        "index.html": index.encode(),
        "a.css": b"a{}",
        "b.css": b"b{}",
        "boot.js": b"",
        "main.js": b"1;",
    }
    made = assemble(files)
    assert made["built/page.css"] == b"b{}a{}"
    assert made["index.html"].decode() == "<head>\n" + link.format("built/page.css") + "</head>"


SENT = """
const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
return all.map(({ name, encodedBodySize, decodedBodySize }) => [name, encodedBodySize, decodedBodySize]);
"""


def test_a_first_visit_takes_few_requests_and_packed_files(chrome: object, page_url: str) -> None:
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    person.driver.get(page_url)
    person.driver.execute_script("localStorage.clear()")
    person.driver.get("about:blank")
    person.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    person.driver.get(page_url)
    person.see(".door-form")
    sent = {name: sizes for name, *sizes in person.driver.execute_script(SENT)}
    assert len(sent) <= 10, sent
    packed = {name: sizes for name, sizes in sent.items() if name.endswith((".js", ".css"))}
    large = [sizes for sizes in packed.values() if sizes[1] > 10_000]
    assert len(large) == 2
    assert all(encoded < decoded / 2 for encoded, decoded in large), packed


def test_something_is_seen_before_any_script_has_come(chrome: object, page_url: str) -> None:
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        person.driver.get(page_url)
        said = person.see(".coming").text
    finally:
        person.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert said.startswith("Infoset\nLoading")
