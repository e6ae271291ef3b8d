/**
 * The vocabulary for schemas: each shape of the service is defined once. Validation, TypeScript types (`Infer`) and
 * OpenAPI (joi's own JSON Schema) all come from the same schema.
 */
import Joi from 'joi';
import { ServiceError } from './errors.js';
import { faultText, MAX_NAME_SHOWN } from './faults.js';

/** The TypeScript type of valid values. */
export type Infer<Schema> = Schema extends Joi.AnySchema<infer Value> ? Value : never;

type Fields = Record<string, Joi.AnySchema>;
type Simplify<Type> = { [Key in keyof Type]: Type[Key] };
type Shape<Required extends Fields, Optional extends Fields> = Simplify<
  { [Key in keyof Required]: Infer<Required[Key]> } & { [Key in keyof Optional]?: Infer<Optional[Key]> }
>;

/** Any value that JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** An object with exactly the given fields. An optional field that is null counts as absent, unless null is a valid value. */
export function shape<Required extends Fields, Optional extends Fields = Record<never, never>>(
  required: Required,
  optional?: Optional,
): Joi.ObjectSchema<Shape<Required, Optional>> {
  const mandatory = Object.entries(required).map(([name, schema]) => [name, schema.required()]);
  const optionals = Object.entries(optional ?? {}).map(([name, schema]) => [name, withoutNull(schema)]);
  return Joi.object({ ...Object.fromEntries(mandatory), ...Object.fromEntries(optionals) });
}

const withoutNull = (schema: Joi.AnySchema): Joi.AnySchema => (takesNull(schema) ? schema : schema.empty(null));

/** Joi's `describe` has them, too, but takes half of a process' start time. */
const takesNull = (schema: Joi.AnySchema): boolean =>
  schema.$_getFlag('empty') !== undefined || (schema.type !== 'any' && schema.validate(null).error === undefined);

/** Makes an empty text count as absent, as forms send it. */
export const emptyIsAbsent = <Value>(schema: Joi.AnySchema<Value>): Joi.AnySchema<Value> =>
  schema.empty(Joi.valid(null, ''));

/** A string of at least one character. */
export const text = (): Joi.StringSchema<string> => Joi.string();

/** A string that may be empty. */
export const anyText = (): Joi.StringSchema<string> => Joi.string().allow('');

/** One of the given strings, case-sensitive. */
export const oneOf = <Value extends string>(...values: readonly Value[]): Joi.StringSchema<Value> =>
  Joi.string().valid(...values) as Joi.StringSchema<Value>;

/** One of the given strings in any case. The result has the given spelling. */
export const oneOfAnyCase = <Value extends string>(...values: readonly Value[]): Joi.StringSchema<Value> =>
  oneOf(...values)
    .insensitive()
    .prefs({ convert: true });

export const flag = (): Joi.BooleanSchema<boolean> => Joi.boolean();

export const integer = (): Joi.NumberSchema<number> => Joi.number().integer();

/** A point in time as ISO 8601 text. */
export const timestamp = (): Joi.StringSchema<string> => Joi.string().isoDate().meta({ format: 'date-time' });

/** A day of the calendar: `2026-01-31`. */
export const day = (): Joi.StringSchema<string> =>
  Joi.string()
    .pattern(/^\d{4}-\d{2}-\d{2}$/)
    .custom((given: string) => {
      // JavaScript reads the 31st of February as the 3rd of March.
      if (new Date(given).toISOString().startsWith(given)) return given;
      throw new RangeError('not a day of the calendar');
    })
    .messages(
      Object.fromEntries(
        ['string.base', 'string.empty', 'string.pattern.base', 'any.custom'].map((code) => [
          code,
          '{{#label}} must be a day such as `2026-01-31`',
        ]),
      ),
    )
    .meta({ jsonSchema: { format: 'date' } })
    .example('2026-01-31');

/** The time of creation. */
export const createdAt = (): Joi.StringSchema<string> => timestamp().description('When it was created.');
export const updatedAt = (): Joi.StringSchema<string> => timestamp().description('When it was last saved.');

export const orNull = <Value>(schema: Joi.AnySchema<Value>): Joi.AnySchema<Value | null> => schema.allow(null);

