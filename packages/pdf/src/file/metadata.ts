/** The metadata of a PDF: its information dictionary (ISO 32000-1, 14.3.3). */
import type { RenderJob } from '@toolpress/contract';
import { asDictionary, asReference, type Dictionary } from './read.js';
import { type PdfEdit, textString } from './write.js';

export interface DocumentInfo {
  title?: string | undefined;
  author?: string | undefined;
  subject?: string | undefined;
  keywords?: string | undefined;
  createdAt: Date;
}

/**
 * @param title the title of the document or its file, which applies when the request has none.
 * @param now applies when the request has no time.
 */
export function infoOf(metadata: RenderJob['metadata'] = {}, title?: string, now = new Date()): DocumentInfo {
  const { createdAt, ...texts } = metadata;
  const printables = Object.entries({ title, ...texts }).map(([name, text]) => [name, text && printable(text)]);
  return { ...Object.fromEntries(printables), createdAt: createdAt === undefined ? now : new Date(createdAt) };
}

/** Removes what XML or readers reject: control characters and unpaired surrogates. White space is collapsed. */
const printable = (text: string): string =>
  Buffer.from(text)
    .toString() // replaces unpaired surrogates
    .replace(/\p{Noncharacter_Code_Point}/gu, '\ufffd')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** The programs that created the PDF. */
export interface Programs {
  creator: string;
  producer: string;
}

/** Updates the information dictionary that Chromium has written. @returns the programs that it names. */
export function writeInfo(edit: PdfEdit, { title, author, subject, keywords, createdAt }: DocumentInfo): Programs {
  const reference = asReference(edit.file.trailer.get('Info'));
  const dictionary: Dictionary = new Map(asDictionary(edit.follow(reference)));
  const texts = { Title: title, Author: author, Subject: subject, Keywords: keywords };
  for (const [key, text] of Object.entries(texts)) if (text) dictionary.set(key, textString(text));
  const date = pdfDate(createdAt);
  edit.put(reference, { value: dictionary.set('CreationDate', date).set('ModDate', date) });
  return { creator: nameIn(dictionary, 'Creator'), producer: nameIn(dictionary, 'Producer') };
}

/** The entries of the information dictionary that are not strings. */
const TRAPPED = /^(?:True|False|Unknown)$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Adds entries to the information dictionary. The name of a date ends with `Date`. */
export function addInfo(edit: PdfEdit, entries: Readonly<Record<string, string>>): void {
  const reference = asReference(edit.file.trailer.get('Info'));
  const dictionary: Dictionary = new Map(asDictionary(edit.follow(reference)));
  for (const [key, text] of Object.entries(entries)) {
    const isDate = key.endsWith('Date') && MOMENT.test(text) && !Number.isNaN(Date.parse(text));
    if (isDate) dictionary.set(key, pdfDate(new Date(text)));
    else if (key === 'Trapped' && TRAPPED.test(text)) dictionary.set(key, `/${text}`);
    else dictionary.set(key, textString(printable(text)));
  }
  edit.put(reference, { value: dictionary });
}

/** Reads the name of a program. Chromium's names are ASCII without escapes. */
const nameIn = (dictionary: Dictionary, key: string): string =>
  /^\(([^()\\]+)\)$/.exec(String(dictionary.get(key)))?.[1] ?? '';

/** Formats a date as in ISO 32000-1, 7.9.4, in UTC. */
export const pdfDate = (date: Date): string => `(D:${pdfSeconds(date).replace(/[^\dZ]/g, '')})`;

/** Formats a date as in XMP, in UTC. */
export const pdfSeconds = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
