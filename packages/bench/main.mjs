/** `scripts/bench`: how fast the service is on this machine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, install } from '../../scripts/lib/prepare/prepare.mjs';
import { REDIS } from '../../scripts/lib/prepare/system-packages.mjs';
import { Problem, runCommand } from '../../scripts/lib/problem.mjs';
import { Progress } from '../../scripts/lib/terminal/progress.mjs';
import { readBenchArguments } from './arguments.mjs';

const HELP = `scripts/bench [pdf] [workers] [large] [growth] [http] [profile] [--quick] [--count N]

Installs what is missing, builds, starts the service and measures it; everything stays on this machine.
Without a name: all but the profile. Writes docs/benchmarks.md, except with --quick or --count.

  pdf      PDFs of 1, 5 and 40 pages: the service with 1, 4 and 16 clients against bare Chromium (the floor), puppeteer-cluster and
           jsreport, in rounds of taking turns: latency, throughput, processor time, memory, and the ratios to be reached
  workers  1, 2 and 4 worker processes on one Redis: throughput and waiting in the queue; what 1,000 PDFs a second would take
  large    50 pages with 100 images in 5 MiB of HTML: memory, and how long the gateway's event loop is held up
  growth   10,000 PDFs in one go (or --count N): throughput of each tenth, memory, processes, open files
  http     the HTTP request tool against a plain node-fetch to the same local server: median latency of both, rounds of
           the two taking turns in one run, then requests per second with 16 clients; and what 200 large answers and 20 compression bombs do to
           the gateway's memory
  profile  where the time of a one-page PDF goes (or of --count N of them): functions of gateway and worker, commands to Redis

  --quick  rough figures in a fraction of the time`;

const root = fileURLToPath(new URL('../..', import.meta.url));

await runCommand(async ({ stop }) => {
  const wanted = readBenchArguments(process.argv.slice(2), HELP);
  const progress = new Progress();
  if (wanted.help) {
    progress.line(HELP);
    return 0;
  }
  if (process.platform !== 'linux') throw new Problem('The figures come from /proc: this runs on Linux only.');
  const preparation = { root, env: process.env, progress, signal: stop };
  const browser = await install(preparation, [REDIS]);
  await compile(preparation);
  const temporary = await mkdtemp(join(tmpdir(), 'toolpress-bench-'));
  try {
    const { runBenchmarks } = await import('./run-benchmarks.mjs');
    await runBenchmarks(wanted, { root, progress, around: { browser, temporary, signal: stop } });
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
  return 0;
});
