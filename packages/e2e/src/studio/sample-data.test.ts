/// <reference lib="dom" />
import { eventually, PROVIDER_TOKEN, type ProviderDouble, startProviderDouble, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

const TEXT = `{"number": "7", "total": 1.50,
   "paid": false,  "due": "2026-01-31",
  "items": [{"name": "Tea", "n": 1}, {"name": "Cake", "n": 2}] }`;

describe('Sample data in the studio', () => {
  let service: TestService;
  let provider: ProviderDouble;
  let studio: StudioPage;
  before(async () => {
    provider = await startProviderDouble();
    service = await TestService.start({ env: { TABLEBASE_API_URL: provider.apiUrl } });
    const content =
      '<p>No. [[number]], [[total | money: "EUR"]], [[due]], [[Name]]</p>[[#each items]]<p>[[@number]] [[name]]</p>[[/each]]';
    const body = { kind: 'html', content, sample_data: { short: JSON.parse(TEXT) }, draft: true };
    await service.call('/api/variables/data', { method: 'PUT', body });
    await service.call('/api/connections/sales', { method: 'PUT', body: { token: PROVIDER_TOKEN } });
    studio = await StudioPage.launch(service);
    await studio.signIn();
    await studio.tabTo('data');
    await studio.press('Enter');
    await studio.page.waitForSelector('.pages[data-edit]');
  });
  after(async () => {
    await studio?.close(); // absent if the start failed
    await service.stop();
    await provider.target.close();
  });

  const json = async (): Promise<string> => {
    await press('JSON');
    return studio.page.$eval('>>> .cm-content', (content) =>
      [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
    );
  };
  /** Presses a button by its name. */
  const press = async (name: string): Promise<void> => {
    const pressed = await studio.page.evaluate((label) => {
      const found = [...document.querySelectorAll('button')].find(
        (each) => (each.ariaLabel ?? each.textContent) === label,
      );
      found?.click();
      return found !== undefined;
    }, name);
    expect(pressed, name).to.equal(true);
  };

  it('is a form that changes the JSON at its place only', async () => {
    await press('Data');
    await studio.page.focus('>>> .cm-content');
    await studio.press('Control+a');
    await studio.page.keyboard.sendCharacter(TEXT);
    await studio.showsPages(/€1\.50/);
    await press('Form');
    await studio.expectNoFaults();
    await studio.tabTo('Number');
    await studio.press('Control+a');
    await studio.type('A "8"');
    await studio.showsPages(/No\. A "8"/);
    await studio.tabTo('Total');
    await studio.press('Control+a');
    await studio.type('2.10');
    await studio.showsPages(/€2\.10/);
    await studio.type('x');
    await studio.shows(/A number, such as 1\.50/, '.data-form [role=alert]:not([hidden])');
    await studio.tabTo('Paid');
    await studio.press('Space');
    expect(await json()).to.equal(TEXT.replace('"7"', '"A \\"8\\""').replace('1.50', '2.10').replace('false', 'true'));
  });

  it('moves, removes and adds rows, and the focus stays with them', async () => {
    await press('Form');
    await studio.tabTo('Move row 1 of Items down');
    await studio.press('Enter');
    await studio.showsPages(/1 Cake.*2 Tea/s);
    expect(await studio.focused()).to.equal('Move row 2 of Items up');
    await press('Add a row to Items');
    await studio.showsPages(/1 Cake.*2 Tea.*3 Tea/s);
    await press('Remove row 1 of Items');
    await studio.showsPages(/1 Tea.*2 Tea/s);
    expect(await json()).to.include('"items": [{"name": "Tea", "n": 1}, {"name": "Tea", "n": 1}] }');
  });

  it('says where JSON is invalid, and goes there', async () => {
    await studio.page.focus('>>> .cm-content');
    await studio.press('Control+End');
    await studio.type(' x');
    await press('Form');
    await studio.shows(/not valid JSON.*line 3, column \d+/, '.data-room .problem:not([hidden])');
    expect(await studio.page.$$('.data-form input')).to.have.length(0);
    await press('Mend it');
    expect(await studio.focused()).to.match(/^Data “short”/);
    await studio.press('Backspace');
    await studio.press('End');
    await studio.press('Backspace');
    await studio.showsPages(/1 Tea/);
  });

  it('has variants by one press, and back', async () => {
    await press('200 rows');
    await studio.shows(/^\d pages/, '.figures');
    await studio.showsPages(/1 Tea.*20 Tea/s);
    expect(await studio.page.$eval('.samples select', ({ value }) => value)).to.equal('200-rows');
    await studio.expectNoFaults();
    await press('Form');
    const field = await studio.page.$('.data-form input');
    await press('No items');
    await studio.showsPages(/^(?!.*Tea)/s);
    // A field of data that is no longer shown changes nothing.
    await field?.evaluate((input) => {
      (input as HTMLInputElement).value = 'stale';
      input.dispatchEvent(new Event('input'));
    });
    await press('No items');
    await studio.showsPages(/No\. A "8".*2 Tea/s);
    expect(await studio.page.$eval('.samples select', ({ value }) => value)).to.equal('short');
    await press('No items');
    await studio.showsPages(/No\. A "8"(?!.*Tea)/s);
    await press('No items');
  });

  it('is a copy of a record', async () => {
    await press('From a record…');
    await studio.page.waitForSelector('dialog form');
    await studio.expectNoFaults();
    for (const [name, text] of [
      ['Base', 'appData1'],
      ['Table', 'Orders'],
      ['Record', 'recSample'],
    ] as const) {
      await studio.tabTo(name);
      await studio.type(text);
    }
    await studio.shows(/personal data stays in this draft until you delete it/, 'dialog');
    await studio.press('Enter');
    await studio.showsPages(/Müller & Söhne/);
    await studio.press('Control+s');
    await eventually(async () => {
      const { sample_data } = (await service.call('/api/variables/data/versions/draft')).body.data;
      expect(sample_data.record).to.deep.include({
        _record: { id: 'recSample', createdTime: '2022-09-12T21:03:48.000Z' },
        number: 'A "8"',
      });
    });
  });

  it('shows the first rows of large data, and says so', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      name: `Name of the row ${index}`,
      detail: 'x'.repeat(60),
      n: index,
    }));
    const content = '<p>[[number]]</p>';
    const body = { kind: 'html', content, sample_data: { large: { number: '1', items: rows } }, draft: true };
    await service.call('/api/variables/large', { method: 'PUT', body });
    await studio.page.evaluate(() => (location.hash = '#/large'));
    await studio.page.waitForFunction(() => document.querySelector('h1')?.textContent === 'large');
    await press('Data');
    await press('Form');
    await studio.shows(/The first 50 of 20000 rows are shown/, '.data-form .more');
    expect(await studio.page.$$('.data-form .row')).to.have.length(50);
  });
});
