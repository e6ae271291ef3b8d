/** What the margins of printed pages are, page rules of the document included: read from marks that are printed into them. */
import { randomBytes } from 'node:crypto';
import { constants, inflateSync } from 'node:zlib';
import type { Margins } from '@toolpress/document';
import { wholePixels } from '../page-layout.js';
import { POINTS_PER_INCH, sizeOf } from './count.js';
import { asDictionary, asReference, PdfFile, type PdfObject } from './read.js';

/** What is in margins is drawn before the page's content. Enough for some hundred words there; bytes, compressed. */
const BEGINNING = 8 * 1024;

/** Device units to points, from the upper left corner down; pixels to device units; a colour; a filled box; the end of both. */
const SCALE = /^(\d*\.?\d+) 0 0 -\1 0 [\d.]+ cm\n/;
const OPERATORS =
  /^(?:(\d*\.?\d+) 0 0 \1 0 0 cm|.* ([\d.]+) ([\d.]+) ([\d.]+) rg|([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\nf|Q)$/gm;

export type Edge = 'top' | 'right' | 'bottom' | 'left';

export class MarginMarks {
  /** Of all marks; no document can know it. The last byte tells the sides from above and below. */
  private readonly colour = [...randomBytes(2)];

  /**
   * @param edges without boxes of the document's own.
   * @returns margin boxes for a page rule: at both ends of an upper or lower edge, as high as the margin; one at a side, as wide.
   */
  boxes(edges: readonly Edge[]): string {
    const style = (size: string, kind: Kind): string =>
      `content: ""; ${size}: ${WIDTH}px; background: rgb(${[...this.colour, KINDS.indexOf(kind)].join()})`;
    return edges
      .flatMap((edge) =>
        edge === 'left' || edge === 'right'
          ? [`@${edge}-top { ${style('height', 'side')} }`]
          : ['left', 'right'].map((end) => `@${edge}-${end} { ${style('width', 'end')} }`),
      )
      .join(' ');
  }

  /** @returns inches, page by page; a margin of a marked edge that is not there is 0. */
  read(pdf: Buffer): Margins[] {
    const file = new PdfFile(pdf);
    return file.pages().map((reference) => {
      const page = asDictionary(file.follow(reference));
      const { width, height } = sizeOf(page, file);
      const marks = [...this.marksIn(beginningOf(file.object(asReference(page.get('Contents')))))];
      const largest = (kind: Kind, where: (mark: Mark) => boolean, size: (mark: Mark) => number): number =>
        Math.max(0, ...marks.filter((mark) => mark.kind === kind && where(mark)).map(size));
      const isLeft = ({ x }: Mark): boolean => x < width / 2;
      const isAbove = ({ y }: Mark): boolean => y < height / 2;
      return wholePixels({
        top: largest('end', isAbove, (mark) => mark.height),
        bottom: largest(
          'end',
          (mark) => !isAbove(mark),
          (mark) => mark.height,
        ),
        left: Math.max(
          largest('end', isLeft, ({ x }) => x),
          largest('side', isLeft, (mark) => mark.width),
        ),
        right: Math.max(
          largest(
            'end',
            (mark) => !isLeft(mark),
            (mark) => width - mark.x - mark.width,
          ),
          largest(
            'side',
            (mark) => !isLeft(mark),
            (mark) => mark.width,
          ),
        ),
      });
    });
  }

  private *marksIn(operators: string): Generator<Mark> {
    const scale = Number(SCALE.exec(operators)?.[1]) / POINTS_PER_INCH;
    let unit = scale;
    let kind: Kind | undefined;
    for (const [operator, factor, red, green, blue, ...box] of operators.matchAll(OPERATORS)) {
      if (operator === 'Q') kind = undefined; // a pattern names no colour
      const [x, y, width, height] = box.map((one) => Number(one) * unit);
      if (factor !== undefined) unit = scale * Number(factor);
      else if (red !== undefined) {
        const [one, other, last = Number.NaN] = [red, green, blue].map((part) => Math.round(Number(part) * 255));
        kind = one === this.colour[0] && other === this.colour[1] ? KINDS[last] : undefined;
      } else if (
        kind !== undefined &&
        x !== undefined &&
        y !== undefined &&
        width !== undefined &&
        height !== undefined
      )
        yield { kind, x, y, width, height };
    }
  }
}

/** Of a mark across its edge, pixels. */
const WIDTH = 2;

const KINDS = ['end', 'side'] as const;
type Kind = (typeof KINDS)[number];

/** Inches from the upper left corner of the page. */
interface Mark {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a page draws first, margins before its content. */
export function beginningOf({ value, stream = Buffer.alloc(0) }: PdfObject): string {
  const bytes = stream.subarray(0, BEGINNING);
  const isPacked = asDictionary(value).get('Filter') === '/FlateDecode';
  // Cut off in the middle, it is no error.
  return (isPacked ? inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes).toString('latin1');
}
