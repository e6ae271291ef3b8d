/**
 * JSON that is passed on and not looked at. What a process only hands from one to the other it need not take apart and put
 * together again.
 */
import { randomUUID } from 'node:crypto';
import type Joi from 'joi';

/** Nobody can write it into a value: it is another one in each process. */
const MARK = `raw-json-${randomUUID()}-`;
const MARKED = new RegExp(`"${MARK}(\\d+)"`);

/** Found in the call of `jsonParts` that is under way. */
let found: RawJson[] | undefined;

export class RawJson {
  /**
   * @param content valid JSON: a text, or in UTF-8 where it is at hand so.
   * @param sizeBytes how many bytes of UTF-8 the value takes: a text as it is read, anything else as JSON.
   */
  constructor(
    readonly content: string | Uint8Array,
    readonly sizeBytes = Buffer.byteLength(content),
  ) {}

  toJSON(): string {
    if (found === undefined) throw new Error('a value with RawJson in it is written by `jsonText` only');
    return `${MARK}${found.push(this) - 1}`;
  }
}

/** As `JSON.stringify`, for values that may have `RawJson` in them. */
export function jsonText(value: unknown): string {
  const [first = '', ...rest] = jsonPieces(value);
  return rest.length === 0 && typeof first === 'string' ? first : jsonBytes(value).toString();
}

/** As `jsonText`, in UTF-8. */
export const jsonBytes = (value: unknown): Buffer =>
  Buffer.concat(jsonPieces(value).map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));

/** As `jsonText`, in pieces that follow each other, those in UTF-8 as they are. */
export const jsonPieces = (value: unknown): (string | Uint8Array)[] =>
  jsonParts(value).map((part) => (typeof part === 'string' ? part : part.content));

/** As `jsonPieces`, with what was passed on as what it is. */
export function jsonParts(value: unknown): (string | RawJson)[] {
  const inside: RawJson[] = [];
  found = inside;
  try {
    const text = JSON.stringify(value);
    if (inside.length === 0) return [text];
    return text.split(MARKED).map((part, index) => (index % 2 === 0 ? part : (inside[Number(part)] ?? part)));
  } finally {
    found = undefined;
  }
}

/** Shorter texts are looked at in no time. */
const LONG_TEXT = 64 * 1024;

/**
 * Marks a field of a shape that a gateway may pass on as `RawJson`.
 *
 * @param lookedAt which texts it has to look at all the same.
 */
export const passedOn = <Value>(schema: Joi.AnySchema<Value>, lookedAt?: RegExp): Joi.AnySchema<Value | RawJson> =>
  schema.meta({ passedOn: { lookedAt: lookedAt?.source } }) as Joi.AnySchema<Value | RawJson>;

/** @returns the checked body, the fields apart that are marked so and worth it. */
export function withoutPassedOn(
  schema: Joi.ObjectSchema,
  body: Record<string, unknown>,
): { fields: Record<string, unknown>; passed: Map<string, unknown> } {
  const fields = { ...body };
  const passed = new Map<string, unknown>();
  const described = (schema.describe().keys ?? {}) as Record<string, Joi.Description>;
  for (const [name, { metas = [] }] of Object.entries(described)) {
    const value = body[name];
    const mark = metas.find((meta) => 'passedOn' in meta)?.passedOn as { lookedAt?: string } | undefined;
    if (mark === undefined || value === undefined) continue;
    const isLookedAt = (text: string): boolean => mark.lookedAt !== undefined && new RegExp(mark.lookedAt).test(text);
    if (typeof value === 'string' && (value.length < LONG_TEXT || isLookedAt(value))) continue;
    passed.set(name, value);
    delete fields[name];
  }
  return { fields, passed };
}
