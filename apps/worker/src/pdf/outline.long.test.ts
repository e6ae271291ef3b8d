import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { type RenderJob, ServiceError } from '@toolpress/contract';
import { NO_TRACING } from '@toolpress/runtime';
import { pdfText, pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Renderer } from '../browser/renderer.js';
import { NOTHING_FETCHED } from '../images/image-source.js';
import { renderJobs } from '../render-job.js';
import { MAX_PDF_BYTES, startTestRenderer } from '../testing/chromium.js';
import { jobContext } from '../testing/job-context.js';
import { keepingStore, NO_SHEETS } from '../testing/store.js';

/** How many documents are generated; far more by hand. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 40);

interface Entry {
  title: string;
  depth: number;
  page: number;
  left: number;
  top: number;
  isOpen: boolean;
}

/** The outline as a library that is not ours reads it; it has to be linked in both directions. */
async function outlineOf(pdf: Buffer): Promise<Entry[]> {
  const document = await PDFDocument.load(pdf);
  const pages = new Map(document.getPages().map(({ ref }, index) => [ref.toString(), index + 1]));
  const get = (dictionary: PDFDict, key: string): PDFObject | undefined => dictionary.get(PDFName.of(key));
  const number = (value: unknown): number => (value instanceof PDFNumber ? value.asNumber() : Number.NaN);
  const entries: Entry[] = [];
  const read = (parent: PDFDict, parentRef: PDFObject | undefined, depth: number): void => {
    let before: PDFObject | undefined;
    for (let at = get(parent, 'First'); at instanceof PDFRef; ) {
      const item = document.context.lookup(at, PDFDict);
      expect(String(get(item, 'Parent'))).to.equal(String(parentRef));
      expect(String(get(item, 'Prev'))).to.equal(String(before));
      const [page, , left, top] =
        document.context.lookup(get(item, 'Dest')) instanceof Object ? destinationOf(item) : [];
      const title = get(item, 'Title');
      entries.push({
        title: title instanceof PDFHexString ? title.decodeText() : '',
        ...{ depth, page: pages.get(String(page)) ?? 0, left: number(left), top: number(top) },
        isOpen: number(get(item, 'Count')) > 0,
      });
      read(item, at, depth + 1);
      before = at;
      at = get(item, 'Next');
    }
    expect(String(get(parent, 'Last'))).to.equal(String(before));
  };
  const destinationOf = (item: PDFDict): PDFObject[] =>
    (get(item, 'Dest') as unknown as { asArray(): PDFObject[] }).asArray();
  const root = document.catalog.get(PDFName.of('Outlines'));
  if (root === undefined) return entries;
  expect(String(document.catalog.get(PDFName.of('PageMode')))).to.equal('/UseOutlines');
  read(document.context.lookup(root, PDFDict), root, 0);
  return entries;
}

describe('An outline', () => {
  let renderer: Renderer;
  let render: ReturnType<typeof renderJobs>;
  const store = keepingStore();
  before(async () => {
    renderer = await startTestRenderer();
    const images = { fetchAll: async () => NOTHING_FETCHED };
    const parts = { renderer, images, sheets: NO_SHEETS, store, tracing: NO_TRACING };
    render = renderJobs({ ...parts, fileTtl: 60, maxPdfBytes: MAX_PDF_BYTES });
  });
  after(() => renderer.close());

  async function pdfOf(html: string, job: Partial<RenderJob> = {}): Promise<Buffer> {
    const reply = await render(
      { requestId: 'test', html, orientation: 'portrait', outline: true, ...job },
      jobContext(),
    );
    if (!reply.ok) throw ServiceError.fromData(reply.error);
    return store.last();
  }

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
        // The text stands in the middle of its line.
        expect(height - (entry?.top ?? 0), where).to.be.within(yMin - 3, yMin);
        expect(entry?.left, where).to.be.closeTo(xMin, 0.5);
      }
    }
  }).timeout(DOCUMENTS * 5_000);
});
