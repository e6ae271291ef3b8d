/** Temporary folders for the files of browsers. Each is created for one launch and removed after it. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '@toolpress/runtime';

/** The host name identifies the machine of a pid, because machines or containers may share a folder for temporary files. */
const HOST_PREFIX = `toolpress-chromium-${hostname().replace(/[^A-Za-z0-9]/g, '_')}-`;

/** The profiles of this process that are in use. */
const inUse = new Set<string>();

export interface Profile {
  readonly path: string;
  remove(): Promise<void>;
}

export async function makeProfile(): Promise<Profile> {
  const path = await mkdtemp(join(tmpdir(), `${HOST_PREFIX}${process.pid}-`));
  inUse.add(path);
  return {
    path,
    async remove() {
      await removeFolder(path);
      inUse.delete(path);
    },
  };
}

/**
 * Removes the profiles of killed workers of this host and this user. Errors are logged and do not prevent the start.
 */
export async function removeStaleProfiles(logger: Logger): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(HOST_PREFIX))) {
    try {
      if (await isStale(name)) await removeFolder(join(tmpdir(), name));
    } catch (error) {
      logger.warn({ err: error }, 'the browser profile of an earlier worker could not be removed');
    }
  }
}

const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 });

async function isStale(name: string): Promise<boolean> {
  const path = join(tmpdir(), name);
  const owner = Number.parseInt(name.slice(HOST_PREFIX.length), 10);
  // In a restarted container a worker has the same pid as before.
  const isAbandoned = owner === process.pid ? !inUse.has(path) : !isRunning(owner);
  return isAbandoned && (await stat(path)).uid === process.getuid?.();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
