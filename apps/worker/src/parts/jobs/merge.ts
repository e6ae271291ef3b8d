/** Merges the PDFs of a batch in a separate thread, which reads them. */
import type { Protection } from '@toolpress/pdf';
import { rowKey } from '@toolpress/queue';
import { Moved, type TaskControl, TaskThread } from '@toolpress/runtime';
import type { MergeTask } from './merge-thread.js';
import type { RowFile } from './row-files.js';

/** The limit of the thread's JavaScript heap in MiB. A row is at most as large as any PDF. */
const HEAP_MB = 1_024;
const YOUNG_MB = 32;

/** What protects the merged PDF, and the secret of the keys of its rows. */
export interface MergeProtection {
  readonly secret: string;
  readonly ofFile: Protection;
}

/**
 * Yields the merged PDF in pieces.
 *
 * @param files the rows in their order.
 * @param filename the name of the merged file, which becomes its title.
 * @param protection of rows and file; undefined without one.
 * @param onPages receives the number of pages after the last piece.
 * @param signal ends the thread.
 * @throws errors of `files` and of the merging; TaskEnded.
 */
export async function* mergedInThread(
  files: AsyncIterable<RowFile>,
  filename: string | undefined,
  protection: MergeProtection | undefined,
  onPages: (count: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const thread = new TaskThread({
    script: new URL('./merge-thread.js', import.meta.url),
    heapMb: HEAP_MB,
    youngMb: YOUNG_MB,
  });
  const rows = files[Symbol.asyncIterator]();
  const row = async (): Promise<Moved | undefined> => {
    const { value, done } = await rows.next();
    if (done === true) return undefined;
    const { content, ...about } = value;
    const key = protection && rowKey(protection.secret, about.row);
    return new Moved({ ...about, bytes: content, ...(key && { key }) }, content);
  };
  const stop = (): void => thread.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const task: MergeTask = { filename, protection: protection?.ofFile };
    let done: Promise<number> | undefined;
    const back = await new Promise<Pick<TaskControl, 'call'>>((resolve, reject) => {
      const calls = (peer: Pick<TaskControl, 'call'>) => ({ row, begun: () => resolve(peer) });
      // The signal limits its time: it aborts when no gateway waits any longer.
      done = thread.run<number>(task, { calls, cpuMs: Number.POSITIVE_INFINITY, remainingMs: undefined });
      done.catch(reject);
    });
    for (;;) {
      const piece = await back.call<Uint8Array | undefined>('piece');
      if (piece === undefined) break;
      yield piece;
    }
    onPages((await done) ?? 0);
  } finally {
    signal.removeEventListener('abort', stop);
    thread.close();
    await rows.return?.();
  }
}
