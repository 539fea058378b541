// Files that the page makes and the browser saves.

/** Has the browser save a text under a name. */
export function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url)); // the browser has begun to read it
}
