/** Extracts what the pages of a PDF draw, so that another PDF can draw it. */
import { mergeDuplicates } from '../file/merge.js';
import { reachable } from '../file/packed-object.js';
import { PdfFile } from '../file/pdf-file.js';
import {
  asDictionary,
  type Dictionary,
  isReference,
  type PdfObject,
  type PdfValue,
  type Reference,
  readValue,
} from '../file/read.js';
import { written } from '../file/write.js';
import { UnusablePdf } from './pdfium.js';

/** The limit of objects. It is enough for some hundred fonts and images. */
const MAX_OBJECTS = 20_000;

export interface Drawing {
  form: Reference;
  /** The area that it draws in: left, bottom, right and top edge, in points. */
  box: [number, number, number, number];
}

/** Drawings that are written without further checks: everything else was removed. */
export interface Drawings {
  pages: Drawing[];
  /** Everything that the forms refer to. */
  objects: Map<number, PdfObject>;
}

/** Entries of streams that are not drawn: other files, versions for printers, data of programs. */
const NOT_DRAWN =
  `F FFilter FDecodeParms Ref OPI Alternates Metadata PieceInfo LastModified StructParent StructParents AF Measure
  PtData`.split(/\s+/);

/** Types of objects that no drawing needs. */
const NO_DRAWINGS = new Set(
  `Catalog Pages Page Outlines StructTreeRoot StructElem Metadata XRef ObjStm Annot Action Filespec F EmbeddedFile
  Sig`
    .split(/\s+/)
    .map((type) => `/${type}`),
);

/** @param pdf the result of `formPages`. @throws UnusablePdf */
export function drawingsOf(pdf: Buffer): Drawings {
  const file = new PdfFile(pdf);
  const forms = file.pages().map((page) => {
    const resources = asDictionary(file.follow(asDictionary(file.follow(page)).get('Resources')));
    const [form] = asDictionary(file.follow(resources.get('XObject'))).values();
    if (!isReference(form)) throw new UnusablePdf('draws nothing');
    return form;
  });
  const { objects, nameOf } = mergedDrawings(file, forms);
  const pages = forms.map(({ object }) => {
    const form = nameOf(object);
    return { form: { object: form }, box: boxOf(asDictionary(objects.get(form)?.value)) };
  });
  return { pages, objects };
}

/** @returns the area that the form draws in, rotated as its page is shown. */
function boxOf(form: Dictionary): Drawing['box'] {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(form.get('BBox'));
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(form.get('Matrix'));
  const across = [a * left + c * bottom + e, a * right + c * top + e];
  const up = [b * left + d * bottom + f, b * right + d * top + f];
  const box: Drawing['box'] = [Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)];
  if (!(box[2] - box[0] >= 1 && box[3] - box[1] >= 1)) throw new UnusablePdf('has a page without a size');
  return box;
}

const numbersOf = (value: PdfValue | undefined): number[] => (Array.isArray(value) ? value.map(Number) : []);

/**
 * Collects the forms and what they refer to, as far as it is drawn. PDFium writes an object that several pages use once for each page:
 * equal objects are merged.
 */
function mergedDrawings(file: PdfFile, forms: readonly Reference[]) {
  let count = 0;
  const objectOf = (object: number): PdfObject => {
    count += 1;
    if (count > MAX_OBJECTS) throw new UnusablePdf(`has more than ${MAX_OBJECTS} objects in its drawings`);
    return drawn(file.object({ object }));
  };
  const numbers = forms.map(({ object }) => object);
  const found = reachable(numbers, file.size, objectOf, ({ value }, waiting) => addReferences(value, waiting));
  const texts = new Map([...found].map(([object, { value, stream }]) => [object, { text: written(value), stream }]));
  const { objects: once, replacements } = mergeDuplicates(texts, true);
  const objects = new Map<number, PdfObject>();
  for (const [object, { text, stream }] of once)
    if (!replacements.has(object)) objects.set(object, { value: readValue(text), ...(stream && { stream }) });
  const nameOf = (object: number): number => {
    const equal = replacements.get(object);
    return equal === undefined ? object : nameOf(equal);
  };
  return { objects, nameOf };
}

function drawn({ value, stream }: PdfObject): PdfObject {
  if (stream === undefined) return { value: drawnValue(value) };
  const entries = asDictionary(value);
  if (entries.get('Subtype') === '/PS' || isNoDrawing(entries)) return { value: 'null' };
  const left = new Map([...entries].filter(([key]) => !NOT_DRAWN.includes(key)));
  return { value: asDictionary(drawnValue(left)), stream };
}

function drawnValue(value: PdfValue): PdfValue {
  if (Array.isArray(value)) return value.map(drawnValue);
  if (!(value instanceof Map)) return value;
  if (isNoDrawing(value)) return 'null';
  return new Map([...value].map(([key, entry]) => [key, drawnValue(entry)]));
}

const isNoDrawing = (entries: Dictionary): boolean =>
  NO_DRAWINGS.has(String(entries.get('Type'))) || entries.get('S') === '/JavaScript';

function addReferences(value: PdfValue, found: number[]): void {
  if (typeof value === 'string') return;
  if (isReference(value)) found.push(value.object);
  else for (const entry of value.values()) addReferences(entry, found);
}
