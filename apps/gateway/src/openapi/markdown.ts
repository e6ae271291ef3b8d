/** `docs/api.md` and the parameters of `docs/tools/pdf.md`: the OpenAPI document as Markdown. */
import { ERRORS, MAX_WARNINGS, TOOLS, WARNINGS } from '@toolpress/contract';
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
    ...table('Parameter', [...common.values()]),
    ...groups.flatMap(({ title, operations }) => [
      `## ${title}`,
      ...operations.map((one) => operationText(one, common, shapes)),
    ]),
    errorsText(),
    warningsText(),
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
    const type = option.type.replaceAll(/"[^"]*"(?:, "[^"]*")*/g, 'string').replace(/, \d+ to \d{16}$/, '');
    return { ...option, type, description: guide === undefined ? text : `${text} See ${guide}.` };
  });
  return [before, BEGIN, '\n\n', ...table('Parameter', withGuides), '\n\n', END, after].join('');
}

const CONVENTIONS = `Parameters are fields of the JSON body, unless they are in the path, the query or a header. Tables of fields list \`data\` of the answer. \`?\` marks what is optional.
Objects that occur in several places are described once.`;

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
  const received = shapes.described(answer, `the answer of \`${method} ${path}\``);
  return [
    `### ${method} ${path}`,
    `${description} Access: ${access}.${also}${sameText('Body', sent)}${sameText('Answer', received)}`,
    ...table('Parameter', [...parameters.filter((one) => !isCommon(one)), ...sent.fields]),
    ...table('Field', received.fields),
  ].join('\n\n');
}

const sameText = (what: string, { sameAs }: { sameAs?: string }): string =>
  sameAs === undefined ? '' : ` ${what}: see ${sameAs}.`;

/** Objects of fewer fields are repeated: they are read faster than a reference. */
const FEW_FIELDS = 3;

/** The fields of an e-invoice have a page. */
const ELSEWHERE = 'e_invoice.invoice';

/** Remembers the objects that the page has described, and replaces their repetition by a reference. */
class Shapes {
  /** Where an object is described, by the JSON of its fields. */
  readonly #places = new Map<string, string>();

  /** @param place how to refer to it. @returns the fields to list, or where the same ones are listed. */
  described({ fields, sameAs }: Fields, place: string): { fields: Field[]; sameAs?: string } {
    if (sameAs !== undefined) {
      const part = place.startsWith('the body') ? 'the body' : 'the answer';
      return { fields: [], sameAs: `${part} of \`${sameAs.method} ${sameAs.path}\`` };
    }
    const known = this.#known(fields, place);
    return known === undefined ? { fields: this.#shortened(fields, place) } : { fields: [], sameAs: known };
  }

  #shortened(fields: readonly Field[], place: string): Field[] {
    const kept: Field[] = [];
    let skipped = '';
    for (const field of fields) {
      if (skipped !== '' && isInside(field, skipped)) continue;
      const inner = fields.filter((one) => isInside(one, field.name));
      const [, separator = ''] = /^(\[\]\.|\.\*\.|\.)/.exec(inner[0]?.name.slice(field.name.length) ?? '') ?? [];
      const stripped = inner.map((one) => ({ ...one, name: one.name.slice(field.name.length + separator.length) }));
      const known =
        field.name === ELSEWHERE
          ? '[e-invoices](tools/e-invoices.md#fields)'
          : this.#known(stripped, `\`${field.name}\` in ${place}`);
      skipped = known === undefined ? '' : field.name;
      kept.push(
        known === undefined ? field : { ...field, description: `${field.description} Fields: see ${known}.`.trim() },
      );
    }
    return kept;
  }

  /** Returns where the same fields are described; remembers new ones. */
  #known(fields: readonly Field[], place: string): string | undefined {
    if (fields.length < FEW_FIELDS) return undefined;
    const key = JSON.stringify(fields);
    const known = this.#places.get(key);
    if (known === undefined) this.#places.set(key, place);
    return known;
  }
}

const isInside = ({ name }: Field, outer: string): boolean =>
  ['.', '['].some((separator) => name.startsWith(outer + separator));

function table(title: string, fields: readonly Field[]): string[] {
  if (fields.length === 0) return [];
  const rows = fields.map(
    ({ name, type, required, description }) =>
      `| \`${name}\`${required ? '' : '?'} | ${cell(type)} | ${cell(description)} |`,
  );
  return [[`| ${title} | Type | Meaning |`, '|---|---|---|', ...rows].join('\n')];
}

function errorsText(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${cell(meaning)} |`,
  );
  return [
    '## Errors',
    '',
    'Every error answers `{"success": false, "error": "<message>"}`. The code is in the header `X-Error-Code`, the id of the',
    'request in `X-Request-Id`. A failed request is charged nothing.',
    '',
    '| Status | Code | Meaning |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

function warningsText(): string {
  const rows = Object.entries(WARNINGS).map(([code, meaning]) => `| \`${code}\` | ${cell(meaning)} |`);
  return [
    '## Warnings',
    '',
    '`data.warnings` lists differences between the sent and the printed document: what differs, where, and what to do. Each warning is',
    `listed once. At most ${MAX_WARNINGS} are listed; the last one states how many were omitted.`,
    '',
    '| Code | Meaning |',
    '|---|---|',
    ...rows,
  ].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
