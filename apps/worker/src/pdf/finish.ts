/** What a printed PDF still lacks: headers, footers and watermarks on its pages, a background under them, an outline, the language that it is in. */
import { BackgroundLayers } from './background/background-layers.js';
import type { Background } from './background/backgrounds.js';
import { POINTS_PER_INCH, sizeOf } from './count.js';
import { Layers } from './layers.js';
import { addOutline, type OutlineEntry } from './outline.js';
import { asDictionary, asReference, type Dictionary, PdfFile } from './read.js';
import { listOf, type PrintedStamps, Stamps } from './stamps.js';
import { PdfUpdate, textString } from './write.js';

export interface Finish {
  stamps?: PrintedStamps | undefined;
  background?: Background | undefined;
  outline?: readonly OutlineEntry[] | undefined;
  /** As in the `lang` of HTML. */
  language?: string | undefined;
}

/** @returns the PDF with all of it in one update; the same bytes when nothing is lacking. */
export function finishPdf(pdf: Buffer, finish: Finish): Buffer {
  const { stamps, background, outline, language } = finish;
  if (Object.values(finish).every((part) => part === undefined)) return pdf;
  const file = new PdfFile(pdf);
  const update = new PdfUpdate(file);
  if (stamps !== undefined || background !== undefined) addLayers(file, update, finish);
  const catalog = new Map(file.catalog);
  // Chromium says the language of tagged PDFs only.
  if (language !== undefined && !catalog.has('Lang')) catalog.set('Lang', textString(language));
  if (outline !== undefined) addOutline(file, catalog, outline, update);
  if (catalog.size > file.catalog.size) update.put(asReference(file.trailer.get('Root')), { value: catalog });
  return update.bytes();
}

/** @throws Error when there are not as many stamps as pages. */
function addLayers(file: PdfFile, update: PdfUpdate, { stamps, background }: Finish): void {
  const pages = file.pages();
  const layers = new Layers(file, update);
  const under = background && new BackgroundLayers(background, update);
  const stamped = stamps && new Stamps(stamps, pages.length, update);
  pages.forEach((page, index) => {
    const printed = asDictionary(file.follow(page));
    const backgrounds = under?.layers(index, pointsOf(printed, file)) ?? [];
    const entries = new Map(layers.addTo(printed, [...backgrounds, ...(stamped?.layers(index) ?? [])]));
    const links = stamped?.links(index) ?? [];
    if (links.length > 0) entries.set('Annots', [...listOf(file.follow(printed.get('Annots'))), ...links]);
    update.put(page, { value: entries });
  });
}

function pointsOf(page: Dictionary, file: PdfFile) {
  const { width, height } = sizeOf(page, file);
  return { width: width * POINTS_PER_INCH, height: height * POINTS_PER_INCH };
}
