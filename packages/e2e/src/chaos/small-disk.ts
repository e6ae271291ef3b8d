/** A small file system in memory, which only root can mount. */
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MIB = 1024 * 1024;

export interface SmallDisk {
  readonly path: string;
  /** Uses all of its space; again, what has become free since. */
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Returns undefined where it cannot be mounted. */
export async function smallDisk(mebibytes: number): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'toolpress-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path]);
  } catch {
    await rm(path, { recursive: true });
    return undefined;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => appendFile(ballast, Buffer.alloc(mebibytes * MIB)).catch(() => undefined), // until it is full
    free: () => rm(ballast),
    async unmount() {
      await run('umount', ['-l', path]);
      await rm(path, { recursive: true });
    },
  };
}
