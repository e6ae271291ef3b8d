/** Makes `src/operations.ts` of the OpenAPI document; part of `npm run docs`. */
import openapiTS, { astToString } from 'openapi-typescript';

/**
 * @typedef {{ operationId: string, parameters?: { name: string, in: string }[], requestBody?: { content: object }, responses: Record<string, { content?: object }> }} Operation
 *
 * @param {{ paths: Record<string, Record<string, Operation>> }} document
 * @returns {Promise<string>} the types of requests and answers, and a table of the operations
 */
export async function operationsModule(document) {
  const types = astToString(await openapiTS(withoutExamples(document)));
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => `  ${operation.operationId}: ${row(method, path, operation)},`,
    ),
  );
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

const JSON_TYPE = 'application/json';

/** @param {string} method @param {string} path @param {Operation} operation */
function row(method, path, { parameters = [], requestBody, responses }) {
  const [type] = Object.keys(requestBody?.content ?? {});
  const input =
    type === JSON_TYPE ? 'body' : type ? 'stream' : parameters.some((one) => one.in === 'query') ? 'query' : 'none';
  const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  const { content = {} } = responses['200'] ?? responses['201'] ?? responses['202'] ?? {};
  const answer = JSON_TYPE in content ? 'json' : 'text/event-stream' in content ? 'events' : 'bytes';
  const sent = input === 'stream' ? ` type: '${type}',` : '';
  return `{ method: '${method.toUpperCase()}', path: '${path}', input: '${input}',${sent} isKeyed: ${isKeyed}, answer: '${answer}' }`;
}
