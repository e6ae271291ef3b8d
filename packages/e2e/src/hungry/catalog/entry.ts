/** What a catalog of hostile inputs consists of. */

export const KIB = 1024;
export const MIB = 1024 * KIB;

/** The largest sizes within the limits in bytes, minus a few characters. */
export const MOST = {
  html: 5 * MIB - KIB,
  /** The visible text of a document, in characters. */
  text: 4_900_000,
  css: MIB - KIB,
  part: 256 * KIB - 64,
  data: 5 * MIB - KIB,
  translations: MIB - KIB,
  body: 10 * MIB - 64 * KIB,
  pdf: 5 * MIB - KIB,
} as const;

/** The ways a document reaches the service, and `other` for requests without a document. */
export const WAYS = ['call', 'job', 'row', 'check', 'preview', 'form', 'mcp', 'saved', 'other'] as const;
export type Way = (typeof WAYS)[number];

const ALL: readonly Way[] = ['call', 'job', 'row', 'check', 'preview', 'form', 'mcp', 'saved'];
/** Forms print tags as they are written. */
const FILLED: readonly Way[] = ALL.filter((way) => way !== 'form');
/** Messages of agents are small. */
const LARGE: readonly Way[] = FILLED.filter((way) => way !== 'mcp');

export type PdfBody = Readonly<Record<string, unknown>>;

/** A request without a document. */
export interface Message {
  readonly path: string;
  readonly method?: 'PUT' | 'POST' | 'GET';
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body: string | Buffer | object | FormData;
}

export interface Entry {
  readonly name: string;
  /** The file with the loop, and what the loop goes through. */
  readonly aimsAt: string;
  readonly ways: readonly Way[];
  /** The size of what grows in bytes, the largest that the limits let through. */
  readonly size: number;
  /** Returns a document, whose growing part has about this size. */
  readonly document?: (size: number) => PdfBody;
  /** Returns another request. @param salt differs for each request, so that no answer is cached. */
  readonly message?: (size: number, salt: number) => Message;
  /** The only correct answers, as a status and a code; `200` where it is printed. The default is any status except faults of the service. */
  readonly answers?: readonly string[];
  /** The versions of saved variables that it needs, by name. */
  readonly variables?: Readonly<Record<string, readonly string[]>>;
}

type Made = (size: number) => PdfBody;
type More = Partial<Pick<Entry, 'ways' | 'answers' | 'variables'>>;

/** Returns an entry of a document without tags. */
export const markup = (name: string, aimsAt: string, size: number, document: Made, more: More = {}): Entry => ({
  name,
  aimsAt,
  size,
  document,
  ways: ALL,
  ...more,
});

/** Returns an entry of a document whose tags are filled. */
export const template = (name: string, aimsAt: string, size: number, document: Made, more: More = {}): Entry =>
  markup(name, aimsAt, size, document, { ways: FILLED, ...more });

/** Returns an entry of a document with files or large data. */
export const large = (name: string, aimsAt: string, size: number, document: Made, more: More = {}): Entry =>
  markup(name, aimsAt, size, document, { ways: LARGE, ...more });

export const other = (name: string, aimsAt: string, size: number, message: NonNullable<Entry['message']>): Entry => ({
  name,
  aimsAt,
  size,
  message,
  ways: ['other'],
});

/** Returns a text of this size in bytes of ASCII, or less, but at least once. */
export const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));

/** Returns a text of about this size, of numbered parts. */
export function numbered(size: number, part: (index: number) => string): string {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < size; index++) {
    const next = part(index);
    length += next.length;
    if (length <= size || index === 0) parts.push(next);
  }
  return parts.join('');
}

/** Returns a list of about this size as JSON. */
export function items<Item>(size: number, item: (index: number) => Item): Item[] {
  const found: Item[] = [];
  for (let length = 2, index = 0; ; index++) {
    const next = item(index);
    length += JSON.stringify(next).length + 1;
    if (length > size && index > 0) return found;
    found.push(next);
  }
}

/** Returns an object of about this size as JSON. */
export const members = (size: number, member: (index: number) => readonly [name: string, value: unknown]): object =>
  Object.fromEntries(items(size, member));

/** Returns a loop of a template. */
export const loop = (count: number, text: string): string => `[[#each (1..${count})]]${text}[[/each]]`;

export const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const TINY = '<style>*{font-size:1px;line-height:1px;margin:0;padding:0;border:0}</style>';
export const PAGE_BREAK = '<p style="break-after:page">x</p>';

/** Returns a form. @param files by name. @param fields by name. */
export function formOf(
  files: Record<string, string | Uint8Array<ArrayBuffer>>,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content]), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Returns the texts of a number of parts. */
export const each = (count: number, part: (index: number) => string): string => times(count, part).join('');
