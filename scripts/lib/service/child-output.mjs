/** What a service writes: kept in its log file, passed on line by line, its end remembered for when it fails. */
import { createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';

const ROTATE_BYTES = 10 * 1024 * 1024;
const REMEMBERED_LINES = 30;

export class ChildOutput {
  /** @type {string[]} */
  #last = [];

  /** @param {string} path of the log file; it is appended to */
  constructor(path) {
    this.path = path;
    this.file = createWriteStream(path, { flags: 'a', mode: 0o600 });
    // A full disk must not take down the services with their log.
    this.file.on('error', () => undefined);
  }

  /**
   * @param {import('node:stream').Readable} stream a service's output
   * @param {(line: string) => void} onLine
   */
  read(stream, onLine) {
    createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      this.file.write(`${line}\n`);
      this.#last.push(line);
      if (this.#last.length > REMEMBERED_LINES) this.#last.shift();
      onLine(line);
    });
  }

  /** Forgets what was said before, so that {@link last} speaks of the process that starts now. */
  startOver() {
    this.#last = [];
  }

  /** @returns {readonly string[]} the last lines */
  last() {
    return this.#last;
  }

  /** @returns {Promise<void>} resolves when everything is in the file */
  async close() {
    await new Promise((resolve) => this.file.end(resolve));
  }
}

/**
 * Keeps a log that has grown large as `<path>.1`, in place of the one before it.
 *
 * @param {string} path
 * @param {number} [limit] bytes
 */
export async function rotate(path, limit = ROTATE_BYTES) {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > limit) await rename(path, `${path}.1`);
}
