/** Headers, footers and watermarks: printed as a separate PDF, then drawn as layers of the document's pages. */
import type { PageLayer } from '@toolpress/contract';
import { Copier } from '../file/copier.js';
import { PdfFile } from '../file/pdf-file.js';
import { asDictionary, asReference, type Dictionary, listOf, type Reference } from '../file/read.js';
import type { PdfEdit } from '../file/write.js';
import type { Layer } from './layers.js';

/** Printed headers, footers and watermarks. */
export interface PrintedStamps {
  pdf: Buffer;
  /** Where the stamps are drawn. */
  layers: readonly PageLayer[];
  /** For each page of the document, the page of `pdf` to draw on it, from 0: first for all pages of one layer, then of the next. */
  pages: readonly number[];
}

export class Stamps {
  private readonly places: readonly PageLayer[];
  private readonly pageOf: readonly number[];
  private readonly forms = new Map<number, Reference>();
  private readonly source: PdfFile;
  private readonly pages: Reference[];
  private readonly copier: Copier;

  /**
   * @param stamps have the sizes of the pages that they are drawn on.
   * @throws Error when the number of pages differs.
   */
  constructor(
    { pdf, layers, pages }: PrintedStamps,
    private readonly pageCount: number,
    private readonly edit: PdfEdit,
  ) {
    this.source = new PdfFile(pdf);
    this.pages = this.source.pages();
    this.places = layers;
    this.pageOf = pages;
    this.copier = new Copier(this.source, edit);
    if (pages.length !== pageCount * layers.length || pages.some((page) => page >= this.pages.length)) {
      throw new Error(`there are ${pages.length} pages to lay over ${pageCount}, ${layers.length} times`);
    }
  }

  /** @param index of the page, from 0. */
  layers(index: number): Layer[] {
    return this.places.map((place, layer) => ({
      place,
      form: this.formOn(layer * this.pageCount + index),
    }));
  }

  /** Copies links to addresses. Links within the stamps' own PDF have no target here. */
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

  /** @returns the form of a stamp. All pages with the same stamp share it. */
  private formOn(index: number): Reference {
    const page = this.pageOf[index] ?? 0;
    const form = this.forms.get(page) ?? this.edit.add(this.formOf(this.page(index)));
    this.forms.set(page, form);
    return form;
  }

  /** @param index of the document's page, within its layer. */
  private page(index: number): Dictionary {
    return asDictionary(this.source.follow(this.pages[this.pageOf[index] ?? 0]));
  }

  /** Converts a page to a form XObject. */
  private formOf(page: Dictionary) {
    const contents = this.source.object(asReference(page.get('Contents')));
    const value: Dictionary = new Map(asDictionary(contents.value));
    value.set('Type', '/XObject').set('Subtype', '/Form');
    value.set('BBox', page.get('MediaBox') ?? []);
    value.set('Resources', this.copier.copy(page.get('Resources') ?? new Map()));
    return { value, ...(contents.stream === undefined ? {} : { stream: contents.stream }) };
  }
}
