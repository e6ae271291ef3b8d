/** `/openapi.json` for programs, `/docs` for people: operations in groups, with fields in rows and an example to paste. */
import { ERRORS } from '@toolpress/contract';
import { Eta } from 'eta';
import type { Router } from 'express';
import { readView, serveFixed } from '../../pages/fixed.js';
import { note } from '../request-log.js';
import type { OpenApiDocument, OpenApiOperation } from './document.js';
import type { JsonSchema } from './schemas.js';

const TAGS = [
  ['tools', 'Tools'],
  ['account', 'Your account'],
  ['operator', 'Operator'],
  ['operations', 'Operations'],
] as const;

export interface Field {
  name: string;
  type: string;
  required: boolean;
  description: string;
}

export interface Operation {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  access: string;
  parameters: Field[];
  /** The fields of `data`. */
  answer: Field[];
  /** A command line to paste. */
  curl: string;
}

export function operationGroups(document: OpenApiDocument): { title: string; operations: Operation[] }[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(path, method, operation, document)),
  );
  return TAGS.map(([tag, title]) => ({ title, operations: operations.filter((one) => one.tag === tag) }));
}

function describe(path: string, method: string, operation: OpenApiOperation, document: OpenApiDocument): Operation {
  const resolved = (schema?: JsonSchema): JsonSchema | undefined =>
    schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  const body = operation.requestBody?.content?.['application/json'];
  const answer = operation.responses['200']?.content?.['application/json']?.schema;
  const [access] = Object.keys(operation.security[0] ?? {});
  const parameters = operation.parameters ?? [];
  return {
    id: operation.operationId,
    tag: operation.tags[0],
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    access: access === 'adminToken' ? 'admin token' : access === 'apiToken' ? 'API token' : 'open',
    parameters: [
      ...parameters.map(({ name, required, schema, description = '' }) =>
        field(name, { description, ...schema }, required),
      ),
      ...fieldsOf(resolved(body?.schema)),
    ],
    answer: fieldsOf(resolved(answer?.properties?.['data'])),
    curl: curl(document.servers[0]?.url ?? '', method, path, access, body?.example),
  };
}

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema = {}): Field[] =>
  Object.entries(properties).map(([name, property]) => field(name, property, required.includes(name)));

function field(name: string, schema: JsonSchema, required: boolean): Field {
  // That a parameter may be null instead of absent goes without saying.
  const alternatives = (schema.anyOf ?? [schema]).filter((one) => required || one.type !== 'null');
  const types = [...new Set(alternatives.flatMap((one) => one.type ?? 'any'))].filter(
    (one) => required || one !== 'null',
  );
  const [values] = types.length > 1 ? [] : alternatives.flatMap((one) => (one.enum === undefined ? [] : [one.enum]));
  const type = values?.map((value) => JSON.stringify(value)).join(', ') ?? types.join(' or ');
  return { name, type, required, description: schema.description ?? '' };
}

function curl(base: string, method: string, path: string, access: string | undefined, example: unknown): string {
  const parts = [`curl -s ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${base}${path}'`];
  if (access !== undefined) {
    parts.push(`-H "Authorization: Bearer $${access === 'adminToken' ? 'ADMIN_TOKEN' : 'API_TOKEN'}"`);
  }
  if (example !== undefined) {
    parts.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`);
  }
  return parts.join(' \\\n  ');
}

export function mountDocumentation(router: Router, document: OpenApiDocument): void {
  const page = docsPage(document);
  serveFixed(router, '/openapi.json', 'application/json', JSON.stringify(document));
  router.get('/docs', (request, response) => {
    note(request, { endpoint: 'GET /docs' });
    response
      .set(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
      )
      .type('text/html')
      .end(page);
  });
}

/** @returns the page, rendered once: it changes only with the code. */
function docsPage(document: OpenApiDocument): string {
  const template = readView('docs.eta').toString();
  const errors = Object.entries(ERRORS).map(([code, row]) => ({ code, ...row }));
  const page = { info: document.info, groups: operationGroups(document), errors, rich };
  return new Eta({ autoEscape: true }).renderString(template, page);
}

/** Escapes a text of ours and sets its `code` as code. */
export function rich(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return escaped.replace(/`([^`]*)`/g, '<code>$1</code>');
}
