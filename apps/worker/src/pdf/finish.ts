/** What a printed PDF still lacks: headers and footers, laid over its pages, and the language that it is in. */
import { Layers } from './layers.js';
import { asDictionary, asReference, PdfFile } from './read.js';
import { listOf, Stamps } from './stamps.js';
import { PdfUpdate, textString } from './write.js';

export interface Finish {
  /** A PDF of as many pages, to be laid over the printed ones. */
  stamps?: Buffer | undefined;
  /** As in the `lang` of HTML. */
  language?: string | undefined;
}

/** @returns the PDF with all of it in one update; the same bytes when nothing is lacking. */
export function finishPdf(pdf: Buffer, { stamps, language }: Finish): Buffer {
  if (stamps === undefined && language === undefined) return pdf;
  const file = new PdfFile(pdf);
  const update = new PdfUpdate(file);
  if (stamps !== undefined) addLayers(file, update, stamps);
  if (language !== undefined) setLanguage(file, language, update);
  return update.bytes();
}

/** Chromium says the language of tagged PDFs only. */
function setLanguage(file: PdfFile, language: string, update: PdfUpdate): void {
  const { catalog } = file;
  if (catalog.has('Lang')) return;
  const entries = new Map(catalog).set('Lang', textString(language));
  update.put(asReference(file.trailer.get('Root')), { value: entries });
}

/** @throws Error when there are not as many stamps as pages. */
function addLayers(file: PdfFile, update: PdfUpdate, stamps: Buffer): void {
  const pages = file.pages();
  const layers = new Layers(file, update);
  const overlays = new Stamps(stamps, pages.length, update);
  pages.forEach((page, index) => {
    const printed = asDictionary(file.follow(page));
    const entries = new Map(layers.addTo(printed, [overlays.layer(index)]));
    const links = overlays.links(index);
    if (links.length > 0) entries.set('Annots', [...listOf(file.follow(printed.get('Annots'))), ...links]);
    update.put(page, { value: entries });
  });
}
