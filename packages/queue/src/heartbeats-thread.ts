/**
 * The thread that sends heartbeats for its process, because a large document blocks the main thread for seconds. It
 * also detects dead workers and returns their jobs to the queue, long before their locks expire, which must outlast a
 * busy machine.
 *
 * Each worker has a connection that subscribes to a separate channel. The system closes it when the process ends. A
 * worker is dead when several checks in a row saw neither that connection nor a new heartbeat. A worker without
 * processor time keeps its connection, and a disconnected worker reconnects. A check counts only if Redis answered
 * quickly: while Redis is frozen, no worker can send a heartbeat. No clocks are compared.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger, nonQueueingRedis, type Redis, RedisScript } from '@toolpress/runtime';
import { HEARTBEAT, HEARTBEAT_EVERY_MS, type HeartbeatOrder, REMEMBERED_MS, WORKERS } from './heartbeats.js';
import { LOCK_MS, queueKey, WORK_QUEUES } from './queues.js';

/** A process whose main thread was blocked for this long has also lost its locks. */
const STUCK_AFTER_MS = LOCK_MS;
/** The number of checks in a row without its connection and without a new heartbeat. */
const DEAD_AFTER_LOOKS = 4;
/** The number of checks that are ignored after an outage of Redis, while the other workers reconnect. */
const PATIENCE_LOOKS = 20;

const heartbeatScript = RedisScript.fromFile<
  { id: string; heartbeat?: string; lifeMs: number; prefix: string },
  (string | number)[]
>(new URL('../src/heartbeat.lua', import.meta.url));
const requeueScript = RedisScript.fromFile<{ id: string; lifeMs: number; jobPrefix: string }, number>(
  new URL('../src/requeue.lua', import.meta.url),
);

interface Watched {
  /** The remaining life of its heartbeat. It grows only with a new heartbeat. */
  lifeMs: number;
  silentLooks: number;
}

class DeadWorkerWatch {
  private workers = new Map<string, Watched>();
  private patience = 0;

  /** @param id of this worker. */
  constructor(
    private readonly redis: Redis,
    private readonly id: string,
  ) {
    redis.on('close', () => {
      this.patience = PATIENCE_LOOKS;
    });
  }

  /**
   * Sends a heartbeat and checks the other workers. Must be called every `HEARTBEAT_EVERY_MS`, one call at a time.
   *
   * @param heartbeat the content of the heartbeat; undefined: only checks.
   * @returns the number of requeued jobs of dead workers.
   */
  async sendAndLook(heartbeat: string | undefined): Promise<number> {
    const begun = performance.now();
    const args = {
      id: this.id,
      ...(heartbeat !== undefined && { heartbeat }),
      lifeMs: REMEMBERED_MS,
      prefix: HEARTBEAT,
    };
    const reply = await heartbeatScript.run(this.redis, [WORKERS, HEARTBEAT + this.id], args).catch(() => undefined);
    const isTimely = reply !== undefined && performance.now() - begun < HEARTBEAT_EVERY_MS;
    const dead = this.silent(isTimely ? triples(reply) : []);
    let requeued = 0;
    for (const [id, { lifeMs }] of dead) requeued += await this.requeueJobsOf(id, lifeMs).catch(() => 0); // tried again
    return requeued;
  }

  /** Removes this worker from the list. */
  async leave(): Promise<void> {
    await Promise.all([this.redis.unlink(HEARTBEAT + this.id), this.redis.srem(WORKERS, this.id)]);
  }

  private silent(seen: readonly [id: string, lifeMs: number, connections: number][]): [string, Watched][] {
    const before = this.workers;
    this.workers = new Map(
      seen.map(([id, lifeMs, connections]) => {
        const last = before.get(id);
        const isGone = connections === 0 && last !== undefined && lifeMs < last.lifeMs;
        return [id, { lifeMs, silentLooks: isGone ? last.silentLooks + 1 : 0 }];
      }),
    );
    if (this.patience > 0) {
      this.patience -= 1;
      return [];
    }
    // Repeatedly, because the last commands of a dead worker may arrive late.
    return [...this.workers].filter(([, { silentLooks }]) => silentLooks > 0 && silentLooks % DEAD_AFTER_LOOKS === 0);
  }

  private async requeueJobsOf(id: string, lifeMs: number): Promise<number> {
    const requeued = WORK_QUEUES.map((queue) => {
      const keys = ['active', 'stalled', 'stalled-check'].map((name) => queueKey(queue, name));
      return requeueScript.run(this.redis, [HEARTBEAT + id, ...keys], { id, lifeMs, jobPrefix: queueKey(queue, '') });
    });
    return (await Promise.all(requeued)).reduce((sum, jobs) => sum + jobs, 0);
  }
}

const triples = (flat: readonly (string | number)[]): [string, number, number][] =>
  Array.from({ length: flat.length / 3 }, (_, index) => {
    const [id, lifeMs, connections] = flat.slice(3 * index);
    return [String(id), Number(lifeMs), Number(connections)];
  });

const { redis: address, said, shared } = workerData as HeartbeatOrder;
const redis = nonQueueingRedis(address, 'heartbeats', createLogger('worker', 'silent')); // other connections report outages
const watch = new DeadWorkerWatch(redis, said.id);
/** The connection whose existence shows that the process is running. */
const presence = nonQueueingRedis(address, 'presence', createLogger('worker', 'silent'));
presence.on('ready', () => void presence.subscribe(HEARTBEAT + said.id).catch(() => undefined));
let lastTick = -1;
let tickSeenAt = 0;
let looking: Promise<void> | undefined;

/** Returns the content of the heartbeat; undefined when the process hangs. */
function heartbeat(): string | undefined {
  const [busy = 0, tick = 0] = shared;
  const now = performance.now();
  if (tick !== lastTick) tickSeenAt = now;
  lastTick = tick;
  return now - tickSeenAt < STUCK_AFTER_MS ? JSON.stringify({ ...said, busy }) : undefined;
}

function look(): void {
  looking ??= watch.sendAndLook(heartbeat()).then((requeued) => {
    looking = undefined;
    parentPort?.postMessage(requeued);
  });
}

// The first message notifies the process that the thread has started, also without Redis.
redis.once('ready', look);
redis.once('error', look);
const timer = setInterval(look, HEARTBEAT_EVERY_MS);

parentPort?.once('message', async () => {
  clearInterval(timer);
  await looking;
  await watch.leave().catch(() => undefined); // its heartbeat expires in a minute
  redis.disconnect();
  presence.disconnect();
});
