/// <reference lib="dom" />
import { eventually, type PdfWord, pdfWords, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

const CHAPTERS = 12;
/** The width of an A4 page. */
const A4_POINTS = 595;
const TEMPLATE = {
  kind: 'html',
  content: `<h1>Report [[number]]</h1>
<p>Prices of [[day | date: "long"]]</p>
<table>[[#each rows]]<tr><td>[[name]]</td><td>[[price | money: "EUR"]]</td></tr>[[/each]]</table>
[[#each chapters]]
<section style="break-before: page"><h2>Chapter [[.]]</h2></section>
[[/each]]`,
  sample_data: {
    short: {
      number: '2026-0417',
      day: '2026-04-17',
      rows: [
        { name: 'Design', price: '450' },
        { name: 'Printing', price: '95' },
      ],
      chapters: Array.from({ length: CHAPTERS - 1 }, (_, index) => `No ${index + 2}`),
    },
  },
  options: { page_size: 'A4', footer_html: '<p>Imprint of Lovelace, page [[page]]</p>' },
  draft: true,
};

describe('The pages in the studio', () => {
  let service: SharedService;
  let studio: StudioPage;
  /** The words of the document as another reader finds them. */
  let words: PdfWord[];
  before(async () => {
    service = await sharedService();
    await service.call('/api/variables/paged', { method: 'PUT', body: TEMPLATE });
    const body = { template: 'paged@draft', data: TEMPLATE.sample_data.short };
    const printed = await service.call('/api/utilities/html-to-pdf', { body });
    words = pdfWords(Buffer.from(printed.body.data.pdf_base64, 'base64'));
    studio = await StudioPage.launch(service);
    await studio.signIn();
    await studio.tabTo('paged');
    await studio.press('Enter');
    await studio.showsPages(/Report/);
    await studio.shows(/12 pages/, '.figures');
  });
  after(() => studio?.close());

  const number = () => studio.page.$eval('.page-number', (field) => (field as HTMLInputElement).value);
  const onPage = (page: number) => eventually(async () => expect(await number()).to.equal(String(page)));
  const current = () => studio.page.$eval('.page-list [aria-current]', (each) => each.getAttribute('aria-label'));
  const zoom = () => studio.page.$eval('select[aria-label=Zoom]', (each) => (each as HTMLSelectElement).value);
  const width = () => studio.page.$eval('.pages .page', (page) => page.getBoundingClientRect().width);
  /** Returns the numbers of the pages that are drawn. */
  const drawn = (selector: string) =>
    studio.page.$$eval(selector, (all) =>
      all.flatMap((each, index) => (each.querySelector('canvas') ? [index + 1] : [])),
    );
  const selected = () =>
    studio.page.evaluate(() => {
      const host = document.querySelector('.editor');
      const root = host?.shadowRoot as unknown as { getSelection?(): Selection | null };
      const area = document.activeElement;
      if (area instanceof HTMLTextAreaElement) return area.value.slice(area.selectionStart, area.selectionEnd);
      return String(root.getSelection?.() ?? getSelection());
    });
  /** Clicks on a word of the first page. */
  const clickAt = async (text: string): Promise<void> => {
    const { xMin, xMax, yMin, yMax } = words.find((word) => word.text === text) as PdfWord;
    const { x, y, width } = await studio.page.$eval('.pages .page', (page) => page.getBoundingClientRect().toJSON());
    const scale = width / A4_POINTS;
    await studio.page.mouse.click(x + ((xMin + xMax) / 2) * scale, y + ((yMin + yMax) / 2) * scale);
  };
  const selects = (text: string) => eventually(async () => expect(await selected()).to.equal(text));

  it('are listed with pictures, and drawn when they come into view', async () => {
    await eventually(async () => expect(await drawn('.page-list li')).to.include(1));
    expect(await drawn('.pages .page')).not.to.include(CHAPTERS);
    expect(await drawn('.page-list li')).not.to.include(CHAPTERS);
    await studio.expectNoFaults();
    await studio.page.focus('.page-list [aria-current]');
    await studio.press('ArrowDown');
    await onPage(2);
    expect(await current()).to.equal('Page 2');
    await studio.press('End');
    await onPage(CHAPTERS);
    expect(await studio.focused()).to.equal('Page 12');
    await eventually(async () =>
      expect(await drawn('.pages .page'))
        .to.include(CHAPTERS)
        .and.not.to.include(1),
    );
    await eventually(async () => expect(await drawn('.page-list li')).to.include(CHAPTERS));
  });

  it('are reached by their number', async () => {
    await studio.page.focus('.page-number');
    await studio.press('Control+a');
    await studio.type('5');
    await studio.press('Enter');
    await onPage(5);
    await studio.press('ArrowUp');
    await onPage(4);
    await studio.press('Control+a');
    await studio.type('99');
    await studio.press('Enter');
    await onPage(CHAPTERS);
    await studio.press('Control+a');
    await studio.type('1');
    await studio.press('Enter');
    await onPage(1);
  });

  it('have a list that closes', async () => {
    const before = await width();
    await studio.page.locator('.page-controls button').click();
    expect(await studio.page.$$('.page-list:not([hidden])')).to.have.length(0);
    await eventually(async () => expect(await width()).to.be.greaterThan(before));
    await studio.page.locator('.page-controls button').click();
    expect(await studio.page.$$('.page-list:not([hidden])')).to.have.length(1);
  });

  it('have the size of the sheet, and are as large as printed at 100 %', async () => {
    await studio.shows(/^A4 210 × 297 mm$/, '.sheet');
    await studio.page.select('select[aria-label=Zoom]', '100');
    expect(await width()).to.be.closeTo((210 / 25.4) * 96, 1.5);
    await studio.page.select('select[aria-label=Zoom]', 'page');
    const heightOf = (selector: string) => studio.page.$eval(selector, (each) => each.getBoundingClientRect().height);
    const room = await heightOf('.views > .pages');
    expect(await heightOf('.pages .page')).to.be.within(room - 40, room);
  });

  it('are enlarged by keys and the wheel with Ctrl', async () => {
    await studio.page.focus('.views > .pages');
    await studio.press('Control+0');
    expect(await zoom()).to.equal('width');
    await studio.page.select('select[aria-label=Zoom]', '100');
    await studio.page.focus('.views > .pages');
    await studio.press('Control+=');
    expect(await zoom()).to.equal('125');
    await studio.press('Control+-');
    await studio.press('Control+-');
    expect(await zoom()).to.equal('75');
    const { x, y } = await studio.page.$eval('.views > .pages', (each) => each.getBoundingClientRect().toJSON());
    await studio.page.mouse.move(x + 100, y + 100);
    await studio.page.keyboard.down('Control');
    await studio.page.mouse.wheel({ deltaY: -100 });
    await studio.page.keyboard.up('Control');
    await eventually(async () => expect(Number(await zoom())).to.be.within(90, 100));
    await studio.page.focus('.views > .pages');
    await studio.press('Control+0');
  });

  it('lead to the word, the tag and the footer that printed a text', async () => {
    await studio.page.select('select[aria-label=Zoom]', 'page');
    await clickAt('Report');
    await selects('Report');
    await clickAt('2026-0417');
    await selects('[[number]]');
    await clickAt('April');
    await selects('[[day | date: "long"]]');
    await clickAt('Printing');
    await selects('[[name]]');
    await clickAt('€95.00');
    await selects('[[price | money: "EUR"]]');
    await clickAt('Imprint');
    await selects('Imprint');
    expect(
      await studio.page.$$eval('[role=tab][aria-selected=true]', (tabs) => tabs.map((tab) => tab.textContent)),
    ).to.deep.equal(['Options']);
  });

  it('lead there by keyboard', async () => {
    await studio.page.focus('.views > .pages');
    const reached: string[] = [];
    const said = () => studio.page.$eval('.said', (each) => each.textContent);
    while (reached.length < 4 && !reached.at(-1)?.startsWith('Prices')) {
      await studio.press('Alt+ArrowDown');
      await eventually(async () => expect(await said()).not.to.equal(reached.at(-1) ?? ''));
      reached.push(await said());
    }
    expect(reached.at(-1)).to.match(/^Prices of.* – Enter goes to its place/);
    await studio.press('Enter');
    await selects('Prices');
    expect(await studio.focused()).to.equal('HTML of the template');
  });
});
