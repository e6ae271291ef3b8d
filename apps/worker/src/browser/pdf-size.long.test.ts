import { type RenderJob, ServiceError } from '@toolpress/contract';
import { eventually, pdfInfo, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import {
  chromiumProcesses,
  MAX_PDF_BYTES,
  megabytesOf,
  noise,
  sheet,
  startPages,
  type TestRenderer,
  testRenderer,
} from '../testing/chromium.js';
import { whitePng } from '../testing/images.js';
import { jobContext } from '../testing/job-context.js';
import { startRenderWorker } from '../testing/render-worker.js';
import type { Renderer } from './renderer.js';

/** The limit of a print in milliseconds; noise prints slowly. */
const LIMIT_MS = 240_000;
const largePicture = `<img width="100" src="data:image/png;base64,${whitePng(5_000, 5_000).toString('base64')}">`;

describe('The size of a PDF', () => {
  let pages: Renderer;
  let renderer: TestRenderer;
  let shared: number[];
  before(async () => {
    pages = await startPages({ concurrency: 2, maxPageBytes: 1_536 * 1024 * 1024, pageLimitMs: LIMIT_MS });
    renderer = testRenderer(pages);
    await renderer.print(sheet('<p>warm</p>'), LIMIT_MS);
    shared = browserPids();
  });
  after(() => renderer.close());

  const errorOf = async (html: string): Promise<unknown> =>
    renderer.print(sheet(html), LIMIT_MS).catch((thrown: unknown) => thrown);
  const isTooLarge = (error: unknown): void => {
    expect(error).to.be.instanceOf(ServiceError).and.include({ code: 'pdf_too_large' });
    expect((error as Error).message)
      .to.include('20 MiB')
      .and.include('split the document');
  };
  const browserPids = (): number[] =>
    chromiumProcesses(/./)
      .filter(({ command }) => !/--type=/.test(command))
      .map(({ pid }) => pid);

  async function replyTo(job: Partial<RenderJob>, maxPdfBytes: number): Promise<unknown> {
    const worker = await startRenderWorker({ renderer: pages, maxPdfBytes });
    const reply = await worker.render({ html: 'x', ...job }, { ...jobContext(), remainingMs: LIMIT_MS });
    await worker.close();
    return reply.ok ? reply.file?.sizeBytes : reply.error.code;
  }

  it('has a limit, which headers and footers count for', async () => {
    const html = noise(300, 300);
    const plain = await replyTo({ html }, MAX_PDF_BYTES);
    const stamped = await replyTo({ html, headerHtml: 'x' }, MAX_PDF_BYTES);
    expect(plain).to.be.above(1_000_000);
    expect(stamped).to.be.above(1_000_000);
    // The dates in the PDF compress to some bytes more or less.
    expect(await replyTo({ html }, Number(plain) - 100)).to.equal('pdf_too_large');
    expect(await replyTo({ html, headerHtml: 'x' }, Number(stamped) - 100)).to.equal('pdf_too_large');
  });

  it('far over the limit is noticed before the browser has it: the browser and the other document continue', async () => {
    let largest = 0;
    const watching = setInterval(() => {
      largest = Math.max(largest, ...browserPids().map(megabytesOf));
    }, 50);
    const [error, beside] = await Promise.all([
      errorOf(noise(1_250, 1_700)),
      renderer.print(sheet('<p>beside</p>'), LIMIT_MS),
    ]);
    clearInterval(watching);
    isTooLarge(error);
    expect(pdfText(beside)).to.include('beside');
    expect(browserPids()).to.deep.equal(shared);
    expect(largest, 'MiB').to.be.below(200);
    expect(pdfText(await renderer.print(sheet('<p>next</p>'), LIMIT_MS))).to.include('next');
  });

  it('does not include decoded pictures: a small PDF may hold one that takes more memory than a PDF may', async () => {
    const pdf = await renderer.print(sheet(largePicture), LIMIT_MS);
    expect(pdfInfo(pdf).pages).to.equal(1);
    expect(pdf.toString('latin1')).to.include('/Subtype /Image');
  });

  it('is limited as well where a picture needs the memory', async () => {
    isTooLarge(await errorOf(`${noise(900, 1_000)}${largePicture}`));
    await eventually(() => expect(browserPids()).to.deep.equal(shared));
    expect(pdfText(await renderer.print(sheet('<p>next</p>'), LIMIT_MS))).to.include('next');
  });
});
