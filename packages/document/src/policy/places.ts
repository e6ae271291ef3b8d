/** Says where something stands, in the words of whoever sent it. */
import type { FilledText } from '../template/filled-text.js';
import { Positions } from '../template/position.js';
import type { Span, Subject } from './violation.js';

/** A text of the request: as it is, or filled from a template, so that messages name the place in the template. */
export type SourceText = string | FilledText;

export const textOf = (source: SourceText): string => (typeof source === 'string' ? source : source.text);

/** The texts that are checked together, by their fields in the request. */
export type SourceTexts = Readonly<Record<string, SourceText>>;

/** Only what shows when wrong nesting is put right stands nowhere in what was sent. */
const NOWHERE = 'between wrongly nested elements';

/** @returns "`img` `src` at html 12:5", with "from `[[logo]]`" behind it when a tag brought it there. */
export function placeOf({ name, span }: Subject, sources: SourceTexts): string {
  const source = span && sources[span.field];
  if (span === undefined || source === undefined) return `${name} ${NOWHERE}`;
  const { line, column, tag } = originOf(source, span);
  const from = tag === undefined ? '' : ` from \`[[${tag}]]\``;
  return `${name} at ${span.field} ${line}:${column}${from}`;
}

function originOf(source: SourceText, { start, end }: Span): { line: number; column: number; tag?: string } {
  return typeof source === 'string' ? new Positions(source).at(start) : source.originOf(start, end);
}
