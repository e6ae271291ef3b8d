/** Answers messages of the Model Context Protocol with the endpoints of the API. Only the first message loads this module. */
import { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import type { Endpoint } from '../api/endpoint.js';
import { type CallParts, Calls, keyOf, type Message, partsOf } from './calls.js';
import { failureOf, nameOf, resultOf } from './results.js';
import { serveResources } from './templates.js';
import { type McpTool, mcpTools } from './tools.js';

export interface McpServerOptions {
  endpoints: readonly Endpoint[];
  calls: CallParts;
  publicUrl: string;
  version: string;
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
    const { request, response } = message;
    // A message without `_meta` of the revision 2026-07-28 is of an earlier one.
    const isEarlier = await isLegacyRequest(await toWebRequest(request, message.message), message.message);
    await (isEarlier ? answerEarlier : answer)(server, request, response, message.message);
  };
}

type Answering = (server: Server, request: Request, response: Response, message: unknown) => Promise<void>;

const answer: Answering = (server, request, response, message) =>
  // A subscription would be a stream. Nothing that the service has would be announced in it.
  toNodeHandler(createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 }))(request, response, message);

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
  tools: ReturnType<typeof mcpTools>,
  calls: Calls,
  { request, args, lookedAt }: Message,
): void {
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].map(({ listed }) => listed),
  }));
  server.setRequestHandler('tools/call', async ({ params: { name, _meta = {} } }) => {
    const tool = tools.get(name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool \`${name.slice(0, 60)}\`.`);
    try {
      const key = tool.takesKey ? keyOf(_meta, request) : undefined;
      return await resultOf(await calls.run(tool.endpoint, partsOf(tool, args, lookedAt), key), nameOf(lookedAt));
    } catch (thrown) {
      return failureOf(calls.failed(thrown), calls.context.requestId);
    }
  });
}
