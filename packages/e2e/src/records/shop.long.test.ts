/** The same documents from the same tables in each server that runs here, and how many requests they take. */
import { readFileSync } from 'node:fs';
import { type HttpTarget, pdfText, startHttpTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { allBlocks, ROOT } from '../examples/blocks.js';
import { limit } from './cases.js';
import { type Rows, rowsOf, SHOPS, type Shop, type Table } from './shop.js';

const sample = (name: string): string => readFileSync(`${ROOT}samples/order/${name}`, 'utf8');
/** A block of the page on records that has this text. */
const recipe = (text: string): string =>
  allBlocks().find((block) => block.page === 'docs/tools/get-record.md' && block.text.includes(text))?.text ?? '';

const until = [{ field: 'date', op: '<', value: '2026-05-01' }];
/** The documents, with the tables of the sample base. */
const DOCUMENTS = {
  invoice: {
    // A server may have other ids.
    ...{
      html: sample('order.html').replace('[[_record.id]]', ''),
      css: sample('order.css'),
      data: JSON.parse(sample('order.json')),
    },
    ...JSON.parse(sample('request.json')),
  },
  statement: {
    html: /<<'END'\n(.*?)\nEND\n/s.exec(recipe('cat > statement.html'))?.[1] ?? '',
    data_from: {
      ...{ table_id: 'customers', record_id: 'cus_mueller' },
      children: {
        orders: { table_id: 'orders', by: 'customer_id', where: until, sort: [{ field: 'number' }] },
        payments: {
          ...{ table_id: 'payments', by: 'customer_id', where: until },
          sort: [{ field: 'date' }, { field: 'order_id' }],
        },
      },
    },
  },
} as const;
type Name = keyof typeof DOCUMENTS;
/** The tables that each document reads. */
const TABLES_OF: Record<Name, number> = { invoice: 5, statement: 3 };
/** The tables with a condition on dates. NocoDB refuses them in the form of texts, and is asked again. */
const DATED_OF: Record<Name, number> = { invoice: 0, statement: 2 };

/** Names the record and the tables of a server in place of those of the sample base. */
function from(shop: Shop, given: { table_id: Table; record_id: string }): object {
  const named = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return key === 'table_id' ? shop.tables[value as Table] : value;
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      key === 'expand' ? shop.tables[member as Table] : named(member, name),
    ]);
    return Object.fromEntries(members) as object;
  };
  const record_id = shop.idOf(given.table_id, given.record_id);
  return { ...(named(given) as object), record_id, base_id: shop.base, _connections: { tablebase: 'shop' } };
}

describe('Documents of the same tables', () => {
  let rows: Rows;
  const texts = new Map<Name, string>();

  for (const kind of SHOPS(() => rows)) {
    const why = kind.missing();
    describe(`in ${kind.name} (${why === undefined ? 'real server' : `skipped: ${why}`})`, () => {
      let shop: Shop;
      let service: TestService;
      let front: HttpTarget | undefined;
      before(async function () {
        if (why !== undefined) return this.skip();
        this.timeout(600_000);
        shop = await kind.start();
        if (shop.database !== undefined) rows = rowsOf(shop.database);
        else front = await passing(shop.connection.url);
        const url = front?.url ?? shop.connection.url;
        const env = { RECORD_HOSTS: new URL(url.replace(/^postgres/, 'http')).host, ...shop.env };
        service = await TestService.start({ env });
        await limit(service);
        const body = { ...shop.connection, provider: shop.provider, url };
        const saved = await service.call('/api/connections/shop', { method: 'PUT', body });
        expect(saved.status, JSON.stringify(saved.body)).to.equal(200);
      });
      after(async () => {
        await service?.stop();
        await front?.close();
        await shop?.stop();
      });

      /** The requests for records so far. In SQL they are the statements on the tables, in contrast to those on the catalog. */
      const requests = (): number =>
        front?.requests.length ?? shop.database?.log().match(/LOG: {2}execute .*FROM "public"\./g)?.length ?? 0;

      for (const name of Object.keys(DOCUMENTS) as Name[])
        it(`print the ${name} with a request per table`, async () => {
          const { data_from, ...document } = DOCUMENTS[name];
          const before = requests();
          const body = { ...document, data_from: from(shop, data_from) };
          const answer = await service.call('/api/utilities/json-to-pdf', { body });
          expect(answer.status, JSON.stringify(answer.body.error)).to.equal(200);
          const text = pdfText(Buffer.from(answer.body.data.pdf_base64, 'base64'));
          expect(text).to.include(name === 'invoice' ? '€1,725.50' : 'Carried forward €17,848.53');
          if (!texts.has(name)) texts.set(name, text);
          expect(text).to.equal(texts.get(name));
          expect(requests() - before)
            .to.be.at.least(TABLES_OF[name])
            .and.at.most(1 + TABLES_OF[name] + (shop.provider === 'nocodb' ? DATED_OF[name] : 0));
        });

      if (kind.name !== 'PostgreSQL') return;
      it('print a view with a list in each row, which the documentation shows', async () => {
        shop.database?.sql(`${recipe('CREATE VIEW')}; GRANT SELECT ON invoices TO reader`, shop.base);
        const html = '<p>[[customer]]:[[#items]] [[quantity]] × [[name]],[[/items]] [[total | money: currency]]';
        const data_from = from(shop, { table_id: 'orders', record_id: 'ord_2' });
        const body = { html, data_from: { ...data_from, table_id: 'invoices' } };
        const answer = await service.call('/api/utilities/json-to-pdf', { body });
        expect(answer.status, JSON.stringify(answer.body.error)).to.equal(200);
        expect(pdfText(Buffer.from(answer.body.data.pdf_base64, 'base64'))).to.match(
          /Müller & Söhne GmbH: 4 × Oak shelf, 2 m, 8 × Brackets, pair, 1 × Delivery,\s+€1,026\.26/,
        );
      });
    });
  }
});

/** Starts a server that passes requests to another one, and so counts them. @param server its URL. */
const passing = (server: string): Promise<HttpTarget> =>
  startHttpTarget(async ({ method, path, headers, body }, response) => {
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers as Record<string, string>;
    const answer = await fetch(server + path, {
      ...{ method, headers: passed },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
