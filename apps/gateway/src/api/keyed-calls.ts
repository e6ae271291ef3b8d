/** Runs calls with an `Idempotency-Key` once: those of tools, those that create jobs or batches, and the operator's POSTs. */
import { type Json, jsonPieces, RawJson, ServiceError } from '@toolpress/contract';
import { withTimeout } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { Caller } from '../auth/callers.js';
import { type Charge, type Charging, discard, RunningCharge, type StorageLimit } from './charging.js';
import { DoneBefore } from './completion.js';
import type { AnyToolEndpoint, Request, RequestContext } from './endpoint.js';
import { type Attempt, type Idempotency, resultGone } from './idempotency.js';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** Returns the caller's key. @throws ServiceError `invalid_parameter`. */
export function idempotencyKeyOf(key: string): string {
  if (IDEMPOTENCY_KEY_PATTERN.test(key)) return key;
  throw new ServiceError(
    'invalid_parameter',
    `The header \`${IDEMPOTENCY_KEY}\` must have 1 to 255 ASCII letters, digits or punctuation marks, and no spaces.`,
  );
}

/** What calls of tools need. */
export interface ToolCalls {
  charges: Charging;
  idempotency: Idempotency;
  storage: StorageLimit;
  store: FileStore;
}

type Input = Request<unknown, unknown, unknown> & { caller: Caller };
type Endpoint = AnyToolEndpoint;

/** The time in milliseconds that a caller with an idempotency key waits for its charge. Longer than one attempt may take. */
const SETTLE_WAIT_MS = 4_000;

/** The answer of a call. */
export interface ToolAnswer {
  data: unknown;
  /** The actions that a tool's call costs. Absent for a job or a batch, which is charged when it is done. */
  actions?: number;
  /** Whether the result comes from an earlier request with the same idempotency key. It is not charged again. */
  isReplay: boolean;
}

/** The owner of the operator's records, which is not an account id. */
const OPERATOR = 'operator';

/** An endpoint that creates something. */
interface Creation<Input> {
  path: string;
  handle(input: Input, context: RequestContext): Promise<unknown>;
}

/** Creates a job or a batch once per idempotency key, atomically with the key's record. */
export async function takeOverOnce<Each extends Input>(
  { idempotency }: ToolCalls,
  { path, handle }: Creation<Each>,
  input: Each,
  idempotencyKey: string,
  context: RequestContext,
): Promise<ToolAnswer> {
  const request = jsonPieces([path, input.params, inOneOrder(input.body)]);
  const attempt = await idempotency.attempt(input.caller.accountId, idempotencyKey, request, context);
  if ('result' in attempt) return { data: attempt.result, isReplay: true };
  const { claim } = attempt;
  try {
    return { data: await handle(input, { ...context, keyed: claim.keyed }), isReplay: false };
  } catch (error) {
    if (error instanceof DoneBefore) return { data: await claim.resultOf(error.fields), isReplay: true };
    claim.giveUp(); // has no effect if the job was accepted but the reply was lost: the record is complete then
    throw error;
  } finally {
    claim.end();
  }
}

/**
 * Runs an operator's POST once per idempotency key. The answer is stored encrypted, because it may contain the secret of a token, which is
 * stored nowhere else.
 */
export async function createOnce<Each extends Request<unknown, unknown, unknown>>(
  { idempotency }: ToolCalls,
  { path, handle }: Creation<Each>,
  input: Each,
  idempotencyKey: string,
  context: RequestContext,
): Promise<ToolAnswer> {
  const request = jsonPieces([path, input.params, inOneOrder(input.body)]);
  const attempt = await idempotency.attempt(OPERATOR, idempotencyKey, request, context);
  if ('result' in attempt) return { data: attempt.result, isReplay: true };
  const { claim } = attempt;
  try {
    const data = (await cleanUpOnError(
      () => handle(input, context),
      () => claim.giveUp(),
    )) as Json;
    const kept = await claim.complete(data).catch((error: unknown) => {
      // The work is done, so return its answer in any case.
      context.log.warn({ err: error }, 'cannot store the answer of an idempotent request');
      claim.giveUp();
      return data;
    });
    return { data: kept, isReplay: kept !== data };
  } finally {
    claim.end();
  }
}

