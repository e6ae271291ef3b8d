/** Warnings of tags that print nothing, or themselves: without `strict`, both may be meant. */
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
  read: () => [...tagWarnings(texts), ...foreignWarnings(texts)],
});

function tagWarnings(texts: Readonly<Record<string, FilledText>>): Report[] {
  const tags = Object.entries(texts).flatMap(([field, text]) => text.neverFilled().map((tag) => ({ field, tag })));
  const [first] = tags;
  if (first === undefined) return [];
  const listed = tags.slice(0, MAX_LISTED).map(({ field, tag }) => described(tag, field));
  const rest = tags.length > MAX_LISTED ? ` and ${tags.length - MAX_LISTED} more` : '';
  const names = tags.map(({ tag }) => tag.tag);
  const isNumber = names.some((name) => name === 'page' || name === 'pages');
  const instead = isNumber ? PAGE_NUMBERS : (namesElsewhere(names) ?? 'send a value, or null if that is meant');
  const message = `\`data\` has no value for ${listed.join(', ')}${rest}, which print nothing: ${instead}.`;
  const { line, column } = first.tag;
  return [{ kind: 'notice', code: 'tag_without_value', message, line, column }];
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
