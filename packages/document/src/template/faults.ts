/** What errors say of tags. */
import { ServiceError } from '@toolpress/contract';
import { AS_TEXT, syntaxFault } from './expressions/hints.js';
import { blockElsewhere } from './foreign-syntax.js';
import { Positions, saidOfPosition } from './partials/positions.js';
import { shortened } from './shortened.js';
import { endOf, type Tag } from './tags.js';

/** @returns the tag at an offset, and where it is, as in "`[[#items]]` at line 3, column 5". */
export function placeOf(source: string, offset: number): string {
  const inside = source.slice(offset + 2, endOf(source, offset + 2) ?? source.indexOf(']]', offset)).trim();
  return `\`[[${shortened(inside)}]]\` at ${positionOf(source, offset)}`;
}

function positionOf(source: string, offset: number): string {
  return saidOfPosition(new Positions(source).at(offset));
}

/**
 * @param offset of the tag.
 * @param fault as in `TagFault`.
 * @param field the request's field.
 * @returns the error for a fault of one tag.
 */
export function invalidTag(source: string, offset: number, fault: string, field: string | undefined): ServiceError {
  const where = field === undefined ? 'the template' : `\`${field}\``;
  const says = field === 'css' ? fault.replace(`; ${AS_TEXT}`, '') : fault;
  return new ServiceError('template_invalid', `In ${where}, ${placeOf(source, offset)} ${says}.`);
}

const NO_CONDITION = 'has no condition that can be read, such as `status == "paid" and total > 0`';
const UNREADABLE: { readonly [kind in Tag['kind']]?: string } = {
  if: NO_CONDITION,
  elseIf: NO_CONDITION,
  each: 'has no list that can be read, such as `rows` or `rows | sort: "date"`',
  let: 'has no value that can be read, such as `rows | sum: "net"`',
};

const LET = /^let\s+\S+\s*=/;

/** @returns the fault of a tag that has no expression. */
export const unreadable = ({ kind, name }: Tag): string =>
  syntaxFault(name.replace(LET, '')) ?? UNREADABLE[kind] ?? 'can’t be read';

/** @returns as in "[[/each]]". */
export const endOfBlock = ({ kind, name }: Tag): string =>
  `[[/${kind === 'if' || kind === 'each' ? kind : shortened(name)}]]`;

/** How other languages end blocks, or how an end may be mistyped. */
const ENDS =
  /\{\{[~\s]*(?:\/\s*\w*|end)[^{}]{0,60}\}\}|\{%[-\s]*end\w*[^{}]{0,60}%\}|\[\[\s*(?:end\w*|\/\s*\w+\s[^[\]]{0,60})\s*\]\]/;
/** How they begin them; those of this language are closed. */
const BEGINS =
  /\{\{[~\s]*(?:[#^]|if\b|range\b)[^{}]{0,200}\}\}|\{%[-\s]*(?:if|for|unless|foreach)\b[^{}]{0,200}%\}|\[\[\s*(?:if|each|for|unless|foreach|#\s*(?:for|unless|foreach))\s[^[\]]{0,200}\]\]/g;

/** @returns the fault of a section that is open at the end. */
export function neverClosed(source: string, tag: Tag): string {
  const elsewhere = tag.kind === 'section' ? blockElsewhere(tag.name) : undefined;
  if (elsewhere !== undefined) return `is no block here: ${elsewhere}`;
  const end = endOfBlock(tag);
  const other = ENDS.exec(source.slice(tag.end));
  if (other !== null) return `is never closed: ${written(source, tag.end + other.index, other[0], end)}`;
  if (tag.kind === 'if' || tag.kind === 'each') return `is never closed, by \`${end}\``;
  return `is never closed, by \`${end}\`; ${AS_TEXT}`;
}

/** @returns the fault of a closing tag without a section. */
export function closesNothing(source: string, tag: Tag): string {
  const elsewhere = blockElsewhere(tag.name);
  if (elsewhere !== undefined) return `closes no section: ${elsewhere}`;
  const begins = [...source.slice(0, tag.start).matchAll(BEGINS)].at(-1);
  const begin = tag.name === 'if' || tag.name === 'each' ? `[[#${tag.name} …]]` : `[[#${shortened(tag.name)}]]`;
  if (begins !== undefined) return `closes no section: ${written(source, begins.index, begins[0], begin)}`;
  return `closes no section, for there is no \`${begin}\` before it; ${AS_TEXT}`;
}

/** @returns as in "`{{/if}}` at line 2, column 1 is written `[[/if]]` here". */
const written = (source: string, offset: number, text: string, here: string): string =>
  `\`${shortened(text)}\` at ${positionOf(source, offset)} is written \`${here}\` here`;
