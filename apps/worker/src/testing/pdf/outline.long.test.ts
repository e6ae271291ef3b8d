import { PDFDocument } from '@cantoo/pdf-lib';
import type { RenderJob } from '@toolpress/contract';
import { pdfText, pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type OutlinePrinter, outlineOf, startOutlinePrinter } from '../outlines.js';

/** The number of generated documents; far more by hand. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 40);

describe('An outline', () => {
  let printer: OutlinePrinter;
  before(async () => {
    printer = await startOutlinePrinter();
  });
  after(() => printer.close());

  const pdfOf = (html: string, job: Partial<RenderJob> = {}): Promise<Buffer> => printer.pdfOf(html, job);

  /** Some say what their pages' margins are, and one is wider than they are. */
  const SHEETS = [
    '',
    '@page { margin: 2cm }',
    '@page { margin: 3cm 1cm } @page :first { margin: 5cm } @page :left { margin: 1cm 4cm }',
    '@page { margin: 1in; @bottom-right { content: counter(page); overflow: hidden } } html { background: #eee }',
    '@page { margin: 1in } body { width: 800px }',
  ];

  it('leads to the page and the place of each heading, in documents of any headings', async () => {
    for (let turn = 0; turn < DOCUMENTS; turn++) {
      const random = (below: number) => Math.floor(Math.random() * below);
      const headings = Array.from({ length: 1 + random(40) }, (_, index) => ({
        level: 1 + random(6),
        token: `tok${turn}x${index}x`,
      }));
      const html = headings
        .map(({ level, token }) => {
          const id = ['', ' id="same"', ` id="ä ${token}"`][random(3)];
          const style = ['', 'break-before: page', 'margin-top: 200px', 'position: relative; left: 3cm; width: 8cm'][
            random(4)
          ];
          return `<h${level}${id} style="font-size: 14px; line-height: 20px; ${style}">${token} heading</h${level}><div style="height: ${random(400)}px"></div>`;
        })
        .join('');
      const css = SHEETS[random(SHEETS.length)] ?? '';
      const job = {
        css,
        ...(css === '' && { margin: { top: 0.5, right: 0.5, bottom: 0.5, left: 0.5 } }),
        tagged: turn % 2 === 0,
        ...(turn % 3 === 0 && { headerHtml: 'head' }),
        ...(turn % 5 === 0 && { pageSize: 'A5' as const }),
      };
      const pdf = await pdfOf(`<!DOCTYPE html><body>${html}`, job);
      const entries = await outlineOf(pdf);
      expect(entries.map(({ title }) => title)).to.deep.equal(headings.map(({ token }) => `${token} heading`));
      const texts = pdfText(pdf).split('\f');
      const words = new Map(pdfWords(pdf).map((word) => [word.text, word]));
      const { height } = (await PDFDocument.load(pdf)).getPage(0).getSize();
      const above: number[] = [];
      for (const [index, { level, token }] of headings.entries()) {
        const entry = entries[index];
        while ((above.at(-1) ?? 0) >= level) above.pop();
        const where = `${token} with ${JSON.stringify(job)}`;
        expect(entry?.depth, where).to.equal(above.length);
        above.push(level);
        expect(entry?.page, where).to.equal(texts.findIndex((text) => text.includes(`${token} `)) + 1);
        const { xMin = 0, yMin = 0 } = words.get(token) ?? {};
        // The text is in the middle of its line.
        expect(height - (entry?.top ?? 0), where).to.be.within(yMin - 3, yMin);
        expect(entry?.left, where).to.be.closeTo(xMin, 0.5);
      }
    }
  }).timeout(DOCUMENTS * 5_000);
});
