/**
 * Files in a local folder:
 *
 *     pdf/<expiry day>/<id>.<kind> the file
 *     pdf/<expiry day>/<id>.name   the name to download it under, where it has one
 *     kept/<account>/<name>        a file that stays
 *     incoming/                    writes under way
 */
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inBlocks } from './blocks.js';
import { dayOf, FILES_PREFIX, type FileKind, fileExpiry, fileKind, KEPT_PREFIX } from './file-id.js';
import type { ByteRange, Driver, StoredFile } from './file-store.js';
import type { FolderOptions } from './options.js';

/** No write takes this long: what is older in `incoming` belongs to a process that ended. */
const ABANDONED_AFTER_MS = 3_600_000;
/** What is written at a time of a file that comes in pieces. */
const BLOCK_BYTES = 512 * 1024;
const PRIVATE = { mode: 0o700 };
/**
 * The calls that every PDF waits for. The calls of `node:fs/promises` create an object for each file, and read it in
 * more steps, which takes half as long again.
 */
const whole = {
  open: promisify(fs.open),
  write: promisify(fs.writeFile),
  read: promisify(fs.readFile),
};
const { O_CREAT, O_DSYNC, O_EXCL, O_RDONLY, O_WRONLY } = fs.constants;
/** What is written is on the disk when the call returns: a call less than to flush it then. */
const NEW_AND_DURABLE = O_WRONLY | O_CREAT | O_EXCL | O_DSYNC;

export class FolderDriver implements Driver {
  private readonly files: string;
  private readonly kept: string;
  private readonly incoming: string;

  constructor(private readonly options: FolderOptions) {
    this.files = join(options.folder, FILES_PREFIX);
    this.kept = join(options.folder, KEPT_PREFIX);
    this.incoming = join(options.folder, 'incoming');
  }

  async prepare(): Promise<void> {
    for (const folder of [this.files, this.kept, this.incoming]) await mkdir(folder, { ...PRIVATE, recursive: true });
  }

  async check(): Promise<void> {
    const usable = constants.R_OK | constants.W_OK | constants.X_OK;
    // The dot makes a file of the folder's name fail.
    for (const folder of [this.files, this.kept, this.incoming]) await access(`${folder}/.`, usable);
  }

  async write(id: string, bytes: Uint8Array, filename: string | undefined): Promise<void> {
    await this.writeNamed(id, filename, (file) => whole.write(file, bytes));
  }

  async writeStream(id: string, pieces: AsyncIterable<Uint8Array>, filename: string | undefined): Promise<number> {
    let length = 0;
    await this.writeNamed(id, filename, async (file) => {
      for await (const block of inBlocks(pieces, BLOCK_BYTES)) {
        await whole.write(file, block); // appends to the last one
        length += block.length;
      }
    });
    return length;
  }

  private async writeNamed(id: string, filename: string | undefined, write: WriteContent): Promise<void> {
    const name = this.path(id, 'name');
    // The name goes first, so that no reader sees the file without it.
    if (filename !== undefined) await writeAtomically(this.incoming, name, (file) => whole.write(file, filename));
    await writeAtomically(this.incoming, this.path(id), write).catch(async (error: unknown) => {
      if (filename !== undefined) await unlink(name).catch(() => undefined); // else the sweep of its day
      throw error;
    });
  }

  async open(id: string, range?: ByteRange): Promise<StoredFile | undefined> {
    const file = await unless(['ENOENT'], open(this.path(id)));
    if (file) return this.opened(id, file, range);
    await access(`${this.files}/.`); // no such file, or no store?
    return undefined;
  }

  async read(id: string): Promise<Buffer | undefined> {
    const bytes = await unless(['ENOENT'], readWhole(this.path(id)));
    if (bytes) return bytes;
    await access(`${this.files}/.`); // no such file, or no store?
    return undefined;
  }

