/** Values that could be misread print the same, or are refused, in every way in which data comes in. */
import {
  type Answer,
  type HttpTarget,
  PROVIDER_TOKEN,
  pdfText,
  startHttpTarget,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { NDJSON } from './uploads.js';

const PDF = '/api/utilities/html-to-pdf';
const VALUES = JSON.stringify({
  id: '653247040368672768',
  due: '2020-01-31',
  born: 73_872_000_000,
  customer: ['Acme'],
  coin: 0.00012,
  tiny: 5e-7,
  huge: 1e21,
});
const TAGS =
  '[[id]] [[#if due < today]]late[[/if]] [[born | date: "yyyy-MM"]] [[customer]] [[coin | money: "BTC"]] [[tiny]] [[huge]]';
const PRINTED = '653247040368672768 late 1972-05 Acme BTC 0.00012 0.0000005 1000000000000000000000';

interface Outcome {
  /** Without blanks, because long lines wrap. */
  text: string;
  /** The error, or the warnings. */
  said: string;
}
/** Prints tags with data, which is JSON. */
type Way = (tags: string, data: string) => Promise<Outcome>;

const together = (text: string): string => text.replace(/\s+/g, '');
/** Returns the JSON of an object with `data`. */
const withData = (more: object, data: string): string => `${JSON.stringify(more).slice(0, -1)},"data":${data}}`;

describe('What a template prints', () => {
  let service: TestService;
  let provider: HttpTarget;
  let studio: Record<string, string>;
  let fields = '';
  let count = 0;
  before(async () => {
    provider = await startHttpTarget(({ path }, response) => {
      const record = `{"id":"recOne","createdTime":"2022-09-12T21:03:48.000Z","fields":${fields}}`;
      const isSearch = path.includes('filterByFormula');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(path.endsWith('/whoami') ? '{"id":"usrOne"}' : isSearch ? `{"records":[${record}]}` : record);
    });
    service = await TestService.start({ env: { TABLEBASE_API_URL: `${provider.url}/v0` } });
    await service.call('/api/connections/main', { method: 'PUT', body: { token: PROVIDER_TOKEN } });
    const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const signIn = { method: 'POST', headers: own, body: JSON.stringify({ token: service.token }) };
    const [cookie = ''] = (await fetch(`${service.url}/studio/session`, signIn)).headers.getSetCookie();
    studio = { ...own, cookie: cookie.split(';')[0] ?? '' };
  });
  after(async () => {
    await service?.stop();
    await provider?.close();
  });

  const outcomeOf = async (data: Answer['body']['data']): Promise<Outcome> => {
    const pdf = data.pdf_base64
      ? Buffer.from(data.pdf_base64, 'base64')
      : Buffer.from(await (await fetch(data.download_url)).arrayBuffer());
    return { text: together(pdfText(pdf)), said: JSON.stringify(data.warnings ?? '') };
  };
  const failed = (error: unknown): Outcome => ({ text: '', said: JSON.stringify(error) });
  const printed = async ({ status, body }: Answer): Promise<Outcome> =>
    status === 200 && !('faults' in body.data) ? outcomeOf(body.data) : failed(body.error ?? body.data.faults);
  const call = async (body: string, path = PDF): Promise<Outcome> => printed(await service.call(path, { body }));
  const saved = async (content: string): Promise<string> => {
    const name = `tags-${++count}`;
    await service.call(`/api/variables/${name}`, { method: 'PUT', body: { kind: 'html', content } });
    return name;
  };
  const jobOf = async (body: string): Promise<Outcome> => {
    const accepted = await service.call('/api/jobs', { body });
    if (accepted.status !== 202) return failed(accepted.body.error);
    const { data } = (await service.ended(`/api/jobs/${accepted.body.data.id}`)).body;
    return data.result ? outcomeOf(data.result) : failed(data.error);
  };
  const batchOf = async (body: string): Promise<Outcome> => {
    const accepted = await service.call('/api/batches', { body });
    if (accepted.status !== 202) return failed(accepted.body.error);
    const { id } = accepted.body.data;
    await service.ended(`/api/batches/${id}`);
    const [row] = (await service.call(`/api/batches/${id}/rows`)).body.data.items;
    return row.result ? outcomeOf(row.result) : failed(row.error);
  };
  const source = () => ({ base_id: `appWays${++count}`, table_id: 'Orders', _connections: { tablebase: 'main' } });
  const part =
    (field: string): Way =>
    (tags, data) =>
      call(withData({ html: '<p>', [field]: tags, margin: '30mm' }, data));

  const TYPED: Record<string, Way> = {
    '`data`': (html, data) => call(withData({ html }, data)),
    '`data` of json-to-pdf': (html, data) => call(withData({ html }, data), '/api/utilities/json-to-pdf'),
    'items of a list': (tags, data) => call(withData({ html: `[[#each rows]]${tags}[[/each]]` }, `{"rows":[${data}]}`)),
    'a section': (tags, data) => call(withData({ html: `[[#of]]${tags}[[/of]]` }, `{"of":${data}}`)),
    CSS: (tags, data) => call(withData({ html: '<p>', css: `p::after { content: "${tags}" }` }, data)),
    'a header': part('header_html'),
    'a footer': part('footer_html'),
    'a watermark': part('watermark_html'),
    'a saved variable': async (tags, data) => call(withData({ html: `[[var:${await saved(tags)}]]` }, data)),
    'a partial': async (tags, data) => call(withData({ html: `[[> ${await saved(tags)}]]` }, data)),
    'a saved template': async (tags, data) => call(withData({ template: await saved(tags) }, data)),
    'a job': (html, data) => jobOf(`{"tool":"html-to-pdf","input":${withData({ html }, data)}}`),
    'rows of a batch': (html, data) =>
      batchOf(`{"tool":"json-to-pdf","input":${JSON.stringify({ html })},"rows":[${data}]}`),
    '`data` of a batch': (html, data) =>
      batchOf(`{"tool":"json-to-pdf","input":${withData({ html }, data)},"rows":[{}]}`),
    'an upload of rows': async (html, data) => {
      const { body } = await service.call('/api/uploads', { method: 'PUT', headers: NDJSON, body: `${data}\n` });
      return batchOf(JSON.stringify({ tool: 'json-to-pdf', input: { html }, upload: body.data.id }));
    },
    'a preview in the studio': async (html, data) =>
      printed(
        await service.call('/studio/api/preview', { token: null, headers: studio, body: withData({ html }, data) }),
      ),
    'a call of an agent': async (html, data) => {
      const params = `{"name":"html_to_pdf","arguments":${withData({ html }, data)}}`;
      const { error, result } = (
        await service.call('/mcp', {
          headers: { accept: 'application/json, text/event-stream' },
          body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
        })
      ).body as unknown as { error?: unknown; result?: { isError?: boolean; structuredContent?: object } };
      return result?.structuredContent && !result.isError
        ? outcomeOf(result.structuredContent)
        : failed(error ?? result);
    },
  };
  const READ: Record<string, Way> = {
    'a record': async (html, data) => {
      fields = data;
      return call(JSON.stringify({ html, data_from: { ...source(), record_id: 'recOne' } }));
    },
    'records of a batch': async (html, data) => {
      fields = data;
      const rows_from = { ...source(), record_ids: ['recOne'] };
      return batchOf(JSON.stringify({ tool: 'json-to-pdf', input: { html }, rows_from }));
    },
  };

  for (const [way, print] of Object.entries({ ...TYPED, ...READ })) {
    it(`is what values mean, with ${way}`, async () => {
      expect(await print(TAGS, VALUES)).to.deep.equal({ text: together(PRINTED), said: '""' });
    });

    it(`is warned of where it is an object or a 12-hour time, with ${way}`, async () => {
      const tags = '[[firm]] [[sent | date: "hh:mm"]]';
      const { text, said } = await print(tags, '{"firm":{"name":"Acme"},"sent":"2026-01-31T15:07:00"}');
      expect(text).to.include('{"name":"Acme"}').and.include('03:07');
      expect(said).to.include('value_unclear').and.include('[[firm.name]]').and.include('12-hour time');
    });

    it(`is an error where it would be wrong, with ${way}`, async () => {
      for (const [tags, data, fault] of [
        ['[[sent | date: "dd.MM.yyyy HH:MM"]]', '{"sent":"2026-01-31T15:07:00"}', 'minutes are `mm`'],
        ['[[#if amount > 1000]]x[[/if]]', '{"amount":"1,234.50"}', 'a text that is not a number'],
        ['[[#if due < today]]x[[/if]]', '{"due":"31.01.2026"}', 'not a date'],
      ] as const)
        expect((await print(tags, data)).said, tags).to.include(fault);
    });
  }

  it('is the document as it is with `tags: false`, in calls, jobs, batches, previews and with a saved template', async () => {
    const input = { html: '<p>x[[i]] [[#if a]]', tags: false };
    const job = JSON.stringify({ tool: 'html-to-pdf', input });
    const batch = JSON.stringify({ tool: 'json-to-pdf', input, rows: [{ i: 1 }] });
    const preview = { token: null, headers: studio, body: JSON.stringify(input) };
    for (const outcome of [
      await call(JSON.stringify(input)),
      await jobOf(job),
      await batchOf(batch),
      await printed(await service.call('/studio/api/preview', preview)),
      await call(withData({ template: await saved(input.html), tags: false }, '{"i":1}')),
    ])
      expect(outcome).to.deep.equal({ text: 'x[[i]][[#ifa]]', said: '""' });
  });

  it('is one warning that names `tags: false` where a request has no data, in calls and jobs', async () => {
    const input = { html: '<p>x[[i]] y[[j]]' };
    for (const { said } of [
      await call(JSON.stringify(input)),
      await jobOf(JSON.stringify({ tool: 'html-to-pdf', input })),
      await printed(
        await service.call('/studio/api/preview', { token: null, headers: studio, body: JSON.stringify(input) }),
      ),
    ])
      expect(said).to.include('tags: false').and.include('and 1 more print nothing');
  });

  for (const [way, print] of Object.entries(TYPED))
    it(`is refused for a number that would lose digits, with ${way}`, async () => {
      for (const number of ['653247040368672768', '0.12345678901234567890', '1e400'])
        expect((await print('[[id]]', `{"id":${number}}`)).said, number).to.include('would lose digits');
    });
  for (const [way, print] of Object.entries(READ))
    it(`has all digits of a number, with ${way}`, async () => {
      for (const number of ['653247040368672768', '0.12345678901234567890'])
        expect(await print('[[id]]', `{"id":${number}}`)).to.deep.equal({ text: number, said: '""' });
    });
});
