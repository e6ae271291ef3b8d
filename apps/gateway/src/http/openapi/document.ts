/** OpenAPI 3.1, made of the endpoints and the table of errors: nothing in it is written twice. */
import { ERRORS, type ErrorCode, ErrorEnvelope, successEnvelope } from '@toolpress/contract';
import type Joi from 'joi';
import { IDEMPOTENCY_KEY } from '../../accounts/idempotency/idempotency.js';
import type { Endpoint } from '../endpoint.js';

/** Of JSON Schema and OpenAPI, what is read here; the rest goes through as it is. */
export interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  type?: string | string[];
  enum?: unknown[];
  examples?: unknown[];
  description?: string;
  [key: string]: unknown;
}

interface Content {
  content?: { 'application/json'?: { schema: JsonSchema; example?: unknown }; [type: string]: unknown };
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: [string];
  security: Record<string, []>[];
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content & JsonSchema>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: JsonSchema;
}

/** @param version the service's own version. */
export function openApiDocument(endpoints: readonly Endpoint[], publicUrl: string, version: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operation(endpoint) };
  }
  paths['/files/{id}.pdf'] = { get: FILE_DOWNLOAD };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toolpress',
      version,
      description:
        'Documents from data, and calls to other services. Every error answers `{"success": false, "error": "…"}`; its code is in the header `X-Error-Code`.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        apiToken: { type: 'http', scheme: 'bearer', description: 'An API token of an account' },
        adminToken: { type: 'http', scheme: 'bearer', description: 'The operator’s ADMIN_TOKEN' },
      },
      schemas: { Error: jsonSchema(ErrorEnvelope, 'output') },
    },
  };
}

function operation(endpoint: Endpoint): OpenApiOperation {
  const { params, query, body } = endpoint.access === 'open' ? {} : endpoint;
  const charged = endpoint.access === 'caller' && endpoint.tool !== undefined;
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
    ...(charged ? [IDEMPOTENCY_PARAMETER] : []),
  ];
  const [tag, scheme] = {
    open: ['operations', undefined] as const,
    operator: ['operator', 'adminToken'] as const,
    caller: [charged ? 'tools' : 'account', 'apiToken'] as const,
  }[endpoint.access];
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [tag],
    security: scheme === undefined ? [] : [{ [scheme]: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: {
      200: {
        description: 'Success',
        content: { 'application/json': { schema: jsonSchema(successEnvelope(endpoint.answer, charged), 'output') } },
      },
      ...errorResponses(errorsOf(endpoint)),
    },
  };
}

const operationId = ({ method, path }: Endpoint): string =>
  [method, ...path.split('/').filter((part) => part !== '')].join('-').replace(/[{}]/g, '');

function requestBody(body: Joi.ObjectSchema): OpenApiOperation['requestBody'] & object {
  const schema = jsonSchema(body, 'input');
  const example = exampleOf(schema);
  return {
    required: true,
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  };
}

function parametersOf(schema: Joi.ObjectSchema | undefined, place: 'path' | 'query') {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    maxLength: 255,
    description: 'The same request under the same key is done and charged once within 24 hours, and answered the same.',
  },
};

/** All errors an endpoint can answer: its own, and those that come with what it takes. */
function errorsOf(endpoint: Endpoint): ErrorCode[] {
  if (endpoint.access === 'open') return [...(endpoint.errors ?? [])];
  const { params, query, body } = endpoint;
  const codes: ErrorCode[] = ['token_missing', 'token_invalid', ...(endpoint.errors ?? []), 'unavailable', 'internal'];
  if (endpoint.access === 'operator') codes.push('too_many_attempts');
  if (endpoint.access === 'caller') codes.push('rate_limited', 'concurrency_exceeded');
  if (endpoint.access === 'caller' && endpoint.tool !== undefined)
    codes.push('quota_exceeded', 'idempotency_conflict', 'idempotency_limit', 'storage_quota_exceeded');
  if (params !== undefined || query !== undefined || body !== undefined) codes.push('invalid_parameter');
  if (body !== undefined) codes.push('invalid_json', 'body_too_large', 'media_type_unsupported');
  return [...new Set(codes)];
}

function errorResponses(codes: readonly ErrorCode[]): OpenApiOperation['responses'] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' '),
        headers: { 'X-Error-Code': { schema: { type: 'string', enum: group } } },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

const FILE_DOWNLOAD: OpenApiOperation = {
  operationId: 'get-file',
  summary: 'Downloads a stored PDF; the link itself is the permission',
  tags: ['operations'],
  security: [],
  parameters: [
    {
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'string', description: 'As it stands in the link: in `download_url` with a secret of its own.' },
    },
    { name: 'expires', in: 'query', required: false, schema: { type: 'integer' } },
    { name: 'signature', in: 'query', required: false, schema: { type: 'string' } },
  ],
  responses: {
    200: { description: 'The PDF', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } },
    ...errorResponses(['link_forged', 'file_unknown', 'file_expired', 'range_invalid', 'unavailable']),
  },
};

/** The JSON Schema (2020-12, as OpenAPI 3.1 takes it) of a joi schema, with the examples and the members that joi leaves out. */
function jsonSchema(schema: Joi.AnySchema, direction: 'input' | 'output'): JsonSchema {
  const converted = schema['~standard'].jsonSchema[direction]({ target: 'draft-2020-12' }) as JsonSchema;
  const { $schema: _dialect, ...plain } = converted;
  return withExamples(plain, schema.describe());
}

function withExamples(schema: JsonSchema, description: Joi.Description): JsonSchema {
  const [example] = (description['examples'] as unknown[] | undefined) ?? [];
  const metas = (description['metas'] as { jsonSchema?: JsonSchema }[] | undefined) ?? [];
  const { properties } = schema;
  const keys = description.keys as Record<string, Joi.Description> | undefined;
  const described = Object.entries(properties ?? {}).map(([name, property]) => {
    const key = keys?.[name];
    return [name, key === undefined ? property : withExamples(property, key)];
  });
  return {
    ...schema,
    ...metas.find(({ jsonSchema }) => jsonSchema !== undefined)?.jsonSchema,
    ...(example === undefined ? {} : { examples: [example] }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(described) }),
  };
}

/** An example of an object, put together from the examples of its fields. */
function exampleOf(schema: JsonSchema): Record<string, unknown> | undefined {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, { examples }]) =>
    examples?.[0] === undefined ? [] : [[name, examples[0]]],
  );
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
