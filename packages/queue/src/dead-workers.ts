/**
 * Finds out that a worker is dead, and gives its jobs back to the queue: long before its locks run out, which have to outlast a
 * Redis that is slow.
 *
 * Each worker sends a heartbeat and looks at the others' heartbeats in one step. One is dead when so many looks in a row saw no new heartbeat
 * of it. A look counts only if Redis was quick to answer: while it is frozen nobody can send one, and what has piled up comes
 * at one go. No clocks are compared.
 */
import { type Redis, redisScript } from '@toolpress/runtime';
import { KEY_PREFIX, LANES, queueKey } from './names.js';

/** Between two heartbeats, and between two looks. */
export const HEARTBEAT_EVERY_MS = 500;
/** A heartbeat is kept for so long: a dead worker is still shown. */
export const REMEMBERED_MS = 60_000;
/** So many looks in a row without a new heartbeat. */
const DEAD_AFTER_LOOKS = 4;
/** After an outage of Redis others need their time to find it again. */
const PATIENCE_LOOKS = 20;

/** Begin of the key of a worker's heartbeat. */
export const HEARTBEAT = `${KEY_PREFIX}:worker:`;
/** Set of the ids of all workers that have announced themselves. */
export const WORKERS = `${KEY_PREFIX}:workers`;

/** KEYS: workers, the own heartbeat. ARGV: own id, the heartbeat or nothing, its life, begin of heartbeats. Returns ids and lives of others' heartbeats. */
const heartbeatAndWatch = redisScript(`
if ARGV[2] ~= '' then
  redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
  redis.call('SADD', KEYS[1], ARGV[1])
end
local seen = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if id ~= ARGV[1] then
    table.insert(seen, id)
    table.insert(seen, redis.call('PTTL', ARGV[4] .. id))
  end
end
return seen`);

/**
 * Gives a dead worker's jobs back, unless it has beaten after all: without locks, and among those that BullMQ looks at next for
 * the workers they have lost.
 *
 * KEYS: the worker's heartbeat, jobs at work, jobs that may have stalled, the pause between two looks at those. ARGV: worker, the life
 * that its heartbeat had, begin of the keys of jobs. Returns how many.
 */
const giveBack = redisScript(`
if redis.call('PTTL', KEYS[1]) > tonumber(ARGV[2]) then return 0 end
local given = 0
for _, job in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
  if redis.call('HGET', ARGV[3] .. job, 'pb') == ARGV[1] then
    redis.call('DEL', ARGV[3] .. job .. ':lock')
    redis.call('SADD', KEYS[3], job)
    given = given + 1
  end
end
if given > 0 then redis.call('DEL', KEYS[4]) end
return given`);

interface Watched {
  /** What was left of the life of its heartbeat: it grows by a new one only. */
  lifeMs: number;
  silentLooks: number;
}

export class DeadWorkerWatch {
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
   * @returns how many jobs of dead workers it has given back: to be looked for at once.
   */
  async heartbeatAndWatch(heartbeat: string): Promise<number> {
    const begun = performance.now();
    const reply = await heartbeatAndWatch(
      this.redis,
      [WORKERS, HEARTBEAT + this.id],
      [this.id, heartbeat, REMEMBERED_MS, HEARTBEAT],
    ).catch(() => undefined);
    const isTimely = reply !== undefined && performance.now() - begun < HEARTBEAT_EVERY_MS;
    const dead = this.silent(isTimely ? pairs(reply as (string | number)[]) : []);
    let given = 0;
    for (const [id, { lifeMs }] of dead) given += await this.giveBack(id, lifeMs).catch(() => 0); // tried again
    return given;
  }

  /** Takes itself off the list. */
  async leave(): Promise<void> {
    await Promise.all([this.redis.unlink(HEARTBEAT + this.id), this.redis.srem(WORKERS, this.id)]);
  }

  private silent(seen: readonly [id: string, lifeMs: number][]): [string, Watched][] {
    const before = this.workers;
    this.workers = new Map(
      seen.map(([id, lifeMs]) => {
        const last = before.get(id);
        return [id, { lifeMs, silentLooks: last !== undefined && lifeMs < last.lifeMs ? last.silentLooks + 1 : 0 }];
      }),
    );
    if (this.patience > 0) {
      this.patience -= 1;
      return [];
    }
    // More than once: of what a worker did in its last moment, something may arrive late.
    return [...this.workers].filter(([, { silentLooks }]) => silentLooks > 0 && silentLooks % DEAD_AFTER_LOOKS === 0);
  }

  private async giveBack(id: string, lifeMs: number): Promise<number> {
    const given = LANES.map((lane) => {
      const keys = ['active', 'stalled', 'stalled-check'].map((name) => queueKey(lane, name));
      return giveBack(this.redis, [HEARTBEAT + id, ...keys], [id, lifeMs, queueKey(lane, '')]);
    });
    return (await Promise.all(given)).reduce((sum: number, jobs) => sum + Number(jobs), 0);
  }
}

const pairs = (flat: readonly (string | number)[]): [string, number][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [String(flat[2 * index]), Number(flat[2 * index + 1])]);
