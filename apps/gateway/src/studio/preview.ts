/**
 * Previews: what is in the editor, printed without a charge and kept nowhere, while the account has actions left. They are printed after calls, and their number is limited by
 * account. The newest edit counts, so a third one of an account cancels its oldest.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Preview, PreviewRequest, ServiceError } from '@toolpress/contract';
import { CALLS_WAITING } from '@toolpress/queue';
import type { Redis } from '@toolpress/runtime';
import { fileKind } from '@toolpress/storage';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Charging } from '../api/charging.js';
import { type Endpoint, forCaller } from '../api/endpoint.js';
import { type Concurrency, Counts, concurrencyExceeded, type RateLimit, unlessRedisFails } from '../api/limits.js';
import type { Caller } from '../auth/callers.js';
import { keys } from '../shared/keys.js';
import { FAULT_STATUS } from '../tools/pdf/check-template.js';
import { type PrintUnkept, unkept } from '../tools/pdf/unkept-print.js';

/** The previews of an account that run at a time on a gateway. */
const MOST = 2;
/** Those that are also received or answered at the time: their requests use connections and memory. */
const MOST_OPEN = 20;

export function previewEndpoint(redis: Redis, print: PrintUnkept, charges: Pick<Charging, 'check'>): Endpoint {
  const running = new RunningPreviews();
  return forCaller({
    method: 'post',
    path: '/studio/api/preview',
    id: 'preview',
    summary: 'Prints a document for the studio; neither charged nor kept',
    audit: 'work',
    body: PreviewRequest,
    answer: Preview,
    async handle({ body, caller }, context) {
      const begun = performance.now();
      await charges.check(caller, ['html-to-pdf']);
      const { signal: newest, end } = running.begin(caller.accountId);
      const signal = AbortSignal.any([context.signal, newest]);
      const { first_page_only, filename: _name, deliver_to: _bucket, ...request } = body;
      try {
        await afterCalls(redis, signal);
        const only = { listsEach: true, ...(first_page_only && { firstPageOnly: true }) };
        const file = await print(request, caller, { ...context, signal }, only);
        if (fileKind(file.fileId) === 'xml')
          throw new ServiceError('invalid_parameter', '`e_invoice.output` must be `pdf`: XML has no pages.');
        const milliseconds = Math.round(performance.now() - begun);
        return { ...unkept(file), is_whole: file.isPart !== true, milliseconds };
      } catch (error) {
        if (error instanceof ServiceError && error.status === FAULT_STATUS) return { faults: error.faults };
        throw error;
      } finally {
        end();
      }
    },
  });
}

/** The longest time in milliseconds for which a preview lets calls go first, and the interval of looking for them. */
const PATIENCE_MS = 1_000;
const LOOK_EVERY_MS = 50;

/** Waits while calls wait for a worker, so that a preview that is replaced meanwhile costs nothing. @throws the signal's reason. */
async function afterCalls(redis: Redis, signal: AbortSignal): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until && (await redis.zcard(CALLS_WAITING.key)) > 0) {
    await sleep(LOOK_EVERY_MS);
    signal.throwIfAborted();
  }
}

/** The previews that run on this gateway, by account, the oldest first. */
class RunningPreviews {
  private readonly ofAccounts = new Map<string, Set<AbortController>>();

  /** Counts a preview, and cancels the account's oldest if there are too many. @returns its own signal, and a function that ends the count. */
  begin(accountId: string): { signal: AbortSignal; end: () => void } {
    const own = this.ofAccounts.get(accountId) ?? new Set();
    this.ofAccounts.set(accountId, own);
    const preview = new AbortController();
    const [oldest] = own;
    if (oldest !== undefined && own.size >= MOST) {
      own.delete(oldest);
      oldest.abort(overtaken());
    }
    own.add(preview);
    const end = (): void => {
      own.delete(preview);
      if (own.size === 0 && this.ofAccounts.get(accountId) === own) this.ofAccounts.delete(accountId);
    };
    return { signal: preview.signal, end };
  }
}

/** Limits the open requests for previews of an account on this gateway. */
export class OpenPreviews implements Pick<Concurrency, 'enter'> {
  private readonly open = new Counts();

  /** @throws ServiceError `concurrency_exceeded`. */
  async enter(accountId: string): Promise<() => void> {
    if (this.open.of(accountId) >= MOST_OPEN) throw concurrencyExceeded(MOST_OPEN);
    return this.open.begin(accountId);
  }
}

const overtaken = (): ServiceError =>
  new ServiceError(
    'concurrency_exceeded',
    `A newer preview of the account has replaced this one; at most ${MOST} run at a time.`,
    { headers: { 'Retry-After': '1' } },
  );

/** The limits of an account's previews over all gateways: for bursts, and for people who type all day. */
const RATES = [
  { points: 20, duration: 1, period: 'second' },
  { points: 600, duration: 60, period: 'minute' },
];

/** Counts previews by account, apart from the requests of its tokens. */
export class PreviewRate implements Pick<RateLimit, 'count'> {
  private readonly limiters: readonly { period: string; limiter: RateLimiterRedis }[];

  constructor(redis: Redis) {
    this.limiters = RATES.map(({ period, ...rate }) => ({
      period,
      limiter: new RateLimiterRedis({ storeClient: redis, keyPrefix: keys.previewRate(period), ...rate }),
    }));
  }

  /** @throws ServiceError `rate_limited`, with `Retry-After`. */
  async count({ accountId }: Caller): Promise<void> {
    const states = await Promise.all(
      this.limiters.map(({ limiter }) => limiter.consume(accountId).catch(unlessRedisFails)),
    );
    for (const [index, { consumedPoints, msBeforeNext }] of states.entries()) {
      const { limiter, period } = this.limiters[index] ?? {};
      if (limiter === undefined || consumedPoints <= limiter.points) continue;
      const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
      throw new ServiceError(
        'rate_limited',
        `The account has reached its limit of ${limiter.points} previews per ${period}; try again in ${seconds} s, as in \`Retry-After\`.`,
        { headers: { 'Retry-After': String(seconds) } },
      );
    }
  }
}
