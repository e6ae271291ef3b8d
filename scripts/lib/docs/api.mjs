/** The OpenAPI document as `docs/api.md`. */
import { TOOLS } from '@toolpress/contract';
import { operationGroups } from '@toolpress/gateway/operations';

/** @typedef {import('@toolpress/gateway/operations').Field} Field */
/** @typedef {import('@toolpress/gateway/operations').Fields} Fields */
/** @typedef {import('@toolpress/gateway/operations').Operation} Operation */
/** @typedef {Parameters<typeof operationGroups>[0]} OpenApiDocument */

/** Returns the page, ending in a line feed. @param {OpenApiDocument} document */
export function apiMarkdown(document) {
  const groups = operationGroups(document);
  const common = commonParameters(groups.flatMap(({ operations }) => operations));
  const shapes = new Shapes();
  return [
    '# API',
    '<!-- Written by `npm run docs` from the schemas that validate; a test fails when it is out of date. -->',
    `${document.info.description} The same is served as OpenAPI 3.1 at \`/openapi.json\` and as a page at \`/docs\`.`,
    CONVENTIONS,
    '## Common parameters',
    ...list([...common.values()]),
    ...groups.flatMap(({ title, operations }) => [
      `## ${title}`,
      ...operations.map((one) => operationText(one, common, shapes)),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

const CONVENTIONS = `Parameters are fields of the JSON body, unless they are in the path, the query or a header. Under *Answer* are the fields of \`data\`. \`?\` marks what is optional.
Objects that occur in several places are described once. The answer of a list has \`items\`, the items of one page, and \`next_cursor\`: the \`cursor\` of the next page, null on the last one. Listed are the fields of an item. See [errors](errors.md).`;

/** The number of operations from which on an equal parameter is described once for all. */
const COMMON_FROM = 3;

/** Returns the parameters that several operations have in common, by their JSON. @param {readonly Operation[]} operations */
function commonParameters(operations) {
  const all = operations.flatMap(({ parameters }) => parameters);
  const keys = all.map((one) => JSON.stringify(one));
  const isCommon = (/** @type {string} */ key) => keys.filter((other) => other === key).length >= COMMON_FROM;
  return new Map(
    all.map((one, index) => /** @type {const} */ ([keys[index] ?? '', one])).filter(([key]) => isCommon(key)),
  );
}

/** @param {Operation} operation @param {ReadonlyMap<string, Field>} common @param {Shapes} shapes */
function operationText(operation, common, shapes) {
  const { method, path, description, access, parameters, body, answer } = operation;
  const isCommon = (/** @type {Field} */ one) => common.has(JSON.stringify(one));
  const shared = parameters.filter(isCommon).map(({ name }) => `\`${name}\``);
  const also = shared.length === 0 ? '' : ` Common parameters: ${shared.join(', ')}.`;
  const sent = shapes.described(body, `the body of \`${method} ${path}\``);
  const received = answerOf(answer, operation, shapes);
  const isPdf = path === TOOLS['html-to-pdf'].path;
  // The guide explains the parameters; only the members of those that are objects are listed here.
  const members = isPdf ? sent.fields.filter(({ name }) => /[.[]/.test(name)) : sent.fields;
  const guide = isPdf ? ' Body: see [the parameters](tools/pdf.md#parameters); listed are the fields of objects.' : '';
  return [
    `### ${method} ${path}`,
    `${description} Access: ${access}.${also}${guide}${sent.text('Body')}${received.text}`,
    ...list([...parameters.filter((one) => !isCommon(one)), ...members]),
    ...list(received.fields, 'Answer:'),
  ].join('\n\n');
}

/**
 * Returns what the answer of an operation is in words, and the fields that they do not cover.
 *
 * @param {Fields} answer
 * @param {Operation} operation
 * @param {Shapes} shapes
 */
function answerOf(answer, { method, path, parameters }, shapes) {
  const { fields } = answer;
  const [only, ...others] = fields;
  if (only !== undefined && others.length === 0) {
    const isParameter = parameters.some(({ name, type }) => name === only.name && type === only.type);
    if (isParameter) return { fields: [], text: ` Answer: \`${only.name}\`.` };
  }
  const isList = fields.length > 0 && fields.every(({ name }) => /^(?:items(?:\[\].*)?|next_cursor)$/.test(name));
  if (!isList) {
    const described = shapes.described(answer, `the answer of \`${method} ${path}\``);
    return { fields: described.fields, text: described.text('Answer') };
  }
  const items = fields.flatMap((one) =>
    one.name.startsWith('items[].') ? [{ ...one, name: one.name.slice('items[].'.length) }] : [],
  );
  const described = shapes.described({ fields: items }, `the items of \`${method} ${path}\``);
  return { fields: described.fields, text: described.text('Answer: a list. Items') || ' Answer: a list.' };
}

/** Objects of fewer fields are repeated: they are read faster than a reference. */
const FEW_FIELDS = 3;

/** A reference names at most this number of fields that the other object has in addition. */
const MAX_ABSENT = 3;

/** The fields of an e-invoice have a page. */
const ELSEWHERE = 'e_invoice.invoice';

/**
 * An object that is like one that the page has described.
 *
 * @typedef {object} Likeness
 * @property {string} place
 * @property {string[]} absent fields that only the described object has
 * @property {Field[]} further fields that the described object does not have, or describes otherwise
 * @property {boolean} allOptional
 */

/** Remembers the objects that the page has described, and replaces their repetition by a reference. */
class Shapes {
  /**
   * The fields of each described object, by place.
   *
   * @type {Map<string, readonly Field[]>}
   */
  #places = new Map();

  /**
   * @param {Fields} fields
   * @param {string} place how to refer to it
   * @returns {{ fields: Field[], text: (what: string) => string }} the fields to list, and a sentence with the place of the others
   */
  described({ fields, sameAs }, place) {
    if (sameAs !== undefined) {
      const part = place.startsWith('the body') ? 'the body' : 'the answer';
      const same = { place: `${part} of \`${sameAs.method} ${sameAs.path}\``, absent: [], further: [] };
      return { fields: [], text: (what) => ` ${what}: ${reference({ ...same, allOptional: false })}.` };
    }
    const known = this.#known(fields, place);
    const listed = this.#shortened(known?.further ?? fields, place);
    return { fields: listed, text: (what) => (known === undefined ? '' : ` ${what}: ${reference(known)}.`) };
  }

  /** @param {readonly Field[]} fields @param {string} place */
  #shortened(fields, place) {
    /** @type {Field[]} */
    const kept = [];
    let skipped = '';
    for (const field of fields) {
      if (skipped !== '' && isInside(field, skipped)) continue;
      const inner = fields.filter((one) => isInside(one, field.name));
      const [, separator = ''] = /^(\[\]\.|\.\*\.|\.)/.exec(inner[0]?.name.slice(field.name.length) ?? '') ?? [];
      const prefix = field.name + separator;
      const stripped = inner.map((one) => ({ ...one, name: one.name.slice(prefix.length) }));
      const known =
        field.name === ELSEWHERE
          ? { place: '[e-invoices](tools/e-invoices.md#fields)', absent: [], further: [], allOptional: false }
          : this.#known(stripped, `\`${field.name}\` in ${place}`);
      skipped = known === undefined ? '' : field.name;
      const fieldsText = known === undefined ? '' : ` Fields: ${reference(known)}.`;
      kept.push({ ...field, description: (field.description + fieldsText).trim() });
      for (const one of known?.further ?? []) kept.push({ ...one, name: prefix + one.name });
    }
    return kept;
  }

  /**
   * Returns where the same fields, or nearly the same ones, are described; otherwise remembers these.
   *
   * @param {readonly Field[]} fields
   * @param {string} place
   */
  #known(fields, place) {
    if (fields.length < FEW_FIELDS) return undefined;
    const [best] = [...this.#places]
      .flatMap(([known, described]) => likeness(fields, described, known))
      .sort((one, other) => one.further.length + one.absent.length - other.further.length - other.absent.length);
    if (best === undefined) this.#places.set(place, fields);
    return best;
  }
}

/**
 * Compares two objects.
 *
 * @param {readonly Field[]} fields
 * @param {readonly Field[]} described
 * @param {string} place
 * @returns {Likeness[]} empty if a reference would not be shorter than the fields
 */
function likeness(fields, described, place) {
  const textOf = (/** @type {Field} */ { name, type, description }) => JSON.stringify([name, type, description]);
  const texts = new Set(described.map(textOf));
  const further = fields.filter((one) => !texts.has(textOf(one)));
  const same = fields.length - further.length;
  const missing = described.filter(({ name }) => fields.every((one) => one.name !== name)).map(({ name }) => name);
  const absent = missing.filter((name) => !missing.some((outer) => isInside({ name }, outer)));
  const isShorter = further.length === 0 ? same >= FEW_FIELDS : same >= 2 * FEW_FIELDS;
  const allOptional = fields.every(({ required }) => !required) && described.some(({ required }) => required);
  return isShorter && absent.length <= MAX_ABSENT ? [{ place, absent, further, allOptional }] : [];
}

/** @param {Likeness} likeness */
function reference({ place, absent, further, allOptional }) {
  const without = absent.length === 0 ? '' : `, without ${absent.map((name) => `\`${name}\``).join(', ')}`;
  return `see ${place}${without}${allOptional ? '; all are optional' : ''}${further.length === 0 ? '' : '; further ones follow'}`;
}

/** @param {{ name: string }} field @param {string} outer */
const isInside = ({ name }, outer) => ['.', '['].some((separator) => name.startsWith(outer + separator));

/**
 * @param {readonly Field[]} fields
 * @param {string} [title] the title of a list of other fields than parameters
 */
function list(fields, title) {
  if (fields.length === 0) return [];
  const lines = fields.map(
    ({ name, type, required, description }) =>
      `- \`${name}\`${required ? '' : '?'} (${type})${description === '' ? '' : `: ${description}`}`,
  );
  return [...(title === undefined ? [] : [title]), lines.join('\n')];
}
