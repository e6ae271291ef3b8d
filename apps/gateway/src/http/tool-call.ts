/** A call of a tool: done within the quotas, charged when it succeeds, done once under an idempotency key. */
import { type Json, jsonPieces, ServiceError } from '@toolpress/contract';
import { withTimeout } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { Charge, Charges, Settled, StoredFile } from '../accounts/billing/charges.js';
import type { StorageQuota } from '../accounts/billing/storage-quota.js';
import { type Attempt, type Claim, type Idempotency, resultGone } from '../accounts/idempotency/idempotency.js';
import type { Caller } from '../auth/tokens.js';
import type { Request, RequestContext, ToolEndpoint } from './endpoint.js';

export interface ToolCalls {
  charges: Charges;
  idempotency: Idempotency;
  storage: StorageQuota;
  store: FileStore;
}

type Input = Request<unknown, unknown, unknown> & { caller: Caller };
type Endpoint = ToolEndpoint<unknown, unknown, unknown, Json>;

/** How long a caller waits for his charge to be known where it completes a record. Longer than one attempt may take. */
const SETTLE_WAIT_MS = 4_000;

/** @returns `data` of the answer. @throws whatever the tool throws; then nothing is charged. */
export async function callTool(
  calls: ToolCalls,
  endpoint: Endpoint,
  input: Input,
  idempotencyKey: string | undefined,
  context: RequestContext,
): Promise<unknown> {
  if (idempotencyKey === undefined) return callEach(calls, endpoint, input, context);
  return callOnce(calls, endpoint, input, idempotencyKey, context);
}

async function callEach(calls: ToolCalls, endpoint: Endpoint, input: Input, context: RequestContext): Promise<unknown> {
  const { charges, storage } = calls;
  if (endpoint.fileOf !== undefined) await storage.check(input.caller.accountId);
  const charge = await charges.begin(input.caller, endpoint.tool, context.log);
  return unlessFailed(charges, charge, async () => {
    const result = await endpoint.handle(input, context);
    const file = endpoint.fileOf?.(result);
    const data = await orDiscard(calls, file, async () => {
      const presented = await endpoint.present(result, context);
      context.signal.throwIfAborted(); // who hung up gets no answer, and pays for none
      return presented;
    });
    void settle(calls, charge, { file }).catch(() => undefined); // the log has it
    return data;
  });
}

async function callOnce(
  calls: ToolCalls,
  endpoint: Endpoint,
  input: Input,
  idempotencyKey: string,
  context: RequestContext,
): Promise<unknown> {
  const attempt = await attemptAt(calls, endpoint, input, idempotencyKey, context);
  if ('result' in attempt) return presentAgain(endpoint, attempt.result, context);
  const { claim } = attempt;
  return underClaim(claim, async () => {
    await calls.storage.check(input.caller.accountId); // a long result is stored, too
    const charge = await calls.charges.begin(input.caller, endpoint.tool, context.log);
    return unlessFailed(calls.charges, charge, async () => {
      // Who hangs up asks again with the same key: the work is brought to its end for that.
      const goingOn = { ...context, signal: new AbortController().signal, isKept: true };
      const result = await endpoint.handle(input, goingOn);
      const file = endpoint.fileOf?.(result);
      const data = await orDiscard(calls, file, () => endpoint.present(result, goingOn));
      const { completion, file: kept } = await claim.completion(result);
      const settling = settle(calls, charge, { completion, file: kept ?? file }).finally(() => claim.end());
      const settled = await soonKnown(settling);
      if (settled?.done === undefined) return data;
      calls.charges.release(charge);
      discard(calls, kept);
      discard(calls, file);
      return presentAgain(endpoint, await claim.resultOf(settled.done), context);
    });
  });
}

async function settle(
  { charges, storage }: ToolCalls,
  charge: Charge,
  extras: Parameters<Charges['settle']>[1],
): Promise<Settled> {
  const settled = await charges.settle(charge, extras);
  if (settled.storedBytes !== undefined) storage.note(charge.caller.accountId, settled.storedBytes);
  return settled;
}

/**
 * Waits for a charge to be known, for some seconds.
 *
 * @returns undefined when it is not by then. It is made for certain as long as this process lives, so the caller gets his
 *   result; an error would be wrong as soon as it is made.
 */
async function soonKnown(settling: Promise<Settled>): Promise<Settled | undefined> {
  return withTimeout(settling, SETTLE_WAIT_MS, () => undefined);
}

/** A file whose call fails after all is deleted; where the store is away, it goes when it expires. */
async function orDiscard<Result>(
  calls: ToolCalls,
  file: StoredFile | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    discard(calls, file);
    throw error;
  }
}

function discard({ store }: ToolCalls, file: StoredFile | undefined): void {
  if (file !== undefined) store.remove(file.id).catch(() => undefined);
}
/** Apart, so that the request's pieces are not held while the work is done. */
const attemptAt = (
  { idempotency }: ToolCalls,
  { tool }: Endpoint,
  { body, caller }: Input,
  idempotencyKey: string,
  context: RequestContext,
): Promise<Attempt> => idempotency.attempt(caller.accountId, idempotencyKey, jsonPieces([tool, body]), context);

async function unlessFailed<Result>(charges: Charges, charge: Charge, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    charges.release(charge);
    throw error;
  }
}

/** The lease is renewed until the work has failed or its charge is known. */
async function underClaim<Result>(claim: Claim, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    claim.giveUp();
    claim.end();
    throw error;
  }
}

/** What a result points to, such as a file, may have been deleted meanwhile. */
async function presentAgain(endpoint: Endpoint, result: Json, context: RequestContext): Promise<unknown> {
  try {
    return await endpoint.present(result, context);
  } catch (error) {
    throw error instanceof ServiceError && error.status < 500 ? resultGone() : error;
  }
}
