/** More worker processes on one Redis: the gain, and what a thousand PDFs per second would need. */
import { Redis } from 'ioredis';
import { onePage } from './documents.mjs';
import { perRequest, readCounters } from './profile/redis.mjs';
import { measureParts, startService } from './service.mjs';
import { percentile } from './statistics.mjs';

const CLIENTS = 16;
const WARM_UP_MS = 4_000;
const FOR_MS = 8_000;
const GOAL = 1_000;
/** A process of one thread that is busier than this makes others wait. */
const FULL = 0.7;

/** @typedef {{ processes: number, pages: number | undefined }} Setup `pages` of each process: default: the number of cores */
/** @type {Setup[]} */
const SETUPS = [
  { processes: 1, pages: undefined },
  { processes: 1, pages: 1 },
  { processes: 2, pages: 1 },
  { processes: 4, pages: 1 },
];

/**
 * @typedef {object} Measured
 * @property {Setup} setup
 * @property {number} perSecond
 * @property {number[]} latencies
 * @property {number[]} waits milliseconds of each job in the queue
 * @property {Record<string, number>} cpuMs per PDF, of each part
 * @property {{ commands: number, bytes: number }} redis per PDF
 */

/** @type {import('./service.mjs').Benchmark} */
export async function benchWorkers(around, section, { quick, progress }) {
  /** @type {Measured[]} */
  const measured = [];
  for (const setup of SETUPS) {
    measured.push(
      await progress.step(
        `${setup.processes} × ${pagesOf(setup)}`,
        () => measure(around, setup, quick ? 0.3 : 1),
        ({ perSecond }) => `${perSecond.toFixed(1)} PDF/s`,
      ),
    );
  }
  report(section, measured);
}

const pagesOf = (/** @type {Setup} */ { pages }) => (pages === undefined ? 'two pages a core' : `${pages} page`);

/**
 * @param {import('./service.mjs').Around} around
 * @param {Setup} setup
 * @param {number} haste
 * @returns {Promise<Measured>}
 */
async function measure(around, setup, haste) {
  const { processes, pages } = setup;
  const running = await startService(around, {
    workers: processes,
    ...(pages === undefined ? {} : { concurrency: pages }),
  });
  try {
    const { service } = running;
    await running.run(onePage(), { clients: CLIENTS, forMs: WARM_UP_MS * haste });
    const cpu = measureParts(service);
    const before = await readCounters(service.redis);
    const since = Date.now();
    const { perSecond, latencies } = await running.run(onePage(), { clients: CLIENTS, forMs: FOR_MS * haste });
    const cpuMs = Object.entries(cpu()).map(([name, seconds]) => [name, (seconds * 1_000) / latencies.length]);
    const { bytesIn, bytesOut, commands } = perRequest(before, await readCounters(service.redis), latencies.length);
    return {
      setup,
      perSecond,
      latencies,
      waits: await queueWaits(service.redis.url, since),
      cpuMs: Object.fromEntries(cpuMs),
      redis: {
        commands: [...commands.values()].reduce((sum, { calls }) => sum + calls, 0),
        bytes: bytesIn + bytesOut,
      },
    };
  } finally {
    await running.end();
  }
}

/**
 * What BullMQ wrote into the jobs that it keeps: by the gateway's clock when a job was added, by the worker's when it was
 * taken; here both are this machine's.
 *
 * @param {string} url of Redis
 * @param {number} since epoch milliseconds
 * @returns {Promise<number[]>}
 */
async function queueWaits(url, since) {
  const redis = new Redis(url);
  try {
    const ids = await redis.zrangebyscore('toolpress:render:completed', since, '+inf');
    const pipeline = redis.pipeline();
    for (const id of ids) pipeline.hmget(`toolpress:render:${id}`, 'timestamp', 'processedOn');
    const times = (await pipeline.exec()) ?? [];
    return times.map(([, fields]) => {
      const [added, taken] = /** @type {[string, string]} */ (fields);
      return Number(taken) - Number(added);
    });
  } finally {
    redis.disconnect();
  }
}

/** @param {import('./report.mjs').Section} section @param {Measured[]} measured */
function report(section, measured) {
  const names = Object.keys(measured[0]?.cpuMs ?? {});
  section.text(
    `One-page PDFs, ${CLIENTS} clients, one gateway, one Redis, all on this machine's cores. *Queue*: time in Redis until a worker takes the job. The wait inside the worker is in the latency only.`,
  );
  section.table(
    [
      'workers',
      'PDF/s',
      'p50 ms',
      'p95 ms',
      'queue p50 ms',
      'queue p95 ms',
      ...names.map((name) => `${name} CPU ms/PDF`),
    ],
    measured.map(({ setup, perSecond, latencies, waits, cpuMs }) => [
      `${setup.processes} × ${pagesOf(setup)}`,
      perSecond.toFixed(1),
      ...[0.5, 0.95].map((share) => percentile(latencies, share).toFixed(0)),
      ...[0.5, 0.95].map((share) => (waits.length === 0 ? '–' : percentile(waits, share).toFixed(0))),
      ...names.map((name) => (cpuMs[name] ?? 0).toFixed(2)),
    ]),
  );
  const [usual] = measured;
  if (usual !== undefined) section.text(outlook(usual));
}

/** @param {Measured} measured @returns {string} on paper: a thousand a second, from what one costs */
function outlook({ cpuMs, redis }) {
  const cores = (/** @type {string} */ part) => ((cpuMs[part] ?? 0) * GOAL) / 1_000;
  const names = Object.keys(cpuMs);
  const total = names.reduce((sum, name) => sum + cores(name), 0);
  const share = names.map((name) => `${name} ${cores(name).toFixed(1)}`).join(', ');
  const limit = (/** @type {string} */ part) => (FULL * 1_000) / (cpuMs[part] ?? Number.NaN);
  const mbit = (redis.bytes * GOAL * 8) / 1e6;
  const single = /** @type {const} */ (['gateway', 'worker', 'Redis'])
    .map((part) => ({ part, perSecond: limit(part) }))
    .sort((one, other) => one.perSecond - other.perSecond);
  const [first] = single;
  const processes = (/** @type {string} */ part) => Math.ceil(GOAL / limit(part));
  const next = single.slice(1).map(({ part, perSecond }) => `a ${part} at ${perSecond.toFixed(0)}`);
  const commands = (redis.commands * GOAL).toLocaleString('en', { maximumFractionDigits: 0 });
  return [
    `**${GOAL.toLocaleString('en')} PDFs per second** of one page need ${total.toFixed(1)} such cores (${share}).`,
    `At ${FULL * 100} % of its single thread, a ${first?.part} is full at ${first?.perSecond.toFixed(0)} PDF/s, then ${next.join(', ')}:`,
    `${processes('gateway')} gateway and ${processes('worker')} worker processes are needed beside one Redis.`,
    `Redis would run ${commands} commands per second, including those in scripts, and transfer ${mbit.toFixed(0)} Mbit/s, for ${cores('Redis').toFixed(2)} of a core:`,
    cores('Redis') > FULL
      ? `it is full first, at about ${limit('Redis').toFixed(0)} PDF/s.`
      : 'it is sufficient; Chromium needs most cores.',
  ].join(' ');
}
