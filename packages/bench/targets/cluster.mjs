/** puppeteer-cluster as its README shows it: a new page for each job, and the page's own `setContent` and `pdf`. */
import { Cluster } from 'puppeteer-cluster';
import { launchOptions, servePrinter } from './program.mjs';

await servePrinter(async ({ browser, concurrency }) => {
  /** @type {Cluster<string, Uint8Array>} */
  const cluster = await Cluster.launch({
    concurrency: Cluster.CONCURRENCY_PAGE,
    maxConcurrency: concurrency,
    timeout: 120_000,
    puppeteerOptions: launchOptions(browser),
  });
  await cluster.task(async ({ page, data: html }) => {
    await page.setContent(html);
    // Untagged as for all targets. puppeteer's default would be slower.
    return page.pdf({ printBackground: true, preferCSSPageSize: true, tagged: false });
  });
  return {
    print: async ({ html }) => Buffer.from(await cluster.execute(html)).toString('base64'),
    close: () => cluster.close(),
  };
});
