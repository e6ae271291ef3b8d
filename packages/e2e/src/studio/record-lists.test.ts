import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { noPostgres, type OrdinarySchema, startOrdinarySchema } from '../records/ordinary-schema.js';
import { StudioPage } from './studio-page.js';

const LINES = { items: { table_id: 'order_items', by: 'order_id', sort: [{ field: 'line' }] } };

describe(`Sample data of tables in the studio (${noPostgres === undefined ? 'PostgreSQL' : `skipped: ${noPostgres}`})`, () => {
  let schema: OrdinarySchema;
  let studio: StudioPage;
  before(async function () {
    if (noPostgres !== undefined) return this.skip();
    this.timeout(120_000);
    schema = await startOrdinarySchema({ workers: 1 });
    const content =
      '<p>[[firm]]: [[number]] of record [[_record.id]]:[[#items]] [[line]] = [[qty]],[[/items]]</p>[[#records]]<p>[[number]]:[[#items]] [[line]] = [[qty]],[[/items]]</p>[[/records]]';
    const body = { kind: 'html', content, sample_data: { short: { firm: 'Example Ltd' } }, draft: true };
    await schema.service.call('/api/variables/orders', { method: 'PUT', body });
    studio = await StudioPage.launch(schema.service);
    await studio.signIn();
    await studio.tabTo('orders');
    await studio.press('Enter');
    await studio.page.waitForSelector('.pages[data-edit]');
    await press('Data');
  });
  after(async () => {
    await studio?.close();
    await schema?.stop();
  });

  const press = (name: string): Promise<void> =>
    studio.page.evaluate(
      (label) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
      name,
    );

  /** Opens the dialog and writes into its fields, from the first to the last. */
  async function read(kind: 'record' | 'list', fields: readonly (readonly [name: string, text: string])[]) {
    await press('From a record…');
    await studio.page.waitForSelector('dialog form');
    await studio.page.evaluate((value) => {
      const [connection, read] = document.querySelectorAll<HTMLSelectElement>('dialog select');
      for (const [select, chosen] of [
        [connection, 'shop'],
        [read, value],
      ] as const)
        if (select) {
          select.value = chosen;
          select.dispatchEvent(new Event('change'));
        }
    }, kind);
    for (const [name, text] of fields) {
      await studio.tabTo(name);
      await studio.press('Control+a');
      await studio.type(text);
    }
    await studio.press('Enter');
  }

  it('are a copy of a list, with the records that name each', async () => {
    const parameters = { where: [{ field: 'total', op: '>=', value: 31_489 }], children: LINES };
    await read('list', [
      ['Base', 'shop'],
      ['Table', 'orders'],
      ['Parameters', '[1]'],
      ['Name of the set', 'orders'],
    ]);
    await studio.shows(/Parameters must be a JSON object/, 'dialog [role=alert]');
    await studio.expectNoFaults();
    for (const [name, text] of [
      ['Parameters', JSON.stringify(parameters)],
      ['Name of the set', 'orders'],
    ] as const) {
      await studio.tabTo(name);
      await studio.press('Control+a');
      await studio.type(text);
    }
    await studio.press('Enter');
    await studio.showsPages(/Example Ltd.*2999: 1 = 1\.5, 2 = 3, 3 = 4\.5,.*3000: 1 = 1\.5,/s);
  });

  it('are a copy of a record, with those that name it', async () => {
    await read('record', [
      ['Record', '7'],
      ['Parameters', JSON.stringify({ children: LINES })],
      ['Name of the set', 'order'],
    ]);
    await studio.showsPages(/Example Ltd: 2026-0007 of record 7: 1 = 1\.5, 2 = 3, 3 = 4\.5,/);
    await studio.press('Control+s');
    expect(await studio.page.$$('dialog')).to.have.length(0);
  });
});
