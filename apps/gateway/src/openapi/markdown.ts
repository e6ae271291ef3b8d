/** `docs/api.md`, the parameters of `docs/tools/pdf.md` and the codes of `docs/errors.md`: the OpenAPI document as Markdown. */
import { ERRORS, TOOLS, WARNINGS } from '@toolpress/contract';
import type { OpenApiDocument } from './document.js';
import { type Field, type Fields, type Operation, operationGroups } from './operations.js';

/** Returns the text of `docs/api.md`. */
export function apiMarkdown(document: OpenApiDocument): string {
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

const BEGIN = '<!-- Parameters: written from the schema; a test fails when they are out of date. -->';
const END = '<!-- End of parameters. -->';

/** The sections that explain a parameter. */
const GUIDES: Readonly<Record<string, string>> = {
  files: '[files and images](#files-and-images)',
  header_html: '[headers](#headers-footers-page-numbers)',
  background_pdf: '[letterheads](#letterheads)',
  watermark_html: '[watermarks](#watermarks)',
  locale: '[filters](templates.md#filters)',
  expires_in: '[files](../accounts.md#files)',
  on_blocked: '[blocked content](#style-sheets-images-and-fonts-of-a-document)',
  conformance: '[standards](standards.md)',
  metadata: '[metadata](standards.md#metadata)',
  attachments: '[attachments](standards.md#attachments)',
  e_invoice: '[e-invoices](e-invoices.md)',
  protect: '[passwords and permissions](#passwords-and-permissions)',
};

/** Returns the page with the current parameters. @param page the text of `docs/tools/pdf.md`. */
export function withPdfParameters(page: string, document: OpenApiDocument): string {
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const operation = operationGroups(document)
    .flatMap(({ operations }) => operations)
    .find(({ path }) => path === TOOLS['html-to-pdf'].path);
  const options = (operation?.body.fields ?? []).filter(({ name }) => !/[.[]/.test(name));
  const withGuides = options.map((option) => {
    const guide = GUIDES[option.name];
    const text = option.description.replaceAll(/(?:;|,) see docs\/tools\/[a-z-]+\.md/g, '');
    // The description lists the values.
    const type = option.type.replaceAll(/"[^"]*"(?:, "[^"]*")*/g, 'string');
    return { ...option, type, description: guide === undefined ? text : `${text} See ${guide}.` };
  });
  return [before, BEGIN, '\n\n', ...table('Parameter', withGuides), '\n\n', END, after].join('');
}

const CONVENTIONS = `Parameters are fields of the JSON body, unless they are in the path, the query or a header. Under *Answer* are the fields of \`data\`. \`?\` marks what is optional.
Objects that occur in several places are described once. The answer of a list has \`items\`, the items of one page, and \`next_cursor\`: the \`cursor\` of the next page, null on the last one. Listed are the fields of an item. See [errors](errors.md).`;

/** The number of operations from which on an equal parameter is described once for all. */
const COMMON_FROM = 3;

/** Returns the parameters that several operations have in common, by their JSON. */
function commonParameters(operations: readonly Operation[]): Map<string, Field> {
  const all = operations.flatMap(({ parameters }) => parameters).map((one) => [JSON.stringify(one), one] as const);
  return new Map(all.filter(([key]) => all.filter(([other]) => other === key).length >= COMMON_FROM));
}

function operationText(operation: Operation, common: ReadonlyMap<string, Field>, shapes: Shapes): string {
  const { method, path, description, access, parameters, body, answer } = operation;
  const isCommon = (one: Field) => common.has(JSON.stringify(one));
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

/** Returns what the answer of an operation is in words, and the fields that they do not cover. */
function answerOf(
  answer: Fields,
  { method, path, parameters }: Operation,
  shapes: Shapes,
): { fields: Field[]; text: string } {
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

/** An object that is like one that the page has described. */
interface Likeness {
  place: string;
  /** Fields that only the described object has. */
  absent: string[];
  /** Fields that the described object does not have, or describes otherwise. */
  further: Field[];
  allOptional: boolean;
}

interface Described {
  fields: Field[];
  /** @param what 'Body'. @returns a sentence that refers to the place where the other fields are described. */
  text(what: string): string;
}

/** Remembers the objects that the page has described, and replaces their repetition by a reference. */
class Shapes {
  /** The fields of each described object, by place. */
  readonly #places = new Map<string, readonly Field[]>();

  /** @param place how to refer to it. @returns the fields to list, and where others are listed. */
  described({ fields, sameAs }: Fields, place: string): Described {
    if (sameAs !== undefined) {
      const part = place.startsWith('the body') ? 'the body' : 'the answer';
      const same = { place: `${part} of \`${sameAs.method} ${sameAs.path}\``, absent: [], further: [] };
      return { fields: [], text: (what) => ` ${what}: ${reference({ ...same, allOptional: false })}.` };
    }
    const known = this.#known(fields, place);
    const listed = this.#shortened(known?.further ?? fields, place);
    return { fields: listed, text: (what) => (known === undefined ? '' : ` ${what}: ${reference(known)}.`) };
  }

  #shortened(fields: readonly Field[], place: string): Field[] {
    const kept: Field[] = [];
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

  /** Returns where the same fields, or nearly the same ones, are described; otherwise remembers these. */
  #known(fields: readonly Field[], place: string): Likeness | undefined {
    if (fields.length < FEW_FIELDS) return undefined;
    const [best] = [...this.#places]
      .flatMap(([known, described]) => likeness(fields, described, known))
      .sort((one, other) => one.further.length + one.absent.length - other.further.length - other.absent.length);
    if (best === undefined) this.#places.set(place, fields);
    return best;
  }
}

/** Compares two objects. @returns an empty list if a reference would not be shorter than the fields. */
function likeness(fields: readonly Field[], described: readonly Field[], place: string): Likeness[] {
  const textOf = ({ name, type, description }: Field) => JSON.stringify([name, type, description]);
  const texts = new Set(described.map(textOf));
  const further = fields.filter((one) => !texts.has(textOf(one)));
  const same = fields.length - further.length;
  const missing = described.filter(({ name }) => fields.every((one) => one.name !== name)).map(({ name }) => name);
  const absent = missing.filter((name) => !missing.some((outer) => isInside({ name }, outer)));
  const isShorter = further.length === 0 ? same >= FEW_FIELDS : same >= 2 * FEW_FIELDS;
  const allOptional = fields.every(({ required }) => !required) && described.some(({ required }) => required);
  return isShorter && absent.length <= MAX_ABSENT ? [{ place, absent, further, allOptional }] : [];
}

function reference({ place, absent, further, allOptional }: Likeness): string {
  const without = absent.length === 0 ? '' : `, without ${absent.map((name) => `\`${name}\``).join(', ')}`;
  return `see ${place}${without}${allOptional ? '; all are optional' : ''}${further.length === 0 ? '' : '; further ones follow'}`;
}

const isInside = ({ name }: Pick<Field, 'name'>, outer: string): boolean =>
  ['.', '['].some((separator) => name.startsWith(outer + separator));

/** @param title the title of a list of other fields than parameters. */
function list(fields: readonly Field[], title?: string): string[] {
  if (fields.length === 0) return [];
  const lines = fields.map(
    ({ name, type, required, description }) =>
      `- \`${name}\`${required ? '' : '?'} (${type})${description === '' ? '' : `: ${description}`}`,
  );
  return [...(title === undefined ? [] : [title]), lines.join('\n')];
}

