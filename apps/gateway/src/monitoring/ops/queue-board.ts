/** Bull Board over our queues, read-only. */
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { QueueView } from '@toolpress/queue';
import type { Express } from 'express';

/**
 * @param path where it is mounted.
 * @returns the board. Jobs can't be retried here: a document is deleted as soon as its caller is gone.
 */
export function queueBoard({ queues }: QueueView, path: string): Express {
  const adapters = queues.map((queue) => {
    const adapter = new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false });
    adapter.setFormatter('returnValue', withoutFileId);
    return adapter;
  });
  const serverAdapter = new ExpressAdapter();
  serverAdapter.setBasePath(path);
  createBullBoard({
    queues: adapters,
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: 'Toolpress queues',
        boardLogo: { path: '/ops/icon.svg', width: 28, height: 28 },
        favIcon: { default: '/ops/icon.svg', alternative: '/ops/icon.svg' },
        miscLinks: [{ text: 'Operations', url: '/ops' }],
      },
    },
  });
  return (serverAdapter.getRouter() as Express).disable('x-powered-by');
}

/** It is half of a file's link, and the board does not need it. */
function withoutFileId(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('file' in result)) return result;
  const { file, ...rest } = result;
  return { ...rest, file: { ...(file as object), fileId: '(hidden)' } };
}
