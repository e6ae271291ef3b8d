/**
 * Finds out that a worker is dead, and gives its jobs back to the queue: long before its locks run out, which have to outlast a
 * Redis that is slow.
 *
 * Each worker beats and looks at the others' beats in one step. One is dead when so many looks in a row saw no new beat
 * of it. A look counts only if Redis was quick to answer: while it is frozen nobody can beat, and what has piled up comes
 * at one go. No clocks are compared.
 */
import { type Redis, redisScript } from '@toolpress/runtime';
import { activeKey, KEY_PREFIX, renderKey } from './names.js';

/** Between two beats, and between two looks. */
export const BEAT_EVERY_MS = 500;
/** A beat is kept for so long: a dead worker is still shown. */
export const REMEMBERED_MS = 60_000;
/** So many looks in a row without a new beat. */
const DEAD_AFTER_LOOKS = 4;
/** After an outage of Redis others need their time to find it again. */
const PATIENCE_LOOKS = 20;

/** Begin of the key of a worker's beat. */
export const BEAT = `${KEY_PREFIX}:worker:`;
/** Set of the ids of all workers that have announced themselves. */
export const WORKERS = `${KEY_PREFIX}:workers`;

/** KEYS: workers, the own beat. ARGV: own id, the beat or nothing, its life, begin of beats. Returns ids and lives of others' beats. */
const beatAndLook = redisScript(`
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
 * KEYS: the worker's beat, jobs at work, jobs that may have stalled, the pause between two looks at those. ARGV: worker, the life
 * that its beat had, begin of the keys of jobs. Returns how many.
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
  /** What was left of the life of its beat: it grows by a new one only. */
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
   * To be called every `BEAT_EVERY_MS`, one after the other.
   *
   * @param beat what to say of itself; nothing: just looks.
   * @returns how many jobs of dead workers it has given back: to be looked for at once.
   */
  async beatAndLook(beat: string): Promise<number> {
    const begun = performance.now();
    const reply = await beatAndLook(this.redis, [WORKERS, BEAT + this.id], [this.id, beat, REMEMBERED_MS, BEAT]).catch(
      () => undefined,
    );
    const isTimely = reply !== undefined && performance.now() - begun < BEAT_EVERY_MS;
    const dead = this.silent(isTimely ? pairs(reply as (string | number)[]) : []);
    let given = 0;
    for (const [id, { lifeMs }] of dead) given += await this.giveBack(id, lifeMs).catch(() => 0); // tried again
    return given;
  }

  /** Takes itself off the list. */
  async leave(): Promise<void> {
    await Promise.all([this.redis.unlink(BEAT + this.id), this.redis.srem(WORKERS, this.id)]);
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
    const keys = [BEAT + id, activeKey, renderKey('stalled'), renderKey('stalled-check')];
    return Number(await giveBack(this.redis, keys, [id, lifeMs, renderKey('')]));
  }
}

const pairs = (flat: readonly (string | number)[]): [string, number][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [String(flat[2 * index]), Number(flat[2 * index + 1])]);