/** Runs a tool once per idempotency key. @throws any error of the endpoint. The call is not charged then. */
export async function callOnce(
  calls: ToolCalls,
  endpoint: AnyToolEndpoint,
  input: Input,
  idempotencyKey: string,
  context: RequestContext,
): Promise<ToolAnswer> {
  const { charges, storage } = calls;
  const attempt = await attemptAt(calls, endpoint, input, idempotencyKey, context);
  if ('result' in attempt) return replay(endpoint, attempt.result, context);
  const { claim } = attempt;
  const chargedWork = async (): Promise<ToolAnswer> => {
    await endpoint.check?.(input, context);
    await storage.check(input.caller.accountId); // long results are stored as files
    const charge = await charges.begin(input.caller, endpoint.chargedAs?.(input.body) ?? [endpoint.tool], context.log);
    return cleanUpOnError(
      () => work(charge),
      () => charges.release(charge),
    );
  };
  const work = async (begun: Charge): Promise<ToolAnswer> => {
    // Complete the work even if the caller hangs up: a repeated request with the same key receives the result.
    const running = new RunningCharge<Json>(charges, endpoint, begun);
    const cover = (result: unknown): Promise<void> => running.cover(result as Json);
    const detached: RequestContext = { ...context, signal: new AbortController().signal, isKept: true, cover };
    const release = (): void => charges.release(running.charge);
    const result = await cleanUpOnError(() => endpoint.handle(input, detached), release);
    const file = endpoint.fileOf?.(result);
    const data = await cleanUpOnError(
      async () => {
        await running.cover(result);
        return endpoint.present(result, detached);
      },
      () => {
        discard(calls.store, file);
        release();
      },
    );
    const { charge } = running;
    const { completion, file: kept } = await claim.completion(result, file !== undefined);
    const settling = charges.settle(charge, { completion, file: kept ?? file }).finally(() => claim.end());
    // The charge is made even if it takes long, unless this process dies. So a timeout must not become an error.
    const settled = await withTimeout(settling, SETTLE_WAIT_MS, () => undefined);
    if (settled?.done === undefined) return { data, actions: charge.actions, isReplay: false };
    charges.release(charge);
    discard(calls.store, kept);
    discard(calls.store, file);
    return replay(endpoint, await claim.resultOf(settled.done), context);
  };
  // The claim's lease is renewed until the work has failed or its charge is known.
  return cleanUpOnError(chargedWork, () => {
    claim.giveUp();
    claim.end();
  });
}

/** Claims the idempotency key. A separate function, so that the request's pieces are not kept in memory during the work. */
const attemptAt = (
  { idempotency }: ToolCalls,
  { tool }: Endpoint,
  { body, caller }: Input,
  idempotencyKey: string,
  context: RequestContext,
): Promise<Attempt> =>
  idempotency.attempt(caller.accountId, idempotencyKey, jsonPieces([tool, inOneOrder(body)]), context);

/** Runs a function, and cleans up if it fails. */
async function cleanUpOnError<Result>(work: () => Promise<Result>, cleanUp: () => void): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** Returns the stored result. One that is not parsed is the answer: only results with a file get new links. @throws ServiceError `idempotency_conflict` when its file no longer exists. */
async function replay(endpoint: Endpoint, result: Json | RawJson, context: RequestContext): Promise<ToolAnswer> {
  try {
    return { data: await endpoint.present(result as Json, context), actions: 0, isReplay: true };
  } catch (error) {
    throw error instanceof ServiceError && error.status < 500 ? resultGone() : error;
  }
}

/** Sorts the names of objects, so that equal requests have equal digests. Leaves `RawJson` as it is. */
function inOneOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return value;
  if (Array.isArray(value)) return value.map(inOneOrder);
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, inOneOrder(each)]));
}
