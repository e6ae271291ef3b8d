/**
 * JSON that is passed on without being parsed and serialised again.
 */
import { randomUUID } from 'node:crypto';
import type Joi from 'joi';

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

/** As `JSON.stringify`, for values that may contain `RawJson`. */
export function jsonText(value: unknown): string {
  const [first = '', ...rest] = jsonPieces(value);
  return rest.length === 0 && typeof first === 'string' ? first : jsonBytes(value).toString();
}

/** As `jsonText`, in UTF-8. */
export const jsonBytes = (value: unknown): Buffer =>
  Buffer.concat(jsonPieces(value).map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));

/** As `jsonText`, in consecutive pieces; UTF-8 bytes stay as they are. */
export const jsonPieces = (value: unknown): (string | Uint8Array)[] =>
  jsonParts(value).map((part) => (typeof part === 'string' ? part : part.content));

/** As `jsonPieces`, with the `RawJson` values themselves. */
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

/** Shorter texts are parsed: that costs little. */
const LONG_TEXT = 64 * 1024;

/**
 * Marks a field of a shape that a gateway may pass on as `RawJson`.
 *
 * @param lookedAt matches texts that have to be parsed all the same, also as a member of an object.
 */
export const passedOn = <Value>(schema: Joi.AnySchema<Value>, lookedAt?: RegExp): Joi.AnySchema<Value | RawJson> =>
  schema.meta({ passedOn: { lookedAt: lookedAt?.source } }) as Joi.AnySchema<Value | RawJson>;

/** @returns the body without the marked fields that are large enough, and those fields. */
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

/** Whether a value, or a member of it, is a text that matches. */
const hasText = (value: unknown, pattern: RegExp): boolean =>
  (typeof value === 'string' ? [value] : Object.values(value as object)).some(
    (text) => typeof text === 'string' && pattern.test(text),
  );
