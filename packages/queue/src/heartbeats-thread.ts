/**
 * The thread that sends heartbeats for its process: a large document keeps the process's own thread busy for seconds, and it is
 * not dead for that. And it finds out which other workers are dead, and gives their jobs back to the queue: long before their
 * locks run out, which have to outlast a machine that is busy.
 *
 * Each worker holds a connection that subscribes to a channel of its own: it is closed by the system when the process ends, however it
 * ends. A worker is dead when so many looks in a row saw neither that connection nor a new heartbeat. One that is just not given
 * any processor time keeps its connection, one whose connection was cut makes another. A look counts only if Redis was quick to answer:
 * while it is frozen nobody can send a heartbeat, and what has piled up comes at one go. No clocks are compared.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger, nonQueueingRedis, type Redis } from '@toolpress/runtime';
import { HEARTBEAT, HEARTBEAT_EVERY_MS, type HeartbeatOrder, REMEMBERED_MS, WORKERS } from './heartbeats.js';
import { LOCK_MS, luaScript, queueKey, WORK_QUEUES } from './queues.js';

/** A process whose own thread has done nothing for so long has lost its locks as well. */
const STUCK_AFTER_MS = LOCK_MS;
/** So many looks in a row without its connection, and without a new heartbeat. */
const DEAD_AFTER_LOOKS = 4;
/** After an outage of Redis others need their time to find it again. */
const PATIENCE_LOOKS = 20;

const scripts = { heartbeat: luaScript('heartbeat'), requeue: luaScript('requeue') };

interface Watched {
  /** What was left of the life of its heartbeat: it grows by a new one only. */
  lifeMs: number;
  silentLooks: number;
}

class DeadWorkerWatch {
  private workers = new Map<string, Watched>();
  private patience = 0;

  /** @param id of the worker that looks. */
  constructor(
    private readonly redis: Redis,
    private readonly id: string,
  ) {
    redis.on('close', () => {
      this.patience = PATIENCE_LOOKS;
    });
  }

  /**
   * To be called every `HEARTBEAT_EVERY_MS`, one after the other.
   *
   * @param heartbeat what to say of itself; nothing: just looks.
   * @returns how many jobs of dead workers it has requeued: to be looked for at once.
   */
  async sendAndLook(heartbeat: string): Promise<number> {
    const begun = performance.now();
    const reply = await scripts
      .heartbeat(this.redis, [WORKERS, HEARTBEAT + this.id], [this.id, heartbeat, REMEMBERED_MS, HEARTBEAT])
      .catch(() => undefined);
    const isTimely = reply !== undefined && performance.now() - begun < HEARTBEAT_EVERY_MS;
    const dead = this.silent(isTimely ? triples(reply as (string | number)[]) : []);
    let requeued = 0;
    for (const [id, { lifeMs }] of dead) requeued += await this.requeueJobsOf(id, lifeMs).catch(() => 0); // tried again
    return requeued;
  }

  /** Takes itself off the list. */
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
    // More than once: of what a worker did in its last moment, something may arrive late.
    return [...this.workers].filter(([, { silentLooks }]) => silentLooks > 0 && silentLooks % DEAD_AFTER_LOOKS === 0);
  }

  private async requeueJobsOf(id: string, lifeMs: number): Promise<number> {
    const requeued = WORK_QUEUES.map((queue) => {
      const keys = ['active', 'stalled', 'stalled-check'].map((name) => queueKey(queue, name));
      return scripts.requeue(this.redis, [HEARTBEAT + id, ...keys], [id, lifeMs, queueKey(queue, '')]);
    });
    return (await Promise.all(requeued)).reduce((sum: number, jobs) => sum + Number(jobs), 0);
  }
}

const triples = (flat: readonly (string | number)[]): [string, number, number][] =>
  Array.from({ length: flat.length / 3 }, (_, index) => {
    const [id, lifeMs, connections] = flat.slice(3 * index);
    return [String(id), Number(lifeMs), Number(connections)];
  });

const { redisUrl, said, shared } = workerData as HeartbeatOrder;
const redis = nonQueueingRedis(redisUrl, 'heartbeats', createLogger('worker', 'silent')); // others report outages
const watch = new DeadWorkerWatch(redis, said.id);
/** Says by being there that the process is. */
const presence = nonQueueingRedis(redisUrl, 'presence', createLogger('worker', 'silent'));
presence.on('ready', () => void presence.subscribe(HEARTBEAT + said.id).catch(() => undefined));
let lastTick = -1;
let tickSeenAt = 0;
let looking: Promise<void> | undefined;

/** Nothing when the process hangs. */
function heartbeat(): string {
  const [busy = 0, tick = 0] = shared;
  const now = performance.now();
  if (tick !== lastTick) tickSeenAt = now;
  lastTick = tick;
  return now - tickSeenAt < STUCK_AFTER_MS ? JSON.stringify({ ...said, busy }) : '';
}

function look(): void {
  looking ??= watch.sendAndLook(heartbeat()).then((requeued) => {
    looking = undefined;
    parentPort?.postMessage(requeued);
  });
}

// The first answer tells that the thread is there, Redis or not.
redis.once('ready', look);
redis.once('error', look);
const timer = setInterval(look, HEARTBEAT_EVERY_MS);

parentPort?.once('message', async () => {
  clearInterval(timer);
  await looking;
  await watch.leave().catch(() => undefined); // it is forgotten in a minute
  redis.disconnect();
  presence.disconnect();
});
