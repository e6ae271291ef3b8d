/** Answers messages of the Model Context Protocol with the endpoints of the API. Only the first message loads this module. */

import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {
  exactJson,
  hasInexactNumber,
  type Job,
  type Json,
  jsonBytes,
  jsonText,
  type PdfResult,
  RawJson,
  ServiceError,
  type Variable,
  type VariableSummary,
  validate,
} from '@toolpress/contract';
import type { Request, Response } from 'express';
import type Joi from 'joi';
import { type AuditParts, audited } from '../api/audit/audited.js';
import { callEndpoint } from '../api/caller-requests.js';
import type { Endpoint, RequestContext } from '../api/endpoint.js';
import { IDEMPOTENCY_KEY, idempotencyKeyOf, type ToolCalls } from '../api/keyed-calls.js';
import type { LargeBodies } from '../api/large-bodies.js';
import { note } from '../api/request-log.js';
import { asServiceError, Base64, logCause } from '../api/respond.js';
import type { Caller } from '../auth/callers.js';
import type { McpMessage } from './message.js';
import { type McpTool, mcpTools } from './tools.js';

/** The largest PDF in bytes that an answer embeds. */
const MAX_EMBEDDED = 64 * 1024;
/** The longest result in characters of JSON. */
const MAX_RESULT = 1024 * 1024;
/** The copies of a result in memory: as text, as data, as text and data in the answer, and the bytes of the answer. */
const COPIES = 6;

export interface McpServerOptions {
  endpoints: readonly Endpoint[];
  calls: ToolCalls & AuditParts & { largeBodies: LargeBodies };
  publicUrl: string;
  version: string;
}

interface Message extends McpMessage {
  request: Request;
  response: Response;
  caller: Caller;
  context: RequestContext;
}

type Arguments = Record<string, unknown>;
interface Dependencies {
  params: Arguments;
  query: Arguments;
  body: Arguments | RawJson;
}

const INSTRUCTIONS = `Toolpress prints HTML templates filled with JSON data as PDFs, calls public HTTP addresses, and reads table records.
Write a template, call check_template until it is ok, then html_to_pdf. Errors say where the fault is and what to write instead.
Saved templates are resources; a document inserts one by [[var:name]]. The guides are at /docs of the service.`;

/** Returns the function that answers one message. It keeps nothing between messages. */
export function mcpServer(options: McpServerOptions): (message: Message) => Promise<void> {
  const { endpoints, publicUrl: websiteUrl, version } = options;
  const tools = mcpTools(endpoints);
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint as McpTool['endpoint']]));
  return async (message) => {
    const server = new Server(
      { name: 'toolpress', title: 'Toolpress', version, websiteUrl },
      { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
    );
    const calls = new Calls(options.calls, message);
    serveTools(server, tools, calls, message);
    serveResources(server, byId, calls);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    // Its types lack what `exactOptionalPropertyTypes` asks for.
    await server.connect(transport as unknown as Parameters<Server['connect']>[0]);
    const { request, response } = message;
    try {
      await transport.handleRequest(request, response, message.message);
    } finally {
      if (response.closed) await server.close();
      else response.once('close', () => void server.close());
    }
  };
}

/** Calls endpoints for one message. */
class Calls {
  readonly context: RequestContext;

  constructor(
    private readonly calls: McpServerOptions['calls'],
    private readonly message: Message,
  ) {
    this.context = { ...message.context, prefers: () => false, largestFile: MAX_EMBEDDED };
  }

  async run(
    endpoint: McpTool['endpoint'],
    { params = {}, query = {}, body = {} }: Partial<Dependencies>,
    key?: string,
  ): Promise<{ data: unknown; actions?: number }> {
    const { calls, context } = this;
    const { caller, request } = this.message;
    const input = {
      params: endpoint.params && validate(endpoint.params, params, 'arguments'),
      query: endpoint.query && validate(endpoint.query, query, 'arguments', { convert: true }),
      body: endpoint.body && (await this.checked(body, endpoint.body)),
    };
    const asked = audited(limited(endpoint), request, calls);
    return callEndpoint(calls, asked, { ...input, caller, receive: async () => undefined }, key, context);
  }

