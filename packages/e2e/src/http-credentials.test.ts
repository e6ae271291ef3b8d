import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { TOOLS } from '@toolpress/contract';
import {
  type Answer,
  eventually,
  type HttpTarget,
  type OtlpCollector,
  type ReceivedRequest,
  redisContents,
  startCollector,
  startHttpTarget,
  TARGET_ADDRESS,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';

const TOOL = TOOLS['http-request'].path;
const CLIENT_SECRET = 'client/secret+of=the test';
const OAUTH = { type: 'oauth2_client_credentials', client_id: 'client one', client_secret: CLIENT_SECRET };
const TOKEN_PREFIX = 'token.of-the_test/';

describe('OAuth2 tokens of connections', () => {
  let service: TestService;
  let second: { url: string; end: () => Promise<unknown> };
  let collector: OtlpCollector;
  let api: HttpTarget;
  let endpoint: HttpTarget;
  /** The tokens that the API accepts, and what the endpoint answers in place of a token. */
  const valid = new Set<string>();
  let refusal: { status: number; body: string } | undefined;
  let isSilent = false;
  let lifetime: unknown;
  let issued = 0;

  before(async () => {
    api = await startHttpTarget((request, response) => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      if (!valid.has(token)) response.writeHead(401).end('expired');
      else echo(request, response);
    });
    endpoint = await startHttpTarget(async (_request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 300)); // the others wait meanwhile
      if (isSilent) return undefined;
      if (refusal !== undefined) return response.writeHead(refusal.status).end(refusal.body);
      issued += 1;
      const token = `${TOKEN_PREFIX}${createHash('sha256').update(`${issued}`).digest('hex')}`;
      valid.add(token);
      return response.end(JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: lifetime }));
    });
    collector = await startCollector();
    service = await TestService.start({
      workers: 0,
      env: {
        ...{ OUTBOUND_ALLOW: TARGET_ADDRESS, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
        ...{ OTEL_BSP_SCHEDULE_DELAY: '50' },
      },
    });
    second = await service.addGateway();
  });
  after(async () => {
    await service.stop();
    await Promise.all([api, endpoint, collector].map((each) => each.close()));
  });
  beforeEach(() => {
    valid.clear();
    [refusal, lifetime] = [undefined, 3_600];
  });

  /** Answers with all that was received, in every place and coding. */
  function echo({ path, headers, rawHeaders }: ReceivedRequest, response: ServerResponse): void {
    const said = JSON.stringify({ headers, path });
    const value = headers.authorization ?? '';
    response
      .writeHead(200, {
        'content-type': 'application/json',
        ...{ 'x-echo': value, 'x-echo-encoded': encodeURIComponent(value), 'set-cookie': ['a=1', `b=${value}`] },
      })
      .end(
        JSON.stringify({
          ...(path.includes('large') ? { rows: Array.from({ length: 9_000 }, (_, id) => ({ id, value, said })) } : {}),
          ...{ rawHeaders, said, count: 4711, is: true, none: null, id: value, [value]: value },
          ...{ twice: JSON.stringify(said), base64: Buffer.from(said).toString('base64') },
          ...{ url: encodeURIComponent(said), hex: Buffer.from(said).toString('hex') },
          escaped: value.replaceAll(/./g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
        }),
      );
  }

  const save = async (slug: string, more: object = {}): Promise<Answer> => {
    const auth = { ...OAUTH, token_url: `${endpoint.url}/token`, ...more };
    const answer = await service.call(`/api/connections/${slug}`, {
      method: 'PUT',
      body: { provider: 'http', url: api.url, auth },
    });
    expect(answer.status, answer.body.error).to.equal(200);
    return answer;
  };
  const call = async (slug: string, base = service.url, url = '/'): Promise<Answer> => {
    const response = await fetch(`${base}${TOOL}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ method: 'GET', url, _connections: { http: slug } }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  };
  const many = (slug: string): Promise<Answer[]> =>
    Promise.all(Array.from({ length: 200 }, (_, index) => call(slug, index % 2 === 0 ? service.url : second.url)));
  const requestsSince = (before: number): number => endpoint.requests.length - before;
  const statuses = (answers: readonly Answer[]) => [
    ...new Set(answers.map(({ body }) => body.data?.status ?? body.error)),
  ];

  it('are requested by a form, with the client in a header or in the form', async () => {
    await save('header', { scope: 'read write', audience: 'https://api.example.com' });
    expect(statuses([await call('header')])).to.deep.equal([200]);
    const { method, headers, body } = endpoint.requests.at(-1) as ReceivedRequest;
    expect([method, headers['content-type'], body.toString()]).to.deep.equal([
      ...['POST', 'application/x-www-form-urlencoded'],
      'grant_type=client_credentials&scope=read+write&audience=https%3A%2F%2Fapi.example.com',
    ]);
    const [id = '', secret = ''] = Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64')
      .toString()
      .split(':');
    expect([id, secret].map((text) => new URLSearchParams(`=${text}`).get(''))).to.deep.equal([
      ...['client one', CLIENT_SECRET],
    ]);
    await save('form', { client_auth: 'body' });
    await call('form');
    const form = new URLSearchParams(endpoint.requests.at(-1)?.body.toString());
    expect(endpoint.requests.at(-1)?.headers.authorization).to.equal(undefined);
    expect([form.get('client_id'), form.get('client_secret')]).to.deep.equal(['client one', CLIENT_SECRET]);
  });

  it('are requested once for 200 calls of two gateways, first and when one has become invalid', async () => {
    await save('crowd');
    const before = endpoint.requests.length;
    expect(statuses(await many('crowd'))).to.deep.equal([200]);
    expect(requestsSince(before)).to.equal(1);
    valid.clear();
    expect(statuses(await many('crowd'))).to.deep.equal([200]);
    expect(requestsSince(before)).to.equal(2);
  });

  it('are requested again when they expire, and after the connection was saved', async () => {
    lifetime = '1';
    await save('short');
    const before = endpoint.requests.length;
    await call('short');
    await eventually(async () => {
      await call('short');
      expect(requestsSince(before)).to.be.at.least(2);
    });
    lifetime = 3_600;
    await save('short');
    const saved = endpoint.requests.length;
    await call('short');
    await call('short');
    expect(requestsSince(saved)).to.equal(1);
  });

  it('are requested once more after a 401, and not again', async () => {
    await save('refused');
    await call('refused');
    const [calls, tokens] = [api.requests.length, endpoint.requests.length];
    valid.clear();
    const { body } = await call('refused');
    expect([body.data.status, api.requests.length - calls, requestsSince(tokens)]).to.deep.equal([200, 2, 1]);
    const add = valid.add.bind(valid);
    valid.clear();
    valid.add = () => valid;
    const { body: again } = await call('refused');
    valid.add = add;
    expect([again.data.status, api.requests.length - calls, requestsSince(tokens)]).to.deep.equal([401, 4, 2]);
  });

  for (const [what, status, body, code, words] of [
    [
      'refuses',
      401,
      `{"error":"invalid_client","error_description":"${CLIENT_SECRET}"}`,
      'provider_refused',
      /401 invalid_client/,
    ],
    ['refuses with a text', 400, '{"error":"hidden_secret"}', 'provider_refused', /refuses the client \(400\)/],
    ['is busy', 503, CLIENT_SECRET, 'response_invalid', /no token now \(503\)/],
    ['answers no JSON', 200, CLIENT_SECRET, 'response_invalid', /without an `access_token`/],
    ['answers a short token', 200, '{"access_token":"abc"}', 'response_invalid', /8 to 16000 visible/],
    ['answers too much', 200, 'x'.repeat(70_000), 'response_invalid', /more than 65536 bytes/],
  ] as const) {
    it(`fail for all 200 calls by one request when the endpoint ${what}`, async () => {
      await save('failing');
      refusal = { status, body };
      const before = endpoint.requests.length;
      const answers = await many('failing');
      expect([...new Set(answers.map(({ headers }) => headers.get('x-error-code')))]).to.deep.equal([code]);
      const [message = '', ...others] = new Set(answers.map((answer) => answer.body.error));
      expect(others).to.deep.equal([]);
      expect(message).to.match(words).and.not.include(CLIENT_SECRET);
      expect(requestsSince(before)).to.equal(1);
    });
  }

  it('are waited for until the deadline of the request', async () => {
    const limit = (timeout_ms: number) =>
      service.call('/admin/settings', {
        method: 'PATCH',
        token: service.adminToken,
        body: { http_request: { timeout_ms } },
      });
    await save('slow');
    isSilent = true;
    try {
      await eventually(async () => {
        await limit(1_000);
        const begun = performance.now();
        const answer = await call('slow');
        expect(answer.headers.get('x-error-code')).to.equal('deadline_exceeded');
        expect(answer.body.error).to.include('no token after 1000 ms');
        expect(performance.now() - begun, 'milliseconds').to.be.below(5_000);
      });
    } finally {
      isSilent = false;
      await limit(30_000);
    }
  });

  it('come with the test of a connection', async () => {
    await save('tested');
    const test = () => service.call('/api/connections/tested/test', { method: 'POST' });
    expect((await test()).body.data).to.deep.equal({ ok: true });
    refusal = { status: 400, body: '{"error":"invalid_client"}' };
    valid.clear();
    expect((await test()).headers.get('x-error-code')).to.equal('provider_refused');
  });

  it('and client secrets are nowhere in what comes back, is logged, traced and stored', async () => {
    await save('echoed');
    const { body, headers } = await call('echoed');
    expect(body.data.status, body.error).to.equal(200);
    expect(body.data.warnings.map(({ code }: { code: string }) => code)).to.deep.equal(['secret_replaced']);
    expect(body.data.body).to.include({
      count: 4711,
      is: true,
      none: null,
      id: 'Bearer ***',
      'Bearer ***': 'Bearer ***',
    });
    await eventually(() => expect(JSON.stringify(collector.bodies)).to.include(TOOL));
    const large = await call('echoed', service.url, '/large');
    expect(large.body.data.body.rows[8_999]).to.deep.include({ id: 8_999, value: 'Bearer ***' });
    expect(large.body.data.warnings).to.have.length(1);
    const token = [...valid][0] ?? '';
    const everywhere = [
      ...[
        JSON.stringify(body),
        JSON.stringify([...headers]),
        JSON.stringify(large.body),
        service.logs(),
        collector.bodies.join(),
      ],
      ...[await redisContents(service.redis.url), await (await fetch(`${service.url}/metrics`)).text()],
      JSON.stringify((await service.call('/api/audit')).body),
    ].join('\n');
    const inner = (text: string) => Buffer.from(text).toString('base64').slice(4, -4);
    for (const secret of [token, CLIENT_SECRET])
      for (const written of [
        ...[
          secret,
          encodeURIComponent(secret),
          Buffer.from(secret).toString('hex'),
          JSON.stringify(secret).slice(1, -1),
        ],
        ...[inner(secret), inner(`a${secret}`), inner(`ab${secret}`)],
      ])
        expect(everywhere.includes(written), written).to.equal(false);
    expect(body.data.body.base64).to.include('***');
  });
});
