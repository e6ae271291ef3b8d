/** Builds examples of requests and answers from the examples of their fields. */
import type { JsonSchema } from './schemas.js';

/** Returns the example of a request: the schema's, or one with the fields that have examples. */
export function exampleOfRequest({ examples, properties = {} }: JsonSchema): unknown {
  if (examples !== undefined) return examples[0];
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    field.examples === undefined ? [] : [[name, field.examples[0]]],
  );
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

const MOMENT = '2026-01-31T09:30:00.000Z';

/**
 * Returns the complete example of an answer, including optional fields that have examples.
 *
 * @param resolved returns the target of a reference.
 * @returns undefined if a required example is missing.
 */
export function exampleOfAnswer(schema: JsonSchema, resolved: (schema: JsonSchema) => JsonSchema): unknown {
  const { examples, anyOf, enum: values, properties, required = [], items, type, format } = resolved(schema);
  const exampleOf = (part: JsonSchema): unknown => exampleOfAnswer(part, resolved);
  if (examples !== undefined) return examples[0];
  if (values !== undefined) return values[0];
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0]);
  if (properties !== undefined) {
    const shown = Object.entries(properties).filter(([name, { examples }]) => required.includes(name) || examples);
    return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property)]));
  }
  if (items !== undefined) return [exampleOf(items)];
  if ([type].flat().includes('null')) return null;
  return format === 'date-time' ? MOMENT : undefined;
}
