/** The tools of the Model Context Protocol: endpoints of the API under the names that agents see, with what an agent needs to know. */
import type { Tool } from '@modelcontextprotocol/server';
import type { CallerEndpoint, Endpoint, ForAgents } from '../api/endpoint.js';
import { type AnyToolEndpoint, takesKey } from '../api/endpoint.js';
import { type JsonSchema, jsonSchema } from '../openapi/schemas.js';
import { listedAnswer, listedArgument, portable } from './schemas.js';

type Callable = CallerEndpoint<unknown, unknown, unknown> | AnyToolEndpoint;

/** A tool as it is listed, and how its arguments reach the endpoint. */
export interface McpTool {
  endpoint: Callable;
  listed: Tool;
  /** The whole schemas of its arguments. */
  options: Readonly<Record<string, JsonSchema>>;
  /** The names of the arguments that are parameters of the path and the query. The others are the body. */
  inPath: readonly string[];
  inQuery: readonly string[];
  /** The fields of the answer that the agent does not get. */
  leaves: readonly string[];
  takesKey: boolean;
}

export type McpTools = ReadonlyMap<string, McpTool>;

/** Returns the tools by name. @param endpoints of the API. */
export function mcpTools(endpoints: readonly Endpoint[]): McpTools {
  const callable = endpoints.filter((endpoint): endpoint is Callable => endpoint.access === 'caller');
  return new Map(
    callable
      .flatMap((endpoint) => (endpoint.agents ? [toolOf(endpoint.agents, endpoint)] : []))
      .map((tool) => [tool.listed.name, tool]),
  );
}

function toolOf(
  { name, title, lines, hints = {}, options: shown, leaves = [] }: ForAgents,
  endpoint: Callable,
): McpTool {
  const { params, query, body, answer } = endpoint;
  const parts = [params, query, body].map((schema) =>
    portable(schema === undefined ? {} : jsonSchema(schema, 'input')),
  );
  const [inPath = [], inQuery = []] = parts.map(({ properties = {} }) => Object.keys(properties));
  const options: Record<string, JsonSchema> = Object.assign({}, ...parts.map(({ properties }) => properties));
  const listed = Object.entries(options).filter(([option]) => shown?.includes(option) ?? true);
  const others = Object.keys(options).filter((option) => shown !== undefined && !shown.includes(option));
  const inputSchema = {
    type: 'object' as const,
    ...(others.length > 0 && { description: `describe_options ${explains(others)}.` }),
    properties: Object.fromEntries(listed.map(([option, schema]) => [option, listedArgument(schema)])),
    required: parts.flatMap(({ required = [] }) => required),
    ...(others.length === 0 && { additionalProperties: false }),
  };
  return {
    endpoint,
    listed: {
      ...{ name, title, description: lines.join('\n') },
      inputSchema: inputSchema as Tool['inputSchema'],
      outputSchema: listedAnswer(jsonSchema(answer, 'output'), leaves) as Tool['inputSchema'],
      annotations: { openWorldHint: false, ...hints },
    },
    ...{ options, inPath, inQuery, leaves },
    takesKey: takesKey(endpoint),
  };
}

/** The largest number of options that are named. */
const MAX_NAMED = 16;

const explains = (others: readonly string[]): string =>
  others.length <= MAX_NAMED ? `explains the others: ${others.join(', ')}` : `lists ${others.length} others`;
