/** What the margins of printed pages are, page rules of the document included: read from marks that are printed into them. */
import { randomBytes } from 'node:crypto';
import { constants, inflateSync } from 'node:zlib';
import type { Margins } from '@toolpress/document';
import { wholePixels } from '../page-layout.js';
import { sizeOf } from './count.js';
import { asDictionary, asReference, PdfFile, type PdfObject } from './read.js';

const POINTS_PER_INCH = 72;

/** What is in margins is drawn before the page's content. Enough for some hundred words there; bytes, compressed. */
const BEGINNING = 8 * 1024;

/** Device units to points, from the upper left corner down; pixels to device units; a colour; a filled box; the end of both. */
const SCALE = /^(\d*\.?\d+) 0 0 -\1 0 [\d.]+ cm\n/;
const OPERATORS =
  /^(?:(\d*\.?\d+) 0 0 \1 0 0 cm|.* ([\d.]+) ([\d.]+) ([\d.]+) rg|([\d.]+) ([\d.]+) [\d.]+ ([\d.]+) re\nf|Q)$/gm;

export class MarginMarks {
  /** Of all marks; no document can know it. */
  private readonly colour = [...randomBytes(3)];

  /**
   * @param edges without boxes of the document's own.
   * @returns margin boxes for a page rule: at both ends of the edge, as high as the margin.
   */
  boxes(edges: readonly ('top' | 'bottom')[]): string {
    const style = `content: ""; width: ${WIDTH}px; background: rgb(${this.colour.join()})`;
    return edges.flatMap((edge) => ['left', 'right'].map((end) => `@${edge}-${end} { ${style} }`)).join(' ');
  }

  /** @returns inches, page by page; a margin of a marked edge that is not there is 0. */
  read(pdf: Buffer): Margins[] {
    const file = new PdfFile(pdf);
    return file.pages().map((reference) => {
      const page = asDictionary(file.follow(reference));
      const { width, height } = sizeOf(page, file);
      const boxes = [...this.boxesIn(beginningOf(file.object(asReference(page.get('Contents')))))];
      const heights = (isTop: boolean) => boxes.filter(({ y }) => y < height / 2 === isTop).map((box) => box.height);
      const [first, ...others] = boxes.map(({ x }) => x).sort((one, other) => one - other);
      const last = others.at(-1);
      return wholePixels({
        top: Math.max(0, ...heights(true)),
        bottom: Math.max(0, ...heights(false)),
        left: first ?? 0,
        right: last === undefined ? 0 : width - last - WIDTH / 96,
      });
    });
  }

  /** Inches. */
  private *boxesIn(operators: string): Generator<{ x: number; y: number; height: number }> {
    const scale = Number(SCALE.exec(operators)?.[1]) / POINTS_PER_INCH;
    let unit = scale;
    let isMark = false;
    for (const [operator, factor, red, green, blue, ...box] of operators.matchAll(OPERATORS)) {
      if (operator === 'Q') isMark = false; // a pattern names no colour
      const [x, y, height] = box.map((one) => Number(one) * unit);
      if (factor !== undefined) unit = scale * Number(factor);
      else if (red !== undefined)
        isMark = [red, green, blue].every((one, index) => Math.round(Number(one) * 255) === this.colour[index]);
      else if (isMark && x !== undefined && y !== undefined && height !== undefined) yield { x, y, height };
    }
  }
}

/** Of a mark, pixels. */
const WIDTH = 2;

function beginningOf({ value, stream = Buffer.alloc(0) }: PdfObject): string {
  const bytes = stream.subarray(0, BEGINNING);
  const isPacked = asDictionary(value).get('Filter') === '/FlateDecode';
  // Cut off in the middle, it is no error.
  return (isPacked ? inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes).toString('latin1');
}
