/** Reads the margins of printed pages, page rules of the document included, from marks that are printed into them. */
import { randomBytes } from 'node:crypto';
import { PdfFile } from '../file/pdf-file.js';
import { asDictionary, asReference } from '../file/read.js';
import { beginningOf, POINTS_PER_INCH, sizeOf } from './printed.js';

/** The operators of marks: device units to points, from the upper left corner down; pixels to device units; colours; filled boxes; ends. */
const SCALE = /^(\d+(?:\.\d+)?|\.\d+) 0 0 -\1 0 [\d.]+ cm\n/;
const OPERATORS =
  /^(?:(\d+(?:\.\d+)?|\.\d+) 0 0 \1 0 0 cm|.* ([\d.]+) ([\d.]+) ([\d.]+) rg|([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\nf|Q)$/gm;

const PX_PER_INCH = 96;

/** Margins in inches. */
interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export type Edge = 'top' | 'right' | 'bottom' | 'left';

export class MarginMarks {
  /** The first two bytes of all marks' colours, which no document can guess. The third byte is the kind of mark. */
  private readonly colour = [...randomBytes(2)];

  /**
   * @param edges edges without margin boxes of the document.
   * @returns margin boxes for a page rule: at both ends of an upper or lower edge, as high as the margin; at a side, as wide as the margin.
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

  /** @returns the margins of each page in inches. A marked edge without a margin is 0. */
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
      if (operator === 'Q') kind = undefined; // a pattern has no colour
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

/** The size of a mark across its edge, in pixels. */
const WIDTH = 2;

const KINDS = ['end', 'side'] as const;
type Kind = (typeof KINDS)[number];

/** A mark, in inches from the upper left corner of the page. */
interface Mark {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Rounds to whole pixels. Headers must be clipped as the document is, to be aligned with it. */
export const inPixels = (inches: number): number => Math.max(0, Math.round(inches * PX_PER_INCH));

export const wholePixels = ({ top, right, bottom, left }: Margins): Margins => ({
  top: inPixels(top) / PX_PER_INCH,
  right: inPixels(right) / PX_PER_INCH,
  bottom: inPixels(bottom) / PX_PER_INCH,
  left: inPixels(left) / PX_PER_INCH,
});
