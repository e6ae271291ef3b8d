/** Makes `src/operations.ts` of the OpenAPI document; part of `npm run docs`. */
import openapiTS, { astToString } from 'openapi-typescript';
import { callsIn } from './document.mjs';

/**
 * @param {object} document
 * @returns {Promise<string>} the types of requests and answers, and a table of the operations
 */
export async function operationsModule(document) {
  const types = astToString(await openapiTS(withoutExamples(document)));
  const rows = callsIn(document).map((call) => `  ${call.id}: ${row(call)},`);
  return `/** Generated from the OpenAPI document by \`npm run docs\`. */
${types.replace(/^export type (?:webhooks|\$defs) = .*\n/gm, '')}
export const OPERATIONS = {
${rows.join('\n')}
} as const;
`;
}

/**
 * Fields say what they hold: the same once more, as whole requests and answers, would be a fifth of the types.
 *
 * @param {object} document
 */
const withoutExamples = (document) =>
  JSON.parse(
    JSON.stringify(document, function (key, value) {
      return key === 'example' && 'schema' in this ? undefined : value;
    }),
  );

/** @param {import('./document.mjs').Call} call */
function row({ method, path, query, isKeyed, type, isJson, data, isStream }) {
  const input = isJson ? 'body' : type ? 'stream' : query.length > 0 ? 'query' : 'none';
  const answer = data !== undefined ? 'json' : isStream ? 'events' : 'bytes';
  const sent = input === 'stream' ? ` type: '${type}',` : '';
  return `{ method: '${method}', path: '${path}', input: '${input}',${sent} isKeyed: ${isKeyed}, answer: '${answer}' }`;
}
