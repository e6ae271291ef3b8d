/** What a printed PDF still lacks: headers and footers, laid over its pages, and the language that it is in. */
import {
  asDictionary,
  asReference,
  type Dictionary,
  isReference,
  PdfFile,
  type PdfValue,
  type Reference,
} from './read.js';
import { PdfUpdate, textString } from './write.js';

/** A name that no resource of Skia's has. */
const STAMP = 'ToolpressStamp';

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

/**
 * Lays the pages of one PDF over those of another.
 *
 * @param target what is stamped; its pages, their content and structure stay as they are.
 * @param stamps as many pages of the same sizes. Drawn as artifacts: readers for the blind skip them. Links to elsewhere
 *   stay links.
 * @throws Error when the number of pages differs.
 */
function stamp(target: PdfFile, stamps: Buffer, update: PdfUpdate): void {
  const source = new PdfFile(stamps);
  const [pages, overlays] = [target.pages(), source.pages()];
  if (pages.length !== overlays.length) {
    throw new Error(`there are ${overlays.length} pages to lay over ${pages.length}`);
  }
  const copier = new Copier(source, update);
  const save = update.addStream('q\n');
  const draw = update.addStream(`\nQ\n/Artifact BMC\nq\n/${STAMP} Do\nQ\nEMC\n`);
  pages.forEach((page, index) => {
    const overlay = asDictionary(source.follow(overlays[index]));
    const entries = new Map(asDictionary(target.follow(page)));
    entries.set('Contents', [save, ...contentsOf(entries), draw]);
    entries.set('Resources', withStamp(target, entries, update.add(formOf(source, overlay, copier))));
    const links = linksOf(source, overlay).map((link) => update.add({ value: copier.copy(link) }));
    if (links.length > 0) entries.set('Annots', [...listOf(target.follow(entries.get('Annots'))), ...links]);
    update.put(page, { value: entries });
  });
}

/** A page's drawing as something that other pages can draw. */
function formOf(source: PdfFile, page: Dictionary, copier: Copier) {
  const contents = source.object(asReference(page.get('Contents')));
  const value: Dictionary = new Map(asDictionary(contents.value));
  value.set('Type', '/XObject').set('Subtype', '/Form');
  value.set('BBox', page.get('MediaBox') ?? []);
  value.set('Resources', copier.copy(page.get('Resources') ?? new Map()));
  return { value, ...(contents.stream === undefined ? {} : { stream: contents.stream }) };
}

function withStamp(target: PdfFile, page: Dictionary, form: Reference): Dictionary {
  const resources = new Map(asDictionary(target.follow(page.get('Resources')) ?? new Map()));
  const drawings = new Map(asDictionary(target.follow(resources.get('XObject')) ?? new Map()));
  return resources.set('XObject', drawings.set(STAMP, form));
}

/** Links to elsewhere only: one inside the overlay's own document leads nowhere here. */
function linksOf(source: PdfFile, page: Dictionary): Dictionary[] {
  const links = listOf(source.follow(page.get('Annots'))).map((link) => asDictionary(source.follow(link)));
  return links.filter((link) => {
    const action = source.follow(link.get('A'));
    return action instanceof Map && action.get('S') === '/URI';
  });
}

const contentsOf = (page: Dictionary): PdfValue[] => {
  const contents = page.get('Contents');
  return contents === undefined ? [] : Array.isArray(contents) ? contents : [contents];
};

const listOf = (value: PdfValue | undefined): PdfValue[] => (Array.isArray(value) ? value : []);

/** Copies what a value refers to as well, each object once however often it is referred to. */
class Copier {
  private readonly copies = new Map<number, Reference>();

  constructor(
    private readonly source: PdfFile,
    private readonly target: PdfUpdate,
  ) {}

  /** @returns the value, its references changed to those of the target. */
  copy(value: PdfValue): PdfValue {
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.map((item) => this.copy(item));
    if (isReference(value)) return this.copyObject(value);
    return new Map([...value].map(([key, entry]) => [key, this.copy(entry)]));
  }

  private copyObject(reference: Reference): Reference {
    const known = this.copies.get(reference.object);
    if (known !== undefined) return known;
    const copy = this.target.reserve();
    this.copies.set(reference.object, copy); // before its content, which may refer to it
    const { value, stream } = this.source.object(reference);
    this.target.put(copy, { value: this.copy(value), ...(stream === undefined ? {} : { stream }) });
    return copy;
  }
}
