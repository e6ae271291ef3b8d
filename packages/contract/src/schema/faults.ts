/** Messages for invalid values: what is wrong and what is allowed. */
import type Joi from 'joi';
import { anyOf, nearestNames } from './names.js';
import { insteadOf } from './other-tools.js';

const MAX_FAULTS_NAMED = 20;
/** The largest number of names in a message. */
const MAX_KNOWN_NAMED = 40;
/** Maximum length of a caller's name in a message, characters. */
export const MAX_NAME_SHOWN = 60;
/** Maximum length of an example in a message, characters. */
const MAX_EXAMPLE = 60;
const MAX_EXAMPLE_TEXT = 20;
const ANY_OBJECT = '{"name": "value"}';

/** Returns sentences that name every wrong field and what is allowed, without repeating values. */
export function faultText(schema: Joi.AnySchema, details: readonly Joi.ValidationErrorItem[]): string {
  const all = inner(details);
  const faults = [...new Set(all.slice(0, MAX_FAULTS_NAMED).map((detail) => faultOf(detail, schema)))];
  const more = new Set(all.slice(MAX_FAULTS_NAMED).map(({ message }) => message)).size;
  if (more > 0) faults.push(`And ${more} more.`);
  const strange = all.find((detail) => detail.type === 'object.unknown' && hintFor(detail, schema) === undefined);
  const known = strange === undefined ? [] : namesBeside(strange, schema);
  if (known.length > 0 && known.length <= MAX_KNOWN_NAMED)
    faults.push(`Known are ${anyOf(known).replace(/ or (?=`[^`]*`$)/, ' and ')}.`);
  return faults.join(' ');
}

/** If a field allows several types and received an object, reports the faults of that object. */
function inner(details: readonly Joi.ValidationErrorItem[]): Joi.ValidationErrorItem[] {
  return details.flatMap((detail) => {
    const others = (detail.context?.['details'] ?? []) as Joi.ValidationErrorItem[];
    const deeper = others.filter(({ path }) => path.length > detail.path.length);
    return detail.type === 'alternatives.match' && deeper.length > 0 ? inner(deeper) : [detail];
  });
}

function faultOf(detail: Joi.ValidationErrorItem, schema: Joi.AnySchema): string {
  const { type, message, path, context } = detail;
  if (type === 'object.unknown') {
    return `\`${inPlace(path, shortened(String(path.at(-1))))}\` is not known${hintFor(detail, schema) ?? '.'}`;
  }
  if (type === 'object.base') {
    const example = exampleOf(schemaAt(schema, path));
    return `\`${context?.label}\` must be a JSON object such as \`${example}\`, not ${kindOf(context?.value)}.`;
  }
  if (type === 'boolean.base') return `\`${context?.label}\` must be \`true\` or \`false\`.`;
  const said = inPlainWords(message);
  return said.endsWith('?') ? said : `${said}.`;
}

/** Phrases of joi, and the usual words for them. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/ is not allowed to be empty$/, ' must not be empty'],
  [/ (?:must contain|length must be) at least 1 (item|character)s(?: long)?$/, ' must have at least one $1'],
  [/ (?:must contain|length must be) at least (\d+ \w+)(?: long)?$/, ' must have at least $1'],
  [/ (?:must contain|length must be) less than or equal to (\d+ \w+)(?: long)?$/, ' must have at most $1'],
  [/ must be greater than or equal to /, ' must be at least '],
  [/ must be less than or equal to /, ' must be at most '],
  [
    / must be a valid uri with a scheme matching the http\|https pattern$/,
    ' must be a URL that begins with http:// or https://',
  ],
  [/ must be a valid port$/, ' must be a port from 0 to 65535'],
  [/ failed custom validation because /, ': '],
];

/** Rewrites a message of joi in the words of the other messages. */
export function inPlainWords(message: string): string {
  const [phrase, words] = PHRASES.find(([pattern]) => pattern.test(message)) ?? [];
  return phrase === undefined || words === undefined ? message : message.replace(phrase, words);
}

