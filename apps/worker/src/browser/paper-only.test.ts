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
});
