/** Saved templates as resources of the Model Context Protocol. */
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { jsonText, TEMPLATE_PARTS, type Variable, type VariableSummary } from '@toolpress/contract';
import type { Calls, Dependencies } from './calls.js';
import { DATA_SCHEMA } from './data-schema.js';
import type { McpTool } from './tools.js';

const LIST = 'listVariables';
const READ = 'getVariable';

/** The endpoints that answer the methods of resources. */
export const ENDPOINTS_OF_RESOURCES: ReadonlyMap<unknown, string> = new Map([
  ['resources/list', LIST],
  ['resources/read', READ],
]);

/** Serves saved templates as resources, and the JSON schemas of their data. @param byId the endpoints that read them. */
export function serveResources(server: Server, byId: ReadonlyMap<string, McpTool['endpoint']>, calls: Calls): void {
  const read = <Result>(id: string, input: Partial<Dependencies>, leaves: readonly string[] = []): Promise<Result> => {
    const endpoint = byId.get(id);
    if (endpoint === undefined) throw new Error(`no endpoint ${id}`);
    return calls.read(endpoint, input, leaves);
  };
  server.setRequestHandler('resources/list', async ({ params: { cursor } = {} }) => {
    const page = await read<{ items: VariableSummary[]; next_cursor: string | null }>(LIST, {
      query: cursor === undefined ? {} : { cursor },
    });
    return {
      // A variable that has only a draft cannot be read.
      resources: page.items.filter(({ version }) => version !== undefined).map(resourceOf),
      ...(page.next_cursor !== null && { nextCursor: page.next_cursor }),
    };
  });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [SAVED_TEMPLATE, SCHEMA_OF_DATA],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const { name, isSchema } = addressed(uri) ?? {};
    if (name === undefined)
      throw new ResourceNotFoundError(uri, `Resources have addresses such as ${TEMPLATES}invoice.`);
    const params = { name };
    if (!isSchema) {
      const { content, kind } = await read<Variable>(READ, { params }, TEMPLATE_PARTS);
      return { contents: [{ uri, mimeType: `text/${kind}`, text: content }] };
    }
    const { sample_data } = await read<Variable>(READ, { params }, ALL_BUT_SAMPLES);
    if (sample_data === undefined)
      throw new ResourceNotFoundError(uri, `The template \`${name}\` has no \`sample_data\`: save it with some.`);
    const text = await calls.inThread(DATA_SCHEMA, jsonText(sample_data));
    return { contents: [{ uri, mimeType: 'application/schema+json', text }] };
  });
}

const TEMPLATES = 'toolpress://templates/';

const SAVED_TEMPLATE = {
  uriTemplate: `${TEMPLATES}{name}`,
  name: 'saved-template',
  title: 'Saved template',
  description: 'An HTML or CSS template of the account. A document inserts it by `[[var:name]]`.',
};

const SCHEMA = '/data-schema';

const SCHEMA_OF_DATA = {
  uriTemplate: `${TEMPLATES}{name}${SCHEMA}`,
  name: 'data-of-template',
  title: 'Data of a saved template',
  description: 'The JSON schema of a template’s data, as its `sample_data` shows it.',
  mimeType: 'application/schema+json',
};

const ALL_BUT_SAMPLES = ['content', ...TEMPLATE_PARTS.filter((part) => part !== 'sample_data')];

function resourceOf({ name, kind, updated_at: lastModified }: VariableSummary) {
  const uri = `${TEMPLATES}${encodeURIComponent(name)}`;
  const description = kind === 'html' ? { description: `The schema of its data is ${uri}${SCHEMA}` } : {};
  return { uri, ...{ name, mimeType: `text/${kind}`, annotations: { lastModified } }, ...description };
}

/** Returns the name of the template in an address, and whether the address is that of its data's schema. */
function addressed(uri: string): { name: string; isSchema: boolean } | undefined {
  if (!uri.startsWith(TEMPLATES)) return undefined;
  const isSchema = uri.endsWith(SCHEMA);
  try {
    return { name: decodeURIComponent(uri.slice(TEMPLATES.length, isSchema ? -SCHEMA.length : undefined)), isSchema };
  } catch {
    return undefined;
  }
}
