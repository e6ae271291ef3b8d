/** What the pages of a PDF draw, ready to be drawn by another one. */
import { createHash } from 'node:crypto';
import {
  asDictionary,
  type Dictionary,
  isReference,
  PdfFile,
  type PdfObject,
  type PdfValue,
  type Reference,
} from '../read.js';
import { written } from '../write.js';
import { UnusablePdf } from './pdfium.js';

/** What a background may consist of: some hundred fonts and pictures. */
const MAX_OBJECTS = 20_000;
/** From pictures and fonts up to the forms of pages few are needed. */
const MAX_PASSES = 20;

export interface Drawing {
  form: Reference;
  /** Where it draws: left, bottom, right, top; points. */
  box: [number, number, number, number];
}

/** Nothing in it is looked at again before it is written: what is not to be drawn has been left out. */
export interface Drawings {
  pages: Drawing[];
  /** All that the forms refer to. */
  objects: Map<number, PdfObject>;
}

/** What streams have that is not drawn: other files, versions for printers, what programs have noted. */
const NOT_DRAWN = [
  ...['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI', 'Alternates'],
  ...['Metadata', 'PieceInfo', 'LastModified', 'StructParent', 'StructParents', 'AF', 'Measure', 'PtData'],
];

/** What no drawing is made of, whatever refers to it. */
const NO_DRAWINGS = new Set(
  [
    ...['Catalog', 'Pages', 'Page', 'Outlines', 'StructTreeRoot', 'StructElem', 'Metadata', 'XRef', 'ObjStm'],
    ...['Annot', 'Action', 'Filespec', 'F', 'EmbeddedFile', 'Sig'],
  ].map((type) => `/${type}`),
);

/** @param pdf as `formPages` makes it. @throws UnusablePdf */
export function drawingsOf(pdf: Buffer): Drawings {
  const file = new PdfFile(pdf);
  const forms = file.pages().map((page) => {
    const resources = asDictionary(file.follow(asDictionary(file.follow(page)).get('Resources')));
    const [form] = asDictionary(file.follow(resources.get('XObject'))).values();
    if (!isReference(form)) throw new UnusablePdf('draws nothing');
    return form;
  });
  const objects = reachable(file, forms);
  const nameOf = mergeEqual(objects);
  const pages = forms.map(nameOf).map((form) => ({ form, box: boxOf(asDictionary(objects.get(form.object)?.value)) }));
  return { pages, objects };
}

/** Where the form draws: its box, turned as its page shows. */
function boxOf(form: Dictionary): Drawing['box'] {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(form.get('BBox'));
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(form.get('Matrix'));
  const across = [a * left + c * bottom + e, a * right + c * top + e];
  const up = [b * left + d * bottom + f, b * right + d * top + f];
  const box: Drawing['box'] = [Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)];
  if (!(box[2] - box[0] >= 1 && box[3] - box[1] >= 1)) throw new UnusablePdf('has a page of no size');
  return box;
}

const numbersOf = (value: PdfValue | undefined): number[] => (Array.isArray(value) ? value.map(Number) : []);

/** The forms, and what they refer to as far as it is drawn. */
function reachable(file: PdfFile, forms: readonly Reference[]): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const waiting = [...forms];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (objects.has(next.object)) continue;
    if (objects.size === MAX_OBJECTS) throw new UnusablePdf(`has more than ${MAX_OBJECTS} objects in its drawings`);
    const object = drawn(file.object(next));
    objects.set(next.object, object);
    addReferences(object.value, waiting);
  }
  return objects;
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

function addReferences(value: PdfValue, found: Reference[]): void {
  if (typeof value === 'string') return;
  if (isReference(value)) found.push(value);
  else for (const entry of value.values()) addReferences(entry, found);
}

/** PDFium writes what several pages use once for each. Equal objects become one, then those that refer to them. */
function mergeEqual(objects: Map<number, PdfObject>): (reference: Reference) => Reference {
  const digests = new Map([...objects].map(([object, { stream }]) => [object, stream && digestOf(stream)]));
  const merged = new Map<number, number>();
  const nameOf = ({ object }: Reference): Reference => {
    let name = object;
    for (let next = merged.get(name); next !== undefined; next = merged.get(name)) name = next;
    return { object: name };
  };
  for (let pass = 0, before = -1; pass < MAX_PASSES && before !== merged.size; pass++) {
    before = merged.size;
    const first = new Map<string, number>();
    for (const [object, { value, stream }] of objects) {
      const renamed = withReferences(value, nameOf);
      const key = `${written(renamed)} ${digests.get(object) ?? ''}`;
      const equal = first.get(key);
      if (equal === undefined) {
        first.set(key, object);
        objects.set(object, { value: renamed, ...(stream && { stream }) });
      } else {
        merged.set(object, equal);
        objects.delete(object);
      }
    }
  }
  for (const [object, { value, stream }] of objects)
    objects.set(object, { value: withReferences(value, nameOf), ...(stream && { stream }) });
  return nameOf;
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

function withReferences(value: PdfValue, nameOf: (reference: Reference) => Reference): PdfValue {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item) => withReferences(item, nameOf));
  if (isReference(value)) return nameOf(value);
  return new Map([...value].map(([key, entry]) => [key, withReferences(entry, nameOf)]));
}