const shortened = (name: string): string => (name.length > MAX_NAME_SHOWN ? `${name.slice(0, MAX_NAME_SHOWN)}…` : name);

/** Writes the path of a field as joi does: `attachments[0].name`. @param name in place of the last part. */
export const inPlace = (path: Joi.ValidationErrorItem['path'], name: string): string =>
  [...path.slice(0, -1), name].reduce<string>(
    (label, part) => (typeof part === 'number' ? `${label}[${part}]` : label === '' ? part : `${label}.${part}`),
    '',
  );

/** Returns the end of the sentence about an unknown field; undefined if no other field is similar. */
function hintFor(detail: Joi.ValidationErrorItem, schema: Joi.AnySchema): string | undefined {
  const name = String(detail.path.at(-1));
  const known = namesAt(schema, detail.path.slice(0, -1));
  const instead = insteadOf(name, known);
  if (instead !== undefined) return `: ${instead}.`;
  const near = nearestNames(name, known).map((each) => inPlace(detail.path, each));
  return near.length === 0 ? undefined : `; did you mean ${anyOf(near)}?`;
}

const namesBeside = ({ path }: Joi.ValidationErrorItem, schema: Joi.AnySchema): string[] =>
  namesAt(schema, path.slice(0, -1)).map((each) => inPlace(path, each));

const namesAt = (schema: Joi.AnySchema, path: Joi.ValidationErrorItem['path']): string[] =>
  (termsOf(partIn(schemaAt(schema, path), 'keys'))?.keys ?? []).map(({ key }) => key);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a string' : `a ${typeof value}`;
}

/** The parts of a schema that this module reads. Joi's `describe` has them, too, but takes a tenth of a second for a large shape. */
interface Terms {
  keys?: { key: string; schema: Joi.AnySchema }[] | null;
  items?: Joi.AnySchema[];
  matches?: { schema?: Joi.AnySchema }[];
  examples?: unknown[] | null;
  metas?: { required?: string[] }[];
  patterns?: { rule?: Joi.AnySchema }[] | null;
}

const termsOf = (schema: Joi.AnySchema | undefined): Terms | undefined => schema?.$_terms as Terms | undefined;

/** Returns the alternative that has fields, or for a list that has items. */
const partIn = (schema: Joi.AnySchema | undefined, part: 'keys' | 'items'): Joi.AnySchema | undefined =>
  termsOf(schema)
    ?.matches?.map(({ schema: match }) => match)
    .find((match) => termsOf(match)?.[part]?.length) ?? schema;

function schemaAt(schema: Joi.AnySchema, path: Joi.ValidationErrorItem['path']): Joi.AnySchema | undefined {
  let at: Joi.AnySchema | undefined = schema;
  for (const part of path) {
    if (typeof part === 'number') at = termsOf(partIn(at, 'items'))?.items?.[0];
    else {
      const terms = termsOf(partIn(at, 'keys'));
      at = terms?.keys?.find(({ key }) => key === part)?.schema ?? terms?.patterns?.[0]?.rule;
    }
  }
  return at;
}

/** Returns the example of an object: composed of its required fields' examples, else its own. */
function exampleOf(schema: Joi.AnySchema | undefined): string {
  const { keys, examples, metas = [] } = termsOf(schema) ?? {};
  // Some fields are required conditionally.
  const named = metas.flatMap(({ required: names }) => names ?? []);
  const required = (keys ?? []).filter(
    ({ key, schema: child }) => child.$_getFlag('presence') === 'required' || named.includes(key),
  );
  const given = required.flatMap(({ key, schema: child }) => {
    const [example] = termsOf(child)?.examples ?? [];
    return example === undefined ? [] : [[key, example]];
  });
  const example = given.length > 0 ? Object.fromEntries(given) : examples?.[0];
  const text = JSON.stringify(example, (_name, value) => (isLong(value) ? '…' : value)) ?? ANY_OBJECT;
  return text.length <= MAX_EXAMPLE ? text : ANY_OBJECT;
}

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > MAX_EXAMPLE_TEXT;
