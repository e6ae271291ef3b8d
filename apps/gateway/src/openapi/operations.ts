/** Converts the OpenAPI document for readers: operations with fields in rows, errors and examples. */
import { type Call, callsOf, literal } from './calls.js';
import type { OpenApiDocument, OpenApiOperation } from './document.js';
import type { JsonSchema } from './schemas.js';

const TAGS = [
  ['tools', 'Tools'],
  ['jobs', 'Jobs'],
  ['account', 'Your account'],
  ['operator', 'Operator'],
  ['operations', 'Operations'],
] as const;

export interface Field {
  /** The name with its path: `margin.top`, `warnings[].code`, `by_day.*.actions`. */
  name: string;
  type: string;
  required: boolean;
  description: string;
}

/** A list of fields. Long lists are described only with the first operation that has them. */
export interface Fields {
  fields: Field[];
  /** Another operation with exactly these fields. `fields` is empty then. */
  sameAs?: Pick<Operation, 'id' | 'title' | 'method' | 'path'>;
}

export interface Operation {
  id: string;
  tag: string;
  title: string;
  method: string;
  path: string;
  /** A one-line summary. */
  summary: string;
  description: string;
  access: string;
  /** The parameters in the path, the query and the headers. */
  parameters: Field[];
  body: Fields;
  /** The fields of `data`. */
  answer: Fields;
  /** The names of the headers of a successful answer. */
  headers: string[];
  errors: { status: string; code: string }[];
  /** Example calls by language. */
  calls: Call[];
  /** The example of a successful JSON answer. */
  sample: string | undefined;
}

export interface OperationGroup {
  id: string;
  title: string;
  description: string;
  operations: Operation[];
}

export function operationGroups(document: OpenApiDocument): OperationGroup[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(path, method, operation, document)),
  );
  const described = new Map<string, Operation>();
  const once = (fields: Field[], one: Operation): Fields => {
    if (fields.length < MANY_FIELDS) return { fields };
    const key = JSON.stringify(fields);
    const first = described.get(key) ?? one;
    described.set(key, first);
    const { title, method, path } = first;
    return first === one ? { fields } : { fields: [], sameAs: { id: first.id, title, method, path } };
  };
  return TAGS.map(([id, title]) => ({
    id,
    title,
    description: document.tags.find(({ name }) => name === id)?.description ?? '',
    operations: operations
      .filter((one) => one.tag === id)
      .map((one) => ({ ...one, body: once(one.body.fields, one), answer: once(one.answer.fields, one) })),
  }));
}

/** Shorter lists are repeated, because they are read faster than a reference. */
const MANY_FIELDS = 8;

function describe(path: string, method: string, operation: OpenApiOperation, document: OpenApiDocument): Operation {
  const shapes = new Shapes(document);
  const { 200: ok, 201: created, 202: accepted } = operation.responses;
  const success = ok ?? created ?? accepted ?? {};
  const json = success.content?.['application/json'];
  const [access] = Object.keys(operation.security[0] ?? {});
  return {
    id: operation.operationId,
    tag: operation.tags[0],
    title: titleOf(operation.operationId),
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description,
    access: access === 'adminToken' ? 'admin token' : access === 'apiToken' ? 'API token' : 'open',
    parameters: (operation.parameters ?? []).map(({ name, required, schema, description = '' }) => ({
      ...{ name, required, description },
      type: shapes.typeOf(schema, required),
    })),
    body: { fields: shapes.fieldsOf(operation.requestBody?.content?.['application/json']?.schema) },
    answer: { fields: shapes.fieldsOf(shapes.resolved(json?.schema ?? {}).properties?.['data']) },
    headers: Object.keys((success['headers'] as object | undefined) ?? {}),
    errors: Object.entries(operation.responses).flatMap(([status, { $ref = '' }]) =>
      codesOf(document.components.responses[$ref.split('/').at(-1) ?? '']).map((code) => ({ status, code })),
    ),
    calls: callsOf(path, method, operation, document),
    sample: json && literal(json.example, 'json'),
  };
}

