/** JSON Schema (2020-12, as OpenAPI 3.1 takes it) of joi schemas, so that generators of clients make usable types of it. */
import * as contract from '@toolpress/contract';
import type Joi from 'joi';

/** Of JSON Schema, what is read here; the rest goes through as it is. */
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

/** The schemas of a document that have names of their own. */
export class SchemaComponents {
  readonly schemas: Record<string, JsonSchema> = {};
  /** What the contract has names for, as it is answered. */
  private readonly shapes = new Map(
    Object.values(contract).flatMap((one) => (isShape(one) ? [[JSON.stringify(jsonSchema(one, 'output')), one]] : [])),
  );

  /**
   * @param name unless the contract has one for it.
   * @returns a reference to the schema.
   */
  reference(schema: Joi.AnySchema, direction: Direction, name: string): JsonSchema {
    const [known = name] = Object.entries(contract).find(([, exported]) => exported === schema) ?? [];
    this.schemas[known] ??=
      direction === 'output'
        ? this.withNames(jsonSchema(schema, direction))
        : this.withTitles(this.withTool(jsonSchema(schema, direction)));
    return { $ref: `${REFERENCE}${known}` };
  }

  /** The request of a tool in another one by its name: it is long. */
  private withTool({ properties, ...rest }: JsonSchema): JsonSchema {
    const named = (one: JsonSchema): JsonSchema => {
      if (one['$comment'] !== contract.AS_OF_TOOL) return one;
      const { description, examples } = one;
      return {
        ...this.reference(contract.PdfRequest, 'input', ''),
        ...(description && { description }),
        ...(examples && { examples }),
      };
    };
    return { ...rest, ...(properties && { properties: mapValues(properties, named) }) };
  }

  /** What has a title is a schema of its own, by that name. */
  private withTitles(schema: JsonSchema): JsonSchema {
    const { title, properties, items, anyOf, ...rest } = schema;
    if (typeof title === 'string') {
      this.schemas[title] ??= schema;
      return { $ref: `${REFERENCE}${title}` };
    }
    const each = (one: JsonSchema): JsonSchema => this.withTitles(one);
    return {
      ...rest,
      ...(properties && { properties: mapValues(properties, each) }),
      ...(items && { items: each(items) }),
      ...(anyOf && { anyOf: anyOf.map(each) }),
    };
  }

  /** Items of lists and members of maps by the names that the contract has for their shapes. */
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

  /** @returns what a reference stands for. */
  resolved(schema: JsonSchema): JsonSchema {
    return schema.$ref === undefined ? schema : (this.schemas[schema.$ref.slice(REFERENCE.length)] ?? {});
  }
}

const isShape = (one: unknown): one is Joi.ObjectSchema =>
  typeof one === 'object' && one !== null && 'type' in one && one.type === 'object' && '~standard' in one;

/** What is sent is closed, what is answered is open: fields may be added to answers. */
export function jsonSchema(schema: Joi.AnySchema, direction: Direction): JsonSchema {
  const converted = schema['~standard'].jsonSchema[direction]({ target: 'draft-2020-12' }) as JsonSchema;
  const { $schema: _dialect, ...plain } = converted;
  return forGenerators(withMore(plain, schema.describe(), direction), direction);
}

