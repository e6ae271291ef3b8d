/** puppeteer-cluster as its README shows it: a new page for each job, the page's own `setContent` and `pdf`. */
import { Cluster } from 'puppeteer-cluster';
import { launchOptions, runPrinter, workerArguments } from './program.mjs';

await runPrinter(async ({ browser, concurrency, mode }) => {
  /** @type {Cluster<string, Uint8Array>} */
  const cluster = await Cluster.launch({
    concurrency: mode === 'CONTEXT' ? Cluster.CONCURRENCY_CONTEXT : Cluster.CONCURRENCY_PAGE,
    maxConcurrency: concurrency,
    timeout: 120_000,
    puppeteerOptions: { ...launchOptions(browser), args: workerArguments() },
  });
  await cluster.task(async ({ page, data: html }) => {
    await page.setContent(html);
    // The same print settings as everybody's: tagging, which is puppeteer's default, would cost more still.
    return page.pdf({ printBackground: true, preferCSSPageSize: true, tagged: false });
  });
  return { print: (html) => cluster.execute(html), close: () => cluster.close() };
});
