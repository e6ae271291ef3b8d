/** The official clients of both revisions of the Model Context Protocol. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** What the tests call. The client of the earlier revision has the same methods. */
export type Agent = Pick<
  Client,
  'callTool' | 'listTools' | 'listResources' | 'listResourceTemplates' | 'readResource' | 'close'
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
