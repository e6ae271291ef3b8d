/** Finds the place in a template that printed a text of the pages: the inverse of `follow.ts`. */
import { decoded, type PageText, packed } from './follow.js';
import { type Run, runsOf } from './runs.js';

/** A point in the text of the pages. */
export interface Point {
  /** Counts from 0. */
  page: number;
  /** The index of the piece on its page. */
  piece: number;
  /** The place in the piece, 0 to 1. */
  share: number;
}

export interface Source<Part> {
  part: Part;
  text: string;
}

export interface SourcePlace<Part> {
  part: Part;
  from: number;
  to: number;
}

/** The packed text of all pages. */
interface Stream {
  text: string;
  /** Where words and pieces begin. */
  begins: Uint8Array;
  /** Where pieces begin. */
  pieces: number[];
}

/** A run that was found in the stream. */
interface Match<Part> {
  start: number;
  end: number;
  run: Run;
  source: SourceRuns<Part>;
}

interface SourceRuns<Part> extends Source<Part> {
  runs: readonly Run[];
  byText: ReadonlyMap<string, readonly Run[]>;
}

/** The characters around a point in which neighbours are searched. */
const NEAR = 600;
/** The shortest text that counts as a neighbour. */
const SHORTEST_NEIGHBOUR = 2;
/** The shortest part of a text that counts as this text, such as before a page break. */
const SHORTEST_PART = 4;

/**
 * Returns what printed the text at a point: a word of the source, or a tag. Equal texts are distinguished by their order. A value that a
 * filter has formatted is found by its neighbours.
 *
 * @param sources the first one counts most.
 */
export function placeOf<Part>(
  pages: readonly PageText[],
  point: Point,
  sources: readonly Source<Part>[],
  data: unknown,
): SourcePlace<Part> | undefined {
  const stream = streamOf(pages);
  const index = pages.slice(0, point.page).reduce((sum, { pieces }) => sum + pieces.length, point.piece);
  const from = stream.pieces[index] ?? 0;
  const end = stream.pieces[index + 1] ?? stream.text.length;
  if (end === from) return undefined;
  const at = Math.min(end - 1, from + Math.floor(point.share * (end - from)));
  const known = sources.map((source) => withRuns(source, data));
  const matches = known.flatMap((source) => matchesNear(stream, at, source));
  const covering = longest(matches.filter((match) => match.start <= at && at < match.end));
  if (covering !== undefined) return placeIn(covering, at - covering.start);
  return partOf(known, stream.text.slice(from, end), at - from) ?? unknownBeside(stream, at, index, matches);
}

function streamOf(pages: readonly PageText[]): Stream {
  const texts = pages.flatMap(({ pieces }) => pieces.map(({ text }) => text));
  const words = texts.map((text) => text.split(/[\s\u00ad\u2010-\u2012-]+/).map(packed));
  const begins = new Uint8Array(words.reduce((sum, each) => sum + each.join('').length, 0) + 1);
  const pieces: number[] = [];
  let at = 0;
  for (const each of words) {
    pieces.push(at);
    for (const word of each) {
      begins[at] = 1;
      at += word.length;
    }
  }
  begins[at] = 1;
  return { text: words.flat().join(''), begins, pieces };
}

function withRuns<Part>(source: Source<Part>, data: unknown): SourceRuns<Part> {
  const runs = runsOf(source.text, data);
  const byText = new Map<string, Run[]>();
  for (const run of runs) {
    if (run.text === undefined) continue;
    const equal = byText.get(run.text);
    if (equal === undefined) byText.set(run.text, [run]);
    else equal.push(run);
  }
  return { ...source, runs, byText };
}

function matchesNear<Part>(stream: Stream, at: number, source: SourceRuns<Part>): Match<Part>[] {
  const matches: Match<Part>[] = [];
  for (const [text, runs] of source.byText) {
    const first = Math.max(0, at - NEAR - text.length);
    const part = stream.text.slice(first, at + NEAR + text.length);
    if (!part.includes(text)) continue;
    let before = occurrences(stream, text, 0, first);
    for (
      let start = next(stream, text, first);
      start >= 0 && start <= at + NEAR;
      start = next(stream, text, start + 1)
    ) {
      const run = runs[Math.min(before++, runs.length - 1)];
      if (run !== undefined) matches.push({ start, end: start + text.length, run, source });
    }
  }
  return matches;
}

