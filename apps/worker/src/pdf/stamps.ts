/** Headers, footers and watermarks, printed as a PDF of their own, as layers of the pages that they belong to. */
import type { PageLayer } from '@toolpress/contract';
import { Copier } from './copier.js';
import type { Layer } from './layers.js';
import { asDictionary, asReference, type Dictionary, PdfFile, type PdfValue, type Reference } from './read.js';
import type { PdfEdit } from './write.js';

/** As they are printed. */
export interface PrintedStamps {
  pdf: Buffer;
  /** Where its pages belong: as many pages as the stamped PDF has for each of them. */
  layers: readonly PageLayer[];
}

export class Stamps {
  private readonly places: readonly PageLayer[];
  private readonly source: PdfFile;
  private readonly pages: Reference[];
  private readonly copier: Copier;

  /**
   * @param stamps of the same sizes as the pages of the stamped PDF.
   * @throws Error when the number of pages differs.
   */
  constructor(
    { pdf, layers }: PrintedStamps,
    private readonly pageCount: number,
    private readonly edit: PdfEdit,
  ) {
    this.source = new PdfFile(pdf);
    this.pages = this.source.pages();
    this.places = layers;
    this.copier = new Copier(this.source, edit);
    if (this.pages.length !== pageCount * layers.length) {
      throw new Error(`there are ${this.pages.length} pages to lay over ${pageCount}, ${layers.length} times`);
    }
  }

  /** @param index of the page, from 0. */
  layers(index: number): Layer[] {
    return this.places.map((place, layer) => ({
      place,
      form: this.edit.add(this.formOf(this.page(layer * this.pageCount + index))),
    }));
  }

  /** Links to elsewhere only: one inside the overlay's own document leads nowhere here. */
  links(index: number): Reference[] {
    const links = this.places
      .flatMap((_, layer) => listOf(this.source.follow(this.page(layer * this.pageCount + index).get('Annots'))))
      .map((link) => asDictionary(this.source.follow(link)))
      .filter((link) => {
        const action = this.source.follow(link.get('A'));
        return action instanceof Map && action.get('S') === '/URI';
      });
    return links.map((link) => this.edit.add({ value: this.copier.copy(link) }));
  }

  private page(index: number): Dictionary {
    return asDictionary(this.source.follow(this.pages[index]));
  }

  /** A page's drawing as something that other pages can draw. */
  private formOf(page: Dictionary) {
    const contents = this.source.object(asReference(page.get('Contents')));
    const value: Dictionary = new Map(asDictionary(contents.value));
    value.set('Type', '/XObject').set('Subtype', '/Form');
    value.set('BBox', page.get('MediaBox') ?? []);
    value.set('Resources', this.copier.copy(page.get('Resources') ?? new Map()));
    return { value, ...(contents.stream === undefined ? {} : { stream: contents.stream }) };
  }
}

export const listOf = (value: PdfValue | undefined): PdfValue[] => (Array.isArray(value) ? value : []);
