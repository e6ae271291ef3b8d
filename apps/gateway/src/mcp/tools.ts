/** The tools of the Model Context Protocol: endpoints of the API under the names that agents see, with what an agent needs to know. */
import type { CallerEndpoint, Endpoint } from '../api/endpoint.js';
import { type AnyToolEndpoint, takesKey } from '../api/endpoint.js';
import { type JsonSchema, jsonSchema } from '../openapi/schemas.js';
import { LOOKED_AT } from './message.js';

type Callable = CallerEndpoint<unknown, unknown, unknown> | AnyToolEndpoint;

interface Described {
  name: string;
  /** The operation id of the endpoint. */
  id: string;
  /** A title for people. */
  title: string;
  /** Three lines: what it does, what to know before the call, what to do with the answer. */
  lines: readonly [string, string, string];
  /** What a client may assume, besides that the tool reaches the service only. */
  hints?: { readOnlyHint?: true; destructiveHint?: false; idempotentHint?: true; openWorldHint?: true };
}

const TEMPLATE =
  'Tags are [[name]], [[total | money: "EUR"]], [[#each rows]]…[[/each]], [[#if paid]]…[[else]]…[[/if]]; [[var:name]] inserts a saved template. Scripts never run; images load by https or from `files`.';
const FAULTS =
  'An error names field, line, column and what to write: apply it and call again. `warnings` list what prints differently.';

const TOOLS: readonly Described[] = [
  {
    name: 'html_to_pdf',
    id: 'htmlToPdf',
    title: 'HTML to PDF',
    lines: [
      'Fills an HTML template from `data` and prints it as a PDF. Costs 3 actions; failures are free.',
      TEMPLATE,
      `Answers links, pages and a resource link; a small PDF is embedded, unless \`return\` is \`link\`. ${FAULTS}`,
    ],
    hints: { destructiveHint: false },
  },
  {
    name: 'json_to_pdf',
    id: 'jsonToPdf',
    title: 'JSON to PDF',
    lines: [
      'The same as html_to_pdf, named for data: invoices, reports, payslips. Costs 3 actions; failures are free.',
      TEMPLATE,
      'Amounts keep all digits as text ("12.50"). Print amounts with `| money: "EUR"` and dates with `| date: "long"`, in `locale`.',
    ],
    hints: { destructiveHint: false },
  },
  {
    name: 'check_template',
    id: 'checkTemplate',
    title: 'Check a template',
    lines: [
      'Lists all faults and warnings of a document, with line and column, and prints nothing. Free.',
      'Takes the arguments of html_to_pdf. `strict: true` also reports tags without a value in `data`.',
      'Write what each message quotes at its line and column, check again until `ok` is true, then print.',
    ],
    hints: { readOnlyHint: true },
  },
  {
    name: 'http_request',
    id: 'httpRequest',
    title: 'HTTP request',
    lines: [
      'Sends one HTTP request to a public address and returns status, headers and body. Costs 1 action.',
      'Private and local addresses are refused (`address_forbidden`). A JSON `body` gets its content type.',
      'Any status of the target is a success of the tool: read `status`. Larger answers than 1 MiB are an error.',
    ],
    hints: { openWorldHint: true },
  },
  {
    name: 'get_record',
    id: 'getRecord',
    title: 'Get a table record',
    lines: [
      'Reads one record of a table through a connection of the account. Costs 1 action.',
      '`_connections.tablebase` is the connection’s slug; `expand` reads linked records in the same call.',
      'To print the record, give the same arguments to html_to_pdf as `data_from` instead.',
    ],
    hints: { readOnlyHint: true, openWorldHint: true },
  },
  {
    name: 'create_job',
    id: 'submitJob',
    title: 'Create a PDF job',
    lines: [
      'Prints a PDF in the background and answers the job’s id immediately. Costs 3 actions when it is done.',
      '`tool` is `html-to-pdf` or `json-to-pdf`, and `input` has the arguments of html_to_pdf.',
      'Use it for long documents; then call get_job with the `id` and `wait`.',
    ],
    hints: { destructiveHint: false },
  },
  {
    name: 'get_job',
    id: 'getJob',
    title: 'Get a PDF job',
    lines: [
      'Returns a job: `queued`, `working`, `done` with `result`, `failed` with `error`, or `cancelled`. Free.',
      '`wait` holds the call for up to 60 seconds until the job ends.',
      'Download the PDF from `result.download_url`.',
    ],
    hints: { readOnlyHint: true },
  },
  {
    name: 'cancel_job',
    id: 'deleteJob',
    title: 'Cancel a PDF job',
    lines: [
      'Cancels a job that has not ended. Free.',
      'A job that has ended is deleted together with its PDF.',
      'Returns the job’s last state.',
    ],
    hints: { idempotentHint: true },
  },
];

/** A tool as it is listed, and how its arguments reach the endpoint. */
export interface McpTool {
  endpoint: Callable;
  listed: {
    name: string;
    title: string;
    description: string;
    inputSchema: JsonSchema & { type: 'object' };
    outputSchema: JsonSchema & { type: 'object' };
    annotations: NonNullable<Described['hints']>;
  };
  /** The names of the arguments that are parameters of the path and the query. The others are the body. */
  inPath: ReadonlySet<string>;
  inQuery: ReadonlySet<string>;
  takesKey: boolean;
}

/** Returns the tools by name. @param endpoints of the API. */
export function mcpTools(endpoints: readonly Endpoint[]): ReadonlyMap<string, McpTool> {
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  return new Map(TOOLS.map((one) => [one.name, toolOf(one, byId.get(one.id) as Callable)]));
}

function toolOf({ name, title, lines, hints = {} }: Described, endpoint: Callable): McpTool {
  const { params, query, body, answer } = endpoint;
  const parts = [params, query, body].map((schema) =>
    schema === undefined ? {} : portable(jsonSchema(schema, 'input')),
  );
  const inputSchema: McpTool['listed']['inputSchema'] = {
    type: 'object',
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
      ...{ name, title, description: lines.join('\n'), inputSchema },
      outputSchema: { ...portable(jsonSchema(answer, 'output')), type: 'object' },
      annotations: { openWorldHint: false, ...hints } as NonNullable<Described['hints']>,
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
