/** What the tests of the browser share. */
import { descendantsOf, quietLogger, type RunningProcess, residentBytes } from '@toolpress/testkit';
import { Chromium } from '../browser/chromium.js';
import { findChromium, sharedLimits } from '../browser/launch.js';
import { pageWork } from '../browser/page-printer.js';
import type { PrintWork } from '../browser/printer.js';
import { type Renderer, type RendererOptions, startRenderer } from '../browser/renderer.js';
import { printSettings } from '../render/paper/paper.js';
import { type FetchedImages, NO_IMAGES } from '../resources/image-source.js';

/** The printing of a document on A4. */
export const sheet = (html: string, images: FetchedImages = NO_IMAGES): PrintWork<Buffer> => ({
  images,
  run: (printer) => printer.print(html, printSettings({ orientation: 'portrait' })),
});
/** The limit of a print in milliseconds; a busy machine takes ten times as long as another. */
export const LIMIT_MS = 30_000;

export const chromiumPath = (): string => findChromium(process.env['CHROME_PATH']);

/** A drawing whose layout takes longer than the universe has, and some 300 MiB of memory a second. */
export const ENDLESS = `<svg><defs><g id="g0"><rect width="1" height="1"/></g>${Array.from(
  { length: 30 },
  (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
).join('')}</defs><use href="#g30"/></svg>`;

/** A page of noise, which nothing makes smaller: some 33 bytes of PDF for each pixel of CSS. */
export const noise = (width: number, height: number): string =>
  `<style>@page { size: ${width}px ${height}px; margin: 0 } body { margin: 0 } svg { display: block }</style>
  <svg width="${width}" height="${height}"><filter id="f" x="0" y="0" width="100%" height="100%"><feTurbulence baseFrequency="0.9"/></filter>
  <rect width="${width}" height="${height}" filter="url(#f)"/></svg>`;

/** A red PNG of one pixel. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIwDiqkL4KAcT9GO0U4BxoAAAAAElFTkSuQmCC';

const USUAL = {
  logger: quietLogger(),
  onFatal: (error: Error): never => {
    throw error;
  },
};

export const MAX_PDF_BYTES = 20 * 1024 * 1024;

export function testChromium(): Chromium {
  const executablePath = chromiumPath();
  return new Chromium({
    ...USUAL,
    executablePath,
    sandbox: false,
    limits: sharedLimits(executablePath, MAX_PDF_BYTES),
  });
}

export const startPages = (options: Partial<RendererOptions> = {}): Promise<Renderer> =>
  startRenderer({
    ...USUAL,
    executablePath: chromiumPath(),
    concurrency: 1,
    maxPageBytes: 4 * 1024 ** 3,
    maxPdfBytes: MAX_PDF_BYTES,
    ...options,
  });

/** A renderer whose printers run in the process of the tests. */
export interface TestRenderer extends Pick<Renderer, 'close'> {
  print<Result>(work: PrintWork<Result>, ...limits: LimitsOf<Renderer>): Promise<Result>;
}
type LimitsOf<One extends Renderer> = Parameters<One['print']> extends [unknown, ...infer Limits] ? Limits : never;

export const testRenderer = (pages: Renderer): TestRenderer => ({
  print: (work, ...limits) => pages.print(pageWork(work), ...limits),
  close: () => pages.close(),
});

export const startTestRenderer = async (options: Partial<RendererOptions> = {}): Promise<TestRenderer> =>
  testRenderer(await startPages(options));

/** The Chromium processes of this test process whose command line fits. */
export const chromiumProcesses = (kind: RegExp): RunningProcess[] =>
  descendantsOf(process.pid).filter(({ command }) => /chrom/.test(command) && kind.test(command));

/** The resident memory of a process, MiB; 0 when it has ended. */
export const megabytesOf = (pid: number): number => residentBytes(pid) / 1024 / 1024;
