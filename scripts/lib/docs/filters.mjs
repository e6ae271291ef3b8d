/** The list of filters for `docs/tools/templates.md`. */
import { FILTERS_BY_SUBJECT } from '@toolpress/template';
import { withSection } from './sections.mjs';

const SECTION = {
  begin: '<!-- Filters: written from their table; a test fails when they are out of date. -->',
  end: '<!-- End of filters. -->',
};

/** @typedef {typeof FILTERS_BY_SUBJECT[string]} FilterTable */
/** @typedef {FilterTable[string]} FilterDefinition */

/** Returns the page with the current filters. @param {string} page */
export const withFilters = (page) => withSection(page, { ...SECTION, text: filtersMarkdown() });

const filtersMarkdown = () =>
  Object.entries(FILTERS_BY_SUBJECT)
    .filter(([, table]) => Object.keys(table).length > 0)
    .map(([subject, table]) =>
      [
        `### ${subject}`,
        '',
        ...sharedText(table),
        ...Object.entries(table).map(([name, filter]) => item(name, filter, sharedData(table))),
      ].join('\n'),
    )
    .join('\n\n');

/** Examples from which on equal data is printed once, above the list. */
const SHARED_FROM = 3;

/** Returns the data, as JSON, that several examples of a subject use. @param {FilterTable} table */
function sharedData(table) {
  const all = Object.values(table).flatMap(({ examples }) => examples.map(({ data }) => JSON.stringify(data ?? null)));
  return new Set(all.filter((one) => one !== 'null' && all.filter((other) => other === one).length >= SHARED_FROM));
}

/** @param {FilterTable} table */
const sharedText = (table) =>
  [...sharedData(table)].flatMap((data) => [`Unless shown otherwise, the data is ${code(data)}.`, '']);

/** @param {string} name @param {FilterDefinition} filter @param {ReadonlySet<string>} shared */
const item = (name, filter, shared) =>
  [
    `- ${code(usage(name, filter))}: ${filter.does}`,
    ...filter.examples.map((one) => `  - ${example(one, shared)}`),
  ].join('\n');

/**
 * Returns the arguments as in "money: currency, (digits:)". Optional ones are in parentheses, named ones end with a colon.
 *
 * @param {string} name
 * @param {FilterDefinition} filter
 */
function usage(name, { takes = [], named = [] }) {
  const positional = takes.map((argument) => (argument.endsWith('?') ? `(${argument.slice(0, -1)})` : argument));
  const all = [...positional, ...(named === 'any' ? ['name:'] : named.map((argument) => `(${argument}:)`))];
  return all.length === 0 ? name : `${name}: ${all.join(', ')}`;
}

/** @param {FilterDefinition['examples'][number]} example @param {ReadonlySet<string>} shared */
function example({ template, prints, data, ...settings }, shared) {
  const given = [
    ...(data && !shared.has(JSON.stringify(data)) ? [code(JSON.stringify(data))] : []),
    ...Object.values(settings).map((value) => code(typeof value === 'string' ? value : JSON.stringify(value))),
  ];
  const result =
    prints === '' ? 'nothing' : code(prints.length > MAX_PRINTED ? `${prints.slice(0, MAX_PRINTED)}…` : prints);
  return `${code(template)} → ${result}${given.length === 0 ? '' : ` (${given.join(', ')})`}`;
}

/** The largest length of a printed result, in characters: drawings are long. */
const MAX_PRINTED = 100;

/** @param {string} text */
const code = (text) => {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replaceAll('\n', '⏎')}${fence}`;
};
