// A log on this machine that does not grow without bound. Node only.

import { appendFileSync, renameSync, statSync } from "node:fs";

const MAX_BYTES = 5 << 20; // of one file; the one before it is kept beside it as FILE.1

/** Lines with the time of day, appended to a file. A disk that is full stops no match. */
export class LogFile {
  #bytes;

  /** @param {string} file */
  constructor(file) {
    this.file = file;
    this.#bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** @param {string} text */
  write(text) {
    const line = `${new Date().toISOString()} ${text.trimEnd()}\n`;
    try {
      if (this.#bytes + line.length > MAX_BYTES) {
        renameSync(this.file, `${this.file}.1`);
        this.#bytes = 0;
      }
      appendFileSync(this.file, line);
      this.#bytes += Buffer.byteLength(line);
    } catch {
      // What cannot be logged is shown on stderr all the same.
    }
  }
}
