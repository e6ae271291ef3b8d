/** `scripts/bench`: measures how fast the service is on this machine. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../../scripts/lib/prepare/prepare.mjs';
import { REDIS } from '../../scripts/lib/prepare/system-packages.mjs';
import { Problem, runCommand } from '../../scripts/lib/problem.mjs';
import { ROOT } from '../../scripts/lib/run.mjs';

const INSTALLING = `Others take part if they are installed; nothing is installed by itself. P is $TOOLPRESS_PEERS, or ~/.cache/toolpress/peers:

  jsreport     npm install --prefix packages/bench --ignore-scripts --legacy-peer-deps --no-package-lock
  WeasyPrint,  python3 -m venv P/python && P/python/bin/pip install weasyprint typst
  Typst        (WeasyPrint needs Debian's libpango-1.0-0, libpangoft2-1.0-0 and libharfbuzz-subset0)
  Gotenberg    GOBIN=P/bin go install github.com/gotenberg/gotenberg/v8/cmd/gotenberg@latest
               It ends every process with "chromium" in its command line, so it runs in its own PID namespace (unshare).`;

const HELP = `scripts/bench [pdf] [workers] [large] [long] [growth] [batches] [rows] [http] [templates] [profile] [features] [studio] [options]
scripts/bench files
scripts/bench gate [--store [--because TEXT]]

Installs missing dependencies, builds, starts the service and measures it; everything stays on this machine.
Without a name: all except long, rows, profile, features, studio, files and gate. Writes docs/benchmarks.md and README.md, except with --quick or --count.

  pdf      an invoice with logo, header and style sheets, and documents of 1 and 40 pages: the service with 1, 4 and 16 clients
           compared with bare Chromium behind a bare HTTP server (the floor: for paper only, as the service prints) and with other
           servers, in rounds of taking turns; no document is printed twice:
           latency, throughput, memory, processor time of gateway, worker, Redis and Chromium, and the ratios to be reached.
           The figures are stored in packages/bench/results.json; \`npm run docs\` writes the tables from there.
           --rounds N  default 15, some 80 seconds each    --warm N  PDFs of each target before the first round, default 3000
  workers  1, 2 and 4 worker processes on one Redis: throughput and waiting in the queue; what 1,000 PDFs a second would take
  large    50 pages with 100 images in 5 MiB of HTML: memory, and how long the gateway's event loop is blocked
  long     documents of 51, 200, 1,000 and 2,000 pages, plain, with contents, references, footnotes and headers, and with standards: time and
           processor time as ratios to bare Chromium, memory (--only 51,200  these numbers of pages)
  growth   10,000 PDFs in one go (or --count N): throughput of each tenth, memory, processes, open files
  batches  a batch of one-page PDFs against 16 clients with single calls, in turns; a call beside a batch; memory of 10,000 rows in one
           request (or --count N)
  rows     rows of batches over 1, 10 and 100 simulated workers, which answer at once without a browser: commands, time and
           memory of Redis per row, time of the gateway (or --count N rows; --only 10  with these numbers of workers)
  http     the HTTP request tool against a plain node-fetch to the same local server: median latency of both, rounds of
           the two taking turns in one run, then requests per second with 16 clients; and what 200 large answers and 20 compression bombs do to
           the gateway's memory
  templates  tables of 10,000 rows by the template language against a plain function, and against another build if one is given
  profile  where the time of a one-page PDF goes (or of --count N of them): functions of gateway and worker, commands to Redis
  features processor time of a PDF with each feature (header, tags, own font, ...), as a ratio to the same document without it,
           in rounds of taking turns (--rounds N, default 7; --count N PDFs in a turn, default 20)
           --only TEXT,TEXT  features whose names contain one of them
  studio   200 keys at 5 a second with previews of 1 and 40 pages; what a preview takes more than a call; throughput of 16 clients
           beside them (--count N keys, --rounds N, default 9)
  files    the service's own source files that run during one plain PDF; fails when they are more than the ceiling in files.mjs
  gate     fails when the processor time of gateway, worker and Redis per PDF, divided by Chromium's in the same run, has
           grown by more than 5 % (and the tolerance) over packages/bench/gate.json. --store writes the measured
           ratio there; a growth needs --because with the text of a line in CHANGELOG.md

  --quick  rough numbers in a fraction of the time
  --against FOLDER  (pdf, templates, features) another checkout, built, in turns with this one

${INSTALLING}`;

/**
 * The benchmarks in the order in which they run.
 *
 * @type {Record<string, { title: string, load: () => Promise<import('./service.mjs').Benchmark> }>}
 */