  private checked(body: Dependencies['body'], shape: Joi.ObjectSchema): Promise<unknown> {
    const { largeBodies } = this.calls;
    const owner = { account: this.message.caller.accountId, signal: this.context.signal };
    return body instanceof RawJson
      ? largeBodies.read(jsonBytes(body), shape, 'arguments', owner)
      : largeBodies.check(body, shape, 'arguments', owner);
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

function serveTools(
  server: Server,
  tools: ReturnType<typeof mcpTools>,
  calls: Calls,
  { request, args, lookedAt }: Message,
): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map(({ listed }) => listed),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, _meta = {} } }) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool \`${name.slice(0, 60)}\`.`);
    try {
      const key = tool.takesKey ? keyOf(_meta, request) : undefined;
      return await resultOf(await calls.run(tool.endpoint, partsOf(tool, args, lookedAt), key), nameOf(lookedAt));
    } catch (thrown) {
      return failureOf(calls.failed(thrown), calls.context.requestId);
    }
  });
}

/** Serves saved templates as resources. @param byId the endpoints that read them. */
function serveResources(server: Server, byId: ReadonlyMap<string, McpTool['endpoint']>, calls: Calls): void {
  const read = async <Result>(id: string, input: Partial<Dependencies>): Promise<Result> => {
    const endpoint = byId.get(id);
    if (endpoint === undefined) throw new Error(`no endpoint ${id}`);
    try {
      return (await calls.run(endpoint, input)).data as Result;
    } catch (thrown) {
      const { code, message, status } = calls.failed(thrown);
      const kind =
        status === 404 ? RESOURCE_NOT_FOUND : status < 500 ? ErrorCode.InvalidParams : ErrorCode.InternalError;
      throw new McpError(kind, message, { code, status });
    }
  };
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params: { cursor } = {} }) => {
    const page = await read<{ items: VariableSummary[]; next_cursor: string | null }>('listVariables', {
      query: cursor === undefined ? {} : { cursor },
    });
    return {
      // A variable that has only a draft cannot be read.
      resources: page.items.filter(({ version }) => version !== undefined).map(resourceOf),
      ...(page.next_cursor !== null && { nextCursor: page.next_cursor }),
    };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [SAVED_TEMPLATE] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const name = nameIn(uri);
    if (name === undefined)
      throw new McpError(RESOURCE_NOT_FOUND, `Resources have addresses such as ${TEMPLATES}invoice.`, { uri });
    const { content, kind } = await read<Variable>('getVariable', { params: { name } });
    return { contents: [{ uri, mimeType: `text/${kind}`, text: content }] };
  });
}

/** Rejects too large results, and waits for memory for others, before they are charged. */
export function limited(endpoint: McpTool['endpoint']): McpTool['endpoint'] {
  if (endpoint.tool === undefined) return endpoint;
  return {
    ...endpoint,
    async present(result: Json, context: RequestContext) {
      const data = (await endpoint.present(result, context)) as Arguments | RawJson;
      // The stored result of an earlier call is not parsed, and has no PDF.
      const { pdf_base64: pdf, ...plain } = data instanceof RawJson ? {} : data;
      const { length } = jsonText(data instanceof RawJson ? data : plain);
      if (length > MAX_RESULT)
        throw new ServiceError(
          'response_too_large',
          'The result is over the limit of 1 MiB for agents; ask for less, or call the REST endpoint.',
        );
      const { answer } = context.memory;
      const blob = pdf instanceof Base64 ? pdf.sizeBytes : 0;
      await answer.take(COPIES * (length + blob), context.signal, answer.bytes > 0);
      return pdf instanceof Base64 ? { ...plain, pdf_base64: pdf.bytes.toString('base64') } : data;
    },
  };
}

