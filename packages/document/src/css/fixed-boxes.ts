/** Finds boxes with `position: fixed` that are placed in a margin of the page, where the browser does not show them. */
import type { CSSToken } from '@csstools/css-tokenizer';

// A name may be as long as its style sheet, and is read for each of its values.
const OFFSET = /^(?:top|right|bottom|left|inset|inset-[a-z-]{1,20})$/;
const MARGIN = /^margin(?:-[a-z-]{1,20})?$/;
const ACROSS = /left|right|inline/;
const DOWN = /top|bottom|block/;
/** The distance from which an offset places text in a margin, in pixels. */
const FAR_OUTSIDE = 8;
/** The distance from which it is off the page, as closed menus are: no margin is so wide. */
const OFF_PAGE = 180;

type Axis = 'across' | 'down';
const axesOf = (property: string): Axis[] =>
  ACROSS.test(property) ? ['across'] : DOWN.test(property) ? ['down'] : ['across', 'down'];

/** The declarations of one block. */
export class FixedBox {
  /** The `position: fixed`. */
  value: CSSToken | undefined;
  private isOutside = false;
  private isOffPage = false;
  /** The axes in which the box has a distance from an edge, and those of negative margins. */
  private readonly inside = new Set<Axis>();
  private readonly pulled = new Set<Axis>();

  /** Reads a length in pixels. */
  length(property: string, pixels: number): void {
    if (pixels > FAR_OUTSIDE) this.distance(property, pixels);
    else if (pixels < -OFF_PAGE && OFFSET.test(property)) this.isOffPage = true;
    else if (pixels < -FAR_OUTSIDE) {
      this.isOutside ||= OFFSET.test(property);
      if (MARGIN.test(property)) for (const axis of axesOf(property)) this.pulled.add(axis);
    }
  }

  /** Reads a part of the page, such as a percentage. Negative ones are of boxes that are larger than the page. */
  distance(property: string, part: number): void {
    if (part > 0 && OFFSET.test(property)) for (const axis of axesOf(property)) this.inside.add(axis);
  }

  /** Returns the `position: fixed` of a box in a margin. A negative margin moves a box with a distance from the edge within the page. */
  inMargin(): CSSToken | undefined {
    if (this.isOffPage) return undefined;
    return this.isOutside || [...this.pulled].some((axis) => !this.inside.has(axis)) ? this.value : undefined;
  }
}
