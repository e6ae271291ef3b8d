/** Does something again whenever files change. */
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { watch } from 'chokidar';
import { Problem } from '../config.js';
import { isOutside, isSent } from './files.js';

/** An editor writes a file in several steps, and a tool several files. Milliseconds. */
const QUIET_MS = 60;

/**
 * @param files to watch. Their folders are what is watched: many editors put a new file in the place of the old one.
 * @param folder whose images and style sheets are watched as well
 * @param work is done at once and after every change, never twice at a time
 * @param signal ends it
 */
export async function doOnChange(
  files: readonly string[],
  folder: string | undefined,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const wanted = new Set(files.map((path) => resolve(path)));
  const folders = new Set([...wanted].map(dirname));
  const root = folder === undefined ? undefined : resolve(folder);
  const isInRoot = (path: string, isFile: boolean): boolean =>
    root !== undefined && !isOutside(root, path) && (!isFile || isSent(path));
  const watcher = watch([...folders, ...(root === undefined ? [] : [root])], {
    ignoreInitial: true,
    ignored: (path, stats) => !wanted.has(path) && !folders.has(path) && !isInRoot(path, stats?.isFile() ?? false),
  });
  let isChanged = true;
  let failure: unknown;
  let wake = (): void => undefined;
  watcher.on('all', () => {
    isChanged = true;
    wake();
  });
  watcher.on('error', (error) => {
    failure = error;
    wake();
  });
  signal.addEventListener('abort', () => wake());
  try {
    await once(watcher, 'ready');
    while (!signal.aborted && failure === undefined) {
      isChanged = false;
      await work();
      if (!isChanged && !signal.aborted && failure === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (!signal.aborted) await setTimeout(QUIET_MS);
    }
  } finally {
    await watcher.close();
  }
  if (failure !== undefined) throw new Problem(`The files can't be watched: ${failure}`);
}
