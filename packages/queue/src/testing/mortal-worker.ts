/** A worker in a separate process, for tests that kill, freeze or block it. The document controls what it does, unless it holds all documents. */
import { randomUUID } from 'node:crypto';
import type { RenderReply } from '@toolpress/contract';
import { createLogger } from '@toolpress/runtime';
import { announceWorker, consume, type RenderConsumer } from '../index.js';
import { reading, rendered } from './documents.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Nothing else happens in this thread. */
function block(milliseconds: number): void {
  const until = Date.now() + milliseconds;
  while (Date.now() < until);
}

const BEHAVIOURS: Record<string, () => Promise<RenderReply>> = {
  deadly: async () => {
    process.kill(process.pid, 'SIGKILL');
    return rendered();
  },
  busy: async () => {
    block(4_000);
    return rendered('busy');
  },
  blocking: async () => {
    block(300_000);
    return rendered('blocking');
  },
  slow: () => new Promise((resolve) => setTimeout(() => resolve(rendered('slow')), 2_000)),
};

const [, , url = '', lockMs = '8000', holds] = process.argv;
const id = randomUUID();
let consumer: RenderConsumer | undefined;
const { announced } = announceWorker(
  url,
  { id, version: '1', concurrency: 8 },
  { busy: () => 0, onDeadWorker: (dead) => void consumer?.returnJobsOf(dead).catch(() => undefined) },
);
await announced;
consumer = consume(
  url,
  reading(async ({ html = '' }) => {
    say(`has ${html}`);
    if (holds !== undefined) return new Promise(() => undefined);
    const behave = BEHAVIOURS[html];
    return behave === undefined ? rendered(html) : behave();
  }),
  {
    id,
    concurrency: 8,
    slowAccounts: new Set(['acc_slow']),
    assemble: async ({ output }) => {
      say(`has ${output}`);
      return holds === undefined ? rendered(output) : new Promise(() => undefined);
    },
    logger: createLogger('worker', 'silent'),
    discard: async (fileId) => say(`discards ${fileId}`),
    lockMs: Number(lockMs),
  },
);
say('waits for jobs');
