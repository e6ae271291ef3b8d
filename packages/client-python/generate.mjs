/** Makes `src/toolpress/_operations.py` of the OpenAPI document; part of `npm run docs`. */

/**
 * @typedef {{ $ref?: string, type?: string | string[], enum?: unknown[], const?: unknown, properties?: Record<string, Schema>, required?: string[], items?: Schema, anyOf?: Schema[], additionalProperties?: boolean | Schema }} Schema
 * @typedef {{ operationId: string, summary: string, parameters?: { name: string, in: string, schema: Schema }[], requestBody?: { content: Record<string, { schema: Schema }> }, responses: Record<string, { content?: Record<string, { schema: Schema }> }> }} Operation
 *
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { schemas: Record<string, Schema> } }} Document
 *
 * @param {object} document
 * @returns {string} the types of what operations take and give, and a method for each operation
 */
export function operationsOfPython(document) {
  const { paths, components } = /** @type {Document} */ (document);
  const types = new Types();
  for (const [name, schema] of Object.entries(components.schemas)) types.define(name, schema);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => responses['200']?.content?.['text/event-stream'] === undefined)
      .map(([method, operation]) => call(path, method, operation, types)),
  );
  return `# Generated from the OpenAPI document by \`npm run docs\`.
from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Literal, NotRequired, TypedDict, Union
from urllib.parse import quote

from ._exchange import Call


def _part(name: str) -> str:
    # Without such a part, or with its parent, the path is that of another operation.
    if name in ("", ".", ".."):
        raise ValueError(f"{name!r} is no id and no name.")
    return quote(name, safe="")


__all__ = [${types.names.map((name) => `\n    "${name}",`).join('')}\n]

${types.lines.join('\n\n')}


class Operations:
    """The operations of the service, each with the answer's data as its result."""

    def _run(self, call: Call) -> Any:
        raise NotImplementedError
${operations.map((one) => one(false)).join('')}

class AsyncOperations:
    """The operations of the service, each with the answer's data as the result to await."""

    def _run(self, call: Call) -> Awaitable[Any]:
        raise NotImplementedError
${operations.map((one) => one(true)).join('')}`;
}

/** The types that are written so far. Objects inside others have a name of both. */
class Types {
  /** @type {string[]} */ names = [];
  /** @type {string[]} */ lines = [];
  /** The names of objects inside others. */
  /** @type {Set<string>} */ nested = new Set();

  /** @param {string} name @param {Schema} schema */
  define(name, schema) {
    const { properties } = schema;
    if (properties === undefined) {
      const type = this.typeOf({ ...schema }, name);
      this.add(name, `${name} = ${type}`);
      return;
    }
    const fields = Object.entries(properties).map(([field, one]) => {
      const type = this.typeOf(one, name + inPascalCase(field));
      return `        ${JSON.stringify(field)}: ${schema.required?.includes(field) ? type : `NotRequired[${type}]`},`;
    });
    this.add(name, `${name} = TypedDict(\n    "${name}",\n    {\n${fields.join('\n')}\n    },\n)`);
  }

  /** @param {string} name @param {string} line */
  add(name, line) {
    this.names.push(name);
    this.lines.push(line);
  }

  /** @param {Schema} schema @param {string} name of an object in it @returns {string} */
  typeOf(schema, name) {
    const { $ref, type, anyOf, items, properties, additionalProperties: others } = schema;
    if ($ref !== undefined) return `"${$ref.split('/').at(-1)}"`;
    if (anyOf !== undefined) return union(anyOf.map((one, index) => this.typeOf(one, `${name}${index || ''}`)));
    if (Array.isArray(type)) return union(type.map((one) => this.typeOf({ ...schema, type: one }, name)));
    if (schema.enum !== undefined) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
    if (type === 'array') return `list[${this.typeOf(items ?? {}, `${name}Item`)}]`;
    if (properties !== undefined) {
      if (this.nested.has(name)) return this.typeOf(schema, `${name}Other`);
      this.nested.add(name);
      this.define(name, schema);
      return `"${name}"`;
    }
    if (type === 'object')
      return `dict[str, ${typeof others === 'object' ? this.typeOf(others, `${name}Value`) : 'Any'}]`;
    return { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[type ?? ''] ?? 'Any';
  }
}

/** @param {string[]} types */
function union(types) {
  const different = [...new Set(types)];
  if (different.includes('Any')) return 'Any';
  return different.length === 1 ? (different[0] ?? 'Any') : `Union[${different.join(', ')}]`;
}

/** @param {string} path @param {string} method @param {Operation} operation @param {Types} types */
function call(path, method, { operationId, summary, parameters = [], requestBody, responses }, types) {
  const [type] = Object.keys(requestBody?.content ?? {});
  const query = parameters.filter((one) => one.in === 'query');
  const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  const { content = {} } = responses['200'] ?? responses['201'] ?? responses['202'] ?? {};
  const data = content['application/json']?.schema.properties?.['data'];
  const result = data === undefined ? 'bytes' : types.typeOf(data, inPascalCase(operationId));
  const keys = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const body =
    type === undefined
      ? ''
      : type === JSON_TYPE
        ? types.typeOf(requestBody?.content[type]?.schema ?? {}, 'Body')
        : 'bytes | str';
  const given = [
    'self',
    ...keys.map((key) => `${key}: str`),
    ...(body === '' ? [] : [`body: ${body.replaceAll('"', '')}`]),
    ...(query.length > 0 || isKeyed ? ['*'] : []),
    ...query.map(
      ({ name, schema }) => `${parameter(name)}: ${types.typeOf(schema, 'Query').replaceAll('"', "'")} | None = None`,
    ),
    ...(isKeyed ? ['idempotency_key: str | None = None'] : []),
  ];
  const sent = [
    `"${method.toUpperCase()}"`,
    `f"${path.replace(/\{(\w+)\}/g, '{_part($1)}')}"`.replace(/^f(?=[^{]*$)/, ''),
    ...(query.length === 0 ? [] : [`query={${query.map(({ name }) => `"${name}": ${parameter(name)}`).join(', ')}}`]),
    ...(body === '' ? [] : [type === JSON_TYPE ? 'json=body' : `content=body, content_type="${type}"`]),
    ...(isKeyed ? ['key=idempotency_key, is_keyed=True'] : []),
    ...(data === undefined ? ['answer="bytes"'] : []),
  ];
  const name = inSnakeCase(operationId);
  const returned = result.replaceAll('"', '');
  return (/** @type {boolean} */ isAsync) => `
    ${isAsync ? 'async ' : ''}def ${name}(${given.join(', ')}) -> ${returned}:
        """${summary}."""
        ${isAsync ? 'return await' : 'return'} self._run(Call(${sent.join(', ')}))
`;
}

/** Returns the name of a parameter. `from` is a keyword. */
const parameter = (/** @type {string} */ name) => (name === 'from' ? 'from_' : name);

const JSON_TYPE = 'application/json';
const inPascalCase = (/** @type {string} */ name) =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase()).replace(/\W|_/g, '');
const inSnakeCase = (/** @type {string} */ name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
