/** JSON schemas as agents read them: whole for one option, and short for the list of tools, which is read before the first call. */
import { type JsonSchema, mapValues, withEach } from '../openapi/schemas.js';

/** The keywords that say nothing about a value. */
const ANNOTATIONS: readonly string[] = ['description', 'examples', 'title'];
const TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** Returns an equal schema in which every value has one type, or alternatives: agents' models read no other form of unions. */
export function portable(schema: JsonSchema): JsonSchema {
  const isAny = Object.keys(schema).every((keyword) => ANNOTATIONS.includes(keyword));
  if (isAny) return { ...schema, anyOf: TYPES.map((one) => ({ type: one })) };
  if (Array.isArray(schema.type)) {
    const { description, ...one } = schema;
    return { ...(description && { description }), anyOf: schema.type.map((type) => portable({ ...one, type })) };
  }
  return withEach(schema, portable);
}

/** The largest schema in characters whose members are listed. */
const MAX_LISTED = 320;

/** Returns the schema of an argument for the list: its types and the first sentence about it, and its members if they are few. */
export function listedArgument({ description, ...schema }: JsonSchema): JsonSchema {
  const about = description === undefined ? {} : { description: firstSentence(description) };
  const { examples: _examples, ...members } = schema;
  const isShort = schema.properties !== undefined && JSON.stringify(members).length <= MAX_LISTED;
  return { ...about, ...(isShort ? members : typesOf(schema)) };
}

/** Returns the schema of an answer for the list: the names and types of its fields. @param leaves those that are not in it. */
export const listedAnswer = ({ properties = {} }: JsonSchema, leaves: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: mapValues(
    Object.fromEntries(Object.entries(properties).filter(([name]) => !leaves.includes(name))),
    typesOf,
  ),
});

/** Returns the types of a value, and its choices. */
function typesOf({ type, items, anyOf, enum: choices }: JsonSchema): JsonSchema {
  if (anyOf !== undefined) {
    const texts = new Set(anyOf.map((one) => JSON.stringify(typesOf(one))));
    // Any text beside some choices is any text.
    const alternatives = [...texts]
      .map((text) => JSON.parse(text) as JsonSchema)
      .filter((one, _, all) => !isPart(one, all));
    return alternatives.length === 1 ? (alternatives[0] as JsonSchema) : { anyOf: alternatives };
  }
  return { ...(type && { type }), ...(choices && { enum: choices }), ...(items && { items: typesOf(items) }) };
}

const isPart = ({ type, enum: choices }: JsonSchema, all: readonly JsonSchema[]): boolean =>
  choices !== undefined && all.some((other) => other.type === type && other.enum === undefined);

/** Returns the first sentence, without what follows a semicolon. */
export const firstSentence = (text: string): string => (text.split(/[.;] /, 1)[0] ?? '').replace(/\.$/, '');
