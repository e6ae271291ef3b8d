/**
 * Sends each hungry document in a loop beside honest clients, and prints what these notice of it. Not one of the tests: it takes minutes.
 *
 * `node packages/e2e/dist/hungry/main.js [--seconds 60] [--only 'WORDS;OTHER WORDS'] [--once]`
 */
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { residentBytes, table } from '@toolpress/testkit';
import { HUNGRY } from './documents.js';
import { type NeighbourReport, runBeside, send, startService } from './neighbourhood.js';

const SLOWEST_MS = 3_000;
const MOST_MIB = 1_024;
const MOST_AFTER_MIB = 600;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    /** Sends each document once, alone. */
    once: { type: 'boolean', default: false },
  },
});
const chosen = HUNGRY.filter(({ name }) => values.only.split(';').some((words) => name.includes(words)));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const service = await startService();
process.once('SIGINT', () => process.exit(130));
try {
  if (values.once) await sendOnce();
  else await sendBeside(Number(values.seconds));
} finally {
  await service.stop();
}

async function sendOnce(): Promise<void> {
  for (const document of chosen) {
    const body = document.body();
    const packed = Buffer.isBuffer(body) ? body : gzipSync(JSON.stringify(body));
    const begun = performance.now();
    const { outcome, message } = await send(service, service.token, packed);
    const took = ((performance.now() - begun) / 1_000).toFixed(1);
    const worker = residentBytes(service.workers[0]?.pid ?? 0) / 1024 / 1024;
    print(
      `${took.padStart(6)} s  ${document.name} (${packed.length} bytes): ${outcome} ${message}  [worker ${Math.round(worker)} MiB]`,
    );
  }
}

async function sendBeside(seconds: number): Promise<void> {
  const reports: NeighbourReport[] = [];
  // First without hungry clients: this shows the other load of the machine.
  for (const document of [undefined, ...chosen]) {
    const report = await runBeside(service, document, seconds);
    reports.push(report);
    print(rowOf(report).join(' | '));
  }
  const head = [
    'hungry document',
    'honest',
    'failed',
    'p50 ms',
    'max ms',
    'hungry answers:',
    'p50 ms',
    'gateway MiB',
    'worker MiB',
    'after MiB',
  ];
  for (const line of table(head, reports.map(rowOf))) print(line);
  const faults = reports.flatMap(faultsOf);
  for (const fault of faults) print(fault);
  print(faults.length === 0 ? 'No honest request was delayed.' : `${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

function rowOf({ name, honest, hungry, hungryP50Ms, peak, after }: NeighbourReport): string[] {
  const answers = Object.entries(hungry).map(([outcome, times]) => `${times} × ${outcome}`);
  return [
    ...[
      name,
      honest.sent,
      Object.values(honest.failed).reduce((sum, times) => sum + times, 0),
      honest.p50Ms,
      honest.maxMs,
      answers.join(', '),
      hungryP50Ms,
    ],
    ...[peak.gateway, peak.worker, `${after.gateway}, ${after.worker}`],
  ].map(String);
}

function faultsOf({ name, honest, slowest, wrong, peak, after }: NeighbourReport): string[] {
  const faults = [
    ...Object.entries(honest.failed).map(([outcome, times]) => `${times} honest requests failed: ${outcome}`),
    ...(honest.maxMs > SLOWEST_MS ? [`an honest request took ${honest.maxMs} ms\n${slowest}`] : []),
    ...Object.entries(peak).flatMap(([app, mebibytes]) => (mebibytes > MOST_MIB ? [`${app}: ${mebibytes} MiB`] : [])),
    ...Object.entries(after).flatMap(([app, mebibytes]) =>
      mebibytes > MOST_AFTER_MIB ? [`${app}: ${mebibytes} MiB afterwards`] : [],
    ),
    ...wrong,
  ];
  return faults.map((fault) => `${name}: ${fault}`);
}