/** Returns the next place of a text that begins and ends with a word; -1 without one. */
function next({ text: whole, begins }: Stream, text: string, from: number): number {
  const isEdge = (at: number): boolean => begins[at] === 1 || !/[\p{L}\p{N}]{2}/u.test(whole.slice(at - 1, at + 1));
  let at = whole.indexOf(text, from);
  while (at >= 0 && !(isEdge(at) && isEdge(at + text.length))) at = whole.indexOf(text, at + 1);
  return at;
}

function occurrences(stream: Stream, text: string, from: number, to: number): number {
  let count = 0;
  for (let at = next(stream, text, from); at >= 0 && at < to; at = next(stream, text, at + 1)) count++;
  return count;
}

/** The first of the longest. */
const longest = <Part>(matches: readonly Match<Part>[]): Match<Part> | undefined =>
  matches.reduce<Match<Part> | undefined>(
    (best, each) => (best === undefined || each.end - each.start > best.end - best.start ? each : best),
    undefined,
  );

/** Returns a tag, or the word of a text. @param offset in the packed text of the run. */
function placeIn<Part>(
  { run: { from, to, isTag }, source: { part, text } }: Pick<Match<Part>, 'run' | 'source'>,
  offset: number,
): SourcePlace<Part> {
  if (isTag) return { part, from, to };
  let left = offset;
  for (const { 0: word, index } of text.slice(from, to).matchAll(/[^\s]+/g)) {
    const length = packed(decoded(word)).length;
    if (left < length) return { part, from: from + index, to: from + index + word.length };
    left -= length;
  }
  return { part, from, to };
}

/** Finds the piece in a longer text, such as one with a page break in it. */
function partOf<Part>(
  sources: readonly SourceRuns<Part>[],
  piece: string,
  offset: number,
): SourcePlace<Part> | undefined {
  if (piece.length < SHORTEST_PART) return undefined;
  for (const source of sources) {
    for (const run of source.runs) {
      const at = run.text?.indexOf(piece) ?? -1;
      if (at >= 0) return placeIn({ run, source }, at + offset);
    }
  }
  return undefined;
}

/** Returns the tag of unknown text that is as many tags from the nearest known text as the point is pieces from it. */
function unknownBeside<Part>(
  { pieces }: Stream,
  at: number,
  piece: number,
  matches: readonly Match<Part>[],
): SourcePlace<Part> | undefined {
  const distance = ({ start, end }: Match<Part>): number => (end <= at ? at - end : start - at);
  const neighbours = matches
    .filter(({ start, end }) => end - start >= SHORTEST_NEIGHBOUR)
    .sort((one, other) => distance(one) - distance(other));
  // Where some literals are printed as they are, they are not translated.
  const areLiteralsFound = matches.some(({ run, source }) => isLiteral(run, source));
  for (const { start, end, run, source } of neighbours) {
    const isBefore = end <= at;
    const other = pieces.findLastIndex((begin) => begin <= (isBefore ? end - 1 : start));
    const between = countOfTexts(pieces, Math.min(piece, other), Math.max(piece, other));
    const own = source.runs.indexOf(run);
    const aside = isBefore ? source.runs.slice(own + 1) : source.runs.slice(0, own).reverse();
    const isKnown = (each: Run): boolean =>
      each.text !== undefined && (!each.isFiltered || (areLiteralsFound && isLiteral(each, source)));
    const stop = aside.findIndex(
      (each) => isKnown(each) && !each.isFiltered && (each.text?.length ?? 0) >= SHORTEST_NEIGHBOUR,
    );
    const unknown = (stop < 0 ? aside : aside.slice(0, stop)).filter((each) => !isKnown(each));
    const found = unknown[Math.min(Math.max(1, between), unknown.length) - 1];
    if (found !== undefined) return { part: source.part, from: found.from, to: found.to };
  }
  return undefined;
}

const isLiteral = <Part>({ from }: Run, { text }: Source<Part>): boolean => text.startsWith('[["', from);

/** Counts pieces that are not spaces alone. */
const countOfTexts = (pieces: readonly number[], from: number, to: number): number =>
  pieces.slice(from, to).filter((begin, index) => begin !== pieces[from + index + 1]).length;