function partsOf({ inPath, inQuery }: McpTool, args: Arguments | RawJson, lookedAt: Arguments): Dependencies {
  const only = (names: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(lookedAt).filter(([name]) => names.has(name)));
  const isBody = (name: string): boolean => !inPath.has(name) && !inQuery.has(name);
  const body =
    args instanceof RawJson ? args : Object.fromEntries(Object.entries(args).filter(([name]) => isBody(name)));
  return { params: only(inPath), query: only(inQuery), body };
}

/** The member of a call’s `_meta` that makes it repeatable, as the header `Idempotency-Key` does for all messages of a client. */
const KEY = 'idempotency_key';

function keyOf(meta: Arguments, request: Request): string | undefined {
  const given = meta[KEY] === undefined ? request.get(IDEMPOTENCY_KEY) : String(meta[KEY]);
  return given === undefined ? undefined : idempotencyKeyOf(given);
}

/** The filled tags are not in the answer. */
const nameOf = ({ filename }: Arguments): string =>
  typeof filename === 'string' && !filename.includes('[[') ? filename : 'document.pdf';

/** The length in characters of a result from which other requests are handled between the steps of its answer. */
const LONG_RESULT = 64 * 1024;

/** Returns the result as text and as data. A PDF is a link, and embedded if it is small. */
async function resultOf({ data, actions }: { data: unknown; actions?: number }, name: string): Promise<CallToolResult> {
  const { pdf_base64, ...all } = data instanceof RawJson ? {} : (data as Partial<PdfResult> & Arguments);
  const text = jsonText(data instanceof RawJson ? data : all);
  const pause = (): Promise<void> | undefined => (text.length > LONG_RESULT ? yieldToOthers() : undefined);
  await pause();
  // Numbers that would lose digits are texts in the structured content.
  const plain = JSON.parse(hasInexactNumber(text) ? exactJson(text) : text) as Arguments;
  await pause();
  const file: Partial<PdfResult> | undefined =
    typeof plain['download_url'] === 'string' ? plain : (plain as Partial<Job>).result;
  const uri = file?.download_url;
  return {
    content: [
      { type: 'text', text },
      ...(file === undefined || uri === undefined
        ? []
        : [{ type: 'resource_link' as const, uri, name, mimeType: mediaTypeOf(uri), size: file.size_bytes }]),
      ...(pdf_base64 === undefined || uri === undefined
        ? []
        : [{ type: 'resource' as const, resource: { uri, mimeType: PDF, blob: pdf_base64 } }]),
    ],
    structuredContent: plain,
    ...(actions !== undefined && { _meta: { actions_consumed: actions } }),
  };
}

const PDF = 'application/pdf';
const mediaTypeOf = (url: string): string => (url.endsWith('.xml') ? 'application/xml' : PDF);

/** Returns an error of the table as the result of a call, so that the agent reads it. */
const failureOf = ({ code, status, message, headers }: ServiceError, requestId: string): CallToolResult => ({
  content: [{ type: 'text', text: `${code}: ${message}` }],
  isError: true,
  _meta: {
    error: {
      ...{ code, status, request_id: requestId },
      ...(headers['Retry-After'] !== undefined && { retry_after: Number(headers['Retry-After']) }),
    },
  },
});

/** The protocol’s code for an unknown resource. */
const RESOURCE_NOT_FOUND = -32_002;

const TEMPLATES = 'toolpress://templates/';

const SAVED_TEMPLATE = {
  uriTemplate: `${TEMPLATES}{name}`,
  name: 'saved-template',
  title: 'Saved template',
  description: 'An HTML or CSS template of the account. A document inserts it by `[[var:name]]`.',
};

const resourceOf = ({ name, kind, updated_at: lastModified }: VariableSummary) => ({
  uri: `${TEMPLATES}${encodeURIComponent(name)}`,
  ...{ name, mimeType: `text/${kind}`, annotations: { lastModified } },
});

function nameIn(uri: string): string | undefined {
  if (!uri.startsWith(TEMPLATES)) return undefined;
  try {
    return decodeURIComponent(uri.slice(TEMPLATES.length));
  } catch {
    return undefined;
  }
}
