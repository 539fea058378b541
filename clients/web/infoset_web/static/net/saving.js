// Files that the page makes and the browser saves.

/** Has the browser save a text under a name. */
export const save = (name, type, text) => saveBlob(name, new Blob([text], { type }));

/** The same of anything. */
export function saveBlob(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url)); // the browser has begun to read it
}
