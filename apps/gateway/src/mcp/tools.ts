/** The tools of the Model Context Protocol: endpoints of the API under the names that agents see, with what an agent needs to know. */
import type { Tool } from '@modelcontextprotocol/server';
import type { CallerEndpoint, Endpoint, ForAgents } from '../api/endpoint.js';
import { type AnyToolEndpoint, takesKey } from '../api/endpoint.js';
import { type JsonSchema, jsonSchema } from '../openapi/schemas.js';
import { LOOKED_AT } from './message.js';

type Callable = CallerEndpoint<unknown, unknown, unknown> | AnyToolEndpoint;

/** A tool as it is listed, and how its arguments reach the endpoint. */
export interface McpTool {
  endpoint: Callable;
  listed: Tool;
  /** The names of the arguments that are parameters of the path and the query. The others are the body. */
  inPath: ReadonlySet<string>;
  inQuery: ReadonlySet<string>;
  takesKey: boolean;
}

/** Returns the tools by name. @param endpoints of the API. */
export function mcpTools(endpoints: readonly Endpoint[]): ReadonlyMap<string, McpTool> {
  const callable = endpoints.filter((endpoint): endpoint is Callable => endpoint.access === 'caller');
  return new Map(
    callable
      .flatMap((endpoint) => (endpoint.agents ? [toolOf(endpoint.agents, endpoint)] : []))
      .map((tool) => [tool.listed.name, tool]),
  );
}

function toolOf({ name, title, lines, hints = {} }: ForAgents, endpoint: Callable): McpTool {
  const { params, query, body, answer } = endpoint;
  const parts = [params, query, body].map((schema) =>
    schema === undefined ? {} : portable(jsonSchema(schema, 'input')),
  );
  const inputSchema = {
    type: 'object' as const,
    properties: Object.assign({}, ...parts.map(({ properties }) => shortProperties(properties))),
    required: parts.flatMap(({ required = [] }) => required),
    additionalProperties: false,
  };
  const [inPath = {}, inQuery = {}] = parts.map(({ properties }) => properties);
  const unseen = Object.keys({ ...inPath, ...inQuery }).find((argument) => !LOOKED_AT.includes(argument));
  if (unseen !== undefined) throw new Error(`the argument ${unseen} is ignored`);
  return {
    endpoint,
    listed: {
      ...{ name, title, description: lines.join('\n') },
      inputSchema: inputSchema as Tool['inputSchema'],
      outputSchema: { ...portable(jsonSchema(answer, 'output')), type: 'object' } as Tool['inputSchema'],
      annotations: { openWorldHint: false, ...hints },
    },
    inPath: new Set(Object.keys(inPath)),
    inQuery: new Set(Object.keys(inQuery)),
    takesKey: takesKey(endpoint),
  };
}

/** The keywords that say nothing about a value. */
const ANNOTATIONS: readonly string[] = ['description', 'examples', 'title'];
const TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** Returns an equal schema in which every value has one type, or alternatives: agents' models read no other form of unions. */
function portable(schema: JsonSchema): JsonSchema {
  const { type, properties, items, anyOf, additionalProperties, ...rest } = schema;
  const each = (one: JsonSchema): JsonSchema => portable(one);
  const isAny = Object.keys(schema).every((keyword) => ANNOTATIONS.includes(keyword));
  if (isAny) return { ...schema, anyOf: TYPES.map((one) => ({ type: one })) };
  if (Array.isArray(type)) {
    const { description, ...one } = schema;
    return { ...(description && { description }), anyOf: type.map((each) => portable({ ...one, type: each })) };
  }
  return {
    ...rest,
    ...(type !== undefined && { type }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, each(one)])),
    }),
    ...(items && { items: each(items) }),
    ...(anyOf && { anyOf: anyOf.map(each) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? each(additionalProperties) : additionalProperties,
    }),
  };
}

/** The largest schema of one argument in characters. Agents read all schemas before the first call. */
const MAX_SCHEMA = 4_000;

/** Replaces long schemas of arguments, such as an e-invoice, by their description. The service validates these, too. */
const shortProperties = (properties: Record<string, JsonSchema> = {}): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      if (JSON.stringify(schema).length <= MAX_SCHEMA) return [name, schema];
      const { description, type = 'object' } = schema;
      return [name, { type, ...(description !== undefined && { description }) }];
    }),
  );
