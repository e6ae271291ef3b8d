/** Warnings about tags that print nothing or are printed unchanged. With `strict` they are errors. */
import type { ContentWarning, WarningCode } from '@toolpress/contract';
import { hintForNames } from '../parse/foreign-syntax.js';
import {
  describeEmptyBlock,
  describeForeignTags,
  describeLack,
  describeTag,
  eachOf,
  type FieldTexts,
  type PlacedUnclear,
  unclearIn,
} from './missing-values.js';

/** The largest number of tags in a warning. */
const MAX_LISTED = 20;
const PAGE_NUMBERS = '`[[page]]` and `[[pages]]` have values in `header_html` and `footer_html` only';

/**
 * Returns at most one warning of each kind.
 *
 * @param hasData whether the request has data.
 */
export const tagWarnings = (texts: FieldTexts, { hasData = true } = {}): ContentWarning[] => [
  ...(hasData ? valueWarnings(texts) : noTemplateWarnings(texts)),
  ...blockWarnings(texts),
  ...fieldWarnings(texts),
  ...outerWarnings(texts),
  ...sectionWarnings(texts),
  ...unclearWarnings(texts),
  ...languageWarnings(texts),
  ...foreignWarnings(texts),
];

/** Warns once of a document that is probably no template: without data, none of its tags has a value. */
function noTemplateWarnings(texts: FieldTexts): ContentWarning[] {
  const { html, css, ...others } = texts;
  const ofDocument = eachOf({ ...(html && { html }), ...(css && { css }) });
  if (ofDocument.some(({ text }) => text.hasValues)) return valueWarnings(texts);
  const tags = ofDocument.flatMap(({ field, text }) => text.neverFilled().map((tag) => ({ field, tag })));
  const [first] = tags;
  if (first === undefined || tags.some(({ tag }) => isPageNumber(tag.tag))) return valueWarnings(texts);
  const { field, tag } = first;
  const are = tags.length === 1 ? 'prints nothing' : `and ${tags.length - 1} more print nothing`;
  const instead = hintForNames(tags.map((each) => each.tag.tag)) ?? '';
  const message = `${describeTag(tag, field)} ${are}, because the request has no \`data\`: send it, or \`tags: false\` if the document is no template${instead && `; ${instead}`}.`;
  const { line, column } = tag;
  return [{ code: 'tag_without_value', message, line, column }, ...valueWarnings(others)];
}

const isPageNumber = (name: string): boolean => name === 'page' || name === 'pages';

function valueWarnings(texts: FieldTexts): ContentWarning[] {
  return warningOf('tag_without_value', texts, 'neverFilled', (listed, names) => {
    const instead = names.some(isPageNumber)
      ? PAGE_NUMBERS
      : (hintForNames(names) ?? 'send a value, or null if the tag may be empty');
    return `\`data\` has no value for ${listed}, so nothing is printed there: ${instead}.`;
  });
}

/** Warns of blocks with a misspelt name, which print nothing or their `[[else]]`. */
function blockWarnings(texts: FieldTexts): ContentWarning[] {
  const blocks = eachOf(texts).flatMap(({ field, text }) =>
    text.blocksWithoutValue().map((block) => ({ field, block })),
  );
  const [first] = blocks;
  if (first === undefined) return [];
  const all = [
    ...new Set(blocks.map(({ field, block }) => `${describeTag(block, field)}${describeEmptyBlock(block)}`)),
  ];
  const listed = all.slice(0, MAX_LISTED).join(', ');
  const rest = all.length > MAX_LISTED ? ` and ${all.length - MAX_LISTED} more` : '';
  const message = `\`data\` has nothing for ${listed}${rest}, so these blocks print nothing.`;
  const { line, column } = first.block;
  return [{ code: 'tag_without_value', message, line, column }];
}

/** Warns of misspelt fields, whose sum is zero and whose list is empty. */
function fieldWarnings(texts: FieldTexts): ContentWarning[] {
  const said = (listed: string): string =>
    `In ${listed} a filter reads a field that no item of the list has: send the field, or null, or add \`| default: …\`.`;
  return warningOf('tag_without_value', texts, 'withUnknownField', said);
}

/** Warns of outer values: if only some items of a list have a field, the others print the outer value of the same name. */
function outerWarnings(texts: FieldTexts): ContentWarning[] {
  const said = (listed: string): string =>
    `For some items of a list, ${listed} took the value from outside the list, because these items have no such field but others do: write a dot before the name for the item’s own field, or \`../\` for the outer one.`;
  return warningOf('outer_value', texts, 'takenFromOutside', said);
}

/** Warns of values of a section around a list, which rarely apply to the items. Names at the top of the data are for everything. */
function sectionWarnings(texts: FieldTexts): ContentWarning[] {
  const said = (listed: string): string =>
    `No item of the list has a value for ${listed}, which took the value of a section around the list: write a dot before the name for the item’s own field, or \`../\` for the outer one.`;
  return warningOf('outer_value', texts, 'takenFromSection', said);
}

/** Warns of tags that print what was probably not meant, with one warning for each reason. */
function unclearWarnings(texts: FieldTexts): ContentWarning[] {
  const byReason = new Map<string, PlacedUnclear[]>();
  for (const tag of unclearIn(texts)) {
    const alike = byReason.get(tag.what);
    if (alike) alike.push(tag);
    else byReason.set(tag.what, [tag]);
  }
  return [...byReason].map(([what, tags]) => {
    const places = [...new Set(tags.map(({ place }) => place))];
    const rest = places.length > MAX_LISTED ? ` and ${places.length - MAX_LISTED} more` : '';
    const { line, column } = tags[0] as PlacedUnclear;
    return {
      code: 'value_unclear',
      message: `${places.slice(0, MAX_LISTED).join(', ')}${rest} ${what}.`,
      line,
      column,
    };
  });
}

function warningOf(
  code: WarningCode,
  texts: FieldTexts,
  tagsOf: 'neverFilled' | 'takenFromOutside' | 'takenFromSection' | 'withUnknownField',
  say: (listed: string, names: readonly string[]) => string,
): ContentWarning[] {
  const tags = eachOf(texts).flatMap(({ field, text }) => text[tagsOf]().map((tag) => ({ field, tag })));
  const [first] = tags;
  if (first === undefined) return [];
  const all = [...new Set(tags.map(({ field, tag }) => `${describeTag(tag, field)}${describeLack(tag)}`))];
  const listed = all.slice(0, MAX_LISTED);
  const rest = all.length > MAX_LISTED ? ` and ${all.length - MAX_LISTED} more` : '';
  const names = tags.map(({ tag }) => tag.tag);
  const { line, column } = first.tag;
  return [{ code, message: say(`${listed.join(', ')}${rest}`, names), line, column }];
}

const NO_FORMATS =
  'Numbers, dates or names are formatted as in English, because the language of the document (`lang` of its `html`, or `locale`) is unknown or not supported: write a language tag such as `de` or `pt-BR`.';

const languageWarnings = (texts: FieldTexts): ContentWarning[] =>
  eachOf(texts).some(({ text }) => text.fallsBack) ? [{ code: 'language_unknown', message: NO_FORMATS }] : [];

function foreignWarnings(texts: FieldTexts): ContentWarning[] {
  for (const { field, text } of eachOf(texts)) {
    const tags = text.foreignTags();
    if (tags === undefined) continue;
    const { line, column } = tags;
    return [{ code: 'foreign_template_tag', message: `${describeForeignTags(tags, field)}.`, line, column }];
  }
  return [];
}
