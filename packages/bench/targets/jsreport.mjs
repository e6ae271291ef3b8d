/** jsreport with its chrome-pdf recipe, called within its own process: no HTTP on top. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { launchOptions, runPrinter, workerArguments } from './program.mjs';

await runPrinter(async ({ browser, concurrency }) => {
  const require = createRequire(import.meta.url);
  const reporter = require('@jsreport/jsreport-core')({
    rootDirectory: fileURLToPath(new URL('..', import.meta.url)),
    loadConfig: false,
    discover: false,
    useExtensionsLocationCache: false,
    logger: { silent: true },
    workers: { numberOfWorkers: concurrency },
    reportTimeout: 120_000,
    // What its documentation names as the fast way: browsers that are kept, one for each worker.
    chrome: {
      strategy: 'chrome-pool',
      numberOfWorkers: concurrency,
      launchOptions: { ...launchOptions(browser), args: workerArguments() },
    },
  });
  reporter.use(require('@jsreport/jsreport-chrome-pdf')());
  await reporter.init();
  return {
    async print(content) {
      const { content: pdf } = await reporter.render({
        template: {
          content,
          engine: 'none',
          recipe: 'chrome-pdf',
          chrome: { printBackground: true, preferCSSPageSize: true, tagged: false },
        },
      });
      return pdf;
    },
    close: () => reporter.close(),
  };
});
