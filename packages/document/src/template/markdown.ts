/** The filters as `docs/tools/templates.md` lists them. */
import type { FilterDefinition } from './filters/filter.js';
import { FILTERS_BY_SUBJECT } from './filters/index.js';

const BEGIN = '<!-- Filters: written from their table; a test fails when they are out of date. -->';
const END = '<!-- End of filters. -->';

/** @param page `docs/tools/templates.md` as it is. @returns the page with the filters that there are. */
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
        '| Filter | What it does | Examples |',
        '|---|---|---|',
        ...Object.entries(table).map(row),
      ].join('\n'),
    )
    .join('\n\n');

const row = ([name, filter]: [string, FilterDefinition]): string =>
  `| ${code(usage(name, filter))} | ${cell(filter.does)} | ${filter.examples.map(example).join('<br>')} |`;

/** As in "money: currency, digits: …". Arguments that may be left out are in parentheses. */
function usage(name: string, { takes = [], named = [] }: FilterDefinition): string {
  const positional = takes.map((argument) => (argument.endsWith('?') ? `(${argument.slice(0, -1)})` : argument));
  const all = [...positional, ...(named === 'any' ? ['name: …'] : named.map((argument) => `(${argument}: …)`))];
  return all.length === 0 ? name : `${name}: ${all.join(', ')}`;
}

function example({ template, prints, data, ...settings }: FilterDefinition['examples'][number]): string {
  const given = [
    ...(data ? [code(JSON.stringify(data))] : []),
    ...Object.values(settings).map((value) => code(typeof value === 'string' ? value : JSON.stringify(value))),
  ];
  const result =
    prints === '' ? 'nothing' : code(prints.length > MAX_PRINTED ? `${prints.slice(0, MAX_PRINTED)}…` : prints);
  return `${code(template)} → ${result}${given.length === 0 ? '' : ` (${given.join(', ')})`}`;
}

/** Codes are drawings: their beginning is enough. */
const MAX_PRINTED = 100;

/** A piece of code in a table: a bar would end the cell. */
const code = (text: string): string => {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${cell(text).replaceAll('\n', '⏎')}${fence}`;
};

const cell = (text: string): string => text.replaceAll('|', '\\|');
