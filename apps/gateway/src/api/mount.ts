/** Creates the routes of endpoints. All run the same steps: authentication, limits, body, validation, handler. */
import { ServiceError, validate } from '@toolpress/contract';
import type { Request, Response, Router } from 'express';
import { authenticateCaller, type OperatorAccess } from '../auth/authenticate.js';
import type { Caller } from '../auth/tokens.js';
import { type AuditParts, audited } from './audit/audited.js';
import { readJsonBody, streamBody, type TakePiece } from './body.js';
import { type AnyToolEndpoint, type CallerEndpoint, type Endpoint, type RequestContext, takesKey } from './endpoint.js';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_PATTERN } from './idempotency.js';
import type { LargeBodies } from './large-bodies.js';
import type { Concurrency, OpenStreams, RateLimit } from './limits.js';
import type { MemoryBudget, MemoryShare } from './memory-budget.js';
import { contextOf, note } from './request-log.js';
import { sendData } from './respond.js';
import { callEndpoint, createOnce, type ToolAnswer, type ToolCalls } from './tool-call.js';

export interface MountOptions extends ToolCalls, AuditParts {
  /** Returns the asynchronous variant of a tool that creates a file. */
  defer(tool: AnyToolEndpoint): CallerEndpoint<unknown, unknown, unknown>;
  operator: OperatorAccess;
  rateLimit: Pick<RateLimit, 'count'>;
  concurrency: Pick<Concurrency, 'enter'>;
  openStreams: OpenStreams;
  largeBodies: LargeBodies;
  memory: MemoryBudget;
}

/** The name that the memory of the operator's requests counts for. */
const OPERATOR = 'operator';
const NOTHING = (): void => undefined;

export function mount(router: Router, endpoints: readonly Endpoint[], options: MountOptions): void {
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    router[endpoint.method](path, async (request: Request, response: Response) => {
      note(request, { endpoint: `${endpoint.method.toUpperCase()} ${endpoint.path}` });
      const served = 'audit' in endpoint ? audited(endpoint, request, options) : endpoint;
      await serve(served, request, response, options);
    });
  }
}

async function serve(endpoint: Endpoint, request: Request, response: Response, options: MountOptions): Promise<void> {
  if (endpoint.access === 'open') {
    const context = contextIn(request, options.memory.share(OPERATOR));
    await sendData(response, await endpoint.handle({ params: {}, query: {}, body: {} }, context));
  } else if (endpoint.access === 'operator') {
    await options.operator.authenticate(request, options.tokens);
    const context = contextIn(request, options.memory.share(OPERATOR));
    await untilAnswered(response, context, NOTHING, async () => {
      const input = await readInput(endpoint, request, options, context);
      const key = endpoint.method === 'post' ? idempotencyKeyOf(request.get(IDEMPOTENCY_KEY)) : undefined;
      if (key === undefined) await sendData(response, await endpoint.handle(input, context));
      else await sendAnswer(response, await createOnce(options, endpoint, input, key, context));
    });
  } else {
    const isEventStream = endpoint.tool === undefined && endpoint.isEventStream === true;
    const counted = isEventStream ? options.openStreams : options.concurrency;
    await admitCaller(request, response, options, counted, async (caller, context) => {
      const { stream } = endpoint.tool === undefined ? endpoint : {};
      const receive = async (take: TakePiece): Promise<void> => stream && streamBody(request, stream, take);
      const input = { ...(await readInput(endpoint, request, options, context)), caller, receive };
      const isDeferred = endpoint.tool !== undefined && endpoint.fileOf !== undefined && prefersAsync(request);
      if (isDeferred) response.set('Preference-Applied', RESPOND_ASYNC);
      const asked = isDeferred ? options.defer(endpoint) : endpoint;
      const given = request.get(IDEMPOTENCY_KEY);
      const key = given !== undefined && takesKey(asked) ? idempotencyKeyOf(given) : undefined;
      const answer = await callEndpoint(options, asked, input, key, context);
      if (asked.tool === undefined) {
        const { locationOf, status = 200 } = asked;
        if (locationOf === undefined) response.status(status);
        else response.status(202).location(locationOf(answer.data));
      }
      await sendAnswer(response, answer);
    });
  }
}

/**
 * Runs the work of a request for its caller: authenticates the caller, counts the request, and releases its memory when it is answered.
 *
 * @param counted counts the concurrent requests of an account.
 * @throws ServiceError `token_missing`, `token_invalid`, `rate_limited`, `concurrency_exceeded`; any error of the work.
 */
export async function admitCaller(
  request: Request,
  response: Response,
  options: MountOptions,
  counted: Pick<Concurrency, 'enter'>,
  work: (caller: Caller, context: RequestContext) => Promise<void>,
): Promise<void> {
  const caller = await authenticateCaller(request, options.tokens, options.operator);
  note(request, { accountId: caller.accountId, tokenId: caller.tokenId });
  await options.rateLimit.count(caller, response);
  const leave = await counted.enter(caller.accountId);
  const context = contextIn(request, options.memory.share(caller.accountId));
  await untilAnswered(response, context, leave, () => work(caller, context));
}

/** RFC 7240, 4.1. */
const RESPOND_ASYNC = 'respond-async';

const prefersAsync = (request: Request): boolean =>
  (request.get('prefer') ?? '').split(/[,;]/).some((one) => one.trim().toLowerCase() === RESPOND_ASYNC);

/** Returns the caller's key; undefined when the request has none. @throws ServiceError `invalid_parameter`. */
export function idempotencyKeyOf(key: string | undefined): string | undefined {
  if (key === undefined || IDEMPOTENCY_KEY_PATTERN.test(key)) return key;
  throw new ServiceError(
    'invalid_parameter',
    `The header \`${IDEMPOTENCY_KEY}\` must have 1 to 255 ASCII letters, digits or punctuation marks, and no spaces.`,
  );
}

async function sendAnswer(response: Response, { data, isReplay, actions }: ToolAnswer): Promise<void> {
  if (isReplay) response.set('Idempotent-Replayed', 'true');
  await sendData(response, data, actions);
}

const contextIn = (request: Request, memory: MemoryShare): RequestContext => ({
  ...contextOf(request),
  memory,
  prefers: (mediaType) => request.accepts(['application/json', mediaType]) === mediaType,
  isKept: false,
});

/**
 * Runs a request, and counts it until the work is done and the answer is sent. The work may continue after the caller hangs up, and the
 * answer stays in memory until the caller has read it.
 */
async function untilAnswered(
  response: Response,
  { memory }: RequestContext,
  leave: () => void,
  work: () => Promise<void>,
): Promise<void> {
  const over = (): void => {
    memory.release();
    leave();
  };
  try {
    await work();
  } finally {
    if (response.closed) over();
    else response.once('close', over);
  }
}

async function readInput(
  endpoint: Exclude<Endpoint, { access: 'open' }>,
  request: Request,
  { largeBodies }: MountOptions,
  { memory, signal }: RequestContext,
) {
  const { params, query, body } = endpoint;
  if (endpoint.method === 'get' && hasBody(request)) {
    throw new ServiceError(
      'invalid_parameter',
      'A GET request must not have a body; send parameters in the path and the query.',
    );
  }
  return {
    params: params && validate(params, request.params, 'path'),
    query: query && validate(query, request.query, 'query', { convert: true }),
    body: body && (await readJsonBody(request, body, { largeBodies, memory, signal })),
  };
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
