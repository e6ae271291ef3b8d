/** The one stream of events of a process, from which all its waiting callers are served. */
import { type Logger, patientRedis, type Redis } from '@toolpress/runtime';
import { QueueEvents } from 'bullmq';
import { KEY_PREFIX, RENDER_QUEUE, type ResultRecord } from './names.js';
import type { PendingWaits } from './pending-waits.js';
import { CLOSE_LIMIT_MS, settleWithin } from './settle.js';

export interface OutcomeEvents {
  /** Resolves when no outcome can be missed any more. */
  readonly listening: Promise<void>;
  isListening(): boolean;
  close(): Promise<void>;
}

/** Connects in its own time: Redis may be away at the start. */
export function listenForOutcomes(redisUrl: string, pending: PendingWaits, logger: Logger): OutcomeEvents {
  const connection = patientRedis(redisUrl, 'queue events', logger); // BullMQ blocks on a duplicate of its own
  let stream: QueueEvents | undefined;
  let closed = false;
  const listening = newestEvent(connection).then((lastEventId) => {
    if (closed) return;
    stream = new QueueEvents(RENDER_QUEUE, { connection, prefix: KEY_PREFIX, lastEventId });
    stream.on('error', () => undefined);
    stream.on('completed', ({ jobId, returnvalue }) =>
      // BullMQ has parsed the value already, its type says "string"
      pending.settle(jobId, { result: returnvalue as unknown as ResultRecord }),
    );
    stream.on('failed', ({ jobId, failedReason }) => pending.settle(jobId, { failure: failedReason }));
  });
  listening.catch(() => undefined); // only closing the connection fails it
  return {
    listening,
    isListening: () => stream !== undefined,
    async close() {
      closed = true;
      if (stream !== undefined) await settleWithin(stream.close(), CLOSE_LIMIT_MS);
      connection.disconnect();
    },
  };
}

/**
 * The id from which to read on. "From now" would mean from when Redis gets to hear it: the result of a first job could
 * slip through before. A clock of this machine's would be worse.
 */
async function newestEvent(connection: Redis): Promise<string> {
  const [newest] = await connection.xrevrange(`${KEY_PREFIX}:${RENDER_QUEUE}:events`, '+', '-', 'COUNT', 1);
  return newest?.[0] ?? '0-0';
}
