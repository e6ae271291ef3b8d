/** Writes the table of fields in `docs/tools/e-invoices.md`. */
import { Invoice } from '@toolpress/contract';

const BEGIN = '<!-- Fields: written from the schema; a test fails when they are out of date. -->';
const END = '<!-- End of fields. -->';

/** @param page the current `docs/tools/e-invoices.md`. @returns the page with the current fields. */
export function withTerms(page: string): string {
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const rows = rowsOf(Invoice.describe() as Described, '', new Set());
  return `${before}${BEGIN}\n\n| Field | Term | Meaning |\n|---|---|---|\n${rows.join('\n')}\n\n${END}${after}`;
}

/** The part of a joi description that this module reads. */
interface Described {
  flags?: { description?: string };
  keys?: Record<string, Described>;
  items?: Described[];
  rules?: { name: string; args?: { limit?: number } }[];
  examples?: unknown[];
}

/**
 * Returns the rows of an object's fields. The fields of a shape that has been listed before, such as an address, are only named, with their terms.
 *
 * @param listed the shapes that have been listed
 */
function rowsOf({ keys = {} }: Described, at: string, listed: Set<string>): string[] {
  return Object.entries(keys).flatMap(([name, described]) => {
    const item = described.items?.[0];
    const inner = item ?? described;
    const path = `${at}${name}${item ? '[]' : ''}`;
    const shape = shapeOf(inner);
    if (shape !== undefined && listed.has(shape)) return [row(path, described, termsOf(inner))];
    if (shape !== undefined) listed.add(shape);
    return [row(path, described), ...rowsOf(inner, `${path}.`, listed)];
  });
}

/** Returns names and meanings of an object's fields; undefined if it has none, or fields of their own. */
function shapeOf({ keys = {} }: Described): string | undefined {
  const fields = Object.entries(keys);
  if (fields.length === 0 || fields.some(([, { keys: inner, items }]) => inner ?? items)) return undefined;
  return JSON.stringify(fields.map(([name, one]) => [name, partsOf(one).meaning]));
}

const termsOf = ({ keys = {} }: Described): string =>
  ` Fields: ${Object.entries(keys)
    .map(([name, one]) => `\`${name}\` ${partsOf(one).term}`)
    .join(', ')}.`;

function partsOf({ flags }: Described): { term: string; meaning: string } {
  const [, term = '', meaning = ''] = /^(B[GT]-[\dX-]+): (.*)$/s.exec(flags?.description ?? '') ?? [];
  return { term, meaning };
}

function row(path: string, described: Described, more = ''): string {
  const { term, meaning } = partsOf(described);
  const example =
    described.examples?.[0] === undefined ? '' : ` Example: \`${JSON.stringify(described.examples[0])}\`.`;
  return `| \`${path}\` | ${term} | ${`${meaning}${example}${more}`.replaceAll('|', '\\|')} |`;
}
