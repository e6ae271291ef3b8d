/** Offsets of a text as a person finds them in an editor. */
export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units, as editors count. */
  readonly column: number;
}

/** Reads the text once, then answers for any number of offsets quickly. */
export class Positions {
  private readonly lineStarts = [0];

  constructor(source: string) {
    for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) this.lineStarts.push(end + 1);
  }

  at(offset: number): Position {
    let [low, high] = [0, this.lineStarts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.startOf(middle) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.startOf(low) + 1 };
  }

  private startOf(line: number): number {
    return this.lineStarts[line] ?? 0;
  }
}
