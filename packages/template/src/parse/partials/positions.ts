/** Maps offsets to positions as the author sees them: partials are separate texts. */
import { indexOfFirst } from '../../values/index-of-first.js';
import { holdsPartials, stretchesOf, type WrittenText } from './places.js';

/** A position in a text, as editors show it. */
export interface Position {
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1, in UTF-16 units. */
  readonly column: number;
  /** The position inside the partial whose tag is at this line and column. */
  readonly partial?: { readonly name: string; readonly line: number; readonly column: number };
}

/** Finds the positions of offsets. Reads the text once. */
export class Positions {
  private readonly stretches: ReturnType<typeof stretchesOf>;
  private readonly lines = new Map<WrittenText, Lines>();

  constructor(source: string) {
    this.stretches = holdsPartials(source) ? stretchesOf(source) : [{ start: 0, text: { text: source }, offset: 0 }];
  }

  at(offset: number): Position {
    const index = indexOfFirst(this.stretches.length, (at) => (this.stretches[at]?.start ?? 0) > offset) - 1;
    const stretch = this.stretches[index];
    if (stretch === undefined) return { line: 1, column: 1 };
    let { text } = stretch;
    const own = this.linesOf(text).at(stretch.offset + offset - stretch.start);
    const { name } = text;
    if (name === undefined) return own;
    let position = own;
    for (; text.within !== undefined; text = text.within.text)
      position = this.linesOf(text.within.text).at(text.within.offset);
    return { ...position, partial: { name, ...own } };
  }

  private linesOf(text: WrittenText): Lines {
    const known = this.lines.get(text) ?? new Lines(text.text);
    this.lines.set(text, known);
    return known;
  }
}

class Lines {
  private readonly starts = [0];

  constructor(text: string) {
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) this.starts.push(end + 1);
  }

  at(offset: number): { line: number; column: number } {
    const line = indexOfFirst(this.starts.length, (index) => (this.starts[index] ?? 0) > offset) - 1;
    return { line: line + 1, column: offset - (this.starts[line] ?? 0) + 1 };
  }
}

/** Returns a position for a message: "line 2, column 4 of the partial `row`, inserted at line 7, column 1". */
export function positionInWords({ line, column, partial }: Position): string {
  const where = `line ${line}, column ${column}`;
  if (partial === undefined) return where;
  return `line ${partial.line}, column ${partial.column} of the partial \`${partial.name}\`, inserted at ${where}`;
}

/** Returns a short position: "7:1", or "7:1 (partial `row` 2:4)". */
export const shortPosition = ({ line, column, partial }: Position): string =>
  `${line}:${column}${partial ? ` (partial \`${partial.name}\` ${partial.line}:${partial.column})` : ''}`;
