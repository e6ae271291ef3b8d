import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { ask, OF_TEST } from './agents.js';

describe('The Model Context Protocol by HTTP', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  /** Sends a message without the client. */
  const post = (message: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(`${service.url}/mcp`, {
      method,
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(method === 'POST' && { body: typeof message === 'string' ? message : JSON.stringify(message) }),
    });
  /** Sends a message to any target, which `fetch` would not. */
  async function statusOf(path: string, more: Record<string, string>, message: object): Promise<number | undefined> {
    const headers = {
      ...{ authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      ...{ accept: 'application/json, text/event-stream', ...more },
    };
    const { hostname: host, port } = new URL(service.url);
    const sent = request({ host, port, path, method: 'POST', headers }).end(JSON.stringify(message));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  }
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const codeOf = ({ status, headers }: Response) => [status, headers.get('x-error-code')];

  it('asks for a token, as every endpoint', async () => {
    const none = await post(ping, { authorization: '' });
    const challenge = `Bearer resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`;
    expect([...codeOf(none), none.headers.get('www-authenticate')]).to.deep.equal([401, 'token_missing', challenge]);
    expect(codeOf(await post(ping, { authorization: 'Bearer wrong' }))).to.deep.equal([401, 'token_invalid']);
    expect(codeOf(await post(ping))).to.deep.equal([200, null]);
  });

  it('has no stream and no session to end', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await post(ping, {}, method);
      expect([...codeOf(answer), answer.headers.get('allow')]).to.deep.equal([405, 'method_not_allowed', 'POST']);
    }
  });

  it('refuses pages of other sites', async () => {
    for (const origin of ['https://evil.example', 'null', service.url.replace('127.0.0.1', 'evil.example')])
      expect(codeOf(await post(ping, { origin }))).to.deep.equal([403, 'origin_forbidden']);
    expect(codeOf(await post(ping, { origin: service.url }))).to.deep.equal([200, null]);
  });

  it('limits messages', async () => {
    expect(codeOf(await post({ ...ping, params: { a: 'x'.repeat(256 * 1024) } }))).to.deep.equal([
      413,
      'body_too_large',
    ]);
    expect(codeOf(await post([ping, ping]))).to.deep.equal([400, 'invalid_parameter']);
    expect(codeOf(await post('{'))).to.deep.equal([400, 'invalid_json']);
    expect(codeOf(await post('ping', { 'content-type': 'text/plain' }))).to.deep.equal([415, 'media_type_unsupported']);
    const [opened, closed] = ['['.repeat(50_000), ']'.repeat(50_000)];
    for (const field of ['"method": "ping", "params"', '"result"']) {
      const answer = await post(`{"jsonrpc": "2.0", "id": 1, ${field}: {"deep": ${opened}${closed}}}`);
      expect(codeOf(answer)).to.deep.equal([400, 'invalid_parameter']);
      expect(await answer.json()).to.have.property('error', 'The message must be nested at most 1,000 levels deep.');
    }
    for (const odd of ['null', '1', '"ping"', '{}', '{"jsonrpc": "2.0", "id": 1}'])
      expect((await post(odd)).status, odd).to.equal(400);
    expect((await post(ping, { accept: 'text/html' })).status).to.equal(406);
    expect((await post(ping, { 'mcp-protocol-version': '1999-01-01' })).status).to.equal(400);
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).to.equal(202);
  });

  it('answers any host and target that a request names', async () => {
    const later = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' };
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': OF_TEST,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const discover = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } };
    for (const [host, path] of [
      ['pdf.example:8080', 'http://pdf.example:8080/mcp'],
      ['pdf_1.example:70000', '/mcp'],
      ['a b', '/mcp?x=1'],
      ['[', '/mcp'],
    ] as const) {
      expect(await statusOf(path, { host }, ping), `${host} ${path}`).to.equal(200);
      expect(await statusOf(path, { host, ...later }, discover), `${host} ${path}`).to.equal(200);
    }
  });

  it('refuses names and keys that are no texts', async () => {
    const call = (params: object) => post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    for (const name of [{ toString: 1 }, ['list_templates'], 1, null]) {
      const answer = await call({ name, arguments: {} });
      expect(answer.status, JSON.stringify(name)).to.be.below(500);
      expect(await answer.text(), JSON.stringify(name)).to.include('"code":-32602');
    }
    for (const idempotency_key of [{ toString: 1 }, 1]) {
      const args = { method: 'GET', url: 'http://127.0.0.2/' };
      const answer = await call({ name: 'http_request', arguments: args, _meta: { idempotency_key } });
      expect(await answer.text()).to.include('invalid_parameter: `_meta.idempotency_key` must be a text');
    }
  });

  describe('in the revision 2026-07-28', () => {
    const METHOD = 'server/discover';
    it('answers what it serves, without an earlier message', async () => {
      const { result } = (await (await ask(service, METHOD)).json()) as { result: Record<string, unknown> };
      expect(result).to.deep.include({ resultType: 'complete', supportedVersions: ['2026-07-28'] });
      expect(result['capabilities']).to.include.keys('tools', 'resources');
    });

    it('refuses other versions, wrong headers and subscriptions', async () => {
      const answers = [
        await ask(service, METHOD, {}, { version: '2027-01-01' }),
        await ask(service, METHOD, {}, { named: 'tools/list' }),
        await ask(service, 'subscriptions/listen', { notifications: { toolsListChanged: true } }),
        await ask(service, 'initialize'),
      ];
      const codes = answers.map(async (answer) => ((await answer.json()) as { error: { code: number } }).error.code);
      expect(await Promise.all(codes)).to.deep.equal([-32_022, -32_020, -32_601, -32_601]);
    });
  });
});
