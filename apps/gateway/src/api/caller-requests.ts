/** Serves the requests of callers in one direction: admits the caller, reads the input, calls the endpoint, sends the answer. */
import { type Json, ServiceError, validate } from '@toolpress/contract';
import type { Request, Response } from 'express';
import { type Authentication, authenticateCaller, type Caller, challenged } from '../auth/callers.js';
import type { OperatorAccess } from '../auth/operator.js';
import { keys } from '../shared/keys.js';
import type { Replication } from '../shared/replication.js';
import { bodyTypeOf, readJsonBody, streamBody } from './body.js';
import { discard, RunningCharge, type StoredFile } from './charging.js';
import { type AnyToolEndpoint, type CallerEndpoint, type Endpoint, type RequestContext, takesKey } from './endpoint.js';
import {
  callOnce,
  IDEMPOTENCY_KEY,
  idempotencyKeyOf,
  type ToolAnswer,
  type ToolCalls,
  takeOverOnce,
} from './keyed-calls.js';
import type { LargeBodies } from './large-bodies.js';
import type { Concurrency, OpenStreams, RateLimit } from './limits.js';
import type { MemoryBudget, MemoryShare } from './memory-budget.js';
import { preconditionsOf } from './preconditions.js';
import { contextOf, note } from './request-log.js';
import { sendData } from './respond.js';
import { checkScopes } from './scopes.js';

export interface CallerRequests extends ToolCalls, Authentication {
  /** Returns the asynchronous variant of a tool that creates a file. Absent: such calls are answered synchronously. */
  defer?(tool: AnyToolEndpoint): AnyCallerEndpoint;
  operator: OperatorAccess;
  rateLimit: Pick<RateLimit, 'count'>;
  concurrency: Pick<Concurrency, 'enter'>;
  openStreams: OpenStreams;
  largeBodies: LargeBodies;
  memory: MemoryBudget;
  /** Waits until jobs and batches are on replicas. The default is not to. */
  replication?: Pick<Replication, 'confirm'> | undefined;
}

type AnyCallerEndpoint = CallerEndpoint<unknown, unknown, unknown>;
type Input = Parameters<AnyCallerEndpoint['handle']>[0];

export type Handler = (request: Request, response: Response) => Promise<void>;

/** Returns the handler of an endpoint. @param name of the endpoint in the log. */
export const callerHandler =
  (endpoint: AnyCallerEndpoint | AnyToolEndpoint, name: string, options: CallerRequests): Handler =>
  (request, response) =>
    serveCaller(endpoint, name, request, response, options);

async function serveCaller(
  endpoint: AnyCallerEndpoint | AnyToolEndpoint,
  name: string,
  request: Request,
  response: Response,
  options: CallerRequests,
): Promise<void> {
  note(request, { endpoint: name });
  const { stream, isEventStream, conditions = [] } = endpoint.tool === undefined ? endpoint : {};
  const counted = isEventStream ? options.openStreams : options.concurrency;
  await admitCaller(request, response, options, counted, async (caller, context) => {
    const receive: Input['receive'] = async (take) => stream && streamBody(request, stream, take);
    const preconditions = preconditionsOf(request, conditions);
    const bodyType = stream && bodyTypeOf(request);
    const read = await readInput(endpoint, request, options, context);
    const input = { ...read, caller, preconditions, receive, ...(bodyType && { bodyType }) };
    const asked =
      options.defer && prefersAsync(endpoint, request) ? deferred(endpoint, response, options.defer) : endpoint;
    const given = request.get(IDEMPOTENCY_KEY);
    const key = given !== undefined && takesKey(asked) ? idempotencyKeyOf(given) : undefined;
    const answer = await callEndpoint(options, asked, input, key, context);
    if (asked.tool === undefined) setHead(response, asked, answer);
    await sendAnswer(response, answer);
  });
}

/**
 * Runs the work of a request for its caller: authenticates the caller, counts the request, and releases its memory when it is answered.
 *
 * @param counted counts the concurrent requests of an account.
 * @throws ServiceError `token_missing`, `token_invalid`, `rate_limited`, `concurrency_exceeded`; any error of the work.
 */
export async function admitCaller(...[request, response, options, counted, work]: Admission): Promise<void> {
  try {
    await admitted(request, response, options, counted, work);
  } catch (error) {
    throw challenged(error, request, options);
  }
}

type Admission = [
  request: Request,
  response: Response,
  options: Authentication & Pick<CallerRequests, 'rateLimit' | 'memory'>,
  counted: Pick<Concurrency, 'enter'>,
  work: (caller: Caller, context: RequestContext) => Promise<void>,
];

async function admitted(...[request, response, options, counted, work]: Admission): Promise<void> {
  const caller = await authenticateCaller(request, options);
  note(request, { accountId: caller.accountId, tokenId: caller.tokenId });
  await options.rateLimit.count(caller, response);
  const leave = await counted.enter(caller.accountId);
  const context = contextIn(request, options.memory.share(caller.accountId));
  await untilAnswered(response, context, () => work(caller, context), leave);
}

export const contextIn = (request: Request, memory: MemoryShare): RequestContext => ({
  ...contextOf(request),
  memory,
  prefers: (mediaType) => request.accepts(['application/json', mediaType]) === mediaType,
  isKept: false,
});

/**
 * Runs a request, and counts it until the work is done and the answer is sent. The work may continue after the caller hangs up, and the
 * answer stays in memory until the caller has read it.
 */
