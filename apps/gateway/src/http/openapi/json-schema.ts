import type Joi from 'joi';

export type JsonSchema = { [key: string]: unknown };

/** The JSON Schema (2020-12, as OpenAPI 3.1 takes it) of a joi schema, with the examples that joi leaves out. */
export function jsonSchema(schema: Joi.AnySchema, direction: 'input' | 'output'): JsonSchema {
  const converted = schema['~standard'].jsonSchema[direction]({ target: 'draft-2020-12' }) as JsonSchema;
  const { $schema: _dialect, ...plain } = converted;
  return withExamples(plain, schema.describe());
}

function withExamples(schema: JsonSchema, description: Joi.Description): JsonSchema {
  const [example] = (description['examples'] as unknown[] | undefined) ?? [];
  const properties = schema['properties'] as Record<string, JsonSchema> | undefined;
  const keys = description.keys as Record<string, Joi.Description> | undefined;
  const described = Object.entries(properties ?? {}).map(([name, property]) => {
    const key = keys?.[name];
    return [name, key === undefined ? property : withExamples(property, key)];
  });
  return {
    ...schema,
    ...(example === undefined ? {} : { examples: [example] }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(described) }),
  };
}

/** An example of an object, put together from the examples of its fields. */
export function exampleOf(schema: JsonSchema): Record<string, unknown> | undefined {
  const properties = (schema['properties'] as Record<string, JsonSchema> | undefined) ?? {};
  const fields = Object.entries(properties).flatMap(([name, property]) => {
    const [example] = (property['examples'] as unknown[] | undefined) ?? [];
    return example === undefined ? [] : [[name, example]];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
