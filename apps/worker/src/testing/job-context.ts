import type { RenderContext } from '@toolpress/queue';
import { quietLogger } from '@toolpress/testkit';
import { LIMIT_MS } from './chromium.js';

/** The context of a job that has just been taken for the first time. */
export const jobContext = (): RenderContext => ({
  remainingMs: LIMIT_MS,
  waitedMs: 0,
  attempt: 1,
  accountId: 'acc_1',
  fonts: [],
  mayBePostponed: false,
  mayBeRepeated: true,
  closing: new AbortController().signal,
  noteFile: async () => undefined,
  log: quietLogger(),
});
