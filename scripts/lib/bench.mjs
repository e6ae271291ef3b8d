/** `scripts/bench`: how fast the service is on this machine. */
import { fileURLToPath } from 'node:url';
import { compile, install } from './prepare/prepare.mjs';
import { REDIS } from './prepare/system-packages.mjs';
import { Problem, runCommand } from './problem.mjs';
import { Progress } from './terminal/progress.mjs';

const HELP = `scripts/bench http

Installs what is missing, builds, starts the service and measures it; everything stays on this machine.

  http    the HTTP request tool against a plain node-fetch to the same local server: median latency of both, rounds of
          the two taking turns in one run, then requests per second with 16 clients; and what 200 large answers and 20 compression bombs do to
          the gateway's memory`;

const root = fileURLToPath(new URL('../..', import.meta.url));

await runCommand(async ({ stop }) => {
  const [what, ...rest] = process.argv.slice(2);
  const progress = new Progress();
  if (what === '--help') {
    progress.line(HELP);
    return 0;
  }
  if (what !== 'http' || rest.length > 0) throw new Problem(HELP);
  const preparation = { root, env: process.env, progress, signal: stop };
  await install(preparation, [REDIS]);
  await compile(preparation);
  const { benchHttp } = await import('./bench/http.mjs');
  const { benchHttpMemory } = await import('./bench/http-memory.mjs');
  await benchHttp((line) => progress.line(line));
  await benchHttpMemory((line) => progress.line(line));
  return 0;
});
