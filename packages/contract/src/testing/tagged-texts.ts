/** Puts a tag into each text of a schema, so that no field is forgotten. */
import type Joi from 'joi';
import { validate } from '../schema/schema.js';

export const TAG = '[[name]]';

interface Terms {
  keys?: { key: string; schema: Joi.AnySchema }[] | null;
  items?: Joi.AnySchema[];
  matches?: { schema?: Joi.AnySchema }[];
  examples?: unknown[] | null;
  metas?: { required?: string[] }[];
}
type Steps = readonly (string | number)[];

const termsOf = (schema: Joi.AnySchema): Terms => schema.$_terms as Terms;

/** Returns the paths of all texts in a schema. Members of any name are called `any`. */
function textsIn(schema: Joi.AnySchema, path: Steps = []): Steps[] {
  const { keys, items, matches } = termsOf(schema);
  if (matches?.length) return matches.flatMap(({ schema: match }) => (match ? textsIn(match, path) : []));
  if (schema.type === 'string') return [path];
  if (schema.type === 'array') return items?.[0] ? textsIn(items[0], [...path, 0]) : [];
  if (keys?.length) return keys.flatMap(({ key, schema: child }) => textsIn(child, [...path, key]));
  return schema.type === 'object' ? [[...path, 'any']] : [];
}

/** Returns a value with the tag at a path, and the examples of what is required beside it. */
function withTag(schema: Joi.AnySchema, [step, ...rest]: Steps, tag = TAG): unknown {
  if (step === undefined) return tag;
  const { keys, items, matches, metas = [] } = termsOf(schema);
  const isIn = ({ keys: of, items: each }: Terms) => (typeof step === 'number' ? each?.length : of || each?.length);
  const inside = matches?.find(({ schema: match }) => match && isIn(termsOf(match)));
  if (inside?.schema) return withTag(inside.schema, [step, ...rest], tag);
  if (typeof step === 'number') return items?.[0] ? [withTag(items[0], rest, tag)] : [tag];
  const named = metas.flatMap(({ required: names }) => names ?? []);
  const required = (keys ?? []).filter(
    ({ key, schema: child }) => child.$_getFlag('presence') === 'required' || named.includes(key),
  );
  const beside = required.map(({ key, schema: child }) => [key, termsOf(child).examples?.[0] ?? sampleOf(child)]);
  const child = keys?.find(({ key }) => key === step)?.schema;
  return { ...Object.fromEntries(beside), [step]: child ? withTag(child, rest, tag) : tag };
}

function sampleOf(schema: Joi.AnySchema): unknown {
  const [valid] = (schema as unknown as { _valids?: { _values: Set<unknown> } })._valids?._values ?? [];
  if (valid !== undefined) return valid;
  const { keys, items } = termsOf(schema);
  if (items?.[0]) return [termsOf(items[0]).examples?.[0] ?? sampleOf(items[0])];
  if (schema.type === 'array') return ['YQ=='];
  return keys ? withTag(schema, ['_', '_']) : 'YQ==';
}

const pathOf = (steps: Steps): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  );

/**
 * Returns the message for each text with a tag: empty where it is accepted.
 *
 * @param more what a request with a tag at the path needs, too. @param instead fields that replace examples.
 */
export function outcomes(
  schema: Joi.AnySchema,
  more: (path: string) => object = () => ({}),
  tag = TAG,
  instead: (path: string) => object = () => ({}),
): Map<string, string> {
  return new Map(
    textsIn(schema).map((steps) => {
      const path = pathOf(steps);
      try {
        validate(schema, { ...merged(more(path), withTag(schema, steps, tag)), ...instead(path) }, 'body');
        return [path, ''];
      } catch (error) {
        return [path, (error as Error).message];
      }
    }),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const merged = (one: object, other: unknown): object => {
  const members = Object.entries(isObject(other) ? other : {}).map(([name, value]) => {
    const known = (one as Record<string, unknown>)[name];
    return [name, isObject(known) ? merged(known, value) : value];
  });
  return { ...one, ...Object.fromEntries(members) };
};

/** Returns the paths of texts that take a tag. */
export const accepted = (found: ReadonlyMap<string, string>): string[] =>
  [...found].filter(([, message]) => message === '').map(([path]) => path);

/** Returns whether a message names the field. That of a map names the map. */
export const names = (message: string, path: string): boolean =>
  message.includes(`\`${path}\``) || message.includes(`\`${path.replace(/(?:\.any|\[0\])$/, '')}\``);
