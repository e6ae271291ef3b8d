/** Creates the routes of endpoints. All run the same steps: authentication, limits, body, validation, handler. */
import { ServiceError, validate } from '@toolpress/contract';
import type { Request, Response, Router } from 'express';
import { authenticateCaller, type OperatorAccess } from '../auth/authenticate.js';
import { type AuditParts, audited } from './audit/audited.js';
import { readJsonBody, streamBody, type TakePiece } from './body.js';
import type { AnyToolEndpoint, CallerEndpoint, Endpoint, RequestContext } from './endpoint.js';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_PATTERN } from './idempotency.js';
import type { LargeBodies } from './large-bodies.js';
import type { Concurrency, OpenStreams, RateLimit } from './limits.js';
import type { MemoryBudget, MemoryShare } from './memory-budget.js';
import { contextOf, note } from './request-log.js';
import { sendData } from './respond.js';
import { callTool, createOnce, type ToolAnswer, type ToolCalls, takeOverOnce } from './tool-call.js';

export interface MountOptions extends ToolCalls, AuditParts {
  /** Returns the asynchronous variant of a tool that creates a file. */
  defer(tool: AnyToolEndpoint): CallerEndpoint<unknown, unknown, unknown>;
  operator: OperatorAccess;
  rateLimit: RateLimit;
  concurrency: Concurrency;
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
      await serve(audited(endpoint, request, options), request, response, options);
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
      const key = endpoint.method === 'post' ? idempotencyKeyOf(request) : undefined;
      if (key === undefined) await sendData(response, await endpoint.handle(input, context));
      else await sendAnswer(response, await createOnce(options, endpoint, input, key, context));
    });
  } else {
    const caller = await authenticateCaller(request, options.tokens, options.operator);
    note(request, { accountId: caller.accountId, tokenId: caller.tokenId });
    await options.rateLimit.count(caller.tokenId, response);
    const isEventStream = endpoint.tool === undefined && endpoint.isEventStream === true;
    const leave = await (isEventStream ? options.openStreams : options.concurrency).enter(caller.accountId);
    const context = contextIn(request, options.memory.share(caller.accountId));
    await untilAnswered(response, context, leave, async () => {
      const { stream } = endpoint.tool === undefined ? endpoint : {};
      const receive = async (take: TakePiece): Promise<void> => stream && streamBody(request, stream, take);
      const input = { ...(await readInput(endpoint, request, options, context)), caller, receive };
      if (endpoint.tool === undefined) {
        await answerCaller(endpoint, input, request, response, options, context);
        return;
      }
      const { defer } = options;
      if (endpoint.fileOf !== undefined && prefersAsync(request)) {
        response.set('Preference-Applied', RESPOND_ASYNC);
        await answerCaller(defer(endpoint), input, request, response, options, context);
        return;
      }
      await sendAnswer(response, await callTool(options, endpoint, input, idempotencyKeyOf(request), context));
    });
  }
}

/** Runs an endpoint of a caller. Endpoints that create jobs or batches do so once per idempotency key. */
async function answerCaller(
  endpoint: CallerEndpoint<unknown, unknown, unknown>,
  input: Parameters<typeof endpoint.handle>[0],
  request: Request,
  response: Response,
  options: MountOptions,
  context: RequestContext,
): Promise<void> {
  const { locationOf, status = 200 } = endpoint;
  if (locationOf === undefined) {
    const data = await endpoint.handle(input, context);
    return sendData(response.status(status), data);
  }
  const key = idempotencyKeyOf(request);
  const answer =
    key === undefined
      ? { data: await endpoint.handle(input, context), isReplay: false }
      : await takeOverOnce(options, endpoint, input, key, context);
  response.status(202).location(locationOf(answer.data));
  await sendAnswer(response, answer);
}

/** RFC 7240, 4.1. */
const RESPOND_ASYNC = 'respond-async';

const prefersAsync = (request: Request): boolean =>
  (request.get('prefer') ?? '').split(/[,;]/).some((one) => one.trim().toLowerCase() === RESPOND_ASYNC);

/** Returns the caller's key; undefined when the request has none. @throws ServiceError `invalid_parameter`. */
function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get(IDEMPOTENCY_KEY);
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
