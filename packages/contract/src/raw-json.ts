/**
 * JSON that is passed on without being parsed and serialised again.
 */
import { randomUUID } from 'node:crypto';
import type Joi from 'joi';
import type { JsonObject } from './schema.js';

/** Random in each process, so that no value can contain it. */
const MARK = `raw-json-${randomUUID()}-`;
const MARKED = new RegExp(`"${MARK}(\\d+)"`);

/** Collects the values found by the current call of `jsonParts`. */
let found: RawJson[] | undefined;

export class RawJson {
  /**
   * @param content valid JSON: a string, or UTF-8 bytes.
   * @param sizeBytes the size of the value, UTF-8 bytes: of a string its content, of anything else its JSON.
   */
  constructor(
    readonly content: string | Uint8Array,
    readonly sizeBytes = Buffer.byteLength(content),
  ) {}

  toJSON(): string {
    if (found === undefined) throw new Error('a value that contains RawJson can be serialised by `jsonText` only');
    return `${MARK}${found.push(this) - 1}`;
  }
}

/** Works like `JSON.stringify`, for values that may contain `RawJson`. */
export function jsonText(value: unknown): string {
  const [first = '', ...rest] = jsonPieces(value);
  return rest.length === 0 && typeof first === 'string' ? first : jsonBytes(value).toString();
}

/** Works like `jsonText`, in UTF-8. */
export const jsonBytes = (value: unknown): Buffer =>
  Buffer.concat(jsonPieces(value).map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));

/** Works like `jsonText`, in consecutive pieces; UTF-8 bytes are not copied. */
export const jsonPieces = (value: unknown): (string | Uint8Array)[] =>
  jsonParts(value).map((part) => (typeof part === 'string' ? part : part.content));

/** Works like `jsonPieces`, with the `RawJson` values. */
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

/** Shorter texts are parsed, because that is cheap. */
const LONG_TEXT = 64 * 1024;

/**
 * Marks a field of a shape that a gateway may pass on as `RawJson`.
 *
 * @param lookedAt matches texts that must be parsed, also as a member of an object.
 */
export const passedOn = <Value>(schema: Joi.AnySchema<Value>, lookedAt?: RegExp): Joi.AnySchema<Value | RawJson> =>
  schema.meta({ passedOn: { lookedAt: lookedAt?.source } }) as Joi.AnySchema<Value | RawJson>;

/** Returns the body without the large marked fields, and those fields. */
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
    if (typeof value === 'string' && value.length < LONG_TEXT) continue;
    if (mark.lookedAt !== undefined && hasText(value, new RegExp(mark.lookedAt))) continue;
    passed.set(name, value);
    delete fields[name];
  }
  return { fields, passed };
}

/** Returns whether a value, or a member of it, is a matching text. */
const hasText = (value: unknown, pattern: RegExp): boolean =>
  (typeof value === 'string' ? [value] : Object.values(value as object)).some(
    (text) => typeof text === 'string' && pattern.test(text),
  );

/** Adds members to data. Large data is not parsed: the last of two equal names wins. */
export function withMembers(data: JsonObject | RawJson | undefined, members: JsonObject): JsonObject | RawJson {
  if (!(data instanceof RawJson)) return { ...data, ...members };
  const all = typeof data.content === 'string' ? Buffer.from(data.content) : data.content;
  const own = JSON.stringify(members).slice(1);
  const hasBoth = all.length > '{}'.length && own !== '}';
  return new RawJson(Buffer.concat([all.subarray(0, -1), Buffer.from(hasBoth ? `,${own}` : own)]));
}
