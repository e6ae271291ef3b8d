/**
 * Describes endpoints as values. Routes, validation, types and the OpenAPI document are derived from them.
 */
import type { AuditAction, ErrorCode, Json, Scope, ToolName } from '@toolpress/contract';
import type { Logger } from '@toolpress/runtime';
import type Joi from 'joi';
import type { Caller } from '../auth/callers.js';
import type { BodyType, StreamedBody, TakePiece } from './body.js';
import type { StoredFile } from './charging.js';
import type { KeyedAnswer } from './completion.js';
import type { MemoryShare } from './memory-budget.js';
import type { Precondition, Preconditions } from './preconditions.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The context of every handler, besides the validated input. */
export interface RequestContext {
  requestId: string;
  log: Logger;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** The request's share of the memory budget. */
  memory: MemoryShare;
  /** Whether the caller prefers an answer of this media type to JSON. */
  prefers(mediaType: string): boolean;
  /** The largest file in bytes that the answer includes. The default is any. */
  largestFile?: number;
  /** Whether the result is stored for repeated requests. Encrypting it needs additional copies in memory. */
  isKept: boolean;
  /** The number of records that the list of `data_from` read. */
  recordsRead?: number;
  /** The printed file, if it came from the worker. */
  received?: { id: string; bytes: Buffer };
  /** The owner of the job, if this is an asynchronous job. See `SubmitOptions`. */
  backgroundId?: string;
  /** The same for each attempt at the job. See `SubmitOptions`. */
  origin?: string;
  /** Returns the key of the delivered object for the wanted one: rows of a batch must not replace each other's. */
  deliveryKey?(wanted: string): Promise<string>;
  /** Holds the actions that a result costs. For results that leave the service before they are charged. @throws ServiceError `quota_exceeded`. */
  cover?(result: unknown): Promise<void>;
  /** Completes the record of the idempotency key in the step that accepts the job or batch. */
  keyed?: KeyedAnswer;
}

/** An endpoint as a tool of the Model Context Protocol. */
export interface ForAgents {
  name: string;
  /** A title for people. */
  title: string;
  /** Three lines: what it does, what to know before the call, what to do with the answer. */
  lines: readonly [string, string, string];
  /** The arguments in the list of tools, which costs agents tokens. A tool explains the others. The default is all. */
  options?: readonly string[];
  /** The fields of the answer that agents do not get, because they sent them or cannot use them. */
  leaves?: readonly string[];
  /** What a client may assume, besides that the tool reaches the service only. */
  hints?: { readOnlyHint?: true; destructiveHint?: false; idempotentHint?: true; openWorldHint?: true };
}

interface Description {
  method: Method;
  /** The path in OpenAPI syntax: `/api/variables/{name}`. */
  path: `/${string}`;
  /** A second path of the same resource. It is routed only: logs, limits and OpenAPI have `path`. */
  alias?: `/${string}`;
  /** The operation id, which names the method in generated clients. */
  id: string;
  summary: string;
  /** The errors of this endpoint, besides those of authentication and validation. */
  errors?: readonly ErrorCode[];
  /** The shape of `data` in the answer. */
  answer: Joi.AnySchema;
}

/** A change that the audit log records. Entries of callers are about their account, and their object is the last parameter of the path. */
interface Audited<Params> {
  action: AuditAction;
  /** Returns the account that a change of the operator is about, if the request names it. The answer's `account_id` also does. */
  account?(params: Params): string | undefined | Promise<string | undefined>;
  /** Returns the id of what was created, which is the object then. */
  created?(answer: unknown): string | undefined;
}

interface Input<Params, Query, Body> {
  /**
   * How the audit log records a request that changes something. `work`: it does not, because requests such as jobs use what the operator
   * and accounts manage, but do not change it. Tools are always work.
   */
  audit?: Audited<Params> | 'work';
  params?: Joi.ObjectSchema<Params>;
  query?: Joi.ObjectSchema<Query>;
  body?: Joi.ObjectSchema<Body>;
}

/** The validated parts of a request. Parts without a schema are ignored. */
export interface Request<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
}

