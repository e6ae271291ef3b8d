/** Calls endpoints of the API for a message of an agent. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type Json, jsonBytes, jsonText, RawJson, ServiceError, validate } from '@toolpress/contract';
import type { Request, Response } from 'express';
import type Joi from 'joi';
import { type AuditParts, audited } from '../api/audit/audited.js';
import { callEndpoint } from '../api/caller-requests.js';
import type { RequestContext } from '../api/endpoint.js';
import { IDEMPOTENCY_KEY, idempotencyKeyOf, type ToolCalls } from '../api/keyed-calls.js';
import type { LargeBodies } from '../api/large-bodies.js';
import type { Called } from '../api/large-body-tasks.js';
import { note } from '../api/request-log.js';
import { asServiceError, Base64, logCause } from '../api/respond.js';
import { checkScopes, scopesOf } from '../api/scopes.js';
import type { Caller } from '../auth/callers.js';
import type { McpMessage } from './message.js';
import type { McpTool } from './tools.js';

/** The largest PDF in bytes that an answer embeds. */
const MAX_EMBEDDED = 64 * 1024;
/** The longest result in characters of JSON. */
const MAX_RESULT = 1024 * 1024;
/** The copies of a result in memory: as text, as data, as text and data in the answer, and the bytes of the answer. */
const COPIES = 6;

/** What calls of endpoints need. */
export type CallParts = ToolCalls & AuditParts & { largeBodies: LargeBodies };

export interface Message extends McpMessage {
  request: Request;
  response: Response;
  caller: Caller;
  context: RequestContext;
}

export type Arguments = Record<string, unknown>;
export interface Dependencies {
  params: Arguments;
  query: Arguments;
  body: Arguments | RawJson;
}

/** Calls endpoints for one message. */
export class Calls {
  readonly context: RequestContext;
  private body: Promise<unknown> | undefined;

  constructor(
    private readonly calls: CallParts,
    private readonly message: Message,
  ) {
    this.context = { ...message.context, prefers: () => false, largestFile: MAX_EMBEDDED };
  }

  /**
   * Checks the scopes of a call before the protocol's library answers, so that the answer can be 403 with a challenge. Calls that need an API
   * token pass: no scope helps there, and the agent reads the error as a result.
   *
   * @throws ServiceError `insufficient_scope`.
   */
  async checkScopes(endpoint: McpTool['endpoint']): Promise<void> {
    const { caller, args } = this.message;
    if (caller.scopes === undefined) return;
    let body: unknown;
    try {
      body = endpoint.body && (await this.checked(args, endpoint.body));
    } catch {
      return; // the call is refused with this error
    }
    if (scopesOf(endpoint, body) !== undefined) checkScopes(endpoint, { caller, body });
  }

  async run(
    endpoint: McpTool['endpoint'],
    { params = {}, query = {}, body = {} }: Partial<Dependencies>,
    { key, leaves }: { key?: string | undefined; leaves?: readonly string[] } = {},
  ): Promise<{ data: unknown; actions?: number }> {
    const { calls, context } = this;
    const { caller, request } = this.message;
    const input = {
      params: endpoint.params && validate(endpoint.params, params, 'arguments'),
      query: endpoint.query && validate(endpoint.query, query, 'arguments', { convert: true }),
      body: endpoint.body && (await this.checked(body, endpoint.body)),
    };
    const asked = audited(limited(endpoint, leaves), request, calls);
    return callEndpoint(calls, asked, { ...input, caller, receive: async () => undefined }, key, context);
  }

  /** Calls an endpoint for another method of the protocol than the call of a tool. @throws ProtocolError. */
  async read<Result>(
    endpoint: McpTool['endpoint'],
    input: Partial<Dependencies>,
    leaves: readonly string[] = [],
  ): Promise<Result> {
    try {
      return (await this.run(endpoint, input, { leaves })).data as Result;
    } catch (thrown) {
      const { code, message, status } = this.failed(thrown);
      const kind = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
      throw new ProtocolError(kind, message, { code, status });
    }
  }

  /** Reads a text in a thread. */
  inThread<Result>(task: Called<[string], Result>, text: string): Promise<Result> {
    const owner = { account: this.message.caller.accountId, signal: this.context.signal };
    return this.calls.largeBodies.call(task, [text], text.length, owner);
  }

  /** Validates the body, once: a message has one at most. */
  private checked(body: Dependencies['body'], shape: Joi.ObjectSchema): Promise<unknown> {
    const { largeBodies } = this.calls;
    const owner = { account: this.message.caller.accountId, signal: this.context.signal };
    this.body ??=
      body instanceof RawJson
        ? largeBodies.read(jsonBytes(body), shape, 'arguments', owner)
        : largeBodies.check(body, shape, 'arguments', owner);
    return this.body;
  }

  /** Returns the error for the caller, and logs its cause. @throws the signal's reason when the caller has hung up. */
  failed(thrown: unknown): ServiceError {
    const { context } = this;
    context.signal.throwIfAborted();
    const error = asServiceError(thrown);
    note(this.message.request, { error: error.code });
    logCause(context.log, error, thrown);
    return error;
  }
}

/** Returns the endpoint with its answer as agents get it: without some fields, and rejected before it is charged if it is too large. */
export function limited(endpoint: McpTool['endpoint'], leaves: readonly string[] = []): McpTool['endpoint'] {
  if (endpoint.tool === undefined)
    return {
      ...endpoint,
      handle: async (request, context) => held(without(leaves, await endpoint.handle(request, context)), context),
    };
  return {
    ...endpoint,
    present: async (result: Json, context: RequestContext) => held(await endpoint.present(result, context), context),
  };
}

/** Waits for memory for an answer. @throws ServiceError `response_too_large`. */
async function held(answer: unknown, { memory, signal }: RequestContext): Promise<unknown> {
  const data = answer as Arguments | RawJson;
  // The stored result of an earlier call is not parsed, and has no PDF.
  const { pdf_base64: pdf, ...plain } = data instanceof RawJson ? {} : data;
  const { length } = jsonText(data instanceof RawJson ? data : plain);
  if (length > MAX_RESULT)
    throw new ServiceError(
      'response_too_large',
      'The result is over the limit of 1 MiB for agents; ask for less, or call the REST endpoint.',
    );
  const blob = pdf instanceof Base64 ? pdf.sizeBytes : 0;
  await memory.answer.take(COPIES * (length + blob), signal, memory.answer.bytes > 0);
  return pdf instanceof Base64 ? { ...plain, pdf_base64: pdf.bytes.toString('base64') } : data;
}

const without = (names: readonly string[], data: unknown): unknown =>
  names.length === 0
    ? data
    : Object.fromEntries(Object.entries(data as object).filter(([name]) => !names.includes(name)));

export function partsOf({ inPath, inQuery }: McpTool, body: Arguments | RawJson, lookedAt: Arguments): Dependencies {
  const only = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(lookedAt).filter(([name]) => names.includes(name)));
  return { params: only(inPath), query: only(inQuery), body };
}

/** The member of a call’s `_meta` that makes it repeatable, as the header `Idempotency-Key` does for all messages of a client. */
const KEY = 'idempotency_key';

/** @throws ServiceError `invalid_parameter`. */
export function keyOf(meta: Arguments, request: Request): string | undefined {
  const { [KEY]: given = request.get(IDEMPOTENCY_KEY) } = meta;
  if (given !== undefined && typeof given !== 'string')
    throw new ServiceError('invalid_parameter', `\`_meta.${KEY}\` must be a text.`);
  return given === undefined ? undefined : idempotencyKeyOf(given);
}
