/** The installed fonts of the browser, by family and revision. They are read once, on the first request. */
import { execFile } from 'node:child_process';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type FontIdentity, identityOf } from '@toolpress/document';

/** How the browser finds fonts: the same on every machine, see docs/fonts.md. */
export const FONTS_CONF = fileURLToPath(new URL('../../../../fonts/fonts.conf', import.meta.url));

/** The folders of the service's fonts and of the system's. */
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

  /** Returns the revisions of a family's faces; undefined for an unknown family. */
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

/** Returns the identities of the fonts in a file; none for a file that can't be read. */
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

const LIST = `FONTCONFIG_FILE="$0" exec fc-list ':scalable=true' --format '%{family}\\n'`;
const LIMITS = { timeout: 30_000, maxBuffer: 16 * 1024 * 1024 };

/** Returns the names of the machine's font families, including the service's, in lower case; none without fontconfig, as on macOS. */
export async function machineFamilies(): Promise<ReadonlySet<string>> {
  const listed = promisify(execFile)('sh', ['-c', LIST, FONTS_CONF], LIMITS);
  const { stdout } = await listed.catch(() => ({ stdout: '' }));
  return new Set(stdout.toLowerCase().split(/[\n,]/));
}
