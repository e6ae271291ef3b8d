/** Draws the pages of a background under those of a document. */
import { Copier } from '../file/copier.js';
import { asReference, type PdfObject, type Reference } from '../file/read.js';
import type { PdfEdit } from '../file/write.js';
import type { Layer } from '../pages/layers.js';
import type { Background } from './backgrounds.js';
import { conforming } from './conformity.js';
import type { Drawing, Drawings } from './drawings.js';

/** The size of a page in points. */
export interface PageSize {
  width: number;
  height: number;
}

export class BackgroundLayers {
  private readonly copiers = new Map<Drawings, Copier>();

  /** @param isConforming whether the document conforms to PDF/A or PDF/UA. */
  constructor(
    private readonly background: Background,
    private readonly edit: PdfEdit,
    private readonly isConforming = false,
  ) {}

  /** @param index of the page, from 0. */
  layers(index: number, size: PageSize): Layer[] {
    const [drawings, page] = this.under(index);
    const drawing = drawings?.pages[Math.min(page, drawings.pages.length - 1)];
    if (drawings === undefined || drawing === undefined) return [];
    const form = asReference(this.copierOf(drawings).copy(drawing.form));
    return [{ place: 'under', form, matrix: placed(drawing, size) }];
  }

  /** Page n is drawn under the nth page of the range that the background is for. Its last page is drawn under all further pages. */
  private under(index: number): [Drawings | undefined, number] {
    const { first, others } = this.background;
    if (first === undefined) return [others, index];
    return index === 0 ? [first, 0] : [others, index - 1];
  }

  private copierOf(drawings: Drawings): Copier {
    const known = this.copiers.get(drawings);
    if (known !== undefined) return known;
    const given = ({ object }: Reference): PdfObject => drawings.objects.get(object) ?? { value: 'null' };
    const object = this.isConforming ? (reference: Reference) => conforming(given(reference)) : given;
    const copier = new Copier({ object }, this.edit);
    this.copiers.set(drawings, copier);
    return copier;
  }
}

/** Programs round the sizes of paper differently, by fractions of a point. */
const SAME_SIZE_POINTS = 1.5;

/** @returns the matrix that scales a drawing to the page and centres it. A drawing of the page's size is not scaled. */
function placed({ box: [left, bottom, right, top] }: Drawing, page: PageSize): string {
  const [width, height] = [right - left, top - bottom];
  const isSame = Math.abs(page.width - width) < SAME_SIZE_POINTS && Math.abs(page.height - height) < SAME_SIZE_POINTS;
  const scale = isSame ? 1 : Math.min(page.width / width, page.height / height);
  const x = (page.width - scale * width) / 2 - scale * left;
  const y = (page.height - scale * height) / 2 - scale * bottom;
  return [scale, 0, 0, scale, x, y].map(decimal).join(' ');
}

/** Formats a number without an exponent, which PDF does not allow. */
const decimal = (value: number): string => value.toFixed(5).replace(/\.0+$|(?<!0)0+$/, '');
