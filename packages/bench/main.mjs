/** `scripts/bench`: how fast the service is on this machine. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../../scripts/lib/prepare/prepare.mjs';
import { REDIS } from '../../scripts/lib/prepare/system-packages.mjs';
import { Problem, runCommand } from '../../scripts/lib/problem.mjs';
import { ROOT } from '../../scripts/lib/run.mjs';
import { withSpeed } from '../../scripts/lib/speed.mjs';

const HELP = `scripts/bench [pdf] [workers] [large] [growth] [batches] [http] [templates] [profile] [--quick] [--count N] [--against FOLDER]

Installs what is missing, builds, starts the service and measures it; everything stays on this machine.
Without a name: all but the profile. Writes docs/benchmarks.md, except with --quick or --count.

  pdf      PDFs of 1, 5 and 40 pages: the service with 1, 4 and 16 clients against bare Chromium (the baseline), puppeteer-cluster and
           jsreport, in rounds of taking turns: latency, throughput, processor time, memory, and the ratios to be reached
  workers  1, 2 and 4 worker processes on one Redis: throughput and waiting in the queue; what 1,000 PDFs a second would take
  large    50 pages with 100 images in 5 MiB of HTML: memory, and how long the gateway's event loop is held up
  growth   10,000 PDFs in one go (or --count N): throughput of each tenth, memory, processes, open files
  batches  a batch of one-page PDFs against 16 clients with single calls, in turns; a call beside a batch; memory of 10,000 rows in one
           request (or --count N)
  http     the HTTP request tool against a plain node-fetch to the same local server: median latency of both, rounds of
           the two taking turns in one run, then requests per second with 16 clients; and what 200 large answers and 20 compression bombs do to
           the gateway's memory
  templates  tables of 10,000 rows by the template language against a plain function, and against another build if one is given
  profile  where the time of a one-page PDF goes (or of --count N of them): functions of gateway and worker, commands to Redis

  --quick  rough numbers in a fraction of the time
  --against FOLDER  (templates) another checkout, built, in turns with this one`;

/**
 * In the order in which they run, and in which they stand in docs/benchmarks.md.
 *
 * @type {Record<string, { title: string, load: () => Promise<import('./service.mjs').Benchmark> }>}
 */
const BENCHMARKS = {
  pdf: {
    title: 'PDFs: the service against the baseline and against others',
    load: async () => (await import('./pdf.mjs')).benchPdf,
  },
  workers: { title: 'More worker processes', load: async () => (await import('./workers.mjs')).benchWorkers },
  large: { title: 'Large documents', load: async () => (await import('./large.mjs')).benchLarge },
  growth: { title: 'Many documents in one go', load: async () => (await import('./growth.mjs')).benchGrowth },
  batches: { title: 'Batches against single calls', load: async () => (await import('./batches.mjs')).benchBatches },
  http: {
    title: 'The HTTP request tool against a plain request',
    load: async () => (await import('./http.mjs')).benchHttp,
  },
  templates: {
    title: 'Templates of long tables',
    load: async () => (await import('./templates.mjs')).benchTemplates,
  },
  profile: { title: 'Where the time of a PDF goes', load: async () => (await import('./profile.mjs')).benchProfile },
};
/** Shown at the terminal only. */
const UNWRITTEN = 'profile';

await runCommand(async ({ args, progress, stop }) => {
  const { names, quick, count, against } = readArguments(args);
  if (process.platform !== 'linux') throw new Problem('What is measured comes from /proc: this runs on Linux only.');
  const browser = await prepare([REDIS], progress, stop);
  const temporary = await mkdtemp(join(tmpdir(), 'toolpress-bench-'));
  try {
    const { Section, writeBenchmarksPage } = await import('./report.mjs');
    /** @type {Record<string, string>} */
    const renewed = {};
    for (const name of names) {
      stop.throwIfAborted();
      const { title, load } = /** @type {typeof BENCHMARKS[string]} */ (BENCHMARKS[name]);
      const section = new Section(title, (line) => progress.line(line));
      await (await load())({ browser, temporary, signal: stop }, section, { quick, count, against, progress });
      if (name !== UNWRITTEN) renewed[name] = section.markdown();
    }
    if (!quick && count === undefined && Object.keys(renewed).length > 0) {
      const parts = Object.keys(BENCHMARKS).filter((name) => name !== UNWRITTEN);
      await writeBenchmarksPage(join(ROOT, 'docs/benchmarks.md'), parts, renewed, browser);
      const readme = join(ROOT, 'README.md');
      const page = await readFile(join(ROOT, 'docs/benchmarks.md'), 'utf8');
      await writeFile(readme, withSpeed(await readFile(readme, 'utf8'), page));
      progress.line('\nWritten to docs/benchmarks.md and README.md.');
    }
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
  return 0;
}, HELP);

/** @param {string[]} args @throws {Problem} */
function readArguments(args) {
  const { values, positionals } = parse(args);
  const unknown = positionals.find((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown !== undefined) throw new Problem(`There is no benchmark \`${unknown}\`.\n\n${HELP}`);
  const count = values.count === undefined ? undefined : Number(values.count);
  if (count !== undefined && !(Number.isInteger(count) && count >= 10)) {
    throw new Problem('--count takes a whole number of documents, 10 or more.');
  }
  const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS).filter((name) => name !== UNWRITTEN);
  return { names, quick: values.quick === true, count, against: values.against };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { quick: { type: 'boolean' }, count: { type: 'string' }, against: { type: 'string' } },
    });
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}
