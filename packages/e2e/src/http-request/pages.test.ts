import {
  type HttpTarget,
  type SharedService,
  sharedService,
  startHttpTarget,
  TARGET_ADDRESS,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { IDS, type PagedApi } from './paged-api.js';
import { PAGED_APIS } from './paged-apis.js';
import { FAULTS } from './paged-faults.js';

const TOOL = '/api/utilities/http-request';

describe('Pages of HTTP requests', () => {
  let service: SharedService;
  let target: HttpTarget;
  /** The servers by the first segment of their path, and how many requests each received. */
  const servers = new Map<string, { api: Pick<PagedApi, 'answer'>; requests: number }>();
  before(async () => {
    service = await sharedService();
    target = await startHttpTarget((request, response) => {
      const url = new URL(request.path, target.url);
      const [, name = '', ...segments] = url.pathname.split('/');
      const server = servers.get(name);
      if (server === undefined) return response.writeHead(404).end();
      server.requests += 1;
      const text = request.body.toString();
      const {
        status = 200,
        headers,
        body,
        isCut,
      } = server.api.answer({
        ...{ base: `${target.url}/${name}`, path: `/${segments.join('/')}`, query: url.searchParams },
        ...{ headers: request.headers, number: server.requests },
        body: text.startsWith('{') ? JSON.parse(text) : text,
      });
      const isSent = typeof body === 'string' || Buffer.isBuffer(body);
      const bytes = body === undefined ? '' : isSent ? body : JSON.stringify(body);
      const type = isSent ? {} : { 'content-type': 'application/json' };
      if (isCut) return cutOff(response.writeHead(status, { ...type, 'content-length': '5000' }), bytes);
      return response.writeHead(status, { ...type, ...headers }).end(bytes);
    });
  });
  after(() => target.close());

  const cutOff = (response: import('node:http').ServerResponse, bytes: string | Buffer): void => {
    response.write(bytes, () => response.destroy());
  };

  const serve = (api: Pick<PagedApi, 'answer'>) => {
    const name = `s${servers.size}`;
    const server = { api, requests: 0 };
    servers.set(name, server);
    return { server, url: `${target.url}/${name}` };
  };

  const call = (url: string, { path = '', ...request }: PagedApi['request']) =>
    service.call(TOOL, { body: { method: 'GET', url: `${url}${path}`, ...request } });

  for (const api of [...PAGED_APIS, ...FAULTS]) {
    const { requests = 3, ids = IDS, pages = { complete: true, stopped: 'end' } } = api;
    it(`are read from ${api.name}`, async () => {
      const { server, url } = serve(api);
      const { status, body } = await call(url, api.request);
      expect(status, body.error).to.equal(200);
      const { data, metadata } = body;
      const given = (data.body as { id: number }[]).map(({ id }) => id);
      const { count, items, ...others } = data.pages;
      expect({ requests: server.requests, given, pages: others }).to.deep.equal({ requests, given: ids, pages });
      expect(items).to.equal(ids.length);
      const retried = (data.attempts ?? count) - count;
      expect(count, 'pages and attempts are all requests').to.equal(server.requests - retried);
      expect(metadata?.actions_consumed).to.equal(count);
    });
  }

  it(`are of ${PAGED_APIS.length + FAULTS.length} servers here`, () => {
    expect(PAGED_APIS.length + FAULTS.length).to.be.at.least(60);
  });

  it('keep the digits of ids and amounts, in items and cursors, small and large', async () => {
    const filler = 'x'.repeat(400_000); // read in a thread
    for (const more of ['', `,"filler":"${filler}"`]) {
      const cursors: string[] = [];
      const { url } = serve({
        answer: ({ query }) => {
          cursors.push(query.get('after') ?? '');
          const next = cursors.length < 3 ? `9007199254740993${cursors.length}` : 'null';
          const items = `[{"id":653247040368672768,"n":${cursors.length},"amount":0.1234567890123456789}]`;
          return { headers: { 'content-type': 'application/json' }, body: `{"items":${items},"next":${next}${more}}` };
        },
      });
      const request = { method: 'GET', url, paginate: { by: 'cursor', items: 'items', next: 'next', query: 'after' } };
      const response = await fetch(service.url + TOOL, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(request),
      });
      const text = await response.text();
      expect(text.match(/653247040368672768/g)).to.have.length(3);
      expect(text.match(/0\.1234567890123456789/g)).to.have.length(3);
      expect(cursors).to.deep.equal(['', '90071992547409931', '90071992547409932']);
    }
  });

  it('are decoded by their charset', async () => {
    const { url } = serve({
      answer: ({ base, number }) => ({
        headers: {
          'content-type': 'application/json; charset=iso-8859-1',
          ...(number === 1 && { link: `<${base}?p=2>; rel="next"` }),
        },
        body: Buffer.from('["é"]'.replace('é', number === 1 ? 'é' : 'ü'), 'latin1'),
      }),
    });
    expect((await call(url, { paginate: { by: 'link' } })).body.data.body).to.deep.equal(['é', 'ü']);
  });

  it('are an error when one is cut off or unreachable, and cost nothing', async () => {
    const { url } = serve({
      answer: ({ base, number }) => ({
        headers: { link: `<${base}?p=2>; rel="next"` },
        body: [number],
        isCut: number === 2,
      }),
    });
    const used = async () => (await service.call('/api/usage')).body.data.actions;
    const before = await used();
    const cut = await call(url, { paginate: { by: 'link' } });
    expect([cut.status, cut.headers.get('x-error-code')]).to.deep.equal([502, 'response_invalid']);
    expect(cut.body.error).to.match(/^Page 2 of `paginate`: /);
    expect(await used()).to.equal(before);
  });

  it('are followed to no address that requests may not reach, and to no other protocol', async () => {
    for (const [link, status] of [
      ['http://127.0.0.1:8080/', 403],
      ['http://2130706433/', 403],
      ['//localhost/', 403],
      ['http://[::1]/', 403],
      ['http://169.254.169.254/latest/meta-data/', 403],
      ['file:///etc/passwd', 502],
      ['http://user:password@example.com/', 502],
      ['http://a b/', 502],
      ['http://example.com:25/', 502],
    ] as const) {
      for (const paginate of [{ by: 'link' }, { by: 'cursor', items: 'items', next: 'next' }]) {
        const { url } = serve({
          answer: () =>
            paginate.by === 'link'
              ? { headers: { link: `<${link}>; rel="next"` }, body: [1] }
              : { body: { items: [1], next: link } },
        });
        const answer = await call(url, { paginate });
        expect(answer.status, link).to.equal(status);
        expect(answer.body.error).to.include('of `paginate`');
      }
    }
  });

  it('at another origin receive no credentials and no body', async () => {
    const other = await startHttpTarget(({ headers }, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([headers])),
    );
    try {
      const { url } = serve({ answer: () => ({ headers: { link: `<${other.url}/>; rel="next"` }, body: [0] }) });
      const headers = { Authorization: 'Bearer secret-4711', 'X-Api-Key': 'secret-4711', Accept: 'application/json' };
      const answer = await call(url, { headers, paginate: { by: 'link' } });
      const [, received] = answer.body.data.body;
      expect(received).to.include({ accept: 'application/json' });
      expect(JSON.stringify(received)).not.to.include('4711');
      const withBody = await call(url, { method: 'POST', body: { a: 'secret-4711' }, paginate: { by: 'link' } });
      expect(withBody.status).to.equal(502);
      expect(other.requests).to.have.length(1);
    } finally {
      await other.close();
    }
  });

  for (const [what, more, message] of [
    ['a cursor without its path', { paginate: { by: 'cursor' } }, '`next` is required with `cursor`'],
    [
      'two places of a cursor',
      { paginate: { by: 'page', query: 'a', body: 'b' } },
      '`query` and `body` are not allowed together',
    ],
    ['a body that is not there', { paginate: { by: 'page', body: 'b' } }, '`paginate.body` needs a `body` or `form`'],
    [
      'a page number that is none',
      { url: `http://${TARGET_ADDRESS}/?page=abc`, paginate: { by: 'page' } },
      '`url`: `page` must be a whole number',
    ],
    [
      'an offset in the body that is too large',
      { method: 'POST', body: { a: { skip: 1_000_000_001 } }, paginate: { by: 'offset', body: 'a.skip' } },
      '`body`: `a.skip` must be a whole number',
    ],
    [
      'a page number in a form that is negative',
      { method: 'POST', form: { page: -1 }, paginate: { by: 'page', body: 'page' } },
      '`form`: `page` must be a whole number',
    ],
    ['a stored answer', { paginate: { by: 'link' }, response: 'store' }, 'are not allowed together'],
    ['attempts of POST', { method: 'POST', body: {}, retry: { attempts: 2 } }, 'needs a header `Idempotency-Key`'],
    ['too many pages', { paginate: { by: 'link', max_pages: 1_001 } }, '`paginate.max_pages`'],
    ['no attempts', { retry: { attempts: 0 } }, '`retry.attempts`'],
    ['attempts after a success', { retry: { attempts: 2, on: [200] } }, '`retry.on'],
  ] as const) {
    it(`are refused: ${what}`, async () => {
      const answer = await service.call(TOOL, { body: { method: 'GET', url: `${target.url}/none`, ...more } });
      expect(answer.status).to.equal(400);
      expect(answer.body.error).to.include(message);
    });
  }

  it('of POST are sent again under an idempotency key of the target', async () => {
    const { server, url } = serve({
      answer: ({ number }) => (number === 1 ? { status: 503, headers: { 'retry-after': '0' } } : { body: { a: 1 } }),
    });
    const request = { method: 'POST', url, headers: { 'Idempotency-Key': 'k' }, body: {}, retry: { attempts: 2 } };
    const { body } = await service.call(TOOL, { body: request });
    expect(body.data).to.deep.include({ status: 200, attempts: 2, body: { a: 1 } });
    expect([server.requests, body.metadata?.actions_consumed]).to.deep.equal([2, 1]);
  });
});
