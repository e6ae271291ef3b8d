/** A document without a title of its own is called like its file: a reader shows something then. */

/** The beginning of every checked document. */
const BEGIN = /^<!DOCTYPE html><html(?: [^\s=]+="[^"]*")*><head>/;

/** @param filename with its ending; undefined leaves the document without a title. */
export function withTitle(html: string, filename: string | undefined): string {
  const title = filename?.replace(/\.pdf$/i, '').trim();
  if (!title) return html;
  return html.replace(
    BEGIN,
    (begin) => `${begin}<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`,
  );
}
