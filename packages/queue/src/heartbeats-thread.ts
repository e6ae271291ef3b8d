/**
 * The thread that sends heartbeats for its process while the main thread runs, which a large document may block for
 * seconds. It ends the process when the main thread is blocked for longer, see `watchdog.ts`. It also detects dead
 * workers, so that the main thread returns their jobs to the queue long before the locks expire, which must outlast a
 * busy machine.
 *
 * Each worker has a connection that subscribes to a separate channel. The system closes it when the process ends. A
 * worker is dead when it has neither that connection nor a recent heartbeat. A worker without processor time keeps its
 * connection, and a disconnected worker reconnects. After an outage of Redis no worker looks for a while. No clocks are
 * compared. The cost does not grow with the square of the number of workers: one of them looks for all.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger, nonQueueingRedis, type Redis, RedisScript } from '@toolpress/runtime/thread';
import {
  ALIVE_MS,
  BLOCKED_MS,
  DEAD_AFTER_MS,
  HEARTBEAT,
  HEARTBEAT_EVERY_MS,
  type HeartbeatOrder,
  LOOKED,
  REMEMBERED_MS,
  WORKERS,
} from './heartbeats.js';
import { endBlockedProcess } from './watchdog.js';

/** The pause between two searches for dead workers. Shorter than the interval, so that a single worker looks each time. */
const LOOK_PAUSE_MS = 0.9 * HEARTBEAT_EVERY_MS;
/** How long a worker does not look after an outage of Redis, while the others reconnect. */
const PATIENCE_MS = 10_000;

const heartbeatScript = RedisScript.fromFile<
  { id: string; heartbeat?: string; lifeMs: number; prefix: string; pauseMs: number; deadAfterMs?: number },
  string[]
>(new URL('../src/heartbeat.lua', import.meta.url));

class DeadWorkerWatch {
  /** The workers may just be reconnecting when this one starts. They try at least once a second. */
  private patientUntil = performance.now() + DEAD_AFTER_MS;

  /** @param id of this worker. */
  constructor(
    private readonly redis: Redis,
    private readonly id: string,
  ) {
    redis.on('close', () => {
      this.patientUntil = performance.now() + PATIENCE_MS;
    });
  }

  /**
   * Sends a heartbeat and checks the other workers. Must be called every `HEARTBEAT_EVERY_MS`, one call at a time.
   *
   * @param heartbeat the content of the heartbeat; undefined: only checks.
   * @returns the ids of dead workers.
   */
  async sendAndLook(heartbeat: string | undefined): Promise<string[]> {
    const args = {
      id: this.id,
      lifeMs: REMEMBERED_MS,
      prefix: HEARTBEAT,
      pauseMs: LOOK_PAUSE_MS,
      ...(heartbeat !== undefined && { heartbeat }),
      ...(performance.now() >= this.patientUntil && { deadAfterMs: DEAD_AFTER_MS }),
    };
    const touched = [WORKERS, HEARTBEAT + this.id, LOOKED];
    return heartbeatScript.run(this.redis, touched, args).catch(() => []);
  }

  /** Removes this worker from the list. */
  async leave(): Promise<void> {
    await Promise.all([this.redis.unlink(HEARTBEAT + this.id), this.redis.srem(WORKERS, this.id)]);
  }
}

const { redis: address, said, shared, logLevel } = workerData as HeartbeatOrder;
const silent = createLogger('worker', 'silent'); // other connections report outages
const redis = nonQueueingRedis(address, 'heartbeats', silent);
const watch = new DeadWorkerWatch(redis, said.id);
/** The connection whose existence shows that the process is running. */
const presence = nonQueueingRedis(address, 'presence', silent);
presence.on('ready', () => void presence.subscribe(HEARTBEAT + said.id).catch(() => undefined));
let lastTick = 0;
/**
 * How long the main thread has been blocked, counted by the timer of this thread: while the whole process is frozen or
 * the machine is suspended, it does not grow.
 */
let blockedMs = 0;
let looking: Promise<void> | undefined;

function look(): void {
  const [busy = 0] = shared;
  const isResponsive = blockedMs < BLOCKED_MS - ALIVE_MS;
  looking ??= watch.sendAndLook(isResponsive ? JSON.stringify({ ...said, busy }) : undefined).then((dead) => {
    looking = undefined;
    parentPort?.postMessage(dead);
  });
}

function checkAndLook(): void {
  const [, tick = 0] = shared;
  blockedMs = tick === lastTick ? blockedMs + HEARTBEAT_EVERY_MS : 0;
  lastTick = tick;
  if (blockedMs === BLOCKED_MS) void endBlockedProcess(redis, said.id, createLogger('worker', logLevel));
  look();
}

// The first message notifies the process that the thread has started, also without Redis.
redis.once('ready', look);
redis.once('error', look);
const timer = setInterval(checkAndLook, HEARTBEAT_EVERY_MS);

parentPort?.once('message', async () => {
  clearInterval(timer);
  await looking;
  await watch.leave().catch(() => undefined); // its heartbeat expires in a minute
  redis.disconnect();
  presence.disconnect();
});
