/** Asks the provider until there is an answer, or no point in asking any more. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderMetrics } from './metrics.js';
import type { Provider, Question } from './provider.js';
import { providerBusy } from './provider-errors.js';
import type { RateLimiter } from './rate-limiter.js';
import { NoSlot } from './rate-limiter.js';

/** A request that starts later than this before the deadline is not worth starting. */
const SHORTEST_EXCHANGE_MS = 500;
/** A provider that failed gets a moment before it is asked once more. */
const BREATH_MS = 250;

export interface AttemptOptions {
  provider: Provider;
  metrics: ProviderMetrics;
}

/**
 * Waits for its slot, asks, and asks again: as often as the provider says "later" and the deadline lets it, and once when
 * the provider fails.
 *
 * @param pace the way to the base that is asked.
 * @param timeoutMs for everything together.
 * @throws ServiceError the question's refusals; `unavailable` with `Retry-After` when no slot comes before the deadline;
 *   `target_unreachable`, `response_invalid`, `response_too_large`, `deadline_exceeded`; the signal's reason.
 */
export async function askPatiently<Answer>(
  { provider, metrics }: AttemptOptions,
  question: Question<Answer>,
  pace: RateLimiter,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const deadline = performance.now() + timeoutMs;
  const left = (): number => Math.max(1, deadline - performance.now());
  let hasFailed = false;
  for (;;) {
    const ended = await turn(pace, metrics, left() - SHORTEST_EXCHANGE_MS, signal);
    const reply = await provider.ask(question, left(), signal).finally(ended);
    switch (reply.kind) {
      case 'answer':
        pace.grant();
        return reply.answer;
      case 'refused':
        throw reply.error;
      case 'slow down':
        await pace.pause(reply.waitMs);
        break;
      case 'failed':
        if (hasFailed || left() < BREATH_MS + SHORTEST_EXCHANGE_MS) throw reply.error;
        hasFailed = true;
        await sleep(BREATH_MS, undefined, { signal });
    }
  }
}

async function turn(
  pace: RateLimiter,
  metrics: ProviderMetrics,
  withinMs: number,
  signal: AbortSignal,
): Promise<() => void> {
  const begun = performance.now();
  const waited = (): number => (performance.now() - begun) / 1_000;
  try {
    const ended = await pace.acquire(withinMs, signal);
    metrics.waited('slot', waited());
    return ended;
  } catch (error) {
    metrics.waited(error instanceof NoSlot ? 'no_slot' : 'broken_off', waited());
    throw error instanceof NoSlot ? providerBusy(error.afterMs) : error;
  }
}
