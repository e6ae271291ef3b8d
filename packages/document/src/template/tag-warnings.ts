/** Warnings of tags that print nothing, or themselves: without `strict`, both may be meant. */
import type { WarningCode } from '@toolpress/contract';
import type { AnyReports, Report } from '../policy/explain.js';
import { described, eachOf, type FieldTexts, saidOfAsked, saidOfForeign, saidOfLost } from './filled-text.js';
import { namesElsewhere } from './foreign-syntax.js';

/** How many tags it lists. */
const MAX_LISTED = 20;
const PAGE_NUMBERS = '`[[page]]` and `[[pages]]` have values in `header_html` and `footer_html` only';

/** @returns one report of each kind, or none. */
export const tagReports = (texts: FieldTexts): AnyReports => ({
  addresses: new Set(),
  lacksContent: false,
  mayLackContent: false,
  read: () => [
    ...tagWarnings(texts),
    ...blockWarnings(texts),
    ...fieldWarnings(texts),
    ...outerWarnings(texts),
    ...sectionWarnings(texts),
    ...languageWarnings(texts),
    ...foreignWarnings(texts),
  ],
});

function tagWarnings(texts: FieldTexts): Report[] {
  return warningOf('tag_without_value', texts, 'neverFilled', (listed, names) => {
    const isNumber = names.some((name) => name === 'page' || name === 'pages');
    const instead = isNumber ? PAGE_NUMBERS : (namesElsewhere(names) ?? 'send a value, or null if that is meant');
    return `\`data\` has no value for ${listed}, which print nothing: ${instead}.`;
  });
}

/** A block with a misspelt name prints nothing, or what stands behind its `[[else]]`. */
function blockWarnings(texts: FieldTexts): Report[] {
  const blocks = eachOf(texts).flatMap(({ field, text }) => text.lostBlocks().map((block) => ({ field, block })));
  const [first] = blocks;
  if (first === undefined) return [];
  const all = [...new Set(blocks.map(({ field, block }) => `${described(block, field)}${saidOfLost(block)}`))];
  const listed = all.slice(0, MAX_LISTED).join(', ');
  const rest = all.length > MAX_LISTED ? ` and ${all.length - MAX_LISTED} more` : '';
  const message = `\`data\` has nothing for ${listed}${rest}, so that these blocks print nothing.`;
  const { line, column } = first.block;
  return [{ kind: 'notice', code: 'tag_without_value', message, line, column }];
}

/** The sum of a misspelt field is zero, and a list of nothing prints nothing. */
function fieldWarnings(texts: FieldTexts): Report[] {
  const said = (listed: string): string =>
    `In ${listed} a filter reads a field that no item of its list has: send it, or null if that is meant, or write \`| default: …\` behind it.`;
  return warningOf('tag_without_value', texts, 'withUnknownField', said);
}

/** A name is searched outwards: where only some items of a list have it, others print what has the same name outside. */
function outerWarnings(texts: FieldTexts): Report[] {
  const said = (listed: string): string =>
    `For some items of a list, ${listed} took the value from outside of the list, because these items have none and others do: write a dot before the name for the item’s own only, or \`../\` for the one outside.`;
  return warningOf('outer_value', texts, 'takenFromOutside', said);
}

/** What a section around a list has is rarely that of the items; the document’s own names are for all of it. */
function sectionWarnings(texts: FieldTexts): Report[] {
  const said = (listed: string): string =>
    `No item of its list has a value for ${listed}, which took the value of a section around the list: write a dot before the name for the item’s own only, or \`../\` for the one outside.`;
  return warningOf('outer_value', texts, 'takenFromSection', said);
}

function warningOf(
  code: WarningCode,
  texts: FieldTexts,
  tagsOf: 'neverFilled' | 'takenFromOutside' | 'takenFromSection' | 'withUnknownField',
  say: (listed: string, names: readonly string[]) => string,
): Report[] {
  const tags = eachOf(texts).flatMap(({ field, text }) => text[tagsOf]().map((tag) => ({ field, tag })));
  const [first] = tags;
  if (first === undefined) return [];
  const all = [...new Set(tags.map(({ field, tag }) => `${described(tag, field)}${saidOfAsked(tag)}`))];
  const listed = all.slice(0, MAX_LISTED);
  const rest = all.length > MAX_LISTED ? ` and ${all.length - MAX_LISTED} more` : '';
  const names = tags.map(({ tag }) => tag.tag);
  const { line, column } = first.tag;
  return [{ kind: 'notice', code, message: say(`${listed.join(', ')}${rest}`, names), line, column }];
}

const NO_FORMATS =
  'Numbers, dates or names are written as in English, because the language of the document (`lang` of its `html`, or `locale`) is unknown or has no formats: write a language tag such as `de` or `pt-BR`.';

const languageWarnings = (texts: FieldTexts): Report[] =>
  eachOf(texts).some(({ text }) => text.fallsBack)
    ? [{ kind: 'notice', code: 'language_unknown', message: NO_FORMATS }]
    : [];

function foreignWarnings(texts: FieldTexts): Report[] {
  for (const { field, text } of eachOf(texts)) {
    const tags = text.foreignTags();
    if (tags === undefined) continue;
    const { line, column } = tags;
    return [{ kind: 'notice', code: 'foreign_template_tag', message: `${saidOfForeign(tags, field)}.`, line, column }];
  }
  return [];
}
