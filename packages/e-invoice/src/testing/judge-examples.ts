/**
 * What becomes of the official examples of e-invoices, for people: which the service takes, which it refuses and by what rules, and what the judges say.
 *
 *     node packages/e-invoice/dist/testing/judge-examples.js
 */
import { table } from '@toolpress/testkit';
import { judgedExamples } from './official-examples.js';

const judged = await judgedExamples();
const sets = new Map<string, { examples: number; taken: number; mustang: number; phive: number }>();
for (const { name, profile, refusal, verdicts } of judged) {
  const set = name.split('/').slice(0, 2).join('/');
  const counts = sets.get(set) ?? { examples: 0, taken: 0, mustang: 0, phive: 0 };
  counts.examples++;
  if (refusal === undefined) {
    const [mustang, phive] = verdicts;
    counts.taken++;
    if (mustang?.valid) counts.mustang++;
    if (phive?.valid) counts.phive++;
  } else {
    const rules = verdicts.map(({ errors }) => [...new Set(errors.map(({ rule }) => rule))].join(' ') || 'valid');
    process.stdout.write(`${name} (${profile}): ${refusal}\n  Mustang: ${rules[0]}\n  phive: ${rules[1]}\n`);
  }
  sets.set(set, counts);
}
const rows = [...sets].map(([set, { examples, taken, mustang, phive }]) =>
  [set, examples, taken, examples - taken, mustang, phive].map(String),
);
const sums = [1, 2, 3, 4, 5].map((column) => String(rows.reduce((sum, row) => sum + Number(row[column]), 0)));
const head = ['', 'examples', 'accepted', 'refused', 'valid by Mustang', 'valid by phive'];
process.stdout.write(`${table(head, [...rows, ['all', ...sums]]).join('\n')}\n`);
