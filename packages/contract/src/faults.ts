/** Messages for invalid values: what is wrong and what is allowed. */
import type Joi from 'joi';
import { anyOf, nearestNames } from './names.js';
import { insteadOf } from './other-tools.js';

const MAX_FAULTS_NAMED = 20;
/** The largest number of names in a message. */
const MAX_KNOWN_NAMED = 30;
/** Maximum length of a caller's name in a message, characters. */
export const MAX_NAME_SHOWN = 60;
/** Maximum length of an example in a message, characters. */
const MAX_EXAMPLE = 60;
const MAX_EXAMPLE_TEXT = 20;
const ANY_OBJECT = '{"name": "value"}';

/** Returns sentences that name every wrong field and what is allowed, without repeating values. */
export function faultText(schema: Joi.AnySchema, details: readonly Joi.ValidationErrorItem[]): string {
  const description = descriptionOf(schema);
  const all = inner(details);
  const faults = [...new Set(all.slice(0, MAX_FAULTS_NAMED).map((detail) => faultOf(detail, description)))];
  const more = new Set(all.slice(MAX_FAULTS_NAMED).map(({ message }) => message)).size;
  if (more > 0) faults.push(`And ${more} more.`);
  const strange = all.find((detail) => detail.type === 'object.unknown' && hintFor(detail, description) === undefined);
  const known = strange === undefined ? [] : namesBeside(strange, description);
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

function faultOf(detail: Joi.ValidationErrorItem, description: Joi.Description): string {
  const { type, message, path, context } = detail;
  if (type === 'object.unknown') {
    return `\`${inPlace(path, shortened(String(path.at(-1))))}\` is not known${hintFor(detail, description) ?? '.'}`;
  }
  if (type === 'object.base') {
    const example = exampleOf(describedAt(description, path));
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

/** Writes the path of a field as joi does: `attachments[0].name`. */
const inPlace = (path: Joi.ValidationErrorItem['path'], name: string): string =>
  [...path.slice(0, -1), name].reduce<string>(
    (label, part) => (typeof part === 'number' ? `${label}[${part}]` : label === '' ? part : `${label}.${part}`),
    '',
  );

/** Returns the end of the sentence about an unknown field; undefined if no other field is similar. */
function hintFor(detail: Joi.ValidationErrorItem, description: Joi.Description): string | undefined {
  const instead = insteadOf(String(detail.path.at(-1)), namesAt(description, detail.path.slice(0, -1)));
  if (instead !== undefined) return `: ${instead}.`;
  const near = nearest(detail, description);
  return near.length === 0 ? undefined : `; did you mean ${anyOf(near)}?`;
}

const nearest = (detail: Joi.ValidationErrorItem, description: Joi.Description): string[] => {
  const name = String(detail.path.at(-1));
  const known = namesAt(description, detail.path.slice(0, -1));
  return nearestNames(name, known).map((each) => inPlace(detail.path, each));
};

const namesBeside = ({ path }: Joi.ValidationErrorItem, description: Joi.Description): string[] =>
  namesAt(description, path.slice(0, -1)).map((each) => inPlace(path, each));

const namesAt = (description: Joi.Description, path: Joi.ValidationErrorItem['path']): string[] =>
  Object.keys(objectIn(describedAt(description, path))?.keys ?? {});

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a string' : `a ${typeof value}`;
}

/** The parts of a joi description that this module reads. */
interface Described {
  keys?: Record<string, Described>;
  items?: Described[];
  matches?: { schema?: Described }[];
  flags?: { presence?: string };
  examples?: unknown[];
  metas?: { required?: string[] }[];
}

const objectIn = (described: Described | undefined): Described | undefined =>
  described?.matches?.map(({ schema }) => schema).find((schema) => schema?.keys) ?? described;

function describedAt(description: Joi.Description, path: Joi.ValidationErrorItem['path']): Described | undefined {
  let at: Described | undefined = description as Described;
  for (const part of path) {
    const object = objectIn(at);
    at = typeof part === 'number' ? object?.items?.[0] : ownOf(object?.keys, part);
  }
  return at;
}

const ownOf = (keys: Record<string, Described> | undefined, name: string): Described | undefined =>
  keys !== undefined && Object.hasOwn(keys, name) ? keys[name] : undefined;

/** Returns the example of an object: composed of its required fields' examples, else its own. */
function exampleOf(described: Described | undefined): string {
  // Some fields are required conditionally.
  const named = described?.metas?.flatMap(({ required: names }) => names ?? []) ?? [];
  const required = Object.entries(described?.keys ?? {}).filter(
    ([name, { flags }]) => flags?.presence === 'required' || named.includes(name),
  );
  const given = required.flatMap(([name, { examples }]) => (examples ? [[name, examples[0]]] : []));
  const example = given.length > 0 ? Object.fromEntries(given) : described?.examples?.[0];
  const text = JSON.stringify(example, (_name, value) => (isLong(value) ? '…' : value)) ?? ANY_OBJECT;
  return text.length <= MAX_EXAMPLE ? text : ANY_OBJECT;
}

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > MAX_EXAMPLE_TEXT;

/** Cached, because describing a schema takes longer than validating a value. */
const descriptions = new WeakMap<Joi.AnySchema, Joi.Description>();

function descriptionOf(schema: Joi.AnySchema): Joi.Description {
  const known = descriptions.get(schema) ?? schema.describe();
  descriptions.set(schema, known);
  return known;
}
