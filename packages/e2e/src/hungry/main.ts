/**
 * Sends each hostile input of the catalog in each way beside honest neighbours, and prints the effect on these neighbors. Not one of the tests: all of
 * them take hours.
 *
 * `node packages/e2e/dist/hungry/main.js [--only 'WORDS;OTHER WORDS'] [--way call,check] [--limit-ms 60000] [--many] [--size BYTES]
 * [--json FILE] [--list]`
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { table } from '@toolpress/testkit';
import { CATALOG } from './catalog/catalog.js';
import { WAYS } from './catalog/entry.js';
import { GOALS, type Report, Street } from './street.js';

const { values } = parseArgs({
  options: {
    /** Parts of names, separated by semicolons. */
    only: { type: 'string', default: '' },
    way: { type: 'string', default: WAYS.join() },
    /** The longest time until a hostile answer. Then the next one is sent, to a new service if this one does not serve. */
    'limit-ms': { type: 'string', default: '60000' },
    /** Sends each twenty times at the same time, from three accounts. */
    many: { type: 'boolean', default: false },
    /** The size of what grows in bytes, instead of the largest that the limits let through. */
    size: { type: 'string' },
    json: { type: 'string' },
    /** Prints the catalog only. */
    list: { type: 'boolean', default: false },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const ways = values.way.split(',');
const chosen = CATALOG.filter(({ name }) => values.only.split(';').some((words) => name.includes(words))).flatMap(
  (entry) => entry.ways.filter((way) => ways.includes(way)).map((way) => ({ entry, way })),
);

const HEAD = [
  'input',
  'way:',
  'answers:',
  's',
  'KiB',
  'quiet ms',
  'neighbours ms',
  'account ms',
  'gateway MiB',
  'worker MiB',
  'ended',
  'own ms',
  'verdict:',
];

if (values.list) {
  const rows = CATALOG.map(({ name, aimsAt, size, ways }) => [name, aimsAt, String(size), ways.join(' ')]);
  for (const line of table(['input', 'aims at:', 'size', 'ways:'], rows)) print(line);
  print(`${CATALOG.length} inputs.`);
} else await measure();

async function measure(): Promise<void> {
  const reports: Report[] = [];
  // Ending by a signal would leave busy workers.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  let street = await Street.start();
  const isMany = values.many;
  const limitMs = Number(values['limit-ms']);
  const size = values.size === undefined ? undefined : Number(values.size);
  try {
    for (const { entry, way } of chosen) {
      const report = await street.send(entry, { way, isMany, limitMs, size });
      reports.push(report);
      print(`${String(reports.length).padStart(4)}/${chosen.length} ${rowOf(report).join(' | ')}`);
      if (report.isKilled) {
        await street.stop();
        street = await Street.start();
      }
    }
  } finally {
    await street.stop();
  }
  for (const line of table(HEAD, reports.map(rowOf))) print(line);
  const wrong = reports.filter(({ faults }) => faults.length > 0);
  for (const { name, way, faults } of wrong) print(`${name}, ${way}: ${faults.join('; ')}`);
  print(
    `${reports.length - wrong.length} of ${reports.length} reach the goal: neighbours wait at most ${isMany ? GOALS.many : GOALS.one} ms longer.`,
  );
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(reports, null, 2)}\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

function rowOf(report: Report): string[] {
  const { answers, seconds, bytes, gateway, worker, restarts, faults } = report;
  const named = Object.entries(answers).map(([answer, count]) => (count === 1 ? answer : `${count} × ${answer}`));
  const grown = ({ before, peak }: Report['gateway']): string => `${before}+${peak - before}`;
  return [
    report.name,
    report.way,
    named.join(', '),
    seconds.toFixed(1),
    (bytes / 1024).toFixed(1),
    ...[report.quietMs, report.neighboursMs, report.accountMs, grown(gateway), grown(worker)].map(String),
    ...[restarts.gateway + restarts.worker, report.ownMs].map(String),
    report.isKilled ? 'KILLED' : faults.length > 0 ? 'FAILED' : 'ok',
  ];
}
