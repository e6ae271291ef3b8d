/** Mustache: a tag that prints nothing and stands alone on its line takes the line with it. */
import type { Tag } from './tags.js';

/** @returns the offsets between which the tag leaves nothing of the text. */
export function spanOf(source: string, tag: Tag): { start: number; end: number } {
  if (tag.kind === 'value' || tag.kind === 'raw') return tag;
  const start = lineStart(source, tag.start);
  const end = lineEnd(source, tag.end);
  return start === undefined || end === undefined ? tag : { start, end };
}

/** Where the line begins, when nothing but blanks stands between. */
function lineStart(source: string, offset: number): number | undefined {
  let start = offset;
  while (isBlank(source[start - 1])) start--;
  return start === 0 || source[start - 1] === '\n' ? start : undefined;
}

/** Where the next line begins, when nothing but blanks stands between. */
function lineEnd(source: string, offset: number): number | undefined {
  let end = offset;
  while (isBlank(source[end])) end++;
  if (end === source.length) return end;
  if (source.startsWith('\r\n', end)) return end + 2;
  return source[end] === '\n' ? end + 1 : undefined;
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';
