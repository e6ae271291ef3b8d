/** `/ops/queues`: Bull Board over the queues, read-only, with fixes to its page. */
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { QueueView } from '@toolpress/queue';
import express, { type Express, type RequestHandler } from 'express';

export const BOARD_PATH = '/ops/queues';

/** Returns the board, to be mounted at {@link BOARD_PATH}. Jobs cannot be retried here, because a document is deleted when its caller disconnects. */
export function queueBoard({ queues }: QueueView): Express {
  const adapters = queues.map((queue) => {
    const adapter = new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false });
    adapter.setFormatter('returnValue', withoutFileId);
    return adapter;
  });
  const serverAdapter = new ExpressAdapter();
  serverAdapter.setBasePath(BOARD_PATH);
  createBullBoard({
    queues: adapters,
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: 'Toolpress queues',
        boardLogo: { path: '/favicon.svg', width: 28, height: 28 },
        favIcon: { default: '/favicon.svg', alternative: '/favicon.svg' },
        hideDocsLink: true,
        hideRedisDetails: true, // `/ops` shows them
      },
    },
  });
  const board = (serverAdapter.getRouter() as Express).disable('x-powered-by');
  return express().disable('x-powered-by').use(withRepairs, board);
}

/** Fixes each page that the board renders. */
const withRepairs: RequestHandler = (_request, response, next) => {
  const render = response.render.bind(response) as (name: string, parameters: object, done: Rendered) => void;
  type Rendered = (error: Error | null, html: string) => void;
  response.render = (name: string, parameters?: unknown) =>
    render(name, parameters as object, (error, html) => {
      if (error) next(error);
      else response.send(repaired(html));
    });
  next();
};

/** Links to the operator's other pages, which the board lacks. */
const NAVIGATION = `<nav id="pages" aria-label="Pages"><h1>Queues</h1>
<a href="/ops">Operations</a><a href="${BOARD_PATH}" aria-current="page">Queues</a><a href="/docs">Docs</a></nav>`;

/** Removes inline styles and a font of another site, which the Content-Security-Policy blocks. */
function repaired(html: string): string {
  return html
    .replace(/<link href="https:[^>]*>/, '')
    .replace(/<div id="root">.*?<script defer/s, '<div id="root"><main>Loading</main></div>\n<script defer')
    .replace('<body class="preload">', (body) => `${body}\n${NAVIGATION}`)
    .replace('</head>', '<link href="/ops/board.css" rel="stylesheet"></head>')
    .replace('</body>', '<script defer src="/ops/board.js"></script>\n</body>');
}

/** Hides the file id: it is half of a file's link. */
function withoutFileId(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('file' in result)) return result;
  const { file, ...rest } = result;
  return { ...rest, file: { ...(file as object), fileId: '(hidden)' } };
}
