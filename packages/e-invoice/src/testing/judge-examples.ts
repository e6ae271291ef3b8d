/**
 * Prints which e-invoices the service accepts, by which rules it rejects the others, and the verdicts of the judges. The invoices are the
 * official examples, and any number of generated ones.
 *
 *     node packages/e-invoice/dist/testing/judge-examples.js [--generated 252]
 */
import { parseArgs } from 'node:util';
import { table } from '@toolpress/testkit';
import { examples, generated, isAgreed, judged } from './official-examples.js';

const { values } = parseArgs({ options: { generated: { type: 'string', default: '252' } } });
const all = await judged([...(await examples()), ...generated(Number(values.generated))]);
const NONE = { invoices: 0, accepted: 0, mustang: 0, phive: 0, refused: 0, named: 0 };
const sets = new Map<string, typeof NONE>();
for (const example of all) {
  const { name, profile, refusal, verdicts } = example;
  const set = name.split('/').slice(0, -1).join('/');
  const counts = sets.get(set) ?? { ...NONE };
  sets.set(set, counts);
  const [mustang, phive] = verdicts;
  counts.invoices++;
  if (refusal === undefined) {
    counts.accepted++;
    if (mustang?.valid) counts.mustang++;
    if (phive?.valid) counts.phive++;
  } else {
    counts.refused++;
    if (isAgreed(example)) counts.named++;
  }
  if (refusal === undefined && isAgreed(example)) continue;
  const rules = verdicts.map(({ errors }) => [...new Set(errors.map(({ rule }) => rule))].join(' ') || 'valid');
  process.stdout.write(
    `${name} (${profile}): ${refusal ?? 'accepted'}\n  Mustang: ${rules[0]}\n  phive: ${rules[1]}\n`,
  );
}
const rows = [...sets].map(([set, counts]) => [set, ...Object.values(counts).map(String)]);
const sums = Object.keys(NONE).map((_, column) => String(rows.reduce((sum, row) => sum + Number(row[column + 1]), 0)));
const head = ['', 'invoices', 'accepted', 'valid by Mustang', 'valid by phive', 'refused', 'for rules that they name'];
process.stdout.write(`${table(head, [...rows, ['all', ...sums]]).join('\n')}\n`);
process.exitCode = all.every(isAgreed) ? 0 : 1;