const BENCHMARKS = {
  pdf: {
    title: 'PDFs: the service compared with bare Chromium and others',
    load: async () => (await import('./pdf.mjs')).benchPdf,
  },
  workers: { title: 'More worker processes', load: async () => (await import('./workers.mjs')).benchWorkers },
  large: { title: 'Large documents', load: async () => (await import('./large.mjs')).benchLarge },
  long: { title: 'Long documents', load: async () => (await import('./long.mjs')).benchLong },
  growth: { title: 'Many documents in one go', load: async () => (await import('./growth.mjs')).benchGrowth },
  batches: { title: 'Batches against single calls', load: async () => (await import('./batches.mjs')).benchBatches },
  rows: { title: 'A million rows', load: async () => (await import('./rows.mjs')).benchRows },
  http: {
    title: 'The HTTP request tool against a plain request',
    load: async () => (await import('./http.mjs')).benchHttp,
  },
  templates: {
    title: 'Templates of long tables',
    load: async () => (await import('./templates.mjs')).benchTemplates,
  },
  profile: { title: 'Where the time of a PDF goes', load: async () => (await import('./profile.mjs')).benchProfile },
  features: {
    title: 'Features compared with a plain document',
    load: async () => (await import('./features.mjs')).benchFeatures,
  },
  studio: { title: 'Previews of the studio', load: async () => (await import('./studio.mjs')).benchStudio },
  files: { title: 'Files that one plain PDF runs', load: async () => (await import('./files.mjs')).benchFiles },
  gate: { title: 'Processor time compared with Chromium’s', load: async () => (await import('./gate.mjs')).benchGate },
};
/** These run by name only, and report to the terminal only. */
const UNWRITTEN = ['long', 'rows', 'profile', 'features', 'studio', 'files', 'gate'];

await runCommand(async ({ args, progress, stop }) => {
  const { names, ...options } = readArguments(args);
  if (process.platform !== 'linux')
    throw new Problem('Processor time and memory are read from /proc: this runs on Linux only.');
  const browser = await prepare({ programs: [REDIS], checked: true }, progress, stop);
  const temporary = await mkdtemp(join(tmpdir(), 'toolpress-bench-'));
  try {
    const { PARTS, Section, runDescription, withParts } = await import('./report.mjs');
    /** @type {Record<string, string>} */
    const renewed = {};
    for (const name of names) {
      stop.throwIfAborted();
      const { title, load } = /** @type {typeof BENCHMARKS[string]} */ (BENCHMARKS[name]);
      const section = new Section(title, (line) => progress.line(line));
      await (await load())({ browser, temporary, signal: stop }, section, { ...options, progress });
      if (!UNWRITTEN.includes(name)) renewed[name] = `${section.markdown()}\n\n${runDescription(browser)}`;
    }
    if (!options.quick && options.count === undefined && Object.keys(renewed).length > 0) {
      const { pdfPart, withSpeed } = await import('./pdf-results.mjs');
      if (renewed['pdf'] !== undefined) renewed['pdf'] = pdfPart();
      await rewrite('docs/benchmarks.md', (page) => withParts(page, PARTS, renewed));
      await rewrite('README.md', withSpeed);
      progress.line('\nWritten to docs/benchmarks.md and README.md.');
    }
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
  return 0;
}, HELP);

/** @param {string} path from the project's root @param {(page: string) => string} change */
async function rewrite(path, change) {
  await writeFile(join(ROOT, path), change(await readFile(join(ROOT, path), 'utf8')));
}

/** @param {string[]} args @throws {Problem} */
function readArguments(args) {
  const { values, positionals } = parse(args);
  const unknown = positionals.find((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown !== undefined) throw new Problem(`There is no benchmark \`${unknown}\`.\n\n${HELP}`);
  const names =
    positionals.length > 0 ? positionals : Object.keys(BENCHMARKS).filter((name) => !UNWRITTEN.includes(name));
  return {
    names,
    quick: values.quick === true,
    count: wholeNumber('count', values.count, 10),
    rounds: wholeNumber('rounds', values.rounds, 1),
    warm: wholeNumber('warm', values.warm, 10),
    against: values.against,
    store: values.store === true,
    because: values.because,
    only: values.only,
  };
}

/** @param {string} name @param {string | undefined} value @param {number} least @throws {Problem} */
function wholeNumber(name, value, least) {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Problem(`--${name} takes a whole number, ${least} or more.`);
}

/** @param {string[]} args */
function parse(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const flag = /** @type {const} */ ({ type: 'boolean' });
  const numbers = { count: text, rounds: text, warm: text };
  const options = { ...numbers, quick: flag, against: text, only: text, store: flag, because: text };
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}