/** The largest number of items of a list whose faults are listed. Each fault takes joi 20 to 150 µs. */
const MAX_ITEMS_LISTED = 10;
/** The largest number of objects in all lists of a value, such as lines and allowances of an invoice. */
const MAX_OBJECTS = 20_000;

/** The context of a validation: the number of objects in lists so far, and the largest one. */
interface Counted {
  objects: number;
  readonly most: number;
}

/** Thrown by `validate` for a value with more objects in its lists than the caller wants to check now. */
export class ManyObjects extends Error {
  override readonly name = 'ManyObjects';
}

/**
 * Lists whose length is checked before their items. While all faults of a value are listed, only the first items are validated, because a
 * request may have hundreds of thousands of faults. Whether a value is valid is known before.
 */
const lists = Joi.extend({
  type: 'array',
  base: Joi.array(),
  messages: { 'list.objects': '{{#label}} and the lists before it have more than {{#most}} items together' },
  validate(value: unknown[], { schema, error, prefs }) {
    const limit = schema.$_getRule('max')?.args?.['limit'] as unknown;
    if (typeof limit === 'number' && value.length > limit) return { value, errors: error('array.max', { limit }) };
    const counted = prefs.context as Counted | undefined;
    const [item] = schema.$_terms['items'] as Joi.AnySchema[];
    if (counted !== undefined && item?.type === 'object') {
      counted.objects += value.length;
      if (counted.objects > counted.most) throw new ManyObjects();
      if (counted.objects > MAX_OBJECTS) return { value, errors: error('list.objects', { most: MAX_OBJECTS }) };
    }
    return { value: prefs.abortEarly ? value : value.slice(0, MAX_ITEMS_LISTED) };
  },
}) as { array(): Joi.ArraySchema };

export const listOf = <Item>(item: Joi.AnySchema<Item>): Joi.ArraySchema<Item[]> => lists.array().items(item);

/** The largest request body in bytes. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** The deepest nesting of JSON. Deeper values can be parsed, but serialising them overflows the stack. */
export const MAX_JSON_DEPTH = 100;

/** An object of any JSON content, nested at most `MAX_JSON_DEPTH` deep. */
export const jsonObject = (): Joi.ObjectSchema<JsonObject> =>
  Joi.object()
    .unknown(true)
    .custom(boundedDepth)
    .message(`{{#label}} must be nested at most ${MAX_JSON_DEPTH} levels deep`);

/** A JSON object or list of any content, nested at most `MAX_JSON_DEPTH` deep. */
export const jsonObjectOrList = (): Joi.AnySchema<JsonObject | Json[]> =>
  Joi.alternatives<JsonObject | Json[]>(jsonObject(), Joi.array().custom(boundedDepth)).messages({
    'alternatives.types': '{{#label}} must be a JSON object or list',
    'alternatives.match': `{{#label}} must be a JSON object or list, nested at most ${MAX_JSON_DEPTH} levels deep`,
  });

/**
 * An object with any names and values of one type. Members are counted first, because a joi pattern would validate and report each of
 * a million.
 *
 * @param faultOf returns the fault of a member, to follow its name; undefined if its value is a `Value`.
 * @param documented JSON Schema of values and names for the documentation.
 */
export const mapOf = <Value>(
  maxMembers: number,
  faultOf: (value: unknown, name: string) => string | undefined,
  documented: { additionalProperties?: object; propertyNames?: object } = {},
): Joi.ObjectSchema<Record<string, Value>> =>
  Joi.object<Record<string, Value>>()
    .unknown(true)
    .custom((members: Record<string, unknown>, helpers) => {
      const entries = Object.entries(members);
      if (entries.length > maxMembers) return helpers.error('map.max'); // a map in a list: others are counted before
      for (const [name, value] of entries) {
        const fault = faultOf(value, name);
        if (fault) return helpers.error('map.value', { member: name.slice(0, MAX_NAME_SHOWN), fault });
      }
      return members;
    })
    .meta({ jsonSchema: { maxProperties: maxMembers, ...documented } })
    .messages({
      'map.max': `{{#label}} must have at most ${maxMembers} members`,
      'map.value': '{{#label}}: `{{#member}}` {{#fault}}',
    });

