/** What a printed PDF still lacks: headers and footers over its pages, a background under them, the language that it is in. */
import { BackgroundLayers } from './background/background-layers.js';
import type { Background } from './background/backgrounds.js';
import { POINTS_PER_INCH, sizeOf } from './count.js';
import { Layers } from './layers.js';
import { asDictionary, asReference, type Dictionary, PdfFile } from './read.js';
import { listOf, Stamps } from './stamps.js';
import { PdfUpdate, textString } from './write.js';

export interface Finish {
  /** A PDF of as many pages, to be laid over the printed ones. */
  stamps?: Buffer | undefined;
  background?: Background | undefined;
  /** As in the `lang` of HTML. */
  language?: string | undefined;
}

/** @returns the PDF with all of it in one update; the same bytes when nothing is lacking. */
export function finishPdf(pdf: Buffer, finish: Finish): Buffer {
  const { stamps, background, language } = finish;
  if (Object.values(finish).every((part) => part === undefined)) return pdf;
  const file = new PdfFile(pdf);
  const update = new PdfUpdate(file);
  if (stamps !== undefined || background !== undefined) addLayers(file, update, finish);
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
function addLayers(file: PdfFile, update: PdfUpdate, { stamps, background }: Finish): void {
  const pages = file.pages();
  const layers = new Layers(file, update);
  const under = background && new BackgroundLayers(background, update);
  const over = stamps && new Stamps(stamps, pages.length, update);
  pages.forEach((page, index) => {
    const printed = asDictionary(file.follow(page));
    const backgrounds = under?.layers(index, pointsOf(printed, file)) ?? [];
    const entries = new Map(layers.addTo(printed, [...backgrounds, ...(over ? [over.layer(index)] : [])]));
    const links = over?.links(index) ?? [];
    if (links.length > 0) entries.set('Annots', [...listOf(file.follow(printed.get('Annots'))), ...links]);
    update.put(page, { value: entries });
  });
}

function pointsOf(page: Dictionary, file: PdfFile) {
  const { width, height } = sizeOf(page, file);
  return { width: width * POINTS_PER_INCH, height: height * POINTS_PER_INCH };
}
