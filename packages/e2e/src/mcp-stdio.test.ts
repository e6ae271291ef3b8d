import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type SharedService, sharedService, startHttpTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { type Agent, OF_TEST, REVISIONS, type Revision } from './agents.js';

const PROGRAM = fileURLToPath(new URL('../../../apps/cli/bin/toolpress.js', import.meta.url));

describe('toolpress mcp', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const commandFor = (token: string) => ({
    command: process.execPath,
    args: [PROGRAM, 'mcp'],
    env: { PATH: process.env['PATH'] ?? '', BASE_URL: service.url, API_TOKEN: token },
  });

  async function connected(token: string, revision: Revision = '2025-11-25'): Promise<Agent> {
    if (revision === '2025-11-25') {
      const client = new EarlierClient(OF_TEST);
      await client.connect(new EarlierTransport(commandFor(token)));
      return client as unknown as Agent;
    }
    const client = new Client(OF_TEST, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StdioClientTransport(commandFor(token)));
    expect(client.getNegotiatedProtocolVersion()).to.equal(revision);
    return client;
  }

  for (const revision of REVISIONS)
    it(`serves an agent of the revision ${revision} on stdin and stdout`, async () => {
      const client = await connected(service.token, revision);
      const { tools } = await client.listTools();
      const calls = ['One', 'Two'].map((text) =>
        client.callTool({ name: 'html_to_pdf', arguments: { html: `<p>${text}`, return: 'link' } }),
      );
      for (const { structuredContent } of await Promise.all(calls))
        expect(structuredContent).to.include({ page_count: 1 });
      const failed = await client.callTool({ name: 'html_to_pdf', arguments: {} });
      const missing = await client.readResource({ uri: 'toolpress://templates/Größe 2' }).catch(({ code }) => code);
      await client.close();
      expect(tools).to.have.lengthOf(18);
      expect(failed).to.include({ isError: true });
      expect(missing).to.equal(-32_602);
    });

  for (const revision of REVISIONS)
    it(`ends a call that an agent of the revision ${revision} cancels`, async () => {
      const seen = new EventEmitter();
      const [begun, ended] = ['begun', 'ended'].map((event) => once(seen, event));
      const target = await startHttpTarget((_, response) => {
        response.once('close', () => seen.emit('ended'));
        seen.emit('begun');
      });
      const client = await connected(service.token, revision);
      const abort = new AbortController();
      const params = { name: 'http_request', arguments: { method: 'GET', url: target.url } };
      const { signal } = abort;
      // The schema of the result precedes the options of the earlier client.
      const options = revision === '2025-11-25' ? [undefined, { signal }] : [{ signal }];
      const called = (client.callTool as (...args: unknown[]) => Promise<unknown>)
        .call(client, params, ...options)
        .catch((error) => error);
      await begun;
      abort.abort();
      await ended;
      expect(await called).to.be.instanceOf(Error);
      await client.close();
      await target.close();
    });

  it('answers lists of messages in the version that has them, and rejects them in others', async () => {
    const initialize = (protocolVersion: string) => ({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    });
    const list = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'resources/templates/list' },
      7,
    ];
    const answersOf = async (version: string): Promise<[object, { id: unknown }[] & { error?: { code: number } }]> => {
      const program = spawn(process.execPath, [PROGRAM, 'mcp'], {
        env: { PATH: process.env['PATH'], BASE_URL: service.url, API_TOKEN: service.token },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
      const next = async () => JSON.parse((await lines.next()).value ?? 'null');
      program.stdin.write(`${JSON.stringify(initialize(version))}\n`);
      const first = await next();
      program.stdin.end(`${JSON.stringify(list)}\n`);
      return [first, await next()];
    };
    const [, answers] = await answersOf('2025-03-26');
    expect(answers.map(({ id }) => id)).to.have.members([1, 2, null]);
    const [, rejected] = await answersOf('2025-06-18');
    expect(rejected).to.have.nested.property('error.code', -32_600);
  });

  it('reports a rejected token as an error of the call', async () => {
    const error = await connected('wrong').catch((reason: Error) => reason);
    expect(error).to.be.instanceOf(Error);
    expect((error as Error).message).to.include('API token is unknown');
  });
});
