/** Answers messages of the Model Context Protocol with the endpoints of the API. Only the first message loads this module. */
import { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } from '@modelcontextprotocol/node';
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { RawJson } from '@toolpress/contract';
import type { Request, Response } from 'express';
import type { Endpoint } from '../api/endpoint.js';
import { type Arguments, type CallParts, Calls, keyOf, type Message, partsOf } from './calls.js';
import { DESCRIBE_OPTIONS, type Describing, describing } from './describe.js';
import type { OutsideBodies } from './message.js';
import { servePrompts } from './prompts.js';
import { failureOf, nameOf, resultOf } from './results.js';
import { createdTask, createsWork, kindsOf, serveTasks, TASKS, takesTasks } from './tasks.js';
import { ENDPOINTS_OF_RESOURCES, serveResources } from './templates.js';
import { type McpTool, type McpTools, mcpTools } from './tools.js';

export interface McpServerOptions {
  endpoints: readonly Endpoint[];
  calls: CallParts;
  publicUrl: string;
  version: string;
}

const INSTRUCTIONS = `Toolpress prints HTML templates filled with JSON data as PDFs, calls public HTTP addresses, and reads table records.
Write a template, call check_template until it is ok, then html_to_pdf. Errors say where the fault is and what to write instead.
Saved templates are resources; a document inserts one by [[var:name]]. The guides are at /docs of the service.`;

interface McpServer {
  /** The arguments that are not of a request's body. */
  outside: OutsideBodies;
  /** Answers one message. It keeps nothing between messages. */
  answer(message: Message): Promise<void>;
}

export function mcpServer(options: McpServerOptions): McpServer {
  const { endpoints, publicUrl: websiteUrl, version } = options;
  const tools = mcpTools(endpoints);
  const explained = describing(tools);
  const outside = Object.fromEntries([...tools].map(([name, { inPath, inQuery }]) => [name, [...inPath, ...inQuery]]));
  const kinds = kindsOf(tools, endpoints);
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint as McpTool['endpoint']]));
  const endpointOf = (message: unknown): McpTool['endpoint'] | undefined => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
    if (method === 'tools/call') return tools.get(params?.name as string)?.endpoint;
    return byId.get(ENDPOINTS_OF_RESOURCES.get(method) ?? '');
  };
  const answerOne = async (message: Message): Promise<void> => {
    const { request, response } = message;
    addressPlainly(request, websiteUrl);
    // A message without `_meta` of the revision 2026-07-28 is of an earlier one.
    const isEarlier = await isLegacyRequest(await toWebRequest(request, message.message), message.message);
    const hasTasks = !isEarlier && kinds.length > 0;
    const capabilities = { tools: {}, resources: {}, prompts: {}, ...(hasTasks && { extensions: { [TASKS]: {} } }) };
    const server = new Server(
      { name: 'toolpress', title: 'Toolpress', version, websiteUrl },
      { capabilities, instructions: INSTRUCTIONS },
    );
    const calls = new Calls(options.calls, message);
    const asked = endpointOf(message.message);
    if (asked !== undefined) await calls.checkScopes(asked);
    serveTools(server, tools, explained, calls, message);
    serveResources(server, byId, calls);
    servePrompts(server);
    if (hasTasks) serveTasks(server, kinds, calls);
    await (isEarlier ? answerEarlier : answer)(server, request, response, message.message);
  };
  return { outside, answer: answerOne };
}

/**
 * Replaces the target and the host of a request by the service's own. The library makes a URL of both, although it does not need one, and
 * throws where they make none: a target may be a whole URL (RFC 9112, 3.2.2), and a host may be any text.
 */
function addressPlainly(request: Request, publicUrl: string): void {
  request.url = request.path;
  request.headers.host = new URL(publicUrl).host;
}

type Answering = (server: Server, request: Request, response: Response, message: unknown) => Promise<void>;

const answer: Answering = async (server, request, response, message) => {
  // The SDK would open a stream, in which nothing is ever announced.
  const { method, id } = (message ?? {}) as { method?: unknown; id?: unknown };
  if (method === 'subscriptions/listen') {
    const error = { code: ProtocolErrorCode.MethodNotFound, message: 'There are no subscriptions: ask again instead.' };
    response.status(404).json({ jsonrpc: '2.0', id, error });
    return;
  }
  await toNodeHandler(createMcpHandler(() => server, { legacy: 'reject' }))(request, response, message);
};

const answerEarlier: Answering = async (server, request, response, message) => {
  const transport = new NodeStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    await transport.handleRequest(request, response, message);
  } finally {
    if (response.closed) await server.close();
    else response.once('close', () => void server.close());
  }
};

function serveTools(
  server: Server,
  tools: McpTools,
  { describer, describe }: Describing,
  calls: Calls,
  { request, args, lookedAt }: Message,
): void {
  server.setRequestHandler('tools/list', () => ({
    tools: [...[...tools.values()].map(({ listed }) => listed), describer],
  }));
  const called = async (name: string, meta: Arguments, context: ServerContext): Promise<CallToolResult> => {
    if (name === DESCRIBE_OPTIONS) return resultOf(describe(args instanceof RawJson ? {} : args));
    const tool = tools.get(name);
    if (tool === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool \`${name.slice(0, 60)}\`; the tools are ${[...tools.keys()].join(', ')}.`,
      );
    const key = tool.takesKey ? keyOf(meta, request) : undefined;
    const { leaves } = tool;
    const { data, actions } = await calls.run(tool.endpoint, partsOf(tool, args, lookedAt), { key, leaves });
    if (createsWork(tool) && takesTasks(context)) return createdTask(data);
    return resultOf(data, actions, nameOf(lookedAt));
  };
  server.setRequestHandler('tools/call', async ({ params: { name, _meta = {} } }, context) => {
    try {
      return await called(name, _meta, context);
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown;
      return failureOf(calls.failed(thrown), calls.context.requestId);
    }
  });
}
