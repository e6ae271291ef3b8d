import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError, type StoredFont } from '@toolpress/contract';
import { checkDocument, DocumentFiles } from '@toolpress/document';
import { eventually, pdfFonts, pdfPixels, svgOf, testFont } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { printSettings } from '../render/paper/paper.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { FontFiles, OwnFonts } from '../resources/own-fonts.js';
import { chromiumProcesses, sheet, testChromium } from '../testing/chromium.js';
import { testPage } from '../testing/page.js';
import type { Chromium } from './chromium.js';
import { runningBrowser } from './launch.js';
import { pageWork } from './page-printer.js';
import { PageCrashed } from './print-errors.js';
import { WarmPage } from './warm-page.js';

describe('A warm page', () => {
  let chromium: Chromium;
  before(() => {
    chromium = testChromium();
  });
  after(() => chromium.close());

  const PRINTED = ['Page.setDocumentContent', 'Page.printToPDF'];

  /** Returns the commands that the browser gets meanwhile. */
  async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
    const { pipe } = runningBrowser(await chromium.browser());
    const sent: string[] = [];
    const { send } = pipe;
    pipe.send = (message) => {
      sent.push((JSON.parse(message) as { method: string }).method);
      send.call(pipe, message);
    };
    await work();
    pipe.send = send;
    return sent;
  }

  it('prints a plain document with two messages: the document, and the order to print it', async () => {
    const page = await WarmPage.open(await chromium.browser());
    await page.work(pageWork(sheet('<p>first')));
    const sent = await commandsOf(async () => {
      for (const text of ['second', 'third']) await page.work(pageWork(sheet(`<p>${text}`)));
    });
    expect(sent).to.deep.equal([...PRINTED, ...PRINTED]);
    await page.dispose();
  });

  it('may end while it waits for the requests of a document: the work rejects, and nothing else', async () => {
    const page = await WarmPage.open(await chromium.browser());
    const run = async (): Promise<void> => {
      setImmediate(() => page.dispose());
    };
    const work = { ...pageWork(sheet('<p>text')), deadAddresses: new Set(['https://a.example/']), run };
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const error = await page.work(work).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    await sleep(0); // Node.js reports them after the microtasks
    process.off('unhandledRejection', note);
    expect(error).to.be.instanceOf(PageCrashed);
    expect(unhandled).to.deep.equal([]);
  });

  it('asks about a drawing only until it has read it', async () => {
    const page = await WarmPage.open(await chromium.browser());
    const url = 'https://img.example/logo.svg';
    const drawing = (content: string) => {
      const image = { type: 'image/svg+xml', bytes: Buffer.from(svgOf(content)) };
      return sheet(`<img src="${url}">`, new Map([[url, image]]));
    };
    const [known, broken] = ['<text y="9">known</text>', '<text y="9">broken'];
    for (const content of [known, broken]) await page.work(pageWork(drawing(content)));
    expect(await commandsOf(() => page.work(pageWork(drawing(known))))).to.deep.equal(PRINTED);
    expect(await commandsOf(() => page.work(pageWork(drawing(broken))))).to.include('Runtime.evaluate');
    await page.dispose();
  });

  it('records each document’s requests for a blocked address, and need not be wiped', async () => {
    const page = await WarmPage.open(await chromium.browser());
    const files = new DocumentFiles({ 'a.css': 'b { background: url(b.png) }' });
    const html = '<link rel="stylesheet" href="a.css"><p style="background: url(a.png)">x <b>y</b> <i>z</i></p>';
    const { html: checked, reports } = checkDocument({ html, css: 'u { background: url(c.png) }' }, { files });
    for (let count = 0; count < 5; count++) {
      let said: string[] = [];
      const { result, blocked } = await page.work(
        pageWork({
          ...sheet(checked),
          deadAddresses: reports.addresses,
          onAsked: (asked) => {
            said = reports.read(asked).map(({ message }) => message.slice(0, 30));
          },
        }),
      );
      expect(said).to.have.lengthOf(2);
      expect([page.leavesTraces, blocked]).to.deep.equal([false, []]);
      expect(result.toString('latin1')).to.not.include('.invalid');
    }
    await page.dispose();
  });

  describe('with an account’s own fonts', () => {
    const KIB = 1024;
    /** Returns the work of a document, with fonts that have this many bytes together. */
    async function inFonts(faces: Record<string, Buffer>, html: string) {
      const fonts = Object.entries(faces).map(([family, bytes]): StoredFont => {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const times = { created_at: '', updated_at: '' };
        const name = family.toLowerCase();
        return {
          ...times,
          name,
          family,
          weight: 400,
          style: 'normal',
          format: 'ttf',
          file: name,
          size_bytes: bytes.length,
          sha256,
        };
      });
      const files = new FontFiles({
        readKept: async (file) => faces[fonts.find(({ name }) => name === file)?.family ?? ''],
      });
      const own = new OwnFonts(fonts, (font) => files.read('a', font));
      own.lookIn(html, []);
      await own.fetch();
      return { own, work: { ...sheet(`<html><head>${own.style}</head><body>${html}`), ...own.work } };
    }
    const LINE = '<p style="font-family: Wide, monospace">wide words</p>';
    const large = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(600 * KIB)]);
    const page = testPage();

    it('prints small ones as those that it requests', async () => {
      const wide = testFont('Wide', { width: 900 });
      const prints: Buffer[] = [];
      for (const bytes of [wide, large(wide)]) {
        const { own, work } = await inFonts({ Wide: bytes }, LINE);
        expect(own.areInline).to.equal(bytes === wide);
        for (let count = 0; count < 3; count++) prints.push((await page.work(work)).result);
      }
      const [first, ...others] = prints.map((pdf) => pdfPixels(pdf, 96).pixels);
      expect(others.map((pixels) => first?.equals(pixels))).to.deep.equal([true, true, true, true, true]);
      expect(prints.map(pdfFonts)).to.deep.equal(Array(6).fill(['Wide']));
    });

    it('shows none of them in later documents that name its family', async () => {
      for (const bytes of [testFont('Wide'), large(testFont('Wide'))]) {
        const { work } = await inFonts({ Wide: bytes }, LINE);
        expect(pdfFonts((await page.work(work)).result)).to.deep.equal(['Wide']);
        expect(pdfFonts((await page.work(sheet(LINE))).result)).to.not.include('Wide');
        const { work: another } = await inFonts({ Wide: testFont('Narrow', { width: 200 }) }, LINE);
        expect(pdfFonts((await page.work(another)).result)).to.deep.equal(['Narrow']);
      }
    });

    it('asks about a font only until it has read it, also where a document names more than it prints', async () => {
      const both = { Wide: testFont('Wide', { width: 801 }), Other: testFont('Other', { width: 801 }) };
      const html = `${LINE}<!-- Other -->`;
      const warm = await WarmPage.open(await chromium.browser());
      await warm.work(pageWork((await inFonts(both, html)).work));
      const { own, work } = await inFonts(both, html);
      expect([own.count, own.areKnown]).to.deep.equal([2, true]);
      expect(await commandsOf(() => warm.work(pageWork(work)))).to.deep.equal(PRINTED);
      await warm.dispose();
    });

    it('reports each time that the browser refuses one', async () => {
      for (let count = 0; count < 3; count++) {
        const { own, work } = await inFonts({ Wide: Buffer.from('no font') }, LINE);
        await page.work(work);
        expect(own.areKnown).to.equal(false);
        expect(own.reports().map(({ code }) => code)).to.deep.equal(['font_unavailable']);
      }
    });
  });

  it('that can’t be wiped is given up after two seconds, and can be disposed of', async () => {
    const page = await WarmPage.open(await chromium.browser());
    await page.work(pageWork(sheet('<p>x</p>')));
    for (const { pid } of chromiumProcesses(/--type=renderer/)) process.kill(pid, 'SIGSTOP');
    const begun = Date.now();
    await page.wipe();
    expect(Date.now() - begun, 'milliseconds').to.be.at.least(1_900);
    expect(page.broken).to.equal(true);
    await page.dispose();
  });

  it('that can’t be wiped between the documents of one request prints no more of them', async () => {
    const page = await WarmPage.open(await chromium.browser());
    const settings = printSettings({ orientation: 'portrait' });
    let printed = 0;
    const work = page.work(
      pageWork({
        images: NO_IMAGES,
        changesPage: true,
        run: async (printer) => {
          await printer.print('<body link=lime>x', settings);
          printed += 1;
          for (const { pid } of chromiumProcesses(/--type=renderer/)) process.kill(pid, 'SIGSTOP');
          await printer.print('<p>x', settings);
          printed += 1;
        },
      }),
    );
    const error = await work.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(ServiceError);
    expect([printed, page.broken]).to.deep.equal([1, true]);
    await page.dispose();
  });

  it('that is disposed of while it moves to another process leaves none behind', async () => {
    const browser = await chromium.browser();
    const page = await WarmPage.open(browser);
    const inLanguage = (language: string) => ({ ...sheet('<p>✓'), fonts: new Map([[78, language]]) });
    await page.work(pageWork(inLanguage('ja')));
    await page.work(pageWork(inLanguage('ko')));
    const work = page.work(pageWork(inLanguage('ja'))).catch((thrown: unknown) => thrown);
    await page.dispose();
    expect(await work).to.be.instanceOf(PageCrashed);
    await eventually(() => expect(browser.browserContexts(), 'the browser’s own').to.have.lengthOf(1));
  });
});
