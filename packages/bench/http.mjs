/** The HTTP request tool against a plain node-fetch to the same server. */
import { Agent } from 'node:http';
import { TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import fetch from 'node-fetch';
import { figures, table, text } from '../../scripts/lib/terminal/table.mjs';
import { startTarget } from './start-target.mjs';
import { median, percentile } from './statistics.mjs';

/** Node.js compiles what runs often; before some thousand requests a process has not reached its speed. */
const WARM_UP_ROUNDS = 40;
const ROUNDS = 20;
const REQUESTS_A_ROUND = 50;
const CLIENTS = 16;
const LOAD_MS = 5_000;

/** @param {(line: string) => void} say */
export async function benchHttp(say) {
  const target = await startTarget();
  const { url } = target;
  const service = await TestService.start({
    workers: 0,
    env: { OUTBOUND_ALLOW: TARGET_ADDRESS, LOG_LEVEL: 'info' },
  });
  // Each client keeps its connection, as programs do; the tool itself connects afresh for every request.
  const agent = new Agent({ keepAlive: true });
  const plain = () => read(fetch(url, { agent }));
  const plainAfresh = () => read(fetch(url, { agent: new Agent({ keepAlive: false }) }));
  const tool = () =>
    read(
      fetch(`${service.url}/api/utilities/http-request`, {
        agent,
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ method: 'GET', url: url }),
      }),
    );
  try {
    await latency([plain, plainAfresh, tool], WARM_UP_ROUNDS);
    const [direct = [], afresh = [], through = []] = await latency([plain, plainAfresh, tool], ROUNDS);
    const rows = [
      ['plain node-fetch, connection kept', direct],
      ['plain node-fetch, new connection', afresh],
      ['through the tool', through],
    ];
    say('');
    say(
      `One client, after a warm-up: ${ROUNDS} rounds of ${REQUESTS_A_ROUND} requests each, taking turns; milliseconds`,
    );
    say('');
    for (const line of table(
      [text(''), ...['p50', 'p95', 'p99'].map(figures)],
      rows.map(([name, times]) => [
        String(name),
        ...[0.5, 0.95, 0.99].map((share) => percentile(/** @type {number[]} */ (times), share).toFixed(2)),
      ]),
    )) {
      say(line);
    }
    say('');
    say(
      `Added at the median: ${(median(through) - median(direct)).toFixed(2)} ms (a kept connection), ${(median(through) - median(afresh)).toFixed(2)} ms (a new one); at most 2 ms are allowed`,
    );
    say(`With ${CLIENTS} clients: ${Math.round(await throughput(tool))} requests a second through the tool`);
  } finally {
    agent.destroy();
    await service.stop();
    await target.end();
  }
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
async function latency(ways, rounds) {
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
