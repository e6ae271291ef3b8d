import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const [OURS, OTHER] = ['https://app.example.com', 'http://localhost:3000'];

describe('Pages of other origins', () => {
  let service: SharedService;
  let gateway: Awaited<ReturnType<SharedService['addGateway']>>;
  before(async () => {
    service = await sharedService();
    gateway = await service.addGateway({ CORS_ORIGINS: `${OURS}, ${OTHER}` });
  });
  after(() => gateway.end());

  /** @returns the status, and the headers that browsers read. */
  async function ask(
    path: string,
    origin: string,
    options: { method?: string; headers?: Record<string, string> } = {},
  ) {
    const answer = await fetch(gateway.url + path, { ...options, headers: { origin, ...options.headers } });
    await answer.arrayBuffer();
    const header = (name: string) => answer.headers.get(`access-control-${name}`);
    return { status: answer.status, header, headers: answer.headers };
  }
  const preflight = (path: string, origin: string) =>
    ask(path, origin, {
      method: 'OPTIONS',
      headers: {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it('that are named may ask whether they may call, without a token', async () => {
    const { status, header } = await preflight('/api/utilities/html-to-pdf', OURS);
    expect(status).to.equal(204);
    expect(header('allow-origin')).to.equal(OURS);
    expect(header('allow-headers')).to.equal('authorization,content-type');
    expect(header('allow-methods')).to.include('POST').and.to.include('DELETE');
    expect(Number(header('max-age'))).to.be.above(600);
  });

  it('that are named may read answers, errors too, with the headers that programs need', async () => {
    const headers = { authorization: `Bearer ${service.token}` };
    for (const [path, status] of [
      ['/api/usage', 200],
      ['/api/variables/nothing', 404],
      ['/api/nothing', 404],
      ['/files/nothing.pdf', 404],
    ] as const) {
      const answer = await ask(path, OTHER, { headers });
      expect(answer.status, path).to.equal(status);
      expect(answer.header('allow-origin'), path).to.equal(OTHER);
      expect(answer.headers.get('vary')?.split(', '), path).to.include('Origin');
      const exposed = answer.header('expose-headers')?.split(',') ?? [];
      expect(exposed).to.include.members(['X-Error-Code', 'X-Request-Id', 'Retry-After', 'RateLimit', 'X-Page-Count']);
      expect(exposed).to.include.members(['X-Download-Url', 'Idempotent-Replayed', 'API-Version', 'ETag']);
    }
  });

  it('are never let in by credentials of the browser', async () => {
    expect((await preflight('/api/usage', OURS)).header('allow-credentials')).to.equal(null);
    expect((await ask('/api/usage', OURS)).header('allow-credentials')).to.equal(null);
  });

  it('that are not named may neither ask nor read', async () => {
    for (const origin of ['https://evil.example', `${OURS}.evil.example`, 'null', 'http://app.example.com']) {
      expect((await preflight('/api/usage', origin)).header('allow-origin'), origin).to.equal(null);
      expect((await ask('/api/usage', origin)).header('allow-origin'), origin).to.equal(null);
    }
  });

  it('have nothing to do with the operator’s paths', async () => {
    for (const path of ['/admin/accounts', '/ops', '/metrics', '/healthz']) {
      const answers = [await preflight(path, OURS), await ask(path, OURS)];
      for (const { header } of answers) expect(header('allow-origin'), path).to.equal(null);
    }
  });

  it('do not keep OPTIONS from telling the methods of a path', async () => {
    const { status, headers } = await ask('/api/usage', OURS, { method: 'OPTIONS' });
    expect(status).to.equal(204);
    expect(headers.get('allow')).to.equal('GET, HEAD');
  });
});
