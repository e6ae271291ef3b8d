/** Finds marked-content sequences, and the texts between them, in content streams (ISO 32000-1, 14.6). */
import type { Content } from './tree.js';

/** A sequence in the text of its stream, with the operators that begin and end it. */
export interface Sequence {
  readonly begin: number;
  readonly end: number;
  /** Where its contents begin. */
  readonly content: number;
  readonly hasText: boolean;
  readonly hasImage: boolean;
  /** The font and size at its begin, such as `F4 16`. */
  readonly font: string | undefined;
}

/** A text without marks. */
export interface UnmarkedText {
  readonly beside: Content;
  readonly start: number;
  readonly end: number;
}

/** Texts without marks, by the identifiers of the sequences before and after them. */
export interface Gaps {
  readonly behind: Map<number, UnmarkedText[]>;
  readonly before: Map<number, UnmarkedText[]>;
}

/** Strings, which are skipped; begins of sequences, with or without an identifier; ends; fonts; operators that draw. */
const OPERATOR =
  /\((?:[^\\()]|\\[\s\S])*\)|\/\w+\s*<<\s*\/MCID (\d+)\s*>>\s*BDC\b|\b(?:BDC|BMC|EMC|T[jJ]|Do)\b|\/(\w+ [\d.-]+) Tf\b/g;

/** @returns the sequences of a stream by their identifiers. */
export function sequencesIn(text: string): Map<number, Sequence> {
  const sequences = new Map<number, Sequence>();
  /** The open sequences. One without an identifier is only a place. */
  const open: (({ mcid: number; begin: number; content: number; font: string | undefined } & Drawn) | undefined)[] = [];
  let font: string | undefined;
  OPERATOR.lastIndex = 0;
  for (const match of text.matchAll(OPERATOR)) {
    const [operator, mcid, named] = match;
    if (named !== undefined) font = named;
    else if (mcid !== undefined)
      open.push({
        mcid: Number(mcid),
        begin: match.index,
        content: match.index + operator.length,
        font,
        hasText: false,
        hasImage: false,
      });
    else if (operator === 'BDC' || operator === 'BMC') open.push(undefined);
    else if (operator === 'EMC') {
      const closed = open.pop();
      if (closed !== undefined) sequences.set(closed.mcid, { ...closed, end: match.index + operator.length });
    } else {
      const inner = open.findLast(Boolean);
      if (inner === undefined || operator.startsWith('(')) continue;
      if (operator === 'Do') inner.hasImage = true;
      else inner.hasText = true;
    }
  }
  return sequences;
}

const PART =
  /\((?:[^\\()]|\\[\s\S])*\)|\/\w+\s*<<\s*\/MCID (\d+)\s*>>\s*BDC\b|(\/Artifact BMC)\b|\b(BDC|BMC|EMC|BT|ET|T[jJ]|Q)\b/g;

/** Finds texts without marks directly before and after sequences. They are drawn in the same graphics state. */
export function gapsIn(text: string, beside: Content): Gaps {
  const gaps: Gaps = { behind: new Map(), before: new Map() };
  const open: ('part' | 'artifact' | 'other')[] = [];
  let last: number | undefined;
  let run: UnmarkedText[] = [];
  let begun = -1;
  let shows = false;
  const end = (next?: number): void => {
    if (last !== undefined) gaps.behind.set(last, run);
    if (next !== undefined) gaps.before.set(next, run);
    run = [];
    last = undefined;
  };
  for (const match of text.matchAll(PART)) {
    const [operator, mcid, artifact, mark] = match;
    if (mcid !== undefined) {
      if (open.length === 0) end(Number(mcid));
      open.push('part');
      if (open.length === 1) last = Number(mcid);
    } else if (artifact !== undefined) open.push('artifact');
    else if (mark === 'BDC' || mark === 'BMC') open.push('other');
    else if (mark === 'EMC') open.pop();
    else if (mark === 'Q' && open.length <= 1 && open[0] !== 'part') {
      end();
    } else if (mark === 'BT' && open.length === 1 && open[0] === 'artifact') [begun, shows] = [match.index, false];
    else if (mark === 'Tj' || mark === 'TJ') shows = true;
    else if (mark === 'ET' && begun >= 0) {
      if (shows) run.push({ beside, start: begun, end: match.index + operator.length });
      begun = -1;
    }
  }
  end();
  return gaps;
}

interface Drawn {
  hasText: boolean;
  hasImage: boolean;
}
