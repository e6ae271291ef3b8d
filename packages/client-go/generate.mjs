/** Makes `operations.go` of the OpenAPI document; part of `npm run docs`. */

import { callsIn, inPascalCase, schemasIn } from '../client/document.mjs';

/** @typedef {import('../client/document.mjs').Schema} Schema */

/**
 * @param {object} document
 * @returns {string} the types of what operations take and give, and a method for each operation, as gofmt writes them
 */
export function operationsOfGo(document) {
  const types = new Types();
  for (const [name, schema] of Object.entries(schemasIn(document))) types.define(name, schema);
  const operations = callsIn(document)
    .filter(({ isStream }) => !isStream)
    .map((one) => method(one, types));
  return `// Code generated from the OpenAPI document by npm run docs. DO NOT EDIT.

package toolpress

import (
	"context"
	"net/url"
)

${[...types.lines, ...operations].join('\n\n')}
`;
}

const SCALARS = { string: 'string', integer: 'int64', number: 'float64', boolean: 'bool' };

/** The types that are written so far. Objects inside others have a name of both. */
class Types {
  /** @type {string[]} */ lines = [];
  /** The names of objects inside others. */
  /** @type {Set<string>} */ nested = new Set();

  /** @param {string} name @param {Schema} schema */
  define(name, schema) {
    const { properties } = schema;
    if (properties === undefined) {
      this.lines.push(`type ${name} = ${this.typeOf(schema, name)}`);
      return;
    }
    const fields = Object.entries(properties).map(([field, one]) => {
      const isRequired = schema.required?.includes(field) === true;
      const type = this.typeOf(one, name + inPascalCase(field));
      return [
        inPascalCase(field),
        isRequired ? type : optional(type, one),
        `\`json:"${field}${isRequired ? '' : ',omitempty'}"\``,
      ];
    });
    this.struct(name, fields);
  }

  /** @param {string} name @param {string[][]} fields name, type and tag, in columns as gofmt aligns them */
  struct(name, fields) {
    const widths = [0, 1].map((column) => Math.max(0, ...fields.map((field) => field[column]?.length ?? 0)));
    const rows = fields.map((field) =>
      `\t${field.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' ')}`.trimEnd(),
    );
    this.lines.push(rows.length === 0 ? `type ${name} struct{}` : `type ${name} struct {\n${rows.join('\n')}\n}`);
  }

  /** @param {Schema} schema @param {string} name of an object in it @returns {string} */
  typeOf(schema, name) {
    const { $ref, type, anyOf, items, properties, additionalProperties: others } = schema;
    if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
    if (anyOf !== undefined) {
      const types = new Set(anyOf.map((one, index) => this.typeOf(one, `${name}${index || ''}`)));
      const [only = 'any'] = types;
      return types.size === 1 ? only : 'any';
    }
    if (Array.isArray(type)) {
      const [one, ...more] = type.filter((each) => each !== 'null');
      return more.length > 0 || one === undefined ? 'any' : `*${this.typeOf({ ...schema, type: one }, name)}`;
    }
    if (type === 'array') return `[]${this.typeOf(items ?? {}, `${name}Item`)}`;
    if (properties !== undefined) {
      if (this.nested.has(name)) return this.typeOf(schema, `${name}Other`);
      this.nested.add(name);
      this.define(name, schema);
      return name;
    }
    if (type === 'object')
      return `map[string]${typeof others === 'object' ? this.typeOf(others, `${name}Value`) : 'any'}`;
    return /** @type {Record<string, string>} */ (SCALARS)[type ?? ''] ?? 'any';
  }
}

/** Texts and booleans are absent when empty or false, which is their default; numbers and objects are pointers. @param {string} type @param {Schema} schema */
const optional = (type, schema) =>
  /^(?:any|string|bool|\*.*|\[\].*|map.*)$/.test(type) || (schema.$ref !== undefined && schema.type === 'array')
    ? type
    : `*${type}`;

/** @param {import('../client/document.mjs').Call} call @param {Types} types */
function method(call, types) {
  const { id, summary, method: verb, path, keys, query, isKeyed, conditions, type, isJson, body, data } = call;
  const isRaw = type !== undefined && !isJson;
  const hasOptions = isKeyed || conditions.length > 0 || isRaw;
  const name = inPascalCase(id);
  const result = data === undefined ? '[]byte' : types.typeOf(data, name);
  if (query.length > 0)
    types.struct(
      `${name}Query`,
      query.map((one) => [inPascalCase(one.name), one.schema.type === 'integer' ? 'int64' : 'string']),
    );
  const given = [
    'ctx context.Context',
    ...keys.map((key) => `${key} string`),
    ...(type === undefined ? [] : [isRaw ? 'body []byte' : `body ${types.typeOf(body, `${name}Body`)}`]),
    ...(query.length > 0 ? [`query ${name}Query`] : []),
    ...(hasOptions ? ['options ...CallOption'] : []),
  ];
  const address = path
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? `url.PathEscape(${part.slice(1, -1)})` : `"${part}"`))
    .join(' + ');
  const sent = [
    `method: "${verb}", path: ${address}`,
    ...(query.length > 0
      ? [`query: queryOf(${query.map((one) => `"${one.name}", query.${inPascalCase(one.name)}`).join(', ')})`]
      : []),
    ...(type === undefined ? [] : [isRaw ? `raw: body, contentType: "${type}"` : 'body: body']),
    ...(isKeyed ? ['isKeyed: true'] : []),
  ];
  const run = data === undefined ? 'c.bytes' : `run[${result}]`;
  const one = `call{${sent.join(', ')}}${hasOptions ? '.with(options)' : ''}`;
  const args = data === undefined ? `ctx, ${one}` : `ctx, c, ${one}`;
  return `// ${name}: ${summary}.
func (c *Client) ${name}(${given.join(', ')}) (${result}, error) {
	return ${run}(${args})
}`;
}
