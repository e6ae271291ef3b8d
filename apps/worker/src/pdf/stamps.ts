/** Headers and footers, printed as a PDF of their own, as layers of the pages that they belong to. */
import { Copier } from './copier.js';
import type { Layer } from './layers.js';
import { asDictionary, asReference, type Dictionary, PdfFile, type PdfValue, type Reference } from './read.js';
import type { PdfUpdate } from './write.js';

export class Stamps {
  private readonly source: PdfFile;
  private readonly pages: Reference[];
  private readonly copier: Copier;

  /**
   * @param stamps as many pages of the same sizes as the stamped PDF has.
   * @throws Error when the number of pages differs.
   */
  constructor(
    stamps: Buffer,
    pageCount: number,
    private readonly update: PdfUpdate,
  ) {
    this.source = new PdfFile(stamps);
    this.pages = this.source.pages();
    this.copier = new Copier(this.source, update);
    if (this.pages.length !== pageCount) {
      throw new Error(`there are ${this.pages.length} pages to lay over ${pageCount}`);
    }
  }

  /** @param index of the page, from 0. */
  layer(index: number): Layer {
    return { place: 'over', form: this.update.add(this.formOf(this.page(index))) };
  }

  /** Links to elsewhere only: one inside the overlay's own document leads nowhere here. */
  links(index: number): Reference[] {
    const links = listOf(this.source.follow(this.page(index).get('Annots')))
      .map((link) => asDictionary(this.source.follow(link)))
      .filter((link) => {
        const action = this.source.follow(link.get('A'));
        return action instanceof Map && action.get('S') === '/URI';
      });
    return links.map((link) => this.update.add({ value: this.copier.copy(link) }));
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
