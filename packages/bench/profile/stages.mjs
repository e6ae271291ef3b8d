/** The steps of a PDF, one at a time on an idle machine: the waiting and the processor time of each. */
import { join } from 'node:path';
import { createFileStore, newFileId } from '@toolpress/storage';
import { quietLogger } from '@toolpress/testkit';
import { pageWork } from '../../../apps/worker/dist/browser/page-printer.js';
import { startRenderer } from '../../../apps/worker/dist/browser/renderer.js';
import { printSettings } from '../../../apps/worker/dist/render/paper/paper.js';
import { prepareDocument } from '../../../apps/worker/dist/render/prepare/prepare-document.js';
import { percentile } from '../statistics.mjs';
import { launchServer } from '../targets/launch.mjs';

const NO_MARGINS = { top: 0, right: 0, bottom: 0, left: 0 };
const TIMES = 200;
const MAX_PAGE_BYTES = 2 ** 30;
const MAX_PDF_BYTES = 50 * 2 ** 20;
/** Long enough for everything of the job before to be over. */
const GAP_MS = 25;

/**
 * @param {import('../service.mjs').Around} around
 * @param {import('../documents.mjs').BenchDocument} document
 * @returns {Promise<[step: string, p50: number, p95: number][]>} milliseconds
 */
export async function timeStages(around, document) {
  const program = new URL('../targets/raw.mjs', import.meta.url);
  const raw = await launchServer('raw loop', program, { browser: around.browser, concurrency: 1 }, 'inline', around);
  const renderer = await startRenderer({
    executablePath: around.browser,
    concurrency: 1,
    logger: quietLogger(),
    onFatal: () => undefined,
    maxPageBytes: MAX_PAGE_BYTES,
    maxPdfBytes: MAX_PDF_BYTES,
  });
  const store = await createFileStore({ driver: 'folder', folder: join(around.temporary, 'store') });
  /** @type {Map<string, number[]>} */
  const times = new Map();
  /** @template T @param {string} name @param {() => T | Promise<T>} step */
  const timed = async (name, step) => {
    const begun = performance.now();
    const result = await step();
    times.set(name, [...(times.get(name) ?? []), performance.now() - begun]);
    return result;
  };
  const job = { requestId: 'benchmark', html: document.html, orientation: /** @type {const} */ ('portrait') };
  const settings = printSettings({ orientation: 'portrait' });
  const print = (/** @type {string} */ html) =>
    renderer.print(pageWork({ images: new Map(), run: (printer) => printer.print(html, settings) }), 60_000);
  try {
    await store.prepare();
    for (let index = 0; index < TIMES; index++) {
      const html = await timed('fill, check and serialise the document', () =>
        prepareDocument(job, () => undefined).html(NO_MARGINS),
      );
      const pdf = await timed('print, right after another', () => print(html));
      const id = newFileId(new Date(Date.now() + 60_000));
      await timed('put the file into the store', () => store.put(id, pdf));
      await timed('read it from the store', () => store.read(id));
      if (index % 4 !== 0) continue;
      await new Promise((resolve) => setTimeout(resolve, GAP_MS));
      await timed(`print, ${GAP_MS} ms after another`, () => print(html));
    }
    times.set(
      'print by the raw loop over HTTP, right after another',
      (await raw.run(document, { clients: 1, atLeast: TIMES })).latencies,
    );
  } finally {
    await Promise.allSettled([raw.end(), renderer.close(), store.close()]);
  }
  return [...times].map(([name, values]) => [name, percentile(values, 0.5), percentile(values, 0.95)]);
}
