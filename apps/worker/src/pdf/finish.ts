/** What a printed PDF still lacks: headers and footers, and the language that it is in. */
import { asReference, PdfFile } from './file.js';
import { stamp } from './stamp.js';
import { PdfUpdate } from './update.js';
import { textString } from './values.js';

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
  if (stamps !== undefined) stamp(file, stamps, update);
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
