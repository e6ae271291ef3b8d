/** The request that an example sends: short, so that it is read, and printed as it is. */
import { type Exact, type ExactObject, readExact } from '../data/exact-value.js';

/** The most items of a list, and characters of a text. */
const MOST_ITEMS = 3;
const MOST_CHARACTERS = 2_000;
/** A picture of one pixel. A cut one would be a fault. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIwDiqkL4KAcT9GO0U4BxoAAAAAElFTkSuQmCC';

export interface ExampleRequest {
  body: ExactObject;
  /** Whether lists or texts of the data were shortened. */
  isShort: boolean;
}

/** @param template a name, or a name with a version. @param data JSON, or an empty text. @throws SyntaxError for text that is no JSON. */
export function exampleRequest(template: string, data: string): ExampleRequest {
  let isShort = false;
  const short = (value: Exact): Exact => {
    if (Array.isArray(value)) {
      if (value.length > MOST_ITEMS) isShort = true;
      return value.slice(0, MOST_ITEMS).map(short);
    }
    if (value instanceof Map) return new Map([...value].map(([name, item]) => [name, short(item)]));
    if (typeof value !== 'string' || value.length <= MOST_CHARACTERS) return value;
    isShort = true;
    return value.startsWith('data:') ? PIXEL : `${value.slice(0, MOST_CHARACTERS).toWellFormed()}…`;
  };
  const body = new Map<string, Exact>([
    ['template', template],
    ['data', short(readExact(data.trim() === '' ? '{}' : data))],
  ]);
  return { body, isShort };
}
