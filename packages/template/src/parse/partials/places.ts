/** Finds inserted partials in a text, and maps offsets to the original texts. */
import { type Tag, tagsIn } from '../tags.js';
import { PARTIAL_END } from './tag.js';

type PartialTag = Extract<Tag, { kind: 'partial' | 'partialEnd' }>;

/** An inserted partial: the text between its tag and its end mark. */
export interface InsertedPartial {
  readonly begin: PartialTag;
  readonly end: PartialTag;
}

/** Returns the inserted partials in the order of their start. A tag without an end mark is an unknown partial. @param tags in order. */
export function partialsAmong(tags: Iterable<Tag>): InsertedPartial[] {
  const open: PartialTag[] = [];
  const found: InsertedPartial[] = [];
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

/** An original text: the field's or a partial's, without the partials inserted into it. */
export interface WrittenText {
  /** The partial's name; undefined for the field itself. */
  readonly name?: string;
  /** The position of the partial's tag. */
  readonly within?: { readonly text: WrittenText; readonly offset: number };
  text: string;
}

/** A range of a text with partials, and its position in its original text. */
interface Stretch {
  readonly start: number;
  readonly text: WrittenText;
  readonly offset: number;
}

/** Returns the ranges of a text in order. The first belongs to the field itself. */
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
