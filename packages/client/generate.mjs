/** Makes `src/operations.ts` of the OpenAPI document; part of `npm run docs`. */
import openapiTS, { astToString } from 'openapi-typescript';
import { callsIn } from './document.mjs';

/** @typedef {Record<string, any>} Document an OpenAPI document */

/**
 * @param {Document} document
 * @returns {Promise<string>} the types of requests and answers, and a table of the operations
 */
export async function operationsModule(document) {
  const types = astToString(await openapiTS(ofCalls(document)));
  const rows = callsIn(document).map((call) => `  ${call.id}: ${row(call)},`);
  return `/** Generated from the OpenAPI document by \`npm run docs\`. */
${types.replace(UNUSED, '')}
/** The codes of errors that operations declare. */
export type DeclaredErrorCode = ${errorCodes(document)
    .map((code) => `'${code}'`)
    .join(' | ')};

export const OPERATIONS = {
${rows.join('\n')}
} as const;
`;
}

/** The client needs no paths, webhooks and definitions: operations have all that it asks for. */
const UNUSED = /^export interface paths \{\n(?:.*\n)*?\}\n|^export type (?:webhooks|\$defs) = .*\n/gm;

/**
 * Returns the document with what the types of the client are made of: bodies, queries and the data of successful answers. Examples would say
 * the same once more.
 *
 * @param {Document} document
 */
function ofCalls({ openapi, info, paths, components }) {
  /** @type {Record<string, object>} */
  const kept = {};
  for (const [path, methods] of Object.entries(paths))
    kept[path] = Object.fromEntries(
      Object.entries(methods)
        .filter(([, operation]) => 'operationId' in operation)
        .map(([method, { operationId, parameters = [], requestBody, responses }]) => [
          method,
          {
            operationId,
            parameters: parameters.filter((/** @type {{ in: string }} */ parameter) => parameter.in === 'query'),
            ...(requestBody && { requestBody }),
            responses: successesOf(responses),
          },
        ]),
    );
  const { schemas } = components;
  return JSON.parse(
    JSON.stringify({ openapi, info, paths: kept, components: { schemas } }, function (key, value) {
      return key === 'example' && 'schema' in this ? undefined : value;
    }),
  );
}

/**
 * Leaves out errors and headers, and of an envelope everything but its data.
 *
 * @param {Record<string, any>} responses
 */
const successesOf = (responses) =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { description, content = {} }]) => {
        const data = content['application/json']?.schema?.properties?.data;
        const schema = { type: 'object', properties: { data }, required: ['data'] };
        return [status, { description, content: data ? { 'application/json': { schema } } : content }];
      }),
  );

/** @param {Document} document */
const errorCodes = ({ components }) =>
  [
    ...new Set(
      Object.values(components.responses).flatMap(({ headers }) => headers?.['X-Error-Code']?.schema?.enum ?? []),
    ),
  ].sort();

/** @param {import('./document.mjs').Call} call */
function row({ method, path, query, isKeyed, type, isJson, data, isStream }) {
  const input = isJson ? 'body' : type ? 'stream' : query.length > 0 ? 'query' : 'none';
  const answer = data !== undefined ? 'json' : isStream ? 'events' : 'bytes';
  const sent = input === 'stream' ? ` type: '${type}',` : '';
  return `{ method: '${method}', path: '${path}', input: '${input}',${sent} isKeyed: ${isKeyed}, answer: '${answer}' }`;
}
