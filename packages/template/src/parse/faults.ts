/** Error messages about tags. */
import { ServiceError } from '@toolpress/contract';
import { AS_TEXT, syntaxFault } from '../expressions/hints.js';
import { shortened } from '../values/shortened.js';
import { hintForBlock } from './foreign-syntax.js';
import { Positions, positionInWords } from './partials/positions.js';
import { rewrittenTag } from './rewritten-tag.js';
import { endOf, type Tag } from './tags.js';

/** Returns the tag at an offset with its position: "`[[#items]]` at line 3, column 5". */
export function placeOf(source: string, offset: number): string {
  return `\`[[${shortened(tagAt(source, offset))}]]\` at ${positionOf(source, offset)}`;
}

/** Returns the text of the tag at an offset, without its brackets. */
const tagAt = (source: string, offset: number): string =>
  source.slice(offset + 2, endOf(source, offset + 2) ?? source.indexOf(']]', offset)).trim();

function positionOf(source: string, offset: number): string {
  return positionInWords(new Positions(source).at(offset));
}

/** Matches faults that are mended by another tag. */
const CLOSING = /^(?:is never closed|closes )/;

/**
 * Returns the error for a fault of a tag.
 *
 * @param offset of the tag in the source.
 * @param fault the message of a `TagFault`.
 * @param field the request's field.
 */
export function invalidTag(source: string, offset: number, fault: string, field: string | undefined): ServiceError {
  const where = field === undefined ? 'the template' : `\`${field}\``;
  const says = field === 'css' ? fault.replace(`; ${AS_TEXT}`, '') : fault;
  const { line, column } = new Positions(source).at(offset);
  const written = tagAt(source, offset);
  const rewritten = CLOSING.test(fault) ? undefined : rewrittenTag(written);
  const here =
    rewritten === undefined || fault.includes(`\`[[${rewritten}]]`) ? '' : `; here, write \`[[${rewritten}]]\``;
  return new ServiceError('template_invalid', `In ${where}, ${placeOf(source, offset)} ${says}${here}.`, {
    position: { line, column },
  });
}

const NO_CONDITION = 'has no readable condition, such as `status == "paid" and total > 0`';
const UNREADABLE: { readonly [kind in Tag['kind']]?: string } = {
  if: NO_CONDITION,
  elseIf: NO_CONDITION,
  each: 'has no readable list, such as `rows` or `rows | sort: "date"`',
  let: 'has no readable value, such as `rows | sum: "net"`',
};

const LET = /^let\s+\S+\s*=/;

/** Returns the fault of a tag without a readable expression. */
export const unreadable = ({ kind, name }: Tag): string =>
  syntaxFault(name.replace(LET, '')) ?? UNREADABLE[kind] ?? 'can’t be read';

/** Returns the closing tag of a block: "[[/each]]". */
export const endOfBlock = ({ kind, name }: Tag): string =>
  `[[/${kind === 'if' || kind === 'each' ? kind : shortened(name)}]]`;

/** Closing tags of other languages, and mistyped ones. */
const ENDS =
  /\{\{[~\s]*(?:\/\s*\w*|end)[^{}]{0,60}\}\}|\{%[-\s]*end\w*[^{}]{0,60}%\}|\[\[\s*(?:end\w*|\/\s*\w+\s[^[\]]{0,60})\s*\]\]/;
/** Opening tags of other languages, and mistyped ones. */
const BEGINS =
  /\{\{[~\s]*(?:[#^]|if\b|range\b)[^{}]{0,200}\}\}|\{%[-\s]*(?:if|for|unless|foreach)\b[^{}]{0,200}%\}|\[\[\s*(?:if|each|for|unless|foreach|#\s*(?:for|unless|foreach))\s[^[\]]{0,200}\]\]/g;

/** Returns the fault of a section that is never closed. */
export function neverClosed(source: string, tag: Tag): string {
  const hint = tag.kind === 'section' ? hintForBlock(tag.name) : undefined;
  if (hint !== undefined) return `is not a block of this language: ${hint}`;
  const end = endOfBlock(tag);
  const other = ENDS.exec(source.slice(tag.end));
  if (other !== null) return `is never closed: ${written(source, tag.end + other.index, other[0], end)}`;
  if (tag.kind === 'if' || tag.kind === 'each') return `is never closed: write \`${end}\``;
  return `is never closed: write \`${end}\`; ${AS_TEXT}`;
}

/** Returns the fault of a closing tag without a section. */
export function closesNothing(source: string, tag: Tag): string {
  const hint = hintForBlock(tag.name);
  if (hint !== undefined) return `closes no section: ${hint}`;
  const begins = [...source.slice(0, tag.start).matchAll(BEGINS)].at(-1);
  const begin = tag.name === 'if' || tag.name === 'each' ? `[[#${tag.name} …]]` : `[[#${shortened(tag.name)}]]`;
  if (begins !== undefined) return `closes no section: ${written(source, begins.index, begins[0], begin)}`;
  return `closes no section: there is no \`${begin}\` before it: leave it out; ${AS_TEXT}`;
}

/** Returns a hint: "write `[[/if]]` for `{{/if}}` at line 2, column 1". */
const written = (source: string, offset: number, text: string, here: string): string =>
  `write \`${here}\` for \`${shortened(text)}\` at ${positionOf(source, offset)}`;
