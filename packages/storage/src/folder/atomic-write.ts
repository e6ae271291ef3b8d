import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a file so that under its path there is nothing or all of it, whenever the process or the machine dies: the bytes
 * go to `incoming` first, reach the disk, and are then moved in one step.
 *
 * @param incoming a folder on the same file system as `path`.
 */
export async function writeWhole(incoming: string, path: string, content: Uint8Array | string): Promise<void> {
  const draft = join(incoming, randomUUID());
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined); // the sweep removes what can't be removed now
    throw error;
  }
}
