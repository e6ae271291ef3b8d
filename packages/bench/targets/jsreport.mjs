/** jsreport with its chrome-pdf recipe, behind a bare HTTP server instead of jsreport's own. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { launchOptions, servePrinter } from './program.mjs';

await servePrinter(async ({ browser, concurrency }) => {
  const require = createRequire(import.meta.url);
  const reporter = require('@jsreport/jsreport-core')({
    rootDirectory: fileURLToPath(new URL('..', import.meta.url)),
    loadConfig: false,
    discover: false,
    useExtensionsLocationCache: false,
    logger: { silent: true },
    workers: { numberOfWorkers: concurrency },
    reportTimeout: 120_000,
    // The fast strategy of its documentation: a browser for each worker that is kept.
    chrome: { strategy: 'chrome-pool', numberOfWorkers: concurrency, launchOptions: launchOptions(browser) },
  });
  reporter.use(require('@jsreport/jsreport-chrome-pdf')());
  await reporter.init();
  return {
    async print({ html }) {
      const chrome = { printBackground: true, preferCSSPageSize: true, tagged: false };
      const template = { content: html, engine: 'none', recipe: 'chrome-pdf', chrome };
      const { content } = await reporter.render({ template });
      return content.toString('base64');
    },
    close: () => reporter.close(),
  };
});
