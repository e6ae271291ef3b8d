import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ServiceClient, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

describe('A request', () => {
  let service: ServiceClient;

  before(async () => {
    service = await sharedService();
  });

  /** Sends on a separate connection, and `later` after the first bytes of the answer. @returns the whole answer. */
  async function exchange(head: string[], body = '', later?: string): Promise<string> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    if (later === undefined) return text(socket);
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.write(later);
    return `${first}${await text(socket)}`;
  }

  const post = (length: number, token = service.token): string[] => [
    `POST ${PDF} HTTP/1.1`,
    'Host: toolpress',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Expect: 100-continue',
    `Content-Length: ${length}`,
  ];

  it('that waits for `100 Continue` is refused before its body is sent: over the limit, or with a wrong token', async () => {
    const tooLarge = await exchange(post(11 * 1024 * 1024));
    expect(tooLarge).to.match(/^HTTP\/1\.1 413 /);
    expect(tooLarge).to.contain('over the limit of 10 MiB').and.to.contain('Connection: close');
    expect(await exchange(post(20, 'tp_wrong'))).to.match(/^HTTP\/1\.1 401 /);
  });

  it('that waits for `100 Continue` receives it, and is answered', async () => {
    const body = JSON.stringify({ html: 5 });
    const answer = await exchange([...post(body.length), 'Connection: close'], '', body);
    expect(answer).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
    expect(answer).to.contain('`html` must be a string');
  });

  it('that reads has no body', async () => {
    const head = [
      'GET /api/usage HTTP/1.1',
      'Host: toolpress',
      `Authorization: Bearer ${service.token}`,
      'Connection: close',
    ];
    expect(await exchange([...head, 'Content-Length: 0'])).to.match(/^HTTP\/1\.1 200 /);
    const refused = await exchange([...head, 'Content-Length: 12'], '{"limit": 5}');
    expect(refused)
      .to.match(/^HTTP\/1\.1 400 /)
      .and.to.contain('A GET request must not have a body');
  });

  for (const [what, head, status, code] of [
    ['that is no HTTP', ['nonsense'], 400, 'request_malformed'],
    ['without a host', ['GET /healthz HTTP/1.1'], 400, 'request_malformed'],
    ['without a host, with a body', ['POST /api/jobs HTTP/1.1', 'Content-Length: 5'], 400, 'request_malformed'],
    ['that expects what nobody knows', ['GET / HTTP/1.1', 'Host: x', 'Expect: tea'], 417, 'expectation_failed'],
    ['whose headers are too large', ['GET / HTTP/1.1', `X: ${'x'.repeat(20_000)}`], 431, 'headers_too_large'],
  ] as const) {
    it(`${what} is answered in the envelope of errors`, async () => {
      const answer = await exchange([...head]);
      expect(answer).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).to.contain(`X-Error-Code: ${code}`).and.to.contain('API-Version: 1');
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      expect(body).to.have.all.keys('success', 'error');
      expect(body.success).to.equal(false);
    });
  }

  it('of HTTP/1.0 needs no host', async () => {
    expect(await exchange(['GET /healthz HTTP/1.0'])).to.match(/^HTTP\/1\.1 200 /);
  });

  it('is for a path as it is written: no other case, no slash behind', async () => {
    for (const path of ['/METRICS', '/metrics/', '/api/usage/', '/API/usage', `${PDF}/`, '/Healthz']) {
      const { status, body } = await service.call(path, { method: 'GET' });
      expect(status, path).to.equal(404);
      expect(body.success).to.equal(false);
    }
  });

  it('with text of another charset is an error, not a document with wrong letters', async () => {
    const answer = await fetch(`${service.url}${PDF}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: Buffer.from('{"html":"\xfcber"}', 'latin1'),
    });
    expect(answer.status).to.equal(400);
    expect(await answer.text()).to.contain('UTF-8');
  });

  it('may have null for a parameter that is not given, and no text for a few', async () => {
    const nothing = { css: null, data: null, strict: null, files: null, locale: null };
    const { status } = await service.call(PDF, {
      body: { html: 'x', ...nothing, page_size: '', filename: '', margin: { top: null } },
    });
    expect(status).to.equal(200);
  });

  it('is the same under its idempotency key in any order of its names', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const data = { who: { name: 'Ann', age: 5 } };
    const first = await service.call(PDF, { body: { html: '[[who.name]]', data }, headers });
    const again = await service.call(PDF, {
      body: { data: { who: { age: 5, name: 'Ann' } }, html: '[[who.name]]' },
      headers,
    });
    expect([first.status, again.status]).to.deep.equal([200, 200]);
    expect(again.body.data.download_url).to.equal(first.body.data.download_url);
    expect([first.body.metadata, again.body.metadata]).to.deep.equal([
      { actions_consumed: 3 },
      { actions_consumed: 0 },
    ]);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).to.deep.equal([
      null,
      'true',
    ]);
  });
});
