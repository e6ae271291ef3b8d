/** The fonts that the browser finds, as far as they can be told apart: their families and revisions. Read once, when they are asked for. */
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FontIdentity, identityOf } from '@toolpress/document';

/** Those that every installation has, and where systems have theirs. */
const FOLDERS = [
  fileURLToPath(new URL('../../../../fonts/files', import.meta.url)),
  ...['/usr/share/fonts', '/usr/local/share/fonts'],
];
const MAX_FILES = 5_000;
const MAX_FONTS_OF_FILE = 64;
const MAX_TABLES = 100;
const MAX_NAME_BYTES = 65_536;

export class InstalledFonts {
  private known: Promise<ReadonlyMap<string, ReadonlySet<number>>> | undefined;

  constructor(private readonly folders: readonly string[] = FOLDERS) {}

  /** @returns the revisions of a family's faces; nothing for one that is not found. */
  async revisionsOf(family: string): Promise<ReadonlySet<number> | undefined> {
    this.known ??= this.readAll();
    return (await this.known).get(family.toLowerCase());
  }

  private async readAll(): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
    const families = new Map<string, Set<number>>();
    const files = (await Promise.all(this.folders.map(fontFilesIn))).flat().slice(0, MAX_FILES);
    for (const file of files)
      for (const { families: names, revision } of await identitiesIn(file))
        for (const name of names) families.set(name, (families.get(name) ?? new Set()).add(revision));
    return families;
  }
}

async function fontFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []); // not on this system
  return names.filter((name) => /\.(?:ttf|otf|ttc|otc)$/i.test(name)).map((name) => join(folder, name));
}

/** @returns none for a file that can't be read: nothing is said of it then. */
async function identitiesIn(path: string): Promise<FontIdentity[]> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return [];
  try {
    const start = await bytesOf(file, 0, 12 + 4 * MAX_FONTS_OF_FILE);
    if (start.toString('latin1', 0, 4) !== 'ttcf') return await identityAt(file, 0);
    const count = Math.min(start.readUInt32BE(8), MAX_FONTS_OF_FILE);
    const found: FontIdentity[] = [];
    for (let index = 0; index < count; index++)
      found.push(...(await identityAt(file, start.readUInt32BE(12 + 4 * index))));
    return found;
  } catch {
    return [];
  } finally {
    await file.close();
  }
}

async function identityAt(file: FileHandle, at: number): Promise<FontIdentity[]> {
  const directory = await bytesOf(file, at, 12 + 16 * MAX_TABLES);
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < Math.min(directory.readUInt16BE(4), MAX_TABLES); index++) {
    const entry = directory.subarray(12 + 16 * index, 28 + 16 * index);
    const tag = entry.toString('latin1', 0, 4);
    if (tag === 'head' || tag === 'name')
      tables.set(tag, await bytesOf(file, entry.readUInt32BE(8), Math.min(entry.readUInt32BE(12), MAX_NAME_BYTES)));
  }
  const identity = identityOf(tables.get('head') ?? Buffer.of(), tables.get('name'));
  return identity === undefined ? [] : [identity];
}

async function bytesOf(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
