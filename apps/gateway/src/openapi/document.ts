/** Builds the OpenAPI 3.1 document from the endpoints and the table of errors. */
import { ErrorEnvelope, Job, successEnvelope } from '@toolpress/contract';
import type Joi from 'joi';
import { type Endpoint, takesKey } from '../api/endpoint.js';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_PATTERN } from '../api/keyed-calls.js';
import { ErrorResponses, errorsOf } from './errors.js';
import { exampleOfAnswer, exampleOfRequest } from './examples.js';
import { ALWAYS, BYTES_HEADERS, HEADERS, headersNamed, RATE_LIMIT } from './headers.js';
import { BINARY, kindOf, TAGS } from './kinds.js';
import { type JsonSchema, jsonSchema, SchemaComponents } from './schemas.js';

interface Content {
  content?: { 'application/json'?: { schema: JsonSchema; example?: unknown }; [type: string]: unknown };
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  security: Record<string, []>[];
  parameters?: Parameter[];
  requestBody?: Required<Content> & { required: boolean };
  responses: Record<string, Content & JsonSchema>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string; license: object; contact: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    securitySchemes: object;
    headers: object;
    responses: Record<string, JsonSchema>;
    schemas: Record<string, JsonSchema>;
  };
}

/** @param version the version of the service. */
export function openApiDocument(endpoints: readonly Endpoint[], publicUrl: string, version: string): OpenApiDocument {
  const components = new SchemaComponents();
  const errors = new ErrorResponses(components.reference(ErrorEnvelope, 'output', 'Error'));
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operation(endpoint, components, errors) };
  }
  paths['/files/{id}.pdf'] = { get: fileDownload(errors) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toolpress',
      version,
      description:
        'Documents from data, and calls to other services. Every error answers `{"success": false, "error": "…"}`; its code is in the header `X-Error-Code`.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiToken: { type: 'http', scheme: 'bearer', description: 'An API token of an account' },
        adminToken: { type: 'http', scheme: 'bearer', description: 'The operator’s ADMIN_TOKEN' },
      },
      headers: HEADERS,
      responses: errors.components,
      schemas: components.schemas,
    },
  };
}

function operation(endpoint: Endpoint, components: SchemaComponents, errors: ErrorResponses): OpenApiOperation {
  const { params, query, body } = endpoint.access === 'open' ? {} : endpoint;
  const { tag, scheme, status = 200, headers = [], metadata, sentence, bytes, ...kind } = kindOf(endpoint);
  const isKeyed = takesKey(endpoint);
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
    ...(isKeyed ? [IDEMPOTENCY_PARAMETER] : []),
    ...(kind.isDeferred ? [PREFER_PARAMETER] : []),
    ...(kind.conditions ?? []).map((name) => CONDITION_PARAMETERS[name]),
  ];
  const name = endpoint.id.replace(/^./, (letter) => letter.toUpperCase());
  const envelope = jsonSchema(successEnvelope(endpoint.answer, metadata !== undefined), 'output');
  const data = components.reference(endpoint.answer, 'output', `${name}Result`);
  const schema = { ...envelope, properties: { ...envelope.properties, data } };
  const example = {
    success: true,
    data: exampleOfAnswer(data, (one) => components.resolved(one)),
    ...(metadata && { metadata }),
  };
  const requestBody = body === undefined ? kind.requestBody : jsonBody(body, components, `${name}Request`);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: [endpoint.summary, ...(sentence === undefined ? [] : [sentence])].map((one) => `${one}.`).join(' '),
    tags: [tag],
    security: scheme === undefined ? [] : [{ [scheme]: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      [status]: {
        description: headers.includes('Location') ? 'Accepted for asynchronous processing' : 'Success',
        headers: headersNamed(
          ...[...ALWAYS, ...headers],
          ...(isKeyed ? (['Idempotent-Replayed'] as const) : []),
          ...(bytes === undefined ? [] : BYTES_HEADERS),
        ),
        content: kind.isEventStream
          ? { [EVENT_STREAM]: { schema: { type: 'string' }, example: lastEvent(example.data) } }
          : { 'application/json': { schema, example }, ...(bytes !== undefined && { [bytes]: BINARY }) },
      },
      ...(kind.isDeferred && { 202: deferred(components) }),
      ...errors.of(errorsOf(endpoint)),
    },
  };
}

/** Returns the answer of an asynchronous tool call. */
function deferred(components: SchemaComponents): Content & JsonSchema {
  const envelope = jsonSchema(successEnvelope(Job, false), 'output');
  const data = components.reference(Job, 'output', 'Job');
  return {
    description: 'With `Prefer: respond-async`. Accepted for asynchronous processing',
    headers: headersNamed(...ALWAYS, 'Location', 'Preference-Applied', ...RATE_LIMIT, 'Idempotent-Replayed'),
    content: {
      'application/json': {
        schema: { ...envelope, properties: { ...envelope.properties, data } },
        example: { success: true, data: exampleOfAnswer(data, (one) => components.resolved(one)) },
      },
    },
  };
}

const EVENT_STREAM = 'text/event-stream';

const lastEvent = (data: unknown): string => `event: end\nid: end\ndata: ${JSON.stringify(data)}\n\n`;

function jsonBody(
  body: Joi.ObjectSchema,
  components: SchemaComponents,
  name: string,
): OpenApiOperation['requestBody'] & object {
  const schema = components.reference(body, 'input', name);
  const example = exampleOfRequest(components.resolved(schema));
  return {
    required: true,
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  };
}

function parametersOf(schema: Joi.ObjectSchema | undefined, location: 'path' | 'query') {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: location,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }));
}

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  description:
    'Equal requests with the same key are processed and charged once within 24 hours and get the same answer.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN.source },
};

const PREFER_PARAMETER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: '`respond-async`: answers 202 and a job, as `POST /api/jobs` does. Other preferences are ignored.',
  schema: { type: 'string', examples: ['respond-async'] },
};

const CONDITION_PARAMETERS = {
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of what the request is based on. If that has changed meanwhile, the answer is 412.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: '`*`: only creates. If the name is in use, the answer is 412.',
    schema: { type: 'string', enum: ['*'] },
  },
};

const fileDownload = (errors: ErrorResponses): OpenApiOperation => ({
  operationId: 'downloadFile',
  summary: 'Downloads a file; the link is the authorization',
  description:
    'Target of links in answers; XML and ZIP files end with `.xml` and `.zip`. `Range` and conditional requests are supported.',
  tags: ['operations'],
  security: [],
  parameters: [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: 'The last part of the link. In `download_url` it includes a secret.',
      schema: { type: 'string' },
    },
    ...[
      ['expires', 'The expiry of a signed link in seconds since 1970.', 'integer'] as const,
      ['signature', 'The signature of a signed link.', 'string'] as const,
      ['inline', 'If present, a browser shows the PDF instead of saving it.', 'string'] as const,
    ].map(([name, description, type]) => ({ name, in: 'query', required: false, description, schema: { type } })),
  ],
  responses: {
    200: { description: 'The PDF', content: { 'application/pdf': BINARY } },
    206: {
      description: 'The part of the PDF that `Range` requests',
      content: { 'application/pdf': BINARY },
    },
    304: { description: 'The caller already has the file' },
    ...errors.of(['link_forged', 'file_unknown', 'file_expired', 'range_invalid', 'unavailable']),
  },
});