/** Any JSON value. */
export const anyJson = (): Joi.AnySchema<Json> => Joi.any();

/** Throws for a value that is nested deeper than `MAX_JSON_DEPTH`; for `custom`. */
export function boundedDepth<Value extends object>(value: Value): Value {
  if (isDeeperThan(MAX_JSON_DEPTH, value)) throw new Error('too deep');
  return value;
}

/** Returns whether a value is nested deeper than this. Not recursive, because a body may be nested deeper than the stack. */
export function isDeeperThan(most: number, value: object): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= most) return true;
    const next: unknown[] = [];
    for (const node of level) {
      for (const child of Object.values(node as object))
        if (typeof child === 'object' && child !== null) next.push(child);
    }
    level = next;
  }
  return false;
}

/** An object with more members is refused before it is validated. No shape has more fields. */
const MAX_FIELDS = 200;

const STRICT: Joi.ValidationOptions = {
  convert: false,
  errors: { wrap: { label: '`', array: false } },
};

/**
 * Checks a value that a caller sent.
 *
 * @param source the origin of the value, named in messages when the whole value is invalid.
 * @param options `convert`: read numbers and booleans out of text, for query strings. `mostObjects`: the largest number of objects in all
 *   lists, each of which takes a tenth of a millisecond.
 * @returns the value, typed.
 * @throws ServiceError `invalid_parameter` whose message names every wrong field and what is allowed; ManyObjects.
 */
