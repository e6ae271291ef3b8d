import { pdfColours, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { printSettings } from '../render/paper/paper.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { PIXEL, testChromium } from '../testing/chromium.js';
import type { Chromium } from './chromium.js';
import { type OpenPage, openPage } from './open-page.js';
import { CommandedPage } from './page-commands.js';
import { PagePrinter } from './page-printer.js';

const SETTINGS = printSettings({ orientation: 'portrait' });

describe('A document that is only printed', () => {
  let chromium: Chromium;
  let page: OpenPage;
  let printer: PagePrinter;
  before(async () => {
    chromium = testChromium();
    page = await openPage(await chromium.browser());
    await page.session.send('Performance.enable');
    const commands = new CommandedPage(page, async () => undefined, '', true);
    printer = new PagePrinter(commands, { accountId: undefined, images: NO_IMAGES });
  });
  after(() => chromium.close());

  const whole = (content: string): string => `<!DOCTYPE html><html><head></head><body>${content}</body></html>`;

  async function layouts(): Promise<number> {
    const { metrics } = await page.session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN;
  }

  /** Prints a document. @returns the PDF, and how often the document was laid out. */
  async function printed(content: string): Promise<{ pdf: Buffer; count: number }> {
    const before = await layouts();
    const pdf = await printer.print(whole(content), SETTINGS);
    return { pdf, count: (await layouts()) - before };
  }

  it('is laid out for paper only, with or without images', async () => {
    await printed('<p>first');
    const { count: most } = await printed('<style>p { background: url(#none) }</style><p>in its window as well');
    for (const content of ['<p>text', `<p>text<img src="${PIXEL}">`]) {
      const { pdf, count } = await printed(content);
      expect(pdfText(pdf)).to.include('text');
      expect(count, content).to.be.below(most);
    }
  });

  it('can be measured after it was printed', async () => {
    const html = whole('<p style="width: 900px; height: 300px; margin: 0">text');
    await printer.print(html, SETTINGS);
    const document = await printer.open(html);
    await document.resize(500);
    await printer.print(html, SETTINGS);
    const { height, needed } = await printer.contentSize(html, 500);
    expect(height).to.be.at.least(300);
    expect(needed).to.be.at.least(900);
  });

  const IMAGES: readonly string[] = [
    `<img src="${PIXEL}" width="9" height="9">`,
    `<div style="background: url(${PIXEL}); height: 9px">`,
    `<style>p::before { content: url(${PIXEL}) }</style><p>x`,
    `<img srcset="${PIXEL} 1x" width="9" height="9">`,
    `<picture><source media="print" srcset="${PIXEL}"><img width="9" height="9"></picture>`,
    `<img loading="lazy" src="${PIXEL}" width="9" height="9">`,
    `<table background="${PIXEL}" width="9" height="9"><tr><td>`,
    `<input type="image" src="${PIXEL}" width="9" height="9">`,
    `<svg width="9" height="9"><image href="${PIXEL}" width="9" height="9"/></svg>`,
    `<object data="${PIXEL}" width="9" height="9"></object>`,
    `<ul style="list-style: url(${PIXEL})"><li>x`,
  ];
  for (const content of IMAGES) {
    it(`prints what is loaded by ${content.replace(PIXEL, '…')}`, async () => {
      const { pdf } = await printed(content);
      expect(pdfColours(pdf)).to.include('255,0,0');
    });
  }

  describe('with images at addresses', () => {
    const URL = 'https://img.example/logo';
    const LOGO = { type: 'image/png', bytes: Buffer.from(PIXEL.slice(PIXEL.indexOf(',') + 1), 'base64') };
    let ahead = 0;

    /** Prints a document with the image. @returns its colours, and whether it was printed without waiting for its load event. */
    async function printedWith(
      content: string,
      image = LOGO,
    ): Promise<{ colours: ReadonlySet<string>; isAhead: boolean }> {
      const commands = new CommandedPage(page, async () => undefined, '', true);
      const printAhead = commands.printAhead.bind(commands);
      commands.printAhead = (...args) => {
        ahead += 1;
        return printAhead(...args);
      };
      const before = ahead;
      const one = new PagePrinter(commands, { accountId: undefined, images: new Map([[URL, image]]) });
      const pdf = await one.print(whole(content), SETTINGS);
      return { colours: pdfColours(pdf), isAhead: ahead > before };
    }

    it('is printed behind its parsing where they are in `src`, and shows them each time', async () => {
      for (let size = 1; size <= 20; size++) {
        const images = `<img src="${URL}" width="${size}" height="${size}">`.repeat(size);
        const { colours, isAhead } = await printedWith(`<p>${size}</p>${images}`);
        expect(colours).to.include('255,0,0');
        expect(isAhead).to.equal(true);
      }
    });

    it('waits for other types, which the browser may be unable to read', async () => {
      const bytes = Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="red"/></svg>',
      );
      for (let time = 0; time < 2; time++) {
        const { colours, isAhead } = await printedWith(`<img src="${URL}">`, { type: 'image/svg+xml', bytes });
        expect(colours).to.include('255,0,0');
        expect(isAhead).to.equal(false);
      }
    });

    for (const content of IMAGES.filter((one) => !/url\(|srcset|<object/.test(one)))
      it(`shows that of ${content.replace(PIXEL, '…')}`, async () => {
        expect((await printedWith(content.replaceAll(PIXEL, URL))).colours).to.include('255,0,0');
      });
  });
});
