/** `docs/api.md`: the OpenAPI document as Markdown. */
import { ERRORS, MAX_WARNINGS, WARNINGS } from '@toolpress/contract';
import { createMetrics } from '@toolpress/runtime';
import { type AppOptions, serviceOf } from './app.js';
import type { Endpoint } from './http/endpoint.js';
import { type OpenApiDocument, openApiDocument } from './http/openapi/document.js';
import { type Field, type Fields, type Operation, operationGroups } from './http/openapi/operations.js';
import { version } from './version.js';

/** The text of `docs/api.md` as the code has it. */
export const currentApiMarkdown = (): string => apiMarkdown(currentDocument());

/** The OpenAPI document as the code has it, of a service that is nowhere. */
export const currentDocument = (): OpenApiDocument => openApiDocument(allEndpoints(), '', version);

/** Endpoints that are only described, never called: they need hardly any parts. */
export function allEndpoints(): Endpoint[] {
  const parts: Partial<AppOptions> = {
    revocations: { isSubscribed: () => false, onRevoked: () => undefined, close: () => undefined },
    masterKeys: { current: Buffer.alloc(32), previous: [] },
    metrics: createMetrics('gateway', version),
    adminToken: '',
    publicUrl: '',
  };
  return serviceOf(parts as AppOptions).endpoints;
}

function apiMarkdown(document: OpenApiDocument): string {
  const groups = operationGroups(document).map(
    ({ title, operations }) => `## ${title}\n\n${operations.map(operationText).join('\n')}`,
  );
  return [
    '# API',
    '<!-- Written by `npm run docs` from the schemas that validate; a test fails when it is out of date. -->',
    `${document.info.description} The same is served as OpenAPI 3.1 at \`/openapi.json\` and as a page at \`/docs\`.`,
    ...groups,
    errorsText(),
    warningsText(),
  ]
    .join('\n\n')
    .concat('\n');
}

function operationText(operation: Operation): string {
  return [
    `### ${operation.method} ${operation.path}`,
    `${operation.description} Access: ${operation.access}.`,
    ...table('Parameter', [...operation.parameters, ...operation.body.fields]),
    ...sameText('Its body', operation.body),
    ...table('Field of `data`', operation.answer.fields),
    ...sameText('Its `data`', operation.answer),
    '',
  ].join('\n\n');
}

const sameText = (what: string, { sameAs }: Fields): string[] =>
  sameAs === undefined ? [] : [`${what} has the fields of that of \`${sameAs.method} ${sameAs.path}\`.`];

function table(title: string, fields: readonly Field[]): string[] {
  if (fields.length === 0) return [];
  const rows = fields.map(
    ({ name, type, required, description }) =>
      `| \`${name}\` | ${cell(type)} | ${required ? 'yes' : 'no'} | ${cell(description)} |`,
  );
  return [[`| ${title} | Type | Always | Meaning |`, '|---|---|---|---|', ...rows].join('\n')];
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
    'A document that is printed, but not quite as it was sent, has them in `data.warnings`: what it is about, where it stands, and what to do. Each is',
    `said once; at most ${MAX_WARNINGS} are listed, and the last says how many more there are.`,
    '',
    '| Code | Meaning |',
    '|---|---|',
    ...rows,
  ].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
