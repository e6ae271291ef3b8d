/** Writes the list of fields in `docs/tools/e-invoices.md`. */
import { Invoice } from '@toolpress/contract';

const BEGIN = '<!-- Fields: written from the schema; a test fails when they are out of date. -->';
const END = '<!-- End of fields. -->';

/** @param page the current `docs/tools/e-invoices.md`. @returns the page with the current fields. */
export function withTerms(page: string): string {
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const rows = withoutRepetition(rowsOf(Invoice.describe() as Described, '', new Set()));
  return `${before}${BEGIN}\n\n${rows.map(line).join('\n')}\n\n${END}${after}`;
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
function rowsOf({ keys = {} }: Described, at: string, listed: Set<string>): Row[] {
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

interface Row {
  path: string;
  term: string;
  meaning: string;
  /** As JSON. */
  example?: string;
  /** The fields of an object that has been listed, as a sentence. */
  fields: string;
}

function row(path: string, described: Described, fields = ''): Row {
  const example = described.examples?.[0];
  return { path, ...partsOf(described), ...(example !== undefined && { example: JSON.stringify(example) }), fields };
}

/** A meaning of at least this length, in characters, is printed once. */
const LONG = 60;

/** Returns rows in which a long meaning refers to the first one that is equal, and an example is not repeated. */
function withoutRepetition(rows: readonly Row[]): Row[] {
  const [paths, examples] = [new Map<string, string>(), new Set<string>()];
  return rows.map(({ example, ...one }) => {
    const first = paths.get(one.meaning);
    if (first === undefined) paths.set(one.meaning, one.path);
    const isShown = example !== undefined && !examples.has(example);
    if (isShown) examples.add(example);
    const meaning = first !== undefined && one.meaning.length >= LONG ? `As \`${first}\`.` : one.meaning;
    return { ...one, meaning, ...(isShown && { example }) };
  });
}

const line = ({ path, term, meaning, example, fields }: Row): string =>
  `- \`${path}\` (${term}): ${meaning}${example === undefined ? '' : ` Example: \`${example}\`.`}${fields}`;
