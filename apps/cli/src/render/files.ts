/** Reads the images and style sheets of a folder, by the paths that the document uses. */
import { opendir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type FileValue, MAX_FILES, PDF_LIMITS } from '@toolpress/contract';
import { Problem } from '../config.js';

const IS_TEXT = /\.(?:css|svg)$/i;
const IS_SENT = /\.(?:css|svg|png|jpe?g|gif|webp|avif)$/i;
/** The limit of files in the folder. More files mean that the wrong folder was named. */
const MAX_ENTRIES = 20_000;

/** Says whether a file or folder is read. Hidden ones and installed packages are not. */
export function isOutside(folder: string, path: string): boolean {
  const names = relative(folder, path).split(sep);
  return names.some((name) => name === '..' || name === 'node_modules' || (name.startsWith('.') && name !== '.'));
}

/** Says whether a document can use a file. */
export const isSent = (path: string): boolean => IS_SENT.test(path);

/** Reads the files of a folder. @param isWanted chooses files by path. @throws Problem when they exceed the number or the bytes of a request. */
export async function filesIn(
  folder: string,
  isWanted: (path: string) => boolean = isSent,
): Promise<Record<string, FileValue>> {
  try {
    const paths = await pathsIn(folder, isWanted);
    let room = PDF_LIMITS.files;
    const files: Record<string, FileValue> = {};
    for (const path of paths) {
      room -= (await stat(path)).size;
      if (room < 0) throw tooMuch(folder, `${PDF_LIMITS.files / 1024 ** 2} MiB`);
      const bytes = await readFile(path);
      const name = relative(folder, path).split(sep).join('/');
      files[name] = IS_TEXT.test(path) ? bytes.toString('utf8') : { base64: bytes.toString('base64') };
    }
    return files;
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(`${folder} can't be read: ${(error as Error).message}`);
  }
}

const tooMuch = (folder: string, limit: string): Problem =>
  new Problem(
    `${folder} has more than ${limit} of images and style sheets, the limit of a request: name a folder with fewer.`,
  );

async function pathsIn(folder: string, isWanted: (path: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  const open = [folder];
  let entries = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for await (const entry of await opendir(next)) {
      const path = join(next, entry.name);
      if (isOutside(folder, path)) continue;
      if (entry.isDirectory()) open.push(path);
      else if (isWanted(path)) found.push(path);
      entries += 1;
      if (found.length > MAX_FILES) throw tooMuch(folder, `${MAX_FILES} files`);
      if (entries > MAX_ENTRIES)
        throw new Problem(`${folder} has more than ${MAX_ENTRIES} files: name a smaller folder.`);
    }
  }
  return found.sort();
}
