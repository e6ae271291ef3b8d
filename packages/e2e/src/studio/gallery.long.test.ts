/// <reference lib="dom" />
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { zipSync } from 'fflate';
import { after, before, beforeEach, describe, it } from 'mocha';
import type { ElementHandle, HTTPRequest } from 'puppeteer';
import { gallerySamples } from '../pages/thumbnails.js';
import { StudioPage } from './studio-page.js';

const DROPPED = fileURLToPath(new URL('../../fixtures/dropped', import.meta.url));
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgyCj/DwADMAGqKEKfZwAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns a folder of the fixtures as a ZIP. */
function zipOf(folder: string, more: Record<string, Uint8Array> = {}): Uint8Array {
  const paths = readdirSync(`${DROPPED}/${folder}`, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(`${DROPPED}/${folder}/${path}`).isFile());
  return zipSync({
    ...Object.fromEntries(files.map((path) => [path, readFileSync(`${DROPPED}/${folder}/${path}`)])),
    ...more,
  });
}

/** What is dropped, and what the studio says of it. The bar counts tags, the list has what to do. */
const FILES: readonly (readonly [file: string, says: RegExp])[] = [
  ['word-filtered.htm', /^0 faults/],
  ['word.zip', /header and footer .* write them in Options/],
  ['word-merge.htm', /6 tags of Word.*Convert 6 tags/],
  ['google-docs.zip', /1 tag of Mustache.*Convert 1 tag.*fonts of Google are left out/s],
  ['jinja.html.j2', /tags of Jinja or Twig.*Convert.*there are no macros/s],
  ['twig.html.twig', /tags of Jinja or Twig.*Convert.*there are no layouts/s],
  ['invoice.blade.php', /tags of Blade.*Convert.*save that part as a template named footer/s],
  ['receipt.hbs', /tags of Handlebars.*Convert/s],
  ['ticket.mustache', /tags of Mustache.*Convert/s],
  ['shop.liquid', /tags of Liquid.*Convert.*#if value == "a"/s],
  ['letter.ejs', /tags of EJS.*Convert.*\[\[var:footer\]\]/s],
  ['quote.html.erb', /tags of ERB.*Convert.*money/s],
  ['report.tmpl', /tags of Go.*Convert.*number: 2/s],
  ['invoice.php', /tags of PHP.*Convert/s],
  ['wkhtmltopdf.html', /2 tags of wkhtmltopdf.*page numbers in Options/s],
  ['carbone.html', /tags of Carbone.*\[\[#each items\]\] before the row/s],
  ['Invoice.cshtml', /tags of Razor.*Convert 2 tags.*\[\[#each Lines\]\]/s],
  ['plain.html', /images\/logo\.png/],
  ['site.zip', /notes\.txt is left out/],
  ['letter.docx', /Web Page, Filtered/],
  ['old.mht', /Web Page, Filtered/],
  ['scan.pdf', /begin with a sample/],
  ['bomb.zip', /too large/],
];
const ZIPS: Readonly<Record<string, () => Uint8Array>> = {
  'word.zip': () => zipOf('word', { 'Angebot-Dateien/image001.png': PNG }),
  'google-docs.zip': () => zipOf('google-docs', { 'images/image1.png': PNG }),
  'site.zip': () => zipOf('site', { 'images/My logo.png': PNG }),
  'letter.docx': () => zipSync({ '[Content_Types].xml': PNG, 'word/document.xml': PNG }),
  'bomb.zip': () => zipSync({ 'index.html': new Uint8Array(25 * 1024 * 1024) }),
};

describe('The gallery of the studio', () => {
  let service: TestService;
  let studio: StudioPage;
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-dropped-'));
  before(async () => {
    service = await TestService.start();
    studio = await StudioPage.launch(service);
    await studio.signIn();
  });
  after(async () => {
    await studio?.close(); // absent if the start failed
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const toList = async (): Promise<void> => {
    await studio.page.evaluate(() => (location.hash = '#/'));
    await studio.page.waitForSelector('.list-page');
  };
  beforeEach(toList);
  const drafts = async (): Promise<string[]> =>
    (await service.call('/api/variables')).body.data.items.map(({ name }: { name: string }) => name).sort();

  it('has all samples with pictures of their first pages', async () => {
    const samples = await gallerySamples(service);
    const shown = await studio.page.$$eval('.tile-open', (found) => found.map((each) => each.textContent));
    expect(shown).to.have.lengthOf(samples.length);
    await studio.page.waitForNetworkIdle();
    const sizes = await studio.page.$$eval('.thumbnail img', (found) =>
      (found as HTMLImageElement[]).filter(({ complete }) => complete).map(({ naturalWidth }) => naturalWidth),
    );
    expect(Math.min(...sizes)).to.be.at.least(170);
    await studio.expectNoFaults();
  });

  it('opens each sample as a draft of one’s own, without a fault', async () => {
    const titles = await studio.page.$$eval('.tile-open', (found) => found.map((each) => each.textContent));
    for (const title of titles) {
      await studio.openSample(title);
      await studio.showsPages(/\S/);
      expect(await studio.page.$$('.problem-list .fault'), title).to.have.lengthOf(0);
      await toList();
    }
    expect(await drafts()).to.have.lengthOf(titles.length);
  });

  it('suggests a free name, and asks for language and paper', async () => {
    await studio.tabTo('Invoice');
    await studio.press('Enter');
    await studio.page.waitForSelector('dialog input:focus');
    expect(await studio.page.$eval('dialog input', ({ value }) => value)).to.equal('invoice-2');
    await studio.expectNoFaults();
    await studio.tabTo('Language');
    await studio.type('German');
    await studio.tabTo('Paper');
    await studio.type('Letter');
    await studio.press('Enter');
    await studio.tabTo('Create');
    await studio.press('Enter');
    await studio.showsPages(/Rechnung/);
    const { options } = (await service.call('/api/variables/invoice-2/versions/draft')).body.data;
    expect(options.page_size).to.equal('Letter');
  });

  it('shows the first pages of one’s own templates, one after the other', async () => {
    const printed: number[] = [];
    await studio.page.goto('about:blank'); // ends what the page prints
    let running = 0;
    const sent = (url: string): boolean => url.endsWith('/studio/api/preview');
    studio.page.on('request', (request) => {
      if (sent(request.url())) printed.push(++running);
    });
    const ended = (request: HTTPRequest): void => {
      if (sent(request.url())) running -= 1;
    };
    studio.page.on('requestfinished', ended).on('requestfailed', ended);
    await studio.page.goto(`${service.url}/studio`);
    await studio.page.waitForSelector('.templates .thumbnail img');
    await eventually(async () => {
      const without = await studio.page.$$eval('.templates .thumbnail', (found) => {
        const seen = found.filter((each) => each.getBoundingClientRect().top < innerHeight);
        return seen.filter((each) => each.querySelector('img') === null).length;
      });
      expect(without).to.equal(0);
    }, 60_000);
    expect(Math.max(...printed)).to.equal(1);
    await studio.expectNoFaults();
  });

  it('creates a blank template', async () => {
    await studio.tabTo('New template');
    await studio.press('Enter');
    await studio.type('empty');
    await studio.expectNoFaults();
    await studio.press('Enter');
    await studio.showsPages(/Hello World/);
  });

  it('opens files of other programs, and says what to do next', async () => {
    const lines: string[] = [];
    const wrong: string[] = [];
    for (const [file, says] of FILES) {
      const path = join(folder, file);
      writeFileSync(path, ZIPS[file]?.() ?? readFileSync(`${DROPPED}/${file}`));
      const input = (await studio.page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
      await input.uploadFile(path as `${string}.html`);
      const said = await saidOf();
      if (!says.test(said)) wrong.push(`${file} does not say ${says}: ${said}`);
      lines.push(`${file}: ${said.replace(/\s+/g, ' ')}`);
      await toList();
    }
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(wrong).to.deep.equal([]);
  });

  /** Accepts the suggested name. @returns the dialog if there is no template, else what the workspace shows. */
  async function saidOf(): Promise<string> {
    const dialog = await studio.page.waitForSelector('dialog');
    const title = await dialog?.$eval('h2', ({ textContent }) => textContent);
    if (title !== 'New template from a file') {
      const text = await studio.page.$eval('dialog', ({ textContent }) => textContent);
      await studio.press('Escape');
      return text;
    }
    await studio.press('Enter');
    await studio.page.waitForSelector('.workspace');
    await studio.page.waitForFunction(() => {
      const { edit, newest } = document.querySelector<HTMLElement>('.preview .pages')?.dataset ?? {};
      return (newest !== undefined && edit === newest) || document.querySelector('.stale:not([hidden])') !== null;
    });
    return studio.page.evaluate(() => {
      const texts = ['.foreign:not([hidden])', '.problem-list'].map(
        (part) => document.querySelector(part)?.textContent,
      );
      const faults = document.querySelectorAll('.problem-list .fault').length;
      return `${faults} faults. ${texts.join(' ')}`;
    });
  }

  it('converts the tags of another engine with one button, which can be undone', async () => {
    const input = (await studio.page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(`${DROPPED}/receipt.hbs`);
    await studio.page.waitForSelector('dialog input:focus');
    await studio.press('Enter');
    await studio.page.waitForSelector('.foreign:not([hidden]) button');
    await studio.expectNoFaults();
    const label = await studio.page.$eval('.foreign button', ({ textContent }) => textContent);
    await studio.press('Escape'); // Tab indents before
    await studio.tabTo(label);
    await studio.press('Enter');
    await studio.shows(/\[\[#each items\]\]/, '>>> .cm-content');
    await studio.shows(/1 tag of Mustache/, '.foreign');
    await studio.press('Control+z');
    await studio.shows(/\{\{#each items\}\}/, '>>> .cm-content');
  });

  it('takes files that are dropped on it', async () => {
    await studio.page.evaluate((html) => {
      const data = new DataTransfer();
      data.items.add(new File([html], 'Dropped page.html'));
      const options = { bubbles: true, cancelable: true, dataTransfer: data };
      document.querySelector('.list-page main')?.dispatchEvent(new DragEvent('drop', options));
    }, '<h1>Dropped [[a]]</h1>');
    await studio.page.waitForSelector('dialog input:focus');
    expect(await studio.page.$eval('dialog input', ({ value }) => value)).to.equal('dropped-page');
    await studio.press('Enter');
    await studio.showsPages(/Dropped/);
  });
});
