/** Unpacks ZIP files in the page, within limits. */
import { type UnzipFileInfo, unzipSync } from 'fflate';
import { NotImportable } from './imported.js';
import { normalPath } from './paths.js';

/** The largest number of files of a ZIP, and their size in bytes when they are unpacked. */
const MOST_ENTRIES = 1_000;
const MOST_BYTES = 20 * 1024 * 1024;

/** Returns the files of a ZIP by their paths, without folders and what macOS adds. @throws NotImportable. */
export function unpacked(bytes: Uint8Array): Map<string, Uint8Array> {
  let count = 0;
  let total = 0;
  let isOver = false;
  const wanted = ({ name, size, originalSize, compression }: UnzipFileInfo): boolean => {
    if (name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name)) return false;
    count += 1;
    // The bytes of a stored file are copied, whatever its size claims.
    total += compression === 0 ? Math.max(size, originalSize) : originalSize;
    isOver ||= count > MOST_ENTRIES || total > MOST_BYTES;
    return !isOver;
  };
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, { filter: wanted });
  } catch {
    throw new NotImportable('The ZIP can’t be read. Create it again, without a password.');
  }
  if (isOver)
    throw new NotImportable(
      `The ZIP is too large: it may have ${MOST_ENTRIES} files of ${MOST_BYTES / 1024 / 1024} MiB in all. Leave out what the document does not show.`,
    );
  return new Map(
    Object.entries(files).flatMap(([name, content]) => {
      const path = normalPath(name);
      return path === undefined ? [] : [[path, content] as const];
    }),
  );
}
