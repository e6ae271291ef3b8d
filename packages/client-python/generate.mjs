/** Makes `src/toolpress/_operations.py` of the OpenAPI document; part of `npm run docs`. */

import { callsIn, inPascalCase, schemasIn } from '../client/document.mjs';

/** @typedef {import('../client/document.mjs').Schema} Schema */

/**
 * @param {object} document
 * @returns {string} the types of what operations take and give, and a method for each operation
 */
export function operationsOfPython(document) {
  const types = new Types();
  for (const [name, schema] of Object.entries(schemasIn(document))) types.define(name, schema);
  const operations = callsIn(document)
    .filter(({ isStream }) => !isStream)
    .map((one) => method(one, types));
  return `# Generated from the OpenAPI document by \`npm run docs\`.
from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Literal, NotRequired, TypedDict, Union
from urllib.parse import quote

from ._exchange import Call


def _part(name: str) -> str:
    # Without such a part, or with its parent, the path is that of another operation.
    if name in ("", ".", ".."):
        raise ValueError("An id or name in a path must not be empty, \`.\` or \`..\`.")
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

/** @param {import('../client/document.mjs').Call} call @param {Types} types */
function method(call, types) {
  const { id, summary, method: verb, path, keys, query, isKeyed, conditions, type, isJson, body: schema, data } = call;
  const result = data === undefined ? 'bytes' : types.typeOf(data, inPascalCase(id));
  const body = type === undefined ? '' : isJson ? types.typeOf(schema, 'Body') : 'bytes | str';
  const isStream = body !== '' && !isJson;
  const given = [
    'self',
    ...keys.map((key) => `${key}: str`),
    ...(body === '' ? [] : [`body: ${body.replaceAll('"', '')}`]),
    ...(query.length > 0 || conditions.length > 0 || isKeyed || isStream ? ['*'] : []),
    ...(isStream ? [`content_type: str = "${type}"`] : []),
    ...query.map(
      ({ name, schema }) => `${parameter(name)}: ${types.typeOf(schema, 'Query').replaceAll('"', "'")} | None = None`,
    ),
    ...(isKeyed ? ['idempotency_key: str | None = None'] : []),
    ...conditions.map((name) => `${parameter(name)}: str | None = None`),
  ];
  const sent = [
    `"${verb}"`,
    `f"${path.replace(/\{(\w+)\}/g, '{_part($1)}')}"`.replace(/^f(?=[^{]*$)/, ''),
    ...(query.length === 0 ? [] : [`query={${query.map(({ name }) => `"${name}": ${parameter(name)}`).join(', ')}}`]),
    ...(body === '' ? [] : [isJson ? 'json=body' : 'content=body, content_type=content_type']),
    ...(isKeyed ? ['key=idempotency_key, is_keyed=True'] : []),
    ...(conditions.length === 0
      ? []
      : [`conditions={${conditions.map((name) => `"${name}": ${parameter(name)}`).join(', ')}}`]),
    ...(data === undefined ? ['answer="bytes"'] : []),
  ];
  const name = inSnakeCase(id);
  const returned = result.replaceAll('"', '');
  return (/** @type {boolean} */ isAsync) => `
    ${isAsync ? 'async ' : ''}def ${name}(${given.join(', ')}) -> ${returned}:
        """${summary}."""
        ${isAsync ? 'return await' : 'return'} self._run(Call(${sent.join(', ')}))
`;
}

/** Returns the name of a parameter. `from` is a keyword. */
const parameter = (/** @type {string} */ name) => (name === 'from' ? 'from_' : name.toLowerCase().replaceAll('-', '_'));

const inSnakeCase = (/** @type {string} */ name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
