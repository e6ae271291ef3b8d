/**
 * Files in a local folder:
 *
 *     pdf/<expiry day>/<id>.pdf    the file
 *     pdf/<expiry day>/<id>.name   the name to download it under, where it has one
 *     incoming/                    writes under way
 */
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Driver, LinkPeriod, StoredFile, WholeFile } from '../driver.js';
import { dayOf, FILES_PREFIX } from '../file-id.js';
import type { FolderOptions } from '../options.js';
import { unless } from './fs-errors.js';
import { isSignature, signatureOf } from './link-signature.js';
import { readWhole, writeWhole } from './whole-files.js';

/** No write takes this long: what is older in `incoming` belongs to a process that is gone. */
const ABANDONED_AFTER_MS = 3_600_000;
const PRIVATE = { mode: 0o700 };

export class FolderDriver implements Driver {
  private readonly files: string;
  private readonly incoming: string;
  /** The day whose folder was made last: nearly all files expire on the same. */
  private lastDay: string | undefined;

  constructor(private readonly options: FolderOptions) {
    this.files = join(options.folder, FILES_PREFIX);
    this.incoming = join(options.folder, 'incoming');
  }

  async prepare(): Promise<void> {
    for (const folder of [this.files, this.incoming]) await mkdir(folder, { ...PRIVATE, recursive: true });
  }

  async check(): Promise<void> {
    const usable = constants.R_OK | constants.W_OK | constants.X_OK;
    // The dot makes a file in the folder's place fail.
    for (const folder of [this.files, this.incoming]) await access(`${folder}/.`, usable);
  }

  async write(id: string, bytes: Uint8Array, filename: string | undefined): Promise<void> {
    const day = dayOf(id);
    if (day !== this.lastDay) await this.makeDay(day);
    // The name goes first, so that no reader sees the file without it.
    if (filename !== undefined) await writeWhole(this.incoming, this.path(id, 'name'), filename);
    await writeWhole(this.incoming, this.path(id, 'pdf'), bytes).catch(async (error: unknown) => {
      this.lastDay = undefined; // its folder may be gone: the next write makes it again
      throw error;
    });
  }

  /** Only prepare() makes the folders above: were they made here, a volume that is not mounted would go unnoticed. */
  private async makeDay(day: string): Promise<void> {
    await unless(['EEXIST'], mkdir(join(this.files, day), PRIVATE));
    this.lastDay = day;
  }

  async open(id: string): Promise<StoredFile | undefined> {
    const file = await unless(['ENOENT'], open(this.path(id, 'pdf')));
    if (file) return this.opened(id, file);
    await access(`${this.files}/.`); // no such file, or no store?
    return undefined;
  }

  async read(id: string): Promise<WholeFile | undefined> {
    const bytes = await unless(['ENOENT'], readWhole(this.path(id, 'pdf')));
    if (bytes) return { bytes }; // its links need no name
    await access(`${this.files}/.`); // no such file, or no store?
    return undefined;
  }

  private async opened(id: string, file: FileHandle): Promise<StoredFile> {
    try {
      const { size } = await file.stat();
      const filename = await unless(['ENOENT'], readFile(this.path(id, 'name'), 'utf8'));
      return { stream: file.createReadStream(), sizeBytes: size, filename };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async link(id: string, { until }: LinkPeriod): Promise<string> {
    const { publicUrl } = this.options;
    if (publicUrl === undefined) throw new Error('This file store was created without a publicUrl: it makes no links.');
    const expires = String(until);
    const base = publicUrl.replace(/\/+$/, '');
    return `${base}/files/${id}.pdf?expires=${expires}&signature=${signatureOf(this.linkKey, id, expires)}`;
  }

  isOurs(id: string, expires: string, signature: string): boolean {
    const keys = [this.linkKey, ...(this.options.previousLinkKeys ?? [])];
    return keys.some((key) => isSignature(signature, key, id, expires));
  }

  private get linkKey(): Buffer {
    const { linkKey } = this.options;
    if (!linkKey) throw new Error('This file store was created without a linkKey: it signs and verifies no links.');
    return linkKey;
  }

  async days(): Promise<string[]> {
    return readdir(this.files);
  }

  async *idsOf(day: string): AsyncGenerator<string> {
    const folder = await unless(['ENOENT', 'ENOTDIR'], opendir(join(this.files, day)));
    if (!folder) return;
    for await (const { name } of folder) {
      const id = /^(\w+)\.(pdf|name)$/.exec(name)?.[1];
      if (id) yield id;
    }
  }

  async remove(ids: readonly string[]): Promise<number> {
    let removed = 0;
    for (const id of ids) {
      if (await this.unlinked(id, 'pdf')) removed += 1;
      await this.unlinked(id, 'name');
    }
    return removed;
  }

  private async unlinked(id: string, kind: 'pdf' | 'name'): Promise<boolean> {
    const gone = unlink(this.path(id, kind)).then(() => true);
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

  private path(id: string, kind: 'pdf' | 'name'): string {
    return join(this.files, dayOf(id), `${id}.${kind}`);
  }
}