export async function untilAnswered(
  response: Response,
  { memory }: RequestContext,
  work: () => Promise<void>,
  leave?: () => void,
): Promise<void> {
  const over = (): void => {
    memory.release();
    leave?.();
  };
  try {
    await work();
  } finally {
    if (response.closed) over();
    else response.once('close', over);
  }
}

/** Reads and validates the parts of a request. @throws ServiceError as `readJsonBody` does. */
export async function readInput(
  { method, params, query, body }: Exclude<Endpoint, { access: 'open' }>,
  request: Request,
  { largeBodies }: Pick<CallerRequests, 'largeBodies'>,
  { memory, signal }: RequestContext,
) {
  if (method === 'get' && hasBody(request)) {
    throw new ServiceError(
      'invalid_parameter',
      'A GET request must not have a body; send parameters in the path and the query.',
    );
  }
  if (body !== undefined && query === undefined) assertNoQuery(request);
  return {
    params: params && validate(params, request.params, 'path'),
    query: query && validate(query, request.query, 'query', { convert: true }),
    body: body && (await readJsonBody(request, body, { largeBodies, memory, signal })),
  };
}

/** The longest name in a message, in characters. */
const MAX_NAME_SHOWN = 60;

/** @throws ServiceError `invalid_parameter` for options of the body that were put into the address, and would be ignored. */
function assertNoQuery({ query }: Request): void {
  const [name] = Object.keys(query);
  if (name === undefined) return;
  throw new ServiceError(
    'invalid_parameter',
    `\`${name.slice(0, MAX_NAME_SHOWN)}\` is in the query, where this endpoint has no parameters: send it in the JSON body.`,
  );
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** RFC 7240, 4.1. */
const RESPOND_ASYNC = 'respond-async';

/** Returns whether a request is for a tool that runs as a job, and prefers a job to waiting. */
const prefersAsync = (
  endpoint: AnyCallerEndpoint | AnyToolEndpoint,
  { headers }: Request,
): endpoint is AnyToolEndpoint =>
  headers.prefer !== undefined &&
  endpoint.tool !== undefined &&
  endpoint.asJob !== undefined &&
  String(headers.prefer)
    .split(/[,;]/)
    .some((one) => one.trim().toLowerCase() === RESPOND_ASYNC);

function deferred(
  tool: AnyToolEndpoint,
  response: Response,
  defer: NonNullable<CallerRequests['defer']>,
): AnyCallerEndpoint {
  response.set('Preference-Applied', RESPOND_ASYNC);
  return defer(tool);
}

/**
 * Calls an endpoint for its caller, within the scopes of the token. Tools are charged. Tools and endpoints that create jobs or batches run once per idempotency key.
 *
 * @throws any error of the endpoint. The call is not charged then. ServiceError `unavailable` when the replicas do not have what was created.
 */
export async function callEndpoint(
  calls: ToolCalls & { replication?: Pick<Replication, 'confirm'> | undefined },
  endpoint: AnyToolEndpoint | AnyCallerEndpoint,
  input: Input,
  idempotencyKey: string | undefined,
  context: RequestContext,
): Promise<ToolAnswer> {
  checkScopes(endpoint, input);
  const answer = await called(calls, endpoint, input, idempotencyKey, context);
  if (calls.replication !== undefined && endpoint.tool === undefined && endpoint.locationOf !== undefined) {
    const { id } = answer.data as { id: string };
    // What was created before may have been deleted since.
    await calls.replication.confirm(answer.isReplay ? undefined : keys.work(input.caller.accountId, id));
  }
  return answer;
}

async function called(
  calls: ToolCalls,
  endpoint: AnyToolEndpoint | AnyCallerEndpoint,
  input: Input,
  idempotencyKey: string | undefined,
  context: RequestContext,
): Promise<ToolAnswer> {
  if (idempotencyKey !== undefined)
    return endpoint.tool === undefined
      ? takeOverOnce(calls, endpoint, input, idempotencyKey, context)
      : callOnce(calls, endpoint, input, idempotencyKey, context);
  if (endpoint.tool === undefined) return { data: await endpoint.handle(input, context), isReplay: false };
  await endpoint.check?.(input, context);
  if (endpoint.fileOf !== undefined && (endpoint.storesFile?.(input.body) ?? true))
    await calls.storage.check(input.caller.accountId);
  const begun = await calls.charges.begin(
    input.caller,
    endpoint.chargedAs?.(input.body) ?? [endpoint.tool],
    context.log,
  );
  const running = new RunningCharge<Json>(calls.charges, endpoint, begun);
  const covered: RequestContext = { ...context, cover: (result) => running.cover(result as Json) };
  let file: StoredFile | undefined;
  try {
    const result = await endpoint.handle(input, covered);
    file = endpoint.fileOf?.(result);
    await running.cover(result);
    const data = await endpoint.present(result, covered);
    context.signal.throwIfAborted(); // a caller that hung up is not charged
    calls.charges.settle(running.charge, { file }).catch(() => undefined); // logged already
    return { data, actions: running.charge.actions, isReplay: false };
  } catch (error) {
    discard(calls.store, file);
    calls.charges.release(running.charge);
    throw error;
  }
}

function setHead(response: Response, { locationOf, etagOf, status }: AnyCallerEndpoint, { data }: ToolAnswer): void {
  if (etagOf !== undefined) response.set('ETag', etagOf(data));
  if (locationOf === undefined) response.status(status ?? 200);
  else response.status(202).location(locationOf(data));
}

export async function sendAnswer(response: Response, { data, isReplay, actions }: ToolAnswer): Promise<void> {
  if (isReplay) response.set('Idempotent-Replayed', 'true');
  await sendData(response, data, actions);
}
