/** A worker that holds its document until the test releases it. */
import type { RenderReply } from '@toolpress/contract';
import { consume, type RenderConsumer } from '../index.js';
import { logger } from './documents.js';

/** The usual id of the worker. */
export const HOLDER = 'holder';

export interface HeldDocument {
  consumer: RenderConsumer;
  /** Resolves when the worker has taken the document. */
  taken: Promise<void>;
  /** Lets it finish. */
  release(): void;
}

/** @param discard see `consume`. @param id of the worker. */
export function holdDocument(
  redisUrl: string,
  reply: RenderReply,
  discard: (fileId: string) => Promise<void> = async () => undefined,
  id = HOLDER,
): HeldDocument {
  let tellTaken = (): void => undefined;
  let release = (): void => undefined;
  const taken = new Promise<void>((resolve) => {
    tellTaken = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handler = async (): Promise<RenderReply> => {
    tellTaken();
    await released;
    return reply;
  };
  const options = { id, concurrency: 1, logger, lockMs: 5_000, discard };
  return { consumer: consume(redisUrl, handler, options), taken, release };
}
