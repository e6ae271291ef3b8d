/**
 * JSON that is passed on without being parsed and serialised again.
 */
import { randomUUID } from 'node:crypto';
import type Joi from 'joi';
import type { JsonObject } from './schema.js';
import { parseAsWritten } from './written-numbers.js';

/** Random in each process, so that no value can contain it. */
const MARK = `raw-json-${randomUUID()}-`;
const MARKED = new RegExp(`"${MARK}(\\d+)"`);

/** Collects the values found by the current call of `jsonParts`. */
let found: RawJson[] | undefined;

export class RawJson {
  /**
   * @param content valid JSON: a string, or UTF-8 bytes.
   * @param sizeBytes the size of the value, UTF-8 bytes: of a string its content, of anything else its JSON.
   * @param names the names of an object with few members, as the sender wrote it. Undefined if they are unknown.
   */
  constructor(
    readonly content: string | Uint8Array,
    readonly sizeBytes = Buffer.byteLength(content),
    readonly names?: readonly string[],
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
/** The largest number of members whose names a `RawJson` has. */
const MAX_NAMES = 200;

interface PassedOn {
  /** Texts that match, and objects with such a member, are looked at. So are objects with a member for which a function returns true. */
  lookedAt?: RegExp | ((member: unknown) => boolean);
  /** Whether each item of a list is on its own line, so that `itemsOf` can split it. */
  inLines?: boolean;
  /** Whether numbers are passed on as they were written, see `withWritten`. */
  asWritten?: boolean;
}

/** Marks a field of a shape, also of a shape in it, that a gateway may pass on as `RawJson`. */
export const passedOn = <Value>(schema: Joi.AnySchema<Value>, how: PassedOn = {}): Joi.AnySchema<Value | RawJson> =>
  schema.meta({ passedOn: how }) as Joi.AnySchema<Value | RawJson>;

/** A value with `RawJson`, and the paths of these. */
export class WithRaw<Value = unknown> {
  constructor(
    readonly value: Value,
    readonly raw: readonly (readonly string[])[],
  ) {}
}

/** Returns the value with the large marked fields as `RawJson`. */
export function passOn<Value extends object>(schema: Joi.AnySchema<Value>, value: Value): WithRaw<Value> {
  const raw: string[][] = [];
  return new WithRaw(partsOf(schema, value, [], raw), raw);
}

function partsOf<Value extends object>(schema: Joi.AnySchema, value: Value, path: string[], raw: string[][]): Value {
  const keys = keysOf(schema);
  if (keys.length === 0) return value;
  const given = value as Record<string, unknown>;
  const fields = { ...given };
  for (const { key, schema: child } of keys) {
    const part = given[key];
    if (part === undefined) continue;
    const how = markOf(child);
    if (part instanceof RawJson) raw.push([...path, key]);
    else if (how === undefined) {
      if (isObject(part)) fields[key] = partsOf(child, part, [...path, key], raw);
    } else if (isLong(part) && !(how.lookedAt && isWanted(part, how.lookedAt))) {
      fields[key] = rawOf(part, how.inLines);
      raw.push([...path, key]);
    }
  }
  return fields as Value;
}

/** Returns the names of the fields whose numbers are passed on as they were written. */
export const writtenFields = (schema: Joi.AnySchema): string[] =>
  keysOf(schema).flatMap(({ key, schema: child }) => (markOf(child)?.asWritten ? key : []));

/** Returns a checked value in which the fields of `writtenFields` are `RawJson` with the numbers of its JSON. @param json returns that. */
export function withWritten<Value extends object>(
  schema: Joi.AnySchema<Value>,
  value: Value,
  json: () => string,
): Value {
  const names = writtenFields(schema).filter((name) => (value as Record<string, unknown>)[name] !== undefined);
  if (names.length === 0) return value;
  const written = parseAsWritten(json()) as Record<string, unknown>;
  return { ...value, ...Object.fromEntries(names.map((name) => [name, rawOf(written[name])])) };
}

/** `describe` has these, too, but takes a tenth of a second for large shapes. */
const keysOf = (schema: Joi.AnySchema): { key: string; schema: Joi.AnySchema }[] =>
  (schema.$_terms['keys'] as { key: string; schema: Joi.AnySchema }[] | null | undefined) ?? [];

const markOf = (schema: Joi.AnySchema): PassedOn | undefined =>
  (schema.$_terms['metas'] as { passedOn?: PassedOn }[] | undefined)?.find((meta) => 'passedOn' in meta)?.passedOn;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson);

const isLong = (part: unknown): boolean =>
  typeof part === 'string' ? part.length >= LONG_TEXT : isObject(part) ? hasMembers(part) : hasItems(part);

const hasItems = (part: unknown): boolean => Array.isArray(part) && part.length > 0;

function hasMembers(part: object): boolean {
  for (const _name in part) return true;
  return false;
}

/** Returns whether a value, or a member of it, is looked at. */
function isWanted(value: unknown, lookedAt: NonNullable<PassedOn['lookedAt']>): boolean {
  const isMatch = (member: unknown): boolean =>
    lookedAt instanceof RegExp ? typeof member === 'string' && lookedAt.test(member) : lookedAt(member);
  return (typeof value === 'string' ? [value] : Object.values(value as object)).some(isMatch);
}

const utf8 = new TextEncoder();

/** Returns a value as UTF-8. @param inLines as in `PassedOn`. */
export function rawOf(value: unknown, inLines = false): RawJson {
  const isLines = inLines && Array.isArray(value);
  const json = isLines ? `[${value.map((item) => JSON.stringify(item)).join(',\n')}]` : JSON.stringify(value);
  const content = utf8.encode(json);
  const names = isObject(value) ? Object.keys(value) : [];
  return new RawJson(
    content,
    typeof value === 'string' ? Buffer.byteLength(value) : content.length,
    names.length > 0 && names.length <= MAX_NAMES ? names : undefined,
  );
}

const NEWLINE = 0x0a;

/** Returns the items of a list in lines, see `PassedOn`, as JSON. */
export function* itemsOf({ content }: RawJson): Generator<Uint8Array> {
  const bytes = typeof content === 'string' ? utf8.encode(content) : content;
  const last = bytes.length - ']'.length;
  for (let from = 1; from < last; ) {
    const end = bytes.indexOf(NEWLINE, from);
    // The item is followed by a comma, the last one by the bracket.
    yield bytes.subarray(from, end === -1 ? last : end - 1);
    from = end === -1 ? last : end + 1;
  }
}

/** Adds members to data. Parts that are not parsed stay so: the last of two equal names wins. */
export function withMembers(
  data: JsonObject | RawJson | undefined,
  members: JsonObject | RawJson,
): JsonObject | RawJson {
  if (!(data instanceof RawJson || members instanceof RawJson)) return { ...data, ...members };
  const [all, own] = [jsonBytes(data ?? {}), jsonBytes(members)];
  const comma = all.length > '{}'.length && own.length > '{}'.length ? ',' : '';
  return new RawJson(Buffer.concat([all.subarray(0, -1), Buffer.from(comma), own.subarray(1)]));
}
