/**
 * An endpoint is written down once, as a value: from it come its route, its validation, its types and its place in the
 * OpenAPI document.
 */
import type { ErrorCode, Json, ToolName } from '@toolpress/contract';
import type { Logger } from '@toolpress/runtime';
import type Joi from 'joi';
import type { StoredFile } from '../accounts/billing/charges.js';
import type { KeyedAnswer } from '../accounts/idempotency/keyed-answer.js';
import type { Caller } from '../auth/tokens.js';
import type { StreamedBody, TakePiece } from './body.js';
import type { MemoryShare } from './memory-budget.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What every handler gets besides its validated input. */
export interface RequestContext {
  requestId: string;
  log: Logger;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** What the request holds of the process's memory. */
  memory: MemoryShare;
  /** Whether the caller prefers an answer of this media type to JSON. */
  prefers(mediaType: string): boolean;
  /** Whether the result is kept for a repeat: it is sealed then, which takes copies of it. */
  isKept: boolean;
  /** Nobody waits for the answer at this moment: it is a job's. See `SubmitOptions`. */
  backgroundId?: string;
  /** Under an idempotency key: completes its record in the step that takes the work over. */
  keyed?: KeyedAnswer;
}

interface Description {
  method: Method;
  /** As OpenAPI writes it: `/api/variables/{name}`. */
  path: `/${string}`;
  /** What clients made from the OpenAPI document call it. */
  id: string;
  summary: string;
  /** Errors that this endpoint answers besides those of authentication and validation. */
  errors?: readonly ErrorCode[];
  /** The shape of `data` in the answer. */
  answer: Joi.AnySchema;
}

interface Input<Params, Query, Body> {
  params?: Joi.ObjectSchema<Params>;
  query?: Joi.ObjectSchema<Query>;
  body?: Joi.ObjectSchema<Body>;
}

/** The validated parts of a request. Without a schema a part is not looked at. */
export interface Request<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
}

/** For token holders. */
export interface CallerEndpoint<Params, Query, Body> extends Description, Input<Params, Query, Body> {
  access: 'caller';
  tool?: undefined;
  /** A body that is no JSON: the handler receives it as it comes. */
  stream?: StreamedBody & { /** In words, without a full stop. */ description: string; example: string };
  /** Of a success; 200 unless given, or 202 with `locationOf`. */
  status?: 201;
  /** It is answered with 202, and with the path of what was taken over: once under an idempotency key, which it completes (`keyed`). */
  locationOf?(data: unknown): string;
  /** It answers an `EventStream`; `answer` is then the data of its events. */
  isEventStream?: boolean;
  handle(request: CallerRequest<Params, Query, Body>, context: RequestContext): Promise<unknown>;
}

interface CallerRequest<Params, Query, Body> extends Request<Params, Query, Body> {
  caller: Caller;
  /** Passes a body that is streamed on, see `streamBody`. */
  receive(take: TakePiece): Promise<void>;
}

/**
 * For token holders: a success is charged what the catalogue of tools says. Work and answer are apart, so that a repeat
 * under the same idempotency key is answered without the work.
 */
export interface ToolEndpoint<Params, Query, Body, Result> extends Description, Input<Params, Query, Body> {
  access: 'caller';
  tool: ToolName;
  /** Does the work; what it has no more use for of the input it may take out. The result is what is kept for a repeat: JSON. */
  handle(request: Request<Params, Query, Body> & { caller: Caller }, context: RequestContext): Promise<Result>;
  /** Makes `data` of a result, or a `BytesAnswer` where the caller prefers that. */
  present(result: Result, context: RequestContext): Promise<unknown>;
  /** The media type of the `BytesAnswer` that it makes for who prefers it. */
  bytes?: string;
  /** The file that a result has left in the store: it counts for the account, and goes when the call fails after all. */
  fileOf?(result: Result): StoredFile;
}

/** For the operator. */
export interface OperatorEndpoint<Params, Query, Body> extends Description, Input<Params, Query, Body> {
  access: 'operator';
  handle(request: Request<Params, Query, Body>, context: RequestContext): Promise<unknown>;
}

/** For anybody. */
export interface OpenEndpoint extends Description {
  access: 'open';
  handle(request: Request<unknown, unknown, unknown>, context: RequestContext): Promise<unknown>;
}

/** Tools and endpoints whose types of input have done their work. */
export type AnyToolEndpoint = ToolEndpoint<unknown, unknown, unknown, Json>;
export type Endpoint =
  | CallerEndpoint<unknown, unknown, unknown>
  | AnyToolEndpoint
  | OperatorEndpoint<unknown, unknown, unknown>
  | OpenEndpoint;

const withAccess = (endpoint: object, access: Endpoint['access']): Endpoint =>
  ({ ...endpoint, access }) as unknown as Endpoint;

export const forCaller = <Params = unknown, Query = unknown, Body = unknown>(
  endpoint: Omit<CallerEndpoint<Params, Query, Body>, 'access'>,
): Endpoint => withAccess(endpoint, 'caller');

export const forTool = <Params = unknown, Query = unknown, Body = unknown, Result = unknown>(
  endpoint: Omit<ToolEndpoint<Params, Query, Body, Result>, 'access'>,
): AnyToolEndpoint => withAccess(endpoint, 'caller') as AnyToolEndpoint;

export const forOperator = <Params = unknown, Query = unknown, Body = unknown>(
  endpoint: Omit<OperatorEndpoint<Params, Query, Body>, 'access'>,
): Endpoint => withAccess(endpoint, 'operator');

export const forAnybody = (endpoint: Omit<OpenEndpoint, 'access'>): Endpoint => withAccess(endpoint, 'open');
