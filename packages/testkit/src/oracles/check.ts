/**
 * Prints the verdicts of the judges for some files:
 *
 *     node packages/testkit/dist/oracles/check.js [--flavour 2b|3b|3a|ua1]… [--invoice] file…
 *
 * qpdf always runs; with `--invoice` also Mustang, and the rules of phive for XML. The exit code is 0 without faults.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mustang } from './mustang.js';
import { phive } from './phive.js';
import { qpdfComplaints } from './qpdf.js';
import { type Flavour, veraPdf } from './verapdf.js';

const { values, positionals } = parseArgs({
  options: { flavour: { type: 'string', multiple: true, default: [] }, invoice: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const files = positionals.map((file) => resolve(file));
const complaints = new Map(files.map((file) => [file, [] as string[]]));
const complain = (file: string, line: string): unknown => complaints.get(file)?.push(line);

const pdfs = files.filter((file) => !file.endsWith('.xml'));
for (const [at, lines] of (await qpdfComplaints(pdfs)).entries()) {
  for (const line of lines) complain(pdfs[at] ?? '', `qpdf: ${line}`);
}
for (const flavour of values.flavour) {
  for (const { file, failures } of await veraPdf(pdfs, flavour as Flavour)) {
    for (const { clause, testNumber, count, description, example } of failures)
      complain(file, `${flavour} ${clause}-${testNumber}, ${count} times: ${description}\n      ${example}`);
  }
}
if (values.invoice) {
  const xml = files.filter((file) => file.endsWith('.xml'));
  for (const [judge, verdicts] of [
    ['Mustang', await mustang(files)],
    ['phive', await phive(xml)],
  ] as const)
    for (const { file, errors } of verdicts)
      for (const { rule, text } of errors) complain(file, `${judge} ${rule}: ${text}`);
}
for (const [file, lines] of complaints)
  process.stdout.write(`${[`${file}: ${lines.length === 0 ? 'passed' : ''}`, ...lines].join('\n  ')}\n`);
process.exitCode = [...complaints.values()].every((lines) => lines.length === 0) ? 0 : 1;
