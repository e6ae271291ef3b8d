/** Runs calls of tools: checks quotas, charges successes, and runs each idempotency key once. The operator's POSTs use such keys, too. */
import { type Json, jsonPieces, RawJson, ServiceError, type ToolName } from '@toolpress/contract';
import { withTimeout } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { Caller } from '../auth/tokens.js';
import type { Charge, Charging, Extras, Settled, StorageLimit, StoredFile } from './charging.js';
import type { AnyToolEndpoint, CallerEndpoint, Request, RequestContext } from './endpoint.js';
import { type Attempt, type Idempotency, resultGone } from './idempotency.js';
import { DoneBefore } from './keyed-answer.js';

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

/** Returns the tools that a request is charged as. */
export const toolsOf = ({ tool, uses }: AnyToolEndpoint, body: unknown): readonly ToolName[] => [
  tool,
  ...(uses?.(body) ?? []),
];

/** The answer of a call. */
export interface ToolAnswer {
  data: unknown;
  /** The actions that a tool's call costs. Absent for a job or a batch, which is charged when it is done. */
  actions?: number;
  /** Whether the result is that of an earlier request under the same idempotency key. It is not charged again. */
  isReplay: boolean;
}

/**
 * Calls an endpoint for its caller. Tools are charged. Tools and endpoints that create jobs or batches run once per idempotency key.
 *
 * @throws any error of the endpoint. The call is not charged then.
 */
export async function callEndpoint(
  calls: ToolCalls,
  endpoint: Endpoint | CallerEndpoint<unknown, unknown, unknown>,
  input: Parameters<CallerEndpoint<unknown, unknown, unknown>['handle']>[0],
  idempotencyKey: string | undefined,
  context: RequestContext,
): Promise<ToolAnswer> {
  if (endpoint.tool === undefined) {
    if (idempotencyKey !== undefined) return takeOverOnce(calls, endpoint, input, idempotencyKey, context);
    return { data: await endpoint.handle(input, context), isReplay: false };
  }
  if (idempotencyKey === undefined) return callEach(calls, endpoint, input, context);
  return callOnce(calls, endpoint, input, idempotencyKey, context);
}

/** The owner of the operator's records, which is no account id. */
const OPERATOR = 'operator';

/** An endpoint that creates something. */
interface Creation<Input> {
  path: string;
  handle(input: Input, context: RequestContext): Promise<unknown>;
}

/** Creates a job or a batch once per idempotency key, atomically with the key's record. */
async function takeOverOnce<Each extends Input>(
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

async function callEach(
  calls: ToolCalls,
  endpoint: Endpoint,
  input: Input,
  context: RequestContext,
): Promise<ToolAnswer> {
  const { charges, storage } = calls;
  await endpoint.check?.(input, context);
  if (endpoint.fileOf !== undefined) await storage.check(input.caller.accountId);
  const charge = await charges.begin(input.caller, toolsOf(endpoint, input.body), context.log);
  const work = async (): Promise<ToolAnswer> => {
    const result = await endpoint.handle(input, context);
    const file = endpoint.fileOf?.(result);
    const present = async (): Promise<unknown> => {
      const presented = await endpoint.present(result, context);
      context.signal.throwIfAborted(); // a caller that hung up is not charged
      return presented;
    };
    const data = await cleanUpOnError(present, () => discard(calls, file));
    void settle(calls, charge, { file }).catch(() => undefined); // logged already
    return { data, actions: charge.actions, isReplay: false };
  };
  return cleanUpOnError(work, () => charges.release(charge));
}

async function callOnce(
  calls: ToolCalls,
  endpoint: Endpoint,
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
    const charge = await charges.begin(input.caller, toolsOf(endpoint, input.body), context.log);
    return cleanUpOnError(
      () => work(charge),
      () => charges.release(charge),
    );
  };
  const work = async (charge: Charge): Promise<ToolAnswer> => {
    // Complete the work even if the caller hangs up: a repeated request with the same key receives the result.
    const detached = { ...context, signal: new AbortController().signal, isKept: true };
    const result = await endpoint.handle(input, detached);
    const file = endpoint.fileOf?.(result);
    const data = await cleanUpOnError(
      () => endpoint.present(result, detached),
      () => discard(calls, file),
    );
    const { completion, file: kept } = await claim.completion(result, file !== undefined);
    const settling = settle(calls, charge, { completion, file: kept ?? file }).finally(() => claim.end());
    // The charge is made even if it takes long, unless this process dies. So a timeout must not become an error.
    const settled = await withTimeout(settling, SETTLE_WAIT_MS, () => undefined);
    if (settled?.done === undefined) return { data, actions: charge.actions, isReplay: false };
    charges.release(charge);
    discard(calls, kept);
    discard(calls, file);
    return replay(endpoint, await claim.resultOf(settled.done), context);
  };
  // The claim's lease is renewed until the work has failed or its charge is known.
  return cleanUpOnError(chargedWork, () => {
    claim.giveUp();
    claim.end();
  });
}

/** Charges a success. @throws ServiceError when the process ends before the outcome of the charge is known. */
export async function settle(
  { charges, storage }: Pick<ToolCalls, 'charges' | 'storage'>,
  charge: Charge,
  extras: Extras,
): Promise<Settled> {
  const settled = await charges.settle(charge, extras);
  if (settled.storedBytes !== undefined) storage.note(charge.caller.accountId, settled.storedBytes);
  return settled;
}

/** Deletes the file of a failed call. If the store is unavailable, a sweep deletes the unclaimed file. */
export function discard({ store }: Pick<ToolCalls, 'store'>, file: StoredFile | undefined): void {
  if (file !== undefined) store.remove(file.id).catch(() => undefined);
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

/** Returns the stored result. @throws ServiceError `idempotency_conflict` when its file no longer exists. */
async function replay(endpoint: Endpoint, result: Json, context: RequestContext): Promise<ToolAnswer> {
  try {
    return { data: await endpoint.present(result, context), actions: 0, isReplay: true };
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
