/** Documents of 51 to 2,000 pages: processor time, time and memory of the service, compared with bare Chromium's. */
import { readFileSync } from 'node:fs';
import { measureCpu } from '@toolpress/testkit';
import puppeteer from 'puppeteer';
import { longReport } from './documents.mjs';
import { measureParts, partsOf, startService } from './service.mjs';
import { workerArguments } from './targets/program.mjs';

const PAGES = [51, 200, 1_000, 2_000];
const MOST_PAGES = 2_000;
const LOOK_MS = 500;
const WARM_PRINTS = 3;

/**
 * What is printed, by the name in the table.
 *
 * @type {Record<string, { isReferring?: boolean, options?: object }>}
 */
const FORMS = {
  plain: {},
  'contents, references, footnotes, header': { isReferring: true },
  'the same, PDF/A-3a and PDF/UA-1': {
    isReferring: true,
    options: { conformance: ['pdf/a-3a', 'pdf/ua-1'], metadata: { title: 'Report' } },
  },
};

/** @type {import('./service.mjs').Benchmark} */
export async function benchLong(around, section, { quick, only, progress }) {
  const env = { RENDER_DEADLINE_MS: '300000', RENDER_PRINT_LIMIT_MS: '120000' }; // for busy machines
  const running = await startService(around, { concurrency: 1, env });
  const { service } = running;
  const rows = [];
  try {
    const settings = { method: 'PATCH', token: service.adminToken, body: { pdf: { max_pages: MOST_PAGES } } };
    const { status, body } = await service.call('/admin/settings', settings);
    if (status !== 200) throw new Error(body.error);
    const counts = only?.split(',').map(Number) ?? (quick ? PAGES.slice(0, 2) : PAGES);
    for (const pages of counts) {
      const bare = await progress.step(`bare Chromium, ${pages} pages`, () =>
        bareChromium(around, longReport(pages).html),
      );
      for (const [name, { isReferring = false, options = {} }] of Object.entries(FORMS)) {
        around.signal.throwIfAborted();
        const document = longReport(pages, isReferring);
        const printed = await progress.step(`${name}, ${pages} pages`, () =>
          printedBy(service, { ...document.options, ...options, html: document.html }),
        );
        rows.push([
          ...[String(printed.pages), name, (printed.ms / 1_000).toFixed(1)],
          ...[printed.cpu, printed.cpu / printed.pages, bare.cpu].map((seconds) =>
            (1_000 * seconds).toFixed(seconds < 0.1 ? 1 : 0),
          ),
          ...[(printed.cpu / bare.cpu).toFixed(2), (printed.ms / bare.ms).toFixed(2)],
          ...[printed.worker, printed.browser].map((kib) => (kib / 1_024).toFixed(0)),
        ]);
      }
    }
    section.text(
      'One job at a time on one page. Processor time: of gateway, worker, Redis and Chromium; *bare*: of Chromium that prints the plain pages. Memory: largest proportional size (PSS) of the worker’s process, and of Chromium’s processes together.',
    );
    section.table(
      [
        'pages',
        'document',
        's',
        'CPU ms',
        'CPU ms a page',
        'bare CPU ms',
        'CPU ratio',
        'time ratio',
        'worker MiB',
        'Chromium MiB',
      ],
      rows,
    );
  } finally {
    await running.end();
  }
}

/** @param {import('@toolpress/testkit').TestService} service @param {object} input */
async function printedBy(service, input) {
  const print = async (/** @type {object} */ body) => {
    const job = await service.call('/api/jobs', { body: { tool: 'html-to-pdf', input: { ...body, return: 'link' } } });
    if (job.status !== 202) throw new Error(job.body.error);
    const { error, result } = (await service.ended(`/api/jobs/${job.body.data.id}`)).body.data;
    if (error !== undefined) throw new Error(error.message);
    return result;
  };
  for (let index = 0; index < WARM_PRINTS; index++) await print({ html: '<p>warm' });
  const peak = { worker: 0, browser: 0 };
  const look = () => {
    const { worker, Chromium } = partsOf(service);
    peak.worker = Math.max(peak.worker, kibOf(worker));
    peak.browser = Math.max(peak.browser, kibOf(Chromium));
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    const [cpu, begun] = [measureParts(service), performance.now()];
    const { page_count } = await print(input);
    const ms = performance.now() - begun;
    return { pages: page_count, ms, cpu: Object.values(cpu()).reduce((sum, seconds) => sum + seconds, 0), ...peak };
  } finally {
    clearInterval(timer);
  }
}

/** @param {import('./service.mjs').Around} around @param {string} html @returns {Promise<{ ms: number, cpu: number }>} */
async function bareChromium({ browser: executablePath }, html) {
  const browser = await puppeteer.launch({
    executablePath,
    headless: 'shell',
    args: workerArguments(),
    protocolTimeout: 0,
  });
  try {
    const page = await browser.newPage();
    await page.setContent('<p>warm');
    await page.pdf({ timeout: 0 });
    const [cpu, begun] = [measureCpu([browser.process()?.pid ?? 0]), performance.now()];
    await page.setContent(html, { timeout: 0 });
    await page.pdf({ timeout: 0, preferCSSPageSize: true, printBackground: true, tagged: false, outline: false });
    return { ms: performance.now() - begun, cpu: cpu().all };
  } finally {
    await browser.close();
  }
}

/** @param {number[]} pids */
const kibOf = (pids) =>
  pids.reduce((sum, pid) => {
    try {
      return sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return sum; // it has ended
    }
  }, 0);
