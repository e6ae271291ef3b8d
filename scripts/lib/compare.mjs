/** `scripts/compare`: compares the documents of a folder with plain Chromium. */
import { join, resolve } from 'node:path';
import { Problem, runCommand } from './problem.mjs';
import { prepareTests } from './testing/prepare-tests.mjs';

const HELP = `scripts/compare FOLDER [document's id ...]

Installs missing dependencies, builds, and prints every document of the folder, or the named ones, twice: by a separate service,
with the document's text and the style sheets and images beside it as \`files\`, and by plain Chromium with scripts off,
on the service's default paper. The pages are compared as pictures of 72 dots per inch.

A document is right when it has the same pages and none of them has more than 20 pixels that differ visibly; right in own
fonts when that holds beside a Chromium that uses installed fonts instead of the document's own ones of that name; right without
blocked style when it holds beside one that has nothing that CSS names by \`url()\`, and the service warned of that.

The folder has manifest.json, an array of {"id", "document"}; docs/ID/ with each document and what belongs to it; and
sheets/, packages as content delivery networks have them, with a manifest.json of {"name", "version", "file"}. Addresses
of the web lead into sheets/ for both; nothing is fetched. FOLDER/comparison/ gets the verdicts, the PDFs and pictures of
the pages that differ; plain Chromium's PDFs there are used again. The exit code is 0 when every document is right.`;

await runCommand(async ({ args: [folder, ...ids], progress, stop }) => {
  if (folder === undefined) throw new Problem(HELP);
  const chromium = await prepareTests(progress, stop);
  process.env['CHROME_PATH'] = chromium;
  const { compare } = await import('@toolpress/e2e/comparison');
  const options = { folder: resolve(folder), out: join(resolve(folder), 'comparison'), ids, chromium };
  return (await compare(options, (line) => progress.line(line))) ? 0 : 1;
}, HELP);
