/** Answers messages of the Model Context Protocol with the endpoints of the API. Only the first message loads this module. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
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
