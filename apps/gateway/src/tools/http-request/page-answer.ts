/** Reads one page of a list. Modules that a thread loads import this, and no connections. */
import { hasInexactNumber, type Json, type Paginate, parseAsWritten, RawJson } from '@toolpress/contract';
import { called } from '../../api/large-body-tasks.js';

/** What a page says. */
export interface PageAnswer {
  /** The items as JSON, joined by commas without brackets; undefined if there is no list at the path. */
  items: string | undefined;
  count: number;
  /** The items before which there is no room, if not all are wanted. */
  isCut: boolean;
  /** The cursor or URL of the next page as JSON; undefined without one. */
  next: string | undefined;
  more: boolean | undefined;
  last: boolean | undefined;
  total: number | undefined;
}

export type PageFields = Pick<Paginate, 'items' | 'next' | 'more' | 'last' | 'total'>;

/**
 * @param body the decoded body of an answer; bytes or text are JSON whose numbers are kept as they are written.
 * @param most the largest number of items.
 */
export function readPage(body: Json | Uint8Array, isJson: boolean, fields: PageFields, most: number): PageAnswer {
  const value = isJson ? parsed(body as string | Uint8Array) : (body as Json);
  const items = valueAt(value, fields.items);
  const list = Array.isArray(items) ? items : undefined;
  const taken = list?.slice(0, most);
  const next = fields.next === undefined ? undefined : valueAt(value, fields.next);
  const total = fields.total === undefined ? undefined : Number(asText(valueAt(value, fields.total)) || Number.NaN);
  return {
    items: taken && JSON.stringify(taken).slice(1, -1),
    count: taken?.length ?? 0,
    isCut: list !== undefined && list.length > most,
    next: isCursor(next) ? JSON.stringify(next) : undefined,
    more: fields.more === undefined ? undefined : flagAt(value, fields.more),
    last: fields.last === undefined ? undefined : flagAt(value, fields.last),
    total: total !== undefined && Number.isFinite(total) ? total : undefined,
  };
}

/** Works like `readPage` in a thread. */
export const READ_PAGE = called(import.meta.url, readPage);

function parsed(json: string | Uint8Array): unknown {
  const text = typeof json === 'string' ? json : Buffer.from(json).toString();
  return hasInexactNumber(text) ? parseAsWritten(text) : JSON.parse(text);
}

/** What ends a list: servers send null, an empty text, false, or leave the field out. */
const isCursor = (next: unknown): boolean =>
  next !== undefined && next !== null && next !== '' && next !== false && !(Array.isArray(next) && next.length === 0);

/** A boolean, also as text or number, as some servers send it. */
function flagAt(value: unknown, path: string): boolean | undefined {
  const found = valueAt(value, path);
  if (found === true || found === 'true' || found === 1) return true;
  return found === false || found === 'false' || found === 0 ? false : undefined;
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' || value === undefined ? '' : String(value);

/** The largest number of names and indexes in a path. */
const MAX_STEPS = 50;

/**
 * Returns the value at a path: names with dots between them, and indexes from the start (`[0]`) or the end (`[-1]`). Names may contain
 * dots, as in `@odata.nextLink`: the longest one that exists counts.
 *
 * @param path the default is the value itself.
 */
export function valueAt(value: unknown, path: string | undefined): unknown {
  if (path === undefined) return value;
  const steps = path.match(/\[-?\d+\]|[^.[\]]+/g)?.slice(0, MAX_STEPS) ?? [];
  let at = value;
  for (let index = 0; index < steps.length; ) {
    const step = steps[index] ?? '';
    const position = /^\[(-?\d+)\]$/.exec(step)?.[1];
    if (position !== undefined) {
      at = Array.isArray(at) ? at.at(Number(position)) : undefined;
      index += 1;
      continue;
    }
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined;
    let length = steps.length - index;
    while (length > 1 && !Object.hasOwn(at, steps.slice(index, index + length).join('.'))) length -= 1;
    const name = steps.slice(index, index + length).join('.');
    at = Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined;
    index += length;
  }
  return at;
}

/** Returns the text of a cursor for a query: a text as it is, anything else as JSON. @param json the cursor as JSON. */
export const cursorText = (json: string): string => (json.startsWith('"') ? (JSON.parse(json) as string) : json);

/** Returns an object with a value at a path of names. Objects that are missing on the way are added. @throws TypeError for a path through a value that is no object. */
export function withValueAt(object: Record<string, unknown>, path: string, json: string): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...object, [name]: new RawJson(json) };
  const inner = object[name] ?? {};
  if (typeof inner !== 'object' || Array.isArray(inner)) throw new TypeError(name);
  return { ...object, [name]: withValueAt(inner as Record<string, unknown>, rest.join('.'), json) };
}
