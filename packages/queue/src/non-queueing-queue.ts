import type { Redis } from '@toolpress/runtime';
import { Queue, type QueueOptions } from 'bullmq';
import { KEY_PREFIX } from './names.js';

/**
 * @param connection that fails at once while Redis is away.
 * @returns BullMQ's queue on it. What BullMQ does at its start, it does once: had that failed, because Redis was lost in that
 *   moment, every later call would fail as well. So it has nothing to do at its start.
 */
export function nonQueueingQueue<Data, Result>(
  name: string,
  connection: Redis,
  options: Omit<QueueOptions, 'connection'> = {},
): Queue<Data, Result> {
  const immune = { skipVersionCheck: true, skipWaitingForReady: true };
  const queue = new Queue<Data, Result>(name, { ...options, ...immune, connection, prefix: KEY_PREFIX });
  queue.on('error', () => undefined); // outages are reported by the connection, once
  return queue;
}
