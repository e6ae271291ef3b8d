/**
 * JSON that is passed on and not looked at: its text. What a process only hands from one to the other it need not take apart
 * and put together again.
 */
import { randomUUID } from 'node:crypto';
import type Joi from 'joi';

/** Nobody can write it into a value: it is another one in each process. */
const MARK = `raw-json-${randomUUID()}-`;
const MARKED = new RegExp(`"${MARK}(\\d+)"`);

/** Found in the call of `jsonParts` that is under way. */
let found: RawJson[] | undefined;

export class RawJson {
  /** @param json valid JSON. */
  constructor(private readonly json: string) {}

  get text(): string {
    return this.json;
  }

  toJSON(): string {
    if (found === undefined) throw new Error('a value with RawJson in it is written by `jsonText` only');
    return `${MARK}${found.push(this) - 1}`;
  }
}

/** As `JSON.stringify`, for values that may have `RawJson` in them. */
export function jsonText(value: unknown): string {
  return jsonParts(value)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('');
}

/** As `jsonText`, in parts that follow each other. */
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

/** Marks a field of a shape that a gateway may pass on as `RawJson`. */
export const passedOn = <Value>(schema: Joi.AnySchema<Value>): Joi.AnySchema<Value | RawJson> =>
  schema.meta({ passedOn: true }) as Joi.AnySchema<Value | RawJson>;

/** @returns the names of a shape's fields that are marked so. */
export function fieldsPassedOn(schema: Joi.ObjectSchema): string[] {
  const fields = Object.entries((schema.describe().keys ?? {}) as Record<string, Joi.Description>);
  return fields.filter(([, { metas = [] }]) => metas.some((meta) => meta.passedOn === true)).map(([name]) => name);
}
