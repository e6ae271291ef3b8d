/** Saved templates as resources of the Model Context Protocol. */
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { TEMPLATE_PARTS, type Variable, type VariableSummary } from '@toolpress/contract';
import type { Calls, Dependencies } from './calls.js';
import type { McpTool } from './tools.js';

/** Serves saved templates as resources. @param byId the endpoints that read them. */
export function serveResources(server: Server, byId: ReadonlyMap<string, McpTool['endpoint']>, calls: Calls): void {
  const read = <Result>(id: string, input: Partial<Dependencies>): Promise<Result> => {
    const endpoint = byId.get(id);
    if (endpoint === undefined) throw new Error(`no endpoint ${id}`);
    return calls.read(endpoint, input, TEMPLATE_PARTS);
  };
  server.setRequestHandler('resources/list', async ({ params: { cursor } = {} }) => {
    const page = await read<{ items: VariableSummary[]; next_cursor: string | null }>('listVariables', {
      query: cursor === undefined ? {} : { cursor },
    });
    return {
      // A variable that has only a draft cannot be read.
      resources: page.items.filter(({ version }) => version !== undefined).map(resourceOf),
      ...(page.next_cursor !== null && { nextCursor: page.next_cursor }),
    };
  });
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [SAVED_TEMPLATE] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const name = nameIn(uri);
    if (name === undefined)
      throw new ResourceNotFoundError(uri, `Resources have addresses such as ${TEMPLATES}invoice.`);
    const { content, kind } = await read<Variable>('getVariable', { params: { name } });
    return { contents: [{ uri, mimeType: `text/${kind}`, text: content }] };
  });
}

const TEMPLATES = 'toolpress://templates/';

const SAVED_TEMPLATE = {
  uriTemplate: `${TEMPLATES}{name}`,
  name: 'saved-template',
  title: 'Saved template',
  description: 'An HTML or CSS template of the account. A document inserts it by `[[var:name]]`.',
};

const resourceOf = ({ name, kind, updated_at: lastModified }: VariableSummary) => ({
  uri: `${TEMPLATES}${encodeURIComponent(name)}`,
  ...{ name, mimeType: `text/${kind}`, annotations: { lastModified } },
});

function nameIn(uri: string): string | undefined {
  if (!uri.startsWith(TEMPLATES)) return undefined;
  try {
    return decodeURIComponent(uri.slice(TEMPLATES.length));
  } catch {
    return undefined;
  }
}
