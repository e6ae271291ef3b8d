/** Where the pages of a background stand under those of a document. */
import { Copier } from '../copier.js';
import type { Layer } from '../layers.js';
import { asReference, type PdfObject, type Reference } from '../read.js';
import type { PdfEdit } from '../write.js';
import type { Background } from './backgrounds.js';
import { conforming } from './conformity.js';
import type { Drawing, Drawings } from './drawings.js';

/** Points. */
export interface PageSize {
  width: number;
  height: number;
}

export class BackgroundLayers {
  private readonly copiers = new Map<Drawings, Copier>();

  /** @param isConforming whether they stand in a PDF that conforms to PDF/A or PDF/UA. */
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

  /** Page n of a PDF stands under the nth page that it is for, its last one under all after. */
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

/** Sizes of the same paper differ by fractions of a point from program to program. */
const SAME_SIZE_POINTS = 1.5;

/** @returns the matrix that fits a drawing into a page, in its middle; one of the same size is drawn as large as it is. */
function placed({ box: [left, bottom, right, top] }: Drawing, page: PageSize): string {
  const [width, height] = [right - left, top - bottom];
  const isSame = Math.abs(page.width - width) < SAME_SIZE_POINTS && Math.abs(page.height - height) < SAME_SIZE_POINTS;
  const scale = isSame ? 1 : Math.min(page.width / width, page.height / height);
  const x = (page.width - scale * width) / 2 - scale * left;
  const y = (page.height - scale * height) / 2 - scale * bottom;
  return [scale, 0, 0, scale, x, y].map(decimal).join(' ');
}

/** Without an exponent, which PDF does not know. */
const decimal = (value: number): string => value.toFixed(5).replace(/\.?0+$/, '');
