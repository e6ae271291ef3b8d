/** Repeats work when files change. */
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { watch } from 'chokidar';
import { Problem } from '../config.js';
import { isOutside, isSent } from './files.js';

/** The pause after a change in milliseconds. Editors write a file in several steps, and tools write several files. */
const QUIET_MS = 60;

/**
 * @param files to watch. Their folders are watched, because many editors replace the file.
 * @param folder a folder whose images and style sheets are also watched
 * @param work runs immediately and after every change, one run at a time
 * @param signal ends the watching
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
