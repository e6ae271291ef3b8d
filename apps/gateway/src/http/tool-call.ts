/** A call of a tool: done within the quotas, charged when it succeeds, done once under an idempotency key, as what the operator creates. */
import { type Json, jsonPieces, RawJson, ServiceError } from '@toolpress/contract';
import { withTimeout } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { Charge, Charges, Settled, StoredFile } from '../accounts/billing/charges.js';
import type { StorageQuota } from '../accounts/billing/storage-quota.js';
import { type Attempt, type Idempotency, resultGone } from '../accounts/idempotency/idempotency.js';
import { DoneBefore } from '../accounts/idempotency/keyed-answer.js';
import type { Caller } from '../auth/tokens.js';
import type { AnyToolEndpoint, Request, RequestContext } from './endpoint.js';

export interface ToolCalls {
  charges: Charges;
  idempotency: Idempotency;
  storage: StorageQuota;
  store: FileStore;
}

type Input = Request<unknown, unknown, unknown> & { caller: Caller };
type Endpoint = AnyToolEndpoint;

/** How long a caller waits for the charge to be known where it completes a record. Longer than one attempt may take. */
const SETTLE_WAIT_MS = 4_000;

/** What a call answers. */
export interface ToolAnswer {
  data: unknown;
  /** It is the result of an earlier request under the same idempotency key, and not charged again. */
  isReplay: boolean;
}

/** @throws whatever the tool throws; then nothing is charged. */
export async function callTool(
  calls: ToolCalls,
  endpoint: Endpoint,
  input: Input,
  idempotencyKey: string | undefined,
  context: RequestContext,
): Promise<ToolAnswer> {
  if (idempotencyKey === undefined) return { data: await callEach(calls, endpoint, input, context), isReplay: false };
  return callOnce(calls, endpoint, input, idempotencyKey, context);
}

/** In whose name the operator's records are kept; no account's id. */
const OPERATOR = 'operator';

/** What creates something. */
interface Creation<Input> {
  path: string;
  handle(input: Input, context: RequestContext): Promise<unknown>;
}

/** A job or a batch, taken over once under an idempotency key: in one step with the record of the key. */
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
    claim.giveUp(); // of what was taken over, though Redis could not say so, the record is complete
    throw error;
  } finally {
    claim.end();
  }
}

/**
 * What the operator creates, once under an idempotency key. The answer is kept sealed: it may hold the secret of a token, which is kept
 * nowhere else.
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
      // It is done, and the answer is what it was asked for.
      context.log.warn({ err: error }, 'the answer of an idempotent request is not kept');
      claim.giveUp();
      return data;
    });
    return { data: kept, isReplay: kept !== data };
  } finally {
    claim.end();
  }
}

async function callEach(calls: ToolCalls, endpoint: Endpoint, input: Input, context: RequestContext): Promise<unknown> {
  const { charges, storage } = calls;
  if (endpoint.fileOf !== undefined) await storage.check(input.caller.accountId);
  const charge = await charges.begin(input.caller, endpoint.tool, context.log);
  const work = async (): Promise<unknown> => {
    const result = await endpoint.handle(input, context);
    const file = endpoint.fileOf?.(result);
    const present = async (): Promise<unknown> => {
      const presented = await endpoint.present(result, context);
      context.signal.throwIfAborted(); // a caller who hung up gets no answer, and pays for none
      return presented;
    };
    const data = await cleanUpOnError(present, () => discard(calls, file));
    void settle(calls, charge, { file }).catch(() => undefined); // the log has it
    return data;
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
    await storage.check(input.caller.accountId); // a long result is stored, too
    const charge = await charges.begin(input.caller, endpoint.tool, context.log);
    return cleanUpOnError(
      () => work(charge),
      () => charges.release(charge),
    );
  };
  const work = async (charge: Charge): Promise<ToolAnswer> => {
    // A caller who hangs up asks again with the same key: the work is brought to its end for that.
    const goingOn = { ...context, signal: new AbortController().signal, isKept: true };
    const result = await endpoint.handle(input, goingOn);
    const file = endpoint.fileOf?.(result);
    const data = await cleanUpOnError(
      () => endpoint.present(result, goingOn),
      () => discard(calls, file),
    );
    const { completion, file: kept } = await claim.completion(result, file !== undefined);
    const settling = settle(calls, charge, { completion, file: kept ?? file }).finally(() => claim.end());
    // It is made for certain as long as this process lives: an error for taking long would be wrong as soon as it is made.
    const settled = await withTimeout(settling, SETTLE_WAIT_MS, () => undefined);
    if (settled?.done === undefined) return { data, isReplay: false };
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

/** Charges a success. @throws ServiceError when the process ends before it is known whether it is charged. */
export async function settle(
  { charges, storage }: Pick<ToolCalls, 'charges' | 'storage'>,
  charge: Charge,
  extras: Parameters<Charges['settle']>[1],
): Promise<Settled> {
  const settled = await charges.settle(charge, extras);
  if (settled.storedBytes !== undefined) storage.note(charge.caller.accountId, settled.storedBytes);
  return settled;
}

/** A file whose call fails after all is deleted; where the store is unavailable, a sweep does it: nobody has claimed it. */
export function discard({ store }: Pick<ToolCalls, 'store'>, file: StoredFile | undefined): void {
  if (file !== undefined) store.remove(file.id).catch(() => undefined);
}

/** Apart, so that the request's pieces are not held while the work is done. */
const attemptAt = (
  { idempotency }: ToolCalls,
  { tool }: Endpoint,
  { body, caller }: Input,
  idempotencyKey: string,
  context: RequestContext,
): Promise<Attempt> =>
  idempotency.attempt(caller.accountId, idempotencyKey, jsonPieces([tool, inOneOrder(body)]), context);

/** Does a work, and cleans up when it fails. */
async function cleanUpOnError<Result>(work: () => Promise<Result>, cleanUp: () => void): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** What a result points to, such as a file, may have been deleted meanwhile. */
async function replay(endpoint: Endpoint, result: Json, context: RequestContext): Promise<ToolAnswer> {
  try {
    return { data: await endpoint.present(result, context), isReplay: true };
  } catch (error) {
    throw error instanceof ServiceError && error.status < 500 ? resultGone() : error;
  }
}

/** The same request, in whatever order its names were written. What is only passed on is taken as it is. */
function inOneOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return value;
  if (Array.isArray(value)) return value.map(inOneOrder);
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, inOneOrder(each)]));
}