  private async opened(id: string, file: FileHandle, range?: ByteRange): Promise<StoredFile> {
    try {
      const { size, mtime } = await file.stat();
      const filename = await unless(['ENOENT'], readFile(this.path(id, 'name'), 'utf8'));
      return { stream: file.createReadStream(range), sizeBytes: size, storedAt: mtime, filename };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async keep(key: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.options.folder, key);
    await writeAtomically(this.incoming, path, (file) => whole.write(file, bytes));
  }

  async readKept(key: string): Promise<Buffer | undefined> {
    return this.unlessMissing(readWhole(join(this.options.folder, key)));
  }

  async removeKept(key: string): Promise<void> {
    await this.unlessMissing(unlink(join(this.options.folder, key)));
  }

  /** A volume that is not mounted has no files either. */
  private async unlessMissing<Result>(call: Promise<Result>): Promise<Result | undefined> {
    const result = await unless(
      ['ENOENT'],
      call.then((value) => ({ value })),
    );
    if (result === undefined) await access(`${this.kept}/.`);
    return result?.value;
  }

  async days(): Promise<string[]> {
    return readdir(this.files);
  }

  async *idsOf(day: string): AsyncGenerator<string> {
    const folder = await unless(['ENOENT', 'ENOTDIR'], opendir(join(this.files, day)));
    if (!folder) return;
    for await (const { name } of folder) {
      const id = /^(\w+)\.\w+$/.exec(name)?.[1];
      if (id && fileExpiry(id)) yield id;
    }
  }

  async remove(ids: readonly string[]): Promise<number> {
    let removed = 0;
    for (const id of ids) {
      if (await this.unlinked(this.path(id))) removed += 1;
      await this.unlinked(this.path(id, 'name'));
    }
    if (removed < ids.length) await access(`${this.files}/.`); // no such file, or no store?
    return removed;
  }

  private async unlinked(path: string): Promise<boolean> {
    const gone = unlink(path).then(() => true);
    return (await unless(['ENOENT'], gone)) ?? false;
  }

  async tidy(now: Date, daysOver: readonly string[]): Promise<void> {
    for (const day of daysOver) await unless(['ENOENT', 'ENOTEMPTY', 'ENOTDIR'], rmdir(join(this.files, day)));
    for (const name of await readdir(this.incoming)) {
      const draft = join(this.incoming, name);
      const written = await unless(['ENOENT'], stat(draft));
      if (written && now.getTime() - written.mtimeMs > ABANDONED_AFTER_MS) await rm(draft, { force: true });
    }
  }

  close(): void {}

  private path(id: string, ending: FileKind | 'name' = fileKind(id)): string {
    return join(this.files, dayOf(id), `${id}.${ending}`);
  }
}

/** Writes all there is to an open file. */
type WriteContent = (file: number) => Promise<void>;

/**
 * Writes a file so that its path has no file or the whole file, even when the process or the machine fails: the bytes
 * go to `incoming` first, are flushed to the disk, and are then renamed.
 *
 * @param incoming a folder on the same file system as `path`, whose folder is made where it is missing. Only prepare() makes those above:
 *   otherwise a volume that is not mounted would go unnoticed.
 */
async function writeAtomically(incoming: string, path: string, write: WriteContent): Promise<void> {
  const draft = join(incoming, randomUUID());
  try {
    await withFile(draft, NEW_AND_DURABLE, write);
    await rename(draft, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await unless(['EEXIST'], mkdir(dirname(path), PRIVATE));
      await rename(draft, path);
    });
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined); // the sweep removes what can't be removed now
    throw error;
  }
}

const readWhole = (path: string): Promise<Buffer> => withFile(path, O_RDONLY, (file) => whole.read(file));

/** Closes the file in the background: its bytes are on the disk already. */
async function withFile<Result>(path: string, flags: number, use: (file: number) => Promise<Result>): Promise<Result> {
  const file = await whole.open(path, flags, 0o600);
  try {
    return await use(file);
  } finally {
    fs.close(file, () => undefined);
  }
}

/** Turns the named file system errors into undefined. */
async function unless<Result>(codes: readonly string[], call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
