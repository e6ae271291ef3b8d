/** Lays the pages of one PDF over those of another: headers and footers over a document. */
import { Copier } from './copy.js';
import { asDictionary, asReference, PdfFile } from './file.js';
import type { PdfUpdate } from './update.js';
import type { Dictionary, PdfValue, Reference } from './values.js';

/** A name that no resource of Skia's has. */
const STAMP = 'ToolpressStamp';

/**
 * @param target what is stamped; its pages, their content and structure stay as they are.
 * @param stamps as many pages of the same sizes. Drawn as artifacts: readers for the blind skip them. Links to elsewhere
 *   stay links.
 * @throws Error when the number of pages differs.
 */
export function stamp(target: PdfFile, stamps: Buffer, update: PdfUpdate): void {
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
