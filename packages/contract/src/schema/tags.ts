/** Tags of the template language in fields that are no templates. The language itself is in `packages/template`. */
import type Joi from 'joi';
import { RawJson } from './raw-json.js';

const NAME = String.raw`[\p{L}_$@][\p{L}\p{M}\p{N}_$-]*`;
const PATH = String.raw`(?:\.\.?\/)*\.?${NAME}(?:\.[\p{L}\p{M}\p{N}_$-]+)*`;
/** The text in the brackets of a value or section. Lists in JSON, such as `[[1, 2]]`, `[["a"]]` or `[[true]]`, are no tags. */
const VALUE = new RegExp(String.raw`^(?!(?:true|false|null)$)(?:[&#^/]\s*)?${PATH}\s*(?:\|\s*[a-z]|\[\d|$)`, 'u');
const OTHER = /^(?:\.$|#\s*(?:if|each)\s|else\s+if\s|let\s+\S+\s*=|>\s*[A-Za-z0-9]|(?:var|page-of):)/;
/** Names of several words, such as `Invoice No`, which are a tag where the data has them. Prose in brackets looks the same. */
const LOOSE = String.raw`[\p{L}\p{M}\p{N}_$\u200c\u200d #%/()+'@-]`;
const WORDS = new RegExp(
  String.raw`^(?!(?:true|false|null)$)(?:[&#^/]\s*)?\p{L}${LOOSE}*(?:\.${LOOSE}+)*(?:\|\s*[a-z]|$)`,
  'u',
);
/** The longest tag in characters. It keeps the search linear. */
const MAX_TAG_LENGTH = 1_000;

/**
 * Returns the first well-formed tag of a text; undefined without one.
 *
 * @param hasData whether the request has data, so that names of several words count as tags.
 */
export function tagIn(text: string, hasData = false): string | undefined {
  let close = -1;
  for (let start = text.indexOf('[['); start >= 0; start = text.indexOf('[[', start + 1)) {
    const inside = start + 2;
    if (close < inside) close = text.indexOf(']]', inside);
    if (close < 0) return undefined;
    if (close - inside > MAX_TAG_LENGTH) continue;
    const content = text.slice(inside, close).trim();
    if (VALUE.test(content) || OTHER.test(content) || (hasData && WORDS.test(content)))
      return text.slice(start, close + 2);
  }
  return undefined;
}

/** Returns a text without its tags, for rules of characters that tags may have. */
export function outsideTags(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let start = text.indexOf('[['); start >= 0; start = text.indexOf('[[', done)) {
    const end = text.indexOf(']]', start);
    if (end < 0) break;
    parts.push(text.slice(done, start));
    done = end + 2;
  }
  return parts.join('') + text.slice(done);
}

/** A field with a tag that nothing fills. */
export interface UnfilledTag {
  /** The path of the field, such as `e_invoice.invoice.number` or `attachments[0].description`. */
  readonly field: string;
  readonly tag: string;
}

/**
 * Finds the first text with a well-formed tag in a value.
 *
 * @param value JSON that is nested no deeper than its schema. `RawJson` in it was checked before it became that.
 * @param field the path of the value.
 * @param isFree whether the field of a path and all in it may have tags.
 * @param hasData as in `tagIn`.
 */
export function unfilledTag(
  value: unknown,
  field: string,
  isFree: (path: string) => boolean = () => false,
  hasData = false,
): UnfilledTag | undefined {
  if (typeof value === 'string') {
    const tag = tagIn(value, hasData);
    return tag === undefined ? undefined : { field, tag };
  }
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== 'string' && typeof member !== 'object') continue;
    const path = Array.isArray(value) ? `${field}[${name}]` : field === '' ? name : `${field}.${name}`;
    if (isFree(path)) continue;
    const found = unfilledTag(member, path, isFree, hasData);
    if (found !== undefined) return found;
  }
  return undefined;
}

const MAX_SHOWN = 60;

/** Returns the message of an unfilled tag. @param instead what works. */
export const unfilledMessage = ({ field, tag }: UnfilledTag, instead: string): string =>
  `\`${field}\` has the tag \`${tag.slice(0, MAX_SHOWN)}\`, but tags are not filled there: ${instead}`;

/**
 * Refuses requests of tools that fill no tags, where a text has one.
 *
 * @param free the fields of any content.
 * @param instead what to send.
 */
export const refusingTags = <Request>(
  schema: Joi.ObjectSchema<Request>,
  instead: string,
  free: readonly string[] = [],
): Joi.ObjectSchema<Request> =>
  schema
    .custom((request: object, helpers) => {
      const found = unfilledTag(request, '', (path) => free.includes(path));
      return found === undefined ? request : helpers.error('tags', { fault: unfilledMessage(found, instead) });
    })
    .messages({ tags: '{{#fault}}' });
