// Archives: reads a file of one, and makes one like it with other files. What is not replaced stays packed as it is.
// The format: APPNOTE.TXT of PKWARE, without ZIP64, encryption, or several disks.

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const STORED = 0;
const PACKED = 8;
const LENGTHS_FOLLOW = 8; // a flag: they stand behind the content

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function crc32(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = table[(rest ^ byte) & 255] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Where the directory stands, which is behind all files. Throws RangeError for what is no archive. */
function directoryOf(bytes) {
  const view = viewOf(bytes);
  for (let at = bytes.length - END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) === END)
      return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
  }
  throw new RangeError("expected a zip archive");
}

/** The files of an archive by name: what the directory says of each. */
function entriesOf(bytes) {
  const { count, start } = directoryOf(bytes);
  const view = viewOf(bytes);
  const entries = new Map();
  for (let left = count, at = start; left > 0; left -= 1) {
    if (view.getUint32(at, true) !== CENTRAL) throw new RangeError("expected a zip archive");
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const end = at + CENTRAL_BYTES + name + extra + comment;
    const named = new TextDecoder().decode(bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + name));
    entries.set(named, bytes.slice(at, end));
    at = end;
  }
  return entries;
}

/** The content of a file, as it is packed. */
function packedOf(archive, entry) {
  const about = viewOf(entry);
  const [size, at] = [about.getUint32(20, true), about.getUint32(42, true)];
  const local = viewOf(archive);
  const start = at + LOCAL_BYTES + local.getUint16(at + 26, true) + local.getUint16(at + 28, true);
  return archive.subarray(start, start + size);
}

/** The text of one file of an archive. Rejects with RangeError where there is none. */
export async function textOf(archive, name) {
  const entry = entriesOf(archive).get(name);
  if (!entry) throw new RangeError(`expected a file ${name} in the archive`);
  const content = packedOf(archive, entry);
  if (viewOf(entry).getUint16(10, true) !== PACKED) return new TextDecoder().decode(content);
  const unpacked = new Blob([content]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(unpacked).text();
}

/** The entry of the directory for `content` in the place of `before`, whose name and rights it keeps. */
function entryFor(before, content, at) {
  const entry = before.slice();
  const view = viewOf(entry);
  view.setUint16(8, view.getUint16(8, true) & ~LENGTHS_FOLLOW, true);
  view.setUint16(10, STORED, true);
  view.setUint32(16, crc32(content), true);
  view.setUint32(20, content.length, true);
  view.setUint32(24, content.length, true);
  view.setUint32(42, at, true);
  return entry;
}

/** What stands before the content of a file: most of what its entry says, and its name. */
function headOf(entry) {
  const nameBytes = viewOf(entry).getUint16(28, true);
  const head = new Uint8Array(LOCAL_BYTES + nameBytes);
  viewOf(head).setUint32(0, LOCAL, true);
  head.set(entry.subarray(6, 30), 4); // from the version that is needed to the length of the name
  head.set(entry.subarray(CENTRAL_BYTES, CENTRAL_BYTES + nameBytes), LOCAL_BYTES);
  return head;
}

/** The archive with the files of `texts`, by name, in the place of those that it has. Throws RangeError for one that it has not. */
export function withTexts(archive, texts) {
  const entries = entriesOf(archive);
  const parts = [archive.subarray(0, directoryOf(archive).start)];
  let at = parts[0].length;
  for (const [name, text] of Object.entries(texts)) {
    if (!entries.has(name)) throw new RangeError(`expected a file ${name} in the archive`);
    const content = new TextEncoder().encode(text);
    const entry = entryFor(entries.get(name), content, at);
    const head = headOf(entry);
    entries.set(name, entry);
    parts.push(head, content);
    at += head.length + content.length;
  }
  return closed(parts, [...entries.values()]);
}

/** The archive with all that is in the folder `from` in one called `to`, in ASCII. */
export function withFolder(archive, from, to) {
  const parts = [];
  const directory = [];
  let at = 0;
  for (const [name, before] of entriesOf(archive)) {
    const isInside = name.startsWith(`${from}/`);
    const entry = renamed(before, isInside ? to + name.slice(from.length) : name, at);
    const head = headOf(entry);
    const content = packedOf(archive, before);
    directory.push(entry);
    parts.push(head, content);
    at += head.length + content.length;
  }
  return closed(parts, directory);
}

/** The entry of the directory under another name, for the same content at another place. */
function renamed(before, name, at) {
  const named = new TextEncoder().encode(name);
  const rest = before.subarray(CENTRAL_BYTES + viewOf(before).getUint16(28, true));
  const entry = joined([before.subarray(0, CENTRAL_BYTES), named, rest]);
  const view = viewOf(entry);
  view.setUint16(8, view.getUint16(8, true) & ~LENGTHS_FOLLOW, true);
  view.setUint16(28, named.length, true);
  view.setUint32(42, at, true);
  return entry;
}

/** An archive of these parts, which are all files with their heads, and its directory. */
function closed(parts, directory) {
  const at = parts.reduce((sum, part) => sum + part.length, 0);
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = new Uint8Array(END_BYTES);
  const view = viewOf(end);
  view.setUint32(0, END, true);
  view.setUint16(8, directory.length, true);
  view.setUint16(10, directory.length, true);
  view.setUint32(12, size, true);
  view.setUint32(16, at, true);
  return joined([...parts, ...directory, end]);
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