function table(title: string, fields: readonly Field[]): string[] {
  if (fields.length === 0) return [];
  const rows = fields.map(
    ({ name, type, required, description }) =>
      `| \`${name}\`${required ? '' : '?'} | ${cell(type)} | ${cell(description)} |`,
  );
  return [[`| ${title} | Type | Meaning |`, '|---|---|---|', ...rows].join('\n')];
}

/** Returns `docs/errors.md` with the current codes. @param page its text. */
export function withErrors(page: string): string {
  const codes = Object.entries(ERRORS).map(
    ([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${cell(meaning)} |`,
  );
  const warnings = Object.entries(WARNINGS).map(([code, meaning]) => `| \`${code}\` | ${cell(meaning)} |`);
  return [
    { name: 'Codes', table: ['| Status | Code | Meaning |', '|---|---|---|', ...codes] },
    { name: 'Warnings', table: ['| Code | Meaning |', '|---|---|', ...warnings] },
  ].reduce((text, { name, table: rows }) => {
    const [before = '', rest = ''] = text.split(`<!-- ${name}: written from the contract. -->`);
    const [, after = ''] = rest.split(`<!-- End of ${name.toLowerCase()}. -->`);
    const begin = `<!-- ${name}: written from the contract. -->\n\n`;
    return [before, begin, rows.join('\n'), `\n\n<!-- End of ${name.toLowerCase()}. -->`, after].join('');
  }, page);
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
