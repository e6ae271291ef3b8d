/** Infers the JSON schema of a template's data from its samples. */

import { called } from '../api/large-body-tasks.js';
import type { JsonSchema } from '../openapi/schemas.js';

/** The largest number of members that an object's schema names, and the deepest level that a schema describes. */
const MAX_MEMBERS = 200;
const MAX_LEVELS = 20;

/** Returns the JSON of the schema that all samples match. @param samples the JSON of an object with the samples as members. @public */
export function dataSchema(samples: string): string {
  const schema = schemaOf(Object.values(JSON.parse(samples) as object), 0);
  return JSON.stringify({ $schema: DIALECT, description: ABOUT, ...schema });
}

export const DATA_SCHEMA = called(import.meta.url, dataSchema);

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const ABOUT = 'Inferred from the sample data of the template, which lacks what no sample has.';

function schemaOf(values: readonly unknown[], level: number): JsonSchema {
  const kinds = [...new Set(values.map(kindOf))];
  const alternatives = kinds.map((type): JsonSchema => {
    const ones = values.filter((value) => kindOf(value) === type);
    if (level >= MAX_LEVELS) return { type };
    if (type === 'array') return { type, items: schemaOf((ones as unknown[][]).flat(), level + 1) };
    return type === 'object' ? objectSchema(ones as Members[], level) : { type };
  });
  return alternatives.length === 1
    ? (alternatives[0] as JsonSchema)
    : { ...(alternatives.length > 0 && { anyOf: alternatives }) };
}

type Members = Record<string, unknown>;

function objectSchema(objects: readonly Members[], level: number): JsonSchema {
  const members = new Map<string, unknown[]>();
  for (const [name, value] of objects.flatMap((one) => Object.entries(one))) {
    const known = members.get(name);
    if (known !== undefined) known.push(value);
    else if (members.size < MAX_MEMBERS) members.set(name, [value]);
  }
  return {
    type: 'object',
    properties: Object.fromEntries([...members].map(([name, values]) => [name, schemaOf(values, level + 1)])),
    required: [...members].filter(([, values]) => values.length === objects.length).map(([name]) => name),
  };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
