/** The official clients of both revisions of the Model Context Protocol. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** What the tests call. The client of the earlier revision has the same methods. */
export type Agent = Pick<
  Client,
  | 'callTool'
  | 'listTools'
  | 'listResources'
  | 'listResourceTemplates'
  | 'readResource'
  | 'listPrompts'
  | 'getPrompt'
  | 'close'
>;

export const OF_TEST = { name: 'test', version: '1' };

/** Connects a client. @param sending replaces `fetch`. */
export async function agentOf(
  revision: Revision,
  url: string,
  token: string,
  sending: typeof fetch = fetch,
): Promise<Agent> {
  const address = new URL(`${url}/mcp`);
  const options = { requestInit: { headers: { authorization: `Bearer ${token}` } }, fetch: sending };
  if (revision === '2026-07-28') {
    const client = new Client(OF_TEST, { versionNegotiation: { mode: { pin: revision } } });
    await client.connect(new StreamableHTTPClientTransport(address, options));
    return client;
  }
  const client = new EarlierClient(OF_TEST);
  // Its types lack what `exactOptionalPropertyTypes` asks for.
  await client.connect(new EarlierTransport(address, options) as unknown as Parameters<EarlierClient['connect']>[0]);
  return client as unknown as Agent;
}

interface Result {
  text: string;
  data: Record<string, unknown>;
  isError: boolean;
  meta: Record<string, unknown>;
  content: { type: string; uri?: string; mimeType?: string; resource?: { blob?: string; uri: string } }[];
}

/** Calls a tool. @param key the key that makes the call repeatable. */
export async function callOf(agent: Agent, name: string, args: object, key = ''): Promise<Result> {
  const params = { name, arguments: { ...args }, ...(key && { _meta: { idempotency_key: key } }) };
  const result = await agent.callTool(params);
  const [first] = result.content;
  return {
    text: first?.type === 'text' ? first.text : '',
    data: (result.structuredContent ?? {}) as Record<string, unknown>,
    isError: result.isError === true,
    meta: (result._meta ?? {}) as Record<string, unknown>,
    content: result.content as Result['content'],
  };
}

interface Asked {
  version?: string;
  /** The method in the header. The default is the message's. */
  named?: string;
  /** The extensions that the client declares. */
  extensions?: object;
}

/** Sends a message of the revision 2026-07-28 without a client. */
export function ask(
  { url, token }: { url: string; token: string },
  method: string,
  params: Record<string, unknown> = {},
  { version = '2026-07-28', named = method, extensions = {} }: Asked = {},
): Promise<Response> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': OF_TEST,
    'io.modelcontextprotocol/clientCapabilities': { extensions },
  };
  const name = params['name'] ?? params['taskId'];
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...{ 'mcp-protocol-version': version, 'mcp-method': named },
      ...(name !== undefined && { 'mcp-name': String(name) }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
}
