/** Converts joi schemas to JSON Schema 2020-12 for OpenAPI 3.1, with types that client generators can use. */
import * as contract from '@toolpress/contract';
import type Joi from 'joi';

/** The part of JSON Schema that this module reads. Other keywords are passed through. */
export interface JsonSchema {
  $ref?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  type?: string | string[];
  enum?: unknown[];
  examples?: unknown[];
  description?: string;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  pattern?: string;
  patternProperties?: Record<string, JsonSchema>;
  [key: string]: unknown;
}

type Direction = 'input' | 'output';

const REFERENCE = '#/components/schemas/';

/** The named schemas of a document. */
export class SchemaComponents {
  readonly schemas: Record<string, JsonSchema> = {};
  /** The named shapes of the contract, by their JSON Schema in answers. */
  private readonly shapes = new Map(
    Object.values(contract).flatMap((one) => (isShape(one) ? [[JSON.stringify(jsonSchema(one, 'output')), one]] : [])),
  );

  /**
   * @param name used unless the contract exports the schema under a name.
   * @returns a reference to the schema.
   */
  reference(schema: Joi.AnySchema, direction: Direction, name: string): JsonSchema {
    const [known = name] = Object.entries(contract).find(([, exported]) => exported === schema) ?? [];
    if (this.schemas[known] === undefined) {
      const { title: _own, ...shape } = jsonSchema(schema, direction);
      this.schemas[known] = direction === 'output' ? this.withNames(shape) : this.withTitles(shape);
    }
    return { $ref: `${REFERENCE}${known}` };
  }

  /** Replaces schemas with a title by references to schemas of that name, which may have such schemas in them. */
  private withTitles(schema: JsonSchema): JsonSchema {
    const { title, ...untitled } = schema;
    if (typeof title === 'string') {
      const { description, examples, ...shape } = untitled;
      this.schemas[title] ??= this.withTitles(shape);
      return { $ref: `${REFERENCE}${title}`, ...(description && { description }), ...(examples && { examples }) };
    }
    return withEach(untitled, (one) => this.withTitles(one));
  }

  /** Replaces items of lists and members of maps by references to the contract's named shapes. */
  private withNames({ properties, items, additionalProperties: members, ...rest }: JsonSchema): JsonSchema {
    const named = (one: JsonSchema): JsonSchema => {
      const shape = this.shapes.get(JSON.stringify(one));
      return shape === undefined ? one : this.reference(shape, 'output', '');
    };
    return {
      ...rest,
      ...(properties && { properties: mapValues(properties, (one) => this.withNames(one)) }),
      ...(items && { items: named(items) }),
      ...(members !== undefined && { additionalProperties: typeof members === 'object' ? named(members) : members }),
    };
  }

  /** Returns the target of a reference. */
  resolved(schema: JsonSchema): JsonSchema {
    return schema.$ref === undefined ? schema : (this.schemas[schema.$ref.slice(REFERENCE.length)] ?? {});
  }
}

const isShape = (one: unknown): one is Joi.ObjectSchema =>
  typeof one === 'object' && one !== null && 'type' in one && one.type === 'object' && '~standard' in one;

/** Requests are closed; answers are open, because fields may be added to them. */
export function jsonSchema(schema: Joi.AnySchema, direction: Direction): JsonSchema {
  const converted = schema['~standard'].jsonSchema[direction]({ target: 'draft-2020-12' }) as JsonSchema;
  const { $schema: _dialect, ...plain } = converted;
  return forGenerators(withMore(plain, schema, direction), direction);
}