/** Converts an id such as `htmlToPdf` to a heading. */
const titleOf = (id: string): string =>
  id
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(?:html|http|json|pdf)\b/g, (word) => word.toUpperCase())
    .replace(/^./, (letter) => letter.toUpperCase());

function codesOf(response: JsonSchema = {}): string[] {
  const headers = response['headers'] as Record<string, { schema?: JsonSchema }> | undefined;
  return (headers?.['X-Error-Code']?.schema?.enum ?? []) as string[];
}

class Shapes {
  constructor(private readonly document: OpenApiDocument) {}

  readonly resolved = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined ? schema : (this.document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

  /** Returns the fields of an object, each followed by its nested fields. */
  fieldsOf(schema: JsonSchema = {}, prefix = ''): Field[] {
    const { properties = {}, required = [] } = this.resolved(schema);
    return Object.entries(properties).flatMap(([key, property]) => {
      const isRequired = required.includes(key);
      const name = prefix + key;
      const { description = this.resolved(property).description ?? '' } = property;
      const inside = this.isDescribed(property) ? [] : this.alternatives(property);
      return [
        { name, type: this.typeOf(property, isRequired), required: isRequired, description },
        ...inside.flatMap(({ items, additionalProperties: members, ...object }) => [
          ...this.fieldsOf(object, `${name}.`),
          ...this.fieldsOf(items, `${name}[].`),
          ...(typeof members === 'object'
            ? this.alternatives(members).flatMap((one) => this.fieldsOf(one, `${name}.*.`))
            : []),
        ]),
      ];
    });
  }

  /** Returns whether an operation describes all fields of a named schema: as its body, such as those of a template's options. */
  private isDescribed(schema: JsonSchema): boolean {
    if (schema.$ref === undefined) return false;
    const names = Object.keys(this.resolved(schema).properties ?? {});
    const operations = Object.values(this.document.paths).flatMap((methods) => Object.values(methods));
    return operations.some(({ requestBody }) => {
      const { properties = {} } = this.resolved(requestBody?.content?.['application/json']?.schema ?? {});
      return names.every((name) => name in properties);
    });
  }

  /** Returns the type in JSON terms. Omits that an optional field may also be an empty text. */
  typeOf(schema: JsonSchema, required: boolean): string {
    const alternatives = this.alternatives(schema);
    // Answers may get new enum values, so their schema also allows any string.
    const isListed = alternatives.some((one) => one.enum !== undefined);
    const shown = alternatives
      .filter((one) => required || one['const'] !== '')
      .filter((one) => !isListed || one.type !== 'string' || Object.keys(one).length > 1);
    return [...new Set(shown.flatMap((one) => this.wordsFor(one)))].join(' or ');
  }

  private alternatives(schema: JsonSchema): JsonSchema[] {
    const { anyOf, ...one } = this.resolved(schema);
    return anyOf?.map(this.resolved) ?? [one];
  }

  private wordsFor(schema: JsonSchema): string[] {
    if (schema.enum !== undefined) return [schema.enum.map((value) => JSON.stringify(value)).join(', ')];
    return [schema.type ?? 'any'].flat().map((type) => {
      if (type !== 'array') return type === 'null' ? type : type + rangeOf(schema);
      const item = this.typeOf(schema.items ?? {}, true);
      return item === 'any' ? type : `array of ${item}`;
    });
  }
}

function rangeOf({ minimum, maximum: limit }: JsonSchema): string {
  const maximum = limit === Number.MAX_SAFE_INTEGER ? undefined : limit;
  if (typeof minimum !== 'number') return typeof maximum === 'number' ? `, at most ${maximum}` : '';
  if (typeof maximum === 'number') return `, ${minimum} to ${maximum}`;
  return minimum > 0 ? `, ${minimum} or more` : '';
}
