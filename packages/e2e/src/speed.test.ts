import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { TestService, treeCpuSeconds } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

/** The floor of `scripts/bench`: bare Chromium, one warm page, nothing around it. */
const FLOOR = fileURLToPath(new URL('../../../packages/bench/targets/baseline.mjs', import.meta.url));

const ROWS = Array.from({ length: 20 }, (_, row) => `<tr><td>${row}<td>Item ${row * 7}<td>${row * 13}.50</tr>`);
const HTML = `<!DOCTYPE html><style>@page { size: A4; margin: 15mm } table { width: 100% } td { border: 1px solid }</style><h1>Invoice</h1><table>${ROWS.join('')}</table>`;

/**
 * What is normal: `BENCH=1` prints what there is, to be written here after a change that makes the way faster. So many
 * times that is too slow; both leave what a busy machine adds, which is less for processor time.
 *
 * The machine may be busy with other tests, so nothing is compared with a clock. Processor time is counted per document:
 * waiting for a processor does not add to it. Of the latencies the best round counts, and when no round was good there
 * are more of them: a busy machine lets one through undisturbed at some time, a slow service never.
 */
const NORMAL = { cpu: 1.7, latency: 2.25 };
const TOO_SLOW = { cpu: 1.4, latency: 1.6 };

const ROUNDS = 8;
const MOST_MS = 60_000;
const DOCUMENTS_A_ROUND = 12;

describe('The way of a PDF through the service', () => {
  let service: TestService;
  let floor: Floor;
  const floorTurns: Turn[] = [];
  const serviceTurns: Turn[] = [];

  /** All turns together: the system counts in hundredths of a second. */
  const cpuRatio = (): number => sumOf(serviceTurns) / sumOf(floorTurns);
  const latencyRatio = (): number => bestOf(serviceTurns) / bestOf(floorTurns);

  before(async function () {
    this.timeout(120_000);
    [service, floor] = await Promise.all([TestService.start({ env: { LOG_LEVEL: 'info' } }), Floor.start()]);
    await floor.print(DOCUMENTS_A_ROUND);
    await printThrough(service, DOCUMENTS_A_ROUND); // now the most used code is compiled
    const end = performance.now() + MOST_MS;
    while (serviceTurns.length < ROUNDS || (isSlow() && performance.now() < end)) {
      floorTurns.push(await turn([floor.pid], () => floor.print(DOCUMENTS_A_ROUND)));
      serviceTurns.push(await turn(pidsOf(service), () => printThrough(service, DOCUMENTS_A_ROUND)));
    }
    if (process.env['BENCH'] === '1') {
      const figures = `processor time ${cpuRatio().toFixed(2)}, latency ${latencyRatio().toFixed(2)} times the floor`;
      process.stderr.write(`${figures}, ${serviceTurns.length} rounds\n`);
    }
  });
  after(() => Promise.all([service?.stop(), floor?.end()]));

  const isSlow = (): boolean => latencyRatio() > NORMAL.latency * TOO_SLOW.latency;

  it('takes no more processor time, in all its processes, than a known multiple of bare Chromium’s', () => {
    expect(cpuRatio(), 'times the floor').to.be.below(NORMAL.cpu * TOO_SLOW.cpu);
  });

  it('takes no longer, when nothing else is to be done, than a known multiple of bare Chromium’s time', () => {
    expect(latencyRatio(), 'times the floor').to.be.below(NORMAL.latency * TOO_SLOW.latency);
  });
});

interface Turn {
  /** Seconds of processor time per document, of all processes. */
  cpu: number;
  /** Milliseconds of each document. */
  latencies: number[];
}

async function turn(roots: readonly number[], print: () => Promise<number[]>): Promise<Turn> {
  const before = treeCpuSeconds(roots);
  const latencies = await print();
  return { cpu: (treeCpuSeconds(roots) - before) / latencies.length, latencies };
}

const pidsOf = ({ redis, gateway, workers }: TestService): number[] => [
  redis.pid,
  gateway.pid,
  ...workers.map(({ pid }) => pid),
];

async function printThrough(service: TestService, count: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let index = 0; index < count; index++) {
    const begun = performance.now();
    const { body } = await service.call('/api/utilities/html-to-pdf', { body: { html: HTML } });
    latencies.push(performance.now() - begun);
    expect(body.data?.page_count, body.error).to.equal(1);
  }
  return latencies;
}

class Floor {
  private constructor(
    private readonly child: ChildProcess,
    private readonly ended: Promise<never>,
  ) {}

  static async start(): Promise<Floor> {
    const child = fork(FLOOR, [JSON.stringify({ concurrency: 1 })]);
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the floor ended by itself')));
    ended.catch(() => undefined); // at the end it is what is wanted
    await Promise.race([once(child, 'message'), ended]);
    return new Floor(child, ended);
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  /** @returns milliseconds of each document. */
  async print(count: number): Promise<number[]> {
    this.child.send({ document: { html: HTML, pages: 1 }, load: { clients: 1, atLeast: count } });
    const [{ result, error }] = (await Promise.race([once(this.child, 'message'), this.ended])) as [
      { result?: { latencies: number[] }; error?: string },
    ];
    if (result === undefined) throw new Error(error);
    return result.latencies;
  }

  /** It ends with the connection to it, its browser as well. */
  async end(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.disconnect();
    await exit;
  }
}

const sumOf = (turns: readonly Turn[]): number => turns.reduce((sum, { cpu }) => sum + cpu, 0);

/** The lower quartile of the best turn, milliseconds. */
const bestOf = (turns: readonly Turn[]): number =>
  Math.min(
    ...turns.map(({ latencies }) => {
      const sorted = [...latencies].sort((one, other) => one - other);
      return sorted[Math.floor(sorted.length / 4)] ?? Number.NaN;
    }),
  );