export const mapValues = <From, To>(object: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

/** Returns a schema with each schema directly in it changed. */
export function withEach(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items, anyOf, additionalProperties: members, ...rest } = schema;
  return {
    ...rest,
    ...(properties && { properties: mapValues(properties, change) }),
    ...(items && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(members !== undefined && { additionalProperties: typeof members === 'object' ? change(members) : members }),
  };
}

/** The parts of a joi schema. `describe()` has them, too, but takes half of the gateway's start time: it checks each part many times. */
interface Dependencies {
  examples?: unknown[] | null;
  metas?: { jsonSchema?: JsonSchema }[];
  keys?: { key: string; schema: Joi.AnySchema }[] | null;
  /** The items of a list. */
  items?: Joi.AnySchema[];
  /** The alternatives. */
  matches?: { schema?: Joi.AnySchema }[];
  /** The members of a map. */
  patterns?: { rule?: Joi.AnySchema }[] | null;
}

/** Adds what joi omits: examples, members of maps, and an empty text if it means an absent value. */
function withMore(schema: JsonSchema, from: Joi.AnySchema, direction: Direction): JsonSchema {
  const { examples, metas = [], keys, items: members = [], matches = [], patterns }: Dependencies = from.$_terms;
  const [example] = examples ?? [];
  const { properties, items, anyOf, patternProperties } = schema;
  const more = (part: JsonSchema, its: Joi.AnySchema | undefined): JsonSchema =>
    its === undefined ? part : withMore(part, its, direction);
  const fields = new Map((keys ?? []).map((field) => [field.key, field.schema]));
  const described = Object.entries(properties ?? {}).map(([name, property]) => [
    name,
    more(property, fields.get(name)),
  ]);
  const complete = {
    ...schema,
    ...Object.assign({}, ...metas.map(({ jsonSchema }) => jsonSchema)),
    ...(example === undefined ? {} : { examples: [example] }),
    ...(properties && { properties: Object.fromEntries(described) }),
    ...(items && { items: more(items, members[0]) }),
    ...(patternProperties && {
      patternProperties: mapValues(patternProperties, (one) => more(one, patterns?.[0]?.rule)),
    }),
    ...(anyOf && { anyOf: anyOf.map((one, index) => more(one, matches[index]?.schema)) }),
  };
  const empty: Joi.AnySchema | undefined = from.$_getFlag('empty');
  const takesEmpty = empty !== undefined && empty.validate('').error === undefined;
  return direction === 'input' && takesEmpty ? orEmpty(complete) : complete;
}

/** Allows an empty text for an absent value. Null has the same meaning in requests, but is omitted here. */
function orEmpty({ description, examples, ...schema }: JsonSchema): JsonSchema {
  const about = { ...(description !== undefined && { description }), ...(examples !== undefined && { examples }) };
  const { minLength: _length, ...emptyToo } = schema;
  if (schema.type === 'string' && schema.enum === undefined) return { ...about, ...emptyToo };
  return { ...about, anyOf: [...(schema.anyOf ?? [schema]), { type: 'string', const: '' }] };
}

const isAnyObject = ({ type, properties, additionalProperties = true }: JsonSchema): boolean =>
  type === 'object' && properties === undefined && additionalProperties === true;

/** Allows any other text, because enums of answers may get new values. */
const orAnother = ({ description, ...known }: JsonSchema): JsonSchema => ({
  ...(description !== undefined && { description }),
  anyOf: [known, { type: 'string' }],
});

/** Matches patterns that other languages support: no Unicode classes and no look-around. The description states omitted rules. */
const PORTABLE = /^(?:(?!\\p\{|\(\?[=!<]).)*$/s;

/** PHP generators create invalid code for the length of a time. The format says more. */
const timeOf = ({ minLength: _length, ...time }: JsonSchema): JsonSchema => time;

function forGenerators(schema: JsonSchema, direction: Direction): JsonSchema {
  if (schema['format'] === 'date-time') return timeOf(schema);
  const { pattern, properties, items, anyOf, patternProperties, ...rest } = schema;
  // joi and generators use different forms for maps.
  const { '.*': additionalProperties = schema.additionalProperties } = patternProperties ?? {};
  const others = (given: JsonSchema['additionalProperties'] = true): boolean | JsonSchema =>
    typeof given === 'object' ? each(given) : given || direction === 'output';
  const each = (one: JsonSchema): JsonSchema => forGenerators(one, direction);
  const [isObject, isList, isText, isInteger] = ['object', 'array', 'string', 'integer'].map((type) =>
    [schema.type].flat().includes(type),
  );
  if (isText && schema.enum !== undefined && direction === 'output') return orAnother(schema);
  // Java generators create invalid code for an enum of one boolean. The description states the value.
  if (schema.type === 'boolean') {
    const { enum: _values, ...plain } = schema;
    return plain;
  }
  // Many generators cannot express a union with an arbitrary object, so it becomes any value.
  if (direction === 'input' && anyOf?.some(isAnyObject)) return rest;
  return {
    ...rest,
    ...(pattern !== undefined && PORTABLE.test(pattern) && { pattern }),
    ...(properties && { properties: mapValues(properties, each) }),
    ...(isObject && { additionalProperties: others(additionalProperties) }),
    ...(isInteger && direction === 'input' && { maximum: schema['maximum'] ?? Number.MAX_SAFE_INTEGER }),
    ...(isList && { items: items === undefined ? {} : each(items) }),
    ...(anyOf && { anyOf: anyOf.map(each) }),
  };
}
