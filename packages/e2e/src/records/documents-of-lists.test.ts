import { pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { noPostgres, type OrdinarySchema, shopTable, startOrdinarySchema } from './ordinary-schema.js';

const PDF = '/api/utilities/json-to-pdf';
const INVOICE = `<h1>[[number]]</h1><p>[[customer_id.fields.name]]</p>
  <table>[[#items]]<tr><td>[[line]]: [[qty]] [[product_id.fields.code]]</td></tr>[[/items]]</table><p>record [[_record.id]]</p>`;
const LINES = {
  table_id: 'order_items',
  by: 'order_id',
  sort: [{ field: 'line' }],
  expand: { product_id: 'products' },
};

describe(`Documents of lists of records (${noPostgres === undefined ? 'PostgreSQL' : `skipped: ${noPostgres}`})`, () => {
  let schema: OrdinarySchema;
  before(async function () {
    if (noPostgres !== undefined) return this.skip();
    this.timeout(120_000);
    schema = await startOrdinarySchema({ workers: 1 });
  });
  after(() => schema?.stop());

  const print = async (html: string, data_from: object, more: object = {}) => {
    const { status, body } = await schema.service.call(PDF, { body: { html, data_from, ...more } });
    expect(status, body.error).to.equal(200);
    return {
      text: body.data.pdf_base64 ? await pdfText(Buffer.from(body.data.pdf_base64, 'base64')) : '',
      actions: body.metadata?.actions_consumed,
    };
  };
  const usage = async () => (await schema.service.call('/api/usage')).body.data.by_tool['list-records'];

  it('print a record with its children, which are members of the data', async () => {
    const from = {
      ...shopTable('orders'),
      record_id: '7',
      expand: { customer_id: 'customers' },
      children: { items: LINES },
    };
    const { text, actions } = await print(INVOICE, from);
    expect(text.replace(/\s+/g, ' ')).to.include('2026-0007 Customer 7 1: 1.5 P-9 2: 3 P-10 3: 4.5 P-11 record 7');
    expect(actions).to.equal(4);
    const where = [{ field: 'number', value: '2026-0007' }];
    const { record_id: _, ...table } = from;
    expect((await print(INVOICE, { ...table, where })).text).to.equal(text);
  });

  it('print a list in `records`, whose every 100 records cost an action', async () => {
    const html =
      '<p>[[firm]]</p>[[#records]]<p>[[number]] [[_record.id]]: [[#items]][[line]],[[/items]]</p>[[/records]]';
    const from = {
      ...{ ...shopTable('orders'), list: true, limit: 60, children: { items: LINES } },
      ...{ where: [{ field: 'id', op: '>', value: 100 }], sort: [{ field: 'id', direction: 'desc' }] },
    };
    const { text, actions } = await print(html, from, { data: { firm: 'Example Ltd' } });
    expect(text)
      .to.match(/^Example Ltd\s+2026-3000 3000: 1,2,3,/)
      .and.include('2026-2941 2941: 1,2,3,');
    // 3 for the PDF, and 3 for 60 orders, 180 lines and their 20 products.
    expect(actions).to.equal(3 + 3);
  });

  it('cost nothing when the list exceeds a limit or cannot be printed, as a call and as a job', async () => {
    const before = await usage();
    const list = { ...shopTable('orders'), list: true };
    for (const [body, code, words] of [
      [{ html: '<p>', data_from: list }, 'too_many_records', /found were 2001 of `orders`/],
      [{ html: '<p>', data_from: { ...list, fields: ['x'] } }, 'invalid_parameter', /^`data_from.fields\[0\]`/],
      [
        { html: '<p>', data_from: { ...list, children: { items: { table_id: 'order_items', by: 'x' } } } },
        'invalid_parameter',
        /^`data_from.children.items.by`/,
      ],
      [{ html: '[[#records]]', data_from: { ...list, limit: 1 } }, 'template_invalid', /./],
    ] as const) {
      const answer = await schema.service.call(PDF, { body });
      expect(answer.headers.get('x-error-code'), answer.body.error).to.equal(code);
      expect(answer.body.error).to.match(words);
      const job = await schema.service.call('/api/jobs', { body: { tool: 'json-to-pdf', input: body } });
      const { error } = (await schema.service.call(`/api/jobs/${job.body.data.id}?wait=50`)).body.data;
      expect([error.code, words.test(error.message)]).to.deep.equal([code, true]);
    }
    expect(await usage()).to.deep.equal(before);
  });

  it('are printed by jobs, which charge the list too', async () => {
    const { actions, requests } = await usage();
    const input = {
      html: '[[#records]][[number]] [[/records]]',
      data_from: { ...shopTable('orders'), list: true, limit: 150 },
    };
    const job = await schema.service.call('/api/jobs', { body: { tool: 'json-to-pdf', input } });
    const { status, result } = (await schema.service.call(`/api/jobs/${job.body.data.id}?wait=50`)).body.data;
    expect([status, result.page_count > 0]).to.deep.equal(['done', true]);
    expect(await usage()).to.deep.equal({ actions: actions + 2, requests: requests + 1 });
  });

  it('take the gateway at most a second of processor time for 2,000 records', async () => {
    const seconds = async (): Promise<number> => {
      const text = await (await fetch(`${schema.service.url}/metrics`)).text();
      return Number(/^process_cpu_seconds_total(?:\{.*\})? (\S+)$/m.exec(text)?.[1]);
    };
    const data_from = { ...shopTable('orders'), list: true, where: [{ field: 'id', op: '<=', value: 2_000 }] };
    const html =
      '<table>[[#records]]<tr><td>[[number]]<td>[[date | date]]<td>[[total | number: 2]]</tr>[[/records]]</table>';
    const before = await seconds();
    const { actions } = await print(html, data_from, { return: 'link' });
    expect((await seconds()) - before).to.be.within(0, 1);
    expect(actions).to.equal(3 + 20);
  });

  it('print a row of a batch for each record, read once', async () => {
    const { actions, requests } = await usage();
    const rows_from = {
      ...{
        ...shopTable('orders'),
        where: [{ field: 'id', op: 'in', value: [3, 1, 2] }],
        sort: [{ field: 'id', direction: 'desc' }],
      },
      children: { items: LINES },
      fields: ['number'],
    };
    const input = {
      html: '<p>[[number]] [[_record.id]] [[firm]] [[#items]][[line]],[[/items]]</p>',
      data: { firm: 'Example Ltd' },
    };
    const submitted = await schema.service.call('/api/batches', { body: { tool: 'json-to-pdf', input, rows_from } });
    expect(submitted.status, submitted.body.error).to.equal(202);
    expect(submitted.body.data.rows).to.equal(3);
    const path = `/api/batches/${submitted.body.data.id}`;
    expect((await schema.service.call(`${path}?wait=50`)).body.data).to.include({ status: 'done', done: 3 });
    const { items } = (await schema.service.call(`${path}/rows`)).body.data;
    const texts = await Promise.all(
      items.map(async ({ result }: { result: { download_url: string } }) =>
        (await pdfText(Buffer.from(await (await fetch(result.download_url)).arrayBuffer()))).trim(),
      ),
    );
    expect(texts).to.deep.equal([3, 2, 1].map((id) => `2026-000${id} ${id} Example Ltd 1,2,3,`));
    expect(await usage()).to.deep.equal({ actions: actions + 1, requests: requests + 1 });
  });

  it('have no rows, and cost nothing, without a record or with too many', async () => {
    const before = await usage();
    for (const [more, code] of [
      [{ where: [{ field: 'id', value: -1 }] }, 'record_not_found'],
      [{}, 'too_many_records'],
      [{ fields: ['x'] }, 'invalid_parameter'],
    ] as const) {
      const body = { tool: 'json-to-pdf', input: { html: '<p>' }, rows_from: { ...shopTable('orders'), ...more } };
      const answer = await schema.service.call('/api/batches', { body });
      expect([answer.headers.get('x-error-code'), /rows_from|found were/.test(answer.body.error ?? '')]).to.deep.equal([
        code,
        true,
      ]);
    }
    expect(await usage()).to.deep.equal(before);
  });
});
