/**
 * Files as a whole, written and read.
 *
 * Opening, writing and reading a small file takes some microseconds, since all of it happens in the system's memory; going
 * through Node.js's threads for each step takes ten times as long. Only what may really wait, a disk or large contents, goes there.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fdatasync,
  fstatSync,
  open,
  openSync,
  readFile,
  readFileSync,
  renameSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SMALL_BYTES = 256 * 1024;

const openLater = promisify(open);
const flushLater = promisify(fdatasync);
const readLater = promisify(readFile);
const writeLater = promisify(writeFile);

/**
 * Writes a file so that under its path there is nothing or all of it, whenever the process or the machine dies: the bytes
 * go to `incoming` first, reach the disk, and are then moved in one step.
 *
 * @param incoming a folder on the same file system as `path`.
 */
export async function writeWhole(incoming: string, path: string, content: Uint8Array | string): Promise<void> {
  const draft = join(incoming, randomUUID());
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      if (content.length <= SMALL_BYTES) writeFileSync(file, content);
      else await writeLater(file, content);
      await flushLater(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined); // the sweep removes what can't be removed now
    throw error;
  }
}

/** @throws the system's error, `ENOENT` when there is no such file. */
export async function readWhole(path: string): Promise<Buffer> {
  const file = await openLater(path, 'r');
  try {
    return fstatSync(file).size <= SMALL_BYTES ? readFileSync(file) : await readLater(file);
  } finally {
    closeSync(file);
  }
}
