import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The number of characters at the beginning of a link that are the id, before its secret. */
const ID_LENGTH = 41;

/** Returns the path of the file of a link in a folder store. */
export async function fileOf(link: string, storageFolder: string): Promise<string> {
  const id = basename(new URL(link).pathname).slice(0, ID_LENGTH);
  const names = await readdir(storageFolder, { recursive: true });
  const found = names.filter((name) => basename(name).startsWith(id) && !name.endsWith('.name'));
  if (found.length !== 1) throw new Error(`${found.length} files for ${link}`);
  return join(storageFolder, found[0] ?? '');
}
