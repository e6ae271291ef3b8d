import type { ServerResponse } from 'node:http';
import { Toolpress, type ToolpressError, type ToolpressOptions } from '@toolpress/client';
import { type HttpTarget, startHttpTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';

type Respond = (response: ServerResponse) => unknown;

const SUCCESS: Respond = (response) => response.end('{"success": true, "data": {"page_count": 1, "items": []}}');
const answering =
  (status: number, headers: Record<string, string> = {}, body = '{"success": false, "error": "Not now."}'): Respond =>
  (response) =>
    response.writeHead(status, headers).end(body);
const BROKEN: Respond = (response) => response.destroy();
const BROKEN_HALFWAY: Respond = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"success": true, ', () => response.destroy());
};

describe('The typed client sends again', () => {
  let server: HttpTarget;
  afterEach(() => server.close());

  /** A client of a server that gives these answers, one after the other. */
  async function clientOf(answers: Respond[], options: Partial<ToolpressOptions> = {}): Promise<Toolpress> {
    const left = [...answers];
    server = await startHttpTarget((_, response) => (left.shift() ?? BROKEN)(response));
    return new Toolpress({ baseUrl: server.url, token: 'a', ...options });
  }
  const keys = (): unknown[] => server.requests.map(({ headers }) => headers['idempotency-key']);
  const failureOf = (work: Promise<unknown>): Promise<ToolpressError> =>
    work.then(
      () => expect.fail('it did not fail'),
      (error: ToolpressError) => error,
    );
  const now = { 'retry-after': '0' };

  for (const [name, failure] of Object.entries({
    '429': answering(429, now),
    '502 of a proxy': answering(502, {}, '<h1>Bad gateway</h1>'),
    '503': answering(503, now),
    '504': answering(504, now),
    'a connection that breaks': BROKEN,
    'an answer that breaks off': BROKEN_HALFWAY,
  })) {
    it(`after ${name}, under the same key`, async () => {
      const client = await clientOf([failure, SUCCESS]);
      expect(await client.htmlToPdf({ html: 'a' })).to.have.property('page_count', 1);
      expect(keys()).to.have.lengthOf(2);
      expect(keys()[0])
        .to.match(/^[0-9a-f]{32}$/)
        .and.equal(keys()[1]);
    });
  }

  it('under another key for another call, or under the caller’s', async () => {
    const client = await clientOf([SUCCESS, SUCCESS, SUCCESS]);
    await client.htmlToPdf({ html: 'a' });
    await client.htmlToPdf({ html: 'a' });
    await client.htmlToPdf({ html: 'a' }, { idempotencyKey: 'mine' });
    expect(new Set(keys()).size).to.equal(3);
    expect(keys()[2]).to.equal('mine');
  });

  it('not before the service says', async () => {
    const client = await clientOf([answering(503, { 'retry-after': '1' }), SUCCESS]);
    const begin = performance.now();
    await client.getRecord({ base_id: 'a', table_id: 'b', record_id: 'c', _connections: { tablebase: 'd' } });
    expect(performance.now() - begin).to.be.at.least(990);
  });

  it('three times at most, and throws the last error', async () => {
    const headers = { ...now, 'x-error-code': 'queue_full', 'x-request-id': 'r-1' };
    const client = await clientOf([answering(503), answering(429, now), answering(503, headers), SUCCESS]);
    const error = await failureOf(client.jsonToPdf({ html: 'a' }));
    expect(error).to.include({ status: 503, code: 'queue_full', message: 'Not now.', requestId: 'r-1', retryAfter: 0 });
    expect(server.requests).to.have.lengthOf(3);
  });

  it('not when it would have to wait longer than it may', async () => {
    const client = await clientOf([answering(429, { 'retry-after': '61' }), SUCCESS]);
    expect(await failureOf(client.listFonts())).to.include({ status: 429, retryAfter: 61 });
    expect(server.requests).to.have.lengthOf(1);
  });

  it('not when the caller is at fault', async () => {
    const client = await clientOf([answering(422), answering(500), SUCCESS]);
    expect(await failureOf(client.htmlToPdf({ html: 'a' }))).to.include({ status: 422, retryAfter: undefined });
    expect(await failureOf(client.htmlToPdf({ html: 'a' }))).to.include({ status: 500, code: 'answer_unreadable' });
  });

  it('requests that change nothing, or the same again, but none that would act twice', async () => {
    const client = await clientOf([BROKEN, SUCCESS, BROKEN, SUCCESS, BROKEN, SUCCESS]);
    await client.listFonts();
    await client.deleteFont('a');
    expect(await failureOf(client.testConnection('a'))).to.include({ code: 'connection_failed', status: 0 });
    expect(server.requests.map(({ method }) => method)).to.deep.equal(['GET', 'GET', 'DELETE', 'DELETE', 'POST']);
  });

  it('no request without the address of a service', () => {
    for (const baseUrl of ['', '/', 'toolpress.example.com', undefined as unknown as string])
      expect(() => new Toolpress({ baseUrl }), baseUrl).to.throw(TypeError, '`baseUrl` must be the address');
  });

  it('no request for an id that would lead to another path', async () => {
    const client = await clientOf([SUCCESS]);
    for (const id of ['', '.', '..', undefined as unknown as string])
      expect(await failureOf(client.deleteFont(id))).to.be.instanceOf(TypeError);
    expect(server.requests).to.have.lengthOf(0);
    await client.getService();
  });

  it('no POST to a target that may have taken it, unless the service refused to send it', async () => {
    const post = { method: 'POST', url: 'https://example.com/' } as const;
    const client = await clientOf([answering(503, now), answering(502), answering(504), SUCCESS]);
    expect(await failureOf(client.httpRequest(post))).to.include({ status: 502 });
    expect(server.requests).to.have.lengthOf(2);
    await client.httpRequest({ ...post, method: 'GET' });
    expect(server.requests).to.have.lengthOf(4);
  });

  it('no more once the caller’s signal is aborted', async () => {
    const client = await clientOf([answering(503, { 'retry-after': '30' }), SUCCESS]);
    const controller = new AbortController();
    const failed = failureOf(client.htmlToPdf({ html: 'a' }, { signal: controller.signal }));
    setTimeout(() => controller.abort(new Error('enough')), 200);
    expect(await failed).to.have.property('message', 'enough');
    expect(server.requests).to.have.lengthOf(1);
    const aborted = AbortSignal.abort(new Error('never mind'));
    expect(await failureOf(client.getHealth({ signal: aborted }))).to.have.property('message', 'never mind');
  });
});
