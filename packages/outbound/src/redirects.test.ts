import type { HttpMethod } from '@toolpress/contract';
import {
  type HttpTarget,
  type ReceivedRequest,
  serviceErrorOf,
  startHttpTarget,
  startRawTarget,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { get, LIMITS, testOutbound } from './testing/outbound.js';

const HEADERS = {
  Authorization: 'Bearer secret',
  Cookie: 'session=secret',
  'X-Api-Key': 'secret',
  Accept: 'application/json',
  'Accept-Language': 'de',
  'User-Agent': 'mine/1',
  'Content-Type': 'application/json',
};

describe('A redirect', () => {
  const outbound = testOutbound({ resolve: async () => [{ address: '127.0.0.2', family: 4 }] });
  let first: HttpTarget;
  let other: HttpTarget;
  before(async () => {
    other = await startHttpTarget((request, response) => answer(request, response));
    first = await startHttpTarget((request, response) => answer(request, response));
  });
  after(async () => {
    outbound.close();
    await first.close();
    await other.close();
  });

  /** Redirects of paths without their query. */
  const redirects = new Map<string, string>();
  /** `/<status>?<location>` redirects; `/chain/<n>` redirects n times, `/circle` to itself; anything else answers. */
  const answer = ({ path }: ReceivedRequest, response: Parameters<Parameters<typeof startHttpTarget>[0]>[1]): void => {
    const [, status, location] = /^\/(3\d\d)\?(.*)$/.exec(path) ?? [];
    const [known = ''] = path.split('?');
    if (redirects.has(known)) response.writeHead(302, { location: redirects.get(known) });
    const [, chain] = /^\/chain\/(\d+)$/.exec(path) ?? [];
    if (status !== undefined && location !== undefined)
      response.writeHead(Number(status), { location: decodeURIComponent(location) });
    else if (path === '/circle') response.writeHead(302, { location: path });
    else if (Number(chain) > 0) response.writeHead(302, { location: `${Number(chain) - 1}` });
    response.end('body of the answer');
  };
  const to = (status: number, location: string): string => `${first.url}/${status}?${encodeURIComponent(location)}`;
  const request = (method: HttpMethod, url: string) =>
    outbound.request({ method, url, headers: HEADERS, ...(method === 'GET' ? {} : { body: '{"a":1}' }) }, LIMITS);

  it('takes nothing along that authenticates a hop, and each hop is asked for its own', async () => {
    const asked: string[] = [];
    const authorize = ({ url, redirects }: { url: URL; redirects: number }) => {
      asked.push(`${redirects} ${url.href}`);
      if (redirects === 1) return undefined;
      const sent = new URL(url);
      sent.searchParams.set('key', 'secret');
      return { url: sent, headers: { 'x-key': 'secret' } };
    };
    // The sent parameter is not part of what the target is asked to redirect to.
    const here = `${other.url}/302?${encodeURIComponent('/end')}`;
    const begin = `${first.url}/begin`;
    redirects.set('/begin', here);
    const { url } = await outbound.request({ method: 'GET', url: begin, headers: {}, authorize }, LIMITS);
    expect(asked).to.deep.equal([`0 ${begin}`, `1 ${here}`, `2 ${other.url}/end`]);
    expect(url).to.equal(`${other.url}/end`);
    const received = [first.requests.at(-1), ...other.requests.slice(-2)];
    expect(received.map((one) => [one?.path.includes('key=secret'), one?.headers['x-key']])).to.deep.equal([
      ...[
        [true, 'secret'],
        [false, undefined],
        [true, 'secret'],
      ],
    ]);
  });

  it('is not followed with a credential of another origin', async () => {
    const authorize = () => ({ url: new URL(other.url), headers: {} });
    const before = other.requests.length;
    const request = outbound.request({ method: 'GET', url: first.url, headers: {}, authorize }, LIMITS);
    await request.then(
      () => expect.fail('it was sent'),
      (error: Error) => expect(error.message).to.include('must not change the origin'),
    );
    expect(other.requests).to.have.length(before);
  });

  for (const [status, method, becomes] of [
    ...([301, 302, 303, 307, 308] as const).map((code) => [code, 'GET', 'GET'] as const),
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
    [301, 'PUT', 'PUT'],
    [302, 'PATCH', 'PATCH'],
    [301, 'DELETE', 'DELETE'],
    [303, 'PUT', 'GET'],
    [303, 'PATCH', 'GET'],
    [303, 'DELETE', 'GET'],
    [307, 'PUT', 'PUT'],
    [308, 'DELETE', 'DELETE'],
  ] as const) {
    it(`of ${status} makes a ${method} a ${becomes}${becomes === 'GET' ? '' : ', body and all'}`, async () => {
      const response = await request(method, to(status, '/end?x=1'));
      expect(response).to.include({ status: 200, url: `${first.url}/end?x=1` });
      const received = first.requests.at(-1);
      expect(received).to.include({ method: becomes, path: '/end?x=1' });
      expect(received?.body.toString()).to.equal(becomes === 'GET' ? '' : '{"a":1}');
      expect(received?.headers['content-type']).to.equal(
        becomes === 'GET' && method !== 'GET' ? undefined : 'application/json',
      );
      expect(received?.headers.authorization).to.equal('Bearer secret');
    });
  }

  for (const [change, target] of [
    ['host', () => `http://other.example:${first.port}`],
    ['port', () => other.url],
  ] as const) {
    it(`to another ${change} drops everything that identifies the caller, permanently`, async () => {
      const back = `${first.url}/end`;
      await request('POST', to(307, `${target()}/307?${encodeURIComponent(back)}`));
      const received = first.requests.at(-1);
      expect(received).to.include({ method: 'POST', path: '/end' });
      expect(received?.body.toString()).to.equal('{"a":1}');
      for (const name of ['authorization', 'cookie', 'x-api-key']) expect(received?.headers).to.not.have.property(name);
      expect(received?.headers).to.include({
        accept: 'application/json',
        'accept-language': 'de',
        'user-agent': 'mine/1',
        'content-type': 'application/json',
      });
    });
  }

  it('may be relative, without a scheme, or in raw UTF-8', async () => {
    for (const [location, path] of [
      ['end', '/end'],
      ['../end?q', '/end?q'],
      [`//127.0.0.2:${first.port}/end`, '/end'],
      ['/a b', '/a%20b'],
      [Buffer.from('/grüße').toString('latin1'), '/gr%C3%BC%C3%9Fe'],
      ['/gr\xfc\xdfe', '/gr%C3%BC%C3%9Fe'],
      ['/end#fragment', '/end'],
    ] as const) {
      await get(outbound, to(302, location));
      expect(first.requests.at(-1)?.path).to.equal(path);
    }
  });

  it('is followed as often as the limit says, and no more', async () => {
    const limits = { maxRedirects: 3 };
    expect((await get(outbound, `${first.url}/chain/3`, { limits })).status).to.equal(200);
    const error = await serviceErrorOf(() => get(outbound, `${first.url}/chain/4`, { limits }));
    expect(error.code).to.equal('too_many_redirects');
    expect(error.message).to.equal(
      `The target 127.0.0.2:${first.port} (after 3 redirects) redirected once more: at most 3 redirects are followed.`,
    );
    const none = await serviceErrorOf(() => get(outbound, `${first.url}/chain/1`, { limits: { maxRedirects: 0 } }));
    expect(none.message).to.include('redirects are not followed');
  });

  it('in a circle ends at the limit', async () => {
    const before = first.requests.length;
    const error = await serviceErrorOf(() => get(outbound, `${first.url}/circle`));
    expect(error.code).to.equal('too_many_redirects');
    expect(first.requests.length - before).to.equal(6);
  });

  for (const [what, location, why] of [
    ['credentials', 'http://user:secret@other.example/', 'it must not contain credentials'],
    ['another scheme', 'ftp://other.example/', 'it must begin with https:// or http://'],
    ['a data URL', 'data:text/plain,hello', 'it must begin with https:// or http://'],
    ['another protocol’s port', 'http://other.example:25/', 'it must not use port 25'],
    ['no valid host', 'http://256.1.1.1/', 'it is not valid'],
    ['a host that no name can be', 'http://a..b/', 'it must name a valid host'],
  ] as const) {
    it(`to a URL with ${what} is not followed`, async () => {
      const error = await serviceErrorOf(() => get(outbound, to(302, location)));
      expect(error.code).to.equal('response_invalid');
      expect(error.message).to.equal(
        `The target 127.0.0.2:${first.port} redirected to a URL that can’t be followed: ${why}${/port/.test(why) ? ', which is another protocol’s' : ''}.`,
      );
    });
  }

  it('with several Locations is followed when they are one', async () => {
    let locations = ['/end', '/end'];
    const raw = await startRawTarget((socket, head) => {
      const answers = head.startsWith('GET /end') ? [] : locations.map((location) => `Location: ${location}\r\n`);
      socket.end(`HTTP/1.1 ${answers.length > 0 ? 302 : 200} X\r\n${answers.join('')}Content-Length: 0\r\n\r\n`);
    });
    try {
      expect((await get(outbound, raw.url)).url).to.equal(`${raw.url}/end`);
      locations = ['/end', '/other'];
      expect((await serviceErrorOf(() => get(outbound, raw.url))).message).to.include('it sent several different ones');
    } finally {
      await raw.close();
    }
  });

  it('does not wait for the body of the answer that redirects', async () => {
    const endless = await startRawTarget((socket, head) => {
      if (head.startsWith('GET /end')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else socket.write('HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 1000000\r\n\r\nthe rest never comes');
    });
    try {
      expect((await get(outbound, endless.url)).body.toString()).to.equal('ok');
      await endless.idle();
    } finally {
      await endless.close();
    }
  });

  it('leaves no connection open', async () => {
    await first.idle();
    await other.idle();
  });
});
