/** Finds what stands for partials in a text, and the places in it as the author of each text sees them. */
import { type Tag, tagsIn } from '../tags.js';
import { PARTIAL_END } from './tag.js';

type PartialTag = Extract<Tag, { kind: 'partial' | 'partialEnd' }>;

/** The text of a partial that was put in: between its tag and the mark of its end. */
export interface PutIn {
  readonly begin: PartialTag;
  readonly end: PartialTag;
}

/** @param tags of a text, in their order. @returns in the order of their begin. A tag without an end is none: there is no such partial. */
export function partialsAmong(tags: Iterable<Tag>): PutIn[] {
  const open: PartialTag[] = [];
  const found: PutIn[] = [];
  for (const tag of tags) {
    if (tag.kind === 'partial') open.push(tag);
    else if (tag.kind === 'partialEnd') {
      const index = open.findLastIndex(({ partial }) => partial === tag.partial);
      const begin = open[index];
      if (begin === undefined) continue;
      open.length = index;
      found.push({ begin, end: tag });
    }
  }
  return found.sort((one, other) => one.begin.start - other.begin.start);
}

export const holdsPartials = (source: string): boolean => source.includes(PARTIAL_END);

/** A text as it was written: that of the field, or of a partial, without the partials in it. */
export interface WrittenText {
  /** Of the partial; absent for the field itself. */
  readonly name?: string;
  /** Where the partial's tag stands. */
  readonly within?: { readonly text: WrittenText; readonly offset: number };
  text: string;
}

/** A stretch of a text with partials, and where it stands in the text that it was written in. */
interface Stretch {
  readonly start: number;
  readonly text: WrittenText;
  readonly offset: number;
}

/** @returns in their order; the first is of the field itself. */
export function stretchesOf(source: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let current: WrittenText = { text: '' };
  let done = 0;
  const add = (end: number): void => {
    stretches.push({ start: done, text: current, offset: current.text.length });
    current.text += source.slice(done, end);
  };
  const edges = partialsAmong(tagsIn(source)).flatMap(({ begin, end }) => [begin, end]);
  for (const tag of edges.sort((one, other) => one.start - other.start)) {
    if (tag.kind === 'partial') {
      const offset = current.text.length + tag.start - done;
      add(tag.end);
      current = { name: tag.partial, within: { text: current, offset }, text: '' };
    } else {
      add(tag.start);
      current = current.within?.text ?? current;
    }
    done = tag.end;
  }
  add(source.length);
  return stretches;
}
