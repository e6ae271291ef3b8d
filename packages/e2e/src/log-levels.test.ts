import {
  type Answer,
  caseCount,
  eventually,
  freePort,
  type HttpTarget,
  PROVIDER_TOKEN,
  type ProviderAnswer,
  type ProviderDouble,
  recordAnswering,
  startHttpTarget,
  startProviderDouble,
  startRawTarget,
  TARGET_ADDRESS,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const [PDF, HTTP, RECORD] = [
  '/api/utilities/html-to-pdf',
  '/api/utilities/http-request',
  '/api/tablebase/get-record',
] as const;
const DEADLINE_MS = 8_000;
/** What a start may warn of: the setting that lets the tests' targets through, and Chromium where it has no sandbox. */
const OF_THE_START = /OUTBOUND_ALLOW|TABLEBASE_API_URL|sandbox|running as root/;

describe('A healthy service', () => {
  let service: TestService;
  let target: HttpTarget;
  let broken: Awaited<ReturnType<typeof startRawTarget>>;
  let provider: ProviderDouble;
  let bases = 0;

  before(async () => {
    provider = await startProviderDouble({ penaltyMs: 30_000 });
    target = await startHttpTarget(({ path }, response) => {
      if (path === '/round') response.writeHead(302, { location: '/round' }).end();
      else if (path === '/nowhere') response.writeHead(302, { location: 'ftp://x/' }).end();
      else if (path === '/cut') response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy());
      else if (path === '/large') response.writeHead(200).end(Buffer.alloc(200_000));
      // else silence
    });
    broken = await startRawTarget((socket) => socket.end('this is no HTTP\r\n\r\n'));
    service = await TestService.start({
      env: {
        OUTBOUND_ALLOW: TARGET_ADDRESS,
        TABLEBASE_API_URL: provider.apiUrl,
        RENDER_DEADLINE_MS: String(DEADLINE_MS),
        RENDER_MEMORY_MB: '700',
      },
    });
    await service.call('/admin/settings', {
      method: 'PATCH',
      token: service.adminToken,
      body: { http_request: { timeout_ms: 2_000, max_response_bytes: 100_000 }, get_record: { timeout_ms: 2_000 } },
    });
    const connection = { provider: 'tablebase', token: PROVIDER_TOKEN };
    await service.call('/api/connections/main', { method: 'PUT', body: connection });
  });
  after(async () => {
    await service.stop();
    await target.close();
    await broken.close();
    await provider.target.close();
  });

  const ask = (url: string): Promise<Answer> => service.call(HTTP, { body: { method: 'GET', url } });
  const print = (body: object): Promise<Answer> => service.call(PDF, { body });
  const record = (answer: ProviderAnswer, base_id = `appLevel${++bases}`): Promise<Answer> =>
    service.call(RECORD, {
      body: {
        base_id,
        table_id: 'Orders',
        record_id: recordAnswering(answer),
        _connections: { tablebase: 'main' },
      },
    });
  const drawing = `<svg><defs><g id="g0"><rect width="1" height="1"/></g>${Array.from(
    { length: 30 },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
  ).join('')}</defs><use href="#g30"/></svg>`;

  /** Every failure that a request can cause, with its answer. */
  const FAILURES: Record<string, [ask: () => Promise<Answer>, ...codes: string[]]> = {
    'a target that refuses the connection': [
      async () => ask(`http://${TARGET_ADDRESS}:${await freePort()}/`),
      'target_unreachable',
    ],
    'a target whose name is unknown': [() => ask('http://nobody.invalid/'), 'target_unreachable'],
    'a target without TLS': [() => ask(target.url.replace('http:', 'https:')), 'target_unreachable'],
    'a silent target': [() => ask(`${target.url}/silent`), 'deadline_exceeded'],
    'a target that breaks off': [() => ask(`${target.url}/cut`), 'response_invalid'],
    'a target that speaks no HTTP': [() => ask(`${broken.url}/`), 'response_invalid'],
    'a target that redirects in a circle': [() => ask(`${target.url}/round`), 'too_many_redirects'],
    'a target that redirects to what is no address': [() => ask(`${target.url}/nowhere`), 'response_invalid'],
    'a target that sends too much': [() => ask(`${target.url}/large`), 'response_too_large'],
    'a private address': [() => ask('http://10.0.0.1/'), 'address_forbidden'],
    'a provider that fails': [() => record('internal'), 'response_invalid'],
    'a provider that is silent': [() => record('silence'), 'deadline_exceeded'],
    'a provider whose limit is used up': [
      () => {
        provider.penalise('appPenalty');
        return record('record', 'appPenalty');
      },
      'unavailable',
    ],
    'a document with a broken tag': [() => print({ html: '[[#open]]' }), 'template_invalid'],
    'a document with an image that is not there': [
      () => print({ html: '<img src="https://nobody.invalid/x.png">' }),
      'image_unavailable',
    ],
    'a document of too many pages': [
      () => print({ html: '<p style="break-after:page">x</p>'.repeat(60) }),
      'page_limit',
    ],
    'a document that takes all memory': [() => print({ html: drawing }), 'document_too_complex', 'deadline_exceeded'],
    'a document that never ends': [
      () => print({ html: `<table>${'<tr><td rowspan="65534">x<td>y'.repeat(3_000)}</table>` }),
      'deadline_exceeded',
    ],
  };
  /** The last ones take seconds. */
  const LONG = 2;

  for (const [what, [fail, ...codes]] of Object.entries(FAILURES).slice(0, caseCount(-LONG, 99))) {
    it(`answers ${what} with ${codes.join(' or ')}`, async () => {
      const answer = await fail();
      expect(answer.headers.get('x-error-code'), answer.body.error).to.be.oneOf(codes);
    });
  }

  it('has no warnings, in any process', async () => {
    await eventually(async () => expect((await print({ html: 'x' })).status).to.equal(200));
    const loud = service
      .logs()
      .split('\n')
      .filter((line) => /"level":"(?:warn|error|fatal)"/.test(line) && !OF_THE_START.test(line))
      .map((line) => {
        const { service: app, level, msg, error } = JSON.parse(line) as Record<string, string>;
        return `${app} ${level}: ${msg} ${error ?? ''}`;
      });
    expect(loud).to.deep.equal([]);
  });

  it('reports it at `info`, with its cause', () => {
    expect(service.gateway.output()).to.match(/"level":"info".*"error":"target_unreachable".*"cause":"ECONNREFUSED/);
  });
});
