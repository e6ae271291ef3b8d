/**
 * The examples of the start page: a document beside its template, and each tool with what it takes and what it answers. They are real:
 * `npm run pictures` calls a service with the requests in `views/home` and stores its answers, and a test compares them again.
 */
import { literal } from '../openapi/calls.js';
import type { Operation } from '../openapi/operations.js';
import { readView } from './fixed.js';
import { type Picture, picture } from './pictures.js';

/** The documents that tools answer, by the last part of the tool's path; what the others answer is in `views/home`. */
const PRINTED: Readonly<Record<string, readonly [picture: string, alt: string]>> = {
  'html-to-pdf': ['home-label', 'A price label: Gear oil, 1 litre, €17.45, with a barcode'],
  'json-to-pdf': ['home-second-invoice', 'The invoice with other data: 2026-0119 to Curie Radium Ltd, total €1,537.50'],
};
const ANSWERED: readonly string[] = ['http-request', 'get-record'];

interface Shown extends Pick<Operation, 'id' | 'title' | 'summary' | 'path'> {
  /** The body of a request, as JSON; undefined for a tool without an example. */
  request?: string;
  /** `data` of its answer, as JSON. */
  answer?: string;
  /** The first page of its answer. */
  printed?: Picture & { alt: string };
}

const textOf = (name: string): string => readView(`home/${name}`).toString().trimEnd();
const jsonOf = (name: string): string => literal(JSON.parse(textOf(name)), 'json');

/** Returns what the start page shows. @param tools the operations of the tools, of which HTML to PDF is the first call. */
export function homeContent(tools: readonly Operation[]) {
  return {
    first: tools.find(({ id }) => id === 'htmlToPdf'),
    template: textOf('invoice.html'),
    invoice: picture('home-invoice'),
    // Documents first: they are what most come for.
    tools: tools
      .map(shown)
      .sort((one, other) => Number(other.printed !== undefined) - Number(one.printed !== undefined)),
  };
}

function shown({ id, title, summary, path }: Operation): Shown {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const about = { id, title, summary, path };
  const [file, alt = ''] = PRINTED[name] ?? [];
  if (file !== undefined) return { ...about, request: jsonOf(`${name}.json`), printed: { ...picture(file), alt } };
  if (!ANSWERED.includes(name)) return about;
  return { ...about, request: jsonOf(`${name}.json`), answer: jsonOf(`${name}.answer.json`) };
}