const mapValues = <From, To>(object: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

/** Of a joi description, what is read here. */
interface Described extends Joi.Description {
  keys?: Record<string, Described>;
  /** Of a list. */
  items?: Described[];
  /** Of alternatives. */
  matches?: { schema?: Described }[];
  /** Of a map. */
  patterns?: { rule?: Described }[];
}

/** Adds what joi leaves out: examples, members of maps, an empty text for what may be empty instead of absent. */
function withMore(schema: JsonSchema, description: Described, direction: Direction): JsonSchema {
  const [example] = (description['examples'] as unknown[] | undefined) ?? [];
  const metas = (description['metas'] as { jsonSchema?: JsonSchema }[] | undefined) ?? [];
  const { properties, items, anyOf, patternProperties } = schema;
  const { keys, items: members = [], matches = [], patterns = [] } = description;
  const more = (part: JsonSchema, described: Described | undefined): JsonSchema =>
    described === undefined ? part : withMore(part, described, direction);
  const described = Object.entries(properties ?? {}).map(([name, property]) => [name, more(property, keys?.[name])]);
  const complete = {
    ...schema,
    ...Object.assign({}, ...metas.map(({ jsonSchema }) => jsonSchema)),
    ...(example === undefined ? {} : { examples: [example] }),
    ...(properties && { properties: Object.fromEntries(described) }),
    ...(items && { items: more(items, members[0]) }),
    ...(patternProperties && {
      patternProperties: mapValues(patternProperties, (one) => more(one, patterns[0]?.rule)),
    }),
    ...(anyOf && { anyOf: anyOf.map((one, index) => more(one, matches[index]?.schema)) }),
  };
  const { empty } = (description.flags ?? {}) as { empty?: { allow?: unknown[] } | null };
  return direction === 'input' && empty?.allow?.includes('') ? orEmpty(complete) : complete;
}

/** An empty text means that there is none. That null is taken for a field that is not given, too, says nothing: leave it out. */
function orEmpty({ description, examples, ...schema }: JsonSchema): JsonSchema {
  const about = { ...(description !== undefined && { description }), ...(examples !== undefined && { examples }) };
  const { minLength: _length, ...emptyToo } = schema;
  if (schema.type === 'string' && schema.enum === undefined) return { ...about, ...emptyToo };
  return { ...about, anyOf: [...(schema.anyOf ?? [schema]), { type: 'string', const: '' }] };
}

const isAnyObject = ({ type, properties, additionalProperties = true }: JsonSchema): boolean =>
  type === 'object' && properties === undefined && additionalProperties === true;

/** Words may be added to answers as well: a client of today has to read them. */
const orAnother = ({ description, ...known }: JsonSchema): JsonSchema => ({
  ...(description !== undefined && { description }),
  anyOf: [known, { type: 'string' }],
});

/** Engines of other languages have no classes of Unicode and no look-around: the description says what is allowed. */
const PORTABLE = /^(?:(?!\\p\{|\(\?[=!<]).)*$/s;

function forGenerators(schema: JsonSchema, direction: Direction): JsonSchema {
  const { pattern, properties, items, anyOf, patternProperties, ...rest } = schema;
  // joi's form of a map; generators know the other one.
  const { '.*': additionalProperties = schema.additionalProperties } = patternProperties ?? {};
  const others = (given: JsonSchema['additionalProperties'] = true): boolean | JsonSchema =>
    typeof given === 'object' ? each(given) : given || direction === 'output';
  const each = (one: JsonSchema): JsonSchema => forGenerators(one, direction);
  const [isObject, isList, isText, isInteger] = ['object', 'array', 'string', 'integer'].map((type) =>
    [schema.type].flat().includes(type),
  );
  if (isText && schema.enum !== undefined && direction === 'output') return orAnother(schema);
  // Java's make an enumeration of one truth value that does not compile: the description says which it is.
  if (schema.type === 'boolean') {
    const { enum: _values, ...plain } = schema;
    return plain;
  }
  // Many have no type for any object beside something else: it is any value then.
  if (direction === 'input' && anyOf?.some(isAnyObject)) return rest;
  return {
    ...rest,
    ...(pattern !== undefined && PORTABLE.test(pattern) && { pattern }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, each(one)])),
    }),
    ...(isObject && { additionalProperties: others(additionalProperties) }),
    ...(isInteger && direction === 'input' && { maximum: schema['maximum'] ?? Number.MAX_SAFE_INTEGER }),
    ...(isList && { items: items === undefined ? {} : each(items) }),
    ...(anyOf && { anyOf: anyOf.map(each) }),
  };
}
