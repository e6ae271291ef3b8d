/** Finds the tags of a template. Text that only looks like a tag is none, and stays as it is. */
import { type Path, parsePath } from './path.js';

interface Span {
  /** Offset of the first bracket. */
  readonly start: number;
  /** Offset after the last one. */
  readonly end: number;
}

export type NamedTagKind = 'value' | 'raw' | 'section' | 'inverted' | 'closing';

export interface NamedTag extends Span {
  readonly kind: NamedTagKind;
  /** The path as it was written, without padding. */
  readonly name: string;
  readonly path: Path;
}

export interface CommentTag extends Span {
  readonly kind: 'comment';
}

export type Tag = NamedTag | CommentTag;

/** No path is longer, and a bound keeps the search linear whatever the text holds. Characters. */
const MAX_TAG_LENGTH = 1_000;

const KINDS: Readonly<Record<string, NamedTagKind>> = {
  '&': 'raw',
  '#': 'section',
  '^': 'inverted',
  '/': 'closing',
};

/** The tags of a text in their order. Takes time in proportion to the text, also when it is all brackets. */
export function* tagsIn(source: string): Generator<Tag> {
  let close = 0;
  for (let start = source.indexOf('[['); start >= 0; ) {
    const inside = start + 2;
    if (close < inside) close = source.indexOf(']]', inside);
    if (close < 0) return;
    const tag = readTag(source, start, close);
    if (tag) yield tag;
    start = source.indexOf('[[', tag ? tag.end : start + 1);
  }
}

/** @param close offset of the first `]]` behind the opening brackets. */
function readTag(source: string, start: number, close: number): Tag | undefined {
  const end = close + 2;
  const content = source.slice(start + 2, close).trimStart();
  if (content.startsWith('!')) return { kind: 'comment', start, end };
  if (content.length > MAX_TAG_LENGTH || content.includes('[')) return undefined;
  const kind = KINDS[content.charAt(0)] ?? 'value';
  const name = content.slice(kind === 'value' ? 0 : 1).trim();
  const path = parsePath(name);
  return path && { kind, name, path, start, end };
}
