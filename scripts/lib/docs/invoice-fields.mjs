/** Writes the list of fields in `docs/tools/e-invoices.md`. */
import { Invoice } from '@toolpress/contract';
import { withSection } from './sections.mjs';

const SECTION = {
  begin: '<!-- Fields: written from the schema; a test fails when they are out of date. -->',
  end: '<!-- End of fields. -->',
};

/** Returns the page with the current fields. @param {string} page */
export function withInvoiceFields(page) {
  const rows = withoutRepetition(rowsOf(/** @type {Described} */ (Invoice.describe()), '', new Set()));
  return withSection(page, { ...SECTION, text: rows.map(line).join('\n') });
}

/**
 * The part of a joi description that this module reads.
 *
 * @typedef {object} Described
 * @property {{ description?: string }} [flags]
 * @property {Record<string, Described>} [keys]
 * @property {Described[]} [items]
 * @property {unknown[]} [examples]
 */

/**
 * @typedef {object} Row
 * @property {string} path
 * @property {string} term
 * @property {string} meaning
 * @property {string} [example] as JSON
 * @property {string} fields the fields of an object that has been listed, as a sentence
 */

/**
 * Returns the rows of an object's fields. The fields of a shape that has been listed before, such as an address, are only named, with their terms.
 *
 * @param {Described} described
 * @param {string} at
 * @param {Set<string>} listed the shapes that have been listed
 * @returns {Row[]}
 */
function rowsOf({ keys = {} }, at, listed) {
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

/** Returns names and meanings of an object's fields; undefined if it has none, or fields of their own. @param {Described} described */
function shapeOf({ keys = {} }) {
  const fields = Object.entries(keys);
  if (fields.length === 0 || fields.some(([, { keys: inner, items }]) => inner ?? items)) return undefined;
  return JSON.stringify(fields.map(([name, one]) => [name, partsOf(one).meaning]));
}

/** @param {Described} described */
const termsOf = ({ keys = {} }) =>
  ` Fields: ${Object.entries(keys)
    .map(([name, one]) => `\`${name}\` ${partsOf(one).term}`)
    .join(', ')}.`;

/** @param {Described} described */
function partsOf({ flags }) {
  const [, term = '', meaning = ''] = /^(B[GT]-[\dX-]+): (.*)$/s.exec(flags?.description ?? '') ?? [];
  return { term, meaning };
}

/** @param {string} path @param {Described} described @returns {Row} */
function row(path, described, fields = '') {
  const example = described.examples?.[0];
  return { path, ...partsOf(described), ...(example !== undefined && { example: JSON.stringify(example) }), fields };
}

/** A meaning of at least this length, in characters, is printed once. */
const LONG = 60;

/** Returns rows in which a long meaning refers to the first one that is equal, and an example is not repeated. @param {readonly Row[]} rows */
function withoutRepetition(rows) {
  /** @type {Map<string, string>} */
  const paths = new Map();
  /** @type {Set<string>} */
  const examples = new Set();
  return rows.map(({ example, ...one }) => {
    const first = paths.get(one.meaning);
    if (first === undefined) paths.set(one.meaning, one.path);
    const isShown = example !== undefined && !examples.has(example);
    if (isShown) examples.add(example);
    const meaning = first !== undefined && one.meaning.length >= LONG ? `As \`${first}\`.` : one.meaning;
    return { ...one, meaning, ...(isShown && { example }) };
  });
}

/** @param {Row} row */
const line = ({ path, term, meaning, example, fields }) =>
  `- \`${path}\` (${term}): ${meaning}${example === undefined ? '' : ` Example: \`${example}\`.`}${fields}`;
