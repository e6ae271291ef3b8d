/** The list of filters for `docs/tools/templates.md`. */
import type { FilterDefinition } from './filters/filter.js';
import { FILTERS_BY_SUBJECT } from './filters/index.js';

const BEGIN = '<!-- Filters: written from their table; a test fails when they are out of date. -->';
const END = '<!-- End of filters. -->';

/** Returns the page with the current filters. @param page the text of `docs/tools/templates.md`. */
export function withFilters(page: string): string {
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  return `${before}${BEGIN}\n\n${filtersMarkdown()}\n\n${END}${after}`;
}

const filtersMarkdown = (): string =>
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

/** Returns the data, as JSON, that several examples of a subject use. */
function sharedData(table: Record<string, FilterDefinition>): Set<string> {
  const all = Object.values(table).flatMap(({ examples }) => examples.map(({ data }) => JSON.stringify(data ?? null)));
  return new Set(all.filter((one) => one !== 'null' && all.filter((other) => other === one).length >= SHARED_FROM));
}

const sharedText = (table: Record<string, FilterDefinition>): string[] =>
  [...sharedData(table)].flatMap((data) => [`Unless shown otherwise, the data is ${code(data)}.`, '']);

const item = (name: string, filter: FilterDefinition, shared: ReadonlySet<string>): string =>
  [
    `- ${code(usage(name, filter))}: ${filter.does}`,
    ...filter.examples.map((one) => `  - ${example(one, shared)}`),
  ].join('\n');

/** Returns the arguments as in "money: currency, (digits:)". Optional ones are in parentheses, named ones end with a colon. */
function usage(name: string, { takes = [], named = [] }: FilterDefinition): string {
  const positional = takes.map((argument) => (argument.endsWith('?') ? `(${argument.slice(0, -1)})` : argument));
  const all = [...positional, ...(named === 'any' ? ['name:'] : named.map((argument) => `(${argument}:)`))];
  return all.length === 0 ? name : `${name}: ${all.join(', ')}`;
}

function example(
  { template, prints, data, ...settings }: FilterDefinition['examples'][number],
  shared: ReadonlySet<string>,
): string {
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

const code = (text: string): string => {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replaceAll('\n', '⏎')}${fence}`;
};
