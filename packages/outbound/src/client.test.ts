/** What goes out to a target and what comes back, when all is well. */
import type { HttpMethod } from '@toolpress/contract';
import { type HttpTarget, type ReceivedRequest, serviceErrorOf, startHttpTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { get, LIMITS, testOutbound } from './testing/outbound.js';

describe('An outbound request', () => {
  const outbound = testOutbound();
  let target: HttpTarget;
  before(async () => {
    target = await startHttpTarget(({ path }, response) => {
      const status = /^\/status\/(\d+)/.exec(path)?.[1];
      if (status !== undefined) response.statusCode = Number(status);
      if (path === '/headers') {
        response.setHeader('Set-Cookie', ['a=1; Path=/', 'b=2', `c=${Buffer.from('日本').toString('latin1')}`]);
        response.setHeader('X-Repeated', ['one', 'two']);
        response.setHeader('constructor', 'own');
        // Node.js writes each character as a byte.
        response.setHeader('X-UTF-8', Buffer.from('Café').toString('latin1'));
        response.setHeader('X-Latin-1', 'é');
      }
      response.end(Buffer.from('answer')); // with a string, headers would be UTF-8, too
    });
  });
  after(async () => {
    outbound.close();
    await target.close();
  });

  const send = async (
    method: HttpMethod,
    headers: Record<string, string>,
    body?: Buffer | string,
  ): Promise<ReceivedRequest> => {
    const before = target.requests.length;
    await outbound.request(
      { method, url: `${target.url}/path?q=1#f`, headers, ...(body === undefined ? {} : { body }) },
      LIMITS,
    );
    const received = target.requests[before];
    if (received === undefined) throw new Error('the target received no request');
    return received;
  };

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    it(`carries the body of a ${method} as it is`, async () => {
      const received = await send(method, { 'Content-Type': 'application/json', 'X-Own': 'é' }, '{"a":"ü"}');
      expect(received).to.include({ method, path: '/path?q=1' });
      expect(received.headers).to.include({ 'content-type': 'application/json', 'content-length': '10', 'x-own': 'é' });
      expect(received.headers).to.not.have.property('transfer-encoding');
      expect(received.body.toString()).to.equal('{"a":"ü"}');
    });

    it(`may be a ${method} without a body`, async () => {
      const received = await send(method, {});
      expect(received.body).to.have.length(0);
      expect(received.headers).to.not.have.property('transfer-encoding');
    });
  }

  it('carries any bytes, up to the limit', async () => {
    const bytes = Buffer.alloc(
      LIMITS.maxRequestBytes,
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
    );
    expect((await send('POST', {}, bytes)).body.equals(bytes)).to.equal(true);
  });

  it('says who it is and what it can decompress, unless its caller says otherwise', async () => {
    expect((await send('GET', {})).headers).to.include({
      accept: '*/*',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'Toolpress',
      connection: 'close',
      host: new URL(target.url).host,
    });
    const own = {
      accept: 'text/csv',
      'accept-encoding': 'identity',
      'user-agent': 'mine/1',
      authorization: 'Bearer x',
      expect: '100-continue',
    };
    expect((await send('GET', own)).headers).to.include(own);
  });

  it('may carry any header that is not the connection’s', async () => {
    const names = [
      'accept-charset',
      'accept-ranges',
      'age',
      'allow',
      'alt-svc',
      'cache-control',
      'clear-site-data',
      'content-encoding',
      'content-range',
      'cookie',
      'date',
      'dnt',
      'early-data',
      'etag',
      'expires',
      'forwarded',
      'from',
      'http2-settings',
      'if-match',
      'if-modified-since',
      'if-none-match',
      'if-range',
      'idempotency-key',
      'last-modified',
      'link',
      'location',
      'max-forwards',
      'origin',
      'pragma',
      'prefer',
      'range',
      'referer',
      'retry-after',
      'sec-fetch-site',
      'sec-websocket-key',
      'server',
      'set-cookie',
      'soapaction',
      'upgrade-insecure-requests',
      'via',
      'warning',
      'x-forwarded-for',
      'x-request-id',
      'constructor',
      'tostring',
      'valueof',
      'hasownproperty',
      'a',
      "!#$%&'*+.^_`|~",
    ];
    const headers = Object.fromEntries(
      names.map((name, index) => [name, ['', 'x', 'a, b; c="d"', '\xff\t~'][index % 4] ?? '']),
    );
    for (const method of ['GET', 'POST'] as const) {
      const { rawHeaders } = await send(method, headers, method === 'GET' ? undefined : 'body');
      const received = Object.fromEntries(
        rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : [])),
      );
      expect(received).to.include(headers);
    }
  });

  it('returns every status except those of HTTP itself', async () => {
    for (const status of [
      200, 201, 204, 205, 300, 304, 305, 306, 400, 401, 404, 418, 429, 451, 500, 503, 599, 600, 999,
    ]) {
      const response = await get(outbound, `${target.url}/status/${status}`);
      expect(response.status).to.equal(status);
    }
  });

  it('returns a redirect without a Location unchanged', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const response = await get(outbound, `${target.url}/status/${status}`);
      expect(response.status).to.equal(status);
      expect(response.body.toString()).to.equal('answer');
    }
  });

  it('returns headers by lower-case name: repeated ones joined, cookies as a list', async () => {
    const { headers } = await get(outbound, `${target.url}/headers`);
    expect(headers).to.include({ 'x-repeated': 'one, two', constructor: 'own', 'content-length': '6' });
    expect(headers['set-cookie']).to.deep.equal(['a=1; Path=/', 'b=2', 'c=日本']);
    expect(headers).to.include({ 'x-utf-8': 'Café', 'x-latin-1': 'é' });
    expect(Object.getPrototypeOf(headers)).to.equal(Object.prototype);
  });

  it('may be to a name', async () => {
    const named = testOutbound({ resolve: async () => [{ address: '127.0.0.2', family: 4 }] });
    const response = await get(named, `http://Target.Example:${target.port}/x`);
    expect(response.url).to.equal(`http://target.example:${target.port}/x`);
    expect(target.requests.at(-1)?.headers.host).to.equal(`target.example:${target.port}`);
  });

  describe('that is unusable', () => {
    const unusable = {
      'has an unknown method': [
        { method: 'CONNECT' as HttpMethod },
        'invalid_parameter',
        '`method` must be one of GET, POST',
      ],
      'has a relative URL': [{ url: '/path' }, 'invalid_parameter', '`url` must be an absolute URL'],
      'has a framing header': [{ headers: { Host: 'other' } }, 'invalid_parameter', '`Host` can’t be set'],
      'has a header with a line break': [
        { headers: { 'X-A': 'a\r\nX-B: b' } },
        'invalid_parameter',
        '`X-A` must not contain',
      ],
      'has a body on GET': [{ body: '{}' }, 'invalid_parameter', '`body` is not allowed with GET.'],
      'has a body over the limit': [
        { method: 'POST', body: 'ü'.repeat(500_001) },
        'request_too_large',
        '`body` is 1000002 bytes long; at most 1000000 are sent.',
      ],
    } as const;
    for (const [fault, [change, code, message]] of Object.entries(unusable)) {
      it(`because it ${fault}, is refused before anything is sent`, async () => {
        const before = target.connections;
        const request = { method: 'GET', url: target.url, headers: {}, ...change } as const;
        const error = await serviceErrorOf(() => outbound.request(request, LIMITS));
        expect(error.code).to.equal(code);
        expect(error.message).to.include(message);
        expect(target.connections).to.equal(before);
      });
    }
  });

  it('may be to an exempt IPv6 address', async function () {
    const own = await startHttpTarget((_request, response) => response.end('six'), { host: '::1' }).catch(
      () => undefined,
    );
    if (own === undefined) return this.skip(); // a machine without IPv6
    try {
      const { body } = await get(testOutbound({ allow: ['::1'] }), own.url);
      expect(body.toString()).to.equal('six');
    } finally {
      await own.close();
    }
  });

  it('may be to a local name, when the client is for targets of the operator', async () => {
    const resolve = async () => [{ address: target.host, family: 4 }];
    const outbound = testOutbound({ allowLocalNames: true, resolve });
    expect((await get(outbound, `http://localhost:${target.port}/`)).status).to.equal(200);
    const error = await serviceErrorOf(() => get(testOutbound({ resolve }), `http://localhost:${target.port}/`));
    expect(error.code).to.equal('address_forbidden');
  });

  it('leaves no connection open', async () => {
    await target.idle();
  });
});
