/**
 * Counts the documents that conform to PDF/A and PDF/UA:
 *
 *     node packages/e2e/dist/standards/corpus.js [--levels 2b,3b,3a,ua1,3a+ua1] [--generated 100] [--only words] [--no-pixels] OUT [FOLDER]
 *
 * Prints the samples, a document for each construct and generated ones, or those of FOLDER (requests, one in each `.json`, or
 * documents as `scripts/compare --help` describes them) by a separate service, at every level. veraPDF and qpdf judge the files;
 * each page has to look as it does without conformance. OUT gets the PDFs, `outcomes.json` and `faults.txt`. Needs `CHROME_PATH`
 * where no browser is found. The exit code is 0 when every document passed or was refused. Files of two runs are equal (`diff -r`).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { areJudgesHere, TestService, table } from '@toolpress/testkit';
import { localWeb, startServiceIn } from '../comparison/web.js';
import { constructs, documentsOf, generated, samples, type TestDocument } from './documents.js';
import { judge, LEVELS, letterheadOf, type Outcome, printed } from './judge.js';

const { values, positionals } = parseArgs({
  options: {
    levels: { type: 'string', default: Object.keys(LEVELS).join(',') },
    generated: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    'no-pixels': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [out = '', folder] = positionals.map((path) => resolve(path));
if (out === '') throw new Error('Where are the files to be written?');
if (!(await areJudgesHere('veraPdf'))) throw new Error('veraPDF is not installed.');

const settings = { RENDER_CONCURRENCY: '2' };
const sheets = join(folder ?? '', 'sheets');
const { service, stop } = existsSync(sheets) ? await startServiceIn(localWeb(sheets), settings) : await ownService();
try {
  const documents = (await all()).filter(({ id }) => id.includes(values.only));
  const levels = values.levels.split(',');
  const trial = { service, out, levels, looks: values['no-pixels'] ? [] : levels };
  const outcomes = await printed(documents, trial, (line) => process.stdout.write(`${line}\n`));
  await judge(outcomes);
  outcomes.sort((one, other) => one.id.localeCompare(other.id));
  const faulty = outcomes.filter(({ faults }) => faults.length > 0);
  const lines = faulty.flatMap(({ id, level, faults }) => [
    `${id} at ${level}:`,
    ...faults.map(({ by, what }) => `    ${by}: ${what}`),
  ]);
  writeFileSync(join(out, 'outcomes.json'), JSON.stringify(outcomes, null, 1));
  writeFileSync(join(out, 'faults.txt'), lines.join('\n'));
  for (const line of [...countsOf(outcomes, levels), ...faultsOf(faulty)]) process.stdout.write(`${line}\n`);
  process.exitCode = faulty.length === 0 && outcomes.every(({ status }) => status < 500) ? 0 : 1;
} finally {
  await stop();
}

async function all(): Promise<TestDocument[]> {
  if (folder !== undefined) return documentsOf(folder);
  const letterhead = await letterheadOf(service);
  const mixtures = Array.from({ length: Number(values.generated) }, (_, at) => generated(at + 1, letterhead));
  return [...samples(), ...constructs(), ...mixtures];
}

async function ownService() {
  const service = await TestService.start({ env: settings });
  return { service, stop: () => service.stop() };
}

function countsOf(outcomes: readonly Outcome[], levels: readonly string[]): string[] {
  const codes = [...new Set(outcomes.flatMap(({ code }) => code ?? []))].sort();
  const rows = levels.map((level) => {
    const here = outcomes.filter((outcome) => outcome.level === level);
    const count = (is: (outcome: Outcome) => boolean): string => String(here.filter(is).length);
    return [
      level,
      String(here.length),
      count(({ file, faults }) => file !== undefined && faults.length === 0),
      count(({ faults }) => faults.length > 0),
      ...codes.map((code) => count((outcome) => outcome.code === code)),
    ];
  });
  return table(['level', 'documents', 'passed', 'failed', ...codes], rows);
}

/** Returns the faults by judge, with their number and example documents. */
function faultsOf(faulty: readonly Outcome[]): string[] {
  const byKind = new Map<string, string[]>();
  for (const { id, level, faults } of faulty) {
    for (const by of new Set(faults.map((fault) => fault.by))) {
      byKind.set(`${level}: ${by}`, [...(byKind.get(`${level}: ${by}`) ?? []), id]);
    }
  }
  const rows = [...byKind].sort().map(([kind, ids]) => [kind, String(ids.length), ids.slice(0, 4).join(' ')]);
  return rows.length === 0 ? [] : table(['fault', 'documents', 'such as'], rows);
}