/** An endpoint for callers with an API token. */
export interface CallerEndpoint<Params, Query, Body> extends Description, Input<Params, Query, Body> {
  access: 'caller';
  tool?: undefined;
  /** A body that is not JSON, which the handler receives in pieces. */
  stream?: StreamedBody & { /** A description without a full stop. */ description: string; example: string };
  /** The status of a success. The default is 200, or 202 with `locationOf`. */
  status?: 201;
  /** Returns the path of the created job or batch. The answer is then 202, and the handler completes the idempotency key (`keyed`). */
  locationOf?(data: unknown): string;
  /** The preconditions that the endpoint honours. */
  conditions?: readonly Precondition[];
  /** Returns the entity tag of an answer, for the header `ETag`. */
  etagOf?(data: unknown): string;
  /** The scopes that a limited token needs, all of them. Absent or undefined: limited tokens can't call the endpoint. */
  scopes?(body: Body): readonly Scope[] | undefined;
  /** Whether the answer is an `EventStream`; `answer` is then the data of its events. */
  isEventStream?: boolean;
  /** Present when agents can call the endpoint. */
  agents?: ForAgents;
  handle(request: CallerRequest<Params, Query, Body>, context: RequestContext): Promise<unknown>;
  /** Cancels open work, and never deletes it, where `handle` deletes work that has ended. Returns the work's state. */
  cancel?(request: CallerRequest<Params, Query, Body>, context: RequestContext): Promise<unknown>;
}

interface CallerRequest<Params, Query, Body> extends Request<Params, Query, Body> {
  caller: Caller;
  /** Those of the endpoint's `conditions` that the request has. Calls that are not over HTTP have none. */
  preconditions?: Preconditions;
  /** Passes the pieces of a streamed body to `take`, see `streamBody`. */
  receive(take: TakePiece): Promise<void>;
  /** The type of a streamed body. */
  bodyType?: BodyType;
}

/**
 * A tool for callers with an API token. A success costs the actions listed in `TOOLS`. Work and answer are separate, so that a repeated
 * request under the same idempotency key is answered without the work.
 */
export interface ToolEndpoint<Params, Query, Body, Result> extends Description, Input<Params, Query, Body> {
  access: 'caller';
  tool: ToolName;
  /** Present when agents can call the endpoint. */
  agents?: ForAgents;
  /** Returns the tools that a request is charged as. The default is the tool itself. */
  chargedAs?(body: Body): readonly ToolName[];
  /** Returns whether a request is none for limited tokens, whatever their scopes are. The default is false. */
  needsApiToken?(body: Body): boolean;
  /** Returns the tools that a result is charged as, besides those of the request: a long document, a long list. */
  moreCharged?(result: Result): readonly ToolName[];
  /**
   * Checks what the schema cannot, and replaces a template by its parts. Called before the quota is checked and before a job is accepted.
   *
   * @throws ServiceError.
   */
  check?(request: { body: Body; caller: Caller }, context: Pick<RequestContext, 'memory' | 'signal'>): Promise<void>;
  /** Does the work. It may remove parts of the input that it no longer needs. The result is stored as JSON for repeated requests. */
  handle(request: Request<Params, Query, Body> & { caller: Caller }, context: RequestContext): Promise<Result>;
  /** Returns `data` for a result, or a `BytesAnswer` if the caller prefers that. */
  present(result: Result, context: RequestContext): Promise<unknown>;
  /** The media type of the `BytesAnswer`. */
  bytes?: string;
  /** Returns the stored file of a result. It counts towards the account's quota, and is deleted when the call fails later. */
  fileOf?(result: Result): StoredFile | undefined;
  /** Returns whether a request stores a file. The default is true, if there is `fileOf`. */
  storesFile?(body: Body): boolean;
  /** Present if `TOOLS` has the tool as a job. `handle` must then be safe to repeat, and its result small: Redis holds it. */
  asJob?: {
    /** The shape of the stored input: the body with what `check` adds. */
    input: Joi.ObjectSchema;
    /** Returns `data` for the result of a job, without the bytes of a file. */
    present(result: Result, context: RequestContext): Promise<unknown>;
  };
}

/** An endpoint for the operator. */
export interface OperatorEndpoint<Params, Query, Body> extends Description, Input<Params, Query, Body> {
  access: 'operator';
  handle(request: Request<Params, Query, Body>, context: RequestContext): Promise<unknown>;
}

/** An endpoint without authentication. */
export interface OpenEndpoint extends Description {
  access: 'open';
  handle(request: Request<unknown, unknown, unknown>, context: RequestContext): Promise<unknown>;
}

/** Tools and endpoints with erased input types. */
export type AnyToolEndpoint = ToolEndpoint<unknown, unknown, unknown, Json>;
export type Endpoint =
  | CallerEndpoint<unknown, unknown, unknown>
  | AnyToolEndpoint
  | OperatorEndpoint<unknown, unknown, unknown>
  | OpenEndpoint;

/** Returns whether a request can be repeated with an `Idempotency-Key`. */
export const takesKey = (endpoint: Endpoint): boolean =>
  endpoint.access === 'caller'
    ? endpoint.tool !== undefined || endpoint.locationOf !== undefined
    : endpoint.access === 'operator' && endpoint.method === 'post';

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
