/** A call of a tool: done within the quota, charged when it succeeds, done once under an idempotency key. */
import { type Json, jsonPieces, ServiceError } from '@toolpress/contract';
import type { Charge, Charges } from '../state/charges.js';
import { type Attempt, type Claim, type Idempotency, resultGone } from '../state/idempotency.js';
import type { Caller } from '../state/tokens.js';
import type { Request, RequestContext, ToolEndpoint } from './endpoint.js';

export interface ToolCalls {
  charges: Charges;
  idempotency: Idempotency;
}

type Input = Request<unknown, unknown, unknown> & { caller: Caller };

/** @returns `data` of the answer. @throws whatever the tool throws; then nothing is charged. */
export async function callTool(
  calls: ToolCalls,
  endpoint: ToolEndpoint<unknown, unknown, unknown, Json>,
  input: Input,
  idempotencyKey: string | undefined,
  context: RequestContext,
): Promise<unknown> {
  if (idempotencyKey === undefined) return callEach(calls, endpoint, input, context);
  return callOnce(calls, endpoint, input, idempotencyKey, context);
}

async function callEach(
  { charges }: ToolCalls,
  endpoint: ToolEndpoint<unknown, unknown, unknown, Json>,
  input: Input,
  context: RequestContext,
): Promise<unknown> {
  const charge = await charges.begin(input.caller, endpoint.tool, context.log);
  return unlessFailed(charges, charge, async () => {
    const data = await endpoint.present(await endpoint.handle(input, context), context);
    context.signal.throwIfAborted(); // who hung up gets no answer, and pays for none
    charges.settle(charge);
    return data;
  });
}

async function callOnce(
  calls: ToolCalls,
  endpoint: ToolEndpoint<unknown, unknown, unknown, Json>,
  input: Input,
  idempotencyKey: string,
  context: RequestContext,
): Promise<unknown> {
  const attempt = await attemptAt(calls, endpoint, input, idempotencyKey, context);
  if ('result' in attempt) return presentAgain(endpoint, attempt.result, context);
  return underClaim(attempt.claim, async () => {
    const charge = await calls.charges.begin(input.caller, endpoint.tool, context.log);
    return unlessFailed(calls.charges, charge, async () => {
      // Who hangs up asks again with the same key: the work is brought to its end for that.
      const goingOn = { ...context, signal: new AbortController().signal, isKept: true };
      const result = await endpoint.handle(input, goingOn);
      const data = await endpoint.present(result, goingOn);
      await calls.charges.settleWith(charge, await attempt.claim.completion(result));
      return data;
    });
  });
}

/** Apart, so that the request's pieces are not held while the work is done. */
const attemptAt = (
  { idempotency }: ToolCalls,
  { tool }: ToolEndpoint<unknown, unknown, unknown, Json>,
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

async function underClaim<Result>(claim: Claim, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    claim.giveUp();
    throw error;
  } finally {
    claim.end();
  }
}

/** What a result points to, such as a file, may have been deleted meanwhile. */
async function presentAgain(
  endpoint: ToolEndpoint<unknown, unknown, unknown, Json>,
  result: Json,
  context: RequestContext,
): Promise<unknown> {
  try {
    return await endpoint.present(result, context);
  } catch (error) {
    throw error instanceof ServiceError && error.status < 500 ? resultGone() : error;
  }
}