export function validate<Value>(
  schema: Joi.AnySchema<Value>,
  value: unknown,
  source: string,
  { mostObjects: most = Number.POSITIVE_INFINITY, ...options }: { convert?: boolean; mostObjects?: number } = {},
): Value {
  if (isObject(value) && Object.keys(value).length > MAX_FIELDS)
    throw new ServiceError('invalid_parameter', tooManyFields(source));
  const preferences = () => ({ ...STRICT, ...options, context: { objects: 0, most } satisfies Counted });
  const uncopied = isObject(value) ? copyFault(schema, value, '') : undefined;
  if (uncopied !== undefined) throw new ServiceError('invalid_parameter', uncopied);
  const part = isObject(value) ? partFor(schema, value)?.validate(value, preferences()) : undefined;
  if (part !== undefined && part.error === undefined) return part.value as Value;
  // Only the whole schema can name what is known.
  const whole = labelled(schema, source);
  const { error, value: checked } = whole.validate(value, preferences());
  if (error === undefined) return checked as Value;
  const all = whole.validate(value, { ...preferences(), abortEarly: false }).error?.details ?? [];
  const [first] = error.details;
  const isListed = all.some(({ message, type }) => message === first?.message && type === first.type);
  throw new ServiceError('invalid_parameter', faultText(schema, isListed ? all : [...error.details, ...all]), {
    cause: error,
  });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Returns the fault of an object that Joi must not copy: with more members than allowed, of which it would report each of a hundred thousand
 * unknown names, or with `__proto__`, which would become the prototype of the copy.
 *
 * @param schema undefined for an unknown field.
 */
function copyFault(schema: Joi.AnySchema | undefined, value: object, path: string): string | undefined {
  if (schema === undefined) return undefined;
  const { items, matches, keys, metas, patterns } = schema.$_terms as Terms;
  const inMatch = firstDefined(matches ?? [], ({ schema: match }) => copyFault(match, value, path));
  if (inMatch !== undefined) return inMatch;
  const most = firstDefined(metas ?? [], ({ jsonSchema }) => jsonSchema?.maxProperties);
  if (most !== undefined && Object.keys(value).length > most) return tooManyMembers(path, most);
  const member = patterns?.[0]?.rule;
  if (!(keys || items || (most !== undefined && member))) return undefined;
  if (Object.hasOwn(value, '__proto__')) return `\`${path === '' ? '' : `${path}.`}__proto__\` is not known.`;
  if (keys && Object.keys(value).length > MAX_FIELDS && schema.$_getFlag('unknown') !== true)
    return tooManyFields(path);
  const children: Iterable<[string | number, unknown]> = Array.isArray(value)
    ? value.slice(0, MAX_ITEMS_LISTED).entries()
    : Object.entries(value);
  return firstDefined(children, ([name, child]) => {
    if (!isObject(child)) return undefined;
    const of = typeof name === 'number' ? items?.[0] : (keys?.find(({ key }) => key === name)?.schema ?? member);
    return copyFault(of, child, typeof name === 'number' ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`);
  });
}

function firstDefined<Item, Result>(
  items: Iterable<Item>,
  find: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The parts of a joi schema that contain schemas. */
interface Terms {
  items?: Joi.AnySchema[];
  matches?: { schema?: Joi.AnySchema }[];
  keys?: { key: string; schema: Joi.AnySchema }[] | null;
  /** The members of a map, which states the largest number of them. */
  patterns?: { rule?: Joi.AnySchema }[] | null;
  metas?: { jsonSchema?: { maxProperties?: number } }[] | null;
}

const tooManyFields = (path: string): string =>
  `\`${path}\` has more than ${MAX_FIELDS} fields, far more than there are.`;
const tooManyMembers = (path: string, most: number): string => `\`${path}\` must have at most ${most} members.`;

/** Cached, because deriving a schema takes longer than validating a value. */
const labelledSchemas = new WeakMap<Joi.AnySchema, Map<string, Joi.AnySchema>>();

function labelled(schema: Joi.AnySchema, source: string): Joi.AnySchema {
  const bySource = labelledSchemas.get(schema) ?? new Map<string, Joi.AnySchema>();
  labelledSchemas.set(schema, bySource);
  const known = bySource.get(source) ?? schema.label(source).required();
  bySource.set(source, known);
  return known;
}

interface Parts {
  /** All fields, and those that a value without them needs too: they are required or have a default. */
  fields: ReadonlyMap<string, Joi.AnySchema>;
  needed: readonly string[];
  /** Schemas by the names of the fields of a value. Cached, because deriving a schema takes longer than validating a value. */
  byNames: Map<string, Joi.AnySchema>;
}

const MAX_PARTS = 100;
const partsOfSchemas = new WeakMap<Joi.AnySchema, Parts | undefined>();

/**
 * Returns the schema without the optional fields that a value does not have, because joi takes as long for each of them
 * as for a short text. It accepts the same values. Undefined for a schema that has no fields.
 */
function partFor(schema: Joi.AnySchema, value: object): Joi.AnySchema | undefined {
  if (!partsOfSchemas.has(schema)) partsOfSchemas.set(schema, partsOf(schema));
  const parts = partsOfSchemas.get(schema);
  if (parts === undefined) return undefined;
  const { fields, needed, byNames } = parts;
  const given = Object.keys(value).filter((name) => fields.has(name));
  const names = given.join();
  let part = byNames.get(names);
  if (part === undefined) {
    const kept = [...new Set([...needed, ...given])].map((name) => [name, fields.get(name)]);
    part = (schema as Joi.ObjectSchema).keys({}).keys(Object.fromEntries(kept));
    if (byNames.size === MAX_PARTS) byNames.clear(); // callers choose the names
    byNames.set(names, part);
  }
  return part;
}

function partsOf(schema: Joi.AnySchema): Parts | undefined {
  const children = schema.$_terms['keys'] as { key: string; schema: Joi.AnySchema }[] | null | undefined;
  if (!children) return undefined;
  const isNeeded = (child: Joi.AnySchema): boolean =>
    ['presence', 'default'].some((flag) => child.$_getFlag(flag) !== undefined);
  return {
    fields: new Map(children.map(({ key, schema: child }) => [key, child])),
    needed: children.filter(({ schema: child }) => isNeeded(child)).map(({ key }) => key),
    byNames: new Map(),
  };
}

type WithoutAbsent<Type> = { [Key in keyof Type as undefined extends Type[Key] ? never : Key]: Type[Key] } & {
  [Key in keyof Type as undefined extends Type[Key] ? Key : never]?: Exclude<Type[Key], undefined>;
};

/** Returns the object without the properties that are undefined. */
export function withoutAbsent<Type extends object>(object: Type): WithoutAbsent<Type> {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as unknown as WithoutAbsent<Type>;
}
