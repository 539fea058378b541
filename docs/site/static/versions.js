// The menu of versions. It leads to the same page of another version, or to its first where that page is not there.
for (const menu of document.querySelectorAll(".site-versions select")) {
  const {current, root, page} = menu.dataset;
  const versions = window.infosetVersions ?? [current];
  menu.replaceChildren(...versions.map((version) => new Option(version, version, false, version === current)));
  menu.addEventListener("change", async () => {
    const start = `${root}../${menu.value}/`;
    const found = await fetch(start + page, {method: "HEAD"}).then((answer) => answer.ok, () => false);
    location.href = found ? start + page : `${start}index.html`;
  });
}
