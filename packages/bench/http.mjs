/** The HTTP request tool against a plain node-fetch to the same server, and what large answers do to the gateway's memory. */
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startProcess, TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import fetch from 'node-fetch';
import { median, percentile } from './statistics.mjs';

/** Node.js compiles what runs often; before some thousand requests a process has not reached its speed. */
const WARM_UP_ROUNDS = 40;
const ROUNDS = 20;
const REQUESTS_A_ROUND = 50;
const CLIENTS = 16;
const LOAD_MS = 5_000;
const WARM_UP_ANSWERS = 40;
const LARGE_ANSWERS = 200;
const BOMBS = 20;
const MIB = 1024 * 1024;
const TOOL = '/api/utilities/http-request';
const SERVER = fileURLToPath(new URL('./http-server.mjs', import.meta.url));

/** @type {import('./service.mjs').Benchmark} */
export async function benchHttp(_around, section) {
  const server = startProcess(process.execPath, [SERVER]);
  try {
    await server.waitFor(/at \S+\.\n/, 60_000);
    const [, url = ''] = /at (\S+)\.\n/.exec(server.output()) ?? [];
    for (const measure of [measureLatency, measureMemory]) {
      const env = { OUTBOUND_ALLOW: TARGET_ADDRESS, LOG_LEVEL: 'info' };
      const service = await TestService.start({ workers: 0, env });
      try {
        await measure(service, url, section);
      } finally {
        await service.stop();
      }
    }
  } finally {
    await server.end();
  }
}

/** @param {TestService} service @param {string} url @param {import('./report.mjs').Section} section */
async function measureLatency(service, url, section) {
  // Each client keeps its connection, as programs do; the tool itself connects afresh for every request.
  const agent = new Agent({ keepAlive: true });
  const ways = {
    'plain node-fetch, connection kept': () => read(fetch(url, { agent })),
    'plain node-fetch, new connection': () => read(fetch(url, { agent: new Agent({ keepAlive: false }) })),
    'through the tool': () =>
      read(
        fetch(service.url + TOOL, {
          agent,
          method: 'POST',
          headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ method: 'GET', url }),
        }),
      ),
  };
  await latencies(Object.values(ways), WARM_UP_ROUNDS);
  const times = await latencies(Object.values(ways), ROUNDS);
  section.text(
    `One client after a warm-up: ${ROUNDS} rounds of ${REQUESTS_A_ROUND} requests each, in turns; milliseconds.`,
  );
  section.table(
    ['', 'p50', 'p95', 'p99'],
    Object.keys(ways).map((name, way) => [
      name,
      ...[0.5, 0.95, 0.99].map((share) => percentile(times[way] ?? [], share).toFixed(2)),
    ]),
  );
  const [direct = 0, afresh = 0, through = 0] = times.map(median);
  const perSecond = Math.round(await throughput(ways['through the tool']));
  section.text(
    `Added median latency: ${(through - direct).toFixed(2)} ms (kept connection), ${(through - afresh).toFixed(2)} ms (new connection); limit 2 ms. With ${CLIENTS} clients: ${perSecond} requests per second.`,
  );
  agent.destroy();
}

/** @param {Promise<import('node-fetch').Response>} answer */
async function read(answer) {
  const response = await answer;
  const body = await response.text();
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${body}`);
}

/**
 * Rounds of each, taking turns, so that whatever else the machine does hits all alike.
 *
 * @param {(() => Promise<void>)[]} ways
 * @param {number} rounds
 * @returns {Promise<number[][]>} milliseconds of every request, a list for each way
 */
async function latencies(ways, rounds) {
  const times = ways.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < rounds; round++) {
    for (const [index, way] of ways.entries()) {
      for (let request = 0; request < REQUESTS_A_ROUND; request++) {
        const begun = performance.now();
        await way();
        times[index]?.push(performance.now() - begun);
      }
    }
  }
  return times;
}

/** @param {() => Promise<void>} way @returns {Promise<number>} requests a second */
async function throughput(way) {
  const begun = performance.now();
  let done = 0;
  const client = async () => {
    while (performance.now() - begun < LOAD_MS) {
      await way();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return done / ((performance.now() - begun) / 1_000);
}

/** @param {TestService} service @param {string} url @param {import('./report.mjs').Section} section */
async function measureMemory(service, url, section) {
  const rows = [];
  for (const [what, count, path] of /** @type {const} */ ([
    ['answers of 9 MiB, to warm up', WARM_UP_ANSWERS, '/large'],
    ['answers of 9 MiB', LARGE_ANSWERS, '/large'],
    ['answers of 1 GiB in 1 MiB of gzip', BOMBS, '/bomb'],
  ])) {
    const outcomes = new Set();
    const memory = [];
    for (let done = 0; done < count; done++) {
      const answer = await service.call(TOOL, { body: { method: 'GET', url: url + path } });
      outcomes.add(answer.headers.get('x-error-code') ?? answer.status);
      memory.push(await residentMib(service.url));
    }
    const tenth = Math.max(1, Math.floor(memory.length / 10));
    const [first, last] = [median(memory.slice(0, tenth)), median(memory.slice(-tenth))];
    const numbers = [first, Math.min(...memory), median(memory), Math.max(...memory), last];
    rows.push([`${count} ${what}`, [...outcomes].join(), ...numbers.map((mib) => mib.toFixed(0))]);
  }
  section.text('Resident memory of the gateway in MiB, sequential requests.');
  section.table(['', 'outcome', 'first tenth', 'least', 'median', 'most', 'last tenth'], rows);
}

/** @param {string} gateway its URL */
async function residentMib(gateway) {
  const metrics = await (await fetch(`${gateway}/metrics`)).text();
  const [, bytes = ''] = /^process_resident_memory_bytes\{.*\} (\S+)$/m.exec(metrics) ?? [];
  return Number(bytes) / MIB;
}
