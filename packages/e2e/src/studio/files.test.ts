/// <reference lib="dom" />
import { pdfText, SAMPLE_IMAGES, type SharedService, sharedService, svgOf, testFont } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

interface Sent {
  name: string;
  type: string;
  base64: string;
}

const LOGO = { name: 'Our Logo.svg', type: 'image/svg+xml', base64: Buffer.from(svgOf()).toString('base64') };
const webp = (name: string): Sent => ({ name, type: 'image/webp', base64: SAMPLE_IMAGES.WEBP.toString('base64') });

describe('Files in the studio', () => {
  let service: SharedService;
  let studio: StudioPage;
  before(async () => {
    service = await sharedService();
    studio = await StudioPage.launch(service);
    await studio.signIn();
    await studio.create('filed');
    await studio.showsPages(/Ada Lovelace/);
  });
  after(() => studio?.close());

  /** Drops files on an element, as a browser does. @param at a text of the editor. */
  const drop = async (selector: string, files: readonly Sent[], at?: string): Promise<void> => {
    const target = await studio.page.waitForSelector(selector);
    await target?.evaluate(dropFiles, files, at ?? null);
  };
  const paste = (files: readonly Sent[]) => studio.page.evaluate(pasteFiles, files);
  const openTab = async (name: string): Promise<void> => {
    await studio.page.evaluate((label) => {
      const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
      const tab = tabs.find(({ textContent }) => textContent === label);
      tab?.focus();
      tab?.click();
    }, name);
  };
  const text = () =>
    studio.page.$eval('.editor', (host) => host.shadowRoot?.querySelector('.cm-content')?.textContent ?? '');
  const files = () => studio.page.$$eval('[data-file]', (rows) => rows.map((row) => row.getAttribute('data-file')));
  const press = (label: string) => studio.page.locator(`::-p-aria([name="${label}"][role="button"])`).click();

  it('adds a logo that is dropped on the text, and inserts it there', async () => {
    await drop('.editor', [LOGO], 'Item');
    await studio.shows(/^Our-Logo\.svg added\./, '.notice');
    expect(await text()).to.include(`<th><img src="Our-Logo.svg" alt="">Item</th>`);
    await studio.showsPages(/Ada Lovelace/);
    expect(await studio.page.$$('.problem-list li')).to.have.length(0);
    await studio.press('Control+s');
    await studio.shows(/Draft saved/, '.status');
    const body = { template: 'filed@draft', data: { number: '7', items: [] } };
    const printed = await service.call('/api/utilities/html-to-pdf', { body });
    expect(printed.status, printed.body.error).to.equal(200);
    expect(pdfText(Buffer.from(printed.body.data.pdf_base64, 'base64'))).to.include('Invoice 7');
  });

  it('takes both back with Undo', async () => {
    await press('Undo');
    await studio.shows(/Undone/, '.notice');
    expect(await text()).not.to.include('<img');
    await openTab('Files');
    expect(await files()).to.deep.equal([]);
  });

  it('adds files that are dropped on the pages, lists them, and replaces one by a drop on its row', async () => {
    await drop('.pages', [webp('photo.webp'), LOGO]);
    await studio.shows(/photo\.webp added\. Our-Logo\.svg added\./, '.notice');
    expect(await files()).to.deep.equal(['photo.webp', 'Our-Logo.svg']);
    await studio.shows(/photo\.webp78 B · 20 × 10 px/, '.file-name');
    await studio.shows(/^2 files, .* may have 5\.2 MB, and 200 files\.$/m, '.files > .note');
    await studio.expectNoFaults();
    await drop('[data-file="photo.webp"]', [
      { ...webp('other.webp'), base64: SAMPLE_IMAGES.LOSSLESS_WEBP.toString('base64') },
    ]);
    await studio.shows(/photo\.webp replaced/, '.notice');
    expect(await files()).to.deep.equal(['photo.webp', 'Our-Logo.svg']);
    await studio.shows(/photo\.webp36 B/, '.file-name');
  });

  it('renames and removes files by keyboard, and takes that back', async () => {
    await studio.tabTo('Rename photo.webp');
    await studio.press('Enter');
    await studio.press('Control+a');
    await studio.type('Our-Logo.svg');
    await studio.press('Enter');
    await studio.shows(/Another file has this name/, 'dialog .problem');
    await studio.press('Control+a');
    await studio.type('images/photo.webp');
    await studio.press('Enter');
    await studio.shows(/photo\.webp is now images\/photo\.webp/, '.notice');
    expect(await studio.focused()).to.equal('Rename images/photo.webp');
    await studio.tabTo('Remove images/photo.webp');
    await studio.press('Enter');
    await studio.shows(/images\/photo\.webp removed/, '.notice');
    expect(await files()).to.deep.equal(['Our-Logo.svg']);
    expect(await studio.focused()).to.equal('Undo');
    await studio.press('Enter');
    await studio.shows(/Undone/, '.notice');
    expect(await studio.focused()).to.equal('Close the message');
    expect(await files()).to.deep.equal(['images/photo.webp', 'Our-Logo.svg']);
  });

  it('says what is not added, and why', async () => {
    const large = { name: 'large.png', type: 'image/png', base64: Buffer.alloc(5_000_000).toString('base64') };
    await drop('.files', [large, { name: 'a.docx', type: '', base64: 'AAAA' }]);
    await studio.shows(
      /large\.png is not added: it has 5\.0 MB, and there is room for 3\.9 MB.*a\.docx is not added: files/,
      '.notice',
    );
    expect(await files()).to.have.length(2);
  });

  it('inserts an image at the cursor, and a font as a rule of the CSS', async () => {
    await press('Insert Our-Logo.svg');
    expect(await text()).to.include('<body><img src="Our-Logo.svg" alt="">');
    await studio.showsPages(/Ada Lovelace/);
    const font = testFont('Boxes', { format: 'woff2' }).toString('base64');
    await drop('.pages', [{ name: 'Boxes.woff2', type: 'font/woff2', base64: font }]);
    await openTab('Files');
    await press('Insert Boxes.woff2');
    expect(await text()).to.include('font-family: "Boxes";');
    await studio.showsPages(/Ada Lovelace/);
    await openTab('Options');
    expect(await studio.page.$$eval('.options textarea', (areas) => areas.map(({ value }) => value).join())).to.include(
      '"embedded_resources": true',
    );
    await studio.shows(/^No problems$/, 'summary');
  });

  it('writes the new name of a file in the text that uses it, and takes that back', async () => {
    await openTab('Files');
    await studio.tabTo('Rename Our-Logo.svg');
    await studio.press('Enter');
    await studio.press('Control+a');
    await studio.type('brand.svg');
    await studio.press('Enter');
    await studio.shows(/Our-Logo\.svg is now brand\.svg, in 1 place that used it as well\./, '.notice');
    await openTab('HTML');
    expect(await text()).to.include('<img src="brand.svg" alt="">');
    await studio.showsPages(/Ada Lovelace/);
    await studio.shows(/^No problems$/, 'summary');
    await press('Undo');
    await studio.shows(/Undone/, '.notice');
    expect(await text()).to.include('<img src="Our-Logo.svg" alt="">');
    await studio.showsPages(/Ada Lovelace/);
    await studio.shows(/^No problems$/, 'summary');
  });

  it('adds a pasted image under a free name, and inserts it', async () => {
    await openTab('HTML');
    await studio.press('F6');
    await studio.press('Control+End');
    await paste([webp('image.webp')]);
    await studio.shows(/image\.webp added/, '.notice');
    await paste([webp('image.webp')]);
    await studio.shows(/image-2\.webp added/, '.notice');
    expect(await text()).to.match(/<img src="image\.webp" alt=""><img src="image-2\.webp" alt="">/);
    await studio.showsPages(/Ada Lovelace/);
  });

  it('says what a saved text no longer has, when all files are removed', async () => {
    await studio.press('Control+s');
    await studio.shows(/Draft saved/, '.status');
    await openTab('Files');
    for (const name of await files()) await press(`Remove ${name}`);
    await studio.press('Control+s');
    await studio.shows(/replaces the draft before of filed, and lacks parts of it: files \(/, '.problem-list li');
  });
});

/** Runs in the page. */
function dropFiles(target: Element, files: readonly Sent[], at: string | null): void {
  const data = new DataTransfer();
  for (const { name, type, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    data.items.add(new File([bytes], name, { type }));
  }
  const texts = document.createTreeWalker(target.shadowRoot ?? target, NodeFilter.SHOW_TEXT);
  let place = target.getBoundingClientRect();
  while (at !== null && texts.nextNode()) {
    const node = texts.currentNode as Text;
    const index = node.data.indexOf(at);
    if (index < 0) continue;
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + 1);
    place = range.getBoundingClientRect();
    break;
  }
  const [clientX, clientY] = [place.left + 1, place.top + place.height / 2];
  const inner = (target.shadowRoot?.elementFromPoint(clientX, clientY) ?? target) as Element;
  for (const type of ['dragenter', 'dragover', 'drop'])
    inner.dispatchEvent(
      new DragEvent(type, { dataTransfer: data, clientX, clientY, bubbles: true, cancelable: true, composed: true }),
    );
}

/** Runs in the page. */
function pasteFiles(files: readonly Sent[]): void {
  const clipboardData = new DataTransfer();
  for (const { name, type, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    clipboardData.items.add(new File([bytes], name, { type }));
  }
  let target = document.activeElement;
  while (target?.shadowRoot?.activeElement) target = target.shadowRoot.activeElement;
  target?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
  );
}
