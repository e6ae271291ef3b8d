import { eventually, type HttpTarget, startHttpTarget, TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { formOf } from './hungry/catalog/entry.js';

const PDF = '/api/utilities/html-to-pdf';
const CHECK = '/api/utilities/check-template';
const FORM = '/forms/chromium/convert/html';
const MARKDOWN = '/forms/chromium/convert/markdown';

/** The longest turn in milliseconds of processor time, the least of some rounds: the first one also compiles. */
const LIMIT_MS = 50;
const ROUNDS = 3;

const names = (count: number, value: unknown = 1, prefix = 'unknown'): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]));
const listed = (count: number): number[] => Array.from({ length: count }, (_, index) => index % 10);

interface Hostile {
  path: string;
  method?: 'POST' | 'PUT' | 'GET';
  headers?: Record<string, string>;
  body?: object | FormData;
}

const agent = (args: object, name = 'check_template'): Hostile => ({
  path: '/mcp',
  headers: { accept: 'application/json, text/event-stream' },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
});
const saved = (name: string, content: object): Hostile => ({
  path: `/api/variables/${name}`,
  method: 'PUT',
  body: { kind: 'html', ...content },
});
const record = { base_id: 'default', table_id: 't', record_id: 'r', _connections: { tablebase: 'own' } };

/** What a caller may send, by what the main thread would read. */
const INPUTS: Readonly<Record<string, Hostile>> = {
  '60,000 unknown names in `metadata`': { path: PDF, body: { html: 'x', metadata: names(60_000) } },
  'an invoice of 480 wrong lines': {
    path: CHECK,
    body: { html: 'x', e_invoice: { profile: 'en16931', invoice: { lines: Array(480).fill({ id: 1 }) } } },
  },
  'a form with 60,000 unknown names in `metadata`': {
    path: FORM,
    body: formOf({ 'index.html': 'x' }, { metadata: JSON.stringify(names(60_000)) }),
  },
  'a form of 5 MB of brackets': { path: FORM, body: formOf({ 'index.html': '[['.repeat(2_500_000) }) },
  'Markdown that is inserted often': {
    path: MARKDOWN,
    body: formOf({ 'index.html': '{{ toHTML "a.md" }}'.repeat(250_000), 'a.md': '*x*' }),
  },
  'a message of 209 KB with 20,000 unknown arguments': agent({ html: 'x', ...names(20_000, 1, 'u') }),
  'a message of 200 KB that saves a template with 9,000 sample values': agent(
    { name: 'agents', kind: 'html', content: '[['.repeat(40_000), sample_data: { a: names(9_000) } },
    'save_template',
  ),
  'a template of 5 MiB with variables': {
    path: CHECK,
    body: { html: `[[var:short]]${`[[> a "${'x'.repeat(500)}`.repeat(9_990)}` },
  },
  'data of 200,000 partials': {
    path: CHECK,
    body: { html: '[[> none]]', data: Object.fromEntries(listed(200_000).map((_, index) => [`> ${index}`, 1])) },
  },
  'a template whose options have 200,000 translations': saved('translated', {
    content: 'x',
    options: { translations: { de: names(200_000, 'x', 'k') } },
  }),
  'a print of that template': { path: CHECK, body: { template: 'translated' } },
  'sample data of 250,000 names': saved('samples', { content: 'x', sample_data: { a: names(250_000) } }),
  'a batch of 400,000 names in its rows': {
    path: '/api/batches',
    body: { tool: 'html-to-pdf', input: { html: '[[a' }, rows: Array(4_000).fill(names(100, 1, 'k')) },
  },
  'the differences of 19,000 lines': { path: '/api/variables/lines/diff?from=1&to=2', method: 'GET' },
  'a record of 100,000 fields': { path: PDF, body: { html: 'x', data_from: record } },
};

describe('The main thread of a gateway', () => {
  let service: TestService;
  let server: HttpTarget;
  let other: string;
  before(async () => {
    const answer = JSON.stringify({ id: 'r', ...names(100_000) });
    server = await startHttpTarget((_request, response) => response.end(answer));
    const NODE_OPTIONS = `--import=${new URL('./longest-turn.js', import.meta.url)}`;
    const RECORD_HOSTS = `${TARGET_ADDRESS}:${server.port}`;
    service = await TestService.start({ env: { NODE_OPTIONS, RECORD_HOSTS, COMPAT: 'gotenberg' } });
    other = (await service.createAccount('other')).token;
    const lines = (salt: number): string =>
      Array.from({ length: 19_000 }, (_, at) => `${(at * 7_919 + salt * 104_729 * (at % 3)) % 1_001}\n`).join('');
    const connection = { provider: 'pocketbase', url: server.url, token: 'x' };
    for (const [path, body] of [
      ['/api/variables/short', { kind: 'html', content: 'x' }],
      ['/api/variables/lines', { kind: 'html', content: lines(0) }],
      ['/api/variables/lines', { kind: 'html', content: lines(1) }],
      ['/api/connections/own', connection],
    ] as const)
      expect((await service.call(path, { method: 'PUT', body })).status).to.equal(200);
  });
  after(async () => {
    await service.stop();
    await server.close();
  });

  const turns = (): string[] => service.gateway.output().match(/longest turn: \d+/g) ?? [];
  /** Returns the longest turn since the last call, in milliseconds of processor time. */
  async function longestTurn(): Promise<number> {
    const count = turns().length;
    process.kill(service.gateway.pid, 'SIGUSR2');
    await eventually(() => expect(turns().length).to.be.above(count));
    return Number(turns().at(-1)?.replace(/\D/g, ''));
  }

  async function send({ path, method = 'POST', headers = {}, body }: Hostile): Promise<number> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${service.token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    const place = response.headers.get('location');
    if (place !== null) await service.call(place, { method: 'DELETE' });
    return response.status;
  }

  for (const [what, hostile] of Object.entries(INPUTS))
    it(`is not held by ${what}, and answers another account meanwhile`, async () => {
      let least = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS; round++) {
        await longestTurn();
        const [status, account] = await Promise.all([
          send(hostile),
          service.call('/api/account', { token: other }).then((answer) => answer.status),
        ]);
        expect([status < 500, account]).to.deep.equal([true, 200]);
        least = Math.min(least, await longestTurn());
      }
      expect(least, 'milliseconds of processor time').to.be.below(LIMIT_MS);
    });
});
