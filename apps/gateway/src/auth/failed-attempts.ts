/**
 * Wrong secrets, counted by address. After ten of a minute one attempt a second is looked at, the others are refused unseen: who
 * guesses gets nowhere, who has the right secret gets in. Attempts that are right cost nothing: they are not counted.
 */
import { ServiceError } from '@toolpress/contract';
import { type Redis, redisScript } from '@toolpress/runtime';
import { keys } from '../shared/keys.js';

const FREE_FAILURES = 10;
const WINDOW_MS = 60_000;
const PACE_MS = 1_000;
/** How many addresses are remembered at most: beyond that all are forgotten here, not in Redis. */
const MAX_ADDRESSES = 10_000;

/** @returns how many failures there were in the address's minute, and how long that still lasts, milliseconds. */
const COUNT = redisScript(`
  local failures = redis.call('INCR', KEYS[1])
  if failures == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { failures, redis.call('PTTL', KEYS[1]) }
`);

/** What this gateway knows of an address. Times are of `performance.now()`. */
interface Known {
  failures: number;
  /** When the failures are forgotten. */
  endsAt: number;
  /** When the next attempt is looked at, once there were too many failures. */
  nextAt: number;
}

/**
 * The count is Redis', and so the same for all gateways; each keeps one of its own beside it, which holds at once, however many
 * attempts come together, and while Redis is away.
 */
export class FailedAttempts {
  private readonly known = new Map<string, Known>();

  constructor(private readonly redis: Redis) {}

  /** To be called before a secret is looked at. @throws ServiceError `too_many_attempts`, with `Retry-After`. */
  async admit(address: string): Promise<void> {
    const known = this.knownOf(address);
    if (known === undefined || known.failures < FREE_FAILURES) return;
    const now = performance.now();
    if (now < known.nextAt) throw tooMany();
    known.nextAt = now + PACE_MS;
    // Another gateway may have looked at one.
    const turn = this.redis.set(keys.attemptTurn(address), '', 'PX', PACE_MS, 'NX').catch(() => 'OK');
    if ((await turn) === null) throw tooMany();
  }

  /** To be called when a secret was wrong. */
  async failed(address: string): Promise<void> {
    const known = this.knownOf(address) ?? this.meet(address);
    known.failures += 1;
    try {
      const counted = await COUNT(this.redis, [keys.failedAttempts(address)], [WINDOW_MS]);
      const [failures, lifeMs] = counted as [number, number];
      known.failures = Math.max(known.failures, failures);
      known.endsAt = performance.now() + lifeMs;
    } catch {
      // Redis is away: that is when the operator wants in, and this gateway's own count has to do
    }
  }

  private knownOf(address: string): Known | undefined {
    const known = this.known.get(address);
    if (known === undefined || performance.now() < known.endsAt) return known;
    this.known.delete(address);
    return undefined;
  }

  private meet(address: string): Known {
    if (this.known.size >= MAX_ADDRESSES) this.known.clear();
    const known = { failures: 0, endsAt: performance.now() + WINDOW_MS, nextAt: 0 };
    this.known.set(address, known);
    return known;
  }
}

const tooMany = (): ServiceError =>
  new ServiceError(
    'too_many_attempts',
    'Too many wrong tokens came from this address: one attempt a second is looked at; try again in 1 s.',
    { headers: { 'Retry-After': '1' } },
  );
