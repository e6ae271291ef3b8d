/** Warnings of tags that print nothing, or themselves: without `strict`, both may be meant. */
import type { WarningCode } from '@toolpress/contract';
import type { AnyReports, Report } from '../policy/explain.js';
import { described, type FilledText, saidOfForeign } from './filled-text.js';
import { namesElsewhere } from './foreign-syntax.js';

/** How many tags it lists. */
const MAX_LISTED = 20;
const PAGE_NUMBERS = '`[[page]]` and `[[pages]]` have values in `header_html` and `footer_html` only';

/** @param texts the filled texts by the request's fields they came from. @returns one report of each kind, or none. */
export const tagReports = (texts: Readonly<Record<string, FilledText>>): AnyReports => ({
  addresses: new Set(),
  lacksContent: false,
  read: () => [...tagWarnings(texts), ...fieldWarnings(texts), ...outerWarnings(texts), ...foreignWarnings(texts)],
});

function tagWarnings(texts: Readonly<Record<string, FilledText>>): Report[] {
  return warningOf('tag_without_value', texts, 'neverFilled', (listed, names) => {
    const isNumber = names.some((name) => name === 'page' || name === 'pages');
    const instead = isNumber ? PAGE_NUMBERS : (namesElsewhere(names) ?? 'send a value, or null if that is meant');
    return `\`data\` has no value for ${listed}, which print nothing: ${instead}.`;
  });
}

/** The sum of a misspelt field is zero, and a list of nothing prints nothing. */
function fieldWarnings(texts: Readonly<Record<string, FilledText>>): Report[] {
  const said = (listed: string): string =>
    `In ${listed} a filter reads a field that no item of its list has: send it, or null if that is meant, or write \`| default: …\` behind it.`;
  return warningOf('tag_without_value', texts, 'withUnknownField', said);
}

/** A name is searched outwards: where only some items of a list have it, others print what has the same name outside. */
function outerWarnings(texts: Readonly<Record<string, FilledText>>): Report[] {
  const said = (listed: string): string =>
    `For some items of a list, ${listed} took the value from outside of the list, because these items have none and others do: write a dot before the name for the item’s own only, or \`../\` for the one outside.`;
  return warningOf('outer_value', texts, 'takenFromOutside', said);
}

function warningOf(
  code: WarningCode,
  texts: Readonly<Record<string, FilledText>>,
  tagsOf: 'neverFilled' | 'takenFromOutside' | 'withUnknownField',
  say: (listed: string, names: readonly string[]) => string,
): Report[] {
  const tags = Object.entries(texts).flatMap(([field, text]) => text[tagsOf]().map((tag) => ({ field, tag })));
  const [first] = tags;
  if (first === undefined) return [];
  const listed = tags.slice(0, MAX_LISTED).map(({ field, tag }) => described(tag, field));
  const rest = tags.length > MAX_LISTED ? ` and ${tags.length - MAX_LISTED} more` : '';
  const names = tags.map(({ tag }) => tag.tag);
  const { line, column } = first.tag;
  return [{ kind: 'notice', code, message: say(`${listed.join(', ')}${rest}`, names), line, column }];
}

function foreignWarnings(texts: Readonly<Record<string, FilledText>>): Report[] {
  for (const [field, text] of Object.entries(texts)) {
    const tags = text.foreignTags();
    if (tags === undefined) continue;
    const { line, column } = tags;
    return [{ kind: 'notice', code: 'foreign_template_tag', message: `${saidOfForeign(tags, field)}.`, line, column }];
  }
  return [];
}
