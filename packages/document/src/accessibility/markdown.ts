/** Generates the table of faults in `docs/tools/standards.md`. */
import { FAULTS, type FaultRule } from './faults.js';

const BEGIN = '<!-- Faults: made of the code by `npm run docs`; a test fails when they are out of date. -->';
const END = '<!-- End of the faults. -->';

const SAID: Readonly<Record<FaultRule['universal'], string>> = { error: '422', warning: 'a warning', nothing: '' };

/** Returns the page with the current table. */
export function withFaults(page: string): string {
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  return `${before}${BEGIN}\n\n${faultsMarkdown()}\n\n${END}${after}`;
}

const faultsMarkdown = (): string =>
  [
    '| Fault | `pdf/ua-1` | `pdf/a-3a` alone | Clause of ISO 14289-1 |',
    '|---|---|---|---|',
    ...Object.values<FaultRule>(FAULTS).map(
      ({ called, universal, levelA, clause }) => `| ${called} | ${SAID[universal]} | ${SAID[levelA]} | ${clause} |`,
    ),
  ].join('\n');
