/** Reads the OpenAPI document for the generators of all clients. */

/**
 * @typedef {{ $ref?: string, type?: string | string[], enum?: unknown[], const?: unknown, properties?: Record<string, Schema>, required?: string[], items?: Schema, anyOf?: Schema[], additionalProperties?: boolean | Schema, description?: string, minimum?: number, maximum?: number }} Schema
 * @typedef {{ name: string, in: string, schema: Schema }} Parameter
 * @typedef {{ operationId: string, summary: string, parameters?: Parameter[], requestBody?: { content: Record<string, { schema: Schema }> }, responses: Record<string, { content?: Record<string, { schema: Schema }> }> }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { schemas: Record<string, Schema> } }} Document
 *
 * What a method sends and returns. `keys`: the open parts of the path. `type`: the media type of the body. `data`: the data of a JSON
 * answer; absent for bytes. `conditions`: names of headers.
 * @typedef {{ id: string, summary: string, method: string, path: string, keys: string[], query: Parameter[], isKeyed: boolean, conditions: string[], type: string | undefined, isJson: boolean, body: Schema, data: Schema | undefined, isStream: boolean }} Call
 */

const JSON_TYPE = 'application/json';

/** @param {object} document @returns {Record<string, Schema>} */
export const schemasIn = (document) => /** @type {Document} */ (document).components.schemas;

/** @param {object} document @returns {Call[]} */
export const callsIn = (document) =>
  Object.entries(/** @type {Document} */ (document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  );

/** @param {string} path @param {string} method @param {Operation} operation @returns {Call} */
function callOf(path, method, { operationId, summary, parameters = [], requestBody, responses }) {
  const [type] = Object.keys(requestBody?.content ?? {});
  const { content = {} } = responses['200'] ?? responses['201'] ?? responses['202'] ?? {};
  return {
    id: operationId,
    summary,
    method: method.toUpperCase(),
    path,
    type,
    keys: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
    query: parameters.filter((one) => one.in === 'query'),
    isKeyed: parameters.some(({ name }) => name === 'Idempotency-Key'),
    conditions: parameters.map(({ name }) => name).filter((name) => name.startsWith('If-')),
    isJson: type === JSON_TYPE,
    body: requestBody?.content[type ?? '']?.schema ?? {},
    data: content[JSON_TYPE]?.schema.properties?.['data'],
    isStream: 'text/event-stream' in content,
  };
}

export const inPascalCase = (/** @type {string} */ name) =>
  name.replace(/(?:^|[_-])([a-z])/g, (_, letter) => letter.toUpperCase()).replace(/\W|_/g, '');
