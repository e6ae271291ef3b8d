import { zstdCompressSync } from 'node:zlib';
import { TOOLS } from '@toolpress/contract';
import { type Answer, type HttpTarget, startHttpTarget, TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const SECRET = 'sk_live_4711abcDEF';
const PAGES = 3;

describe('Credentials of pages, attempts and stored answers', () => {
  let service: TestService;
  let api: HttpTarget;
  let other: HttpTarget;
  let failures = 0;
  before(async () => {
    other = await startHttpTarget((_request, response) => response.end('[]'));
    api = await startHttpTarget(({ path, headers }, response) => {
      const { pathname, searchParams } = new URL(path, 'http://api');
      const inQuery = searchParams.get('key');
      const secret = inQuery ?? headers['x-key'];
      if (secret !== SECRET) return response.writeHead(401).end('no secret');
      if (pathname === '/v1/file') return response.end(`${'x'.repeat(200_000)}${SECRET}${'y'.repeat(100_000)}`);
      const isZstd = pathname === '/v1/stubborn' || String(headers['accept-encoding']).includes('zstd');
      if (isZstd) return response.setHeader('content-encoding', 'zstd').end(zstdCompressSync(SECRET));
      if (pathname === '/v1/busy' && failures++ === 0) return response.writeHead(503).end();
      if (pathname === '/v1/away') response.setHeader('link', `<${other.url}/v1/?key=${SECRET}>; rel="next"`);
      const page = Number(searchParams.get('page') ?? 1);
      // The link has the secret in it, as the links of many APIs do.
      const query = `page=${page + 1}${inQuery === null ? '' : `&key=${inQuery}`}`;
      if (pathname === '/v1/list' && page < PAGES) response.setHeader('link', `</v1/list?${query}>; rel="next"`);
      return response.setHeader('content-type', 'application/json').end(JSON.stringify([{ page, echo: secret }]));
    });
    service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: TARGET_ADDRESS } });
    for (const type of ['query', 'header'])
      await service.call(`/api/connections/${type}`, {
        method: 'PUT',
        body: {
          ...{ provider: 'http', url: `${api.url}/v1/` },
          auth: { type, name: type === 'query' ? 'key' : 'x-key', value: SECRET },
        },
      });
  });
  after(async () => {
    await service.stop();
    await Promise.all([api.close(), other.close()]);
  });

  const call = async (slug: string, more: object): Promise<Answer> => {
    const body = { method: 'GET', _connections: { http: slug }, ...more };
    const answer = await service.call(TOOLS['http-request'].path, { body });
    expect(JSON.stringify([answer.body, [...answer.headers]])).to.not.include(SECRET);
    return answer;
  };

  for (const slug of ['query', 'header']) {
    it(`are sent with each page and replaced in each, by ${slug}`, async () => {
      const { body } = await call(slug, { url: 'list', paginate: { by: 'link' } });
      expect(body.data?.pages, body.error).to.include({ count: PAGES, complete: true, stopped: 'end' });
      expect(body.data.body).to.deep.equal([1, 2, 3].map((page) => ({ page, echo: '***' })));
      expect(body.data.warnings).to.have.length(1);
    });

    it(`are not sent to a page elsewhere, by ${slug}`, async () => {
      const { headers, body } = await call(slug, { url: 'away', paginate: { by: 'link' } });
      expect([headers.get('x-error-code'), other.requests.length]).to.deep.equal(['response_invalid', 0]);
      expect(body.error).to.match(/^Page 2 of `paginate`: `url` must be below/);
    });

    it(`are sent with each attempt, by ${slug}`, async () => {
      failures = 0;
      const { body } = await call(slug, { url: 'busy', retry: { attempts: 2 } });
      expect([body.data?.status, body.data?.attempts], body.error).to.deep.equal([200, 2]);
    });

    it(`do not come back in a coding that hides them, by ${slug}`, async () => {
      for (const more of [{}, { response: 'store' }]) {
        const asked = await call(slug, { url: 'list', headers: { 'Accept-Encoding': 'zstd' }, ...more });
        expect(asked.body.data?.status, asked.body.error).to.equal(200);
        expect(api.requests.at(-1)?.headers['accept-encoding']).to.equal('gzip, deflate, br');
        const { headers, body } = await call(slug, { url: 'stubborn', ...more });
        expect(headers.get('x-error-code')).to.equal('response_invalid');
        expect(body.error).to.include('in a Content-Encoding that was not asked for');
      }
    });

    it(`are replaced in stored answers, by ${slug}`, async () => {
      const { body } = await call(slug, { url: 'file', response: 'store' });
      expect(body.data?.warnings, body.error).to.have.length(1);
      const stored = await (await fetch(body.data.file.download_url as string)).text();
      expect(stored === `${'x'.repeat(200_000)}***${'y'.repeat(100_000)}`).to.equal(true);
      expect(body.data.file.size_bytes).to.equal(stored.length);
    });
  }
});
